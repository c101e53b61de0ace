"""The Move phase (SLARGEBALL-46 to 61): which figures move when, and how far each comes on its way."""

from pbem.games.slargeball.asking import ask_movers
from pbem.games.slargeball.breaking import goal
from pbem.games.slargeball.coaches import coach_acts
from pbem.games.slargeball.due import choose_trip
from pbem.games.slargeball.events import Fate, Moved, Walk
from pbem.games.slargeball.falling import check_anybody_up, drop, lay_down
from pbem.games.slargeball.field import OTHER, THROUGH_DOOR, Point, Side, name, touching
from pbem.games.slargeball.purposes import STEP_OUT, Move, Trip
from pbem.games.slargeball.routes import piled, step_cost
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import KINDS, FigureId, Kind, kind_of, side_of, stats
from pbem.play.requests import Rules, die

BREAK = 2
"""The highest successful break roll (SLARGEBALL-50)."""


def move_phase(state: Pitch) -> Rules[None]:
    """The seven sub-phases, in each the side with initiative first."""
    for kind in KINDS:
        for side in (state.initiative, OTHER[state.initiative]):
            if state.strict:
                yield from ask_movers(state, side, kind)
            if kind == "H":
                yield from coach_acts(state, side)
            else:
                yield from _move_all(state, side, kind)


def _move_all(state: Pitch, side: Side, kind: Kind) -> Rules[None]:
    """One side's figures of one kind, one after another in side order (SLARGEBALL-46)."""
    walks: list[Walk] = []
    movers = [figure for figure in state.in_order(side) if kind_of(figure) == kind]
    for figure in movers:
        if not state.up(figure) or state.frozen(figure):
            continue
        trip = choose_trip(state, figure)
        walk = None if trip is None else (yield from _walk(state, figure, trip))
        if walk is None:
            continue
        walks.append(walk)
        if walk.fate in ("", "held"):
            continue
        yield Moved(side, kind, tuple(walks))
        walks = []
        if walk.fate == "in":
            yield from goal(state, state.carried(figure), state.where(figure), figure)
        check_anybody_up(state)
        yield from drop(state, figure)
    if walks:
        yield Moved(side, kind, tuple(walks))


def _walk(state: Pitch, figure: FigureId, trip: Trip) -> Rules[Walk | None]:
    """Go as far on a trip as the allowance, the piles and the opponents permit; None if nothing comes of it."""
    start = trip.start
    way, out = taken_steps(state, figure, trip)
    if not way and not out:
        return None
    broke = 0
    if state.held(figure):
        broke = yield from die("break")
        if broke > BREAK:
            return Walk(figure, name(start), broke=broke, fate="held")
    route, piles, mired = yield from _wade(figure, trip, way)
    fate: Fate = "mired" if mired else "" if not out else "off" if trip.leaves else "in"
    if fate == "in":
        route.append(THROUGH_DOOR[route[-1] if route else start])
    if route:
        state.figures[figure] = name(route[-1])
    if isinstance(trip.line, Move):
        _strike_reached(state, figure, trip.line, trip, len(route) - mired, off=fate == "off")
    if fate in ("mired", "off"):
        lay_down(state, figure)
    return Walk(figure, name(start), tuple(map(name, route)), broke, piles, fate)


def _strike_reached(state: Pitch, figure: FigureId, line: Move, trip: Trip, steps: int, *, off: bool) -> None:
    """Strike off waypoints reached within this many steps; one off the field is reached only by leaving it."""
    reached = sum(mark <= steps for mark in trip.marks)
    if trip.leaves and not off:
        reached = min(reached, len(line.squares) - 1)
    if reached:
        line.strike(state, figure, reached)


def _wade(figure: FigureId, trip: Trip, way: list[Point]) -> Rules[tuple[list[Point], tuple[int, ...], bool]]:
    """Take the steps of a way, rolling for each pile entered (SLARGEBALL-51, 52).

    Returns the squares entered, the pile rolls, and whether the last one was a failure.
    """
    route: list[Point] = []
    rolls: list[int] = []
    here, wading = trip.start, False
    for step in way:
        pile = piled(trip.piles, here, step)
        if pile is not None and not wading:
            roll = yield from die("pile")
            rolls.append(roll)
            if roll > stats(figure).pile:
                return [*route, pile], tuple(rolls), True
        wading = pile is not None
        route.append(step)
        here = step
    return route, tuple(rolls), False


def taken_steps(state: Pitch, figure: FigureId, trip: Trip) -> tuple[list[Point], bool]:
    """The steps that are taken this turn, and whether the step off the field or into the bunker comes with them.

    First `touch` cuts the way, then the allowance, then the rule that no move ends on a pile (SLARGEBALL-53, 134).
    """
    way = trip.steps
    out = trip.leaves or trip.scores
    if trip.line.touch:
        way, met = _until_touch(state, figure, trip)
        out = out and not met
    left = 2 * stats(figure).move
    here = trip.start
    count = 0
    for step in way:
        left -= step_cost(here, step)
        if left < 0:
            break
        here = step
        count += 1
    out = out and left >= STEP_OUT
    while count and way[count - 1] in trip.piles:
        count -= 1
    return way[:count], out


def _until_touch(state: Pitch, figure: FigureId, trip: Trip) -> tuple[list[Point], bool]:
    """The way up to the first square in contact with a standing opponent met anew, and whether there is one."""
    side = side_of(figure)
    others = [
        point
        for other, point in state.standing().items()
        if side_of(other) != side and not touching(point, trip.start)
    ]
    for count, step in enumerate(trip.steps, start=1):
        if any(touching(step, point) for point in others):
            return trip.steps[:count], True
    return trip.steps, False
