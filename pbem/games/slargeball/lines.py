"""What the lines of a plan have in common.

Each kind of line is one class, which contains everything specific to it: how it is written (`form`), for which figures
it is, what it refuses, stores and warns about, a random one for the test kit, and its words for `help`. The classes
below have the defaults. A move line also knows its way (`purposes`); what other lines do is in the modules of their
phases.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Self, TypeAlias

from msgspec import Struct, structs

from pbem.games.slargeball.conditions import TESTS, with_figures
from pbem.games.slargeball.field import HEIGHT, OTHER, TITLES, WIDTH, Square, name
from pbem.games.slargeball.names import any_figure
from pbem.games.slargeball.state import Memory, Pitch
from pbem.games.slargeball.teams import FigureId, own_name, seat_side, side_of
from pbem.play.conditions import Condition
from pbem.play.orders import Refused
from pbem.play.requests import Order, Pick, Seat

PartName: TypeAlias = Literal["move", "whap", "fling", "nab", "place"]
PARTS: tuple[PartName, ...] = ("move", "whap", "fling", "nab", "place")
GROUPS = {"all": "DTNGCR", "squad": "DTNR", "tremples": "T", "nickelbacks": "N"}
"""Words for several figures at once, and which kinds they are (SLARGEBALL-129)."""

CONDITIONS = tuple(map(TESTS.clause.read, (
    "", "", "", "if carrying", "if not held", "if free", "if ball within 8", "unless foe within 3 and loose",
    "if G up", "if rG within 20", "if bG down", "if bG carrying", "if we carry", "unless they carry", "if loose",
    "if initiative", "if ahead", "if behind", "if level", "if turn 2",
)))  # fmt: skip


class Some(Struct, frozen=True):
    """Materials for a random line: its figure, `who` it says it is for, and random values for the rest."""

    state: Pitch
    pick: Pick
    figure: FigureId
    who: str

    @property
    def called(self) -> str:
        """The figure as its own side calls it."""
        return own_name(self.figure)

    def square(self) -> Square:
        """A square of the field."""
        return name((self.pick.number(1, WIDTH), self.pick.number(1, HEIGHT)))

    def foes(self, count: int) -> tuple[FigureId, ...]:
        """This many opponents."""
        side = side_of(self.figure)
        foes = [other for other in self.state.figures if side_of(other) != side]
        return tuple(self.pick.some(foes, count))

    def friend(self) -> str:
        """A figure of one's own side."""
        return own_name(self.pick.one(self.state.team(side_of(self.figure))))

    def when(self) -> Condition:
        """A condition, or none."""
        return self.pick.one(CONDITIONS)


class Planning(Order, frozen=True):
    """A line of a line-up or a plan, or one that ends it."""

    words: ClassVar[Mapping[str, str]] = {}
    """What `help` tells of its words; of a verb that is not among them it tells what its examples say."""


class Line(Planning, frozen=True):
    """A line for a figure, or for several (`all`, `squad 2`, `tremples`, `nickelbacks`)."""

    kinds: ClassVar[str] = "DTNGCR"
    """The kinds of figure that it is for."""
    several: ClassVar[bool] = False
    """Whether it may be for several figures at once."""

    who: str

    def in_full(self, state: Pitch, seat: Seat) -> Self:
        """The line with every figure in it named in full; raises `Refused`, whichever figure will carry it out."""
        return self

    def vet(self, state: Pitch, figure: FigureId) -> None:
        """Refuse what this figure may never do."""

    def check(self, state: Pitch, figure: FigureId) -> None:
        """Refuse what this figure may not do now; what is only not possible now is accepted (SLARGEBALL-126)."""
        self.vet(state, figure)

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        """Store the checked line in the memory of a seat."""
        raise NotImplementedError

    def told(self, called: str) -> str:
        """The answer to the line; empty if it is the figure's plan as it is now."""
        return ""

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        """Why the line could not work this turn, or empty; it is kept all the same."""
        return ""

    @classmethod
    def sample(cls, some: Some) -> Self:
        """A random line, which need be neither wise nor legal."""
        return cls(some.called)


class PlanLine(Line, frozen=True, kw_only=True):
    """A line of the move, whap, fling or nab part, with its conditions."""

    several: ClassVar[bool] = True
    part: ClassVar[PartName]
    unfailing: ClassVar[bool] = False
    """Whether it is always possible, so that without a condition it hides all lines after it (SLARGEBALL-122, 141)."""

    when: Condition = Condition()

    @property
    def order(self) -> str:
        """The line without the figure that should carry it out."""
        return str(self).removeprefix(f"{self.who} ")

    def in_full(self, state: Pitch, seat: Seat) -> Self:
        if not self.when:
            return self
        TESTS.vet(self.when, state, seat)
        return structs.replace(self, when=with_figures(self.when, lambda word: any_figure(state, seat, word)))

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        order = self.order
        for figure in figures:
            memory.part(figure, self.part).append(f"{own_name(figure)} {order}")

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.who, when=some.when())


def foe(state: Pitch, seat: Seat, word: str, hint: str = "") -> FigureId:
    """The opponent that a line speaks of."""
    found = any_figure(state, seat, word)
    if side_of(found) == seat_side(seat):
        raise Refused(f"{own_name(found)} is on your side{hint}.")
    return found


def friend(state: Pitch, seat: Seat, word: str) -> FigureId:
    """The teammate that a line speaks of."""
    found = any_figure(state, seat, word)
    if side_of(found) == OTHER[seat_side(seat)]:
        raise Refused(f"{found} plays for {TITLES[side_of(found)]}; use chase.")
    return found
