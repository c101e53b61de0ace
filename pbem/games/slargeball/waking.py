"""The Check for Consciousness (SLARGEBALL-91 to 93)."""

from collections import Counter

from pbem.games.slargeball.events import Woke
from pbem.games.slargeball.field import (
    HEIGHT,
    WIDTH,
    Point,
    Square,
    around,
    at,
    distance,
    forward_right,
    name,
)
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, side_of, stats
from pbem.play.requests import Rules, die

NEAR = 2
"""Number of columns and rows within which a figure first looks for a place (SLARGEBALL-92)."""


def wake_phase(state: Pitch) -> Rules[None]:
    """Everybody who lies rolls, the side with initiative first, in side order."""
    woken: list[tuple[FigureId, int, Square]] = []
    asleep: list[tuple[FigureId, int]] = []
    for figure in [figure for figure in state.all_in_order() if figure in state.down]:
        roll = yield from die("wake")
        if roll > stats(figure).whap:
            asleep.append((figure, roll))
            continue
        state.figures[figure] = name(_place(state, figure))
        del state.down[figure]
        woken.append((figure, roll, state.figures[figure]))
    if woken or asleep:
        yield Woke(tuple(woken), tuple(asleep))


def _place(state: Pitch, figure: FigureId) -> Point:
    """Where a waking figure stands up: out of contact, if that is possible."""
    here, side = state.where(figure), side_of(figure)
    bases = [point for other, point in state.bases().items() if other != figure]
    bodies = [at(over) for other, over in state.down.items() if other != figure and over]
    balls = list(state.groundballs().values())
    taken = {*bases, *bodies, *balls}
    if state.frozen(figure) and here not in taken:
        return here
    contacts = Counter(beside for point in (*bases, *balls) for beside in (point, *around(point)))
    for reach in range(NEAR, WIDTH):
        columns = range(max(here[0] - reach, 1), min(here[0] + reach, WIDTH) + 1)
        rows = range(max(here[1] - reach, 1), min(here[1] + reach, HEIGHT) + 1)
        free = [
            point
            for x in columns
            for y in rows
            if (point := (x, y)) not in taken and state.may_stand(figure, point)
        ]
        if free:
            return min(
                free, key=lambda point: (contacts[point], distance(here, point), forward_right(side, point))
            )
    raise AssertionError("the field is full")
