"""Players of the house: each weighs what it might do next by the position that it leads to.

What counts: pawns, the throws that the side to act has with the dice on the table, those that its opponent has with
his, which are on the table, too, and balls at home. Every action is tried out by the rules themselves, so none is
ever refused; a throw is weighed by its odds against a catcher, which is the better answer (21 hits in 36 and 15
throwers out, against 15 hits and no risk).

`easy` mostly does what comes first and dodges; `normal` takes the best of what it can do with one die; `hard` looks
on to the next dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import exp
from typing import Any

from pbem.games.dodgeball.advice import likely
from pbem.games.dodgeball.orders import Action, Catch, Dodge, Done, Move, Pass, Throw
from pbem.games.dodgeball.state import BOARD, CENTRE_ROW, HALF, OTHER, Field, PawnId
from pbem.games.dodgeball.throwing import chances
from pbem.games.dodgeball.turn import take_turn
from pbem.play.ahead import play_ahead
from pbem.play.game import copy
from pbem.play.grid import Square, king_distance
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Order, Pick, Seat

BEAM = 3
"""`hard` looks on from so many of the actions that seem best."""

PAWN, SHARE = 0.41, 2.2
THROW_NOW, THROW_NEXT, THROW_AGAINST, THROW_LATER = 0.085, 0.03, 0.156, 0.036
LOOSE_AT_HOME, HELD = 0.12, 0.04
"""What things are worth, as they counted in a thousand matches of players that throw whenever they can: logarithms of
odds, found by logistic regression on who won."""

import os
DODGED = float(os.environ.get("DODGED", "0.5"))
DARING = float(os.environ.get("DARING", "0.0"))
USUAL_DICE = (2, 4, 5)
"""What dice that nobody has rolled yet are taken to be."""

_CATCHES, _DODGES = chances("catch"), chances("dodge")


def easy(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Runs for balls and throws what comes to hand, not always to the purpose; dodges."""
    match ask.name:
        case "action":
            order = ask.sample(pick) if pick.chance(30) else likely(state, ask.check)
            return str(ask.check(Done() if isinstance(order, Throw) and pick.chance(50) else order))
        case "react":
            return str(Dodge())
    return str(ask.check(ask.sample(pick)))


def normal(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """The action that leads to the best position, with one die."""
    return _answer(state, ask, pick, depth=1)


def hard(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """The same, with up to three dice."""
    return _answer(state, ask, pick, depth=3)


def _answer(state: Field, ask: Ask[Any], pick: Pick, depth: int) -> str:
    match ask.name:
        case "action":
            return str(_best(state, depth, pick)[1])
        case "react":
            return str(_reaction(state, ask.seat))
        case "put":
            return str(ask.auto())
    return str(ask.check(ask.sample(pick)))


def _reaction(state: Field, seat: Seat) -> Order:
    """A catch, but for who has so much more to lose than to win that the odds speak for a dodge."""
    own, others = len(state.team(seat)), len(state.team(OTHER[seat]))
    hit, caught, missed = _share(own - 1, others), _share(own, others - 1), _share(own, others)
    catch = (_CATCHES["hit"] * hit + _CATCHES["caught"] * caught) / 36
    dodge = (_DODGES["hit"] * hit + _DODGES["missed"] * missed) / 36
    return Catch() if catch >= dodge else Dodge()


def _share(own: int, others: int) -> float:
    """What so many pawns against so many are worth: the fewer there are, the more each counts."""
    return own / (own + others)


# The search.


def _best(state: Field, depth: int, pick: Pick) -> tuple[float, Action]:
    """What the side to act does best, and what that is worth to it. Only ways without a throw in them are looked at
    further: what a throw leaves is weighed as it stands."""
    seat = state.to_act
    found: list[tuple[float, Action, Field | None]] = []
    for order in (*_throws(state), *_moves(state), *_passes(state), Done()):
        if isinstance(order, Throw):
            found.append((_worth_of_throw(state, order, pick), order, None))
            continue
        try:
            after = _after(state, order, pick)
        except Refused:
            continue
        found.append((value(after, seat), order, after))
    found.sort(key=lambda each: -each[0])  # stable: the first of equals stays first
    best = found[0][:2]
    for worth, order, after in found[:BEAM] if depth > 1 else ():
        if after is not None and after.to_act == seat and after.dice and not isinstance(order, Done):
            worth = max(worth, _best(after, depth - 1, pick)[0])
            if worth > best[0] + 1e-9:
                best = worth, order
    return best


def _after(state: Field, order: Action, pick: Pick, rolls: Sequence[int] = (), reply: Order = Catch()) -> Field:
    """The position behind an order, up to the next question."""
    ahead, orders, faces = copy(state), iter([order]), iter(rolls)
    forced = Pick(lambda bound: next(faces, 1) - 1) if rolls else pick

    def answer(ask: Ask[Any]) -> Order | None:
        return reply if ask.name == "react" else ask.auto() if ask.name == "put" else next(orders, None)

    play_ahead(take_turn(ahead), forced, answer)
    return ahead


def _worth_of_throw(state: Field, order: Throw, pick: Pick) -> float:
    """By the odds, as if every other target caught and every other dodged. A throw that is missed leaves the ball there."""
    hit, caught = (value(_after(state, order, pick, rolls), state.to_act) for rolls in ((6, 1), (1, 6)))
    missed = value(_after(state, order, pick, (1, 6, 6), Dodge()), state.to_act)
    catch = _CATCHES["hit"] * hit + _CATCHES["caught"] * caught
    dodge = _DODGES["hit"] * hit + _DODGES["missed"] * missed
    return (catch * (1 - DODGED) + DODGED * dodge) / 36 + DARING


def _throws(state: Field) -> Iterator[Throw]:
    for pawn in filter(state.carried, state.team(state.to_act)):
        for target in state.team(OTHER[state.to_act]):
            if _apart(state, pawn, target) <= max(state.dice):
                yield Throw(pawn, (target,))


def _passes(state: Field) -> Iterator[Pass]:
    team = state.team(state.to_act)
    for pawn in filter(state.carried, team):
        for mate in team:
            if mate != pawn and _apart(state, pawn, mate) <= max(state.dice):
                yield Pass(pawn, mate)


def _moves(state: Field) -> Iterator[Move]:
    """Every pawn to every square that the dice may reach; those that something is in the way of are found out later."""
    reach, taken = max(state.dice), set(state.pawns.values())
    for pawn in state.team(state.to_act):
        here = state.pawns[pawn]
        for goal in BOARD:
            if goal in HALF[state.to_act] and goal not in taken and king_distance(here, goal) <= reach:
                yield Move(pawn, (goal,))


# What a position is worth.


def value(state: Field, seat: Seat) -> float:
    """The chance to win that a position gives a seat."""
    other = OTHER[seat]
    own, others = len(state.team(seat)), len(state.team(other))
    if not own or not others:
        return float(own > others)
    worth = PAWN * (own - others) + SHARE * (own - others) / (own + others)
    if state.to_act == seat:
        worth += THROW_NOW * _throws_of(state, seat, state.dice)
        worth -= THROW_LATER * _throws_of(state, other, state.next_dice)
    else:
        worth += THROW_NEXT * _throws_of(state, seat, USUAL_DICE)
        worth -= THROW_AGAINST * _throws_of(state, other, state.dice)
    for ball in range(1, len(state.balls) + 1):
        square = state.square_of(ball)
        if square is not None:
            weight = HELD if state.balls[ball - 1] in state.pawns else LOOSE_AT_HOME
            worth += weight if square in HALF[seat] else -weight
    return 1 / (1 + exp(-worth))


def _throws_of(state: Field, seat: Seat, dice: Sequence[int]) -> int:
    """How many throws a side has with these dice, roughly: from where a carrier stands, or behind a step or a fetch."""
    left = sorted(dice)
    targets = [BOARD.place(state.pawns[each]) for each in state.team(OTHER[seat])]
    if not left or not targets:
        return 0
    count = 0
    apart = partial(_nearest, targets)
    carriers = [state.pawns[place] for place in state.balls if place in state.pawns and place[0] == seat]
    for here in sorted(carriers, key=apart):
        die = next((die for die in left if die >= apart(here)), None)
        if die is not None:
            left.remove(die)
            count += 1
            continue
        ways = [(step, die) for step in left for die in left if step is not die and die >= _behind(seat, targets, here, step)]
        if ways:
            for die in ways[0]:
                left.remove(die)
            count += 1
    loose = [square for square in state.takings() if square in HALF[seat]]
    idle = [state.pawns[pawn] for pawn in state.team(seat) if not state.carried(pawn)]
    if len(left) > 1 and loose and idle:
        away = min(king_distance(square, pawn) for square in loose for pawn in idle)
        there = min(map(apart, loose))
        if any(left[step] >= away and left[die] >= there for step in range(len(left)) for die in range(len(left)) if step != die):
            count += 1
    return count


def _nearest(targets: Sequence[tuple[int, int]], square: Square) -> int:
    column, row = BOARD.place(square)
    return min(max(abs(column - x), abs(row - y)) for x, y in targets)


def _behind(seat: Seat, targets: Sequence[tuple[int, int]], square: Square, steps: int) -> int:
    """How far the nearest target is from where so many steps towards it lead: never over the centre line."""
    column, row = BOARD.place(square)
    line = CENTRE_ROW[seat]
    return min(max(abs(column - x) - steps, max(abs(row - y) - steps, abs(line - y)), 0) for x, y in targets)


def _apart(state: Field, one: PawnId, other: PawnId) -> int:
    return king_distance(state.pawns[one], state.pawns[other])
