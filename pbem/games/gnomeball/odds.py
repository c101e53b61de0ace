"""What a player should know before an activation: who can reach whom, and what the dice must show; and where a
character may go.

Nothing here is a rule: ways, reaches and numbers are those that the rules use.
"""

from collections.abc import Collection, Iterator
from typing import Any

from pbem.games.gnomeball.combat import HIT_FROM
from pbem.games.gnomeball.events import Attacks, Drops, Punt
from pbem.games.gnomeball.handling import PUNT_REACH, punt_distance, punt_needs
from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.squares import FIELD, within
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import met
from pbem.games.gnomeball.ways import allowance, ways
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.reaching import rows_in_words
from pbem.play.requests import Ask, Event, Seat


def odds(state: Field, ask: Ask[Any]) -> list[Event]:
    """For an activation: the faces that attacks, drops, punts, barrels and stomps need, for characters who can still
    reach each other; for any other decision its own outlook."""
    if ask.name in ("activation", "rest"):
        return list(_needs(state, ask.seat))
    return [ask.outlook()] if ask.outlook is not None else []


def _needs(state: Field, seat: Seat) -> Iterator[Event]:
    reached = {who: _stands(state, who) for who in _able(state, seat)}
    foes = state.enemies(seat)
    near = {who: met(state, there, foes, state.settings.reach) for who, there in reached.items()}
    if state.gnome.alive and state.holder[:1] != seat:
        by_gnome = within(state.gnome_square, state.settings.reach)
        near |= {
            who: (*near[who], "gnome") for who, there in reached.items() if not by_gnome.isdisjoint(there)
        }
    if any(near.values()):
        yield Attacks(tuple(pair for pair in near.items() if pair[1]), HIT_FROM)
    if state.holder and (
        state.holder[0] == seat or any(state.holder in targets for targets in near.values())
    ):
        yield Drops(state.holder, state.characters[state.holder].kind.drop)
    if state.holder in reached:
        home, _ = state.nearest_home(state.characters[state.holder].at, seat)
        if punt_distance(state, state.holder, home) <= PUNT_REACH:
            yield Punt(state.holder, home, punt_needs(state, state.holder, home))
    for who, there in reached.items():
        if (told := POWERS[state.characters[who].race].odds(state, who, there)) is not None:
            yield told


def _able(state: Field, seat: Seat) -> list[Id]:
    """Who may act in this activation."""
    who = [state.active.who] if state.active is not None else state.unused(seat)
    return [each for each in who if not state.characters[each].stunned]


def _stands(state: Field, who: Id) -> Collection[Square]:
    """The squares from which a character may act."""
    if state.active is not None and state.active.moved:
        return [state.characters[who].at]
    return ways(state, who)


def reach(state: Field, seat: Seat, name: str) -> list[str]:
    """Where a character may move, as things stand."""
    who = name.upper()
    if who not in state.characters:
        raise Refused(f"There is no {who}; on the field are {' '.join(state.standing())}")
    character = state.characters[who]
    if not character.at:
        raise Refused(f"{who} is off the field.")
    may = allowance(state, who)
    squares = [square for square in ways(state, who) if square != character.at]
    used = " It has been activated in this cycle." if character.used else ""
    told = f"{who} ({character.kind.title}) on {character.at} may move {may}, a diagonal step counting 1.5.{used}"
    if not squares:
        return [f"{told} No square is free for it."]
    return [f"{told} It reaches:", *rows_in_words(squares, lambda square: FIELD.place(square)[::-1])]
