"""Coaches (SLARGEBALL-94 to 106, 137 to 139): activation, march, talk, and the way back."""

from fractions import Fraction

from pbem.games.slargeball.events import Activated, Fainted, Marched, TalkedTo
from pbem.games.slargeball.falling import drop, fall, lay_down
from pbem.games.slargeball.field import (
    BUNKERS,
    FIELD,
    HEIGHT,
    OTHER,
    TITLES,
    ZONES,
    Point,
    Side,
    around,
    distance,
    forward_right,
    line,
    name,
    spot_of_coach,
    touching,
)
from pbem.games.slargeball.state import OUTINGS, Coach, Pitch
from pbem.games.slargeball.teams import FAINT, FigureId, kind_of, own_name, side_of, stats
from pbem.play.orders import Refused
from pbem.play.requests import Rules, die

GOALS = ZONES | BUNKERS
"""Where a Coach may neither stop nor be sent across (SLARGEBALL-96, 100)."""


def coach_of(side: Side) -> FigureId:
    """The id of a side's Coach."""
    return f"{side.lower()}H"


def need(coach: Coach) -> int:
    """The highest successful activation roll (SLARGEBALL-95)."""
    return OUTINGS - coach.outings


def check_target(state: Pitch, side: Side, target: FigureId) -> None:
    """Refuse an activation that cannot be tried (SLARGEBALL-95, 96, 138)."""
    figure, coach = coach_of(side), state.coaches[side]
    if side_of(target) != side:
        raise Refused(
            f"The Coach picks out a figure of its own side; {target} plays for {TITLES[OTHER[side]]}."
        )
    if kind_of(target) == "H":
        raise Refused("The Coach cannot pick itself out.")
    if need(coach) == 0:
        raise Refused("Your Coach has been out three times; no more.")
    if coach.doing != "idle":
        raise Refused("Your Coach is already on the field.")
    if GOALS.intersection(_way_to(state.where(figure), state.where(target))):
        raise Refused(
            f"The Coach's straight way to {own_name(target)} crosses a Goal Zone, which Coaches may not enter."
        )


def coach_acts(state: Pitch, side: Side) -> Rules[None]:
    """A Coach's part of the Coach sub-phase."""
    figure = coach_of(side)
    if figure not in state.figures or figure in state.down:
        return
    coach = state.coaches[side]
    if coach.doing == "idle":
        yield from _activate(state, side)
    if coach.doing == "talk" and not _beside(state, side):
        coach.doing = "out"
    if coach.doing == "out":
        yield from _go_out(state, side)
    elif coach.doing == "back":
        yield from _go_back(state, side)


def end_of_talks(state: Pitch) -> Rules[None]:
    """SLARGEBALL-103, 105: a talk of a whole turn is over, if the Coach stands and is in contact."""
    for side in (state.initiative, OTHER[state.initiative]):
        figure, coach = coach_of(side), state.coaches.get(side)
        if coach is None or coach.doing != "talk" or coach.since > state.turn:
            continue
        if figure in state.down or not _beside(state, side):
            continue
        target, coach.target, coach.beside = coach.target, "", None
        coach.doing = "back" if state.on_field(figure) else "idle"
        stood = target not in state.down
        yield TalkedTo(figure, target, stood)
        if stood:
            yield from fall(state, target)


def _activate(state: Pitch, side: Side) -> Rules[None]:
    """SLARGEBALL-95, 97: one attempt a turn; a success freezes the target."""
    figure, coach = coach_of(side), state.coaches[side]
    target = state.memory(state.commander(figure)).activate
    if not target:
        return
    try:
        check_target(state, side, target)
    except Refused:  # what was possible when it was ordered is impossible now
        return
    limit = need(coach)
    roll = yield from die("activate")
    yield Activated(figure, target, roll, limit)
    if roll <= limit:
        coach.outings += 1
        coach.doing, coach.target = "out", target


def _go_out(state: Pitch, side: Side) -> Rules[None]:
    """SLARGEBALL-98 to 100, 137: towards the target, unless the Coach is there already."""
    figure, coach = coach_of(side), state.coaches[side]
    if not _beside(state, side):
        start, goal = state.where(figure), state.where(coach.target)
        way = _way_to(start, goal)
        reached = _within_stride(start, way)
        yield from _faints(state, figure, coach.target, start, reached)
        end, counts = _standing_room(state, figure, start, way[: way.index(reached) + 1], goal)
        state.figures[figure] = name(end)
        coach.beside = (name(end), name(goal)) if counts else None
        yield Marched(figure, name(start), name(end), coach.target, _beside(state, side), home=False)
    if _beside(state, side):
        coach.doing, coach.since = "talk", state.turn + 1


def _go_back(state: Pitch, side: Side) -> Rules[None]:
    """SLARGEBALL-104, 138: straight to the Coach's spot."""
    figure, coach = coach_of(side), state.coaches[side]
    start, spot = state.where(figure), spot_of_coach(side, state.line)
    way = list(line(start, spot))
    reached = _within_stride(start, way)
    yield from _faints(state, figure, "", start, reached)
    taken = state.taken() - {start}
    fit = [point for point in way[: way.index(reached) + 1] if point == spot or _free(point, taken)]
    end = fit[-1] if fit else start
    state.figures[figure] = name(end)
    if end == spot:
        coach.doing = "idle"
    yield Marched(figure, name(start), name(end), "", close=False, home=end == spot)


def _beside(state: Pitch, side: Side) -> bool:
    """Whether a Coach is in contact with its target, or counts so."""
    figure, coach = coach_of(side), state.coaches[side]
    one, other = state.figures[figure], state.figures[coach.target]
    return touching(state.where(figure), state.where(coach.target)) or coach.beside == (one, other)


def _way_to(start: Point, target: Point) -> list[Point]:
    """The line up to the first square in contact with the target; empty if the start is."""
    if touching(start, target):
        return []
    way: list[Point] = []
    for x, y in line(start, target):
        point = x, min(max(y, 1), HEIGHT)  # from a Coach's spot it may begin along the edge, outside
        way.append(point)
        if touching(point, target):
            break
    return way


def _within_stride(start: Point, way: list[Point]) -> Point:
    """The last square of a way that is no farther from its start than a Coach goes in a turn (SLARGEBALL-99)."""
    stride = stats("rH").move ** 2
    return [point for point in way if distance(start, point) <= stride][-1]


def _free(point: Point, taken: set[Point]) -> bool:
    return point in FIELD and point not in GOALS and point not in taken


def _standing_room(
    state: Pitch, figure: FigureId, start: Point, way: list[Point], target: Point
) -> tuple[Point, bool]:
    """SLARGEBALL-100: where the Coach comes to stand, and whether it counts as in contact without being so."""
    taken, end = state.taken() - {start}, way[-1]
    if _free(end, taken):
        return end, False
    close = touching(end, target)
    if close:
        side = side_of(figure)
        room = [point for point in around(target) if _free(point, taken)]
        if room:
            return min(room, key=lambda point: (distance(point, end), forward_right(side, point))), False
    back = [point for point in way if _free(point, taken)]
    return (back[-1] if back else start), close


def _faints(state: Pitch, figure: FigureId, target: FigureId, start: Point, end: Point) -> Rules[None]:
    """SLARGEBALL-101, 102: all standing figures near the line of travel may faint, before the Coach is put down.

    The Coach runs, so somebody always stands (SLARGEBALL-140).
    """
    near: list[tuple[int, Fraction, int, FigureId]] = []
    standing = state.standing()
    for place, other in enumerate(state.all_in_order()):
        if other in standing and other not in (figure, target):
            along, away = _from_segment(start, end, standing[other])
            if 4 * away <= 25:
                near.append((along, away, place, other))
    for _, _, _, other in sorted(near):
        roll = yield from die("faint")
        yield Fainted(figure, other, roll, roll <= FAINT)
        if roll <= FAINT:
            lay_down(state, other)
            yield from drop(state, other)


def _from_segment(start: Point, end: Point, point: Point) -> tuple[int, Fraction]:
    """How far along a segment a point is (scaled), and the square of its distance from it (SLARGEBALL-102)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    vx, vy = point[0] - start[0], point[1] - start[1]
    along, length = vx * dx + vy * dy, dx * dx + dy * dy
    if along <= 0:
        return along, Fraction(distance(point, start))
    if along >= length:
        return along, Fraction(distance(point, end))
    return along, Fraction((vx * dy - vy * dx) ** 2, length)
