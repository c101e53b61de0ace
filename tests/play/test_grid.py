"""Square boards: names, distances and neighbours."""

import pytest

from pbem.play.grid import Grid, king_distance

SMALL = Grid(3, 2)
TEN = Grid(10, 10)


def test_squares_come_by_column_then_row() -> None:
    assert list(SMALL) == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert len(list(TEN)) == 100


@pytest.mark.parametrize("name", ["", "a", "a0", "a3", "d1", "A1", "a01", "1a", "a1 ", "aa1"])
def test_what_is_no_square(name: str) -> None:
    assert name not in SMALL


def test_places_and_names_are_inverse() -> None:
    assert TEN.place("c10") == (3, 10)
    assert all(TEN.at(*TEN.place(square)) == square for square in TEN)
    assert TEN.at(0, 1) is None
    assert TEN.at(1, 11) is None
    with pytest.raises(KeyError):
        SMALL.place("d4")


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("b4", "d5", 2), ("a1", "h8", 7), ("c4", "c5", 1), ("a9", "b10", 1), ("e5", "e5", 0)],
)
def test_a_king_counts_diagonal_steps_like_straight_ones(one: str, other: str, steps: int) -> None:
    assert king_distance(one, other) == king_distance(other, one) == steps


def test_neighbours_are_one_step_away_in_order() -> None:
    assert SMALL.neighbours["a1"] == ("a2", "b1", "b2")
    assert TEN.neighbours["b9"] == ("a8", "a9", "a10", "b8", "b10", "c8", "c9", "c10")


def test_rings_are_the_squares_at_each_distance() -> None:
    assert SMALL.rings["a1"] == (("a1",), ("a2", "b1", "b2"), ("c1", "c2"))
    assert [len(ring) for ring in TEN.rings["e5"]] == [1, 8, 16, 24, 32, 19, 0, 0, 0, 0]
