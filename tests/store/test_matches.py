"""Matches and their logs in the database."""

import pytest
from msgspec import structs

from pbem.store import Store
from pbem.store.rows import Batch, Running, Terms, TurnRow
from tests.server.office import Office


@pytest.fixture
def store() -> Store:
    """Two players and a match of theirs that is offered."""
    store = Store(":memory:")
    for handle in ("Ann", "Ben"):
        store.people.add(handle, f"{handle.lower()}@example.org", 1)
    create(store)
    return store


def create(store: Store) -> int:
    return store.matches.create(
        "toy", 1, {"size": "3"}, terms=Terms(60, 60, 60), seed=bytes(32), now=5, seats=[("A", 1), ("B", 2)]
    )


def batch(number: int, *, row: int = 0, count: int = 1) -> Batch:
    return Batch(1, number, "A", None, row, count, 0, b"[]", 9, b"{}", b"{}", False)


def turn(number: int, batch: int = 0) -> TurnRow:
    return TurnRow(1, number, batch, number * 10, 0, number * 5, 1, b"{}", b"[]")


def numbers(store: Store) -> list[int]:
    return [each.number for each in store.log.turns(1)]


def test_what_is_put_in_comes_out(store: Store) -> None:
    row = store.matches.match(1)
    assert row is not None
    assert (row.game, row.options, row.status, row.terms) == (
        "toy",
        {"size": "3"},
        "offered",
        Terms(60, 60, 60),
    )
    assert (row.seed, row.salts, row.started, row.questions) == (bytes(32), (), None, False)
    seats = store.matches.seats(1)
    assert [(seat.seat, seat.handle, seat.status, seat.queue) for seat in seats] == [
        ("A", "Ann", "invited", ()),
        ("B", "Ben", "invited", ()),
    ]


def test_an_offer_becomes_a_match(store: Store) -> None:
    store.matches.answer_offer(1, 0, "accepted", "salt")
    store.matches.start(1, 2, ["x", "y"], 77)
    row = store.matches.match(1)
    assert row is not None
    assert (row.status, row.version, row.salts, row.started) == ("running", 2, ("x", "y"), 77)
    assert store.matches.seats(1)[0].salt == "salt"


@pytest.mark.parametrize("number", [0, 2, -1, 2**63, 10**40])
def test_a_match_that_is_not_there(store: Store, number: int) -> None:
    assert store.matches.find(number) is None


def test_lists_by_status_and_by_player(store: Store) -> None:
    create(store)
    store.matches.start(2, 1, [], 6)
    store.matches.answer_offer(1, 1, "declined", "")
    assert [row.id for row in store.matches.all()] == [2, 1]
    assert [row.id for row in store.matches.all("running")] == [2]
    assert [row.id for row in store.matches.all(None, 1)] == [2]
    assert [row.id for row in store.matches.of_player(1)] == [1, 2]
    assert [row.id for row in store.matches.of_player(2)] == [2]
    assert [row.id for row in store.matches.of_player(1, ("offered",))] == [1]
    assert [row.id for row in store.matches.lapsing(1)] == [1]
    assert store.matches.lapsing(0) == []


def change(store: Store, index: int, **changes: int) -> None:
    seat = store.matches.seats(1)[index]
    store.matches.change_seat(seat, structs.replace(seat, **changes))


def test_small_things_are_kept(store: Store) -> None:
    matches = store.matches
    matches.set_queue(1, 0, ("a", "b"))
    change(store, 0, told=4)
    matches.set_mailed(1, 0, "<x@y>")
    change(store, 1, since=1, due=9, next_reminder=5, reminded=2, bank=7)
    matches.pause(1, 44)
    one, two = matches.seats(1)
    assert (one.queue, one.told, one.last_mail) == (("a", "b"), 4, "<x@y>")
    assert (two.since, two.due, two.next_reminder, two.reminded, two.bank) == (1, 9, 5, 2, 7)
    row = matches.match(1)
    assert row is not None
    assert row.paused == 44
    matches.pause(1, None)
    assert matches.due(4) == []
    assert [seat.seat for seat in matches.due(5)] == ["B"]
    matches.pause(1, 44)
    assert matches.due(5) == []


# Snapshots.


def test_the_last_two_snapshots_and_every_eighth_are_kept(store: Store) -> None:
    for number in range(20):
        store.log.add_turns([turn(number)])
    assert numbers(store) == [0, 8, 16, 18, 19]


def test_snapshots_of_one_letter_with_many_turns(store: Store) -> None:
    store.log.add_turns([turn(0)])
    store.log.add_turns([turn(number) for number in range(1, 20)])
    assert numbers(store) == [0, 8, 16, 18, 19]
    store.log.add_turns([turn(number) for number in range(20, 23)])
    assert numbers(store) == [0, 8, 16, 21, 22]


def test_the_nearest_snapshot_is_found(store: Store) -> None:
    store.log.add_turns([turn(0)])
    store.log.add_turns([turn(number) for number in range(1, 20)])
    log = store.log
    found = [
        log.last_turn(1),
        log.turn_at(1, 17),
        log.turn_before_row(1, 159),
        log.turn_before_row(1, 160),
    ]
    found += [log.turn_before_event(1, 40), log.turn_before_event(1, 39)]
    assert [each.number for each in found if each] == [19, 16, 8, 16, 8, 0]
    assert log.last_turn(2) is None


def test_of_a_finished_match_the_first_and_the_last_snapshot_stay(store: Store) -> None:
    store.log.add_turns([turn(0)])
    store.log.add_turns([turn(number) for number in range(1, 20)])
    store.matches.set_queue(1, 0, ("a",))
    change(store, 0, since=1, due=2, next_reminder=3, reminded=0, bank=5)
    store.matches.finish(1, "over", "A>B", "won", 99)
    assert numbers(store) == [0, 19]
    seat = store.matches.seats(1)[0]
    assert (seat.queue, seat.since, seat.due, seat.next_reminder) == ((), None, None, None)
    row = store.matches.match(1)
    assert row is not None
    assert (row.status, row.result, row.reason, row.finished) == ("over", "A>B", "won", 99)


# The log.


def test_a_cut_takes_nothing_out_of_the_log(store: Store) -> None:
    matches, log = store.matches, store.log
    log.add_turns([turn(0, -1)])
    for number in range(4):
        log.append(batch(number, row=number))
        log.add_turns([turn(number + 1, number)])
    change(store, 0, told=20)
    log.cut(1, 2, 11)
    assert [each.number for each in log.batches(1)] == [0, 1]
    assert [(each.number, each.void) for each in log.batches(1, void=True)] == [
        (0, False),
        (1, False),
        (2, True),
        (3, True),
    ]
    assert log.next_batch(1) == 4
    assert numbers(store) == [0]
    assert [seat.told for seat in matches.seats(1)] == [11, 0]


def test_batches_from_a_number_on(store: Store) -> None:
    assert store.log.next_batch(1) == 0
    for number in range(3):
        store.log.append(batch(number))
    assert [each.number for each in store.log.batches(1, 1)] == [1, 2]
    assert store.log.batches(1)[0] == batch(0)


def test_a_match_from_elsewhere_keeps_its_number(store: Store) -> None:
    def adopt(number: int) -> int | None:
        return store.matches.adopt(
            number, "toy", 1, {}, seed=bytes(32), salts=("x",), now=9, seats=[("A", 1), ("B", 2)]
        )

    assert adopt(1) is None
    assert adopt(40) == 40
    row = store.matches.match(40)
    assert row is not None
    assert (row.status, row.salts, row.started) == ("running", ("x",), 9)
    assert [seat.status for seat in store.matches.seats(40)] == ["accepted"] * 2


# Cost.


def cost_of_a_move(office: Office) -> tuple[int, int]:
    """How many statements a letter takes, and how many rows of the log are read."""
    statements: list[str] = []
    rows: list[int] = []
    running = office.store.matches.running
    office.store.db.conn.set_trace_callback(statements.append)

    def counted(match: int) -> Running | None:
        found = running(match)
        rows.append(len(found.batches) if found is not None else 0)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(office.store.matches, "running", counted)
        office.write(office.asked(), "done")
    office.store.db.conn.set_trace_callback(None)
    return len(statements), sum(rows)


@pytest.mark.sqlite
def test_a_letter_costs_the_same_at_the_end_of_a_long_match() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed stall=off")
    for _ in range(7):
        office.write(office.asked(), "done")
    early = cost_of_a_move(office)
    for _ in range(80):
        office.write(office.asked(), "done")
    late = cost_of_a_move(office)
    assert late == early
    assert 0 < late[1] <= 4
