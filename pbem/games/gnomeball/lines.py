"""Lines and their parts: whether a line is legal as a whole, and how each part is carried out (GNOMEBALL-25 to 28,
122, 123).

`PARTS` joins every verb to its check and its effect, which stand in the chapter the verb belongs to. A check reads the
position and writes nothing; it serves the line before anything is rolled and again at the moment the part is carried
out, when the dice may have made it impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import Struct

from pbem.games.gnomeball import combat, handling, movement, powers, toss
from pbem.games.gnomeball.events import Passed
from pbem.games.gnomeball.macros import PASS, unfold
from pbem.games.gnomeball.orders import Activate
from pbem.games.gnomeball.parts import ANY, MACROS, Part
from pbem.games.gnomeball.state import Field, Id
from pbem.play.game import copy
from pbem.play.orders import Refused
from pbem.play.requests import Rules, Seat


class Doing(Struct, frozen=True):
    """What a verb does. `check` returns what it is aimed at in full, or raises `Refused`."""

    check: Callable[[Field, Id, str], str]
    run: Callable[[Field, Id, str], Rules[None]]


def _pass(state: Field, who: Id, what: str) -> Rules[None]:
    yield Passed(who)


PARTS: Mapping[str, Doing] = {
    "move": Doing(movement.check_move, movement.move),
    "hearth": Doing(movement.check_hearth, movement.hearth),
    "pick up": Doing(handling.check_pick_up, handling.pick_up),
    "toss": Doing(toss.check_toss, toss.toss),
    "attack": Doing(combat.check_attack, combat.attack),
    "punt": Doing(handling.check_punt, handling.punt),
    "stomp": Doing(powers.nothing_to_check, powers.stomp),
    "plague": Doing(powers.check_plague, powers.plague),
    "regenerate": Doing(powers.nothing_to_check, powers.regenerate),
    "plant": Doing(powers.nothing_to_check, powers.plant),
    "howl": Doing(powers.nothing_to_check, powers.howl),
    "fish": Doing(powers.check_fish, powers.fish),
    "tend": Doing(powers.check_tend, powers.tend),
    "frenzy": Doing(powers.nothing_to_check, powers.frenzy),
    "detonate": Doing(powers.check_detonate, powers.detonate),
    "look pretty": Doing(powers.nothing_to_check, powers.look_pretty),
    "pass": Doing(powers.nothing_to_check, _pass),
}


def check_part(state: Field, who: Id, part: Part) -> Part:
    """The part in full; raises `Refused`."""
    powers.check_able(state, who, part.verb)
    return Part(part.verb, PARTS[part.verb].check(state, who, part.what))


def run_part(state: Field, who: Id, part: Part) -> Rules[None]:
    """Carry the part out; it has passed its check."""
    yield from PARTS[part.verb].run(state, who, part.what)


def ends(parts: Sequence[Part]) -> bool:
    """Whether a line ends the activation: not with free declarations only (GNOMEBALL-122)."""
    return any(part.step > 1 for part in parts)


def check_line(state: Field, seat: Seat, line: Activate) -> Activate:
    """The line in full: its character, macros unfolded, homes named; raises `Refused` (GNOMEBALL-123)."""
    who = _character(state, seat, line.who)
    if state.characters[who].stunned:
        return Activate(who, (PASS,), line.planned)  # GNOMEBALL-91
    parts = _checked(state, who, unfold(state, who, line.parts))
    macro = next((i for i, part in enumerate(line.parts) if part.verb in MACROS), None)
    if macro is not None and _dice_before(state, who, line.parts[:macro]):
        parts = parts[:macro] + line.parts[macro:]  # worked out when its moment comes (GNOMEBALL-123)
    return Activate(who, parts, line.planned)


def _dice_before(state: Field, who: Id, parts: Sequence[Part]) -> bool:
    """Whether penguins or explosives are rolled for first: they may change what a macro would do."""
    bitten = state.active is None and state.characters[who].fish > 0
    return bitten or any(part.verb == "detonate" for part in parts)


def _character(state: Field, seat: Seat, named: str) -> Id:
    """The character a line is for: it serves the seat and may be activated, or its activation is open."""
    begun = state.active.who if state.active is not None else ""
    who = named or begun or state.unused(seat)[0]
    if who == ANY:
        raise Refused('"any" is for plan lines: whenever COND: any ...')
    if who not in state.characters:
        servant = next((other for other, character in state.characters.items() if character.was == who), "")
        raise Refused(f"{who} serves {servant[0]} as {servant}." if servant else f"There is no {who}.")
    if who[0] != seat:
        raise Refused(f"{who} does not serve you.")
    if begun and who != begun:
        raise Refused(f"The activation of {begun} is open: go on with {begun}, or {begun} pass.")
    if not begun and not state.characters[who].at:
        raise Refused(f"{who} has fainted; it returns after the next score.")
    if not begun and state.characters[who].used:
        raise Refused(f"{who} has been activated in this cycle.")
    return who


def _checked(state: Field, who: Id, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Each part is checked where those before it leave the character, as far as no die is needed to tell."""
    full: list[Part] = []
    trial = state
    moved = state.active is not None and state.active.moved
    for part in parts:
        _check_order(who, part, full, moved=moved)
        full.append(check_part(trial, who, part))
        if part.step == 2 or part.verb == "frenzy":
            if trial is state:
                trial = copy(msgspec.structs.replace(state, private={}))
            if part.step == 2:
                trial.characters[who].at = part.what
            else:
                trial.characters[who].spent += 1
    return tuple(full)


def _check_order(who: Id, part: Part, before: Sequence[Part], *, moved: bool) -> None:
    """Free declarations, then one move, then one action (GNOMEBALL-25 to 27)."""
    if not part.step:
        return
    gone = moved or any(other.step == 2 for other in before)
    action = next((other for other in before if other.step == 3), None)
    if "tend" in (part.verb, action.verb if action else "") and (gone or part.step == 2):
        raise Refused("Tending takes the whole activation.")
    if part.step == 1 and (gone or action):
        raise Refused("Detonate comes before the move.")
    if part in before and part.step == 1:
        raise Refused(f"{who} has rolled for its explosives in this activation.")
    if part.step == 2 and action:
        raise Refused("The move comes before the action.")
    if part.step == 2 and gone:
        raise Refused("One move in an activation.")
    if part.step == 3 and action:
        raise Refused(f'One action in an activation; "{action.verb}" was the first.')
