"""Orc: the blood frenzy (GNOMEBALL-95)."""

from pbem.games.gnomeball.state import Character, Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, prey
from pbem.play.requests import Event, Figure, Rules


class Frenzied(Event, frozen=True):
    """A blood frenzy; `waiting` of them wait for the next attack."""

    who: Figure
    waiting: int


def _spend(state: Field, who: Id, what: str) -> None:
    state.characters[who].spent += 1


def _frenzy(state: Field, who: Id, what: str) -> Rules[None]:
    """Its next attack does 1 more damage if it does any; two may wait at once."""
    _spend(state, who, what)
    orc = state.characters[who]
    orc.frenzy += 1
    yield Frenzied(who, orc.frenzy)


def _wants(state: Field, who: Id) -> Lines:
    if state.enemy_holder(who[0]):
        yield Part("frenzy"), Part("hunt", "holder")


def _tries(state: Field, who: Id) -> Lines:
    for other in prey(state, who)[:1]:
        yield Part("frenzy"), Part("hunt", other)


def _left(orc: Character) -> str:
    return f"frenzy {orc.left} left" if orc.left else "frenzies used"


POWER = Power(
    race="orc",
    help={
        "orc, frenzy, frenzied, frenzies": (
            'Tosses one square farther. Twice in a match, and free: "A1 frenzy, attack B2" adds 1 damage to its next'
            " attack if that does any. The list says how many are left."
        ),
    },
    verbs=(
        Verb(
            word="frenzy",
            form="frenzy/z",
            step=0,
            says={"A1 frenzy, attack B2": "Orc: hit with 1 damage more"},
            counted=True,
            ahead=_spend,
            run=_frenzy,
            chance=40,
        ),
    ),
    left=_left,
    wants=_wants,
    tries=_tries,
)
