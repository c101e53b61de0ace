"""Which line of a plan is carried out when its time comes (SLARGEBALL-58, 121)."""

from collections.abc import Iterator

from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.lines import PartName, PlanLine
from pbem.games.slargeball.orders import plan_line
from pbem.games.slargeball.purposes import MoveLine, Trip
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId


def due(state: Pitch, figure: FigureId, part: PartName) -> Iterator[PlanLine]:
    """The lines of a part of its plan whose conditions hold now, in order (SLARGEBALL-121)."""
    true = TESTS.true(state, figure)
    for text in tuple(state.plan(figure).part(part)):
        line = plan_line(text)
        if line.when.holds(true):
            yield line


def choose_trip(state: Pitch, figure: FigureId) -> Trip | None:
    """The way of the first line of the figure's move plan that is possible and whose conditions hold.

    This changes the plan: `move` lines lose the waypoints on which the figure stands, and go when none is left.
    """
    for line in due(state, figure, "move"):
        assert isinstance(line, MoveLine)
        trip = line.set_out(state, figure)
        if trip is not None:
            return trip
    return None
