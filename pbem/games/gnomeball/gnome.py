"""The gnome itself: a new one in the center, and what hurts it (GNOMEBALL-18, 19, 34 to 36)."""

from collections.abc import Mapping
from typing import Literal

from pbem.games.gnomeball.events import GnomeCame, GnomeHurt, Odds
from pbem.games.gnomeball.squares import OPPOSITE
from pbem.games.gnomeball.state import Field, Gnome
from pbem.play.grid import Square
from pbem.play.requests import Rules, die

CENTRE: Mapping[int, Square] = {1: "e5", 2: "f5", 3: "e6", 4: "f6"}  # 5 and 6 are rolled again
EVEN_CENTRE: Mapping[frozenset[str], tuple[Square, Square]] = {
    frozenset(("a1", "j10")): ("e6", "f5"),
    frozenset(("a10", "j1")): ("e5", "f6"),
}
"""The two center squares equally far from both of two opposite homes, for 1-3 and for 4-6."""


def roll_for(label: str, needs: int) -> Rules[int]:
    """Roll one die that must show `needs` or more; a preview tells the odds instead (GNOMEBALL-7)."""
    return (yield from die(label, outlook=lambda: Odds(label, needs)))


def new_gnome(state: Field) -> Rules[None]:
    """A living gnome is teleported to the center, onto whatever stands there; nobody holds it (GNOMEBALL-18, 19)."""
    table = _centre(state)
    face = yield from die("centre")
    while face not in table:
        face = yield from die("centre")
    state.gnome = Gnome(table[face])
    state.side = ""
    untend(state)
    yield GnomeCame(state.gnome.at, face)


def _centre(state: Field) -> Mapping[int, Square]:
    homes = list(state.homes.values())
    if len(homes) == 2 and OPPOSITE[homes[0]] == homes[1]:
        low, high = EVEN_CENTRE[frozenset(homes)]
        return {face: low if face <= 3 else high for face in range(1, 7)}
    return CENTRE


def wear(state: Field, damage: int, cause: Literal["attack", "claws", "blast"]) -> Rules[None]:
    """Damage to the gnome; at 0 it is dead, stays where it is and takes no more (GNOMEBALL-35)."""
    if state.gnome.alive:
        lose(state, damage)
        yield GnomeHurt(damage, state.gnome.hp, cause)


def lose(state: Field, damage: int) -> None:
    """Take hit points off the gnome without telling anybody."""
    state.gnome.hp = max(0, state.gnome.hp - damage)
    if not state.gnome.alive:
        untend(state)


def untend(state: Field) -> None:
    """Every Night Elf must start its tending over (GNOMEBALL-109)."""
    for character in state.characters.values():
        character.tending = False
