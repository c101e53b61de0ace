"""Tauren: the warstomp (GNOMEBALL-89 to 91)."""

from collections.abc import Collection

from pbem.games.gnomeball.gnome import roll_for
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, met, near_enemies, once
from pbem.play.grid import Square
from pbem.play.requests import Event, Figure, Outlook, Rules

REACH, STUNNED_FROM = 1.5, 4


class Stomped(Event, frozen=True):
    """A warstomp: a die for each enemy within reach, and who is stunned by it."""

    who: Figure
    dice: tuple[tuple[Figure, int], ...]
    stunned: tuple[Figure, ...]
    needs: int = STUNNED_FROM


class Stomp(Outlook, frozen=True):
    """Whom a Tauren may stun, and from what face on that happens to each of them."""

    who: Figure
    targets: tuple[Figure, ...]
    needs: int


def _stomp(state: Field, who: Id, what: str) -> Rules[None]:
    """A die for each enemy within 1.5, stunned on 4+ (GNOMEBALL-90)."""
    state.characters[who].spent += 1
    dice: list[tuple[Id, int]] = []
    for other in near_enemies(state, who, REACH):
        face = yield from roll_for("stomp", STUNNED_FROM)
        dice.append((other, face))
    stunned = tuple(other for other, face in dice if face >= STUNNED_FROM)
    for other in stunned:
        state.characters[other].stunned = True
    yield Stomped(who, tuple(dice), stunned, STUNNED_FROM)


def _wants(state: Field, who: Id) -> Lines:
    near = near_enemies(state, who, REACH)
    if len(near) > 1 or state.enemy_holder(who[0]) in near:
        yield (Part("stomp"),)


def _odds(state: Field, who: Id, there: Collection[Square]) -> Stomp | None:
    targets = met(state, there, state.enemies(who[0]), REACH)
    return Stomp(who, targets, STUNNED_FROM) if targets and state.characters[who].left else None


POWER = Power(
    race="tauren",
    help={
        "tauren, stomp, warstomp": (
            '7 hit points instead of 5. Once in a match: "A2 move e5, stomp", the warstomp, rolls a die for each'
            " enemy within 1.5; on 4 or more it is stunned."
        ),
        "stunned": (
            "Stunned by a stomp, a character loses its next activation: you still have to spend a turn on it,"
            ' as with "A3 pass".'
        ),
    },
    verbs=(
        Verb(
            word="stomp",
            form="stomp/s",
            step=3,
            says={"A2 stomp": "Tauren: stun the enemies around"},
            counted=True,
            run=_stomp,
        ),
    ),
    left=once("stomp"),
    wants=_wants,
    odds=_odds,
)
