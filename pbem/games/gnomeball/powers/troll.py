"""Troll: regenerating (GNOMEBALL-97)."""

from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, once
from pbem.play.requests import Event, Figure, Rules, die


class Regenerated(Event, frozen=True):
    """A troll has got hit points back."""

    who: Figure
    die: int
    gained: int
    hp: int


def _regenerate(state: Field, who: Id, what: str) -> Rules[None]:
    """Half a die, rounded up, never above its starting hit points."""
    troll = state.characters[who]
    troll.spent += 1
    face = yield from die("regenerate")
    gained = min(troll.wounds, (face + 1) // 2)
    troll.wounds -= gained
    yield Regenerated(who, face, gained, troll.hp)


def _wants(state: Field, who: Id) -> Lines:
    if state.characters[who].hp <= 2 and state.holder != who:
        yield (Part("regenerate"),)


POWER = Power(
    race="troll",
    help={
        "troll, regenerate, regeneration": (
            'Moves 4 instead of 3. Once in a match: "A3 regenerate" rolls a die and gives back half of it, rounded'
            " up, as hit points, up to the 5 it began with."
        ),
    },
    verbs=(
        Verb(
            word="regenerate",
            form="regenerate/r",
            step=3,
            says={"A3 regenerate": "Troll: get hit points back"},
            counted=True,
            run=_regenerate,
        ),
    ),
    left=once("regeneration"),
    wants=_wants,
)
