"""Initiative, goals, Break Play and the end of the game (SLARGEBALL-37 to 44, 107 to 117)."""

from collections.abc import Mapping, Sequence

from pbem.games.slargeball.events import BallsPlaced, BreakPlay, Finished, Initiative, Scored
from pbem.games.slargeball.falling import Reason, Whistle, settle
from pbem.games.slargeball.field import (
    BALL_ROWS,
    BLUE,
    BUNKER,
    OTHER,
    RED,
    SIDES,
    Point,
    Side,
    Square,
    at,
    distance,
    forward_right,
    name,
    spot_of_coach,
)
from pbem.games.slargeball.state import OFF, Pitch, lineup_squares
from pbem.games.slargeball.teams import FigureId, kind_of, side_of, standard_squares
from pbem.play.record import Result
from pbem.play.requests import Rules, die


def initiative(state: Pitch) -> Rules[None]:
    """SLARGEBALL-40 to 44: by custody if that decides, else by dice."""
    enough = 1 if len(BALL_ROWS[state.squads]) == 1 else 2
    sides = [side_of(carrier) for carrier in state.carriers()]
    leading = next((side for side in SIDES if sides.count(side) >= enough), None)
    if leading is not None:
        state.initiative, state.dice = leading, ()
        yield Initiative(state.turn, leading, balls=sides.count(leading), of=len(state.balls))
        return
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        red = yield from die("initiative of Red")
        blue = yield from die("initiative of Blue")
        rolls.append((red, blue))
    state.initiative = RED if rolls[-1][0] > rolls[-1][1] else BLUE
    state.dice = rolls[-1]
    yield Initiative(state.turn, state.initiative, tuple(rolls))


def goal(state: Pitch, ball: int, point: Point, figure: FigureId = "") -> Rules[None]:
    """SLARGEBALL-115: a point for the side whose bunker it is not; raises `Whistle`."""
    side = OTHER[RED if point in BUNKER[RED] else BLUE]
    state.score[side] += 1
    yield Scored(side, ball, figure, state.score[RED], state.score[BLUE])
    raise Whistle("goal")


def break_play(state: Pitch, reason: Reason) -> Rules[None]:
    """SLARGEBALL-112 to 114: standing figures line up again, the Coaches' outings end, the balls go back."""
    yield BreakPlay(reason)
    risers = [figure for side in SIDES for figure in state.in_order(side) if figure not in state.down]
    state.balls = [OFF] * len(state.balls)
    for coach in state.coaches.values():
        coach.doing, coach.target, coach.beside = "idle", "", None
    for side in SIDES:
        figure = f"{side.lower()}H"
        if figure in state.down:
            state.coaches[side].doing = "back"
    squares = dict(standard_squares(state.squads, state.line))
    for figure in risers:
        remembered = state.memory(state.commander(figure)).lineup
        squares[figure] = remembered.get(figure, squares[figure])
    stand_up(state, risers, squares)
    yield from place_balls(state)


def line_up(state: Pitch, figures: Sequence[FigureId], wishes: Mapping[FigureId, Square]) -> None:
    """SLARGEBALL-133: first those with an ordered square, then the others on their standard squares."""
    stand_up(state, [figure for figure in figures if figure in wishes], wishes)
    standard = standard_squares(state.squads, state.line)
    stand_up(state, [figure for figure in figures if figure not in wishes], standard)


def stand_up(state: Pitch, figures: Sequence[FigureId], squares: Mapping[FigureId, Square]) -> None:
    """SLARGEBALL-35, 112, 133: put each figure in turn on its square, or on the nearest free one allowed to it."""
    for figure in figures:
        state.figures.pop(figure, None)
    taken = state.taken()
    for figure in figures:
        point = at(squares[figure])
        if kind_of(figure) == "H":
            point = spot_of_coach(side_of(figure), state.line)
        elif point in taken:
            point = _nearest_free(state, figure, point, taken)
        taken.add(point)
        state.figures[figure] = name(point)


def _nearest_free(state: Pitch, figure: FigureId, point: Point, taken: set[Point]) -> Point:
    side = side_of(figure)
    free = lineup_squares(state, figure) - taken
    return min(free, key=lambda square: (distance(square, point), forward_right(side, square)))


def place_balls(state: Pitch) -> Rules[None]:
    """SLARGEBALL-17, 113: the middle of the field is rolled for, then the balls are placed in order."""
    roll = yield from die("centre")
    points = [(32 if roll <= 3 else 33, row) for row in BALL_ROWS[state.squads]]
    state.balls = [OFF] * len(points)
    yield BallsPlaced(roll, tuple(map(name, points)))
    for ball, point in enumerate(points, start=1):
        if point in state.taken():
            yield from settle(state, ball, point)
        else:
            state.balls[ball - 1] = name(point)


def finish(state: Pitch) -> Rules[None]:
    """SLARGEBALL-117: the side with more goals wins; a tie is a tie."""
    red, blue = state.score[RED], state.score[BLUE]
    seats = {side: tuple(state.side_seats(side)) for side in SIDES}
    if red == blue:
        state.result = Result((tuple(state.seats),), f"{red} goals each")
        yield Finished(red, blue, "")
        return
    winner: Side = RED if red > blue else BLUE
    reason = f"{max(red, blue)} to {min(red, blue)} after {state.turns} turns"
    state.result = Result((seats[winner], seats[OTHER[winner]]), reason)
    yield Finished(red, blue, winner)
