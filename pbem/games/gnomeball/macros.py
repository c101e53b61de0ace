"""The macros `fetch`, `hunt` and `carry`: what they come to in plain parts (GNOMEBALL-130 to 133, 147)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.games.gnomeball.handling import PUNT_REACH, check_holds, enemy_home
from pbem.games.gnomeball.parts import MACROS, Part
from pbem.games.gnomeball.powers import check_enemy
from pbem.games.gnomeball.squares import FIELD, distance, to_home, within
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.ways import ways
from pbem.play.grid import Square
from pbem.play.orders import Refused

PASS = Part("pass")


def unfold(state: Field, who: Id, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with every macro replaced by what it does from here; raises `Refused`."""
    plain: list[Part] = []
    home = next((part.what for part in parts if part.verb == "carry"), "")
    at = state.characters[who].at
    for part in parts:
        if part.verb in MACROS:
            plain += _MACROS[part.verb](state, who, part.what)
            at = next((step.what for step in plain if step.verb == "move"), at)
        elif part.verb == "punt" and any(before.verb == "carry" for before in parts):
            punt = Part("punt", part.what or home)
            if 0 < _from_home(state, who, punt.what, at) <= PUNT_REACH:
                plain.append(punt)
        else:
            plain.append(part)
    if any(part.verb in MACROS for part in parts) and not any(part.step > 1 for part in plain):
        plain.append(PASS)
    return tuple(plain)


def fulfils(state: Field, who: Id, parts: Sequence[Part], plain: Sequence[Part]) -> bool:
    """Whether the macro among the parts, if any, comes to its action and not just nearer to it (GNOMEBALL-149)."""
    verbs = {part.verb for part in plain}
    at = next((part.what for part in plain if part.verb == "move"), state.characters[who].at)
    done = {
        "fetch": "pick up" in verbs,
        "hunt": "attack" in verbs,
        "carry": bool(state.home_under(at, who[0])),
    }
    return all(done[part.verb] for part in parts if part.verb in MACROS)


def _squares(state: Field, who: Id) -> dict[Square, int]:
    """Where the character may end its move, its own square included, with the cost (GNOMEBALL-133, 147)."""
    if state.active is not None and state.active.moved:
        return {state.characters[who].at: 0}
    return ways(state, who)


def _best(state: Field, who: Id, squares: Iterable[Square], key: Callable[[Square], float]) -> Square:
    """The square with the least key; of several the one nearest to an enemy home, then by column, then by row."""
    keys = {square: key(square) for square in squares}
    least = min(keys.values())
    tied = [square for square, value in keys.items() if value == least]
    if len(tied) == 1:
        return tied[0]
    homes = tuple(state.enemy_homes(who[0]).values())
    return min(tied, key=lambda square: (min(to_home(square, home) for home in homes), FIELD.place(square)))


def _going(state: Field, who: Id, to: Square) -> list[Part]:
    return [] if to == state.characters[who].at else [Part("move", to)]


def _towards(state: Field, who: Id, goal: Square, action: Part) -> list[Part]:
    """To the cheapest square from which the action reaches the goal, and do it; else as near as may be."""
    costs = _squares(state, who)
    near = within(goal, state.settings.reach)
    able = [square for square in costs if square in near]
    if able:
        to = _best(state, who, able, costs.__getitem__)
        return [*_going(state, who, to), action]
    return _going(state, who, _best(state, who, costs, lambda square: distance(square, goal)))


def _fetch(state: Field, who: Id, what: str) -> list[Part]:
    if state.holder:
        raise Refused("The gnome is not on the ground.")
    return _towards(state, who, state.gnome_square, Part("pick up"))


def _hunt(state: Field, who: Id, what: str) -> list[Part]:
    if what == "gnome":
        return _towards(state, who, state.gnome_square, Part("attack", "gnome"))
    target = what
    if what == "holder":
        target = state.holder
        if not target or target[0] == who[0]:
            raise Refused("No enemy holds the gnome.")
    check_enemy(state, who, target)
    return _towards(state, who, state.characters[target].at, Part("attack", target))


def _carry(state: Field, who: Id, what: str) -> list[Part]:
    check_holds(state, who)
    corner = state.homes[enemy_home(state, who, what)]
    return _going(state, who, _best(state, who, _squares(state, who), lambda square: to_home(square, corner)))


def _from_home(state: Field, who: Id, named: str, at: Square) -> float:
    """Distance of a square to the enemy home named, by default to the nearest."""
    if not named:
        return state.nearest_home(at, who[0])[1]
    return to_home(at, state.homes[enemy_home(state, who, named)])


_MACROS: Mapping[str, Callable[[Field, Id, str], list[Part]]] = {
    "fetch": _fetch,
    "hunt": _hunt,
    "carry": _carry,
}
