"""A position: figures, balls, Coaches, and the questions about it that every chapter asks.

Each fact is stored once. `figures` says where each base is, `down` which of them lie and over what; each entry of
`balls` says where a ball is or who carries it; `coaches` says who is frozen. Plans, line-ups and everything else that a
seat keeps secret are in its `Memory`.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from pbem.games.slargeball.field import (
    BLUE,
    BUNKERS,
    FIELD,
    OTHER,
    RED,
    ZONE,
    ZONES,
    Point,
    Side,
    Square,
    at,
    behind_line,
    squares_in_contact,
)
from pbem.games.slargeball.teams import Deal, FigureId, deal, kind_of, seat_side, side_of
from pbem.play.game import State
from pbem.play.requests import Seat

OFF, AIR = "off", "air"
"""Positions of a ball that has left the field, and of one that has been flung and has not come down."""

OUTINGS = 3
"""How often a Coach may be activated (SLARGEBALL-95)."""


class Plan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A figure's lines, in order of preference, by part (SLARGEBALL-119).

    A state holds them as they are written, and so do snapshots and scenarios: all rules get them as orders, from `due`.
    """

    move: list[str] = field(default_factory=list)
    whap: list[str] = field(default_factory=list)
    fling: list[str] = field(default_factory=list)
    nab: list[str] = field(default_factory=list)

    def part(self, which: str) -> list[str]:
        """The lines of one part, to read or to change."""
        lines: list[str] = getattr(self, which)
        return lines


class Memory(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat keeps to itself.

    - `plans`, `first`, `last`: by figure; of several that are first, the first in the list is the first of all; of
      several that are last, the last in the list is the last of all.
    - `lineup`: remembered squares (SLARGEBALL-36), `ready` once it is `standard`; `names`: to be shown from the next
      turn on.
    - `until`: the last turn of a `done N`; `activate`, `agree`: for this turn only.
    - `always`: asks that are answered by the plan; `touched`: parts that the answer in progress has begun anew.
    - `full`: whether every die is told.
    """

    plans: dict[FigureId, Plan] = field(default_factory=dict)
    first: list[FigureId] = field(default_factory=list)
    last: list[FigureId] = field(default_factory=list)
    lineup: dict[FigureId, Square] = field(default_factory=dict)
    ready: bool = False
    names: dict[FigureId, str] = field(default_factory=dict)
    until: int = 0
    activate: FigureId = ""
    agree: bool = False
    always: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)
    full: bool = False

    def part(self, figure: FigureId, part: str) -> list[str]:
        """The lines of a part; the first time in an answer they begin anew (SLARGEBALL-120)."""
        lines = self.plans.setdefault(figure, Plan()).part(part)
        key = f"{figure} {part}"
        if key not in self.touched:
            self.touched.append(key)
            lines.clear()
        return lines

    def empty(self, figure: FigureId, part: str) -> None:
        """Forget a part of a plan, the `place` of a figure among the others included."""
        if part == "place":
            self.unplace(figure)
        elif figure in self.plans:
            self.plans[figure].part(part).clear()

    def unplace(self, figure: FigureId) -> None:
        """A figure is neither first nor last anymore."""
        for places in (self.first, self.last):
            if figure in places:
                places.remove(figure)


class Coach(Struct, forbid_unknown_fields=True):
    """What a Coach is doing (SLARGEBALL-94 to 106).

    `outings` counts successful activations. A Coach goes `out` to its `target`, stays for the `talk` from the turn
    `since` on, and goes `back`, with no target anymore. `beside` holds its square and its target's while it counts as
    in contact (SLARGEBALL-100).
    """

    doing: Literal["idle", "out", "talk", "back"] = "idle"
    outings: int = 0
    target: FigureId = ""
    since: int = 0
    beside: tuple[Square, Square] | None = None


class Pitch(State, kw_only=True):
    """A position. Defaults mean mid-game.

    - `figures`: the square of each figure's base; `down`: those who lie, with the square their body lies over, or "".
    - `balls`: for ball1, ball2, ...: a square, the figure that carries it, `air` or `off`.
    - `turn` of `turns`; `initiative`, with the last `dice` of both sides for it, Red's first, if there were any.
    - `line`: the last column behind Red's slargeline; `nicknames`: names that players gave (SLARGEBALL-8).
    """

    phase: Literal["lineup", "play"] = "play"
    squads: int = 1
    turn: int = 1
    turns: int = 25
    initiative: Side = RED
    dice: tuple[int, ...] = ()
    score: dict[Side, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    figures: dict[FigureId, Square] = field(default_factory=dict)
    down: dict[FigureId, Square] = field(default_factory=dict)
    balls: list[str] = field(default_factory=list)
    coaches: dict[Side, Coach] = field(default_factory=dict)
    nicknames: dict[FigureId, str] = field(default_factory=dict)
    line: int = 20
    strict: bool = False
    standard: bool = False
    sprawl: bool = True
    huddle: bool = True
    private: dict[Seat, Memory] = field(default_factory=dict)

    # Where things are.

    def where(self, figure: FigureId) -> Point:
        """The point of a figure's base."""
        return at(self.figures[figure])

    def on_field(self, figure: FigureId) -> bool:
        """Whether a figure is in play and on the field; a Coach on its spot is not (SLARGEBALL-94, 137)."""
        square = self.figures.get(figure)
        return square is not None and at(square) in FIELD

    def up(self, figure: FigureId) -> bool:
        """Whether a figure stands on the field."""
        return figure not in self.down and self.on_field(figure)

    def standing(self, side: Side | None = None) -> dict[FigureId, Point]:
        """Who stands on the field, of one side or of both."""
        return {
            figure: point
            for figure, square in self.figures.items()
            if figure not in self.down
            and (side is None or side_of(figure) == side)
            and (point := at(square)) in FIELD
        }

    def bases(self) -> dict[FigureId, Point]:
        """Every base on the field, standing or lying."""
        return {figure: point for figure, square in self.figures.items() if (point := at(square)) in FIELD}

    def groundballs(self) -> dict[int, Point]:
        """The balls that lie on the field, by number."""
        return {number: at(place) for number, place in enumerate(self.balls, start=1) if place[0].isdecimal()}

    def carried(self, figure: FigureId) -> int:
        """The number of the ball a figure carries, or 0."""
        return self.balls.index(figure) + 1 if figure in self.balls else 0

    def carriers(self) -> dict[FigureId, int]:
        """Who carries which ball, by number of the ball."""
        return {place: number for number, place in enumerate(self.balls, start=1) if place in self.figures}

    def piles(self) -> set[Point]:
        """The pile squares (SLARGEBALL-24)."""
        squares = {at(self.figures[figure]) for figure in self.down}
        return squares.union(at(over) for over in self.down.values() if over)

    def taken(self) -> set[Point]:
        """The squares of the field that are not free although they lie outside the bunkers (SLARGEBALL-25)."""
        return self.piles().union(self.standing().values(), self.groundballs().values())

    def may_stand(self, figure: FigureId, point: Point) -> bool:
        """Whether a figure may be on a square of the field at all, whoever is there (SLARGEBALL-22)."""
        return point not in BUNKERS and (kind_of(figure) == "G" or point not in ZONES)

    # Who touches whom.

    def foes_at(self, figure: FigureId, point: Point) -> list[FigureId]:
        """The standing opponents that a figure would be in contact with on this square."""
        side, near = figure[0], squares_in_contact(point)
        return [
            other
            for other, square in self.figures.items()
            if square in near and other[0] != side and other not in self.down
        ]

    def held(self, figure: FigureId) -> bool:
        """Whether a standing opponent is in contact with it (SLARGEBALL-50)."""
        return bool(self.foes_at(figure, self.where(figure)))

    def frozen(self, figure: FigureId) -> bool:
        """Whether a Coach has picked it out (SLARGEBALL-97)."""
        return figure in [coach.target for coach in self.coaches.values()]

    # Seats and their figures.

    @property
    def _deal(self) -> Deal:
        return deal(self.squads, tuple(self.seats))

    def side_seats(self, side: Side) -> Sequence[Seat]:
        """The seats of a side, in the order of their lowest squad."""
        return self._deal.seats[side]

    def squads_of(self, seat: Seat) -> Sequence[int]:
        """The squads that a seat commands."""
        return self._deal.squads[seat]

    def commanded(self, seat: Seat) -> Sequence[FigureId]:
        """All figures a seat commands, whether in play or not, as they come by themselves (SLARGEBALL-6)."""
        return self._deal.figures[seat]

    def exists(self, figure: FigureId) -> bool:
        """Whether there is such a figure in a match of so many squads."""
        return figure in self._deal.commander

    def commander(self, figure: FigureId) -> Seat:
        """The seat that commands a figure."""
        return self._deal.commander[figure]

    def team(self, side: Side) -> list[FigureId]:
        """The figures of a side that are in play, as they come by themselves: nobody's wishes count."""
        dealt = self._deal
        return [
            figure for seat in dealt.seats[side] for figure in dealt.figures[seat] if figure in self.figures
        ]

    def in_order(self, side: Side) -> list[FigureId]:
        """The figures of a side that are in play, in side order (SLARGEBALL-6)."""
        order: list[FigureId] = []
        dealt = self._deal
        for seat in dealt.seats[side]:
            memory = self.memory(seat)
            placed = {*memory.first, *memory.last}
            others = [figure for figure in dealt.figures[seat] if figure not in placed]
            order += (*memory.first, *others, *memory.last)
        return [figure for figure in order if figure in self.figures]

    def all_in_order(self) -> list[FigureId]:
        """Everybody in play, the side with initiative first, then in side order."""
        return [*self.in_order(self.initiative), *self.in_order(OTHER[self.initiative])]

    def memory(self, seat: Seat) -> Memory:
        """The seat's memory for reading; an empty one is not kept."""
        return self.private.get(seat) or Memory()

    def memorise(self, seat: Seat) -> Memory:
        """The seat's memory for writing, made where there is none."""
        return self.private.setdefault(seat, Memory())

    def open_to(self, seat: Seat) -> list[Seat]:
        """The teammates, where the option `huddle` lets a side see its plans (SLARGEBALL-131)."""
        if not self.huddle:
            return []
        return [mate for mate in self.side_seats(seat_side(seat)) if mate != seat]

    def plan(self, figure: FigureId) -> Plan:
        """A figure's plan, for reading."""
        return self.memory(self.commander(figure)).plans.get(figure) or Plan()


def lineup_squares(state: Pitch, figure: FigureId) -> frozenset[Point]:
    """Where a figure may be placed at set-up and after Break Play (SLARGEBALL-32, 112)."""
    side = side_of(figure)
    if kind_of(figure) == "G":
        return ZONE[OTHER[side]]
    return behind_line(side, state.line)
