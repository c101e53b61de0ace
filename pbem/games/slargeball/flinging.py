"""The Fling phase (SLARGEBALL-70 to 80): which figures fling, at what, and where the ball will come down."""

from msgspec import Struct

from pbem.games.slargeball.action_lines import Fling, in_range
from pbem.games.slargeball.asking import ask_flingers
from pbem.games.slargeball.due import due
from pbem.games.slargeball.events import Flung
from pbem.games.slargeball.field import OTHER, Point, goal_aim, name, sent
from pbem.games.slargeball.state import AIR, Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, side_of, stats
from pbem.play.requests import Rules, die, roll


class Airball(Struct, frozen=True):
    """A ball in the air, and where it comes down."""

    ball: int
    point: Point


def fling_phase(state: Pitch) -> Rules[list[Airball]]:
    """The side with initiative first, then side order; returns the balls in the air in that order."""
    airballs: list[Airball] = []
    for side in (state.initiative, OTHER[state.initiative]):
        if state.strict:
            yield from ask_flingers(state, side)
        for figure in state.in_order(side):
            if not state.carried(figure) or state.frozen(figure):
                continue
            if kind_of(figure) == "H":
                airballs.append((yield from _fling_wildly(state, figure)))
            elif (aim := aimed(state, figure)) is not None:
                airballs.append((yield from _fling(state, figure, *aim)))
    return airballs


def aimed(state: Pitch, figure: FigureId) -> tuple[str, Point] | None:
    """What a figure flings at, and the square: by its first line that fits, or else by default. None: it keeps the
    ball."""
    here = state.where(figure)
    for line in due(state, figure, "fling"):
        if not isinstance(line, Fling):
            return None
        point = line.aim(state, figure)
        if point is not None and in_range(figure, here, point):
            return line.target, point
    point = goal_aim(side_of(figure), here)
    unplanned = not state.plan(figure).fling
    return ("goal", point) if unplanned and in_range(figure, here, point) else None


def _fling(state: Pitch, figure: FigureId, mark: str, aim: Point) -> Rules[Airball]:
    """SLARGEBALL-73, 74: exactly there, or scattered by as many dice as the roll was too high."""
    thrown = yield from die("fling")
    over = thrown - stats(figure).fling
    scattered = (yield from _scatter(aim, over)) if over > 0 else (0, (), aim)
    return (yield from _up(state, figure, mark, aim, thrown, *scattered))


def _fling_wildly(state: Pitch, figure: FigureId) -> Rules[Airball]:
    """SLARGEBALL-80: a Coach flings anywhere, also from its spot."""
    here = state.where(figure)
    direction, distances, point = yield from _scatter(here, 2)
    return (yield from _up(state, figure, "", here, 0, direction, distances, point))


def _scatter(point: Point, dice: int) -> Rules[tuple[int, tuple[int, ...], Point]]:
    direction = yield from die("direction")
    distances = yield from roll("distance", count=dice)
    return direction, distances, sent(point, direction, sum(distances))


def _up(
    state: Pitch,
    figure: FigureId,
    mark: str,
    aim: Point,
    thrown: int,
    direction: int,
    distances: tuple[int, ...],
    point: Point,
) -> Rules[Airball]:
    ball = state.carried(figure)
    state.balls[ball - 1] = AIR
    mark = "" if "," in mark else mark
    yield Flung(figure, ball, name(aim), mark, thrown, direction, distances, name(point))
    return Airball(ball, point)
