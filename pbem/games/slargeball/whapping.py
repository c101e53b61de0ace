"""The Whap phase (SLARGEBALL-62 to 69)."""

from pbem.games.slargeball.action_lines import NoWhap, Whap
from pbem.games.slargeball.due import due
from pbem.games.slargeball.events import Blow, Fall, Whapped
from pbem.games.slargeball.falling import check_anybody_up, drop, lay_down
from pbem.games.slargeball.field import BUNKERS, COMPASS, FIELD, Square, name, straight_away
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, side_of, stats
from pbem.play.requests import Rules, die


def whap_phase(state: Pitch) -> Rules[None]:
    """Attempts from the highest Whap to the lowest; then all who were hit go down, and then their balls."""
    blows: list[Blow] = []
    directions: dict[FigureId, str] = {}
    for figure in sorted(may_whap(state), key=lambda each: -stats(each).whap):
        line = _line(state, figure)
        target = _target(state, figure, line, directions)
        if target is None:
            continue
        roll = yield from die("whap")
        hit = roll <= stats(figure).whap
        blows.append(Blow(figure, target, roll, hit))
        if hit:
            away = straight_away(state.where(figure), state.where(target))
            directions[target] = (line.fall if isinstance(line, Whap) else "") or away
    falls = []
    for victim, direction in directions.items():
        over = _body(state, victim, direction)
        lay_down(state, victim, over)
        falls.append(Fall(victim, state.figures[victim], over))
    if blows:
        yield Whapped(tuple(blows), tuple(falls))
    if falls:
        check_anybody_up(state)
    for victim in directions:
        yield from drop(state, victim)


def may_whap(state: Pitch) -> list[FigureId]:
    """The figures that may make an attempt: the side with initiative first, then in side order (SLARGEBALL-62, 64)."""
    return [figure for figure in state.all_in_order() if is_able(state, figure) and state.held(figure)]


def is_able(state: Pitch, figure: FigureId) -> bool:
    """Whether a figure may whap a figure in contact with it (SLARGEBALL-62)."""
    return kind_of(figure) != "H" and state.up(figure) and not state.frozen(figure)


def _line(state: Pitch, figure: FigureId) -> Whap | NoWhap:
    """The whap line that is carried out; the default where there is none (SLARGEBALL-121, 141)."""
    line = next(due(state, figure, "whap"), Whap(figure))
    assert isinstance(line, Whap | NoWhap)
    return line


def _target(state: Pitch, figure: FigureId, line: Whap | NoWhap, hit: dict[FigureId, str]) -> FigureId | None:
    """SLARGEBALL-65, 125: the first wish that can be hit, else the default choice."""
    if isinstance(line, NoWhap):
        return None
    near = [other for other in state.foes_at(figure, state.where(figure)) if other not in hit]
    wished = next((target for target in line.targets if target in near), None)
    if wished or line.only or not near:
        return wished
    carriers = state.carriers()
    order = state.in_order(side_of(near[0]))
    return min(near, key=lambda other: (other not in carriers, -stats(other).whap, order.index(other)))


def _body(state: Pitch, victim: FigureId, direction: str) -> Square:
    """The square a falling body lies over, or none (SLARGEBALL-68)."""
    if not state.sprawl:
        return ""
    (x, y), (dx, dy) = state.where(victim), COMPASS[direction]
    point = (x + dx, y + dy)
    free = point in FIELD and point not in BUNKERS and point not in state.bases().values()
    return name(point) if free and point not in state.groundballs().values() else ""
