"""Throwing (DODGEBALL-25 to 34): a throw, the answer to it, and where the ball comes to lie."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from pbem.games.dodgeball.events import Aimed, Caught, Hit, Landed, Landing, Missed, Odds, Thrown
from pbem.games.dodgeball.naming import ball_of, die_for, own_pawn, pawn_named
from pbem.games.dodgeball.orders import Catch, Dodge, Put, React, Reply, Throw
from pbem.games.dodgeball.state import AIR, BOARD, CENTRE_ROW, HALF, OTHER, TITLES, Field, PawnId
from pbem.play.grid import Square, king_distance
from pbem.play.orders import Refused, first_legal
from pbem.play.requests import Ask, Pick, Rules, ask, die

Outcome: TypeAlias = Literal["hit", "missed", "caught"]

_BY_ROLLS: dict[Reply, tuple[Outcome, Outcome, Outcome]] = {  # thrower higher, equal, lower (DODGEBALL-28)
    "dodge": ("hit", "missed", "missed"),
    "catch": ("hit", "hit", "caught"),
}
_DOING: dict[Reply, str] = {"dodge": "dodges", "catch": "catches"}


def outcome(reply: Reply, thrower: int, target: int) -> Outcome:
    """The outcome of a throw with these two rolls (DODGEBALL-28)."""
    higher, equal, lower = _BY_ROLLS[reply]
    return higher if thrower > target else equal if thrower == target else lower


def chances(reply: Reply) -> dict[Outcome, int]:
    """The number of the 36 cases in which a throw has each outcome."""
    faces = range(1, 7)
    cases = [outcome(reply, thrower, target) for thrower in faces for target in faces]
    return {each: cases.count(each) for each in get_args(Outcome)}


def throw(state: Field, order: Throw) -> Rules[None]:
    """Carry out a checked throw: the answer, the rolls, and their effect on pawns and balls."""
    (target,) = order.targets
    thrown = Thrown(order.pawn, target, state.pawns[target], ball_of(state, order.pawn), order.die)
    state.quiet = 0
    state.balls[thrown.ball - 1] = AIR
    yield thrown
    answer = yield from ask(_react(state, thrown))
    reply = _reply(answer)
    if answer.every:
        state.memorise(target[0]).turn = reply

    def odds() -> Odds:
        return Odds(order.pawn, target, {reply: chances(reply)})

    a = yield from die(f"{TITLES[state.to_act]} throws", outlook=odds)
    b = yield from die(f"{target} {_DOING[reply]}", outlook=odds)
    match outcome(reply, a, b):
        case "hit":
            balls = _put_out(state, target)
            state.balls[thrown.ball - 1] = thrown.square
            yield Hit(order.pawn, target, thrown.square, reply, (a, b), tuple(sorted({*balls, thrown.ball})))
        case "missed":
            yield Missed(order.pawn, target, (a, b))
            square = yield from _landing(state, thrown, answer)
            state.balls[thrown.ball - 1] = square
            yield Landed(thrown.ball, square, target)
        case "caught":
            square = state.pawns[order.pawn]
            state.balls[thrown.ball - 1] = target
            left = _put_out(state, order.pawn)
            yield Caught(order.pawn, target, thrown.ball, (a, b), left, square)


def check_throw(state: Field, order: Throw) -> Throw:
    """The throw at one pawn, by id, with its die, or refused."""
    pawn = own_pawn(state, state.to_act, order.pawn)
    ball_of(state, pawn)

    def at(name: str) -> Throw:
        target = _opponent(state, name)
        steps = king_distance(state.pawns[pawn], state.pawns[target])
        need = f"{target} is {steps} square{'s' if steps > 1 else ''} from {pawn}"
        return Throw(pawn, (target,), die_for(state, steps, order.die, need))

    return first_legal(order.targets, at)


def sample_throw(state: Field, pick: Pick) -> Throw | None:
    """Some legal throw, or None."""
    reach = max(state.dice)
    found = [
        Throw(pawn, (target,))
        for pawn in state.team(state.to_act)
        if state.carried(pawn)
        for target in state.team(OTHER[state.to_act])
        if king_distance(state.pawns[pawn], state.pawns[target]) <= reach
    ]
    return pick.one(found) if found else None


def landing_squares(state: Field, target: Square) -> tuple[Square, ...]:
    """Where a ball that missed a pawn on this square may go: the nearest empty squares (DODGEBALL-30, 31)."""
    occupied = {*state.pawns.values(), *state.balls}
    rings = ([square for square in ring if square not in occupied] for ring in BOARD.rings[target][1:])
    return tuple(next(ring for ring in rings if ring))


def preferred_square(state: Field, pawn: PawnId) -> Square:
    """Where a ball that missed this pawn goes if its player names no square (DODGEBALL-31)."""
    seat, target = pawn[0], state.pawns[pawn]
    inward = -1 if state.memory(seat).put == "back" else 1

    def rank(square: Square) -> tuple[bool, int, int]:
        home = square in HALF[seat]
        depth = abs(BOARD.place(square)[1] - CENTRE_ROW[seat])
        aside = abs(BOARD.place(square)[0] - BOARD.place(target)[0])
        return not home, depth * (inward if home else 1), aside

    return min(landing_squares(state, target), key=rank)  # the first of equals has the lower column


def _reply(answer: React) -> Reply:
    return "dodge" if isinstance(answer, Dodge) else "catch"


def _opponent(state: Field, name: str) -> PawnId:
    other = OTHER[state.to_act]
    if name in state.out(other):
        raise Refused(f"{name} is out of the game")
    target = pawn_named(state, name)
    if target not in state.team(other):
        raise Refused(f"Throw at an opposing pawn: {' '.join(state.team(other))}")
    return target


def _put_out(state: Field, pawn: PawnId) -> tuple[int, ...]:
    """A pawn is out for good; the balls it still has are left loose in its square (DODGEBALL-29, 32, 34)."""
    square, balls = state.pawns.pop(pawn), state.carried(pawn)
    for ball in balls:
        state.balls[ball - 1] = square
    return tuple(balls)


def _landing(state: Field, thrown: Thrown, answer: React) -> Rules[Square]:
    """DODGEBALL-30, 31: the square named with the answer, or asked for, or the preferred one."""
    if isinstance(answer, Dodge) and answer.square:
        return answer.square
    squares = landing_squares(state, thrown.square)
    if state.memory(thrown.target[0]).put != "ask" or len(squares) == 1:
        return preferred_square(state, thrown.target)
    put = yield from ask(_put(state, thrown, squares))
    return put.square


def _react(state: Field, thrown: Thrown) -> Ask[React]:
    seat = thrown.target[0]
    squares = landing_squares(state, thrown.square)

    def check(order: React) -> React:
        if isinstance(order, Dodge) and order.square:
            _allowed(order.square, squares)
        return order

    def standing() -> React | None:
        memory = state.memory(seat)
        how = memory.turn or memory.react
        return None if how == "ask" else Dodge() if how == "dodge" else Catch()

    def options() -> Iterator[React]:
        yield from (Dodge(), *(Dodge(square=square) for square in squares), Dodge(every=True))
        yield from (Catch(), Catch(every=True))

    return Ask(
        seat=seat,
        name="react",
        takes=(React,),
        check=check,
        sample=lambda pick: pick.one([Dodge(), Catch(), pick.one(list(options()))]),
        auto=Dodge,
        about=Aimed(thrown, squares),
        options=lambda: list(options()),
        standing=standing,
        outlook=lambda: Odds(thrown.pawn, thrown.target, {reply: chances(reply) for reply in _BY_ROLLS}),
    )


def _put(state: Field, thrown: Thrown, squares: tuple[Square, ...]) -> Ask[Put]:
    seat = thrown.target[0]

    def preferred() -> Put:
        return Put(preferred_square(state, thrown.target))

    return Ask(
        seat=seat,
        name="put",
        takes=(Put,),
        check=lambda order: Put(_allowed(order.square, squares)),
        sample=lambda pick: Put(pick.one(squares)),
        auto=preferred,
        about=Landing(thrown.target, thrown.ball, squares),
        options=lambda: [Put(square) for square in squares],
        standing=lambda: None if state.memory(seat).put == "ask" else preferred(),
    )


def _allowed(square: Square, squares: tuple[Square, ...]) -> Square:
    if square not in squares:
        raise Refused(f"The ball may go to: {' '.join(squares)}")
    return square
