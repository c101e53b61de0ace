"""Vrykul: the howl (GNOMEBALL-116)."""

from pbem.games.gnomeball.squares import DIRECTIONS, ray
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, once
from pbem.games.gnomeball.words import DIRECTION
from pbem.play.requests import Event, Figure, Rules


class Howled(Event, frozen=True):
    """A howl and the enemies it has reached."""

    who: Figure
    direction: str
    victims: tuple[Figure, ...]


def _in_line(state: Field, who: Id, direction: str) -> tuple[Id, ...]:
    line = ray(state.characters[who].at, direction)
    return tuple(other for other in state.enemies(who[0]) if state.characters[other].at in line)


def _howl(state: Field, who: Id, direction: str) -> Rules[None]:
    """No enemy on the line moves in its next activation."""
    state.characters[who].spent += 1
    victims = _in_line(state, who, direction)
    for other in victims:
        state.characters[other].howled = True
    yield Howled(who, direction, victims)


def _wants(state: Field, who: Id) -> Lines:
    hits = {each: len(_in_line(state, who, each)) for each in DIRECTIONS}
    best = max(hits, key=lambda each: hits[each])
    if hits[best] > 1:
        yield (Part("howl", best),)


POWER = Power(
    race="vrykul",
    help={
        "vrykul, howl, howled": (
            'Once in a match: "A2 howl ne" reaches every enemy on the squares in that direction, up to the edge.'
            ' They "cannot move" in their next activation, but can act.'
        ),
        "direction, ne": 'One of n, ne, e, se, s, sw, w and nw, n being the end with row 10: "A2 howl ne".',
    },
    verbs=(
        Verb(
            word="howl",
            form="howl/w {what}",
            what=DIRECTION,
            step=3,
            says={"A2 howl ne": "Vrykul: stop all in that line"},
            counted=True,
            run=_howl,
            sample=lambda state, who, pick: pick.one(tuple(DIRECTIONS)),
        ),
    ),
    left=once("howl"),
    wants=_wants,
)
