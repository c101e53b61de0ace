"""Conditions at the end of plan lines (SLARGEBALL-128, 144): each test with the function that judges it.

A function gets the position and the figure that has the line, then what stands in the braces. Conditions are judged at
the moment when the figure looks at its plan. Lines that wait for a condition of their own have a seat, not a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import structs

from pbem.games.slargeball.facts import facts
from pbem.games.slargeball.field import BLUE, OTHER, RED, Point, Side, within
from pbem.games.slargeball.names import FIGURE, is_figure, proper
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, side_of
from pbem.play.conditions import JOINTS, Condition, Term, Test, Tests
from pbem.play.forms import Word
from pbem.play.requests import Seat


def _side(who: FigureId | Seat) -> Side:
    return RED if who[0] in "rR" else BLUE


def _lead(state: Pitch, who: FigureId | Seat) -> int:
    side = _side(who)
    return state.score[side] - state.score[OTHER[side]]


def _we_carry(state: Pitch, who: FigureId | Seat) -> bool:
    return any(side_of(carrier) == _side(who) for carrier in state.carriers())


def _they_carry(state: Pitch, who: FigureId | Seat) -> bool:
    return any(side_of(carrier) != _side(who) for carrier in state.carriers())


def _any_within(here: Point, points: Iterable[Point], inches: str) -> bool:
    return any(within(here, point, int(inches)) for point in points)


def _ball_within(state: Pitch, figure: FigureId, inches: str) -> bool:
    return _any_within(state.where(figure), state.groundballs().values(), inches)


def _foe_within(state: Pitch, figure: FigureId, inches: str) -> bool:
    return _any_within(state.where(figure), state.standing(OTHER[side_of(figure)]).values(), inches)


def _figure_within(state: Pitch, figure: FigureId, other: FigureId, inches: str) -> bool:
    return state.on_field(other) and _any_within(state.where(figure), [state.where(other)], inches)


_OF_MATCH: Mapping[str, Callable[..., bool]] = {
    "we carry": _we_carry,
    "they carry": _they_carry,
    "loose": lambda state, who: bool(state.groundballs()),
    "initiative": lambda state, who: state.initiative == _side(who),
    "ahead": lambda state, who: _lead(state, who) > 0,
    "behind": lambda state, who: _lead(state, who) < 0,
    "level": lambda state, who: _lead(state, who) == 0,
    "turn {turn}": lambda state, who, turn: state.turn >= int(turn),
}
_OF_FIGURE: Mapping[str, Callable[..., bool]] = {
    "carrying": lambda state, figure: state.carried(figure) > 0,
    "held/contact": lambda state, figure: state.held(figure),
    "free": lambda state, figure: not state.held(figure),
    "ball within {inches}": _ball_within,
    "foe within {inches}": _foe_within,
    "{figure} within {inches}": _figure_within,
    "{figure} up": lambda state, figure, other: state.up(other),
    "{figure} down": lambda state, figure, other: other in state.down,
    "{figure} carrying": lambda state, figure, other: state.carried(other) > 0,
}
_NUMBER = "[0-9]{1,3}"


def _number(word: str) -> str:
    return str(int(word))


_TURN = Word("N", _NUMBER, _number, wants="a number", example="5")
TESTS = Tests(_OF_MATCH, facts, turn=_TURN)
"""What holds or not whoever asks."""
OF_FIGURE = Tests(
    {**_OF_FIGURE, **_OF_MATCH},
    facts,
    turn=_TURN,
    inches=Word("N", _NUMBER, _number, wants="a number", example="3"),
    figure=Word("FIG", FIGURE, proper, wants="a figure", named=True, example="T1"),
)
"""The same, and what is about the figure that has the line."""


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
    """What condition might be meant by lower-case words that should begin with `if` or `unless`, or empty."""
    if not words:
        return ""
    joint = next((word for word in words if word in JOINTS), JOINTS[0])
    terms = [term.split() for term in " ".join(words[1:]).split(f" {joint} ")]
    likely = [f"{'not ' if term[:1] == ['not'] else ''}{OF_FIGURE.likely(term)[1]}" for term in terms]
    return f"{words[0]} {f' {joint} '.join(likely)}"
