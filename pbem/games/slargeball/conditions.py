"""Conditions at the end of plan lines (SLARGEBALL-128, 144): `if ball within 8 and not held`.

They are kept as text, read once, and judged at the moment when a figure looks at its plan.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from pbem.games.slargeball.field import OTHER, Point, within
from pbem.games.slargeball.names import is_figure, proper
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, side_of
from pbem.play.forms import FILLERS
from pbem.play.orders import Unreadable, nearest

Fact: TypeAlias = Literal[
    "carrying", "held", "free", "ball within", "foe within", "within", "up", "down", "has", "we carry",
    "they carry", "loose", "initiative", "ahead", "behind", "level", "turn",
]  # fmt: skip

PLAIN: dict[str, Fact] = {
    "carrying": "carrying",
    "held": "held",
    "contact": "held",
    "free": "free",
    "we carry": "we carry",
    "they carry": "they carry",
    "loose": "loose",
    "initiative": "initiative",
    "ahead": "ahead",
    "behind": "behind",
    "level": "level",
}


class Term(Struct, frozen=True):
    """One condition: a fact, about a figure and with a number where it needs them."""

    fact: Fact
    figure: str = ""
    number: int = 0
    negated: bool = False

    def __str__(self) -> str:
        match self.fact:
            case "ball within" | "foe within" | "turn":
                text = f"{self.fact} {self.number}"
            case "within":
                text = f"{self.figure} within {self.number}"
            case "up" | "down":
                text = f"{self.figure} {self.fact}"
            case "has":
                text = f"{self.figure} carrying"
            case _:
                text = self.fact
        return f"not {text}" if self.negated else text


class Clause(Struct, frozen=True):
    """All the conditions of a line: they must hold, or (`unless`) must not all hold."""

    terms: tuple[Term, ...]
    unless: bool = False

    def __str__(self) -> str:
        return f"{'unless' if self.unless else 'if'} {' and '.join(map(str, self.terms))}"


def read_clause(words: Sequence[str]) -> str:
    """The conditions out of lower-case words that begin with `if` or `unless`, in their canonical form; raises
    `Unreadable`."""
    terms = " ".join(word for word in words[1:] if word not in FILLERS).split(" and ")
    return str(Clause(tuple(map(_term, terms)), unless=words[0] == "unless"))


def likely_clause(words: Sequence[str]) -> str:
    """What conditions might be meant by lower-case words that should begin with `if` or `unless`, or empty."""
    if not words:
        return ""
    terms = [term if _is_term(term) else _hint(term.split()) for term in " ".join(words[1:]).split(" and ")]
    return f"{words[0]} {' and '.join(terms)}"


@functools.lru_cache(maxsize=4096)
def clause(text: str) -> Clause:
    """A clause out of its canonical text."""
    words = text.split()
    terms = " ".join(words[1:]).split(" and ")
    return Clause(tuple(map(_term, terms)), unless=words[0] == "unless")


def with_figures(text: str, find: Callable[[str], FigureId]) -> str:
    """The clause with every figure named in full."""
    whole = clause(text)
    terms = [
        msgspec.structs.replace(term, figure=find(term.figure)) if term.figure else term
        for term in whole.terms
    ]
    return str(Clause(tuple(terms), whole.unless))


def holds(state: Pitch, figure: FigureId, text: str) -> bool:
    """Whether a clause holds for the figure that has the line; an empty one always does."""
    if not text:
        return True
    whole = clause(text)
    true = all(_true(state, figure, term) != term.negated for term in whole.terms)
    return true != whole.unless


def _true(state: Pitch, figure: FigureId, term: Term) -> bool:
    here = state.where(figure)
    side = side_of(figure)
    match term.fact:
        case "carrying":
            return state.carried(figure) > 0
        case "held":
            return state.held(figure)
        case "free":
            return not state.held(figure)
        case "ball within":
            return _any_within(here, list(state.groundballs().values()), term.number)
        case "foe within":
            return _any_within(here, list(state.standing(OTHER[side]).values()), term.number)
        case "within":
            return state.on_field(term.figure) and within(here, state.where(term.figure), term.number)
        case "up":
            return state.up(term.figure)
        case "down":
            return term.figure in state.down
        case "has":
            return state.carried(term.figure) > 0
        case "we carry":
            return any(side_of(carrier) == side for carrier in state.carriers())
        case "they carry":
            return any(side_of(carrier) != side for carrier in state.carriers())
        case "loose":
            return bool(state.groundballs())
        case "initiative":
            return state.initiative == side
        case "turn":
            return state.turn >= term.number
        case _:
            lead = state.score[side] - state.score[OTHER[side]]
            return {"ahead": lead > 0, "behind": lead < 0, "level": lead == 0}[term.fact]


def _any_within(here: Point, points: list[Point], inches: int) -> bool:
    return any(within(here, point, inches) for point in points)


def _term(text: str) -> Term:
    words = text.lower().split()
    negated = bool(words) and words[0] == "not"
    rest = words[1:] if negated else words
    match rest:
        case ["ball" | "foe" as thing, "within", number] if _counts(number):
            return Term("ball within" if thing == "ball" else "foe within", "", int(number), negated)
        case ["turn", number] if _counts(number):
            return Term("turn", "", int(number), negated)
        case [figure, "within", number] if is_figure(figure) and _counts(number):
            return Term("within", proper(figure), int(number), negated)
        case [figure, "up" | "down" as fact] if is_figure(figure):
            return Term("up" if fact == "up" else "down", proper(figure), 0, negated)
        case [figure, "carrying"] if is_figure(figure):
            return Term("has", proper(figure), 0, negated)
    fact_alone = PLAIN.get(" ".join(rest))
    if fact_alone is None:
        raise Unreadable(f'I do not know the condition "{text}"; try "{_hint(rest)}".')
    return Term(fact_alone, negated=negated)


def _is_term(text: str) -> bool:
    try:
        _term(text)
    except Unreadable:
        return False
    return True


def _counts(word: str) -> bool:
    return word.isdecimal() and word.isascii() and len(word) <= 3


def _hint(words: Sequence[str]) -> str:
    """A condition near these words, with the number that stands there."""
    number = next((word for word in words if _counts(word)), "")
    match words:
        case ["foe", *_]:
            return f"foe within {number or 3}"
        case ["turn", *_]:
            return f"turn {number or 5}"
        case [figure, *_] if is_figure(figure) and number:
            return f"{proper(figure)} within {number}"
        case ["we" | "they" as who, *_]:
            return f"{who} carry"
        case [figure, *_] if is_figure(figure):
            return f"{proper(figure)} up"
    return nearest(" ".join(words), PLAIN, cutoff=0.7) or f"ball within {number or 3}"
