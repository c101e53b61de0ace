"""Tuskarr: a fish, and the penguins after it (GNOMEBALL-117)."""

from pbem.games.gnomeball.combat import hurt
from pbem.games.gnomeball.gnome import roll_for
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Curse, Lines, Power, Verb, check_target, sample_enemy
from pbem.games.gnomeball.words import ENEMY
from pbem.play.requests import Event, Figure, Rules

BITTEN_FOR, BITTEN_FROM, BITE = 3, 4, 1


class Fished(Event, frozen=True):
    """A fish thrown at somebody."""

    who: Figure
    target: Figure


class Bitten(Event, frozen=True):
    """The penguins' roll."""

    who: Figure
    die: int
    hit: bool
    needs: int = BITTEN_FROM


def _fish(state: Field, who: Id, target: Id) -> Rules[None]:
    """Penguins will bite at the start of the target's next 3 activations."""
    state.characters[who].spent += 1
    state.characters[target].fish = BITTEN_FOR
    yield Fished(who, target)


def _bite(state: Field, who: Id) -> Rules[None]:
    """The penguins' roll at the start of an activation."""
    face = yield from roll_for("penguins", BITTEN_FROM)
    yield Bitten(who, face, face >= BITTEN_FROM, BITTEN_FROM)
    if face >= BITTEN_FROM:
        yield from hurt(state, who, BITE)


def _wants(state: Field, who: Id) -> Lines:
    holder = state.enemy_holder(who[0])
    if holder and not state.characters[holder].fish:
        yield (Part("fish", holder),)


POWER = Power(
    race="tuskarr",
    help={
        "tuskarr, fish, penguins, bite": (
            'Twice in a match: "A2 fish B1" throws a fish at any enemy. Hungry penguins come after it: at the'
            " start of each of its next three activations it loses 1 hit point on a roll of 4 or more; the list says"
            " how many are left."
        ),
    },
    verbs=(
        Verb(
            word="fish",
            form="fish/f {what}",
            what=ENEMY,
            step=3,
            says={"A2 fish B1": "Tuskarr: let penguins bite B1"},
            counted=True,
            check=check_target,
            run=_fish,
            sample=sample_enemy,
        ),
    ),
    curse=Curse(on=lambda victim: victim.fish > 0, run=_bite),
    left=lambda tuskarr: f"{tuskarr.left} fish left",
    wants=_wants,
)
