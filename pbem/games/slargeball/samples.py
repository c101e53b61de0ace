"""Some lines that a seat might write, for the test kit and the random bot. They need not be wise."""

from collections.abc import Mapping, Sequence

from pbem.games.slargeball.action_lines import Fling
from pbem.games.slargeball.field import OTHER, Point, distance
from pbem.games.slargeball.lines import Line, Planning, Some
from pbem.games.slargeball.other_lines import Activate
from pbem.games.slargeball.planning import check
from pbem.games.slargeball.purposes import Chase, Fetch, Goal, Score
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, side_of
from pbem.play.orders import passes
from pbem.play.requests import Order, Pick, Seat


def sample_line(
    state: Pitch,
    seat: Seat,
    pick: Pick,
    kinds: Sequence[type[Planning]],
    allowed: frozenset[FigureId] | None = None,
) -> Order | None:
    """A line of a plan or line-up, of one of these kinds, that would be kept; None if what is tried first would not."""
    own = [figure for figure in state.commanded(seat) if allowed is None or figure in allowed]
    coach = any(kind_of(figure) == "H" for figure in own)
    kind = Activate if coach and Activate in kinds and pick.chance(20) else pick.one(kinds)
    if not issubclass(kind, Line):
        return kind()
    own = [figure for figure in own if kind_of(figure) in kind.kinds]
    if not own:
        return None
    figure = pick.one(own)
    who = own_name(figure)
    if kind.several and allowed is None and pick.chance(25):
        who = pick.one(["all", "tremples", "nickelbacks", f"squad {state.squads_of(seat)[0]}"])
    line = kind.sample(Some(state, pick, figure, who))
    return line if passes(lambda each: check(state, seat, each, allowed), line) else None


def lively_line(state: Pitch, seat: Seat, pick: Pick) -> Line:
    """A line that makes things happen: carriers fling, shoot or run, and everybody else is after somebody."""
    side = seat_side(seat)
    own = [figure for figure in state.commanded(seat) if kind_of(figure) != "H"]
    carriers = [figure for figure in own if state.carried(figure)]
    if carriers and pick.chance(70):
        carrier = pick.one(carriers)
        others = {other: point for other, point in state.standing().items() if other != carrier}
        if others and pick.chance(70):
            return Fling(own_name(carrier), _nearest(others, state.where(carrier)))
        return Score(own_name(carrier)) if kind_of(carrier) == "G" else Goal(own_name(carrier))
    foes = [figure for figure in state.figures if side_of(figure) != side]
    balls, standing = list(state.groundballs().values()), state.standing(OTHER[side])
    if balls and standing and pick.chance(40):
        return Fling("all", _nearest(standing, pick.one(balls)))
    return pick.one([Fetch("all"), Fetch("all"), Goal("all"), Chase("all", tuple(pick.some(foes, 3)))])


def _nearest(figures: Mapping[FigureId, Point], here: Point) -> FigureId:
    return min(figures, key=lambda figure: (distance(here, figures[figure]), figure))
