"""Finding what a player names on the board, or refusing it: pawns, squares, dice. Every chapter's checks begin here."""

from pbem.games.dodgeball.orders import Dodge, Move, Pass, Put, Throw
from pbem.games.dodgeball.state import BOARD, HALF, OTHER, SEATS, TITLES, Field, PawnId
from pbem.play.grid import Square
from pbem.play.names import AHEAD, BACK, COMPASS, Names, places
from pbem.play.orders import Refused, first_legal
from pbem.play.requests import Order, Seat


def own_pawn(state: Field, seat: Seat, name: str) -> PawnId:
    """A pawn of a side that is still in play, or that is still to be placed."""
    placed = state.phase == "play"
    if name in state.roster(seat):
        if placed and name not in state.pawns:
            raise Refused(f"{name} is out of the game")
        return name
    own = state.team(seat) if placed else state.roster(seat)
    raise Refused(f"{name} is not one of your pawns. Yours: {' '.join(own)}")


def names(state: Field, seat: Seat) -> Names:
    """All pawns, in play or out, and the squares; forward is towards the other side."""
    ahead = 1 if seat == SEATS[0] else -1
    return Names(
        {pawn: side for side in SEATS for pawn in state.roster(side)},
        places(BOARD),
        {title: side for side, title in TITLES.items()},
        {f"ball {number}": place for number, place in enumerate(state.balls, 1)},
        steps={**COMPASS, **dict.fromkeys(AHEAD, (0, ahead)), **dict.fromkeys(BACK, (0, -ahead))},
    )


def vet(state: Field, seat: Seat, order: Order) -> None:
    """Refuse an order that no dice and no position will make legal."""
    match order:
        case Move(pawn=pawn, route=route):
            own_pawn(state, seat, pawn)
            for point in route:
                own_half(seat, pawn, point)
        case Pass(pawn=pawn, to=to):
            own_pawn(state, seat, pawn)
            may_name(state, seat, to)
            if to == pawn:
                raise Refused(f"{pawn} cannot pass to itself")
        case Throw(pawn=pawn, targets=targets):
            own_pawn(state, seat, pawn)
            first_legal(targets, lambda target: may_name(state, OTHER[seat], target))
        case Put(square=square) | Dodge(square=square) if square:
            square_on_board(square)


def may_name(state: Field, seat: Seat, name: str) -> None:
    """Refuse a name that can never again mean a pawn of a side: the name must be a pawn in play, or a square where one
    may be."""
    team = state.team(seat) if state.phase == "play" else state.roster(seat)
    if name in team or (name[0] not in SEATS and square_on_board(name) in HALF[seat]):
        return
    if state.phase == "play" and name in state.out(seat):
        raise Refused(f"{name} is out of the game")
    if name in BOARD:
        raise Refused(f"{name} is not in {TITLES[seat]}'s half")
    raise Refused(f"{name} is not one of {TITLES[seat]}'s pawns: {' '.join(team)}")


def own_half(seat: Seat, pawn: PawnId, point: Square) -> None:
    """DODGEBALL-14: refuse a square that is not in the half of a seat's pawn."""
    if point not in HALF[seat] and square_on_board(point):
        raise Refused(f"{pawn} may not cross the center line: {point} is in {TITLES[OTHER[seat]]}'s half")


def square_on_board(name: str) -> Square:
    """A square of the field."""
    if name not in BOARD:
        raise Refused(f"There is no square {name}. Squares run from a1 to h8")
    return name


def pawn_named(state: Field, name: str) -> PawnId | None:
    """The pawn in play with this id or on this square, if there is one."""
    if name[0] in SEATS:
        return name if name in state.pawns else None
    return state.standing_on(square_on_board(name))


def ball_of(state: Field, pawn: PawnId) -> int:
    """The ball that a pawn passes or throws: of several the lowest-numbered (DODGEBALL-24, 25)."""
    balls = state.carried(pawn)
    if not balls:
        raise Refused(f"{pawn} has no ball")
    return balls[0]


def die_for(state: Field, need: int, named: int, action: str) -> int:
    """The die that pays: the one named, or else the smallest that is big enough (DODGEBALL-10).

    `action` is the subject of the refusal: `S1 to e1 takes 4 steps`.
    """
    left = " ".join(map(str, state.dice))
    if named:
        if named not in state.dice:
            raise Refused(f"You have no {named} left. Dice left: {left}")
        if named < need:
            raise Refused(f"{action} and your die shows {named}")
        return named
    enough = [die for die in state.dice if die >= need]
    if not enough:
        raise Refused(f"{action}; your {'last die is a' if len(state.dice) == 1 else 'dice left are'} {left}")
    return min(enough)
