"""A player of the house who knows what the game is about, and no more."""

from __future__ import annotations

from typing import Any

from pbem.games.dodgeball.orders import Done, Move, Throw
from pbem.games.dodgeball.state import HALF, OTHER, Field
from pbem.play.grid import king_distance
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Order, Pick


def steady(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Throws at whoever is in reach, else fetches a ball, else runs up to the line with one; dodges what comes."""
    if ask.name == "react":
        return "dodge all"
    if ask.name != "action":
        return str(ask.check(ask.sample(pick)))
    for order in (*_throws(state), *_fetches(state), *_advances(state)):
        try:
            return str(ask.check(order))
        except Refused:
            continue
    return str(Done())


def _throws(state: Field) -> list[Order]:
    """Each carrier at all opponents, the nearest first."""
    opponents = state.team(OTHER[state.to_act])
    return [
        Throw(pawn, tuple(sorted(opponents, key=lambda other: king_distance(square, state.pawns[other]))))
        for pawn in state.team(state.to_act)
        if state.carried(pawn)
        for square in [state.pawns[pawn]]
    ]


def _fetches(state: Field) -> list[Order]:
    """Pawns without a ball to the squares where one waits, the shortest ways first."""
    idle = [pawn for pawn in state.team(state.to_act) if not state.carried(pawn)]
    goals = [square for square in state.takings() if square in HALF[state.to_act]]
    ways = [(king_distance(state.pawns[pawn], goal), pawn, goal) for pawn in idle for goal in goals]
    return [Move(pawn, (goal,)) for _, pawn, goal in sorted(ways)]


def _advances(state: Field) -> list[Order]:
    """Carriers towards the opponent who is nearest to them."""
    orders: list[Order] = []
    opponents = [state.pawns[pawn] for pawn in state.team(OTHER[state.to_act])]
    for pawn in state.team(state.to_act):
        if not state.carried(pawn) or not opponents:
            continue
        square = state.pawns[pawn]
        target = min(opponents, key=lambda other: king_distance(square, other))
        nearer = [
            goal for goal in HALF[state.to_act] if king_distance(goal, target) < king_distance(square, target)
        ]
        nearer.sort(key=lambda goal: (king_distance(goal, target), goal))
        orders += [Move(pawn, (goal,)) for goal in nearer]
    return orders
