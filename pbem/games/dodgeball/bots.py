"""A player of the house who knows what the game is about, and no more."""

from __future__ import annotations

from typing import Any

from pbem.games.dodgeball.advice import sensible
from pbem.games.dodgeball.moving import check_move
from pbem.games.dodgeball.orders import Action, Done, Move, Throw
from pbem.games.dodgeball.state import Field
from pbem.games.dodgeball.throwing import check_throw
from pbem.play.game import copy
from pbem.play.requests import Ask, Pick


def steady(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Throws at whoever is in reach, else fetches a ball, else runs up to the line with one; dodges what comes.

    He mails a whole turn at once, and has said from the start that his pawns dodge.
    """
    if ask.name == "placing":
        return f"{ask.check(ask.sample(pick))}\nalways dodge"
    if ask.name != "action":
        return str(ask.check(ask.sample(pick)))
    return "\n".join(map(str, _turn(copy(state))))


def _turn(ahead: Field) -> list[Action]:
    """Orders for all dice, on a position of his own. Throws are taken to miss: what is left then is still possible."""
    orders: list[Action] = []
    while ahead.dice:
        order = _check(ahead, sensible(ahead, lambda order: _check(ahead, order)))
        orders.append(order)
        match order:
            case Move():
                for square in order.route:
                    for ball in ahead.takings().get(square, ()):
                        ahead.balls[ball - 1] = order.pawn
                ahead.pawns[order.pawn] = order.route[-1]
                ahead.dice.remove(order.die)
            case Throw():
                ahead.balls[min(ahead.carried(order.pawn)) - 1] = ahead.pawns[order.targets[0]]
                ahead.dice.remove(order.die)
            case _:
                return orders
    return orders


def _check(state: Field, order: Action) -> Action:
    match order:
        case Move():
            return check_move(state, order)
        case Throw():
            return check_throw(state, order)
    return Done()
