"""Exact chances of challenge dice (ELFBALL-3 to 7, 176), worked out once for each number of dice and target."""

from __future__ import annotations

import functools
from fractions import Fraction

_SIXTH = Fraction(1, 6)


def at_least(dice: int, target: int, *, major: bool) -> Fraction:
    """The chance that so many dice have a net of at least `target`."""
    return 1 - _below(dice, target, major)


def flop(dice: int, *, major: bool) -> Fraction:
    """The chance of a net below 0."""
    return _below(dice, 0, major)


def percent(chance: Fraction) -> int:
    """Rounded to a whole number, halves upwards."""
    return int(chance * 100 + Fraction(1, 2))


@functools.cache
def _below(dice: int, net: int, major: bool) -> Fraction:
    """The chance of a net below this one."""
    return sum((_exactly(dice, each, major) for each in range(-dice, net)), Fraction(0))


@functools.cache
def _exactly(dice: int, net: int, major: bool) -> Fraction:
    if dice == 0:
        return Fraction(int(net == 0))
    # A first die of -1, 0 or 1, or a star: one and one more die, or two.
    rest = dice - 1
    found = _SIXTH * _exactly(rest, net + 1, major) + 2 * _SIXTH * _exactly(rest, net, major)
    found += 2 * _SIXTH * _exactly(rest, net - 1, major)
    if major:
        return found + _SIXTH * _exactly(rest, net - 2, major)
    return found + (_SIXTH * _exactly(dice, net - 1, major) if net > -dice else 0)
