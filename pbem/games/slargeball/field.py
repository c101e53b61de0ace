"""The field and its geometry (SLARGEBALL-10 to 31): what depends on no position.

A square is text in states, orders and events (`34,17`) and a pair of numbers, a `Point`, in the rules. Points may lie
off the field: the Coach's spot does, and so does a ball that is flung too far.
"""

import functools
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

Square: TypeAlias = str
Point: TypeAlias = tuple[int, int]
Side: TypeAlias = Annotated[Literal["R", "B"], "seat"]

RED: Side = "R"
BLUE: Side = "B"
SIDES: tuple[Side, Side] = (RED, BLUE)
OTHER: dict[Side, Side] = {RED: BLUE, BLUE: RED}
TITLES: dict[Side, str] = {RED: "Red", BLUE: "Blue"}

WIDTH, HEIGHT = 64, 32
FIELD = frozenset((x, y) for x in range(1, WIDTH + 1) for y in range(1, HEIGHT + 1))


def mirrored(point: Point) -> Point:
    """The same place as the other side sees it (SLARGEBALL-18)."""
    return WIDTH + 1 - point[0], HEIGHT + 1 - point[1]


def _block(columns: range, rows: range) -> frozenset[Point]:
    return frozenset((x, y) for x in columns for y in rows)


GOAL_ROWS = range(15, 19)
BUNKER = {RED: _block(range(1, 3), GOAL_ROWS), BLUE: _block(range(63, 65), GOAL_ROWS)}
BUNKERS = BUNKER[RED] | BUNKER[BLUE]
ZONE = {
    RED: _block(range(1, 7), range(12, 22)) - BUNKER[RED],
    BLUE: _block(range(59, 65), range(12, 22)) - BUNKER[BLUE],
}
ZONES = ZONE[RED] | ZONE[BLUE]
ZONE_NAMES = {RED: "1-6,12-21", BLUE: "59-64,12-21"}
ZONE_WORDS = {
    RED: "columns 1-6, rows 12-21 without the bunker",
    BLUE: "columns 59-64, rows 12-21 without the bunker",
}

DOORSTEP = {RED: tuple((3, y) for y in GOAL_ROWS), BLUE: tuple((62, y) for y in GOAL_ROWS)}
"""The squares in front of the opening of each bunker."""
MOUTH = {RED: tuple((2, y) for y in GOAL_ROWS), BLUE: tuple((63, y) for y in GOAL_ROWS)}
"""The squares of each bunker behind its opening."""

THROUGH_DOOR = {
    step: inside for side in SIDES for step, inside in zip(DOORSTEP[side], MOUTH[side], strict=True)
}
"""Where the step into a bunker leads."""

FORWARD = {RED: 1, BLUE: -1}


def forward_right(side: Side, point: Point) -> Point:
    """The key of the tie-break for squares (SLARGEBALL-26): the smallest is the most forward, then most right."""
    sign = FORWARD[side]
    return -sign * point[0], -sign * point[1]


# Squares in text.

_NAMES = {(x, y): f"{x},{y}" for x in range(WIDTH + 2) for y in range(HEIGHT + 2)}
_POINTS = {name: point for point, name in _NAMES.items()}


def name(point: Point) -> Square:
    """A point as text; it may lie off the field."""
    return _NAMES.get(point) or f"{point[0]},{point[1]}"


def at(square: Square) -> Point:
    """The point that a text names; raises `ValueError` for anything but a pair of numbers."""
    found = _POINTS.get(square)
    if found is None:
        x, y = square.split(",")
        found = int(x), int(y)
    return found


# Distances, contact, steps.


def distance(one: Point, other: Point) -> int:
    """The square of the straight distance, in inches (SLARGEBALL-20)."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def within(one: Point, other: Point, inches: int) -> bool:
    """Whether two points are within this distance (SLARGEBALL-20)."""
    return distance(one, other) <= inches * inches


def touching(one: Point, other: Point) -> bool:
    """Whether two bases are in contact (SLARGEBALL-19); on one square they are too."""
    return -1 <= one[0] - other[0] <= 1 and -1 <= one[1] - other[1] <= 1


COMPASS: dict[str, Point] = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""The ways a figure can fall, and its eight neighbours."""


@functools.cache
def around(point: Point) -> tuple[Point, ...]:
    """The squares of the field in contact with a point, which may lie off it."""
    x, y = point
    return tuple(square for dx, dy in COMPASS.values() if (square := (x + dx, y + dy)) in FIELD)


@functools.cache
def squares_in_contact(point: Point) -> frozenset[Square]:
    """The squares whose bases are in contact with a point, its own among them, as text."""
    return frozenset(map(name, (point, *around(point))))


@functools.cache
def ring(point: Point, steps: int) -> tuple[Point, ...]:
    """The squares of the field at exactly this distance in columns or rows, whichever is greater."""
    x, y = point
    reach = range(-steps, steps + 1)
    squares = ((x + dx, y + dy) for dx in reach for dy in reach if max(abs(dx), abs(dy)) == steps)
    return tuple(square for square in squares if square in FIELD)


def straight_away(hitter: Point, victim: Point) -> str:
    """The compass direction in which a figure falls away from another."""
    step = (_sign(victim[0] - hitter[0]), _sign(victim[1] - hitter[1]))
    return next(direction for direction, offset in COMPASS.items() if offset == step)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def sent(point: Point, direction: int, inches: int) -> Point:
    """Where a ball lands that is sent this far in a direction of the die (SLARGEBALL-27, 28)."""
    a, b = (866 * inches + 500) // 1000, (inches + 1) // 2
    dx, dy = ((0, -inches), (a, -b), (a, b), (0, inches), (-a, b), (-a, -b))[direction - 1]
    return point[0] + dx, point[1] + dy


def clockwise(point: Point, direction: int, inches: int) -> list[Point]:
    """The six places at this distance, clockwise from the direction rolled (SLARGEBALL-29)."""
    return [sent(point, (direction - 1 + turn) % 6 + 1, inches) for turn in range(6)]


def line(start: Point, end: Point) -> Iterator[Point]:
    """The squares of a straight line, without its start (SLARGEBALL-98)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dx), abs(dy))
    for k in range(1, steps + 1):
        yield start[0] + _rounded(k * dx, steps), start[1] + _rounded(k * dy, steps)


def _rounded(number: int, by: int) -> int:
    """The quotient to the nearest whole number, halves away from zero."""
    size = (2 * abs(number) + by) // (2 * by)
    return size if number > 0 else -size


# Aims.


def goal_aim(side: Side, point: Point) -> Point:
    """What `fling goal` aims at from a point (SLARGEBALL-79)."""
    return MOUTH[OTHER[side]][0][0], min(max(point[1], GOAL_ROWS[0]), GOAL_ROWS[-1])


@functools.cache
def shooting_squares(side: Side, reach: int) -> tuple[Point, ...]:
    """The squares from which the bunker that a side attacks is within this many inches."""
    return tuple(sorted(point for point in FIELD - BUNKERS if within(point, goal_aim(side, point), reach)))


# Set-up.

BALL_ROWS = {1: (16,), 2: (10, 22), 3: (10, 22), 4: (4, 16, 28), 5: (4, 16, 28)}
"""The rows of the ball spots, by the number of squads a side (SLARGEBALL-16, 17)."""

SQUAD_ROWS = {1: (16,), 2: (10, 22), 3: (10, 16, 22), 4: (4, 12, 20, 28), 5: (4, 10, 16, 22, 28)}
"""The center row of each squad on the standard squares (SLARGEBALL-34)."""


def spot_of_coach(side: Side, last: int) -> Point:
    """Where a Coach stands off the field, `last` being the last column behind Red's slargeline (SLARGEBALL-15)."""
    spot = (last, HEIGHT + 1)
    return spot if side == RED else mirrored(spot)


@functools.cache
def behind_line(side: Side, last: int) -> frozenset[Point]:
    """The squares behind a side's slargeline (SLARGEBALL-14)."""
    own = _block(range(1, last + 1), range(1, HEIGHT + 1))
    squares = own if side == RED else frozenset(map(mirrored, own))
    return squares - ZONES - BUNKERS


def columns_behind_line(side: Side, last: int) -> str:
    """The columns behind a slargeline in words."""
    return f"1-{last}" if side == RED else f"{WIDTH + 1 - last}-{WIDTH}"
