"""Lines with conditions or alternatives, `halt`, and the standing plan (GNOMEBALL-125 to 128, 147, 149)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.games.gnomeball.conditions import TESTS
from pbem.games.gnomeball.lines import DOES_NOTHING, check_line, unfold
from pbem.games.gnomeball.orders import Activate, Choice, Halt, Whenever, read
from pbem.games.gnomeball.parts import step
from pbem.games.gnomeball.state import Field, Id, Part, PlanLine, Play
from pbem.games.gnomeball.vetting import vet_condition
from pbem.games.gnomeball.ways import ways
from pbem.games.gnomeball.words import ANY
from pbem.play.orders import OrderError, Refused, Skipped, first_legal
from pbem.play.requests import Seat

PLANNED_LIMIT = 10
"""Maximum number of activations played from a plan before its player is mailed (GNOMEBALL-128)."""

PLAN_SIZE = 20
"""Maximum number of lines in a plan: it is examined whenever its player must activate."""


def check_play(state: Field, seat: Seat, order: Play) -> Play:
    """The activation that a line leads to; raises `Refused` or `Skipped`. A `halt` whose condition holds is returned as
    such."""
    if isinstance(order, Choice | Halt):
        vet_condition(state, seat, order.when)
    if isinstance(order, Halt):
        if not order.when.holds(TESTS.true(state, seat)):
            raise Skipped("Its condition does not hold.")
        return Halt()
    if isinstance(order, Choice):
        return _check_choice(state, seat, order)
    assert isinstance(order, Activate)
    return check_line(state, seat, order)


def _check_choice(state: Field, seat: Seat, order: Choice) -> Activate:
    branches = order.branches
    if order.when:
        if not order.when.holds(TESTS.true(state, seat)):
            raise Skipped("Its condition does not hold.")
        branches = tuple(branch for branch in branches if _usable(state, seat, branch.who))
        if not branches:
            raise Skipped("Its character is used or off the field.")
    return first_legal(branches, lambda branch: check_line(state, seat, branch))


def _usable(state: Field, seat: Seat, who: Id) -> bool:
    """Whether a conditional line is for a character that may act; one of another seat is left to be refused."""
    open_one = state.active is not None and state.active.who == who
    return not who or open_one or who[0] != seat or who in state.unused(seat)


# Plans.


def plan_line(order: Whenever) -> PlanLine:
    """An order for the plan as the state keeps it."""
    return PlanLine(order.when, tuple((branch.who, branch.parts) for branch in order.branches))


def kept_line(line: Any) -> Any:
    """A line of a stored plan, as plain JSON values; older ones are text."""
    if not isinstance(line, str):
        return line
    order = read(line)
    assert isinstance(order, Whenever)
    return msgspec.to_builtins(plan_line(order))


def plan_order(line: PlanLine) -> Whenever:
    """A line of the plan as the order that it was."""
    return Whenever(line.when, tuple(Activate(who, parts) for who, parts in line.branches))


def planned(state: Field, seat: Seat) -> Activate | None:
    """The first plan line that is true and legal, or None if the seat should be mailed (GNOMEBALL-128)."""
    memory = state.memory(seat)
    if memory.asleep or memory.planned >= PLANNED_LIMIT:
        return None
    for line in memory.plan:
        try:
            if not line.when.holds(TESTS.true(state, seat)):
                continue
            found = first_legal(line.branches, lambda branch: _filled(state, seat, *branch))
        except OrderError:
            continue
        return Activate(found.who, found.parts, planned=True)
    return None


def _filled(state: Field, seat: Seat, named: Id, parts: tuple[Part, ...]) -> Activate:
    """The line in full, with the best character in place of `any` (GNOMEBALL-128, 149)."""
    if named != ANY:
        return check_line(state, seat, Activate(named, parts))
    best: list[tuple[tuple[bool, int], Activate]] = []
    for who in state.unused(seat):
        if state.characters[who].stunned and parts != (DOES_NOTHING,):
            continue
        try:
            full = check_line(state, seat, Activate(who, parts))
        except Refused:
            continue
        plain = unfold(state, who, parts)  # as it stands, whatever dice before a macro may change
        best.append(((_only_goes(plain), _cost(state, who, plain)), full))
    if not best:
        raise Refused("None of yours can do that.")
    return min(best, key=lambda each: each[0])[1]


def _only_goes(parts: Sequence[Part]) -> bool:
    """Whether there is no action among the parts: a macro has come nearer, but not close enough for its action
    (GNOMEBALL-149)."""
    return not any(step(part) == 3 and part != DOES_NOTHING for part in parts)


def _cost(state: Field, who: Id, parts: Sequence[Part]) -> int:
    """What the move in a line costs, in half squares."""
    return next((ways(state, who)[part.what] for part in parts if part.verb == "move"), 0)
