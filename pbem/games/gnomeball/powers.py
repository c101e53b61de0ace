"""What races do when told: their counted and free powers (GNOMEBALL-84 to 110, 116, 117, 144).

Which race has which word, and how often, is data of `races`; here stand the check and the effect of each.
"""

from __future__ import annotations

from pbem.games.gnomeball.combat import check_on_field, hurt, suffer, wound
from pbem.games.gnomeball.events import (
    Bitten,
    Detonated,
    Fished,
    Frenzied,
    Howled,
    LookedPretty,
    Plagued,
    Planted,
    Regenerated,
    Stomped,
    Tended,
)  # fmt: skip
from pbem.games.gnomeball.gnome import new_gnome, test, wear
from pbem.games.gnomeball.handling import may_reach
from pbem.games.gnomeball.races import RACES, VERBS
from pbem.games.gnomeball.squares import distance, ray
from pbem.games.gnomeball.state import Field, Id
from pbem.play.orders import Refused
from pbem.play.requests import Rules, Seat, die

STOMP_REACH, STUNNED_FROM = 1.5, 4
BARREL_REACH, BARREL_HITS_FROM, BARREL_DAMAGE = 4, 2, 2
BLAST_REACH, BLAST_FROM, BLAST_DAMAGE = 1.5, 4, 3
BITTEN_FOR, BITTEN_FROM, BITE = 3, 4, 1

UNCOUNTED = ("look pretty", "detonate")


def check_able(state: Field, who: Id, verb: str) -> None:
    """Raises `Refused` where the character's race cannot do that, or it has used it up (GNOMEBALL-84)."""
    check_race(state, who, verb)
    character = state.characters[who]
    if verb in VERBS and verb not in UNCOUNTED and character.left <= 0:
        raise Refused(f"{who} has used its {character.kind.power}.")


def check_race(state: Field, who: Id, verb: str) -> None:
    """Raises `Refused` where the character's race cannot do that."""
    race = state.characters[who].race
    if VERBS.get(verb, race) != race:
        title = RACES[race].title
        article = "an" if title[0] in "AEIOU" else "a"
        raise Refused(f"{who} is {article} {title}; it cannot {verb}.")


def check_enemy(state: Field, who: Id, target: Id) -> None:
    """Raises `Refused` where the target is no enemy on the field (GNOMEBALL-88)."""
    check_side(who, target)
    check_on_field(state, target)


def check_side(who: Id, target: Id) -> None:
    """Raises `Refused` where the target serves the same player."""
    if target[0] == who[0]:
        raise Refused(f"{target} is on your side.")


def nothing_to_check(state: Field, who: Id, what: str) -> str:
    """For powers that are legal wherever they are not used up (GNOMEBALL-97, 98, 144)."""
    return what


def enemies(state: Field, seat: Seat) -> list[Id]:
    """A seat's enemies on the field, in seat order from the seat after it."""
    return [other for each in state.from_seat(seat)[1:] for other in state.standing(each)]


def stomp(state: Field, who: Id, what: str) -> Rules[None]:
    """Tauren: a die for each enemy within 1.5, stunned on 4+ (GNOMEBALL-90)."""
    tauren = state.characters[who]
    tauren.spent += 1
    dice: list[tuple[Id, int]] = []
    for other in enemies(state, who[0]):
        if distance(tauren.at, state.characters[other].at) <= STOMP_REACH:
            face = yield from test("stomp", STUNNED_FROM)
            dice.append((other, face))
    stunned = tuple(other for other, face in dice if face >= STUNNED_FROM)
    for other in stunned:
        state.characters[other].stunned = True
    yield Stomped(who, tuple(dice), stunned, STUNNED_FROM)


def check_plague(state: Field, who: Id, target: Id) -> str:
    """Raises `Refused` where the barrel does not reach."""
    check_enemy(state, who, target)
    far = distance(state.characters[who].at, state.characters[target].at)
    if far > BARREL_REACH:
        raise Refused(f"{target} is {far:g} away; the barrel flies {BARREL_REACH}.")
    return target


def plague(state: Field, who: Id, target: Id) -> Rules[None]:
    """Undead: 2 damage on 2+; a miss uses it up (GNOMEBALL-93)."""
    state.characters[who].spent += 1
    face = yield from test("plague", BARREL_HITS_FROM)
    hit = face >= BARREL_HITS_FROM
    yield Plagued(who, target, face, hit, BARREL_HITS_FROM)
    if hit:
        yield from hurt(state, target, BARREL_DAMAGE)


def frenzy(state: Field, who: Id, what: str) -> Rules[None]:
    """Orc: its next attack does 1 more damage if it does any; two may wait at once (GNOMEBALL-95)."""
    orc = state.characters[who]
    orc.spent += 1
    orc.frenzy += 1
    yield Frenzied(who, orc.frenzy)


def regenerate(state: Field, who: Id, what: str) -> Rules[None]:
    """Troll: half a die, rounded up, never above its starting hit points (GNOMEBALL-97)."""
    troll = state.characters[who]
    troll.spent += 1
    face = yield from die("regenerate")
    gained = min(troll.wounds, (face + 1) // 2)
    troll.wounds -= gained
    yield Regenerated(who, face, gained, troll.hp)


def look_pretty(state: Field, who: Id, at: str) -> Rules[None]:
    """Blood Elf: nothing happens, prettily (GNOMEBALL-98)."""
    yield LookedPretty(who, at)


def plant(state: Field, who: Id, what: str) -> Rules[None]:
    """Goblin: explosives on its own square, for all to see (GNOMEBALL-100)."""
    goblin = state.characters[who]
    goblin.spent += 1
    goblin.explosives = goblin.at
    yield Planted(who, goblin.at)


def check_detonate(state: Field, who: Id, what: str) -> str:
    """Raises `Refused` where nothing is planted, or it has rolled in this activation already (GNOMEBALL-101)."""
    if not state.characters[who].explosives:
        raise Refused(f"{who} has no explosives on the field.")
    if state.active is not None and state.active.who == who and state.active.rolled:
        raise Refused(f"{who} has rolled for its explosives in this activation.")
    return ""


def detonate(state: Field, who: Id, what: str) -> Rules[None]:
    """Goblin: on 4+ 3 damage to everything within 1.5 at the same time; then faints, then drops (GNOMEBALL-102)."""
    goblin = state.characters[who]
    centre = goblin.explosives
    face = yield from test("explosives", BLAST_FROM)
    blast = face >= BLAST_FROM
    at = state.gnome_square
    victims = [
        other
        for other in state.standing()
        if blast and distance(state.characters[other].at, centre) <= BLAST_REACH
    ]
    yield Detonated(who, centre, face, blast, tuple(victims), BLAST_FROM)
    if not blast:
        return
    goblin.explosives = ""
    for other in victims:
        wound(state.characters[other], BLAST_DAMAGE)
    if distance(at, centre) <= BLAST_REACH:
        yield from wear(state, BLAST_DAMAGE, "blast")
    for other in sorted(victims, key=lambda other: state.characters[other].hp > 0):
        yield from suffer(state, other, BLAST_DAMAGE)


def check_tend(state: Field, who: Id, what: str) -> str:
    """Raises `Refused` where there is no living gnome at hand (GNOMEBALL-107)."""
    if not state.gnome.alive:
        raise Refused("The gnome is past help.")
    if state.holder not in ("", who):
        raise Refused(f"{state.holder} holds the gnome; it must be loose, or held by {who}.")
    if not may_reach(state, who):
        away = state.from_gnome(state.characters[who].at)
        raise Refused(f"The gnome is {away:g} away; you reach {state.settings.reach:g}.")
    return ""


def tend(state: Field, who: Id, what: str) -> Rules[None]:
    """Night Elf: the second time running, unhurt between, the gnome runs free and the power is used (GNOMEBALL-107)."""
    elf, active = state.characters[who], state.active
    freed = active is not None and active.tending
    yield Tended(who, freed)
    if freed:
        elf.spent += 1
        yield from new_gnome(state)
    else:
        elf.tending = True


def howl(state: Field, who: Id, direction: str) -> Rules[None]:
    """Vrykul: no enemy on the line moves in its next activation (GNOMEBALL-116)."""
    vrykul = state.characters[who]
    vrykul.spent += 1
    line = ray(vrykul.at, direction)
    victims = tuple(other for other in enemies(state, who[0]) if state.characters[other].at in line)
    for other in victims:
        state.characters[other].howled = True
    yield Howled(who, direction, victims)


def check_fish(state: Field, who: Id, target: Id) -> str:
    """Raises `Refused` where the target is no enemy on the field; any distance will do."""
    check_enemy(state, who, target)
    return target


def fish(state: Field, who: Id, target: Id) -> Rules[None]:
    """Tuskarr: penguins will bite at the start of the target's next 3 activations (GNOMEBALL-117)."""
    state.characters[who].spent += 1
    state.characters[target].fish = BITTEN_FOR
    yield Fished(who, target)


def bite(state: Field, who: Id) -> Rules[None]:
    """The penguins' roll at the start of an activation (GNOMEBALL-117)."""
    face = yield from test("penguins", BITTEN_FROM)
    yield Bitten(who, face, face >= BITTEN_FROM, BITTEN_FROM)
    if face >= BITTEN_FROM:
        yield from hurt(state, who, BITE)
