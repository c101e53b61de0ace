"""Conditions (SLARGEBALL-128, 144): each test with the function that judges it.

A function gets the position and who asks, then what stands in the braces. At the end of a plan line a figure asks, at
the moment when it looks at its plan. In a line that waits for its condition (`if bT1 down then ...`) a seat asks: such
a line is nobody's, so tests of the figure that has the line are refused there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import structs

from pbem.games.slargeball.facts import facts
from pbem.games.slargeball.field import BLUE, OTHER, RED, SIDES, Point, Side, within
from pbem.games.slargeball.names import FIGURE, any_figure, is_figure, proper
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, side_of
from pbem.play.conditions import JOINTS, Condition, Term, Test, Tests
from pbem.play.forms import Word
from pbem.play.orders import Refused
from pbem.play.requests import Seat

Asks: TypeAlias = FigureId | Seat
"""Who asks: `rT1`, or the seat `R`."""


def _side(who: Asks) -> Side:
    return RED if who[0] in "rR" else BLUE


def _lead(state: Pitch, who: Asks) -> int:
    side = _side(who)
    return state.score[side] - state.score[OTHER[side]]


def _carries(state: Pitch, side: Side) -> bool:
    return any(side_of(carrier) == side for carrier in state.carriers())


def _named(state: Pitch, who: Asks, word: str) -> FigureId:
    """The figure that is meant: a plan line has its id (`in_full`), a seat may write `T1`."""
    return word if state.exists(word) else any_figure(state, who, word)


def _figure(who: Asks) -> FigureId:
    """The figure that has the line."""
    if who[0] in SIDES:
        raise Refused("This condition is not about a figure; put it at the end of a plan line.")
    return who


def _any_within(here: Point, points: Iterable[Point], inches: str) -> bool:
    return any(within(here, point, int(inches)) for point in points)


def _ball_within(state: Pitch, who: Asks, inches: str) -> bool:
    return _any_within(state.where(_figure(who)), state.groundballs().values(), inches)


def _foe_within(state: Pitch, who: Asks, inches: str) -> bool:
    return _any_within(state.where(_figure(who)), state.standing(OTHER[_side(who)]).values(), inches)


def _figure_within(state: Pitch, who: Asks, other: str, inches: str) -> bool:
    here, named = state.where(_figure(who)), _named(state, who, other)
    return state.on_field(named) and _any_within(here, [state.where(named)], inches)


_TRUTH: Mapping[str, Callable[..., bool]] = {
    "carrying": lambda state, who: state.carried(_figure(who)) > 0,
    "held/contact": lambda state, who: state.held(_figure(who)),
    "free": lambda state, who: not state.held(_figure(who)),
    "ball within {inches}": _ball_within,
    "foe within {inches}": _foe_within,
    "{figure} within {inches}": _figure_within,
    "{figure} up": lambda state, who, other: state.up(_named(state, who, other)),
    "{figure} down": lambda state, who, other: _named(state, who, other) in state.down,
    "{figure} carrying": lambda state, who, other: state.carried(_named(state, who, other)) > 0,
    "we carry": lambda state, who: _carries(state, _side(who)),
    "they carry": lambda state, who: _carries(state, OTHER[_side(who)]),
    "loose": lambda state, who: bool(state.groundballs()),
    "initiative": lambda state, who: state.initiative == _side(who),
    "ahead": lambda state, who: _lead(state, who) > 0,
    "behind": lambda state, who: _lead(state, who) < 0,
    "level": lambda state, who: _lead(state, who) == 0,
    "turn {turn}": lambda state, who, turn: state.turn >= int(turn),
}
_NUMBER = "[0-9]{1,3}"


def _number(word: str) -> str:
    return str(int(word))


TESTS = Tests(
    _TRUTH,
    facts,
    turn=Word("N", _NUMBER, _number, wants="a number", example="5"),
    inches=Word("N", _NUMBER, _number, wants="a number", example="3"),
    figure=Word("FIG", FIGURE, proper, wants="a figure", named=True, example="T1"),
)


def with_figures(when: Condition, find: Callable[[str], FigureId]) -> Condition:
    """The condition with every figure named in full."""

    def named(term: Term) -> Term:
        if not isinstance(term, Test):
            return term
        return structs.replace(
            term, about=tuple(find(each) if is_figure(each) else each for each in term.about)
        )

    return structs.replace(when, terms=tuple(map(named, when.terms)))


def likely_clause(words: Sequence[str]) -> str:
    """The condition that may be meant by lower-case words that should begin with `if` or `unless`, or empty."""
    if not words:
        return ""
    joint = next((word for word in words if word in JOINTS), JOINTS[0])
    terms = [term.split() for term in " ".join(words[1:]).split(f" {joint} ")]
    likely = [f"{'not ' if term[:1] == ['not'] else ''}{TESTS.likely(term)[1]}" for term in terms]
    return f"{words[0]} {f' {joint} '.join(likely)}"
