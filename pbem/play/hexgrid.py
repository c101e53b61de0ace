"""Hex fields: names of hexes, directions, distances, straight lines, and strings laid across a field.

Hexes stand on their points and lie in rows. A hex is text, row letter and number (`m22`): rows run from `a` in the
north, numbers count *half* hexes from west to east, so the next hex of a row has a number higher by 2 and the rows
between are shifted by 1. The six directions are numbered clockwise: 1 north-east, 2 east, 3 south-east, 4 south-west,
5 west, 6 north-west.

All geometry is exact. A centre lies at (number, -3 x row), where one unit is half a hex's width across and a quarter
of its height upwards; the square of a length is 3 dx^2 + dy^2 and the corners of a hex are (0, 2), (1, 1), (1, -1),
(0, -2), (-1, -1) and (-1, 1) from its centre. Lines may lead off the field: they are told in places, which need no
name.
"""

import functools
import string
from collections.abc import Iterable, Iterator
from typing import TypeAlias

Hex: TypeAlias = str
Direction: TypeAlias = int
Place: TypeAlias = tuple[int, int]
"""Row and number of a hex, which may lie off the field; row 0 is row `a`."""

DIRECTIONS: tuple[Direction, ...] = (1, 2, 3, 4, 5, 6)
DIRECTION_NAMES = {1: "ne", 2: "east", 3: "se", 4: "sw", 5: "west", 6: "nw"}
LONG_NAMES = {1: "north-east", 2: "east", 3: "south-east", 4: "south-west", 5: "west", 6: "north-west"}
_SIGNS: dict[Direction, tuple[str, str]] = {
    1: (" ", "'"),
    2: (" ", ">"),
    3: (" ", ","),
    4: (",", " "),
    5: ("<", " "),
    6: ("'", " "),
}
_STEPS: dict[Direction, Place] = {1: (-1, 1), 2: (0, 2), 3: (1, 1), 4: (1, -1), 5: (0, -2), 6: (-1, -1)}


def turned(direction: Direction, steps: int) -> Direction:
    """The direction a number of sixths of a circle further clockwise."""
    return (direction - 1 + steps) % 6 + 1


def facing(letter: str, looks: Direction) -> str:
    """The letter of a figure as text shows it, in three characters: a sign stands where it looks."""
    before, behind = _SIGNS[looks]
    return f"{before}{letter}{behind}"


def stepped(place: Place, direction: Direction, steps: int = 1) -> Place:
    """The place a number of hexes away in a direction."""
    row, number = _STEPS[direction]
    return place[0] + row * steps, place[1] + number * steps


def steps_between(one: Place, other: Place) -> int:
    rows, numbers = abs(one[0] - other[0]), abs(one[1] - other[1])
    return rows + max(0, (numbers - rows) // 2)


def lead(start: Place, end: Place, direction: Direction) -> int:
    """How far a direction leads from one place towards another: above 0 forwards, 0 across, below 0 back."""
    rows, numbers = _STEPS[direction]
    return 3 * (end[1] - start[1]) * numbers + 9 * (end[0] - start[0]) * rows


def towards(start: Place, end: Place, present: Direction = 0) -> Direction:
    """The direction that leads best from one place to another.

    If two are equal, the present direction if it is one of them, else the lower number.
    """
    best = max(lead(start, end, direction) for direction in DIRECTIONS)
    if present and lead(start, end, present) == best:
        return present
    return next(direction for direction in DIRECTIONS if lead(start, end, direction) == best)


class Leg:
    """The straight line between the centres of two different places."""

    def __init__(self, start: Place, end: Place) -> None:
        self.start = start
        self.end = end
        self._across, self._up = end[1] - start[1], 3 * (start[0] - end[0])
        self._length = 3 * self._across**2 + self._up**2  # squared
        # The cross product is greatest for one of these corners; beyond it a hex is not touched.
        self._reach = max(2 * abs(self._across), abs(self._across) + abs(self._up))
        self._along_sides = self._across == 0 or abs(self._across) == abs(self._up)

    def path(self) -> list[tuple[Place, ...]]:
        """The places that the line enters, in order, up to its end: single hexes, or pairs if it runs along the side
        between two hexes and so enters neither."""
        entered: dict[int, list[Place]] = {}
        for place in self._near():
            along, aside = self._along(place), abs(self._aside(place))
            inside = aside < self._reach or (aside == self._reach and self._along_sides)
            if inside and 0 < along < self._length:
                entered.setdefault(along, []).append(place)
        return [tuple(sorted(entered[along])) for along in sorted(entered)] + [(self.end,)]

    def touches(self, place: Place, width: tuple[int, int]) -> bool:
        """Does a band around the line, `width` of a hex (a fraction) wide, touch this hex between the ends?"""
        if not 0 < self._along(place) < self._length:
            return False
        over, under = width
        beyond = max(0, abs(self._aside(place)) - self._reach)
        # Half the band is width / 2 hexes of two units; the cross product is the distance times length / sqrt(3).
        return (under * beyond) ** 2 <= over**2 * self._length

    def _along(self, place: Place) -> int:
        return 3 * self._across * (place[1] - self.start[1]) + self._up * 3 * (self.start[0] - place[0])

    def _aside(self, place: Place) -> int:
        return self._across * 3 * (self.start[0] - place[0]) - self._up * (place[1] - self.start[1])

    def _near(self) -> Iterator[Place]:
        """All places that the line might touch: in each row those near the crossing."""
        (row, number), last = self.start, self.end[0]
        if not self._up:
            step = 2 if self._across > 0 else -2
            yield from ((row, each) for each in range(number, self.end[1], step))
            return
        margin = self._reach // abs(self._up) + 2
        for each in range(row, last + 1) if last > row else range(last, row + 1):
            middle = number + self._across * 3 * (row - each) // self._up
            first = middle - margin
            first += (first + each + row + number) % 2
            yield from ((each, at) for at in range(first, middle + margin + 1, 2))


class HexGrid:
    """The hexes of a field. Everything here depends on the field alone and on no position."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self._places = {each: (string.ascii_lowercase.index(each[0]), int(each[1:])) for each in hexes}
        self._names = {place: each for each, place in self._places.items()}
        self._neighbours = {
            each: {
                direction: self._names[at]
                for direction in DIRECTIONS
                if (at := stepped(place, direction)) in self._names
            }
            for each, place in self._places.items()
        }
        self._directions = {
            each: {other: direction for direction, other in near.items()}
            for each, near in self._neighbours.items()
        }
        self.distance = functools.cache(self._distance)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._places)

    def place(self, name: Hex) -> Place:
        """Row and number of a hex. Raises `KeyError` for one that is not on the field."""
        return self._places[name]

    def name(self, place: Place) -> Hex | None:
        """The hex at a place, or None off the field."""
        return self._names.get(place)

    def neighbours(self, name: Hex) -> dict[Direction, Hex]:
        """The hexes next to one, by direction; those off the field are left out."""
        return self._neighbours[name]

    def direction(self, start: Hex, end: Hex) -> Direction | None:
        """The direction of a neighbour, or None if the two are not adjacent."""
        return self._directions[start].get(end)

    def towards(self, start: Hex, end: Hex, present: Direction = 0) -> Direction:
        return towards(self._places[start], self._places[end], present)

    def lead(self, start: Hex, end: Hex, direction: Direction) -> int:
        return lead(self._places[start], self._places[end], direction)

    def _distance(self, one: Hex, other: Hex) -> int:
        """Distance in hexes, cached: pass only hexes of the field, never a player's unchecked text."""
        return steps_between(self._places[one], self._places[other])
