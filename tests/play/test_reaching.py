"""Squares in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.grid import Grid
from pbem.play.reaching import rows_in_words

BOARD = Grid(8, 8)


def place(square: str) -> tuple[int, int]:
    """Row and column."""
    column, row = BOARD.place(square)
    return row, column


@pytest.mark.parametrize(
    ("squares", "rows"),
    [
        ((), []),
        (("c4",), ["  c4"]),
        (("d4", "c4", "e4", "h4", "a5"), ["  c4 to e4, h4", "  a5"]),
    ],
)
def test_runs_of_each_row(squares: tuple[str, ...], rows: list[str]) -> None:
    """From west to east, row by row."""
    assert rows_in_words(squares, place) == rows


def test_neighbours_may_lie_further_apart() -> None:
    """In rows of hexes they are counted in halves."""
    told = rows_in_words(["m20", "m22", "m26", "l21"], lambda name: (ord(name[0]), int(name[1:])), apart=2)
    assert told == ["  l21", "  m20 to m22, m26"]


@given(st.sets(st.sampled_from(list(BOARD))))
def test_every_square_is_told_once(squares: set[str]) -> None:
    """The runs hold these squares and no others."""
    found = list[str]()
    for row in rows_in_words(squares, place):
        for run in row.strip().split(", "):
            first, _, last = run.partition(" to ")
            columns = range(ord(first[0]), ord((last or first)[0]) + 1)
            found += [f"{chr(column)}{first[1:]}" for column in columns]
    assert sorted(found) == sorted(squares)
