"""Ways: how far characters may move, and what it costs them (GNOMEBALL-30, 31, 33)."""

from collections.abc import Mapping

from pbem.games.gnomeball.squares import FIELD, SQUARES, distance
from pbem.games.gnomeball.state import Field, Id
from pbem.play.grid import Square

_STEPS: Mapping[Square, tuple[tuple[Square, int], ...]] = {
    square: tuple((other, round(2 * distance(square, other))) for other in FIELD.neighbours[square])
    for square in SQUARES
}
"""For each square its neighbours and the cost of the step, in half squares."""

EVERYWHERE = 200
"""More half squares than any way on this field has."""


def allowance(state: Field, who: Id) -> int:
    """How far the character may move in this activation (GNOMEBALL-33, 116)."""
    character = state.characters[who]
    if character.howled or character.stunned:
        return 0
    return character.kind.speed + (1 if character.form else 0) - (1 if character.slow else 0)


def ways(state: Field, who: Id, limit: int | None = None) -> dict[Square, int]:
    """The cost of the cheapest way to each free square, in half squares, the character's own included; those beyond the
    limit (by default its allowance) are left out (GNOMEBALL-30, 31)."""
    budget = 2 * allowance(state, who) if limit is None else limit
    taken = state.occupied()
    start = state.characters[who].at
    costs: dict[Square, int] = {}
    frontier: list[list[Square]] = [[] for _ in range(budget + 1)]
    frontier[0].append(start)
    for cost in range(budget + 1):
        for square in frontier[cost]:
            if square in costs:
                continue
            costs[square] = cost
            for other, step in _STEPS[square]:
                if cost + step <= budget and other not in costs and other not in taken:
                    frontier[cost + step].append(other)
    return costs
