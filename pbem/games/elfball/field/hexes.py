"""The field (section 2 of the rules): its hexes and what is drawn on it, and who attacks what.

North's half of every list is written down; South's is its mirror or half-turn.
"""

import string

from pbem.play.hexgrid import DIRECTIONS, Direction, Hex, HexGrid
from pbem.play.requests import Seat

NORTH, SOUTH = "N", "S"
SEATS = (NORTH, SOUTH)
TITLES = {NORTH: "North", SOUTH: "South"}
OTHER = {NORTH: SOUTH, SOUTH: NORTH}

ROWS = "abcdefghijklmnopqrstuvwxy"
WEST_END = (18, 13, 10, 9, 6, 5, 4, 3, 2, 3, 2, 1, 2)  # the first edge hex of rows a to m
FIELD_WEST = (0, 19, 14, 11, 10, 7, 6, 5, 4, 5, 4, 3, 4)  # the first field hex, none in row a
_MIDDLE = 22


def mirrored(name: Hex) -> Hex:
    """The hex on the other side, east for west."""
    return f"{name[0]}{2 * _MIDDLE - int(name[1:])}"


def half_turn(name: Hex) -> Hex:
    """The hex where this one comes to lie when the field is turned round: North's places become South's."""
    return f"{ROWS[-1 - ROWS.index(name[0])]}{2 * _MIDDLE - int(name[1:])}"


def _upside_down(name: Hex) -> Hex:
    return mirrored(half_turn(name))


def _row(letter: str, first: tuple[int, ...]) -> list[Hex]:
    """All hexes of a row from its first to the mirror of it; rows n to y are those of l to a again."""
    west = first[min(ROWS.index(letter), len(ROWS) - 1 - ROWS.index(letter))]
    return [f"{letter}{number}" for number in range(west, 2 * _MIDDLE - west + 1, 2)] if west else []


FIELD = tuple(each for letter in ROWS for each in _row(letter, FIELD_WEST))
GRID = HexGrid(each for letter in ROWS for each in _row(letter, WEST_END))
EDGE = frozenset(GRID) - frozenset(FIELD)

CENTRE = "m22"
CENTRE_LINE = frozenset(each for each in _row("m", FIELD_WEST) if each != CENTRE)
OWN_GOAL = {NORTH: "c22", SOUTH: "w22"}
ATTACKED = {seat: OWN_GOAL[OTHER[seat]] for seat in SEATS}
GOALS = frozenset(OWN_GOAL.values())
WHITE = EDGE | CENTRE_LINE | GOALS

_CIRCLES = {  # North's
    "north-west": "g8 g10 g12 g14 f9 f11 f13 h9 h11 h13",
    "north-east": "g30 g32 g34 g36 f31 f33 f35 h31 h33 h35",
}
_STAIRWAY_WEST = ["c14", "d11", "d13", "e10", "e12", "f7", "f9", "f11", "g6", "g8", "g10"]

GUARDIAN = {NORTH: "e22", SOUTH: half_turn("e22")}
FACE_OFF = {NORTH: ("l21", "l23"), SOUTH: ("n21", "n23")}
FACE_OFF_CIRCLE = (CENTRE, *GRID.neighbours(CENTRE).values())
CIRCLES = {
    NORTH: {name: frozenset(hexes.split()) for name, hexes in _CIRCLES.items()},
    SOUTH: {
        name.replace("north", "south"): frozenset(map(_upside_down, hexes.split()))
        for name, hexes in _CIRCLES.items()
    },
}
STAIRWAYS = {
    NORTH: (*_STAIRWAY_WEST, *map(mirrored, _STAIRWAY_WEST)),
    SOUTH: tuple(map(_upside_down, (*_STAIRWAY_WEST, *map(mirrored, _STAIRWAY_WEST)))),
}

_WAYS = {seat: {"west": (3, 1), "east": (4, 6)} for seat in SEATS}


def default_facing(seat: Seat, name: Hex) -> Direction:
    """Where a player looks who is put on a hex without a word: up the field, a little inwards."""
    west = int(name[1:]) <= _MIDDLE
    return _WAYS[seat]["west" if west else "east"][SEATS.index(seat)]


def why_no_hex(name: str) -> str:
    """What is wrong with a name that has the look of a hex, or an empty text where nothing is."""
    if name in GRID:
        return ""
    letter = name[0]
    if letter not in ROWS:
        return f"{name}: there is no such hex (rows run from a to y)"
    hexes = _row(letter, FIELD_WEST) or _row(letter, WEST_END)
    kind = "odd" if int(hexes[0][1:]) % 2 else "even"
    return f"{name}: there is no such hex (row {letter} has {kind} numbers {hexes[0][1:]}-{hexes[-1][1:]})"


def looks_like_hex(word: str) -> bool:
    """A letter and a number: a hex, or a slip for one."""
    return (
        len(word) in (2, 3)
        and word[0] in string.ascii_lowercase
        and word[1:].isascii()
        and word[1:].isdecimal()
    )


def rebounds(struck: Hex, origin: Hex) -> tuple[Direction, ...]:
    """The directions in which a ball that came from `origin` may leave the white hex it struck (ELFBALL-56)."""
    first = GRID.neighbours(struck)
    ways = [way for way in DIRECTIONS if way in first and first[way] not in WHITE]
    if struck[0] == CENTRE[0]:  # the center line, and the two edge hexes at its ends
        side = "l" if origin[0] < CENTRE[0] else "n" if origin[0] > CENTRE[0] else "ln"
        ways = [way for way in ways if first[way][0] in side or first[way] == CENTRE]
    elif struck in GOALS:
        ways = [way for way in ways if GRID.lead(struck, origin, way) > 0]
    return tuple(ways)
