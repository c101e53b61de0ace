"""What a player names, found on the board or refused: pawns, squares, dice. Every chapter's checks begin here."""

from __future__ import annotations

from pbem.games.dodgeball.state import BOARD, SEATS, Field, PawnId
from pbem.play.grid import Square
from pbem.play.orders import Refused


def own_pawn(state: Field, name: str) -> PawnId:
    """A pawn of the side to act."""
    if name in state.team(state.to_act):
        return name
    if name in state.out(state.to_act):
        raise Refused(f"{name} is out of the game")
    raise Refused(f"{name} is not one of your pawns. Yours: {' '.join(state.team(state.to_act))}")


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

    `action` says what needs it, for the refusal: `S1 to e1 takes 4 steps`.
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
        raise Refused(f"{action}; your dice left are {left}")
    return min(enough)
