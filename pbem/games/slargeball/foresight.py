"""The result of a seat's own plan if nobody else moved: for previews, in which no die may be rolled.

The figures go in the order of the Move phase, each on the position that those before it have left. What a roll decides
is not foreseen, only named.
"""

from pbem.games.slargeball.due import choose_trip
from pbem.games.slargeball.events import Foreseen, Shot, Way
from pbem.games.slargeball.field import name
from pbem.games.slargeball.flinging import aimed
from pbem.games.slargeball.moving import taken_steps
from pbem.games.slargeball.routes import piled
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import KINDS, FigureId, kind_of, own_name, side_of, stats
from pbem.play.game import copy
from pbem.play.requests import Seat


def foresee(state: Pitch, seat: Seat) -> Foreseen | None:
    """Where the figures of a seat would go and what they would fling at; None before the line-up is over."""
    if state.phase == "lineup":
        return None
    thought = copy(state)
    own = set(thought.commanded(seat))
    figures = [
        figure
        for kind in KINDS[:-1]
        for figure in thought.in_order(side_of(next(iter(own))))
        if figure in own and kind_of(figure) == kind and thought.up(figure) and not thought.frozen(figure)
    ]
    ways = tuple(_way(thought, figure) for figure in figures)
    ready = (figure for figure, way in zip(figures, ways, strict=True) if not way.ending)
    return Foreseen(ways, tuple(shot for figure in ready if (shot := _shot(thought, figure))))


def _way(state: Pitch, figure: FigureId) -> Way:
    """How far a figure would come; it is then put there."""
    trip = choose_trip(state, figure)
    steps, out = ([], False) if trip is None else taken_steps(state, figure, trip)
    if trip is None or not (steps or out):
        return Way(own_name(figure))
    held, here, wades = state.held(figure), trip.start, False
    for step in steps:
        wades = wades or piled(trip.piles, here, step) is not None
        here = step
    state.figures[figure] = name(here)
    return Way(
        own_name(figure),
        name(here),
        held=held,
        pile=stats(figure).pile if wades else 0,
        ending="" if not out else "off" if trip.leaves else "in",
    )


def _shot(state: Pitch, figure: FigureId) -> Shot | None:
    aim = aimed(state, figure) if state.carried(figure) else None
    if aim is None:
        return None
    mark, point = aim
    return Shot(own_name(figure), "" if "," in mark else mark, name(point), stats(figure).fling)
