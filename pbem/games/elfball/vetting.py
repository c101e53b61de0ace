"""What no position will make legal: refused before a line waits, and by the checks of the asks."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.elfball import items
from pbem.games.elfball.conditions import IN_ACTION
from pbem.games.elfball.field import OTHER, STAIRWAYS
from pbem.games.elfball.items import Item
from pbem.games.elfball.naming import no_mate, own_player, some_player
from pbem.games.elfball.orders import (
    Enter,
    FaceOff,
    Intercept,
    Line,
    Potion,
    Quickling,
    React,
    Setup,
    Taunt,
    Wizard,
)
from pbem.games.elfball.potions import need_dose
from pbem.games.elfball.setup import check_places, places_of
from pbem.games.elfball.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.wizard import need_wizard
from pbem.play.orders import Refused
from pbem.play.requests import Order, Seat

_AS_AN_ACTION = {"pickup": "go ball", "ball": "go ball", "tackle": "tackle q", "shove": "shove q"}


def vet(state: Pitch, seat: Seat, order: Order) -> None:
    """Refuse an order for another team's player, about one whom no team has, or at a player or hex that is never right;
    before teams are named nobody is."""
    if isinstance(order, FaceOff) and state.phase == "play" and not _acts(state, seat):
        raise Refused(
            f'"{order}" answers a face-off, and none is open; "always faceoff {order.word}" answers every one you win.'
            f" The line of a turn begins with a player, as in: A {_AS_AN_ACTION.get(order.word, 'pass')}"
        )
    if not state.players:
        return
    match order:
        case Line(letter=letter, items=parts):
            own_player(state, seat, letter)
            _vet_items(state, letter, parts)
        case Enter(letter=letter, at=at):
            own_player(state, seat, letter)
            if at not in STAIRWAYS[seat]:
                raise Refused(f"{at} is not a stairway hex of yours")
        case Intercept(letter=letter) | Quickling(letter=letter) | React(letter=letter):
            own_player(state, seat, letter)
        case Potion(letter=letter):
            own_player(state, seat, letter)
            need_dose(state, seat, order)
        case Taunt(letter=letter, target=target):
            own_player(state, seat, letter)
            no_mate(str(order), letter, some_player(state, target))
        case Setup():
            places = places_of(seat, order)
            for letter in places:
                own_player(state, seat, letter)
            check_places(seat, {letter: at for letter, (at, _) in places.items()})
        case Wizard():
            need_wizard(state, seat, order)


def _acts(state: Pitch, seat: Seat) -> bool:
    """Whether a player of this seat is in the middle of an action, which `tackle l23` may go on with."""
    return state.action is not None and SEAT_OF[state.action.player] == seat


def _vet_items(state: Pitch, letter: Letter, parts: Iterable[Item]) -> None:
    """Each item speaks of players that there are, and is aimed at one of the right team."""
    for part in parts:
        for name in items.players_in(part):
            some_player(state, name)
        if isinstance(part, items.If | items.Stop | items.Wait):
            IN_ACTION.vet(part.when, state, SEAT_OF[letter])
        match items.unconditional(part):
            case items.Tackle(target=target) | items.Shove(target=target) as act if target in SEAT_OF:
                no_mate(f"{type(act).__name__.lower()} {target}", letter, target)
            case items.Throw(target=target) if SEAT_OF.get(target) == OTHER[SEAT_OF[letter]]:
                raise Refused(f"throw {target}: {target} is of the other team")
