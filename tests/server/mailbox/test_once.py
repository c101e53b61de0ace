"""Killed anywhere, a letter of a mailbox has its effect once: kills before and after each step, and at random."""

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from pbem.server.mailbox.letters import BoxLetters, Fetched
from tests.mail.imap import FakeImap
from tests.server.mailbox.fetching import ACCOUNT, Fetching, quick
from tests.server.mailbox.memory_box import MemoryBox

KILLS = int(os.environ.get("PBEM_KILLS", "200"))


class Killed(BaseException):
    """The process is gone."""


class Mortal(Fetching):
    """One who fetches, and dies at a certain step; the steps are those of the box, and of the commit."""

    def __init__(self, server: FakeImap, folder: Path) -> None:
        super().__init__(server, folder)
        self.left = 10**9
        self.last = ""
        self.dies_at = ""
        self.open = lambda: MemoryBox(server, self.step)

    def step(self, name: str) -> None:
        self.left -= 1
        if self.left <= 0 or name == self.dies_at:
            self.last, self.dies_at, self.left = name, "", 10**9
            raise Killed(name)

    def commit(self, letters: BoxLetters, fetched: Fetched) -> None:
        self.step("commit")
        super().commit(letters, fetched)
        self.step("committed")

    def live(self) -> None:
        """Fetch until all is done, or until killed."""
        try:
            self.fetch()
        except (Killed, AssertionError):
            if not self.last:
                raise
            self.last = ""


def raw(text: str) -> bytes:
    return f"From: ann@example.org\r\nTo: {ACCOUNT}\r\nMessage-ID: <{text}>\r\n\r\n{text}\r\n".encode()


@pytest.fixture
def mortal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mortal:
    quick(monkeypatch)
    mortal = Mortal(FakeImap(), tmp_path)
    mortal.fetch()
    return mortal


@pytest.mark.parametrize(
    ("step", "rows"),
    [("whole", 0), ("commit", 0), ("committed", 1), ("move", 1), ("moved one", 1), ("moved", 1)],
)
def test_p01_p02_p03_killed_before_the_commit_after_it_and_after_the_move(
    mortal: Mortal, step: str, rows: int
) -> None:
    """One row, and the letter is moved, whenever that was."""
    mortal.server.deliver(raw("one"))
    mortal.dies_at = step
    mortal.live()
    assert len(mortal.inbox()) == rows
    mortal.fetch()
    assert mortal.bodies() == ["one"]
    assert mortal.server.box() == []
    assert mortal.boxes.counts(ACCOUNT) == {"filed": 1}


def test_p04_random_kills(mortal: Mortal) -> None:
    """Each of the letters once, though some lie there twice, and the mailbox is numbered anew now and then."""
    chance = random.Random(4)
    sent: list[str] = []
    for _ in range(KILLS):
        if chance.random() < 0.4:
            sent.append(f"letter {len(sent)}")
            for _copy in range(1 + (chance.random() < 0.15)):
                mortal.server.deliver(raw(sent[-1]), arrived=mortal.office.time)
        if chance.random() < 0.05:
            old = mortal.server.inbox.validity or 0
            mortal.server.renumber(validity=old + chance.randrange(2))
        if chance.random() < 0.05 and (done := mortal.server.box("pbem-done")):
            mortal.server.deliver(chance.choice(done), arrived=mortal.office.time)
        mortal.left = chance.randrange(2, 25)
        mortal.live()
    mortal.left = 10**9
    mortal.fetch()
    assert Counter(mortal.bodies()) == Counter(sent)
    assert mortal.server.box() == []
    assert set(mortal.boxes.counts(ACCOUNT)) == {"filed"}
