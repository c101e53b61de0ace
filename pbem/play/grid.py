"""Square boards: names of squares, distances, neighbours, and pictures made of boxes.

A square is text, column letter and row number (`c4`); columns run from west to east, rows from south to north, so that
`a1` is the south-west corner. Everything here depends on the board alone and on no position: a game makes its `Grid`
once, when it is imported, and asks it as often as it likes.
"""

import functools
import string
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct, field

Square: TypeAlias = str


class Grid:
    """A board with a number of columns (at most 26) and rows. Iterating gives its squares in order: a1, a2, ... b1
    ..."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = string.ascii_lowercase[:columns]
        self.rows = range(1, rows + 1)
        self._places = {
            f"{letter}{row}": (column, row)
            for column, letter in enumerate(self.columns, start=1)
            for row in self.rows
        }
        self._names = {place: square for square, place in self._places.items()}

    def __contains__(self, square: object) -> bool:
        return square in self._places

    def __iter__(self) -> Iterator[Square]:
        return iter(self._places)

    def across(self, *, turned: bool = False) -> str:
        """The columns from left to right, as in a picture the usual way up or turned by half."""
        return self.columns[::-1] if turned else self.columns

    def down(self, *, turned: bool = False) -> range:
        """The rows from the top of the picture to the bottom."""
        return self.rows if turned else self.rows[::-1]

    def place(self, square: Square) -> tuple[int, int]:
        """Column and row as numbers from 1: `c4` is (3, 4). Raises `KeyError` for a square not on the board."""
        return self._places[square]

    def at(self, column: int, row: int) -> Square | None:
        """The square in this column and row, or None beyond the edge."""
        return self._names.get((column, row))

    @functools.cached_property
    def neighbours(self) -> Mapping[Square, tuple[Square, ...]]:
        """The squares one step of a chess king away, in order, by square."""
        return {square: rings[1] for square, rings in self.rings.items()}

    @functools.cached_property
    def rings(self) -> Mapping[Square, tuple[tuple[Square, ...], ...]]:
        """By square: `rings[c4][2]` are the squares two king's steps away from c4, in order."""
        reach = range(max(len(self.columns), len(self.rows)))
        return {
            centre: tuple(
                tuple(square for square in self if king_distance(centre, square) == steps) for steps in reach
            )
            for centre in self
        }


@functools.cache
def king_distance(one: Square, other: Square) -> int:
    """Steps of a chess king from one square to another: diagonal ones count 1 like straight ones.

    Remembers its answers: give it squares of a board, never a player's unchecked text.
    """
    columns = abs(ord(one[0]) - ord(other[0]))
    rows = abs(int(one[1:]) - int(other[1:]))
    return max(columns, rows)


class Line(Struct, frozen=True):
    """A line across a board of boxes: its characters, its corner signs, and a note behind it.

    `corners` is keyed by the column to whose east the corner lies.
    """

    stroke: str = "-"
    corners: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


class Boxes:
    """Draws a board as boxes, `width` wide inside, with its names on all sides and south at the bottom, or turned by
    half: with north at the bottom."""

    def __init__(self, grid: Grid, *, width: int = 4, turned: bool = False) -> None:
        self._grid = grid
        self._width = width
        self._turned = turned
        self._blanks = [" " * width] * len(grid.columns)
        left, right = width // 2, width - width // 2
        names = "   " + "".join(f" {'':{left}}{letter:{right}}" for letter in grid.across(turned=turned))
        plain = self._ruled(Line())
        rows = [line for row in grid.down(turned=turned) for line in (self._row(row, self._blanks), plain)]
        self._empty = [names.rstrip(), plain, *rows, names.rstrip()]

    def draw(self, cells: Mapping[Square, str], lines: Mapping[int, Line] | None = None) -> tuple[str, ...]:
        """The picture, line by line.

        `cells` has the text of each square that is not blank (longer texts would spoil the picture);
        `lines` has those that differ from plain ones, each by the row on whose north side it runs.
        """
        picture = self._empty.copy()
        rows: dict[int, list[str]] = {}
        for square, text in cells.items():
            column, row = self._grid.place(square)
            if row not in rows:
                rows[row] = self._blanks.copy()
            rows[row][-column if self._turned else column - 1] = text.ljust(self._width)
        for row, boxes in rows.items():
            picture[self._height(row)] = self._row(row, boxes)
        for row, line in (lines or {}).items():
            picture[self._height(row) + (1 if self._turned else -1)] = self._ruled(line)
        return tuple(picture)

    def _height(self, row: int) -> int:
        """The number of the picture's line with a row of squares."""
        return 2 * (row if self._turned else len(self._grid.rows) + 1 - row)

    def _row(self, row: int, boxes: list[str]) -> str:
        return f"{row:2} |{'|'.join(boxes)}| {row}"

    def _ruled(self, line: Line) -> str:
        stroke = line.stroke * self._width
        corners = "".join([stroke + line.corners.get(letter, "+") for letter in self._grid.columns])
        ruled = f"+{corners}"
        return f"   {ruled[::-1] if self._turned else ruled}  {line.note}".rstrip()
