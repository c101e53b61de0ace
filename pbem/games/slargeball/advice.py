"""The legal line that is nearest to one refused or not understood.

Nothing here is a rule: every line is put before the check of the plan, and only what passes is shown. It is for the
figure and of the kind that the words name, as far as they can be made out, with the squares, figures and conditions
that they name, or else the nearest that fit.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from pbem.games.slargeball.conditions import likely_clause
from pbem.games.slargeball.field import FIELD, OTHER, Point, at, distance, name
from pbem.games.slargeball.kinds import LONGEST_NAME
from pbem.games.slargeball.lines import GROUPS, PARTS, Line
from pbem.games.slargeball.names import is_figure, is_square, proper
from pbem.games.slargeball.orders import GRAMMAR, UNCONDITIONAL, Always, Narration, read, verb_of
from pbem.games.slargeball.planning import check
from pbem.games.slargeball.slips import guess
from pbem.games.slargeball.state import Pitch, lineup_squares
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, side_of
from pbem.play.orders import nearest, passes
from pbem.play.requests import Ask, Seat

ALONE = {
    "done": "done",
    "pass": "done",
    "standard": "standard",
    "agree": "agree break",
    "always": "always plan",
    "narration": "narration full",
}
"""Lines that are for no particular figure, by their first word."""

ANYHOW = ("fetch", "whap any", "fling goal")
"""What most figures may be told if it is not clear what was meant: at least one line for each ask."""


_BLANK = re.compile(r"(?<![\d,])(\d{1,2}), +(\d{1,2})(?![\d,])", re.ASCII)


def near(state: Pitch, ask: Ask[Any], line: str) -> str:
    """The first near line that the ask would accept, or empty if the words say nothing."""
    words = _BLANK.sub(r"\1,\2", line.lower()).split()
    alone = nearest(words[0], ALONE, cutoff=0.7) if words else ""
    whole = guess(["all", *line.split()]) if words and verb_of(words[0]) else iter(())
    lines = [ALONE[alone]] if alone else chain(whole, _lines(state, ask, words))
    return next((str(read(each)) for each in lines if _taken(state, ask, each)), "")


def _taken(state: Pitch, ask: Ask[Any], line: str) -> bool:
    """Whether the ask would accept a line; nothing is kept."""
    side = seat_side(ask.seat).lower()
    concerned = frozenset(f"{side}{figure}" for figure in getattr(ask.about, "figures", ()))
    order = GRAMMAR.order(line)
    if isinstance(order, ask.edits):
        return not isinstance(order, Line) or passes(
            lambda each: check(state, ask.seat, each, concerned), order
        )
    return isinstance(order, (*ask.takes, Always, Narration))


def _lines(state: Pitch, ask: Ask[Any], words: Sequence[str]) -> Iterator[str]:
    """Lines that may be meant, the likeliest first."""
    end = next((place for place, word in enumerate(words) if word in ("if", "unless")), len(words))
    said, conditions = words[:end], likely_clause(words[end:])
    if conditions and any(word in UNCONDITIONAL for word in said):
        return
    if any(is_figure(word) or verb_of(word) or nearest(word, GROUPS) for word in said):
        for who, figure in _whos(state, ask.seat, said):
            for order in _orders(state, figure, said):
                yield f"{who} {order} {conditions}"


def _whos(state: Pitch, seat: Seat, words: Sequence[str]) -> Iterator[tuple[str, FigureId]]:
    """The figures that the line may be for: several if it says so, then single ones, those with similar names first.

    With each comes a figure that represents it.
    """
    own = state.commanded(seat)
    group = nearest(words[0], GROUPS, cutoff=0.7) if words else ""
    if group:
        squad = f" {state.squads_of(seat)[0]}" if group == "squad" else ""
        yield group + squad, own[0]
    theirs = OTHER[seat_side(seat)].lower()
    figures = [proper(word) for word in words if is_figure(word)]
    ours = [
        word for word in figures if word[0] != theirs or is_figure(words[0])
    ]  # `whap bT2` is for none of them
    named = ours[0].lstrip("rb") if ours else ""
    if not named:
        yield "all", own[0]

    def unlike(figure: FigureId) -> tuple[bool, bool, bool]:
        called, bare = own_name(figure), named.lstrip("0123456789")
        return called != named, called.lstrip("0123456789") != bare, kind_of(figure) not in bare

    for figure in sorted(own, key=unlike):
        yield own_name(figure), figure


class _Said(Struct):
    """What a line says of a figure: its words, and the squares, balls, teammates and opponents that it names."""

    state: Pitch
    figure: FigureId
    words: Sequence[str]
    squares: list[Point]
    balls: list[Point]
    mates: list[str]
    foes: list[FigureId]

    @property
    def aims(self) -> list[Point]:
        """The squares meant, or else those of the balls, or of the figure."""
        return self.squares or self.balls or [at(self.state.figures.get(self.figure, "32,16"))]


def _said(state: Pitch, figure: FigureId, words: Sequence[str]) -> _Said:
    squares = [at(word) for word in words if is_square(word)]
    balls = [
        point for number, point in state.groundballs().items() if f"ball{number}" in words or "ball" in words
    ]
    side, team = side_of(figure), set(state.team(side_of(figure)))
    named = [other for word in words[1:] if is_figure(word) for other in _like(state, side, proper(word))]
    mates = [own_name(other) for other in named if other in team]
    foes = [other for other in named if other not in team]
    return _Said(state, figure, words, squares, balls, mates, foes)


def _orders(state: Pitch, figure: FigureId, words: Sequence[str]) -> Iterator[str]:
    """Orders that may be meant for a figure, the likeliest first."""
    said = _said(state, figure, words)
    verb = _verb(state, words, said.squares)
    if verb == "move" and not said.squares:
        return
    yield from _ORDERS[verb](said, verb) if verb in _ORDERS else [verb]
    yield from ANYHOW
    if kind_of(figure) == "H":
        yield from (f"activate {own_name(other)}" for other in state.team(side_of(figure)))


def _to_squares(said: _Said, verb: str) -> Iterator[str]:
    ground = frozenset(point for point in FIELD if said.state.may_stand(said.figure, point))
    yield f"{verb} {' '.join(_nearest(ground, aim) for aim in said.aims)}"
    yield f"{verb} {_nearest(ground, said.aims[0])}"


def _to_places(said: _Said, verb: str) -> Iterator[str]:
    state, figure = said.state, said.figure
    taken = {at(square) for square in state.memory(state.commander(figure)).lineup.values()}
    yield from (f"{verb} {_nearest(lineup_squares(state, figure) - taken, aim)}" for aim in said.aims)


def _at_figures(said: _Said, verb: str) -> Iterator[str]:
    """The figures named, by the verb that fits their side; then the others of that side, the nearest first."""
    state, side = said.state, side_of(said.figure)
    yield from (f"{verb} {other}" for other in (said.mates if verb == "follow" else said.foes))
    yield from (f"follow {other}" for other in said.mates)
    yield from (f"chase {other}" for other in said.foes)
    others = state.standing(side if verb == "follow" else OTHER[side])
    for other in sorted(others, key=lambda each: distance(said.aims[0], others[each])):
        yield f"{verb} {own_name(other) if verb == 'follow' else other}"


def _flings(said: _Said, verb: str) -> Iterator[str]:
    yield from (f"fling {other}" for other in (*said.mates, *said.foes))
    yield from (f"fling {_nearest(FIELD, square)}" for square in said.squares)
    yield "fling goal"


_ORDERS: Mapping[str, Callable[[_Said, str], Iterable[str]]] = {
    "move": _to_squares,
    "guard": _to_squares,
    "lineup": _to_places,
    "chase": _at_figures,
    "follow": _at_figures,
    "whap": _at_figures,
    "fling": _flings,
    "activate": lambda said, verb: (f"activate {other}" for other in said.mates),
    "stop": lambda said, verb: (f"stop {nearest(word, PARTS)}" for word in said.words),
    "score": lambda said, verb: ("score", "goal"),
    "name": lambda said, verb: [
        f"name {re.sub('[^a-z ]', '', ' '.join(said.words[2:]))[:LONGEST_NAME].title()}"
    ],
}
"""What may follow each verb; any other verb stands alone."""


def _verb(state: Pitch, words: Sequence[str], squares: Sequence[Point]) -> str:
    """The verb of a line; if it leads nowhere the next one, and if there is none the verb for which squares are
    named."""
    rest = words[1:] if is_figure(words[0]) else words  # some figures have names like short verbs
    verbs = [verb for word in rest if (verb := verb_of(word))]
    if "move" in verbs[:1] and not squares:
        verbs = [*verbs[1:], "move"]
    return verbs[0] if verbs else "lineup" if state.phase == "lineup" else "move" if squares else ""


def _like(state: Pitch, side: str, word: str) -> list[FigureId]:
    """The figures in play that a name might mean: the very one, or those of any squad, or of that kind."""
    letter = word[0] if word[0] in "rb" else side.lower()
    bare = word.lstrip("rb").lstrip("0123456789")
    team = [figure for figure in state.figures if figure[0] == letter]
    exact = [figure for figure in team if figure == f"{letter}{word.lstrip('rb')}"]
    alike = [figure for figure in team if figure.endswith(bare)]
    return exact or alike or [figure for figure in team if kind_of(figure) in bare]


def _nearest(points: Iterable[Point], aim: Point) -> str:
    return name(min(points, key=lambda point: (distance(point, aim), point)))
