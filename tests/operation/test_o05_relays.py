"""O5, O6 and O11: relays that put off, refuse, break off, fall silent or are away; and very many letters at once."""

import asyncio
import logging
import os
import tracemalloc
from collections import defaultdict
from pathlib import Path

import pytest

from pbem.mail.delivery import RETRY, Outcome, Relay
from tests.mail.mta import DROP, SILENCE, FakeMta, mta_beside
from tests.server.office import Office
from tests.server.running import free_port
from tests.store.mails import finished

DAY = 86_400
FIVE = [f"p{number}@example.org" for number in range(5)]
TORTURE = "PBEM_KILLS" in os.environ
QUEUED = 10_000 if TORTURE else 2_000


def queue(office: Office, recipients: list[str]) -> None:
    """A letter to each in the outbox."""
    for number, recipient in enumerate(recipients):
        raw = f"Message-ID: <{number}@play.example>\r\n\r\nhello\r\n".encode()
        finished(office.store.post, recipient, f"<{number}@play.example>", raw, office.time, kind="answer")


def deliver(office: Office, port: int, *, seconds: float = 20) -> int:
    """One round of the postman; returns how many letters it tried."""

    async def run() -> int:
        worker = office.worker(Relay("127.0.0.1", port, hostname="play.example", seconds=seconds))
        try:
            return await worker.deliver_due()
        finally:
            await worker.close()

    return asyncio.run(run())


def outbox_statuses(office: Office) -> list[str]:
    """What became of the letters, the oldest first."""
    return [row.status for row in reversed(office.store.post.outbox(None, 10_000))]


def until_all_are_out(office: Office, mta: FakeMta, *, seconds: float = 20) -> list[float]:
    """Let time pass until nothing waits anymore; returns the hours after which something was tried."""
    start, tried = office.time, []
    while (due := office.store.post.next_due()) is not None:
        office.time = max(office.time, due)
        if deliver(office, mta.port, seconds=seconds):
            tried.append((office.time - start) / 3600)
    return tried


def once_each(mta: FakeMta, recipients: list[str]) -> None:
    """Each recipient has got one letter, and nobody two."""
    assert sorted(to for to, _ in mta.handed) == sorted(recipients)


def test_o05_a_relay_that_greylists(office: Office) -> None:
    """Each letter is put off until it has come again in time: after one minute, then after five."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says["RCPT"] = ["450 4.7.1 greylisted, come again later"] * 10
        assert until_all_are_out(office, mta) == pytest.approx([0, 1 / 60, 6 / 60])
        once_each(mta, FIVE)
        assert outbox_statuses(office) == ["sent"] * 5


@pytest.mark.parametrize(
    ("verb", "usual", "put_off"),
    [("MAIL", "250 ok", 0), ("RCPT", "250 ok", 1), ("DATA", "354 go on", 1), (".", "250 ok", 1)],
)
def test_o05_a_relay_that_says_421_in_mid_session(
    office: Office, verb: str, usual: str, put_off: int
) -> None:
    """Those behind it go over a new connection at once, and so does the letter itself if it had not begun."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says[verb] = [usual, "421 4.3.2 going down"]
        assert deliver(office, mta.port) == 5
        assert mta.connections == 2
        assert outbox_statuses(office).count("new") == put_off
        until_all_are_out(office, mta)
        assert outbox_statuses(office) == ["sent"] * 5
        assert len(mta.handed) == 5 + (verb == ".")


def test_o05_a_relay_that_is_too_busy_to_greet(office: Office) -> None:
    """The first letter is put off, the next one calls again."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says["connect"] = ["421 4.3.2 too busy"]
        assert deliver(office, mta.port) == 5
        assert outbox_statuses(office) == ["new"] + ["sent"] * 4
        until_all_are_out(office, mta)
        once_each(mta, FIVE)


@pytest.mark.parametrize("verb", ["RCPT", "DATA", "."])
def test_o05_a_letter_that_is_refused_for_good(office: Office, verb: str) -> None:
    """It is given up at once, with the relay's words; the others go out."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says[verb] = ["554 5.7.1 we do not like this"]
        assert deliver(office, mta.port) == 5
        assert outbox_statuses(office) == ["failed"] + ["sent"] * 4
        (row,) = office.store.post.outbox("failed", 10)
        assert row.reply == "554 5.7.1 we do not like this"
        assert row.attempts == 1


def test_o05_a_relay_that_does_not_want_our_mail(office: Office) -> None:
    """A refusal before any recipient is named says nothing against a letter (a login is missing, perhaps): all wait."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says["MAIL"] = ["530 5.7.0 log in first"] * 5
        assert deliver(office, mta.port) == 5
        assert outbox_statuses(office) == ["new"] * 5
        until_all_are_out(office, mta)
        once_each(mta, FIVE)


def test_o05_a_relay_that_cannot_be_reached_is_not_called_for_each_of_very_many_letters(
    office: Office,
) -> None:
    """After ten in vain the others wait for a minute, as if they had not been tried."""
    queue(office, [f"p{number}@example.org" for number in range(40)])
    assert deliver(office, free_port()) == 10
    assert sorted({row.attempts for row in office.store.post.outbox("new", 99)}) == [0, 1]
    assert office.store.post.next_due() == office.time + 60


@pytest.mark.parametrize("verb", ["connect", "EHLO", "MAIL", "RCPT", "DATA", "."])
def test_o05_a_relay_that_breaks_off(office: Office, verb: str) -> None:
    """The letter in hand is tried again, with the same bytes; if it had been taken unknown to us, it is there twice."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says[verb] = [DROP]
        until_all_are_out(office, mta)
        assert outbox_statuses(office) == ["sent"] * 5
        copies = defaultdict(set)
        for to, raw in mta.handed:
            copies[to].add(raw)
        assert {to: len(each) for to, each in copies.items()} == dict.fromkeys(FIVE, 1)
        assert len(mta.handed) == 5 + (verb == ".")


def test_o05_a_relay_that_falls_silent_after_the_final_dot(office: Office) -> None:
    """Its fate is unknown, so the same bytes go out again under the same name; the others do not wait for it."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says["."] = [SILENCE]
        assert deliver(office, mta.port, seconds=0.5) == 5
        assert outbox_statuses(office) == ["new"] + ["sent"] * 4
        (row,) = office.store.post.outbox("new", 10)
        assert (row.attempts, row.due) == (1, office.time + int(RETRY[0].total_seconds()))
        until_all_are_out(office, mta)
        assert len(mta.handed) == 6
        assert mta.handed[0] == mta.handed[5]


def test_o05_a_relay_that_is_away_for_a_day(office: Office) -> None:
    """The schedule is kept, nothing is lost, and when it is back the oldest go first."""
    queue(office, FIVE)
    start, port, tried = office.time, free_port(), []
    while office.time < start + DAY:
        tried.append((office.time - start) // 60)
        assert deliver(office, port) == 5
        due = office.store.post.next_due()
        assert due is not None
        office.time = due
    assert tried == [0, 1, 6, 21, 51, 111, 231, 471, 951, 1431]
    with mta_beside() as mta:
        deliver(office, mta.port)
        assert outbox_statuses(office) == ["sent"] * 5
        assert [to for to, _ in mta.handed] == FIVE


def test_o06_one_bad_recipient_of_five(office: Office) -> None:
    """The four others are sent exactly once."""
    with mta_beside() as mta:
        queue(office, FIVE)
        mta.says[f"RCPT {FIVE[2]}"] = ["550 5.1.1 nobody of that name"] * 9
        until_all_are_out(office, mta)
        once_each(mta, [*FIVE[:2], *FIVE[3:]])
        assert [row.recipient for row in office.store.post.outbox("failed", 10)] == [FIVE[2]]


# Very many at once.


class Counting:
    """A way out that takes everything, and notes what."""

    def __init__(self) -> None:
        self.tried: list[tuple[str, bytes]] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        self.tried.append((to, raw[:40]))
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing is held."""


@pytest.mark.sqlite
def test_o11_thousands_of_queued_mails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """They go out, to each the oldest first, through a memory that does not hold them all."""
    caplog.set_level(logging.WARNING, "pbem.letters")  # or the test would keep a line of the log for each
    office = Office(path=tmp_path / "games.db")
    office.store.db.conn.execute("PRAGMA synchronous = OFF")  # only this test is in a hurry
    recipients = [f"p{number % 100}@example.org" for number in range(QUEUED)]
    with office.store.transaction():
        for number, recipient in enumerate(recipients):
            raw = f"Message-ID: <{number:05}@play.example>\r\n\r\n".encode() + b"x" * 20_000
            finished(
                office.store.post,
                recipient,
                f"<{number}@play.example>",
                raw,
                office.time + number // 100,
                kind="match",
            )
    office.time += 100
    way = Counting()
    tracemalloc.start()
    try:
        assert asyncio.run(office.worker(way).deliver_due()) == QUEUED
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < (10 if TORTURE else 5) * 2**20
    got: dict[str, list[bytes]] = defaultdict(list)
    for to, head in way.tried:
        got[to].append(head)
    assert all(heads == sorted(heads) and len(heads) == QUEUED // 100 for heads in got.values())
    office.store.close()
