"""Lines and their parts: whether a line is legal as a whole, and what it does (GNOMEBALL-25 to 28, 122, 123, 130).

`vet_line` refuses everything that no position makes legal: it is called before a line waits, and again by `check_line`,
which looks at the position. A part is checked once more at the moment it is carried out, when the dice may have made it
impossible.
"""

from collections.abc import Sequence

import msgspec

from pbem.games.gnomeball.conditions import check_known
from pbem.games.gnomeball.handling import PUNT_REACH, enemy_home
from pbem.games.gnomeball.orders import Activate
from pbem.games.gnomeball.parts import RACE_OF, VERBS, step
from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.squares import to_home
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Macro, check_side, curses
from pbem.games.gnomeball.words import ANY, ENEMY, QUARRY, REFERENCE
from pbem.play.game import copy
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Seat

DOES_NOTHING = Part("pass")


def ends(parts: Sequence[Part]) -> bool:
    """Whether a line ends the activation: free declarations alone do not (GNOMEBALL-122)."""
    return any(step(part) > 1 for part in parts)


# What no position makes legal.


def check_own(state: Field, seat: Seat, who: Id) -> None:
    """Raises `Refused` for another player's character, and for one that can never exist."""
    check_known(state, who)
    if who[0] != seat:
        raise Refused(f"{who} does not serve you.")


def vet_line(state: Field, seat: Seat, line: Activate) -> None:
    """Raises `Refused` for a line that no position makes legal. Any line for a stunned character is taken as `pass`
    (GNOMEBALL-91)."""
    who = line.who
    if not who:
        return
    if who == ANY:
        raise Refused('"any" is for plan lines: whenever COND: any ...')
    check_own(state, seat, who)
    character = state.characters.get(who)
    if character is None or not character.stunned:
        for part in line.parts:
            _vet_part(state, who, part)


def vet_order(parts: Sequence[Part]) -> None:
    """Raises `Refused` for parts that no activation has in this order, as `check_line` does when it reaches them.
    Macros are unfolded only then."""
    if not any(isinstance(VERBS[part.verb], Macro) for part in parts):
        for at, part in enumerate(parts):
            _check_order(part, parts[:at], moved=False)


def _vet_part(state: Field, who: Id, part: Part) -> None:
    verb = VERBS[part.verb]
    if who in state.characters:
        _check_race(state, who, part.verb)
    if REFERENCE.fullmatch(part.what):
        check_known(state, part.what)
        if verb.what in (ENEMY, QUARRY):
            check_side(state, who, part.what)
    verb.vet(state, who, part.what)


def _check_race(state: Field, who: Id, verb: str) -> None:
    race = state.characters[who].race
    if RACE_OF.get(verb, race) != race:
        title = RACES[race].title
        article = "an" if title[0] in "AEIOU" else "a"
        raise Refused(f"{who} is {article} {title}; it cannot {verb}.")


# What this position does not make legal.


def check_line(state: Field, seat: Seat, line: Activate) -> Activate:
    """The line in full: its character, macros unfolded, homes named; raises `Refused` (GNOMEBALL-123)."""
    vet_line(state, seat, line)
    who = _character(state, seat, line.who)
    if state.characters[who].stunned:
        return Activate(who, (DOES_NOTHING,), line.planned)  # GNOMEBALL-91
    parts = _checked(state, who, unfold(state, who, line.parts))
    macro = next((i for i, part in enumerate(line.parts) if isinstance(VERBS[part.verb], Macro)), None)
    if macro is not None and _dice_before(state, who, line.parts[:macro]):
        parts = parts[:macro] + line.parts[macro:]  # worked out when its moment comes (GNOMEBALL-123)
    return Activate(who, parts, line.planned)


def check_part(state: Field, who: Id, part: Part) -> Part:
    """The part in full; raises `Refused`."""
    check_able(state, who, part.verb)
    return Part(part.verb, VERBS[part.verb].check(state, who, part.what))


def check_able(state: Field, who: Id, verb: str) -> None:
    """Raises `Refused` if the character's race cannot do that, or it has used it up (GNOMEBALL-84)."""
    _check_race(state, who, verb)
    character = state.characters[who]
    if VERBS[verb].counted and character.left <= 0:
        raise Refused(f"{who} has used its {character.kind.power}.")


def _dice_before(state: Field, who: Id, parts: Sequence[Part]) -> bool:
    """Whether a curse or a part rolls dice first: that may change what a macro would do."""
    cursed = state.active is None and bool(curses(state, who))
    return cursed or any(step(part) == 1 for part in parts)


def _character(state: Field, seat: Seat, named: Id) -> Id:
    """The character a line is for: it may be activated, or its activation is open."""
    begun = state.active.who if state.active is not None else ""
    who = named or begun or state.unused(seat)[0]
    if who not in state.characters:
        servant = next((other for other, character in state.characters.items() if character.was == who), "")
        raise Refused(f"{who} serves {servant[0]} as {servant}." if servant else f"There is no {who}.")
    if begun and who != begun:
        raise Refused(f"The activation of {begun} is open: go on with {begun}, or {begun} pass.")
    if not state.characters[who].at:
        raise Refused(f"{who} has fainted; it returns after the next score.")
    if not begun and state.characters[who].used:
        raise Refused(f"{who} has been activated in this cycle.")
    return who


def _checked(state: Field, who: Id, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Check each part from where those before it leave the character, as far as that is certain without dice."""
    full: list[Part] = []
    trial = state
    moved = state.active is not None and state.active.moved
    for part in parts:
        _check_order(part, full, moved=moved)
        full.append(check_part(trial, who, part))
        ahead = VERBS[part.verb].ahead
        if ahead is not None and len(full) < len(parts):
            if trial is state:
                trial = copy(msgspec.structs.replace(state, private={}))
            ahead(trial, who, part.what)
    return tuple(full)


def _check_order(part: Part, before: Sequence[Part], *, moved: bool) -> None:
    """Free declarations, then one move, then one action (GNOMEBALL-25 to 27)."""
    now = step(part)
    if not now:
        return
    gone = moved or any(step(other) == 2 for other in before)
    action = next((other for other in before if step(other) == 3), None)
    alone = VERBS[part.verb].alone if gone else VERBS[action.verb].alone if action and now == 2 else ""
    if alone:
        raise Refused(alone)
    if now == 1 and (gone or action):
        raise Refused(f"{part.verb.capitalize()} comes before the move.")
    if now == 2 and action:
        raise Refused("The move comes before the action.")
    if now == 2 and gone:
        raise Refused("One move in an activation.")
    if action:
        raise Refused(f'One action in an activation; "{action.verb}" was the first.')


# Macros.


def unfold(state: Field, who: Id, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with every macro replaced by what it does from here; raises `Refused`."""
    plain: list[Part] = []
    carry = next((part for part in parts if part.verb == "carry"), None)
    at = state.characters[who].at
    macros = False
    for part in parts:
        verb = VERBS[part.verb]
        if isinstance(verb, Macro):
            macros = True
            plain += verb.plain(state, who, part.what)
            at = next((each.what for each in plain if each.verb == "move"), at)
        elif part.verb == "punt" and carry is not None:
            home = part.what or carry.what
            if 0 < _from_home(state, who, home, at) <= PUNT_REACH:  # GNOMEBALL-132
                plain.append(Part("punt", home))
        else:
            plain.append(part)
    if macros and not ends(plain):
        plain.append(DOES_NOTHING)
    return tuple(plain)


def _from_home(state: Field, who: Id, named: str, at: Square) -> float:
    """Distance of a square to the enemy home named, by default the nearest."""
    if not named:
        return state.nearest_home(at, who[0])[1]
    return to_home(at, state.homes[enemy_home(state, who, named)])
