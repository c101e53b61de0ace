"""What may be done before an action (ELFBALL-105, 107, 141, 142, 152): potion, quickling, taunt, react, cheer.

Each is an answer that leaves the turn open: it is settled at once, and the turn is asked for again.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pbem.games.elfball import hooks
from pbem.games.elfball.advanced_events import Cheered, Quickened, Taunted
from pbem.games.elfball.challenges import Challenge
from pbem.games.elfball.field import GRID
from pbem.games.elfball.naming import no_mate, own_player, player_on_field, turn
from pbem.games.elfball.orders import Cheer, Potion, Quickling, React, Taunt
from pbem.games.elfball.potions import check_potion, drink
from pbem.games.elfball.rolling import attempt
from pbem.games.elfball.state import TRACK, Letter, Pitch
from pbem.games.elfball.surging import react
from pbem.play.game import copy
from pbem.play.hexgrid import DIRECTIONS, Direction
from pbem.play.orders import Refused
from pbem.play.requests import Rules

Early: TypeAlias = Potion | Quickling | Taunt | React | Cheer

EARLY: tuple[type[Early], ...] = (Potion, Quickling, Taunt, React, Cheer)
"""In the order in which they may come (R56)."""


def check_early(state: Pitch, order: Early, choice: list[Letter]) -> Early:
    """The order in full, or refused; `choice` are the players who may act."""
    stage = EARLY.index(type(order))
    if stage < state.stage:
        later = EARLY[state.stage].__name__.lower()
        raise Refused(
            f"{order}: it is too late for that after {later}; the order is potion, quickling, taunt, react, cheer"
        )
    match order:
        case Potion():
            return check_potion(state, state.active, order)
        case Cheer():
            return _check_cheer(state, order)
    if not state.shifted or state.half:
        raise Refused(f"{order}: only before a turn that a Shift in Momentum has brought you")
    match order:
        case Quickling():
            _check_quickling(state, order, choice)
        case Taunt():
            return _check_taunt(state, order)
        case React():
            for _ in react(copy(state), state.active, order.letter, order.hexes):
                pass
    return order


def do_early(state: Pitch, order: Early) -> Rules[None]:
    """Carry out what comes before the action."""
    state.stage = EARLY.index(type(order))
    match order:
        case Potion():
            yield from drink(state, order)
        case Cheer():
            state.support[state.active].cheered += order.count
            state.momentum += order.count
            yield Cheered(state.active, order.count, state.momentum)
        case Quickling():
            state.momentum = hooks.need(state, order.letter, "quickens", str(order))(state.momentum)
            state.bound = order.letter
            yield Quickened(order.letter, state.momentum)
        case Taunt():
            yield from _taunt(state, order)
        case React():
            yield from react(state, state.active, order.letter, order.hexes)


def _check_cheer(state: Pitch, order: Cheer) -> Cheer:
    """ELFBALL-105."""
    support = state.backing(state.active)
    left = support.cheerleaders - support.cheered
    if order.count > left:
        raise Refused(f"{order}: {left or 'no'} Cheerleader{'' if left == 1 else 's'} left in this Test")
    if state.momentum + order.count > TRACK:
        raise Refused(f"{order}: the track holds {TRACK} counters, and {state.momentum} are on it")
    return order


def _check_quickling(state: Pitch, order: Quickling, choice: list[Letter]) -> None:
    """ELFBALL-142."""
    letter = player_on_field(state, own_player(state, state.active, order.letter))
    hooks.need(state, letter, "quickens", str(order))
    if state.bound:
        raise Refused(f"{order}: {state.bound} has doubled the counters already")
    if letter not in choice:
        raise Refused(f"{order}: {letter} may not act in this turn")


def _check_taunt(state: Pitch, order: Taunt) -> Taunt:
    """ELFBALL-141: the order with the direction in which the opponent will look."""
    letter = player_on_field(state, own_player(state, state.active, order.letter))
    reach: int = hooks.need(state, letter, "taunts", str(order))
    if not state.players[letter].stands:
        raise Refused(f"{order}: {letter} does not stand")
    target = player_on_field(state, order.target)
    no_mate(str(order), letter, target)
    if not state.players[target].stands:
        raise Refused(f"{order}: {target} does not stand")
    here, there = state.players[letter].at, state.players[target].at
    if (paces := GRID.distance(here, there)) > reach:
        raise Refused(f"{order}: {target} is {paces} paces away; a Taunt reaches {reach}")
    if order.counters > state.momentum:
        raise Refused(f"{order}: {state.momentum or 'no'} Momentum left")
    ways = [str(way) for way in _ways(here, there)]
    if order.looks and order.looks not in ways:
        raise Refused(f"{order}: {target} would look {' or '.join(ways)}")
    looks = order.looks or str(GRID.towards(there, here, state.players[target].looks))
    return Taunt(letter, target, order.counters, looks)


def _ways(here: str, there: str) -> list[Direction]:
    """The directions that lead best from an opponent to the taunting player: one, or two alike (ELFBALL-13)."""
    best = max(GRID.lead(there, here, way) for way in DIRECTIONS)
    return [way for way in DIRECTIONS if GRID.lead(there, here, way) == best]


def _taunt(state: Pitch, order: Taunt) -> Rules[None]:
    state.momentum -= order.counters
    challenge = Challenge("taunt", order.letter, order.counters, (1,), [], earns=None)
    dice = yield from attempt(state, hooks.prepared(state, challenge))
    result: Literal["success", "fail", "flop"] = (
        "success" if dice.succeeded else "flop" if dice.flopped else "fail"
    )
    if dice.flopped:
        state.momentum = 0
    yield Taunted(order.letter, order.target, order.counters, dice, result)
    if dice.succeeded:
        yield from turn(state, order.target, int(order.looks))
