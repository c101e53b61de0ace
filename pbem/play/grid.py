"""Square boards: names of squares, distances, neighbours.

A square is text, column letter and row number (`c4`); columns run from west to east, rows from south to north, so that
`a1` is the south-west corner. Everything here depends on the board alone and on no position: a game makes its `Grid`
once, when it is imported, and asks it as often as it likes.
"""

import functools
import string
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from pbem.play.board import Line, Place, Shape, Terrain

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

    def terrain(
        self, shape: Shape, marked: Mapping[Square, Place] | None = None, lines: tuple[Line, ...] = ()
    ) -> Terrain:
        """The board as a picture shows it when it is empty, row 1 at the foot. `marked` are places that differ from
        plain ones."""
        return Terrain(
            shape,
            tuple((marked or {}).get(square) or self.place_of(square) for square in self),
            tuple(map(str, self.rows[::-1])),
            tuple(self.columns),
            tuple(self.columns),
            lines,
        )

    def place_of(self, square: Square, ground: str = "", side: int | None = None, sign: str = "") -> Place:
        """A square as a place of a board. Raises `KeyError` for one that is not on it."""
        column, row = self._places[square]
        return Place(square, column - 1, len(self.rows) - row, ground, side, sign)

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
