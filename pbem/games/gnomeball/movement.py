"""Moving, and the Human's hearthstone (GNOMEBALL-30 to 33, 110)."""

from __future__ import annotations

from pbem.games.gnomeball.events import Moved
from pbem.games.gnomeball.handling import arrive
from pbem.games.gnomeball.squares import HOMES, distance
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.ways import EVERYWHERE, allowance, ways
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Rules


def check_move(state: Field, who: Id, to: Square) -> str:
    """Raises `Refused` where the character cannot get there."""
    character = state.characters[who]
    if character.howled:
        raise Refused(f"{who} cannot move in this activation (howl). It may act.")
    check_free(state, who, to)
    may = allowance(state, who)
    if distance(character.at, to) > may or to not in ways(state, who):
        cost = ways(state, who, EVERYWHERE).get(to)
        why = "there is no way" if cost is None else f"the way costs {cost / 2:g}, it may move {may}"
        raise Refused(f"{who} cannot reach {to}: {why}.")
    return to


def check_free(state: Field, who: Id, to: Square) -> None:
    """Raises `Refused` where a character stands on the square (GNOMEBALL-6, 31)."""
    other = state.on(to)
    if other == who:
        raise Refused(f"{who} stands on {to} already.")
    if other:
        raise Refused(f"{to} is occupied by {other}.")


def move(state: Field, who: Id, to: Square) -> Rules[None]:
    """Only the destination counts; a holder scores there (GNOMEBALL-32)."""
    yield from _go(state, who, to, hearth=False)


def check_hearth(state: Field, who: Id, to: Square) -> str:
    """Raises `Refused` where it is no free square of the player's home; a howl does not prevent it (GNOMEBALL-110)."""
    check_own_home(state, who, to)
    check_free(state, who, to)
    return to


def check_own_home(state: Field, who: Id, to: Square) -> None:
    """Raises `Refused` where a square is not of the player's home."""
    home = HOMES[state.homes[who[0]]]
    if to not in home:
        raise Refused(f"{to} is not in your home ({' '.join(home)}).")


def hearth(state: Field, who: Id, to: Square) -> Rules[None]:
    """Home at once, with the gnome."""
    state.characters[who].spent += 1
    yield from _go(state, who, to, hearth=True)


def _go(state: Field, who: Id, to: Square, *, hearth: bool) -> Rules[None]:
    character = state.characters[who]
    start, character.at = character.at, to
    yield Moved(who, start, to, hearth, state.holder == who)
    yield from arrive(state, who)
