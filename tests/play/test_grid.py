"""Square boards: names, distances, neighbours and pictures."""

import pytest

from pbem.play.grid import Boxes, Grid, Line, king_distance

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


def test_boxes_are_drawn_with_names_on_all_sides() -> None:
    assert Boxes(SMALL).draw({"a2": " X", "c1": "long"}) == (
        "      a    b    c",
        "   +----+----+----+",
        " 2 | X  |    |    | 2",
        "   +----+----+----+",
        " 1 |    |    |long| 1",
        "   +----+----+----+",
        "      a    b    c",
    )


def test_lines_may_be_drawn_otherwise_and_have_signs_on_their_corners() -> None:
    picture = Boxes(SMALL).draw(
        {}, {0: Line("~"), 1: Line("=", {"a": "O"}, "half way"), 2: Line("#", {"c": "."})}
    )
    assert picture[1::2] == (
        "   +####+####+####.",
        "   +====O====+====+  half way",
        "   +~~~~+~~~~+~~~~+",
    )


def test_turned_half_round_boxes_have_north_at_the_foot() -> None:
    """Texts stay as they are; a line stays on the north side of its row, a sign on its corner."""
    picture = Boxes(SMALL, turned=True).draw(
        {"a2": " X", "c1": "long"}, {1: Line("=", {"a": "O"}, "half way"), 2: Line("#", {"c": "."})}
    )
    assert picture == (
        "      c    b    a",
        "   +----+----+----+",
        " 1 |long|    |    | 1",
        "   +====+====O====+  half way",
        " 2 |    |    | X  | 2",
        "   .####+####+####+",
        "      c    b    a",
    )


def test_boxes_may_be_narrow_and_rows_may_have_two_digits() -> None:
    picture = Boxes(Grid(2, 10), width=2).draw({"b10": "k"})
    assert picture[:4] == ("     a  b", "   +--+--+", "10 |  |k | 10", "   +--+--+")
    assert picture[4] == " 9 |  |  | 9"
