"""The log of letters: one line for each, once what it says is stored."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from pbem.mail.delivery import Delivery, Outcome
from pbem.server.core.fates import Fate
from pbem.server.inbox.runner import LetterRunner
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def fates(caplog: pytest.LogCaptureFixture) -> Iterator[list[Fate]]:
    """What is logged of letters, as it comes."""
    found: list[Fate] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.__dict__["fate"])

    log, handler = logging.getLogger("pbem.letters"), Keep()
    with caplog.at_level(logging.INFO, "pbem.letters"):
        log.addHandler(handler)
        yield found
        log.removeHandler(handler)


class Way(Delivery):
    """A way out that says what it is told to."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        return self.outcome

    async def close(self) -> None:
        """Nothing is open."""


def test_each_letter_that_comes_in_has_a_line(office: Office, fates: list[Fate]) -> None:
    """With its matches, and the mails that it has led to."""
    office.begin()
    fates.clear()
    office.write(office.asked(), "done")
    office.write("nobody@example.org", "hello")
    assert fates == [
        Fate("in", 7, "done", (1,), mails=2),
        Fate("in", 8, "ignored"),
    ]
    assert str(fates[0]) == "letter 7: done, match 1, 2 mails, after 0 s"


def test_what_is_undone_is_not_logged(office: Office, fates: list[Fate]) -> None:
    office.begin()
    fates.clear()
    with office.undone():
        office.write(office.asked(), "done")
    assert fates == []
    office.write(office.asked(), "done")
    assert len(fates) == 1


def test_a_letter_that_comes_twice_is_logged_as_such(office: Office, fates: list[Fate]) -> None:
    office.register("Ann")
    raw = office.raw(ANN, "games")
    fates.clear()
    office.deliver(raw)
    office.deliver(raw)
    assert [fate.fate for fate in fates] == ["done", "duplicate"]


@pytest.mark.parametrize(
    ("outcome", "fate"),
    [
        (Outcome("sent", "250 ok"), "sent"),
        (Outcome("later", "451 not now", "recipient"), "waits"),
        (Outcome("failed", "550 no", "recipient"), "failed"),
    ],
)
def test_each_mail_that_goes_out_has_a_line(
    office: Office, fates: list[Fate], outcome: Outcome, fate: str
) -> None:
    office.write(ANN, "register Ann")
    fates.clear()
    office.time += 7
    asyncio.run(office.worker(Way(outcome)).deliver_due())
    assert fates == [Fate("out", 1, fate, (), 7, attempts=1, kind="confirm")]
    if fate == "waits":
        office.time += 3600
        asyncio.run(office.worker(Way(Outcome("sent", "250 ok"))).deliver_due())
        assert fates[1:] == [Fate("out", 1, "sent", (), 3607, attempts=2, kind="confirm")]


def test_a_mail_that_is_told_in_a_later_one_has_a_line(office: Office, fates: list[Fate]) -> None:
    office.begin()
    asyncio.run(office.worker(Way(Outcome("sent", "250 ok"))).deliver_due())
    fates.clear()
    for _ in range(3):
        office.write(office.asked(), "done")
    asyncio.run(office.worker(Way(Outcome("sent", "250 ok"))).deliver_due())
    out = [each.fate for each in fates if each.way == "out"]
    assert "merged" in out
    assert len(out) == len({each.letter for each in fates if each.way == "out"})


def test_no_line_is_made_where_nobody_wants_one(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "pbem.letters"):
        office.register("Ann")
    assert not caplog.records


def test_a_letter_whose_handling_crashes_is_not_logged_as_done(
    office: Office, fates: list[Fate], monkeypatch: pytest.MonkeyPatch
) -> None:
    office.register("Ann")
    fates.clear()
    monkeypatch.setattr(LetterRunner, "run", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        office.write(ANN, "games")
    assert fates == []
