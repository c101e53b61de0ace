"""Pools, divisions, and tables of more than two."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pbem.competitions import pools
from pbem.competitions.values import Field, Pairing
from tests.competitions.playing import by_lot, field, play


def test_pools_are_filled_like_a_snake() -> None:
    assert pools.pools(range(1, 9), 3) == [[1, 6, 7], [2, 5, 8], [3, 4]]


def test_winners_of_pools_are_seeded_before_seconds() -> None:
    assert pools.qualified([[1, 6], [2, 5], [3, 4], [7, 8]], 2) == [1, 2, 3, 7, 8, 4, 5, 6]


@given(st.integers(1, 80))
def test_divisions_hold_six_to_ten(count: int) -> None:
    groups = pools.divisions(range(count))
    assert [number for group in groups for number in group] == list(range(count))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    if len(groups) > 1:
        assert min(map(len, groups)) >= 6
    assert max(map(len, groups)) <= 10 or count == 11


def test_promotion_and_relegation() -> None:
    assert pools.next_season([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], 1) == [
        1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 12,
    ]  # fmt: skip
    assert pools.next_season([[1, 2, 3, 4], [5, 6, 7, 8]], 2, frozenset({2})) == [1, 5, 6, 3, 4, 7, 8]


@given(st.integers(3, 21), st.integers(3, 6), st.binary(max_size=3))
def test_tables_seat_everybody_and_share_seats(count: int, size: int, seed: bytes) -> None:
    start = field(count, 4, seed)

    def due(field: Field) -> list[Pairing]:
        return pools.due_at_tables(field, size, 3)

    end = play(start, due, lambda pairing: by_lot(pairing, seed))
    for round_ in range(1, 5):
        tables = [result.pairing.seats for result in end.results if result.pairing.round == round_]
        assert sorted(each for seats in tables for each in seats) == list(range(1, count + 1))
        assert all(len(seats) <= size for seats in tables)
    for number in range(1, count + 1):
        assert sum(result.points(number) for result in end.of(number)) <= 4


def test_few_meet_again_at_tables() -> None:
    end = play(
        field(16, 3), lambda field: pools.due_at_tables(field, 4, 3), lambda pairing: by_lot(pairing, b"a")
    )
    met = Counter(
        frozenset((one, other))
        for result in end.results
        for one in result.pairing.seats
        for other in result.pairing.seats
        if one < other
    )
    assert sum(times - 1 for times in met.values()) <= 12  # by chance it would be some 18 of 72
