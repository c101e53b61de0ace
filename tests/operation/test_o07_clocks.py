"""O7: a clock that is set back an hour, forward ten days, or to summer time: one catch-up for each match, no storm."""

import asyncio
from collections import Counter
from datetime import UTC, datetime

import pytest

from pbem.mail.delivery import Outcome
from pbem.server.admin import host
from pbem.server.clocks.outages import beat, give_back, has_clocks_to_set, set_clocks
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office
from tests.store.mails import finished

HOUR, DAY = 3600, 86_400
POLICIES = ("nag", "skip", "forfeit", "vote")


@pytest.fixture
def busy(office: Office) -> Office:
    """A match of each policy, and an offer that nobody has taken up."""
    for policy in POLICIES:
        office.begin(f"pawns=3 placement=fixed pace=3d policy={policy}")
    office.write("ann@example.org", "challenge dodgeball ben")
    office.mails()
    return office


def lives(office: Office) -> None:
    """What a running server does every minute."""
    with office.store.transaction():
        give_back(office.store, office.app.now())
        while has_clocks_to_set(office.store):
            set_clocks(office.store, office.app.now())
        beat(office.store, office.time)


def lives_on(office: Office, seconds: int) -> None:
    """So much time goes by while the server runs."""
    for _ in range(seconds // 60):
        office.time += 60
        lives(office)


def mails_of_crons(office: Office, runs: int, every: int, *, server: bool) -> Counter[tuple[str, int | None]]:
    """How many mails of each match cron sends to each player while it runs so often."""
    for _ in range(runs):
        run_reminders(office.app)
        if server:
            lives(office)
            lives_on(office, every)
        else:
            office.time += every
    rows = [row for row in office.store.post.outbox(None, 10_000) if row.id > office.seen]
    office.mails()
    return Counter((row.recipient, row.match) for row in rows)


@pytest.mark.parametrize("server", [True, False])
@pytest.mark.parametrize(
    "jumps", [(10 * DAY,), (-HOUR,), (10 * DAY, -10 * DAY), (-HOUR, HOUR), (-10 * DAY, 10 * DAY)]
)
def test_o07_clock_jumps(busy: Office, jumps: tuple[int, ...], server: bool) -> None:
    """Whether the server notices first or cron: nobody gets more than one mail about a match for each jump."""
    if server:
        lives(busy)
    for jump in jumps:
        busy.time += jump
        counts = mails_of_crons(busy, 12, 5 * 60, server=server)
        assert max(counts.values(), default=0) <= 1
    assert host.check(busy.app) == []


def test_o07_a_clock_that_goes_forward_makes_nobody_late_while_the_server_runs(busy: Office) -> None:
    """Ten days during which no server was there are given back, whatever they are due to."""
    lives(busy)
    busy.time += 10 * DAY
    steps = {step.what for step in run_reminders(busy.app)}
    assert steps <= {"wait"}
    lives(busy)
    assert run_reminders(busy.app) == []
    assert [row.status for row in busy.store.matches.all("over")] == []


def test_o07_a_reminder_is_not_repeated_when_the_hour_is_lived_through_again(busy: Office) -> None:
    lives(busy)
    lives_on(busy, 36 * HOUR)
    first = {(step.match, step.what) for step in run_reminders(busy.app)}
    assert first == {(number, "remind") for number in range(1, len(POLICIES) + 1)}
    busy.time -= HOUR
    again = []
    for _ in range(12):
        lives_on(busy, 10 * 60)
        again += run_reminders(busy.app)
    assert again == []


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2027-03-27T12:00", "Mon 29 Mar 2027, 14:00 (Europe/Berlin)"),  # to summer time
        ("2027-10-30T12:00", "Mon 1 Nov 2027, 13:00 (Europe/Berlin)"),  # and back
    ],
)
def test_o07_summer_time_comes_and_goes(office: Office, asked: str, due: str) -> None:
    """Two days are two days, told in local time; one reminder, though an hour is missing or comes twice."""
    office.time = int(datetime.fromisoformat(asked).replace(tzinfo=UTC).timestamp())
    for name in ("Ann", "Ben"):
        office.register(name)
        office.write(f"{name.lower()}@example.org", "settings zone Europe/Berlin")
    mails = office.begin("pawns=3 placement=fixed pace=2d policy=nag")
    assert due in mails[office.asked()].flat
    end, done = office.time + 2 * DAY, []
    while office.time < end - 60:
        lives(office)
        done += [step.what for step in run_reminders(office.app)]
        lives_on(office, 10 * 60)
    assert done == ["remind"]


class Way:
    """A way out that puts off what it gets first."""

    def __init__(self) -> None:
        self.tried: list[str] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        self.tried.append(to)
        return Outcome("later" if len(self.tried) == 1 else "sent", "")

    async def close(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize("jump", [-HOUR, 10 * DAY])
def test_o07_letters_on_their_way_out_are_neither_lost_nor_doubled(office: Office, jump: int) -> None:
    """They wait an hour longer at the most."""
    way, start = Way(), office.time
    finished(office.store.post, "ann@x", "<1@z>", b"raw", office.time, kind="answer")
    assert asyncio.run(office.worker(way).deliver_due()) == 1
    office.time += jump
    while office.store.post.next_due() is not None and office.time < start + 20 * DAY:
        asyncio.run(office.worker(way).deliver_due())
        office.time += 60
    assert way.tried == ["ann@x", "ann@x"]
    assert office.time < start + max(0, jump) + HOUR
