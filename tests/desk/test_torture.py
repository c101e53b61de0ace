"""Kill the server at any moment, start it again: every acknowledged letter has its effect, once.

The moments are spread by a fixed rule, so that start-up, the commit and the delivery are all hit. `make torture` kills
more often; the number is in PBEM_KILLS.
"""

from __future__ import annotations

import os
import smtplib
import threading
import time
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

from pbem.cli.letters import read_mail, write_letter
from pbem.desk.config import Config
from pbem.desk.desk import Desk
from pbem.desk.host import check
from pbem.mail.prose import Words
from pbem.play.conformance import seeded
from pbem.play.game import masked
from pbem.play.record import verify_dice
from pbem.play.requests import Pick
from pbem.store import Store
from tests.desk.running import ANN, BEN, Process, free_port, letter, maildir, post

WORDS = Words()
KILLS = int(os.environ.get("PBEM_KILLS", "5"))


def post_until_taken(port: int, raw: bytes, sender: str = ANN, to: str = "pbem@localhost") -> None:
    """As a mail server does: the same bytes again until somebody says 250."""
    end = time.monotonic() + 30
    while True:
        try:
            post(port, raw, sender, to)
        except (OSError, smtplib.SMTPException):
            assert time.monotonic() < end, "the server does not come back"
            time.sleep(0.02)
        else:
            return


class Players:
    """Ann and Ben: they play by what is in their Maildirs, while challenges of Ann's keep the server busy."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.read: set[str] = set()
        self.seen: dict[str, dict[str, EmailMessage]] = {ANN: {}, BEN: {}}
        self.challenges = 0
        self.answers = 0
        self.error: BaseException | None = None
        self.enough = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self._play()
        except BaseException as error:
            self.error = error

    def _play(self) -> None:
        for address, name in ((ANN, "Ann"), (BEN, "Ben")):
            post_until_taken(self.port, letter(address, f"register {name}", f"register-{name}"))
            self.answer(address, self.wait(address, "answer this mail"), "yes")
            self.wait(address, "welcome")
        post_until_taken(self.port, letter(ANN, "challenge dodgeball ben pawns=3 pace=366d", "first"))
        self.answer(BEN, self.wait(BEN, "challenges you"), "accept")
        over, pick = False, seeded("torture")
        while not (over and self.enough.is_set()):
            self.challenges += 1
            body = f"challenge dodgeball ben pace={self.challenges}m"
            post_until_taken(self.port, letter(ANN, body, f"challenge-{self.challenges}"))
            over = over or self.move(pick)

    def move(self, pick: Pick) -> bool:
        """Answer whatever the match asks now, out of the latest mail; True when it is over."""
        store = Store(self.folder / "games.db")
        table = Desk(store, Config(), words=WORDS).tables.load(1)
        store.close()
        if table is None:
            return False
        for seat in table.seats:
            ask = table.match.asks.get(seat.seat)
            mails = [mail for mail in self.mails(seat.address) if "[pbem 1]" in mail["Subject"]]
            asked = [mail for mail in mails if "your move" in mail["Subject"]]
            if ask is None or not asked or asked[-1]["Message-ID"] in self.read:
                continue
            self.read.add(asked[-1]["Message-ID"])
            line = table.game.bots["steady"](masked(table.match.state, seat.seat), ask, pick)
            self.answer(seat.address, asked[-1], "confirm resign" if self.enough.is_set() else line)
        return table.match.over

    def answer(self, address: str, mail: EmailMessage, body: str) -> None:
        self.answers += 1
        answer = write_letter(address, "", body, answers=mail)
        post_until_taken(self.port, answer.as_bytes().replace(b"\n", b"\r\n"), address, str(answer["To"]))

    def mails(self, address: str) -> list[EmailMessage]:
        """All mails of an address, in the order in which they were first seen."""
        for path in sorted((self.folder / "mail" / address / "new").glob("*")):
            if path.name not in self.seen[address]:
                self.seen[address][path.name] = read_mail(path)
        return list(self.seen[address].values())

    def wait(self, address: str, subject: str) -> EmailMessage:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for mail in self.mails(address):
                if subject in mail["Subject"]:
                    return mail
            time.sleep(0.02)
        raise AssertionError(f"no mail has come: {subject}")


def test_no_letter_is_lost_or_done_twice_however_often_the_server_is_killed(tmp_path: Path) -> None:
    port = free_port()
    players = Players(tmp_path, port)
    players.thread.start()
    for kill in range(KILLS):
        with Process(tmp_path, port=port) as server:
            if kill % 4 != 3:  # now and then it does not even come up
                server.ready()
            time.sleep(0.05 + (kill * 0.37) % 0.9)
            server.kill()
    with Process(tmp_path, port=port) as server:
        server.ready()
        players.enough.set()
        players.thread.join(100)
        assert players.error is None
        assert not players.thread.is_alive()
        assert server.stop() == 0
    store = Store(tmp_path / "games.db")
    desk = Desk(store, Config())
    assert set(store.post.counts()) == {"inbox done", "outbox sent"} | (
        {"inbox duplicate"} & set(store.post.counts())
    )
    offered = Counter(row.terms.add // 60 for row in store.matches.all() if row.id != 1)
    assert offered == dict.fromkeys(range(1, players.challenges + 1), 1)
    letters = [batch.inbox for batch in store.matches.batches(1, void=True)]
    assert len(letters) == len(set(letters))
    row = store.matches.match(1)
    assert row is not None
    assert row.status == "over"
    assert verify_dice(desk.tables.record(1)) > 0
    assert check(desk) == []
    for address in (ANN, BEN):
        names = [mail["Message-ID"] for mail in maildir(tmp_path / "mail", address)]
        sent = [out.message_id for out in store.post.outbox("sent", 100_000) if out.recipient == address]
        assert sorted(names) == sorted(sent)
    store.close()
