"""Which spaces are neighbours, and how a word is traced over them (TOXIC-GNOME-7 to TOXIC-GNOME-15).

A set of spaces is one number: row r of the treadmill (0 is the lowest) has 16 bits of its own, and the space at
x has the bit 16 r + x + 4. Shifts differ by 3 at most (TOXIC-GNOME-32), so x lies between -3 and 7, and the bits beside
a row are never spaces: a move sideways out of a row falls on one of them and is lost. All neighbours of all
spaces of a set then take four shifts of that number, however the tiles lie, and tracing a word, letter by letter
over all its paths at once, takes a few such steps for each letter. In the order of the bits the lowest row comes
first, and in a row its leftmost space.
"""

import functools
from collections.abc import Iterator
from string import ascii_uppercase
from typing import TypeAlias

from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.tiles import COLUMNS, WILD

Spaces: TypeAlias = int

_ROW = 16  # bits of a row
_EDGE = 4  # of them before x = 0


class Grid:
    """The treadmill as sets of spaces."""

    def __init__(self, state: Treadmill) -> None:
        self._rows = state.rows
        self._lowest = state.lowest
        self._starts = [row * _ROW + _EDGE + shift for row, shift in enumerate(state.shifts())]

    @functools.cached_property
    def letters(self) -> dict[str, Spaces]:
        """For each letter, all spaces that can be it, wild ones among them (TOXIC-GNOME-12)."""
        found: dict[str, Spaces] = dict.fromkeys(ascii_uppercase + WILD, 0)
        for tile, start in zip(self._rows, self._starts, strict=True):
            for column, letter in enumerate(tile):
                found[letter] |= 1 << start + column
        wild = found.pop(WILD)
        return {letter: spaces | wild for letter, spaces in found.items()}

    def at(self, square: str) -> Spaces:
        """The set of this one space of the treadmill."""
        return 1 << self._bit(square)

    def squares(self, spaces: Spaces) -> list[str]:
        """The names of the spaces of a set, the lowest row first, then by column."""
        return [square for bit in _bits(spaces) if (square := self._square(bit))]

    @property
    def top_row(self) -> int:
        """The number of the top row."""
        return self._lowest + len(self._rows) - 1

    def highest_row(self, spaces: Spaces) -> int:
        """The number of the highest row with a space of a set, which is not empty."""
        return self._lowest + (spaces.bit_length() - 1) // _ROW

    def step(self, square: str, rows: int, x: int) -> str:
        """The space this many rows up and x to the right, or empty if there is none."""
        return self._square(self._bit(square) + rows * _ROW + x)

    def _bit(self, square: str) -> int:
        return self._starts[row_of(square) - self._lowest] + COLUMNS.index(square[0])

    def _square(self, bit: int) -> str:
        row = bit // _ROW
        if not 0 <= row < len(self._rows):
            return ""
        column = bit - self._starts[row]
        return f"{COLUMNS[column]}{self._lowest + row}" if 0 <= column < len(COLUMNS) else ""

    def trace(self, start: str, word: str) -> list[Spaces]:
        """Where the paths of a word can be after each of its letters.

        The list ends early where no path goes on: it is as long as the longest beginning that can be traced.
        """
        reached = self.at(start) & self.letters[word[0]]
        layers: list[Spaces] = []
        for letter in word[1:]:
            if not reached:
                return layers
            layers.append(reached)
            reached = neighbours(reached) & self.letters[letter]
        return [*layers, reached] if reached else layers

    def path(self, layers: list[Spaces], end: str) -> list[str]:
        """One path of a traced word to this end, from its start; of several ways the lowest and leftmost."""
        spaces = self.at(end)
        back = [spaces]
        for layer in reversed(layers[:-1]):
            spaces = neighbours(spaces) & layer
            spaces &= -spaces  # the first of them
            back.append(spaces)
        return [square for step in reversed(back) for square in self.squares(step)]


def neighbours(spaces: Spaces) -> Spaces:
    """All neighbours of all spaces of a set: one to the side, or up to one to the side in the row above or below
    (TOXIC-GNOME-7). Bits that are no spaces must be masked out by the caller."""
    level = spaces << 1 | spaces >> 1
    near = spaces | level
    return level | near << _ROW | near >> _ROW


def _bits(spaces: Spaces) -> Iterator[int]:
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest
