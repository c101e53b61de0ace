"""Round robins against the published Berger tables."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.competitions import round_robin
from pbem.competitions.values import Field, Pairing
from tests.competitions.playing import better_seed, by_lot, field, play, settled, started, withdraw

FIDE = {  # C.05, annex 1
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("count", FIDE)
def test_the_tables_are_those_of_fide(count: int) -> None:
    rounds = [
        {tuple(map(int, pair.split("-"))) for pair in text.split()} for text in FIDE[count].split(" / ")
    ]
    assert [set(pairs) for pairs in round_robin.berger(count)] == rounds


@given(st.integers(2, 24), st.integers(1, 2))
def test_everybody_meets_everybody_and_seats_are_shared(count: int, cycles: int) -> None:
    rounds = round_robin.schedule(count, cycles)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == {frozenset(pair): cycles for pair in combinations(range(1, count + 1), 2)}
    for number in range(1, count + 1):
        seats = [pair.index(number) for pairs in rounds for pair in pairs if number in pair]
        assert abs(seats.count(0) - seats.count(1)) <= 1
        if cycles == 2:
            assert not any(len(set(seats[at : at + 3])) == 1 for at in range(len(seats) - 2))


def test_a_match_starts_when_both_have_finished_theirs() -> None:
    """Nobody waits for a match that is not theirs."""
    begun = started(field(6), round_robin.due(field(6)))
    assert {pairing.seats for pairing in begun.running} == {(1, 6), (2, 5), (3, 4)}
    two = settled(settled(begun, better_seed(Pairing(1, 1, (1, 6)))), better_seed(Pairing(1, 3, (3, 4))))
    assert [pairing.seats for pairing in round_robin.due(two)] == [(6, 4)]


@given(st.integers(2, 9), st.binary(max_size=4))
def test_it_ends_however_slow_somebody_is(count: int, seed: bytes) -> None:
    end = play(field(count), round_robin.due, lambda pairing: by_lot(pairing, seed), at_once=False)
    assert len(end.results) == count * (count - 1) // 2


def test_who_withdraws_early_leaves_the_table() -> None:
    """C.05, 5: with fewer than half of the matches played, all results are taken out."""
    begun = started(field(6), round_robin.due(field(6)))
    early = withdraw(begun, 6)
    assert round_robin.counts(early) == {1, 2, 3, 4, 5}

    def later(field: Field) -> list[Pairing]:
        return [] if field.round >= 4 and not field.running else round_robin.due(field)

    late = withdraw(play(field(6), later, better_seed), 6)
    assert round_robin.counts(late) == {1, 2, 3, 4, 5, 6}
    assert all(not pairing.has(6) for pairing in round_robin.due(late))


def test_a_match_lost_by_leaving_has_not_been_played() -> None:
    """Who leaves in the third of five rounds has played two matches, fewer than half."""

    def two(field: Field) -> list[Pairing]:
        return [each for each in round_robin.due(field) if each.round <= 2]

    second = play(field(6), two, better_seed)
    left = withdraw(started(second, round_robin.due(second)), 6)
    assert [result.kind for result in left.of(6)] == ["played", "played", "forfeit"]
    assert round_robin.counts(left) == {1, 2, 3, 4, 5}
