"""What plan lines mean when their time comes (SLARGEBALL-58, 72, 121 to 123, 135, 136, 142).

A line names a purpose. Here it is looked at from the position of the moment: whether it is possible, whether its
conditions hold, and which way it leads. How far of that way the figure comes is the business of `moving`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct, field

from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.field import (
    DOORSTEP,
    FIELD,
    MOUTH,
    OTHER,
    Point,
    around,
    at,
    distance,
    goal_aim,
    ring,
    shooting_squares,
    touching,
    within,
)
from pbem.games.slargeball.names import exit_square
from pbem.games.slargeball.orders import (
    Chase,
    Fetch,
    Follow,
    Goal,
    Guard,
    Move,
    MoveLine,
    PartName,
    PlanLine,
    Score,
    plan_line,
)
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, side_of, stats

STEP_OUT = 2
"""Half-inches for the step off the field or into a bunker (SLARGEBALL-59, 61)."""


class Trip(Struct):
    """A way as long as it takes, whatever the allowance.

    `piles` are those on the field. `marks` are the numbers of steps after which each waypoint of a `move` line is
    reached. At the end of `steps` the figure may step off the field (`leaves`) or into a bunker (`scores`).
    """

    line: MoveLine
    start: Point
    piles: set[Point] = field(default_factory=set)
    steps: list[Point] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    leaves: bool = False
    scores: bool = False


def due(state: Pitch, figure: FigureId, part: PartName) -> Iterator[PlanLine]:
    """The lines of a part of its plan whose conditions hold now, in order (SLARGEBALL-121)."""
    true = TESTS.true(state, figure)
    for text in tuple(state.plan(figure).part(part)):
        line = plan_line(text)
        if line.when.holds(true):
            yield line


def chosen_trip(state: Pitch, figure: FigureId) -> Trip | None:
    """The first line of the figure's move plan that is possible and whose conditions hold, carried out in thought.

    `move` lines that are finished are deleted on the way.
    """
    for line in due(state, figure, "move"):
        assert isinstance(line, MoveLine)
        trip = trip_of(state, figure, line)
        if trip is not None:
            return trip
    return None


def in_range(figure: FigureId, start: Point, target: Point) -> bool:
    """Whether a figure can aim at a square from another one (SLARGEBALL-72)."""
    return target != start and within(start, target, stats(figure).reach)


def aimed_at(state: Pitch, figure: FigureId, target: str) -> Point | None:
    """The square that a fling line means now, or None where it means a figure that does not stand."""
    if target == "goal":
        return goal_aim(side_of(figure), state.where(figure))
    if "," in target:
        return at(target)
    return state.where(target) if state.up(target) else None


def strike(state: Pitch, figure: FigureId, line: Move, count: int) -> None:
    """So many waypoints of a line have been reached; a line without any is deleted (SLARGEBALL-58)."""
    lines = state.memorise(state.commander(figure)).plans[figure].move
    index = lines.index(str(line))
    if count == len(line.squares):
        del lines[index]
    else:
        lines[index] = str(msgspec.structs.replace(line, squares=line.squares[count:]))


def trip_of(state: Pitch, figure: FigureId, line: MoveLine) -> Trip | None:
    """The way that a line leads, or None where it is not possible."""
    match line:
        case Move():
            return _journey(state, figure, line)
        case Chase():
            target = next((each for each in line.targets if state.up(each)), None)
            return None if target is None else _into_contact(state, figure, line, state.where(target))
        case Fetch():
            ball = _ball_to_fetch(state, figure, line.ball)
            return None if ball is None else _into_contact(state, figure, line, ball)
        case Goal() if state.carried(figure):
            if kind_of(figure) == "G":
                return _to_bunker(state, figure, line, own=False)
            squares = shooting_squares(side_of(figure), stats(figure).reach)  # its own may be one of them
            return _to(state, figure, line, squares)
        case Score() if state.carried(figure):
            return _to_bunker(state, figure, line, own=line.own)
        case Guard():
            return _on_guard(state, figure, line)
        case Follow() if state.up(line.target):
            return _near(state, figure, line, state.where(line.target))
        case Goal() | Score() | Follow():
            return None
    return Trip(line, state.where(figure))


def _journey(state: Pitch, figure: FigureId, line: Move) -> Trip | None:
    """SLARGEBALL-58: from waypoint to waypoint."""
    ground = Ground(state, figure, through=line.through)
    trip = Trip(line, ground.start, ground.piles)
    here = ground.start
    for square in line.squares:
        point = at(square)
        aim = point if point in FIELD else exit_square(point)
        assert aim is not None
        trip.steps += ground.path(here, [aim], [aim])
        trip.marks.append(len(trip.steps))
        here = trip.steps[-1] if trip.steps else here
        trip.leaves = point not in FIELD and here == aim
    if ground.boxed_in():
        return trip
    struck = sum(mark == 0 for mark in trip.marks)
    if trip.leaves and not trip.steps:
        struck -= 1
    if struck:
        strike(state, figure, line, struck)
        if struck == len(line.squares):
            return None
        trip.line = msgspec.structs.replace(line, squares=line.squares[struck:])
        trip.marks = trip.marks[struck:]
    return trip


def _to(
    state: Pitch,
    figure: FigureId,
    line: MoveLine,
    targets: Sequence[Point],
    named: Sequence[Point] | None = None,
) -> Trip:
    """To the cheapest of some squares, or as near as may be to what is named: these squares, unless others are."""
    ground = Ground(state, figure, through=line.through)
    steps = ground.path(ground.start, targets, named or targets)
    return Trip(line, ground.start, ground.piles, steps)


def _into_contact(state: Pitch, figure: FigureId, line: MoveLine, target: Point) -> Trip:
    """To the cheapest square in contact with a figure or ball, unless in contact already."""
    here = state.where(figure)
    return Trip(line, here) if touching(here, target) else _to(state, figure, line, around(target))


def _ball_to_fetch(state: Pitch, figure: FigureId, number: int) -> Point | None:
    """SLARGEBALL-122, 142: where the ball is that a figure is to fetch."""
    if state.carried(figure):
        return None
    here = state.where(figure)
    lying, carried = state.groundballs(), _enemy_carriers(state, figure)
    if number:
        return lying.get(number) or carried.get(number)
    return _nearest_ball(here, lying) or _nearest_ball(here, carried)


def _enemy_carriers(state: Pitch, figure: FigureId) -> dict[int, Point]:
    """Where the opponents stand on the field that carry a ball, by number of the ball."""
    side = side_of(figure)
    return {
        ball: state.where(carrier)
        for carrier, ball in state.carriers().items()
        if side_of(carrier) != side and state.up(carrier)
    }


def _nearest_ball(here: Point, balls: dict[int, Point]) -> Point | None:
    """The nearest by straight distance, then by lower number."""
    if not balls:
        return None
    return balls[min(balls, key=lambda ball: (distance(here, balls[ball]), ball))]


def _to_bunker(state: Pitch, figure: FigureId, line: MoveLine, *, own: bool) -> Trip:
    """SLARGEBALL-61: to a square before the opening, and in."""
    bunker = side_of(figure) if own else OTHER[side_of(figure)]
    trip = _to(state, figure, line, DOORSTEP[bunker], MOUTH[bunker])
    trip.scores = (trip.steps[-1] if trip.steps else trip.start) in DOORSTEP[bunker]
    return trip


def _on_guard(state: Pitch, figure: FigureId, line: Guard) -> Trip:
    """SLARGEBALL-122, 142: into contact with what comes near the square, else to the square."""
    here, post, side = state.where(figure), at(line.square), side_of(figure)
    balls = {} if state.carried(figure) else state.groundballs()
    opponents = state.standing(OTHER[side])
    order = [other for other in state.in_order(OTHER[side]) if other in opponents]
    for kind in (
        [point for _, point in sorted(_enemy_carriers(state, figure).items())],
        [point for _, point in sorted(balls.items())],
        [opponents[other] for other in order],
    ):
        near = [point for point in kind if within(point, post, line.reach)]
        if near:
            return _into_contact(state, figure, line, min(near, key=lambda point: distance(here, point)))
    return _to(state, figure, line, [post])


def _near(state: Pitch, figure: FigureId, line: MoveLine, target: Point) -> Trip:
    """SLARGEBALL-122: to the nearest square two columns or rows away, unless near enough already."""
    here = state.where(figure)
    return Trip(line, here) if touching(here, target) else _to(state, figure, line, ring(target, 2))
