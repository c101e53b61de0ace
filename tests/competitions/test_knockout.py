"""Brackets: seeds, byes, ties of several matches, double elimination."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.competitions import knockout
from pbem.competitions.values import Field, Pairing, Result
from tests.competitions.playing import better_seed, by_lot, field, play, settled, started, withdraw


def test_the_best_seeds_are_apart() -> None:
    assert knockout.seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_byes_go_to_the_best_seeds() -> None:
    bracket = knockout.single(6)
    first = knockout.due(field(6), bracket)
    assert {pairing.seats for pairing in first} == {(4, 5), (3, 6)}


@given(st.integers(2, 33), st.sampled_from([1, 3, 5]))
def test_the_better_seeds_win_to_the_end(count: int, best_of: int) -> None:
    bracket = knockout.single(count)
    end = play(field(count), lambda field: knockout.due(field, bracket, best_of), better_seed)
    assert knockout.follow(end, bracket, best_of).champion == 1
    assert len(end.results) == (count - 1) * (best_of // 2 + 1)


@given(st.integers(2, 20), st.binary(max_size=4), st.booleans())
def test_double_elimination_ends_when_all_but_one_have_lost_twice(
    count: int, seed: bytes, at_once: bool
) -> None:
    bracket = knockout.double(count)
    end = play(
        field(count),
        lambda field: knockout.due(field, bracket),
        lambda pairing: by_lot(pairing, seed, draws=False),
        at_once=at_once,
    )
    champion = knockout.follow(end, bracket).champion
    lost = {
        entrant.number: sum(
            result.winner != entrant.number for result in end.results if result.pairing.has(entrant.number)
        )
        for entrant in end.entrants
    }
    assert champion is not None
    assert lost[champion] <= 1
    assert {times for number, times in lost.items() if number != champion} == {2}


def test_a_tie_is_the_best_of_several_with_changing_seats() -> None:
    bracket = knockout.single(2)
    state = started(field(2), knockout.due(field(2), bracket, 3))
    state = settled(state, Result(state.running[0], ((2,), (1,))))
    (second,) = knockout.due(state, bracket, 3)
    assert second == Pairing(1, 1, (2, 1), 2)
    state = settled(state, Result(second, ((1,), (2,))))
    (third,) = knockout.due(state, bracket, 3)
    assert third.seats == (1, 2)
    state = settled(state, Result(third, ((2,), (1,))))
    assert knockout.follow(state, bracket, 3).champion == 2


def test_after_draws_the_better_seed_goes_on() -> None:
    bracket = knockout.single(2)
    end = play(
        field(2),
        lambda field: knockout.due(field, bracket),
        lambda pairing: Result(pairing, (pairing.seats,)),
    )
    assert len(end.results) == 1 + knockout.DRAWS
    assert knockout.follow(end, bracket).champion == 1


@pytest.mark.parametrize("make", [knockout.single, knockout.double])
def test_who_withdraws_is_out(make: object) -> None:
    assert callable(make)
    bracket = make(4)
    state = withdraw(started(field(4), knockout.due(field(4), bracket)), 1)

    def due(field: Field) -> list[Pairing]:
        return knockout.due(field, bracket)

    end = play(state, due, better_seed)
    assert knockout.follow(end, bracket).champion == 2


def test_who_withdraws_later_keeps_the_ties_they_have_won() -> None:
    """The one they beat stays out; whoever they meet next goes on."""
    begun = started(field(4), knockout.due(field(4), knockout.single(4)))
    first, second = begun.running
    upset = Result(first, ((first.seats[1],), (first.seats[0],)))
    after = settled(settled(begun, upset), better_seed(second))
    assert after.find(first.seats[1]).number == 4
    gone = withdraw(after, 4)
    assert knockout.follow(gone, knockout.single(4)).winners == (4, 2, 2)
    assert knockout.due(gone, knockout.single(4)) == []
