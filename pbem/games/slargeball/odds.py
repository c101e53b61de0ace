"""What a player should know before a plan: which figures are held, which can reach a ball, and their highest successful
rolls; and where a figure can go.

Nothing here is a rule: the ways are those of a `fetch` in the Move phase.
"""

from collections.abc import Iterator
from typing import Any

from pbem.games.slargeball.events import BreakAways, Grabs
from pbem.games.slargeball.field import OTHER, Point, Side, touching, within
from pbem.games.slargeball.moving import BREAK, taken_steps
from pbem.games.slargeball.names import any_figure, is_figure, proper
from pbem.games.slargeball.purposes import Fetch
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, own_name, seat_side, side_of, stats
from pbem.games.slargeball.whapping import is_able
from pbem.play.orders import Refused
from pbem.play.reaching import rows_in_words
from pbem.play.requests import Ask, Event, Seat

MOST = 8
"""Maximum number of figures listed for one ball."""

ASKS = ("plan", "move", "whap", "fling")


def odds(state: Pitch, ask: Ask[Any]) -> list[Event]:
    """For a plan the figures held, and for each ball those that can reach it; a line-up needs no dice."""
    if ask.name not in ASKS:
        return []
    side = seat_side(ask.seat)
    held = [figure for figure in state.team(side) if is_able(state, figure) and state.held(figure)]
    breaks = [BreakAways(tuple(map(own_name, held)), BREAK)] if held else []
    return [*_grabs(state, side), *breaks]


def _grabs(state: Pitch, side: Side) -> Iterator[Event]:
    carriers = {ball: figure for figure, ball in state.carriers().items() if state.up(figure)}
    places = state.groundballs() | {ball: state.where(figure) for ball, figure in carriers.items()}
    for ball, place in sorted(places.items()):
        carrier = carriers.get(ball, "")
        sides = [side, OTHER[side]] if not carrier else [OTHER[side_of(carrier)]]
        figures = [figure for each in sides for figure in state.team(each) if is_able(state, figure)]
        tries = [
            (_called(figure, side), stats(figure).whap if carrier else stats(figure).nab)
            for figure in figures
            if _gets_to(state, figure, ball, place)
        ]
        if tries:
            yield Grabs(ball, _called(carrier, side) if carrier else "", tuple(tries[:MOST]))


def _gets_to(state: Pitch, figure: FigureId, ball: int, place: Point) -> bool:
    """Whether a figure comes into contact with a ball in this turn, if it breaks away and nobody else moves."""
    here = state.where(figure)
    if state.carried(figure) or not within(here, place, stats(figure).move + 2):
        return touching(here, place)
    trip = Fetch(figure, ball=ball).way(state, figure)
    steps = [] if trip is None else taken_steps(state, figure, trip)[0]
    return touching(steps[-1] if steps else here, place)


def _called(figure: FigureId, side: Side) -> str:
    return own_name(figure) if side_of(figure) == side else figure


def reach(state: Pitch, seat: Seat, name: str) -> list[str]:
    """Where a figure can go, as things stand, around piles and standing figures."""
    if not is_figure(name):
        raise Refused(f"{name} is not a figure. A figure is named like T1, or bT1 for one of Blue's")
    figure = any_figure(state, seat, proper(name))
    if figure not in state.figures or not is_able(state, figure):
        raise Refused(f"{figure} cannot move now")
    inches = stats(figure).move
    squares = Ground(state, figure, through=False).within(2 * inches)
    told = f"{figure} on {state.figures[figure]} moves {inches} inches, a diagonal step counting 1.5."
    if state.held(figure):
        told += f" It is held: to break away it must roll {BREAK} or less."
    return (
        [told, *rows_in_words((f"{x},{y}" for x, y in squares), _place)]
        if squares
        else [f"{told} No square is free."]
    )


def _place(square: str) -> tuple[int, int]:
    x, y = square.split(",")
    return int(y), int(x)
