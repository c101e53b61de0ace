"""From the outbox to the world: what is tried, when again, and when no more."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.delivery import RETRY, Maildir, Outcome, Relays
from pbem.mail.prose import Templates
from pbem.server.core.config import Config
from pbem.server.departures.delivery_worker import BATCH, LEASE_SECONDS
from pbem.server.departures.ways import delivery_for
from pbem.store.rows import Outgoing
from tests.server.office import Mail, Office
from tests.store.mails import finished

ANN, BEN = "ann@example.org", "ben@example.org"


class Scripted:
    """A way out of the house whose answers are known beforehand."""

    def __init__(self, office: Office, *statuses: str) -> None:
        self.office = office
        self.statuses = list(statuses)
        self.tried: list[tuple[str, str]] = []
        self.raws: list[bytes] = []
        self.closed = False
        self.done = asyncio.Event()

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        assert not self.office.store.db.conn.in_transaction
        self.tried.append((sender, to))
        self.raws.append(raw)
        self.done.set()
        status = self.statuses.pop(0) if self.statuses else "sent"
        return Outcome(status, f"reply {len(self.tried)}")  # type: ignore[arg-type]  # the statuses of a script

    async def close(self) -> None:
        self.closed = True


def send(office: Office, count: int = 1) -> None:
    for number in range(count):
        finished(office.store.post, f"p{number}@x", f"<{number}@z>", b"raw", office.time, kind="answer")


def deliver(office: Office, way: Scripted) -> int:
    return asyncio.run(office.worker(way).deliver_due())


def read(office: Office, row: Outgoing) -> Mail:
    """A mail as it has gone out."""
    return Mail(office.writer.mail(row), row.kind)


def state_of(office: Office) -> tuple[str, int, int, str]:
    row = office.store.post.outgoing(1)
    assert row is not None
    return row.status, row.attempts, row.due - office.time, row.reply


def test_the_envelope_sender_takes_the_bounces_of_this_very_letter(office: Office) -> None:
    send(office)
    way = Scripted(office)
    assert deliver(office, way) == 1
    ((sender, to),) = way.tried
    assert to == "p0@x"
    token = office.app.signer.find([sender])
    assert token is not None
    assert (token.kind, token.a) == ("bounce", 1)
    assert state_of(office)[:2] == ("sent", 1)
    assert deliver(office, way) == 0


def test_more_letters_than_go_in_one_hand(office: Office) -> None:
    send(office, BATCH + 7)
    way = Scripted(office)
    assert deliver(office, way) == BATCH + 7
    assert len({to for _, to in way.tried}) == BATCH + 7


def test_a_letter_is_leased_before_it_is_tried(office: Office) -> None:
    """What is in hand is nobody else's, and comes back by itself if we die."""
    send(office)

    class Dies(Scripted):
        async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
            raise KeyboardInterrupt

    try:
        deliver(office, Dies(office))
    except KeyboardInterrupt:
        pass
    else:
        raise AssertionError
    assert state_of(office) == ("new", 1, LEASE_SECONDS, "in hand")
    assert deliver(office, Scripted(office)) == 0
    office.time += LEASE_SECONDS
    assert deliver(office, Scripted(office)) == 1


def test_a_letter_is_tried_again_later_and_given_up_after_four_days(office: Office) -> None:
    send(office)
    start = office.time
    way = Scripted(office, *["later"] * 99)
    for wait in RETRY:
        assert deliver(office, way) == 1
        assert deliver(office, way) == 0
        status, _, seconds, _ = state_of(office)
        assert (status, seconds) == ("new", wait.total_seconds())
        office.time += int(wait.total_seconds())
    assert deliver(office, way) == 1
    assert state_of(office)[0] == "failed"
    assert 3.5 < (office.time - start) / 86_400 < 4.5


def test_a_letter_that_is_refused_is_given_up_at_once(office: Office) -> None:
    send(office)
    deliver(office, Scripted(office, "failed"))
    assert state_of(office)[:2] == ("failed", 1)
    assert state_of(office)[3] == "reply 1"


def test_the_way_out_is_as_configured() -> None:
    assert isinstance(delivery_for(Config()), Maildir)
    assert isinstance(delivery_for(Config(relay="mx.example:25")), Relays)


def test_it_runs_until_it_is_cancelled(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    way = Scripted(office)
    worker = office.worker(way)

    async def run() -> None:
        task = asyncio.create_task(worker.run(0.01))
        await asyncio.sleep(0.03)
        send(office)
        worker.work.set()
        await asyncio.wait_for(way.done.wait(), 10)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await worker.close()

    asyncio.run(run())
    assert way.closed


def test_o19_a_faulty_template_costs_one_mail_and_no_letter(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter is done and the match goes on; the mail is set aside, the host hears of it, and it may be retried."""
    office.configure(Config(domain="play.example", host="host@example.org"))
    office.begin()
    mover = office.asked()
    mail = Templates.mail

    def faulty(templates: Templates, name: str, **facts: Any) -> str:
        return mail(templates, name, **({} if name in ("match", "receipt") else facts))

    asyncio.run(office.worker(Scripted(office)).deliver_due())
    assert office.write(mover, "done") == "done"
    assert office.asked() != mover
    with monkeypatch.context() as patched:
        patched.setattr(Templates, "mail", faulty)
        deliver(office, Scripted(office))
    rows = office.store.post.outbox(None, 4)
    assert {(row.kind, row.status) for row in rows} >= {("match", "failed"), ("alarm-words", "sent")}
    (first, *_) = lost = [row for row in rows if row.status == "failed"]
    assert len(lost) == 2
    assert first.reply == "cannot be written"
    office.store.post.delivered(first.id, "new", "", office.time)
    way = Scripted(office)
    deliver(office, way)
    assert first.recipient in [to for _, to in way.tried]


def test_o20_the_bytes_of_a_mail_that_has_been_tried_are_sent_at_every_try(office: Office) -> None:
    office.begin()
    deliver(office, Scripted(office, *["later"] * 9))
    before = {row.id: row.raw for row in office.store.post.outbox("new", 99)}
    assert before
    assert all(before.values())
    office.configure(Config(domain="play.example", name="other"))
    office.time += LEASE_SECONDS * 100
    deliver(office, Scripted(office))
    assert {row.id: row.raw for row in office.store.post.outbox("sent", 99)} == before


def test_o20_the_bytes_of_a_mail_that_leaves_at_its_first_try_are_not_stored(office: Office) -> None:
    """It can still be read, and sent again."""
    office.begin()
    way = Scripted(office)
    deliver(office, way)
    rows = office.store.post.outbox("sent", 99)
    assert {row.raw for row in rows} == {b""}
    assert sorted(way.raws) == sorted(office.writer.mail(row) for row in rows)


def test_o20_bytes_are_stored_before_the_second_try_if_nobody_knows_how_the_first_ended(
    office: Office,
) -> None:
    """And such a mail does not become a part of a later one, since it may have arrived."""
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    assert office.write(mover, "say Hello?") == "done"

    class Dies(Scripted):
        async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
            await super().deliver(sender, to, raw)
            raise KeyboardInterrupt

    first = Dies(office)
    with pytest.raises(KeyboardInterrupt):
        deliver(office, first)
    assert office.write(mover, "done") == "done"
    office.store.post.release(office.time)
    deliver(office, Scripted(office, *["later"] * 9))
    (again,) = [row for row in office.store.post.outbox(None, 9) if row.raw in first.raws]
    assert (again.status, again.attempts) == ("new", 2)


def test_o21_two_mails_to_one_reader_about_one_match_that_have_not_left_yet_are_one(office: Office) -> None:
    """The later one tells what has happened since the last mail that went out, and all that was said."""
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    other = BEN if mover == ANN else ANN
    for text in ("say Have you seen the rain?", "say It has stopped.", "done"):
        assert office.write(mover, text) == "done"
    way = Scripted(office)
    deliver(office, way)
    assert [to for _, to in way.tried].count(other) == 1
    rows = [row for row in office.store.post.outbox(None, 6) if row.recipient == other]
    assert [row.status for row in rows] == ["sent", "merged", "merged"]
    assert rows[1].reply == f"told in letter {rows[0].id}"
    text = read(office, rows[0]).text
    assert text.index("Have you seen the rain?") < text.index("It has stopped.")
    assert "It is your turn" in text


def test_o21_what_a_letter_was_refused_for_is_told_before_what_was_done_then(office: Office) -> None:
    """A refusal can be answered with a yes: it is never part of another mail."""
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    assert office.write(mover, "S9 move z9") == "done"
    assert office.write(mover, "done") == "done"
    deliver(office, Scripted(office))
    done, refused, *_ = [row for row in office.store.post.outbox("sent", 6) if row.recipient == mover]
    assert "> S9 move z9" in read(office, refused).text
    assert "> done" in read(office, done).text
    assert all(read(office, row).header("In-Reply-To") for row in (done, refused))


def test_o21_what_was_done_by_several_letters_is_told_in_the_mail_that_they_become(office: Office) -> None:
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    assert office.write(mover, "S1 move b2") == "done"
    assert office.write(mover, "done") == "done"
    deliver(office, Scripted(office))
    mine = next(row for row in office.store.post.outbox("sent", 6) if row.recipient == mover)
    text = read(office, mine).text
    assert text.index("> S1 move b2") < text.index("> done")
    assert read(office, mine).header("In-Reply-To")


def test_o21_a_legend_that_one_of_them_shows_is_in_the_mail_that_both_become(office: Office) -> None:
    """Ben's first question explains everything; what comes before it has left is a receipt."""
    office.begin()
    deliver(office, Scripted(office))
    for _ in range(2):
        assert office.write(office.asked(), "done") == "done"
    deliver(office, Scripted(office))
    mails = [row for row in office.store.post.outbox("sent", 4) if row.kind == "match"]
    for reader in (ANN, BEN):
        row = next(row for row in mails if row.recipient == reader)
        text = read(office, row).text
        assert "O ball at its start" in text
        assert "Loose balls:" in text
        assert text.count("(reply above this line)") == 1


def test_o21_what_has_been_taken_back_in_between_is_told_in_a_mail_of_its_own(office: Office) -> None:
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    other = BEN if mover == ANN else ANN
    assert office.write(mover, "done") == "done"
    assert office.write(mover, "undo") == "done"
    assert office.write(other, "accept undo") == "done"
    deliver(office, Scripted(office))
    rows = [
        row for row in office.store.post.outbox(None, 9) if row.recipient == other and row.kind == "match"
    ]
    told = [read(office, row).text for row in rows if row.status == "sent"]
    assert len(told) >= 3  # the board before, what was done, and that it was taken back


def test_o21_who_says_the_same_twice_is_heard_twice(office: Office) -> None:
    office.begin()
    deliver(office, Scripted(office))
    mover = office.asked()
    other = BEN if mover == ANN else ANN
    for _ in range(2):
        assert office.write(mover, "say Hello?") == "done"
    deliver(office, Scripted(office))
    mail = next(row for row in office.store.post.outbox("sent", 9) if row.recipient == other)
    assert read(office, mail).text.count("Hello?") == 2
