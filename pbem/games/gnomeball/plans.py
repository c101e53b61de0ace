"""Conditions, alternatives, `halt`, and the standing plan (GNOMEBALL-125 to 129, 147, 149)."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from pbem.games.gnomeball.lines import check_line
from pbem.games.gnomeball.macros import fulfils
from pbem.games.gnomeball.movement import ways
from pbem.games.gnomeball.orders import Activate, Choice, Halt, Play, Whenever, read
from pbem.games.gnomeball.parts import ANY, Condition, Part
from pbem.games.gnomeball.squares import FIELD, distance
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.vetting import check_known
from pbem.play.orders import OrderError, Refused, Skipped, first_legal
from pbem.play.requests import Seat

PLANNED_LIMIT = 10
"""So many activations are played from a plan before its player is mailed (GNOMEBALL-128)."""

PLAN_SIZE = 20
"""So many lines a plan may have: it is gone through whenever its player must activate."""


def check_play(state: Field, seat: Seat, order: Play) -> Play:
    """What a line for an activation comes to; raises `Refused` or `Skipped`. A `halt` that holds answers as such."""
    if isinstance(order, Halt):
        if not holds(state, seat, order.when):
            raise Skipped("Its condition does not hold.")
        return Halt()
    if isinstance(order, Choice):
        return _check_choice(state, seat, order)
    assert isinstance(order, Activate)
    return check_line(state, seat, order)


def _check_choice(state: Field, seat: Seat, order: Choice) -> Activate:
    branches = order.branches
    if order.when:
        if not holds(state, seat, order.when):
            raise Skipped("Its condition does not hold.")
        branches = tuple(branch for branch in branches if _usable(state, seat, branch.who))
        if not branches:
            raise Skipped("Its character is used or off the field.")
    return first_legal(branches, lambda branch: check_line(state, seat, branch))


def _usable(state: Field, seat: Seat, who: Id) -> bool:
    """Whether a conditional line is for somebody: a character of another seat is left to be refused."""
    open_one = state.active is not None and state.active.who == who
    return not who or open_one or who[0] != seat or who in state.unused(seat)


# Conditions.


def holds(state: Field, seat: Seat, when: Sequence[Condition]) -> bool:
    """Whether all conditions are true for this seat now; raises `Refused` for a number nobody ever had."""
    return all(_true(state, seat, condition) != condition.negated for condition in when)


def _true(state: Field, seat: Seat, condition: Condition) -> bool:
    verb, who, what = condition.verb, condition.who, condition.what
    if not who:
        holder = state.holder
        return {
            "yes": True,
            "loose": not holder,
            "dead": not state.gnome.alive,
            "we hold": holder[:1] == seat,
            "they hold": bool(holder) and holder[0] != seat,
        }[verb]
    for name in (who, what):
        if name[:1].isupper():
            check_known(state, name)
    character = state.characters.get(who)
    if character is None or not character.at:
        return verb == "down"
    if verb == "hp":
        return character.hp <= int(what)
    if verb == "reach":
        return _reaches(state, who, what)
    if verb == "near":
        goal = _square_of(state, what)
        return bool(goal) and distance(character.at, goal) <= state.settings.reach
    return {"down": False, "holds": state.holder == who, "used": character.used}[verb]


def _reaches(state: Field, who: Id, what: str) -> bool:
    """Whether it could now move within reach of somebody or the gnome, or onto a square."""
    costs = ways(state, who)
    if what in FIELD:
        return what in costs
    goal = _square_of(state, what)
    return bool(goal) and any(distance(square, goal) <= state.settings.reach for square in costs)


def _square_of(state: Field, what: str) -> str:
    """Where a character or the gnome is; empty off the field."""
    if what == "gnome":
        return state.gnome_square
    return state.characters[what].at if what in state.characters else ""


# Plans.

_read = functools.lru_cache(maxsize=4096)(read)


def planned(state: Field, seat: Seat) -> Activate | None:
    """The first plan line that is true and legal, or None where the seat is to be mailed (GNOMEBALL-128)."""
    memory = state.memory(seat)
    if memory.asleep or memory.planned >= PLANNED_LIMIT:
        return None
    for text in memory.plan:
        line = _read(text)
        assert isinstance(line, Whenever)
        try:
            if not holds(state, seat, line.when):
                continue
            found = first_legal(line.branches, lambda branch: _filled(state, seat, branch))
        except OrderError:
            continue
        return Activate(found.who, found.parts, planned=True)
    return None


def _filled(state: Field, seat: Seat, line: Activate) -> Activate:
    """The line in full, with the best character in place of `any` (GNOMEBALL-128, 149)."""
    if line.who != ANY:
        return check_line(state, seat, line)
    best: list[tuple[tuple[bool, int], Activate]] = []
    for who in state.unused(seat):
        if state.characters[who].stunned and line.parts != (Part("pass"),):
            continue
        try:
            full = check_line(state, seat, Activate(who, line.parts))
        except Refused:
            continue
        short = not fulfils(state, who, line.parts, full.parts)
        best.append(((short, _cost(state, who, full.parts)), full))
    if not best:
        raise Refused("None of yours can do that.")
    return min(best, key=lambda each: each[0])[1]


def _cost(state: Field, who: Id, parts: Sequence[Part]) -> int:
    """What the move in a line costs, in half squares."""
    return next((ways(state, who)[part.what] for part in parts if part.verb == "move"), 0)
