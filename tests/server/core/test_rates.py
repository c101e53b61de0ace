"""The one way to count: in memory and in the database alike."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.orders import Refused
from pbem.server.core.config import Caps, Config
from pbem.server.core.context import Ignored
from pbem.server.core.limits import Limit, limits_of
from pbem.server.core.rates import (
    REMEMBERED,
    Memory,
    RateLimits,
    fits,
    fits_share,
    turn_comes,
)
from pbem.store import Store
from pbem.store.tallies import Tallies
from tests.server.office import in_memory
from tests.server.running import UNCAPPED

TABLE = {"two": Limit(2, 10), "any": Limit(0, 10), "other": Limit(1, 10), "bytes": Limit(100, 10)}


class Clock:
    """A clock that only moves when told."""

    def __init__(self) -> None:
        self.time = 1000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "store"])
def counts(request: pytest.FixtureRequest) -> Iterator[Tallies | Memory]:
    if request.param == "memory":
        yield Memory()
        return
    store = Store(":memory:")
    yield store.tallies
    store.close()


@pytest.fixture
def limits(counts: Tallies | Memory, clock: Clock) -> RateLimits:
    return RateLimits(TABLE, counts, clock)


def test_a_window_begins_with_the_first_and_takes_so_many(limits: RateLimits, clock: Clock) -> None:
    assert [limits.take("two", "ann") for _ in range(3)] == [1, 2, 0]
    assert limits.used("two", "ann") == 2
    assert limits.ends("two", "ann") == 1010
    clock.time = 1009
    assert limits.take("two", "ann") == 0
    clock.time = 1010
    assert limits.used("two", "ann") == 0
    assert limits.ends("two", "ann") == 1020
    assert [limits.take("two", "ann") for _ in range(3)] == [1, 2, 0]


def test_a_clock_that_was_ahead_leaves_no_limit_behind(limits: RateLimits, clock: Clock) -> None:
    clock.time += 864_000
    assert [limits.take("two", "ann") for _ in range(3)] == [1, 2, 0]
    clock.time -= 864_000
    assert limits.used("two", "ann") == 0
    assert limits.ends("two", "ann") == 1010
    assert [limits.take("two", "ann") for _ in range(3)] == [1, 2, 0]


def test_keys_and_limits_are_counted_apart(limits: RateLimits) -> None:
    assert [limits.take("other", key) for key in ("ann", "ben", "ann", 7, "7")] == [1, 1, 0, 1, 0]
    assert limits.take("two", "ann") == 1


def test_nothing_is_counted_where_there_is_no_limit(limits: RateLimits) -> None:
    assert [limits.take("any", "ann") for _ in range(5)] == [1] * 5
    limits.count("any", "ann")
    assert limits.used("any", "ann") == 0


def test_what_has_happened_is_counted_beyond_the_limit(limits: RateLimits) -> None:
    for _ in range(5):
        limits.count("two", "ann")
    assert limits.used("two", "ann") == 5
    assert limits.take("two", "ann") == 0


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(TABLE)), st.sampled_from(["ann", "ben"]), st.integers(1, 3)),
        max_size=8,
    ),
    st.lists(st.integers(0, 25), min_size=2, max_size=4),
)
def test_many_are_counted_at_once_as_one_by_one(
    events: list[tuple[str, str, int]], pauses: list[int]
) -> None:
    """Also across the ends of their windows."""
    clock, store = Clock(), in_memory()
    singly, at_once = Memory(), Memory()
    ways = [RateLimits(TABLE, counts, clock) for counts in (singly, at_once, store.tallies)]
    keys = [(name, key) for name in TABLE for key in ("ann", "ben")]
    for pause in pauses:
        amounts = Counter[tuple[str, str]]()
        for name, key, amount in events:
            ways[0].count(name, key, amount)
            amounts[name, key] += amount
        for way in ways[1:]:
            way.count_each(amounts)
        clock.time += pause
        expected = {(name, key): ways[0].used(name, key) for name, key in keys}
        for way in ways:
            found = way.used_each(keys)
            assert {key: found.get(key, 0) for key in keys} == expected
    store.close()


def test_amounts_are_counted_as_far_as_they_fit(limits: RateLimits) -> None:
    assert [limits.take("bytes", "ann", size) for size in (60, 50, 40, 1)] == [60, 0, 100, 0]


def test_memory_forgets_the_keys_that_were_longest_not_used(clock: Clock) -> None:
    limits = RateLimits(TABLE, Memory(), clock)
    for number in range(REMEMBERED):
        limits.take("two", number)
    limits.take("two", 0)
    limits.take("two", "one more")
    assert [limits.used("two", key) for key in (0, 1, 2, "one more")] == [2, 0, 1, 1]


def test_what_is_undone_has_not_been_counted(clock: Clock) -> None:
    store = Store(":memory:")
    limits = RateLimits(TABLE, store.tallies, clock)
    with suppress(Refused), store.transaction():
        limits.take("two", "ann")
        raise Refused("after all")
    assert limits.used("two", "ann") == 0
    store.close()


def test_counts_that_have_ended_are_cleared_out(clock: Clock) -> None:
    store = Store(":memory:")
    limits = RateLimits(TABLE, store.tallies, clock)
    limits.take("two", "ann")
    clock.time += 5
    limits.take("two", "ben")
    store.tallies.clear(clock.time + 5)
    assert store.db.execute("SELECT key FROM tallies").fetchall() == [("ben",)]
    store.close()


# What is decided from counts.


@pytest.mark.parametrize(
    ("most", "count", "amount", "within"),
    [
        (3, 2, 1, True),
        (3, 3, 1, False),
        (3, 1, 2, True),
        (3, 2, 2, False),
        (3, 0, 4, False),
        (0, 99, 99, True),
    ],
)
def test_what_is_within_a_limit(most: int, count: int, amount: int, within: bool) -> None:
    assert fits(most, count, amount) == within


@pytest.mark.parametrize(
    ("taken", "own", "amount", "within"),
    [
        (0, 0, 1, True),
        (4, 4, 1, True),
        (5, 5, 1, False),  # half is gone, all of it to this source
        (5, 0, 1, True),  # to another there is as much left
        (9, 0, 1, True),
        (9, 1, 1, False),
        (10, 0, 1, False),
        (4, 0, 6, True),
        (4, 0, 7, False),
    ],
)
def test_what_is_shared_is_shared_by_source(taken: int, own: int, amount: int, within: bool) -> None:
    assert fits_share(10, taken, own, amount) == within
    assert fits_share(0, taken, own, amount)


@pytest.mark.parametrize(
    ("count", "ahead", "hours"), [(3, 0, 1), (3, 2, 1), (3, 3, 2), (3, 9, 4), (0, 3, 1), (0, 0, 0)]
)
def test_letters_that_wait_come_by_so_many_an_hour(count: int, ahead: int, hours: int) -> None:
    assert turn_comes(3, 1000, count, ahead) == 1000 + hours * 3600


@pytest.mark.parametrize(
    ("name", "error"), [("confirm", Refused), ("held", Ignored), ("unsure", Ignored), ("guest", Refused)]
)
def test_the_table_says_what_comes_of_one_too_many(
    counts: Tallies | Memory, clock: Clock, name: str, error: type[Exception]
) -> None:
    limits = RateLimits(limits_of(Config()), counts, clock)
    for _ in range(limits.most(name)):
        limits.check(name, "ann")
        limits.require(name, "ann")
    for turn_away in (limits.require, limits.check):
        with pytest.raises(error, match=r"\w"):
            turn_away(name, "ann")
    assert limits.require(name, "ben") == 1


def test_a_cap_of_zero_is_no_limit() -> None:
    open_to_all = Config(relay="mx.example:25", caps=UNCAPPED)
    capped = Config(relay="mx.example:25", caps=Caps())
    free = {name for name, limit in limits_of(open_to_all).items() if not limit.most}
    assert {name for name, limit in limits_of(capped).items() if not limit.most} == set()
    assert free >= {
        "arriving",
        "bytes",
        "strangers",
        "letters",
        "misread",
        "misread, briefly",
        "say",
        "all mails",
    }
    assert "alarm" not in free


def test_on_trial_nothing_is_limited_that_one_does_in_an_hour() -> None:
    free = {name for name, limit in limits_of(Config()).items() if not limit.most}
    assert {name for name, limit in limits_of(Config()).items() if limit.window <= 3600} <= free
    assert "misread" not in free
