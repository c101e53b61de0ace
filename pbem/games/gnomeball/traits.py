"""What races do without being told: hooks by race and moment (GNOMEBALL-106, 112 to 120).

The chapters of the rules call `trait` at these moments; which race does what then stands in `TRAITS` alone.

- `attacks`: its attack has been resolved; `other` is the target, a character or `gnome`.
- `attacked`: it has been attacked and stands; `other` is the attacker.
- `catches`: it has caught or intercepted the gnome.
- `finishes`: its activation ends on the field without a score.
- `fells`: its attack has brought an enemy character, `other`, to 0 hit points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from pbem.games.gnomeball.events import Raised, Slowed, TookForm
from pbem.games.gnomeball.gnome import wear
from pbem.games.gnomeball.races import TEAM_SIZE, RaceName
from pbem.games.gnomeball.state import Field, Id
from pbem.play.requests import Rules

Moment: TypeAlias = Literal["attacks", "attacked", "catches", "finishes", "fells"]
Hook: TypeAlias = Callable[[Field, Id, str], Rules[None]]

SLOWED_FOR = 3
CLAWS, CLAWS_ON_CATCH = 1, 2
RAISED_WITH = 2


def trait(state: Field, moment: Moment, who: Id, other: str = "") -> Rules[None]:
    """What the character's race does at this moment, if anything."""
    hook = TRAITS.get(state.characters[who].race, {}).get(moment)
    if hook is not None:
        yield from hook(state, who, other)


def _slow(state: Field, who: Id, target: str) -> Rules[None]:
    """Hit or miss, the legs of whoever a Dwarf attacks are sliced up, not those of a holder whose gnome it attacks."""
    victim = state.characters.get(target)
    if victim is not None and victim.at:
        victim.slow = SLOWED_FOR
        yield Slowed(target)


def _change_now(state: Field, who: Id, other: str) -> Rules[None]:
    """In its own activation: the form lasts to the end of the following one, so it runs down once before it."""
    state.characters[who].form = 2
    yield TookForm(who)


def _change(state: Field, who: Id, other: str) -> Rules[None]:
    state.characters[who].form = 1
    yield TookForm(who)


def _claw_catch(state: Field, who: Id, other: str) -> Rules[None]:
    if state.characters[who].form:
        yield from wear(state, CLAWS_ON_CATCH, "claws")


def _claw(state: Field, who: Id, other: str) -> Rules[None]:
    if state.characters[who].form and state.holder == who:
        yield from wear(state, CLAWS, "claws")


def _raise(state: Field, who: Id, victim: str) -> Rules[None]:
    """The victim gets up on its square for the Val'kyr's player, under its old number if that is its first one."""
    lord, fallen = state.characters[who], state.characters[victim]
    if not lord.left:
        return
    lord.spent += 1
    first = fallen.was or victim
    now = first if first[0] == who[0] else _next_number(state, who[0])
    del state.characters[victim]
    state.characters[now] = fallen
    fallen.was = "" if now == first else first
    fallen.wounds = fallen.kind.hit_points - RAISED_WITH
    fallen.used = True  # GNOMEBALL-68
    yield Raised(who, victim, now)


def _next_number(state: Field, seat: str) -> Id:
    """A number given is not given again (GNOMEBALL-146)."""
    numbers = [int(who[1:]) for who in state.ids(seat)]
    state.numbers[seat] = max(TEAM_SIZE, state.numbers.get(seat, 0), *numbers) + 1
    return f"{seat}{state.numbers[seat]}"


TRAITS: Mapping[RaceName, Mapping[Moment, Hook]] = {
    "dwarf": {"attacks": _slow},
    "worgen": {"attacks": _change_now, "attacked": _change, "catches": _claw_catch, "finishes": _claw},
    "valkyr": {"fells": _raise},
}
