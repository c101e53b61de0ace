"""Moving (DODGEBALL-11 to 19): where a pawn may go, which way it takes, and the balls it gathers."""

import contextlib
import itertools
from collections import deque
from collections.abc import Set

from pbem.games.dodgeball.events import Moved
from pbem.games.dodgeball.naming import die_for, own_half, own_pawn, pawn_named
from pbem.games.dodgeball.orders import Move
from pbem.games.dodgeball.state import BOARD, HALF, SEATS, Field, PawnId, Takings
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.reaching import rows_in_words
from pbem.play.requests import Pick, Rules, Seat

STEPS = {
    seat: {
        square: tuple(step for step in BOARD.neighbours[square] if step in HALF[seat])
        for square in HALF[seat]
    }
    for seat in SEATS
}
"""Where one step may lead a pawn of each side: pawns stay at home (DODGEBALL-14)."""


def move(state: Field, order: Move) -> Rules[None]:
    """Carry out a checked move: its route names every square entered."""
    start, waiting = state.pawns[order.pawn], state.takings()
    state.pawns[order.pawn] = order.route[-1]
    gathered = [ball for square in order.route for ball in sorted(waiting.get(square, ()))]
    balls = tuple(dict.fromkeys(gathered))  # a ball on its corner waits beside several squares of the route
    for ball in balls:
        state.balls[ball - 1] = order.pawn
    yield Moved(order.pawn, start, order.route, balls, order.die)


def check_move(state: Field, order: Move) -> Move:
    """The move with all its squares and its die, or refused."""
    pawn = own_pawn(state, state.to_act, order.pawn)
    occupied = {square for other, square in state.pawns.items() if other != pawn}
    for point in order.route:  # the goal and the waypoints
        own_half(state.to_act, pawn, point)
        if point in occupied:  # DODGEBALL-15
            raise Refused(f"{point} is occupied by {state.standing_on(point)}")
    route = _route(state, pawn, order.route, occupied)
    goal = order.route[-1]
    if not route:
        raise Refused(f"{pawn} is on {goal} already. To give up your dice write: done")
    steps = f"{len(route)} step{'s' if len(route) > 1 else ''}"
    return Move(pawn, route, die_for(state, len(route), order.die, f"{pawn} to {goal} takes {steps}"))


def reach(state: Field, seat: Seat, name: str) -> list[str]:
    """Where a pawn can go with each of its side's dice, one square for each pip."""
    pawn = pawn_named(state, name.upper()) if name[:1].upper() in SEATS else pawn_named(state, name.lower())
    if pawn is None:
        raise Refused(f"There is no pawn {name}; in play are {' '.join(state.pawns)}")
    dice = sorted({*(state.dice if pawn[0] == state.to_act else state.next_dice)})
    start, occupied = state.pawns[pawn], {*state.pawns.values()}
    away = _steps_to(pawn[0], start, "", occupied)  # a way back is as long
    lines = [
        f"{pawn} on {start}, with the dice {' '.join(map(str, dice))}:"
        if dice
        else f"{pawn} has no dice now."
    ]
    for low, die in itertools.pairwise([0, *dice]):
        squares = [square for square, steps in away.items() if low < steps <= die]
        rows = rows_in_words(squares, lambda square: BOARD.place(square)[::-1])
        lines += [f"{'Only with' if low else 'With'} the {die}:", *rows] if rows else []
    return lines


def sample_move(state: Field, pick: Pick) -> Move:
    """A pawn fetches a ball, or goes where a random walk ends, which may be by a shorter way."""
    seat, occupied = state.to_act, set(state.pawns.values())
    balls = sorted(HALF[seat].intersection(state.takings()))
    if balls and pick.chance(50):
        with contextlib.suppress(Refused):
            return check_move(state, Move(pick.one(state.team(seat)), (pick.one(balls),)))

    def free(square: Square) -> list[Square]:
        return [step for step in STEPS[seat][square] if step not in occupied]

    pawn = pick.one([pawn for pawn in state.team(seat) if free(state.pawns[pawn])])
    die = pick.one(state.dice)
    goal = pick.one(free(state.pawns[pawn]))
    for _ in range(pick.below(die)):
        goal = pick.one([goal, *free(goal)])
    return Move(pawn, (goal,), die)


def _route(
    state: Field, pawn: PawnId, points: tuple[Square, ...], occupied: Set[Square]
) -> tuple[Square, ...]:
    """Every square entered on the way through the points (DODGEBALL-16)."""
    waiting = state.takings()
    route: list[Square] = []
    here, gathered = state.pawns[pawn], frozenset[int]()
    for point in points:
        found = _leg(pawn[0], here, point, occupied, waiting, gathered)
        if found is None:
            raise Refused(f"{pawn} has no free way to {point}")
        leg, gathered = found
        route.extend(leg)
        here = point
    return tuple(route)


def _leg(
    seat: Seat,
    start: Square,
    goal: Square,
    occupied: Set[Square],
    waiting: Takings,
    gathered: frozenset[int],
) -> tuple[tuple[Square, ...], frozenset[int]] | None:
    """The shortest free way, with all balls gathered by then; if there are several, the one that gathers most, then the
    first by squares. None if there is no way."""
    away = _steps_to(seat, goal, start, occupied)
    if start not in away:
        return None
    # Ways are found in order of squares, so of those that end on one square with the same balls the first is kept.
    ways: dict[tuple[Square, frozenset[int]], tuple[Square, ...]] = {(start, gathered): ()}
    for left in reversed(range(away[start])):
        longer: dict[tuple[Square, frozenset[int]], tuple[Square, ...]] = {}
        for (square, balls), way in ways.items():
            for step in STEPS[seat][square]:
                if away.get(step) == left:
                    longer.setdefault((step, balls.union(waiting.get(step, ()))), (*way, step))
        ways = longer
    (_, balls), way = max(ways.items(), key=lambda found: len(found[0][1]))
    return way, balls


def _steps_to(seat: Seat, goal: Square, start: Square, occupied: Set[Square]) -> dict[Square, int]:
    """How far the squares between are from the goal; the search ends at the start."""
    away = {goal: 0}
    edge = deque([goal])
    while edge and start not in away:
        square = edge.popleft()
        for step in STEPS[seat][square]:
            if step not in away and step not in occupied:
                away[step] = away[square] + 1
                edge.append(step)
    return away
