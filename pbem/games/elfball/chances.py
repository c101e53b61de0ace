"""Exact chances of challenge dice (ELFBALL-3 to 7, 176), worked out once for each number of dice and target."""

from __future__ import annotations

import functools
from collections.abc import Iterator
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


def saved_at_least(dice: int, target: int, *, major: bool) -> Fraction:
    """The chance of a net of at least `target` if an ability die may replace one that fails it (ELFBALL-116, 180): the
    first flop, else the first blank."""
    return at_least(dice, target, major=major) + sum(
        (chance * at_least(1, target - net, major=major) for net, chance in _mended(dice, target, major)),
        Fraction(0),
    )


def saved_flop(dice: int, target: int, *, major: bool) -> Fraction:
    """The chance of a net below 0 after such a die."""
    return sum((chance * _below(1, -net, major) for net, chance in _mended(dice, target, major)), Fraction(0))


def _mended(dice: int, target: int, major: bool) -> Iterator[tuple[int, Fraction]]:
    """The nets below the target without the die that is replaced, each with its chance."""
    for net in range(-dice, target):
        unflopped = _exactly(dice, net, major, bad="-")
        yield net + 1, _exactly(dice, net, major) - unflopped
        yield net, unflopped - _exactly(dice, net, major, bad="")


@functools.cache
def _below(dice: int, net: int, major: bool) -> Fraction:
    """The chance of a net below this one."""
    return sum((_exactly(dice, each, major) for each in range(-dice, net)), Fraction(0))


@functools.cache
def _exactly(dice: int, net: int, major: bool, bad: str = "X-") -> Fraction:
    """The chance of this net, without flops and blanks but for those that are named."""
    if dice == 0:
        return Fraction(int(net == 0))
    # A first die of -1, 0 or 1, or a star: one and one more die, or two.
    rest = dice - 1
    found = 2 * _SIXTH * _exactly(rest, net - 1, major, bad)
    if "X" in bad:
        found += _SIXTH * _exactly(rest, net + 1, major, bad)
    if "-" in bad:
        found += 2 * _SIXTH * _exactly(rest, net, major, bad)
    if major:
        return found + _SIXTH * _exactly(rest, net - 2, major, bad)
    return found + (_SIXTH * _exactly(dice, net - 1, major, bad) if net > -dice else 0)
