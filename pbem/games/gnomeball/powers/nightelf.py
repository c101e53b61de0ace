"""Night Elf: tending (GNOMEBALL-107 to 109)."""

from pbem.games.gnomeball.gnome import new_gnome
from pbem.games.gnomeball.handling import check_at_hand
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Power, Verb, once
from pbem.play.orders import Refused
from pbem.play.requests import Event, Figure, Rules


class Tended(Event, frozen=True):
    """A Night Elf has tended the gnome; the second time running it is `freed`."""

    who: Figure
    freed: bool


def _check_tend(state: Field, who: Id, what: str) -> str:
    """Raises `Refused` if there is no living gnome at hand."""
    if not state.gnome.alive:
        raise Refused("The gnome is past help.")
    if state.holder not in ("", who):
        raise Refused(f"{state.holder} holds the gnome; it must be loose, or held by {who}.")
    check_at_hand(state, who)
    return ""


def _tend(state: Field, who: Id, what: str) -> Rules[None]:
    """The second time running, unhurt between, the gnome runs free and the power is used."""
    elf, active = state.characters[who], state.active
    freed = active is not None and active.tending
    yield Tended(who, freed)
    if freed:
        elf.spent += 1
        yield from new_gnome(state)
    else:
        elf.tending = True


POWER = Power(
    race="nightelf",
    help={
        "nightelf, night, tend, tending": (
            'A Night Elf may tend the gnome, if it holds it or the gnome lies within 1: "A4 tend", and the same'
            " again in its very next activation. Then the gnome is free, and a new one comes to the center. It takes"
            " the whole activation, and begins anew if the elf is hurt in between. That works once in a match, and"
            " only on a living gnome."
        ),
    },
    verbs=(
        Verb(
            word="tend",
            form="tend/n",
            step=3,
            says={"A4 tend": "Night Elf: help the gnome escape"},
            alone="Tending takes the whole activation.",
            counted=True,
            check=_check_tend,
            run=_tend,
        ),
    ),
    left=once("tending"),
)
