"""Stops of the clocks: found without a look at those of everybody else."""

from __future__ import annotations

from pbem.store import Store


def steps_of_a_look(store: Store) -> int:
    """How many instructions of SQLite's machine it takes to find the stops of a seat."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    conn = store.db.conn
    assert conn is not None
    conn.set_progress_handler(count, 1)
    assert [stop.kind for stop in store.stops.of_seat(1, 1, 100)] == ["outage"]
    conn.set_progress_handler(None, 1)
    return steps


def test_what_others_have_booked_costs_a_seat_nothing() -> None:
    store = Store(":memory:")
    store.db.execute("PRAGMA foreign_keys = OFF")
    store.stops.add("outage", 100, 200)
    before = steps_of_a_look(store)
    for number in range(2, 1000):
        store.stops.add("vacation", 100, 200, player=number)
        store.stops.add("pause", 100, 200, match=number)
    assert steps_of_a_look(store) == before
