"""Attacks, drops, damage and fainting (GNOMEBALL-53 to 57, 64 to 68)."""

from pbem.games.gnomeball.events import Attacked, Fainted, HeldOn, Hurt
from pbem.games.gnomeball.gnome import roll_for, wear
from pbem.games.gnomeball.scoring import send_back
from pbem.games.gnomeball.squares import distance
from pbem.games.gnomeball.state import Character, Field, Id
from pbem.games.gnomeball.verbs import Verb, check_on_field, trait
from pbem.games.gnomeball.words import TARGET
from pbem.play.orders import Refused
from pbem.play.requests import Pick, Rules

HIT_FROM = 4
"""An attack does damage from this face on: one point for it, one more for each pip beyond (GNOMEBALL-54)."""

FORM_DAMAGE = 1  # GNOMEBALL-113


def _check_other(state: Field, who: Id, target: str) -> None:
    """Raises `Refused` if a character would attack itself."""
    if target == who:
        raise Refused(f"{who} cannot attack itself.")


def _check_attack(state: Field, who: Id, target: str) -> str:
    """Raises `Refused` if the target cannot be attacked from here (GNOMEBALL-53)."""
    if target == "gnome":
        name, far = "The gnome", state.from_gnome(state.characters[who].at)
    else:
        check_on_field(state, target)
        name, far = target, distance(state.characters[who].at, state.characters[target].at)
    reach = state.settings.reach
    if far > reach:
        diagonals = " (no diagonals)" if reach == 1 else ""
        raise Refused(f"{name} is {far:g} from {who}; an attack reaches {reach:g}{diagonals}.")
    return target


def _attack(state: Field, who: Id, target: str) -> Rules[None]:
    """One attack on a character or on the gnome; traits of races follow when it is resolved."""
    attacker = state.characters[who]
    bonus = attacker.frenzy + (FORM_DAMAGE if attacker.form else 0)
    attacker.frenzy = 0  # hit or miss (GNOMEBALL-95)
    face = yield from roll_for("attack", HIT_FROM)
    hit = face >= HIT_FROM
    damage = face - HIT_FROM + 1 + bonus if hit else 0
    yield Attacked(who, target, face, damage, bonus if hit else 0, HIT_FROM)
    if target == "gnome":
        if hit:
            yield from wear(state, damage, "attack")
    else:
        victim = state.characters[target]
        if hit:
            yield from hurt(state, target, damage, by=who)
        if state.characters.get(target) is victim and victim.at:
            yield from trait(state, "attacked", target, who)
    yield from trait(state, "attacks", who, target)


def _sample_target(state: Field, who: Id, pick: Pick) -> str:
    """The gnome, an enemy, and now and then a friend."""
    close = [other for other in state.standing() if other[0] != who[0] or pick.chance(20)]
    return pick.one([*close, "gnome"])


ATTACK = Verb(
    word="attack",
    said="hit, fight, strike, punch, smack, bash, kill, beat up, go for, charge, smash",
    form="attack/a {what}",
    what=TARGET,
    step=3,
    says={"A1 move g5, attack B2": "go, and hit somebody beside"},
    help={
        "attack, harm, damage, hurt, miss": (
            'An action: "A1 attack B2" hits somebody within reach. 4 on the die does 1 damage, 5 does 2, 6 does'
            ' 3. A holder that is hurt must roll not to drop the gnome. "A1 attack gnome" hits the gnome'
            " itself."
        ),
    },
    vet=_check_other,
    check=_check_attack,
    run=_attack,
    sample=_sample_target,
)


def hurt(state: Field, who: Id, damage: int, by: Id = "") -> Rules[None]:
    """Damage a character, with all consequences; `by` is the attacker, if it was an attack."""
    wound(state.characters[who], damage)
    yield from suffer(state, who, damage, by)


def wound(character: Character, damage: int) -> None:
    """Take hit points off, down to 0; a Night Elf has to start its tending over (GNOMEBALL-108)."""
    character.wounds = min(character.kind.hit_points, character.wounds + damage)
    character.tending = False


def suffer(state: Field, who: Id, damage: int, by: Id = "") -> Rules[None]:
    """After damage: a character at 0 faints, a holder who stands may drop the gnome (GNOMEBALL-55, 65)."""
    character = state.characters[who]
    if character.hp == 0:
        yield from _faint(state, who, by)
        return
    yield Hurt(who, damage, character.hp, character.kind.hit_points)
    if state.holder == who:
        yield from _keep_hold(state, who)


def _keep_hold(state: Field, who: Id) -> Rules[None]:
    needs = state.characters[who].kind.drop
    face = yield from roll_for("drop", needs)
    dropped = face >= needs
    if dropped:
        state.gnome.at = state.characters[who].at
    yield HeldOn(who, face, dropped, needs)


def _faint(state: Field, who: Id, by: Id) -> Rules[None]:
    """The gnome is loose on its square and all that hinders or helps it ends; then an attacking Val'kyr may raise
    it, or it leaves the field (GNOMEBALL-65, 66, 118)."""
    victim = state.characters[who]
    if state.holder == who:
        state.gnome.at = victim.at
    victim.recover()
    if by and by[0] != who[0]:
        yield from trait(state, "fells", by, who)
        if victim.hp:
            return
    now = send_back(state, who, gone=state.settings.faint == "out")
    yield Fainted(who, not now, now if now != who else "")
