"""Lines of Slargeball: what each says, and how it is written.

Nearly all are lines of a plan: a figure, or several, and what it is to do when its time comes. Figures and squares stay
as written, only in their proper case (`b2T1`), until the plan takes the line.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, TypeAlias

from pbem.games.slargeball.kinds import (
    BALL,
    FALL,
    FIGURES,
    MARK,
    ONE_FIGURE,
    ONE_SQUARE,
    REACH,
    TURNS,
    WHO,
    NameText,
    moving,
    planned,
)
from pbem.games.slargeball.names import is_figure
from pbem.games.slargeball.slips import guess
from pbem.play.conditions import HEADS, Condition
from pbem.play.forms import Choice, Form, Many, flag, one_of
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

PartName: TypeAlias = Literal["move", "whap", "fling", "nab", "place"]
PARTS: tuple[PartName, ...] = ("move", "whap", "fling", "nab", "place")
GUARD = 4
"""How far a guard looks if its line does not say (SLARGEBALL-122)."""
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


class Planning(Order, frozen=True):
    """A line of a line-up or a plan, or what ends it."""


class Done(Planning, frozen=True):
    """The line-up or plan is ready; with a number the plan stands for so many turns."""

    form: ClassVar = Form(
        "done/pass [{turns}]",
        turns=TURNS,
        says={
            "done": "the plan is ready",
            "done 3": "the plan stands for three turns",
        },
    )
    turns: int = 1


class Standard(Planning, frozen=True):
    """All figures of the seat stand on their standard squares."""

    form: ClassVar = Form("standard", says={"standard": "all on their usual squares, and done"})
    unasked: ClassVar[str] = (
        'The figures have lined up; "T1 lineup 18,12" changes where one of them goes after Break Play.'
    )


class Agree(Planning, frozen=True):
    """A vote for Break Play."""

    form: ClassVar = Form("agree break", says={"agree break": "vote for Break Play, this turn"})


class Line(Planning, frozen=True):
    """A line for a figure, or for several (`all`, `squad 2`, `tremples`, `nickelbacks`)."""

    who: str


class Lineup(Line, frozen=True):
    """The square where a figure is placed, now and after every Break Play."""

    form: ClassVar = Form(
        "{who} lineup/lu {square}",
        also=("{who} {square}",),
        who=ONE_FIGURE,
        square=ONE_SQUARE,
        says={"T1 lineup 18,12": "in a plan: go there after Break Play"},
    )
    square: str


class First(Line, frozen=True):
    """The figure comes before all others of its seat."""

    form: ClassVar = Form("{who} first", who=WHO, says={"T2 first": "act before your other figures"})


class Last(Line, frozen=True):
    """The figure comes after all others of its seat."""

    form: ClassVar = Form("{who} last", who=WHO, says={"T2 last": "act after your other figures"})


class Stop(Line, frozen=True):
    """The plan, or one part of it, is emptied."""

    form: ClassVar = Form(
        "{who} stop/st [{part}]",
        who=WHO,
        part=Choice({part: part for part in PARTS}, wants=f"one of {', '.join(PARTS)}"),
        says={
            "T1 stop": "forget the plan of T1",
            "T1 stop move": "or whap, fling, nab, place",
        },
    )
    part: PartName | Literal[""] = ""


class Name(Line, frozen=True):
    """The figure gets a name."""

    form: ClassVar = Form(
        "{who} name {text}",
        who=ONE_FIGURE,
        text=NameText(),
        says={"T1 name Ogre": "a name for the unit list"},
    )
    text: str


class Activate(Line, frozen=True):
    """The Coach is to pick out a figure of his own side."""

    form: ClassVar = Form(
        "{who} activate/act {target}",
        who=ONE_FIGURE,
        target=ONE_FIGURE,
        says={"H activate 2T1": "send the Coach at 2T1, this turn"},
    )
    target: str


class PlanLine(Line, frozen=True, kw_only=True):
    """A line of the move, whap, fling or nab part, with its conditions."""

    part: ClassVar[PartName]
    when: Condition = Condition()

    @property
    def order(self) -> str:
        """The line without who is to carry it out."""
        return str(self).removeprefix(f"{self.who} ")


class MoveLine(PlanLine, frozen=True, kw_only=True):
    """A line of the move part."""

    part: ClassVar[PartName] = "move"
    through: bool = False
    touch: bool = False


class Hold(MoveLine, frozen=True):
    """Stays."""

    form: ClassVar = moving(
        "{who} hold/h",
        says={
            "D hold": "stay",
            "squad 2 hold": "all six of squad 2 stay",
            "nickelbacks hold": "all your Nickelbacks stay",
        },
    )


class Move(MoveLine, frozen=True):
    """Goes to the squares one after another; the last may be one step off the field."""

    form: ClassVar = moving(
        "{who} move/m/run {squares}",
        squares=Many(ONE_SQUARE, between=(",", "and", "then")),
        says={"R move 28,10 36,12 touch": "go by way of 28,10, to the first foe"},
    )
    squares: tuple[str, ...]


class Chase(MoveLine, frozen=True):
    """Goes into contact with the first of these opponents that stands."""

    form: ClassVar = moving(
        "{who} chase/ch/attack {targets}",
        targets=FIGURES,
        says={"D chase bT1 bN1 through": "go after these, over piles too"},
    )
    targets: tuple[str, ...]


class Fetch(MoveLine, frozen=True):
    """Goes into contact with a ball, this one or the nearest."""

    form: ClassVar = moving(
        "{who} fetch/fe/intercept/ball [{ball}]",
        ball=BALL,
        says={
            "T1 fetch": "go for the nearest ball",
            "N1 fetch if ball within 8": "only if a ball is near",
            "N1 fetch ball2": "go for ball 2, or for its carrier",
            "all fetch if ball within 6": "all go for a ball that is near",
        },
    )
    ball: int = 0


class Goal(MoveLine, frozen=True):
    """Carries a ball into shooting range."""

    form: ClassVar = moving(
        "{who} goal/gl",
        says={
            "T2 goal": "bring the ball in range of the goal",
            "tremples goal": "the same for all your Tremples",
        },
    )


class Score(MoveLine, frozen=True):
    """A Goalie carries a ball into the opposing bunker, or its own."""

    form: ClassVar = moving(
        "{who} score/sc [{own}]",
        own=flag("own"),
        says={
            "G score": "carry the ball in; only Goalies can",
            "G score own": "carry it into your own bunker",
        },
    )
    own: bool = False


class Guard(MoveLine, frozen=True):
    """Meets what comes within so many inches of a square, else stands on it."""

    form: ClassVar = moving(
        "{who} guard/gu {square} [{reach}]",
        square=ONE_SQUARE,
        reach=REACH,
        says={"D guard 12,16 5": "meet what comes within 5 inches"},
    )
    square: str
    reach: int = GUARD


class Follow(MoveLine, frozen=True):
    """Keeps near a team-mate."""

    form: ClassVar = moving(
        "{who} follow/fo {target}",
        target=ONE_FIGURE,
        says={"N2 follow T1": "keep near, but out of the huddle"},
    )
    target: str


class Whap(PlanLine, frozen=True):
    """Whom to whap, in order of preference (none: anybody), and which way he is to fall."""

    form: ClassVar = planned(
        "{who} whap/w {targets} [{only}] [fall {fall}]",
        also=(
            "{who} whap/w any [fall {fall}]",
            "{who} whap/w [fall {fall}]",
        ),
        targets=FIGURES,
        only=flag("only"),
        fall=FALL,
        says={
            "D whap bT1 bN2 fall e": "strike one; the body falls east",
            "D whap bT1 only": "strike that one or nobody",
        },
    )
    part: ClassVar[PartName] = "whap"
    targets: tuple[str, ...] = ()
    only: bool = False
    fall: str = ""


class NoWhap(PlanLine, frozen=True):
    """Whaps nobody."""

    form: ClassVar = planned("{who} nowhap/nw", says={"D nowhap": "strike nobody"})
    part: ClassVar[PartName] = "whap"


class Fling(PlanLine, frozen=True):
    """Where to fling a ball: a square, a figure, or `goal`."""

    form: ClassVar = planned(
        "{who} fling/f {target}",
        target=MARK,
        says={
            "T1 fling N2 if N2 up": "throw to N2, unless N2 lies",
            "T1 fling goal": "shoot; the default when in range",
            "T1 fling 40,16": "throw to a square",
        },
    )
    part: ClassVar[PartName] = "fling"
    target: str


class NoFling(PlanLine, frozen=True):
    """Keeps the ball."""

    form: ClassVar = planned("{who} nofling/nf", says={"T1 nofling": "keep the ball"})
    part: ClassVar[PartName] = "fling"


class Nab(PlanLine, frozen=True):
    """Tries for groundballs."""

    form: ClassVar = planned("{who} nab/n", says={"N1 nab": "try for groundballs (the default)"})
    part: ClassVar[PartName] = "nab"


class NoNab(PlanLine, frozen=True):
    """Leaves groundballs alone."""

    form: ClassVar = planned("{who} nonab/nn", says={"N1 nonab if foe within 1": "leave groundballs alone"})
    part: ClassVar[PartName] = "nab"


class Always(Order, frozen=True):
    """Whether the plan answers by itself (`plan`) or the seat is asked; for one phase of mode strict, or one kind."""

    form: ClassVar = Form(
        "always {how} {phase=moving} {kind}",
        also=("always {how} [{phase}]",),
        how=one_of("plan", "ask"),
        phase=one_of("move", "whap", "fling"),
        moving=one_of("move"),
        kind=one_of(*KIND_WORDS.values()),
        says={
            "always plan": "my plan stands; do not wait for me",
            "always plan move tremples": "strict: no question about Tremples",
            "always ask": "ask me about everything again",
        },
    )
    how: Literal["plan", "ask"]
    phase: Literal["", "move", "whap", "fling"] = ""
    kind: str = ""

    @property
    def matter(self) -> str:
        """What it is about: `plan`, `move`, `move tremples`, ..."""
        return f"{self.phase or 'plan'} {self.kind}".rstrip()


class Narration(Order, frozen=True):
    """How the seat wants to be told what happened: in short, or with every die."""

    form: ClassVar = Form(
        "narration {how}",
        how=one_of("short", "full"),
        says={
            "narration full": "tell me every die and every square",
            "narration short": "tell me what came of it",
        },
    )
    how: Literal["short", "full"]


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


def _guess(words: Sequence[str]) -> Iterator[str]:
    """A line that begins with its verb is for all, unless a figure of one's own comes next (`fetch T1`)."""
    verb, *others = words
    mine = others and is_figure(others[0]) and others[0][0] not in "rb"
    if others and verb.lower() in GRAMMAR.later and not is_figure(verb) and not mine:
        yield from guess(["all", *words])
    yield from guess(words)


GRAMMAR = Grammar(
    "Slargeball",
    ORDERS,
    tokens="[0-9]+,[0-9]+|[^\\s,]+|,",
    expected='a figure, or all, and what it is to do, as in "T1 fetch"; or "done"',
    mend=Mender(sure=lambda order: not isinstance(order, Name), guess=_guess),
)
FORMS = ("T1 18,12", *GRAMMAR.forms)
MEANINGS = {"T1 18,12": "stand there at set-up", **GRAMMAR.meanings}
VERBS = tuple(dict.fromkeys(rule.words[0] for rules in GRAMMAR.later.values() for rule in rules))
UNCONDITIONAL = ("name", "lineup", "first", "last", "stop", "activate", "agree")
"""The verbs that take no condition: what is not carried out in the turn has no moment to judge it (SLARGEBALL-143)."""


@functools.lru_cache(maxsize=4096)  # with each letter the lines of a turn are read again
def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`."""
    words = text.lower().split()
    if not {*HEADS}.isdisjoint(words):
        rules = [
            *GRAMMAR.first.get(words[0], ()),
            *(rule for word in words[1:3] for rule in GRAMMAR.later.get(word, ())),
        ]
        verb = rules[0].words[0] if rules else ""
        if verb in UNCONDITIONAL:
            raise Unreadable(f'"{verb}" takes no condition.')
    return GRAMMAR.read(text)


def plan_line(text: str) -> PlanLine:
    """A line of a plan that was kept as text."""
    order = read(text)
    assert isinstance(order, PlanLine)
    return order


def verb_of(word: str) -> str:
    """The verb that a lower-case word is, or is nearly; empty where it is like none."""
    rules = GRAMMAR.later.get(word)
    return rules[0].words[0] if rules else nearest(word, VERBS, cutoff=0.75)
