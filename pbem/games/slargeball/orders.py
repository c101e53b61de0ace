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


MEANINGS = {
    "T1 18,12": "stand there at set-up",
    "T1 lineup 18,12": "in a plan: go there after Break Play",
    "standard": "at set-up: all there; needs no done",
    "D hold": "stay",
    "R move 28,10 36,12 touch": "by way of 28,10, up to the first foe",
    "D chase bT1 bN1 through": "the first who stands, over piles too",
    "N1 fetch if ball within 8": "to the nearest ball, if one is near",
    "N1 fetch ball2": "to that ball, or to who carries it",
    "T2 goal": "carry the ball into range of the goal",
    "G score": "carry the ball in; only Goalies can",
    "G score own": "into the bunker of your own side",
    "D guard 12,16 5": "meet what comes within 5 inches of it",
    "N2 follow T1": "keep near, but out of the huddle",
    "D whap bT1 bN2 fall e": "the first in contact, to fall east",
    "D whap bT1 only": "that one or nobody",
    "D nowhap": "strike nobody",
    "T1 fling N2 if N2 up": "to N2's square, unless N2 lies",
    "T1 fling goal": "a shot, as by default when in range",
    "T1 fling 40,16": "to a square",
    "T1 nofling": "keep the ball",
    "N1 nab": "try for groundballs, as all do unasked",
    "N1 nonab if foe within 1": "leave them alone",
    "T2 first": "act before your other figures",
    "T2 last": "act after them",
    "T1 stop": "forget the plan of T1",
    "T1 stop move": "or move, whap, fling, nab, place alone",
    "T1 name Ogre": "a name for the unit list",
    "H activate 2T1": "send the Coach at 2T1, this turn",
    "agree break": "vote for Break Play, this turn",
    "all fetch if ball within 6": "a line for all your figures",
    "squad 2 hold": "for the six of a squad",
    "tremples goal": "for all your Tremples",
    "nickelbacks hold": "for all your Nickelbacks",
    "done": "the plan is ready",
    "done 3": "and stands for three turns",
    "always plan": "my plan stands; do not wait for me",
    "always plan move tremples": "in strict: not before Tremples move",
    "always ask": "ask me about everything again",
    "narration full": "tell me every die and every square",
    "narration short": "tell me what came of it",
}
"""How lines are written, in the order in which they are wanted, and what they do."""

FORMS = tuple(MEANINGS)


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
