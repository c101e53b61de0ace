"""Sides, seats and figures (SLARGEBALL-1 to 6, 34): who is on a team, what they can do, and who commands them.

A figure's id is the letter of its side and the id its own side uses (`r1T1`, `bG`); with one squad a side the number of
the squad is left out (`rT1`).
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.games.slargeball.field import (
    BLUE,
    RED,
    SIDES,
    SQUAD_ROWS,
    WIDTH,
    Point,
    Side,
    Square,
    name,
    spot_of_coach,
)
from pbem.play.requests import Figure, Seat

FigureId: TypeAlias = Figure
Kind: TypeAlias = Literal["D", "T", "N", "G", "C", "R", "H"]


class Stats(Struct, frozen=True):
    """What a figure can do: inches for `move`, otherwise highest successful rolls; `points` decide nothing."""

    title: str
    move: int
    whap: int
    fling: int
    nab: int
    points: int

    @property
    def reach(self) -> int:
        """How far it flings, in inches (SLARGEBALL-72)."""
        return 3 * self.fling

    @property
    def pile(self) -> int:
        """Its highest successful pile roll (SLARGEBALL-51)."""
        return (self.move + 1) // 2


STATS: dict[Kind, Stats] = {
    "D": Stats("Defensive Grelker", 4, 4, 2, 4, 12),
    "T": Stats("Tremple", 6, 3, 4, 2, 12),
    "N": Stats("Nickelback", 6, 3, 2, 4, 12),
    "G": Stats("Goalie", 6, 2, 4, 4, 13),
    "C": Stats("Captain", 6, 4, 4, 3, 14),
    "R": Stats("Rushing Grelker", 8, 2, 3, 3, 12),
    "H": Stats("Coach", 16, 5, 5, 2, 20),
}
BONK, FAINT = 4, 5
"""The highest Ballbonk and faint rolls that fell a figure (SLARGEBALL-84, 101)."""

KINDS: tuple[Kind, ...] = tuple(STATS)
"""In the order of the Move sub-phases (SLARGEBALL-46)."""

SQUAD: dict[str, Point] = {
    "D": (-4, 0),
    "T1": (-2, -2),
    "T2": (-2, 2),
    "N1": (0, -2),
    "N2": (0, 2),
    "R": (0, 0),
}
"""A squad in side order (SLARGEBALL-1, 6), and where each stands before the game: how far from the last column behind
Red's slargeline and from the center row of the squad (SLARGEBALL-34)."""

SINGLES = {"G": 1, "C": 2, "H": 3}
"""Goalie, Captain and Coach: a side has them if it has this many squads, and the last of these commands them
(SLARGEBALL-2, 4)."""


# What an id says.


def side_of(figure: FigureId) -> Side:
    """The side a figure plays for."""
    return RED if figure[0] == "r" else BLUE


def seat_side(seat: Seat) -> Side:
    """The side a seat belongs to."""
    return RED if seat[0] == "R" else BLUE


def own_name(figure: FigureId) -> str:
    """A figure as its own side calls it."""
    return figure[1:]


@functools.cache
def kind_of(figure: FigureId) -> Kind:
    """A figure's position on the team. Remembers its answers: give it ids, never a player's unchecked text."""
    letter = figure[1:].lstrip("0123456789")[0]
    return next(kind for kind in KINDS if kind == letter)


def stats(figure: FigureId) -> Stats:
    """What a figure can do."""
    return STATS[kind_of(figure)]


# Who commands whom.


class Deal(Struct, frozen=True):
    """The squads of a match dealt out to its seats (SLARGEBALL-3, 4).

    `seats` are those of a side in the order of their lowest squad, `figures` what a seat commands, in side order.
    """

    seats: dict[Side, tuple[Seat, ...]]
    squads: dict[Seat, tuple[int, ...]]
    figures: dict[Seat, tuple[FigureId, ...]]
    commander: dict[FigureId, Seat]


@functools.cache
def deal(squads: int, seats: tuple[Seat, ...]) -> Deal:
    """With n seats on a side, the i-th has squads i, i+n, i+2n and so on."""
    sides = {side: tuple(seat for seat in seats if seat_side(seat) == side) for side in SIDES}
    dealt = {
        seat: tuple(range(place, squads + 1, len(own)))
        for own in sides.values()
        for place, seat in enumerate(own, start=1)
    }
    figures = {seat: tuple(roster(squads, seat_side(seat), dealt[seat])) for seat in seats}
    return Deal(sides, dealt, figures, {figure: seat for seat in seats for figure in figures[seat]})


def roster(squads: int, side: Side, numbers: Sequence[int]) -> list[FigureId]:
    """The figures of these squads, with Goalie, Captain and Coach where they belong (SLARGEBALL-2, 4)."""
    prefix = side.lower()
    own = [f"{prefix}{number if squads > 1 else ''}{each}" for number in numbers for each in SQUAD]
    return own + [f"{prefix}{letter}" for letter, number in SINGLES.items() if number in numbers]


@functools.cache
def standard_squares(squads: int, line: int) -> Mapping[FigureId, Square]:
    """The standard squares of everybody, `line` being the last column behind Red's slargeline (SLARGEBALL-34)."""
    found: dict[FigureId, Square] = {}
    for side in SIDES:
        places: dict[str, Point] = {"G": (61, 16), "C": (line - 8, 16)}
        for number, row in enumerate(SQUAD_ROWS[squads], start=1):
            for each, (dx, dy) in SQUAD.items():
                places[f"{number if squads > 1 else ''}{each}"] = (line + dx, row + dy)
        for figure in roster(squads, side, range(1, squads + 1)):
            if kind_of(figure) == "H":
                found[figure] = name(spot_of_coach(side, line))
                continue
            x, y = places[own_name(figure)]
            found[figure] = name((x if side == RED else WIDTH + 1 - x, y))
    return found
