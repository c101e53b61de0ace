"""The field and its measure: homes, starting zones, distances, flights and straight lines (GNOMEBALL-1 to 7).

Everything here depends on the empty field alone, so it is computed once and remembered. Distances are in squares, a
diagonal step being one and a half. Pass only squares of the field, never a player's unchecked text.
"""

import functools
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pbem.play.grid import Grid, Square

Corner: TypeAlias = Square

SIZE = 10
FIELD = Grid(SIZE, SIZE)
SQUARES = tuple(FIELD)

CORNERS: tuple[Corner, ...] = ("a1", "j10", "a10", "j1")  # in the order of GNOMEBALL-12
CORNER_NAMES: Mapping[str, Corner] = {"sw": "a1", "se": "j1", "nw": "a10", "ne": "j10"}
UPPER_CORNERS = frozenset({"a10", "j10"})
OPPOSITE: Mapping[Corner, Corner] = {"a1": "j10", "j10": "a1", "a10": "j1", "j1": "a10"}
HOMES: Mapping[Corner, tuple[Square, ...]] = {
    "a1": ("a1", "a2", "b1", "b2"),
    "j1": ("i1", "i2", "j1", "j2"),
    "a10": ("a9", "a10", "b9", "b10"),
    "j10": ("i9", "i10", "j9", "j10"),
}
ZONE_REACH = 4
"""How far from its player's home a character may be placed (GNOMEBALL-14)."""

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip

_DEFAULT_FOR_A1 = ("e4", "d5", "d4", "d3", "c4", "e3", "c5", "c3", "e2", "b5", "f2", "b6")


@functools.cache
def distance(one: Square, other: Square) -> float:
    """Squares from one to the other, a diagonal step counting 1.5 (GNOMEBALL-3)."""
    (column, row), (to_column, to_row) = FIELD.place(one), FIELD.place(other)
    across, along = abs(column - to_column), abs(row - to_row)
    return max(across, along) + 0.5 * min(across, along)


@functools.cache
def to_home(square: Square, corner: Corner) -> float:
    """Distance to the nearest square of a home, 0 inside it (GNOMEBALL-4)."""
    return min(distance(square, home) for home in HOMES[corner])


def mirrored(square: Square, corner: Corner, onto: Corner) -> Square:
    """The square seen from another corner: columns or rows turned round as needed (GNOMEBALL-15)."""
    column, row = FIELD.place(square)
    if corner[0] != onto[0]:
        column = SIZE + 1 - column
    if corner[1:] != onto[1:]:
        row = SIZE + 1 - row
    there = FIELD.at(column, row)
    assert there is not None
    return there


def by_rows(squares: Iterable[Square]) -> list[Square]:
    """The squares row by row from row 1, each row from the west."""
    return sorted(squares, key=lambda square: FIELD.place(square)[::-1])


@functools.cache
def zone(corner: Corner) -> tuple[Square, ...]:
    """The starting zone of a home, in the order in which characters not placed fill it (GNOMEBALL-16)."""
    inside = [square for square in SQUARES if to_home(square, "a1") <= ZONE_REACH]
    order = (*_DEFAULT_FOR_A1, *(square for square in by_rows(inside) if square not in _DEFAULT_FOR_A1))
    return tuple(mirrored(square, "a1", corner) for square in order)


@functools.cache
def flight(start: Square, to: Square) -> tuple[Square | None, ...]:
    """The squares a tossed gnome flies over, from the tosser's own (number 0) to the one beyond the intended
    one, which is None off the field (GNOMEBALL-42)."""
    (column, row), (to_column, to_row) = FIELD.place(start), FIELD.place(to)
    across, along = to_column - column, to_row - row
    count = max(abs(across), abs(along))
    return tuple(
        FIELD.at(column + _rounded(k * across, count), row + _rounded(k * along, count))
        for k in range(count + 2)
    )


def _rounded(numerator: int, denominator: int) -> int:
    """A fraction rounded to the nearest whole number, halves toward zero."""
    size = -((denominator - 2 * abs(numerator)) // (2 * denominator))
    return size if numerator >= 0 else -size


@functools.cache
def ray(start: Square, direction: str) -> tuple[Square, ...]:
    """The squares from the neighboring one to the edge in one of the eight directions (GNOMEBALL-116)."""
    column, row = FIELD.place(start)
    across, along = DIRECTIONS[direction]
    there = (FIELD.at(column + k * across, row + k * along) for k in range(1, SIZE))
    return tuple(square for square in there if square is not None)


@functools.cache
def within(square: Square, reach: float) -> frozenset[Square]:
    """All squares within this distance of one, itself included."""
    return frozenset(other for other in SQUARES if distance(square, other) <= reach)
