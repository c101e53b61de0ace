"""Chapters: neighbours, and how a word is traced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.toxic_gnome.paths import Grid, neighbours
from pbem.games.toxic_gnome.state import Treadmill
from pbem.games.toxic_gnome.tiles import RED, tile_set
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn

A, C = drawn(BOARD_A), drawn(BOARD_C)


def around(state: Treadmill, square: str) -> set[str]:
    grid = Grid(state)
    return set(grid.squares(neighbours(grid.at(square))))


@pytest.mark.parametrize(
    ("state", "square", "expected"),
    [
        (A, "c6", "b5 c5 d5 b6 d6 b7 c7 d7"),
        (A, "a6", "a5 b5 b6 a7 b7"),
        (A, "e1", "d1 d2 e2"),
        (A, "a12", "b12 a11 b11"),
        (C, "c13", "b12 c12 d12 b13 d13 a14 b14 c14"),
        (C, "a13", "a12 b12 b13 a14"),
        (C, "b13", "a12 b12 c12 a13 c13 a14 b14"),
        (C, "e13", "d12 e12 d13 c14 d14 e14"),
        (C, "e14", "e13 d14 d15 e15"),
        (C, "a4", "a5 b5 b4"),
    ],
)
def test_neighbours(state: Treadmill, square: str, expected: str) -> None:
    """TOXIC-GNOME-7, TOXIC-GNOME-8: one to the side, or at most one to the side in the next row, over shifts too;
    fewer at the edges, only rows in the treadmill, and no space is its own neighbour."""
    assert around(state, square) == set(expected.split())


def naive_neighbours(state: Treadmill) -> dict[str, list[str]]:
    """The rule word for word, for every space."""
    spaces = {
        f"{column}{state.lowest + row}": (row, shift + place)
        for row, shift in enumerate(state.shifts())
        for place, column in enumerate("abcde")
    }

    def are_neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
        rows, x = abs(one[0] - other[0]), abs(one[1] - other[1])
        return (rows == 0 and x == 1) or (rows == 1 and x <= 1)

    return {one: [other for other in spaces if are_neighbours(spaces[one], spaces[other])] for one in spaces}


@st.composite
def treadmills(draw: st.DrawFn) -> Treadmill:
    """Any six tiles, red ones laid anyhow."""
    rows = draw(st.lists(st.sampled_from(tile_set("normal")), min_size=6, max_size=6, unique=True))
    shifted = {tile: draw(st.sampled_from([-1, 1])) for tile in rows if tile in RED}
    return Treadmill(rows=rows, shifted=shifted, lowest=draw(st.integers(1, 200)))


@given(treadmills())
def test_neighbours_by_the_letter_of_the_rule(state: Treadmill) -> None:
    """TOXIC-GNOME-7: on any treadmill the neighbours are those of the rule."""
    for square, expected in naive_neighbours(state).items():
        assert around(state, square) == set(expected)


@given(treadmills(), st.text("AEIORSTL", min_size=1, max_size=5), st.sampled_from("abcde"))
def test_tracing_by_the_letter_of_the_rule(state: Treadmill, word: str, column: str) -> None:
    """TOXIC-GNOME-10, TOXIC-GNOME-12, TOXIC-GNOME-13: a word ends where some path of neighbours that bear its
    letters, or are wild, can end; the path told is one of them."""
    start = f"{column}{state.lowest + 2}"
    near = naive_neighbours(state)
    paths = [[start]] if state.letter(start) in (word[0], "*") else []
    for letter in word[1:]:
        paths = [
            [*path, each] for path in paths for each in near[path[-1]] if state.letter(each) in (letter, "*")
        ]
    grid = Grid(state)
    layers = grid.trace(start, word)
    ends = grid.squares(layers[-1]) if len(layers) == len(word) else []
    assert set(ends) == {path[-1] for path in paths}
    for end in ends:
        assert grid.path(layers, end) in paths


def test_no_space_twice_running() -> None:
    """TOXIC-GNOME-13: a double letter needs two neighboring spaces: no V is next to a7, but two Os are next to c6."""
    grid = Grid(A)
    assert len(grid.trace("a7", "VV")) == 1
    assert grid.squares(grid.trace("c6", "OO")[1]) == ["c5", "b7"]


def test_rows_never_lie_more_than_three_apart() -> None:
    """TOXIC-GNOME-32: all three red tiles laid to one side; each row is in line with the next, or one off."""
    state = Treadmill(
        rows=["ALIEN", "MAMBO", "GROUP", "SLIDE", "TWERK", "TOXIC"],
        shifted={"MAMBO": -1, "SLIDE": -1, "TWERK": -1},
    )
    assert state.shifts() == [0, -1, -1, -2, -3, -3]
    assert around(state, "e6") == {"d6", "d5", "e5"}
    assert around(state, "a1") == {"b1", "a2", "b2", "c2"}
    right = Treadmill(rows=state.rows, shifted={"MAMBO": 1, "SLIDE": 1, "TWERK": 1}, lowest=1)
    assert around(right, "a5") == {"b5", "a4", "b4", "c4", "a6", "b6"}


def test_only_differences_of_shift_matter() -> None:
    """TOXIC-GNOME-32: when the row that was out of line is the lowest, the treadmill is straight."""
    state = Treadmill(rows=["SLIDE", "PLANT", "GNOME"], shifted={"SLIDE": 1}, lowest=14)
    assert state.shifts() == [0, 0, 0]
