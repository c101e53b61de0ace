"""Figures for the host's desk: they are right, and cost little however much there is."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store import Store
from pbem.store.figures import Box
from tests.server.office import in_memory
from tests.store.mails import finished
from tests.store.test_costs import steps


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(":memory:")
    yield store
    store.close()


@given(
    st.lists(st.integers(0, 60), max_size=30),
    st.sets(st.integers(0, 70), min_size=1, max_size=6),
    st.integers(0, 10),
)
def test_letters_are_counted_by_period(moments: list[int], starts: set[int], cleared: int) -> None:
    """As if each were looked at; of those that have been cleared out, only the oldest, none is missed after the first
    letter that is left."""
    store, moments = in_memory(), sorted(moments)
    for moment in moments:
        store.post.receive(b"", "", [], moment)
    gone = min(cleared, max(0, len(moments) - 1))
    store.db.execute("DELETE FROM inbox WHERE id <= ?", [gone])
    left, bounds = moments[gone:], sorted(starts)
    found = store.figures.per_period("inbox", bounds)
    ends = [*bounds[1:], 1000]
    assert found == [
        sum(start <= moment < end for moment in left) for start, end in zip(bounds, ends, strict=True)
    ]
    assert store.figures.total("inbox") == len(moments)
    store.close()


@pytest.mark.parametrize("box", ["inbox", "outbox"])
def test_there_may_be_no_letter_at_all(store: Store, box: Box) -> None:
    assert store.figures.per_period(box, [0, 10]) == [0, 0]
    assert store.figures.oldest_waiting(box) is None
    assert set(store.figures.unfinished(box).values()) == {0}
    assert store.figures.total(box) == 0


def test_the_oldest_that_waits(store: Store) -> None:
    """Those do not that are done, set aside, or held."""
    for moment, status in ((1, "done"), (2, "failed"), (3, "held"), (4, "throttled"), (5, "new")):
        number = store.post.receive(b"", "", [], moment)
        store.db.execute("UPDATE inbox SET status = ? WHERE id = ?", [status, number])
    assert store.figures.oldest_waiting("inbox") == 4
    assert store.figures.unfinished("inbox") == {"new": 1, "throttled": 1, "held": 1, "failed": 1}
    store.post.delivered(
        finished(store.post, "a@x.example", "<1@x>", b"", 1, kind="match"), "sent", "", now=1
    )
    finished(store.post, "a@x.example", "<2@x>", b"", 2, kind="match", hold=True)
    finished(store.post, "a@x.example", "<3@x>", b"", 3, kind="match")
    assert store.figures.oldest_waiting("outbox") == 3
    assert store.figures.unfinished("outbox") == {"new": 1, "held": 1, "failed": 0}


LOOKS: dict[str, Callable[[Store], object]] = {
    "waiting": lambda store: store.figures.waiting(5),
    "oldest in": lambda store: store.figures.oldest_waiting("inbox"),
    "oldest out": lambda store: store.figures.oldest_waiting("outbox"),
    "unfinished in": lambda store: store.figures.unfinished("inbox"),
    "unfinished out": lambda store: store.figures.unfinished("outbox"),
    "held back": lambda store: store.figures.held_back(),
    "players": lambda store: store.figures.players(),
    "unreachable": lambda store: store.figures.unreachable(5),
    "total": lambda store: store.figures.total("outbox"),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("name", LOOKS)
def test_what_is_done_with_is_not_looked_at(store: Store, name: str) -> None:
    """A thousand matches and letters more change nothing."""
    store.db.execute("PRAGMA foreign_keys = OFF")

    def fill(first: int, last: int) -> None:
        many = range(first, last)
        conn = store.db.conn
        assert conn is not None
        conn.executemany(
            "INSERT INTO players (id, handle, key, address, created) VALUES (?, 'p', ?, ?, 0)",
            [(n, str(n), f"{n}@x.example") for n in many],
        )
        conn.executemany(
            "INSERT INTO matches (id, game, version, options, status, seed, salts, created)"
            " VALUES (?, 'dodgeball', 1, '{}', 'running', x'', '[]', 0)",
            [(n,) for n in many],
        )
        conn.executemany(
            "INSERT INTO seats (match, n, seat, player, status, since) VALUES (?, ?, 'S', ?, 'accepted', ?)",
            [(n, seat, n, n if seat else None) for n in many for seat in (0, 1)],
        )
        for n in many:
            store.db.execute(
                "UPDATE inbox SET status = 'done' WHERE id = ?", [store.post.receive(b"", "", [], n)]
            )
            store.post.delivered(
                finished(store.post, "a@x.example", f"<{n}@x>", b"", n, kind="match"), "sent", "", now=n
            )

    fill(1, 20)
    before = steps(store, lambda: LOOKS[name](store))
    fill(20, 1000)
    assert steps(store, lambda: LOOKS[name](store)) < 2 * before
