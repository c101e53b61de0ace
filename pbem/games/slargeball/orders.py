"""Lines of Slargeball: what each says.

Nearly all are lines of a plan: a figure, or several, and what it is to do when its time comes. Figures and squares stay
as written, only in their proper case (`b2T1`), until the plan takes the line. `str` of an order is the long form that
`reading.read` reads back to the same.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from pbem.play.requests import Order

PartName: TypeAlias = Literal["move", "whap", "fling", "nab", "place"]
PARTS: tuple[PartName, ...] = ("move", "whap", "fling", "nab", "place")
GUARD = 4
"""How far a guard looks if its line does not say (SLARGEBALL-122)."""


class Planning(Order, frozen=True):
    """A line of a line-up or a plan, or what ends it."""


class Done(Planning, frozen=True):
    """The line-up or plan is ready; with a number the plan stands for so many turns."""

    turns: int = 1

    def __str__(self) -> str:
        return "done" if self.turns == 1 else f"done {self.turns}"


class Standard(Planning, frozen=True):
    """All figures of the seat stand on their standard squares."""

    unasked: ClassVar[str] = (
        'The figures have lined up; "T1 lineup 18,12" changes where one of them goes after Break Play.'
    )

    def __str__(self) -> str:
        return "standard"


class Agree(Planning, frozen=True):
    """A vote for Break Play."""

    def __str__(self) -> str:
        return "agree break"


class Line(Planning, frozen=True):
    """A line for a figure, or for several (`all`, `squad 2`, `tremples`, `nickelbacks`)."""

    who: str


class Lineup(Line, frozen=True):
    """The square where a figure is placed, now and after every Break Play."""

    square: str

    def __str__(self) -> str:
        return f"{self.who} lineup {self.square}"


class First(Line, frozen=True):
    """The figure comes before all others of its seat."""

    def __str__(self) -> str:
        return f"{self.who} first"


class Last(Line, frozen=True):
    """The figure comes after all others of its seat."""

    def __str__(self) -> str:
        return f"{self.who} last"


class Stop(Line, frozen=True):
    """The plan, or one part of it, is emptied."""

    part: PartName | Literal[""] = ""

    def __str__(self) -> str:
        return f"{self.who} stop {self.part}".rstrip()


class Name(Line, frozen=True):
    """The figure gets a name."""

    text: str

    def __str__(self) -> str:
        return f"{self.who} name {self.text}"


class Activate(Line, frozen=True):
    """The Coach is to pick out a figure of his own side."""

    target: str

    def __str__(self) -> str:
        return f"{self.who} activate {self.target}"


class PlanLine(Line, frozen=True, kw_only=True):
    """A line of the move, whap, fling or nab part, with its conditions."""

    part: ClassVar[PartName]
    when: str = ""

    def __str__(self) -> str:
        return f"{self.who} {self.order}"

    @property
    def order(self) -> str:
        """The line without who is to carry it out."""
        return " ".join(filter(None, (*self.says(), self.when)))

    def says(self) -> tuple[str, ...]:
        """The words between the figure and the conditions."""
        raise NotImplementedError


class MoveLine(PlanLine, frozen=True, kw_only=True):
    """A line of the move part."""

    part: ClassVar[PartName] = "move"
    through: bool = False
    touch: bool = False

    def says(self) -> tuple[str, ...]:
        """The purpose, then how to go about it."""
        return (*self.purpose(), "through" if self.through else "", "touch" if self.touch else "")

    def purpose(self) -> tuple[str, ...]:
        """What the figure is to do, in words."""
        raise NotImplementedError


class Hold(MoveLine, frozen=True):
    """Stays."""

    def purpose(self) -> tuple[str, ...]:
        return ("hold",)


class Move(MoveLine, frozen=True):
    """Goes to the squares one after another; the last may be one step off the field."""

    squares: tuple[str, ...]

    def purpose(self) -> tuple[str, ...]:
        return ("move", *self.squares)


class Chase(MoveLine, frozen=True):
    """Goes into contact with the first of these opponents that stands."""

    targets: tuple[str, ...]

    def purpose(self) -> tuple[str, ...]:
        return ("chase", *self.targets)


class Fetch(MoveLine, frozen=True):
    """Goes into contact with a ball, this one or the nearest."""

    ball: int = 0

    def purpose(self) -> tuple[str, ...]:
        return ("fetch", f"ball{self.ball}" if self.ball else "")


class Goal(MoveLine, frozen=True):
    """Carries a ball into shooting range."""

    def purpose(self) -> tuple[str, ...]:
        return ("goal",)


class Score(MoveLine, frozen=True):
    """A Goalie carries a ball into the opposing bunker, or its own."""

    own: bool = False

    def purpose(self) -> tuple[str, ...]:
        return ("score", "own" if self.own else "")


class Guard(MoveLine, frozen=True):
    """Meets what comes within so many inches of a square, else stands on it."""

    square: str
    reach: int = GUARD

    def purpose(self) -> tuple[str, ...]:
        return ("guard", self.square, "" if self.reach == GUARD else str(self.reach))


class Follow(MoveLine, frozen=True):
    """Keeps near a team-mate."""

    target: str

    def purpose(self) -> tuple[str, ...]:
        return ("follow", self.target)


class Whap(PlanLine, frozen=True):
    """Whom to whap, in order of preference (none: anybody), and which way he is to fall."""

    part: ClassVar[PartName] = "whap"
    targets: tuple[str, ...] = ()
    only: bool = False
    fall: str = ""

    def says(self) -> tuple[str, ...]:
        fall = ("fall", self.fall) if self.fall else ()
        return ("whap", *(self.targets or ("any",)), "only" if self.only else "", *fall)


class NoWhap(PlanLine, frozen=True):
    """Whaps nobody."""

    part: ClassVar[PartName] = "whap"

    def says(self) -> tuple[str, ...]:
        return ("nowhap",)


class Fling(PlanLine, frozen=True):
    """Where to fling a ball: a square, a figure, or `goal`."""

    part: ClassVar[PartName] = "fling"
    target: str

    def says(self) -> tuple[str, ...]:
        return ("fling", self.target)


class NoFling(PlanLine, frozen=True):
    """Keeps the ball."""

    part: ClassVar[PartName] = "fling"

    def says(self) -> tuple[str, ...]:
        return ("nofling",)


class Nab(PlanLine, frozen=True):
    """Tries for groundballs."""

    part: ClassVar[PartName] = "nab"

    def says(self) -> tuple[str, ...]:
        return ("nab",)


class NoNab(PlanLine, frozen=True):
    """Leaves groundballs alone."""

    part: ClassVar[PartName] = "nab"

    def says(self) -> tuple[str, ...]:
        return ("nonab",)


class Always(Order, frozen=True):
    """Whether the plan answers by itself (`plan`) or the seat is asked; for one phase of mode strict, or one kind."""

    how: Literal["plan", "ask"]
    phase: Literal["", "move", "whap", "fling"] = ""
    kind: str = ""

    def __str__(self) -> str:
        return f"always {self.how} {self.phase} {self.kind}".rstrip()

    @property
    def matter(self) -> str:
        """What it is about: `plan`, `move`, `move tremples`, ..."""
        return f"{self.phase or 'plan'} {self.kind}".rstrip()


class Narration(Order, frozen=True):
    """How the seat wants to be told what happened: in short, or with every die."""

    how: Literal["short", "full"]

    def __str__(self) -> str:
        return f"narration {self.how}"


MOVE_LINES = (Hold, Move, Chase, Fetch, Goal, Score, Guard, Follow)
WHAP_LINES = (Whap, NoWhap)
FLING_LINES = (Fling, NoFling)
NAB_LINES = (Nab, NoNab)
GROUPS = {"all": "DTNGCR", "squad": "DTNR", "tremples": "T", "nickelbacks": "N"}
"""Words for several figures at once, and which kinds they are (SLARGEBALL-129)."""

FIGURE_LINES: tuple[type[Order], ...] = (
    *MOVE_LINES, *WHAP_LINES, *FLING_LINES, *NAB_LINES, First, Last, Stop, Name, Lineup,
)  # fmt: skip
PLAN_LINES: tuple[type[Order], ...] = (*FIGURE_LINES, Activate, Agree)
ORDERS: tuple[type[Order], ...] = (Standard, *PLAN_LINES, Done, Always, Narration)

KIND_WORDS = {
    "D": "defensives",
    "T": "tremples",
    "N": "nickelbacks",
    "G": "goalies",
    "C": "captains",
    "R": "rushers",
    "H": "coaches",
}
"""What the kinds of figure are called in `always plan move KIND`."""
