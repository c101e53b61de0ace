"""Some lines that a seat might write, for the test kit and the random bot. They need not be wise, nor legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.field import COMPASS, HEIGHT, OTHER, WIDTH, Point, distance, name
from pbem.games.slargeball.orders import (
    PLAN_LINES,
    Activate,
    Agree,
    Chase,
    Fetch,
    First,
    Fling,
    Follow,
    Goal,
    Guard,
    Hold,
    Last,
    Lineup,
    Move,
    Nab,
    Name,
    NoFling,
    NoNab,
    NoWhap,
    Score,
    Stop,
    Whap,
)
from pbem.games.slargeball.state import Pitch, lineup_squares
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, side_of
from pbem.play.requests import Order, Pick, Seat

CONDITIONS = tuple(map(TESTS.clause.read, (
    "", "", "", "if carrying", "if not held", "if free", "if ball within 8", "unless foe within 3 and loose",
    "if G up", "if rG within 20", "if bG down", "if bG carrying", "if we carry", "unless they carry", "if loose",
    "if initiative", "if ahead", "if behind", "if level", "if turn 2",
)))  # fmt: skip
NAMES = ("Ogre", "Little Tim", "Basher")


def sample_place(state: Pitch, seat: Seat, pick: Pick) -> Order | None:
    """A line of a line-up."""
    figure = pick.one([figure for figure in state.commanded(seat) if kind_of(figure) != "H"])
    square = name(pick.one(sorted(lineup_squares(state, figure))))
    return Lineup(own_name(figure), square) if pick.chance(80) else Name(own_name(figure), pick.one(NAMES))


def sample_line(
    state: Pitch,
    seat: Seat,
    pick: Pick,
    kinds: Sequence[type[Order]] = PLAN_LINES,
    figures: Sequence[FigureId] = (),
) -> Order | None:
    """A line of a plan, of one of these kinds, for one of these figures or for several."""
    if not figures and pick.chance(40):
        return _lively(state, seat, pick)
    own = list(figures) or state.commanded(seat)
    coaches = [figure for figure in own if kind_of(figure) == "H"]
    own = [figure for figure in own if kind_of(figure) != "H"]
    kind = pick.one(kinds)
    if coaches and pick.chance(20):
        kind = Activate
    if kind is Activate:
        team = state.team(seat_side(seat))
        return Activate("H", own_name(pick.one(team))) if coaches else None
    if not own:
        return None
    figure = pick.one([each for each in own if kind is not Score or kind_of(each) == "G"] or own)
    who = own_name(figure)
    if not figures and pick.chance(25):
        who = pick.one(["all", "tremples", "nickelbacks", f"squad {state.squads_of(seat)[0]}"])
    return _line(state, seat, pick, kind, figure, who)


def _lively(state: Pitch, seat: Seat, pick: Pick) -> Order:
    """A line that makes things happen: carriers fling, shoot or run, and everybody else is after somebody."""
    side = seat_side(seat)
    carriers = [figure for figure in state.commanded(seat) if state.carried(figure)]
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


def _line(
    state: Pitch, seat: Seat, pick: Pick, kind: type[Order], figure: FigureId, who: str
) -> Order | None:
    side = side_of(figure)
    foes = [other for other in state.figures if side_of(other) != side]
    friends = [own_name(other) for other in state.team(side)]
    square = name((pick.number(1, WIDTH), pick.number(1, HEIGHT)))
    when = pick.one(CONDITIONS)
    through, touch = pick.chance(30), pick.chance(15)
    if kind is Move and pick.chance(30):
        x, y = pick.one([(0, 5), (WIDTH + 1, 5), (40, 0), (40, HEIGHT + 1)])
        return Move(who, (square, name((x, y))), through=through, when=when)
    lines: dict[type[Order], Order] = {
        Hold: Hold(who, when=when),
        Move: Move(who, (square,), through=through, touch=touch, when=when),
        Chase: Chase(who, tuple(pick.some(foes, 2)), through=through, touch=touch, when=when),
        Fetch: Fetch(who, pick.number(0, len(state.balls)), through=through, when=when),
        Goal: Goal(who, when=when),
        Score: Score(who, pick.chance(10), when=when),
        Guard: Guard(who, square, pick.number(1, 12), when=when),
        Follow: Follow(who, pick.one(friends), when=when),
        Whap: Whap(who, tuple(pick.some(foes, 1)), pick.chance(20), pick.one(["", *COMPASS]), when=when),
        NoWhap: NoWhap(who, when=when),
        Fling: Fling(who, pick.one([square, "goal", pick.one(friends), pick.one(foes)]), when=when),
        NoFling: NoFling(who, when=when),
        Nab: Nab(who, when=when),
        NoNab: NoNab(who, when=when),
        First: First(own_name(figure)),
        Last: Last(own_name(figure)),
        Stop: Stop(who, pick.one(["", "move", "whap", "fling", "nab", "place"])),
        Name: Name(own_name(figure), pick.one(NAMES)),
        Agree: Agree(),
    }
    return sample_place(state, seat, pick) if kind is Lineup else lines[kind]
