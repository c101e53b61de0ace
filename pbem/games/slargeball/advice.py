"""The legal line that is nearest to one refused or not understood.

Nothing here is a rule: every line is put before the check of the plan, and only what passes is shown. It is for the
figure and of the kind that the words name, as far as they can be made out, with the squares, figures and conditions
that they name, or else the nearest that fit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

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
"""Lines that are for no figure, by their first word."""

ANYHOW = ("fetch", "whap any", "fling goal")
"""What may be said to most figures where it is not clear what was meant: one of them at least for each ask."""


_BLANK = re.compile(r"(?<![\d,])(\d{1,2}), +(\d{1,2})(?![\d,])", re.ASCII)


def near(state: Pitch, ask: Ask[Any], line: str) -> str:
    """The first of the lines that come near which the ask would take, or empty where the words say nothing."""
    words = _BLANK.sub(r"\1,\2", line.lower()).split()
    alone = nearest(words[0], ALONE, cutoff=0.7) if words else ""
    whole = guess(["all", *line.split()]) if words and verb_of(words[0]) else iter(())
    lines = [ALONE[alone]] if alone else chain(whole, _lines(state, ask, words))
    return next((str(read(each)) for each in lines if _taken(state, ask, each)), "")


def _taken(state: Pitch, ask: Ask[Any], line: str) -> bool:
    """Whether the ask would take a line; nothing is kept."""
    side = seat_side(ask.seat).lower()
    concerned = frozenset(f"{side}{figure}" for figure in getattr(ask.about, "figures", ()))
    order = GRAMMAR.order(line)
    if isinstance(order, ask.edits):
        return not isinstance(order, Line) or passes(
            lambda each: check(state, ask.seat, each, concerned), order
        )
    return isinstance(order, (*ask.takes, Always, Narration))


def _lines(state: Pitch, ask: Ask[Any], words: Sequence[str]) -> Iterator[str]:
    """What might be meant, the likeliest first."""
    end = next((place for place, word in enumerate(words) if word in ("if", "unless")), len(words))
    said, conditions = words[:end], likely_clause(words[end:])
    if conditions and any(word in UNCONDITIONAL for word in said):
        return
    if any(is_figure(word) or verb_of(word) or nearest(word, GROUPS) for word in said):
        for who, figure in _whos(state, ask.seat, said):
            for order in _orders(state, figure, said):
                yield f"{who} {order} {conditions}"


def _whos(state: Pitch, seat: Seat, words: Sequence[str]) -> Iterator[tuple[str, FigureId]]:
    """For whom the line might be: several figures if it says so, then single ones, those that are called alike first.

    With each comes a figure that stands for it.
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


def _orders(state: Pitch, figure: FigureId, words: Sequence[str]) -> Iterator[str]:
    """What might be meant for a figure, the likeliest first."""
    squares = [at(word) for word in words if is_square(word)]
    balls = [
        point for number, point in state.groundballs().items() if f"ball{number}" in words or "ball" in words
    ]
    aims = squares or balls or [at(state.figures.get(figure, "32,16"))]
    side, team = side_of(figure), set(state.team(side_of(figure)))
    named = [other for word in words[1:] if is_figure(word) for other in _like(state, side, proper(word))]
    mates = [own_name(other) for other in named if other in team]
    foes = [other for other in named if other not in team]
    verb = _verb(state, words, squares)
    match verb:
        case "move" if not squares:
            return
        case "move" | "guard":
            ground = frozenset(point for point in FIELD if state.may_stand(figure, point))
            yield f"{verb} {' '.join(_nearest(ground, aim) for aim in aims)}"
            yield f"{verb} {_nearest(ground, aims[0])}"
        case "lineup":
            taken = {at(square) for square in state.memory(state.commander(figure)).lineup.values()}
            yield from (f"lineup {_nearest(lineup_squares(state, figure) - taken, aim)}" for aim in aims)
        case "chase" | "follow" | "whap":
            yield from (f"{verb} {other}" for other in (mates if verb == "follow" else foes))
            yield from (f"follow {other}" for other in mates)
            yield from (f"chase {other}" for other in foes)
            others = [other for other in state.standing() if (other in team) == (verb == "follow")]
            others.sort(key=lambda other: distance(aims[0], state.where(other)))
            yield from (f"{verb} {own_name(other) if other in team else other}" for other in others)
        case "fling":
            yield from (f"fling {other}" for other in (*mates, *foes))
            yield from (f"fling {_nearest(FIELD, square)}" for square in squares)
            yield "fling goal"
        case "activate":
            yield from (f"activate {other}" for other in mates)
        case "stop":
            yield from (f"stop {nearest(word, PARTS)}" for word in words)
        case "score":
            yield from ("score", "goal")
        case "name":
            yield f"name {re.sub('[^a-z ]', '', ' '.join(words[2:]))[:LONGEST_NAME].title()}"
        case _:
            yield verb
    yield from ANYHOW
    if kind_of(figure) == "H":
        yield from (f"activate {own_name(other)}" for other in state.team(side))


def _verb(state: Pitch, words: Sequence[str], squares: Sequence[Point]) -> str:
    """The verb of a line; where it leads nowhere the next one, and where there is none what squares are named for."""
    rest = words[1:] if is_figure(words[0]) else words  # some figures are called like short verbs
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
