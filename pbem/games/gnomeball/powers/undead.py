"""Undead: the plague barrel (GNOMEBALL-93)."""

from collections.abc import Collection

from pbem.games.gnomeball.combat import hurt
from pbem.games.gnomeball.gnome import roll_for
from pbem.games.gnomeball.squares import distance
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, check_target, met, once, sample_enemy
from pbem.games.gnomeball.words import ENEMY
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Event, Figure, Outlook, Rules

REACH, HITS_FROM, DAMAGE = 4, 2, 2


class Plagued(Event, frozen=True):
    """A plague barrel."""

    who: Figure
    target: Figure
    die: int
    hit: bool
    needs: int = HITS_FROM


class Barrel(Outlook, frozen=True):
    """At whom an Undead may chuck its barrel, and from what face on that hits."""

    who: Figure
    targets: tuple[Figure, ...]
    needs: int


def _check(state: Field, who: Id, target: Id) -> str:
    """Raises `Refused` if the barrel does not reach."""
    check_target(state, who, target)
    far = distance(state.characters[who].at, state.characters[target].at)
    if far > REACH:
        raise Refused(f"{target} is {far:g} away; the barrel flies {REACH}.")
    return target


def _plague(state: Field, who: Id, target: Id) -> Rules[None]:
    """2 damage on 2+; a miss uses it up."""
    state.characters[who].spent += 1
    face = yield from roll_for("plague", HITS_FROM)
    hit = face >= HITS_FROM
    yield Plagued(who, target, face, hit, HITS_FROM)
    if hit:
        yield from hurt(state, target, DAMAGE)


def _wants(state: Field, who: Id) -> Lines:
    if holder := state.enemy_holder(who[0]):
        yield (Part("plague", holder),)


def _odds(state: Field, who: Id, there: Collection[Square]) -> Barrel | None:
    targets = met(state, there, state.enemies(who[0]), REACH)
    return Barrel(who, targets, HITS_FROM) if targets and state.characters[who].left else None


POWER = Power(
    race="undead",
    help={
        "undead, plague, barrel": (
            "Catches the gnome on 2 or more, intercepts on 4 or more, and drops it only on 5 or more. Once in a"
            ' match: "A2 plague B4" throws a plague barrel at an enemy within 4, for 2 damage on 2 or more.'
        ),
    },
    verbs=(
        Verb(
            word="plague",
            form="plague/b {what}",
            said="throw the plague barrel at, throw the plague barrel on, throw the barrel at, throw the barrel on",
            what=ENEMY,
            step=3,
            says={"A2 plague B4": "Undead: throw a plague barrel"},
            counted=True,
            check=_check,
            run=_plague,
            sample=sample_enemy,
        ),
    ),
    left=once("barrel"),
    wants=_wants,
    odds=_odds,
)
