"""What a player might do: a sensible order for prompts and bots, and the legal order nearest to a line.

Nothing here is a rule: every order is put before the check of the ask, and only what passes is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from pbem.games.dodgeball.orders import Action, Dodge, Done, Move, Pass, Place, Put, Throw
from pbem.games.dodgeball.setup import DEFAULT_COLUMNS
from pbem.games.dodgeball.state import BOARD, HALF, OTHER, Field, PawnId
from pbem.play.grid import Square, king_distance
from pbem.play.orders import Refused, nearest
from pbem.play.requests import Ask, Order

_VERBS = {"m": "move", "p": "pass", "t": "throw", "move": "move", "pass": "pass", "throw": "throw"}


def sensible(state: Field, check: Callable[[Action], Action]) -> Action:
    """A throw at whoever is in reach, else the way to a ball, else a run up to the line with one; else `done`."""
    return _first_legal(chain(_throws(state), _fetches(state), _advances(state)), check) or Done()


def likely(state: Field, check: Callable[[Action], Action]) -> Action:
    """The same for a prompt: rather any step than `done`, which gives up the dice that are left."""
    best = sensible(state, check)
    return best if best != Done() else _first_legal(_steps(state), check) or best


def near(state: Field, ask: Ask[Any], line: str) -> str:
    """A legal order of the same pawn and kind as the line, as near to it as there is one, or empty."""
    words = re.findall(r"[a-z]+[0-9]*|[0-9]+", line.lower())
    orders: Iterable[Order]
    match ask.name:
        case "placing":
            orders = _near_placing(state, words)
        case "action":
            orders = _near_action(state, words)
        case "react":
            orders = [Dodge(square=square) for square in _by_distance(words)] if "dodge" in words else ()
        case _:
            orders = map(Put, _by_distance(words))
    return str(_first_legal(orders, ask.check) or "")


def _first_legal(orders: Iterable[Any], check: Callable[[Any], Any]) -> Any:
    for order in orders:
        try:
            check(order)
        except Refused:
            continue
        return order
    return None


# What is sensible.


def _throws(state: Field) -> Iterator[Action]:
    """Each carrier at each opponent, the nearest first."""
    for pawn in filter(state.carried, state.team(state.to_act)):
        for target in _by_nearness(state, state.team(OTHER[state.to_act]), state.pawns[pawn]):
            yield Throw(pawn, (target,))


def _fetches(state: Field) -> Iterator[Action]:
    """Pawns without a ball to the squares where one waits, the shortest ways first, as far as the dice reach."""
    idle = [pawn for pawn in state.team(state.to_act) if not state.carried(pawn)]
    goals = [square for square in state.takings() if square in HALF[state.to_act]]
    ways = [(king_distance(state.pawns[pawn], goal), pawn, goal) for pawn in idle for goal in goals]
    reach = max(state.dice)
    for _, pawn, goal in sorted([way for way in ways if way[0] <= reach]):
        yield Move(pawn, (goal,))


def _advances(state: Field) -> Iterator[Action]:
    """Carriers towards the opponent who is nearest to them, as far as the dice reach."""
    for pawn in filter(state.carried, state.team(state.to_act)):
        here = state.pawns[pawn]
        for target in _by_nearness(state, state.team(OTHER[state.to_act]), here)[:1]:
            there = state.pawns[target]
            for goal in _nearest_first(HALF[state.to_act], there):
                nearer = king_distance(goal, there) < king_distance(here, there)
                if nearer and king_distance(here, goal) <= max(state.dice):
                    yield Move(pawn, (goal,))


def _steps(state: Field) -> Iterator[Action]:
    """Every pawn to the squares round it, those nearest to the centre line first."""
    for pawn in state.team(state.to_act):
        here = state.pawns[pawn]
        middle = here[0] + ("4" if state.to_act == "south" else "5")
        around = [square for square in HALF[state.to_act] if king_distance(here, square) == 1]
        yield from (Move(pawn, (square,)) for square in _nearest_first(around, middle))


# What is near.


def _near_placing(state: Field, words: list[str]) -> Iterator[Order]:
    """The columns named, as many as are wanted, and the default ones for those that are missing."""
    named = [letter for word in words if set(word) <= set(BOARD.columns) for letter in word]
    columns = dict.fromkeys((*named, *DEFAULT_COLUMNS[state.size], *BOARD.columns))
    if named:
        yield Place(tuple(sorted(list(columns)[: state.size])))


def _near_action(state: Field, words: list[str]) -> Iterator[Order]:
    """What the pawn named may do of the kind named, by nearness to the square or pawn named last."""
    team = state.team(state.to_act)
    pawn = next((word.upper() for word in words if word.upper() in team), None)
    if pawn is None:
        return
    here, verb = state.pawns[pawn], _verb(words)
    places = [_place(state, word) for word in words if word != pawn.lower()]
    aim = next(filter(None, reversed(places)), here)
    if verb == "throw":
        for target in _by_nearness(state, state.team(OTHER[state.to_act]), aim):
            yield Throw(pawn, (target,))
    elif verb == "pass":
        for mate in _by_nearness(state, team, aim):
            yield Pass(pawn, mate)
    elif verb == "move" or aim != here:
        for goal in _nearest_first(HALF[state.to_act], aim, here):
            yield Move(pawn, (goal,))


def _verb(words: list[str]) -> str:
    """The kind of action a line names, also with a slip of the pen, or empty."""
    known = (_VERBS.get(nearest(word, _VERBS, cutoff=0.7)) for word in words)
    return next(filter(None, known), "")


def _place(state: Field, word: str) -> Square | None:
    return word if word in BOARD else state.pawns.get(word.upper())


def _by_distance(words: list[str]) -> list[Square]:
    """All squares, those nearest to the one named first; none where none is named."""
    named = next((word for word in reversed(words) if word in BOARD), None)
    return [] if named is None else _nearest_first(BOARD, named)


def _nearest_first(squares: Iterable[Square], *aims: Square) -> list[Square]:
    """By nearness to the first of these squares, then to the next, then by name."""
    return sorted(squares, key=lambda square: (*(_apart(square, aim) for aim in aims), square))


def _apart(one: Square, other: Square) -> tuple[int, int]:
    """How far two squares are apart, straight ways before crooked ones."""
    (x, y), (u, v) = BOARD.place(one), BOARD.place(other)
    return king_distance(one, other), abs(x - u) + abs(y - v)


def _by_nearness(state: Field, pawns: list[PawnId], aim: Square) -> list[PawnId]:
    return sorted(pawns, key=lambda pawn: king_distance(state.pawns[pawn], aim))
