"""Dwarf: its attacks slow (GNOMEBALL-106)."""

from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Power
from pbem.play.requests import Event, Figure, Rules

SLOWED_FOR = 3


class Slowed(Event, frozen=True):
    """A Dwarf has cut somebody's legs."""

    who: Figure


def _slow(state: Field, who: Id, target: str) -> Rules[None]:
    """Hit or miss, a Dwarf's attack slows its target, but not a holder whose gnome it attacks."""
    victim = state.characters.get(target)
    if victim is not None and victim.at:
        victim.slow = SLOWED_FOR
        yield Slowed(target)


POWER = Power(
    race="dwarf",
    help={
        "dwarf": (
            "Catches only on 4 or more, intercepts only on a 6. A character it attacks, hit or miss, moves 1 less"
            ' in the next three activations. An example: "A2 attack B1".'
        ),
        "slow": (
            "Attacked by a Dwarf, a character moves 1 less in its next three activations; the list says how"
            " many are left, for example: slow 2 left."
        ),
    },
    traits={"attacks": _slow},
)
