"""From the outbox to the world: what is tried, when again, and when no more."""

import asyncio

from pbem.mail.delivery import RETRY, Maildir, Outcome, Relay
from pbem.server.core.config import Config
from pbem.server.ops.delivery_worker import BATCH, LEASE_SECONDS, delivery_for
from tests.server.office import Office


class Scripted:
    """A way out of the house whose answers are known beforehand."""

    def __init__(self, office: Office, *statuses: str) -> None:
        self.office = office
        self.statuses = list(statuses)
        self.tried: list[tuple[str, str]] = []
        self.closed = False
        self.done = asyncio.Event()

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        assert not self.office.store.db.conn.in_transaction
        self.tried.append((sender, to))
        self.done.set()
        status = self.statuses.pop(0) if self.statuses else "sent"
        return Outcome(status, f"reply {len(self.tried)}")  # type: ignore[arg-type]

    async def close(self) -> None:
        self.closed = True


def send(office: Office, count: int = 1) -> None:
    for number in range(count):
        office.store.post.send(f"p{number}@x", f"<{number}@z>", b"raw", office.time, kind="answer")


def deliver(office: Office, way: Scripted) -> int:
    return asyncio.run(office.worker(way).deliver_due())


def line_result(office: Office) -> tuple[str, int, int, str]:
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
    assert line_result(office)[:2] == ("sent", 1)
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
    assert line_result(office) == ("new", 1, LEASE_SECONDS, "in hand")
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
        status, _, seconds, _ = line_result(office)
        assert (status, seconds) == ("new", wait.total_seconds())
        office.time += int(wait.total_seconds())
    assert deliver(office, way) == 1
    assert line_result(office)[0] == "failed"
    assert 3.5 < (office.time - start) / 86_400 < 4.5


def test_a_letter_that_is_refused_is_given_up_at_once(office: Office) -> None:
    send(office)
    deliver(office, Scripted(office, "failed"))
    assert line_result(office)[:2] == ("failed", 1)
    assert line_result(office)[3] == "reply 1"


def test_the_way_out_is_as_configured() -> None:
    assert isinstance(delivery_for(Config()), Maildir)
    assert isinstance(delivery_for(Config(relay="mx.example:25")), Relay)


def test_it_runs_until_it_is_cancelled(office: Office) -> None:
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
