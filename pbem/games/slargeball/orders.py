"""All lines of Slargeball, and how they are read: those of plans, and those that are for no figure.

Figures and squares stay as written, only in their proper case (`b2T1`), until the plan takes the line. Kinds of line
need no list: the grammar, the asks, random lines and help follow from the classes (`lines`).
"""

import functools
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pbem.games.slargeball.action_lines import FlingLine, NabLine, WhapLine
from pbem.games.slargeball.kinds import TURNS
from pbem.games.slargeball.lines import PlanLine, Planning
from pbem.games.slargeball.names import is_figure
from pbem.games.slargeball.other_lines import Activate, First, Last, Lineup, Name, Stop
from pbem.games.slargeball.purposes import MoveLine
from pbem.games.slargeball.slips import guess
from pbem.play.conditions import HEADS
from pbem.play.forms import Form, one_of
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

KIND_WORDS = {
    "D": "defensives",
    "T": "tremples",
    "N": "nickelbacks",
    "G": "goalies",
    "C": "captains",
    "R": "rushers",
    "H": "coaches",
}
"""Names of the kinds of figure in `always plan move KIND`."""


class Done(Planning, frozen=True):
    """The line-up or plan is ready; with a number the plan is valid for that many turns."""

    form: ClassVar = Form(
        "done/pass [{turns}]",
        turns=TURNS,
        says={
            "done": "the plan is ready",
            "done 3": "the plan stands for three turns",
        },
    )
    turns: int = 1

    @property
    def closes(self) -> bool:
        return True

    def ahead(self, *, behind: bool) -> str:
        return "" if behind else "hand in your next plan as it is"


class Standard(Planning, frozen=True):
    """All figures of the seat stand on their standard squares."""

    form: ClassVar = Form("standard", says={"standard": "all on their usual squares, and done"})
    unasked: ClassVar[str] = (
        'The figures have lined up; "T1 lineup 18,12" changes where one of them goes after Break Play.'
    )


class Agree(Planning, frozen=True):
    """A vote for Break Play."""

    form: ClassVar = Form("agree break", says={"agree break": "vote for Break Play, this turn"})


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
    """How the seat wants to read what happened: in short, or with every die."""

    form: ClassVar = Form(
        "narration {how}",
        how=one_of("short", "full"),
        says={
            "narration full": "tell me every die and every square",
            "narration short": "tell me what came of it",
        },
    )
    how: Literal["short", "full"]


MOVE_LINES, WHAP_LINES, FLING_LINES, NAB_LINES = (
    tuple(part.__subclasses__()) for part in (MoveLine, WhapLine, FlingLine, NabLine)
)
FIGURE_LINES: tuple[type[Planning], ...] = (
    *MOVE_LINES, *WHAP_LINES, *FLING_LINES, *NAB_LINES, First, Last, Stop, Name, Lineup,
)  # fmt: skip
PLAN_LINES: tuple[type[Planning], ...] = (*FIGURE_LINES, Activate, Agree)
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
UNCONDITIONAL = [kind.form.rules[0].words[0] for kind in PLAN_LINES if not issubclass(kind, PlanLine)]
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
    """The verb that a lower-case word is, or nearly is; empty if there is none like it."""
    rules = GRAMMAR.later.get(word)
    return rules[0].words[0] if rules else nearest(word, VERBS, cutoff=0.75)
