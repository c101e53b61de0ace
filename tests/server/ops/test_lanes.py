"""Several letters on their way at the same time: order, caps, crashes, a relay in trouble, and the end."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail.delivery import Outcome, Relay, Relays
from pbem.server.core.config import Caps
from pbem.server.departures.delivery_worker import BATCH
from tests.mail.mta import DROP, FakeMta, mta_beside
from tests.server.mailbox.test_identity import office as office_with_mailbox
from tests.server.office import Office
from tests.server.running import free_port
from tests.store.mails import finished

LANES = 8


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the lock of those who deliver lies."""
    monkeypatch.chdir(tmp_path)


class Slow:
    """A way out on which letters are for a few milliseconds."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.begun: list[str] = []
        self.taken: list[tuple[str, bytes]] = []
        self.under_way: list[str] = []
        self.at_once = 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.stops_at = 0

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        assert to not in self.under_way, "two letters to one recipient at once"
        self.begun.append(to)
        self.under_way.append(to)
        self.at_once = max(self.at_once, len(self.under_way))
        await asyncio.sleep(self.chance.random() * 0.005)
        await self.go_on.wait()
        self.under_way.remove(to)
        self.taken.append((to, raw))
        if len(self.taken) == self.stops_at:
            self.go_on.clear()
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing to close."""


def open_office(**caps: int) -> Office:
    return Office(
        relay="mx.example:25",
        relay_connections=LANES,
        caps=Caps(**(dict.fromkeys(Caps.__struct_fields__, 0) | caps)),
    )


def send(office: Office, recipients: list[str], first: int = 0) -> None:
    for number, recipient in enumerate(recipients, first):
        raw = f"Message-ID: <{number:04}@play.example>\r\n\r\nhello\r\n".encode()
        finished(office.store.post, recipient, f"<{number}@play.example>", raw, office.time, kind="answer")


def people(count: int) -> list[str]:
    return [f"p{number}@example.org" for number in range(count)]


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop run until something has come about."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it has not come about")


def statuses(office: Office) -> dict[str, int]:
    return office.store.post.counts()


def test_letters_to_one_recipient_leave_in_order_and_one_by_one() -> None:
    office, way = open_office(), Slow()
    chance = random.Random(2)
    recipients = [f"p{min(chance.randrange(40), chance.randrange(40))}@example.org" for _ in range(4 * BATCH)]
    send(office, recipients)
    assert asyncio.run(office.worker(way).deliver_due()) == 4 * BATCH
    assert way.at_once == LANES
    got: defaultdict[str, list[bytes]] = defaultdict(list)
    for to, raw in way.taken:
        got[to].append(raw)
    assert all(raws == sorted(raws) for raws in got.values())
    assert statuses(office) == {"outbox sent": 4 * BATCH}


def test_a_recipient_who_takes_long_holds_up_nobody_else() -> None:
    """Not even those whose letters come while theirs is on its way."""
    office = open_office()
    slow, *others = people(3 * BATCH)

    class Tarpit(Slow):
        async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
            if to == slow and self.taken:
                await self.go_on.wait()
            self.taken.append((to, raw))
            return Outcome("sent", "250 ok")

    async def run() -> None:
        way = Tarpit()
        way.go_on.clear()
        worker = office.worker(way)
        send(office, [slow] * 3)
        task = asyncio.create_task(worker.run(9))
        await until(lambda: len(way.taken) == 1)
        send(office, others, first=3)
        worker.work.set()
        await until(lambda: statuses(office) == {"outbox sent": len(others) + 1, "outbox new": 2})
        way.go_on.set()
        await until(lambda: statuses(office) == {"outbox sent": len(others) + 3})
        worker.stop()
        await task

    asyncio.run(run())


@pytest.mark.parametrize("most", [1, BATCH + 3, 2 * BATCH])
def test_caps_hold_for_letters_in_hand(most: int) -> None:
    office, way = open_office(mails_an_hour=most), Slow()
    send(office, ["ann@example.org"] * 3 * BATCH)
    asyncio.run(office.worker(way).deliver_due())
    assert len(way.taken) == most


def test_a_providers_quota_holds_for_letters_in_hand_and_they_go_one_by_one() -> None:
    office, way = office_with_mailbox(mails_a_day=100), Slow()
    send(office, people(3 * BATCH))
    asyncio.run(office.worker(way).deliver_due())
    assert len(way.taken) == 70
    assert way.at_once == 1


def test_what_a_dead_server_had_on_its_way_leaves_again_and_nothing_else() -> None:
    office = open_office()
    send(office, people(3 * LANES))

    async def run() -> list[str]:
        way = Slow()
        task = asyncio.create_task(office.worker(way).deliver_due())
        way.stops_at = LANES
        await until(lambda: statuses(office).get("outbox sent", 0) >= LANES)
        before = [to for to, _ in way.taken]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return before

    before = asyncio.run(run())
    noted = {row.recipient: row.raw for row in office.store.post.outbox("sent", 99)}
    assert noted.keys() == set(before)
    office.store.post.release(office.time)
    again = Slow()
    asyncio.run(office.worker(again).deliver_due())
    assert sorted(to for to, _ in again.taken) == sorted(set(people(3 * LANES)) - noted.keys())
    assert dict(again.taken) | noted == {row.recipient: row.raw for row in office.store.post.outbox(None, 99)}


def test_told_to_stop_it_finishes_what_is_on_its_way_and_gives_back_the_rest() -> None:
    office = open_office()
    send(office, people(5 * LANES))

    async def run() -> int:
        way = Slow()
        worker = office.worker(way)
        task = asyncio.create_task(worker.run(9))
        way.stops_at = LANES
        await until(lambda: len(way.under_way) == LANES and not way.go_on.is_set())
        worker.stop()
        await asyncio.sleep(0)
        way.go_on.set()
        await asyncio.wait_for(task, 20)
        assert sorted(way.begun) == sorted(to for to, _ in way.taken)
        return len(way.taken)

    taken = asyncio.run(run())
    assert LANES < taken < 4 * LANES
    rest = office.store.post.outbox("new", 99)
    assert len(rest) == 5 * LANES - taken
    assert {(row.attempts, row.due) for row in rest} == {(0, office.time)}


def through(office: Office, mta: FakeMta) -> int:
    async def run() -> int:
        relays = Relays(Relay("127.0.0.1", mta.port, hostname="play.example", seconds=20), LANES)
        worker = office.worker(relays)
        try:
            return await worker.deliver_due()
        finally:
            await worker.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("verb", "reply", "status"),
    [
        ("RCPT p7@example.org", "550 5.1.1 nobody of that name", "failed"),
        ("RCPT p7@example.org", "450 4.2.0 greylisted", "new"),
        ("RCPT p7@example.org", DROP, "new"),
        ("RCPT p7@example.org", "421 4.4.2 closing", "new"),
    ],
)
def test_trouble_with_one_of_many_is_its_own(verb: str, reply: str, status: str) -> None:
    office = open_office()
    send(office, people(6 * LANES))
    with mta_beside() as mta:
        mta.seconds = 0.002
        mta.says[verb] = [reply]
        assert through(office, mta) == 6 * LANES
        assert 2 < mta.at_once <= LANES
    (row,) = [row for row in office.store.post.outbox(None, 99) if row.status != "sent"]
    assert (row.recipient, row.status, row.attempts) == ("p7@example.org", status, 1)
    assert sorted(to for to, _ in mta.handed) == sorted(set(people(6 * LANES)) - {"p7@example.org"})


def test_a_relay_that_lets_in_only_a_few_gets_all_letters_at_their_first_attempt() -> None:
    office = open_office()
    send(office, people(6 * LANES))
    with mta_beside() as mta:
        mta.seconds, mta.most = 0.02, 3
        through(office, mta)
        assert mta.at_once == 3
    assert {(row.status, row.attempts) for row in office.store.post.outbox(None, 99)} == {("sent", 1)}


def test_a_relay_that_cannot_be_reached_is_called_by_one_letter_at_a_time() -> None:
    office = open_office()
    send(office, people(5 * LANES))
    mta = FakeMta()
    mta.port = free_port()
    assert through(office, mta) == 10
    assert sorted({row.attempts for row in office.store.post.outbox("new", 99)}) == [0, 1]
    assert office.store.post.next_due() == office.time + 60
