"""A ladder: who beats somebody above takes that place, and those between move down by one."""

from collections.abc import Sequence

from pbem.competitions.values import Field, Number

REACH = 3
"""How many places above one's own may be challenged, unless the director says otherwise."""


DECLINES = 2
"""How many challenges may be declined, at no cost, between two matches that one plays."""


def declines_left(field: Field, number: Number) -> int:
    """How many challenges somebody may still decline at no cost."""
    return max(0, DECLINES - field.declined.count(number))


def reachable(order: Sequence[Number], challenger: Number, reach: int = REACH) -> list[Number]:
    """Those whom somebody may challenge, the nearest first."""
    place = order.index(challenger)
    return list(reversed(order[max(0, place - reach) : place]))


def after(order: Sequence[Number], challenger: Number, challenged: Number, *, won: bool) -> list[Number]:
    """The order after a match."""
    found = list(order)
    if not won or found.index(challenger) < found.index(challenged):
        return found
    found.remove(challenger)
    found.insert(found.index(challenged), challenger)
    return found


def without(order: Sequence[Number], number: Number) -> list[Number]:
    """The order after somebody has left: those below move up."""
    return [each for each in order if each != number]
