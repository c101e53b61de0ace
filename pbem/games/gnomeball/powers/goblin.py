"""Goblin: explosives (GNOMEBALL-100 to 103)."""

from pbem.games.gnomeball.combat import suffer, wound
from pbem.games.gnomeball.gnome import roll_for, wear
from pbem.games.gnomeball.squares import distance
from pbem.games.gnomeball.state import Active, Character, Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb, near_enemies
from pbem.play.orders import Refused
from pbem.play.requests import Event, Figure, Pick, Rules

REACH, BLAST_FROM, DAMAGE = 1.5, 4, 3


class Planted(Event, frozen=True):
    """Explosives have been planted."""

    who: Figure
    at: str


class Detonated(Event, frozen=True):
    """A roll for explosives: whether they went off, and whom the blast has reached."""

    who: Figure
    at: str
    die: int
    blast: bool
    victims: tuple[Figure, ...]
    needs: int = BLAST_FROM


def _plant(state: Field, who: Id, what: str) -> Rules[None]:
    """Explosives on its own square, for all to see (GNOMEBALL-100)."""
    goblin = state.characters[who]
    goblin.spent += 1
    goblin.explosives = goblin.at
    yield Planted(who, goblin.at)


def _check_detonate(state: Field, who: Id, what: str) -> str:
    """Raises `Refused` if nothing is planted, or it has rolled in this activation already (GNOMEBALL-101)."""
    if not state.characters[who].explosives:
        raise Refused(f"{who} has no explosives on the field.")
    if state.active is not None and state.active.who == who and state.active.rolled:
        raise Refused(f"{who} has rolled for its explosives in this activation.")
    return ""


def _roll(state: Field, who: Id, what: str) -> None:
    state.active = state.active or Active(who)
    state.active.rolled = True


def _in_blast(state: Field, centre: str) -> list[Id]:
    return [other for other in state.standing() if distance(state.characters[other].at, centre) <= REACH]


def _detonate(state: Field, who: Id, what: str) -> Rules[None]:
    """On 4+ 3 damage to everything within 1.5 at the same time; then faints, then drops (GNOMEBALL-102)."""
    _roll(state, who, what)
    goblin = state.characters[who]
    centre = goblin.explosives
    face = yield from roll_for("explosives", BLAST_FROM)
    blast = face >= BLAST_FROM
    at = state.gnome_square
    victims = _in_blast(state, centre) if blast else []
    yield Detonated(who, centre, face, blast, tuple(victims), BLAST_FROM)
    if not blast:
        return
    goblin.explosives = ""
    for other in victims:
        wound(state.characters[other], DAMAGE)
    if distance(at, centre) <= REACH:
        yield from wear(state, DAMAGE, "blast")
    for other in sorted(victims, key=lambda other: state.characters[other].hp > 0):
        yield from suffer(state, other, DAMAGE)


def _sample_detonate(state: Field, who: Id, pick: Pick) -> str | None:
    return "" if state.characters[who].explosives else None


def _wants(state: Field, who: Id) -> Lines:
    """A blast if it hurts more enemies than friends, explosives if two enemies are near."""
    planted = state.characters[who].explosives
    if planted and sum(-1 if other[0] == who[0] else 1 for other in _in_blast(state, planted)) > 0:
        yield (
            Part("detonate"),
            Part("hunt", "holder") if state.enemy_holder(who[0]) else Part("pass"),
        )
    if len(near_enemies(state, who, REACH)) > 1:
        yield (Part("plant"),)


def _left(goblin: Character) -> str:
    return "" if goblin.left or goblin.explosives else "explosives used"


POWER = Power(
    race="goblin",
    help={
        "goblin, plant, explosives, x": (
            'Once in a match: "A5 plant" leaves explosives (x) on its square, for all to see. They do 3 damage to'
            " everything within 1.5 when they go off, the goblin too; see: help detonate."
        ),
        "detonate": (
            'A Goblin that has planted explosives tries to set them off: "A5 detonate, move c3". On 4 or more'
            " they blow up, with 3 damage to everything within 1.5, friend, foe and gnome. It comes before the"
            " move and can be tried in each activation."
        ),
    },
    verbs=(
        Verb(
            word="plant",
            form="plant/e",
            step=3,
            says={"A5 plant": "Goblin: leave explosives here"},
            counted=True,
            run=_plant,
        ),
        Verb(
            word="detonate",
            form="detonate/d",
            step=1,
            says={"A5 detonate": "Goblin: set off the explosives"},
            check=_check_detonate,
            ahead=_roll,
            run=_detonate,
            sample=_sample_detonate,
            chance=70,
        ),
    ),
    left=_left,
    wants=_wants,
)
