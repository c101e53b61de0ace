"""Exact chances of challenge dice (ELFBALL-3 to 7, 18, 116, 176, 177, 180), worked out once for each kind of roll."""

import functools
import math
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from pbem.games.elfball.field.state import TRACK, Policy
from pbem.games.elfball.rolls.momentum import again, lacking

Fallen: TypeAlias = tuple[int, int, int]
"""A roll as far as it matters: flops, blanks, net."""


class Help(Struct, frozen=True):
    """What may better a roll: an ability die (`saved`), and after it `counters` of Momentum, spent by a `policy` for a
    net of `wanted`; `bonus` successes are added to a net above 0."""

    saved: bool = False
    counters: int = 0
    policy: Policy = Policy("keep")
    wanted: int = 0
    bonus: int = 0

    @property
    def spendable(self) -> int:
        """The greatest number of counters that the policy would spend."""
        return again(self.policy, self.counters, TRACK, TRACK)

    def net(self, net: int) -> int:
        """What a net of the dice comes to."""
        return net + self.bonus if net > 0 else net

    def lack(self, net: int) -> int:
        """How many counters a net could do with."""
        return lacking(self.policy, self.net(net), self.wanted)


def at_least(dice: int, target: int, *, major: bool) -> Fraction:
    """The chance that so many dice have a net of at least `target`."""
    return 1 - _below(dice, target, major)


def flop(dice: int, *, major: bool) -> Fraction:
    """The chance of a net below 0."""
    return _below(dice, 0, major)


def percent(chance: Fraction) -> int:
    """Rounded to a whole number, halves upwards."""
    return int(chance * 100 + Fraction(1, 2))


@functools.lru_cache(maxsize=4096)
def helped(dice: int, need: int, help_: Help, *, major: bool) -> tuple[Fraction, Fraction]:
    """The chances of a net of at least `need`, and of one below 0, of dice that may be bettered: first an ability die
    replaces one, the first flop, else the first blank, then Momentum as many as it wants, in the same order."""
    enough = max(need, help_.wanted + (help_.policy.aim or 0))  # from this net on nothing is replaced
    succeeds, flops = at_least(dice, enough, major=major), Fraction(0)
    saved: dict[Fallen, Fraction] = {}
    for fallen, chance in _rolls(dice, enough, major):
        x, b, net = fallen
        if help_.saved and x + b and (net < 0 or help_.lack(net)):
            kept = (x - 1, b, net + 1) if x else (x, b - 1, net)
            saved[kept] = saved.get(kept, Fraction(0)) + chance
        else:
            won, lost = _with_momentum(fallen, need, help_, major)
            succeeds += chance * won
            flops += chance * lost
    for (x, b, net), chance in saved.items():
        succeeds += chance * at_least(1, enough - net, major=major)
        for fresh, more in _rolls(1, enough - net, major):
            after = (x + fresh[0], b + fresh[1], net + fresh[2])
            won, lost = _with_momentum(after, need, help_, major)
            succeeds += chance * more * won
            flops += chance * more * lost
    return succeeds, flops


@functools.lru_cache(maxsize=4096)
def _with_momentum(fallen: Fallen, need: int, help_: Help, major: bool) -> tuple[Fraction, Fraction]:
    """The chances of a success and of a flop after Momentum."""
    flops, blanks, net = fallen
    fresh = again(help_.policy, help_.counters, lack, flops + blanks) if (lack := help_.lack(net)) else 0
    rest = net + min(flops, fresh)  # without the dice that are rolled again
    return at_least(fresh, need - rest, major=major), _below(fresh, -rest, major)


@functools.cache
def _rolls(dice: int, below: int, major: bool) -> tuple[tuple[Fallen, Fraction], ...]:
    """All rolls with a net below this one, each with its chance.

    Stars bring more dice: then as many dice as there were end as something else, after any number of stars in all.
    """
    found = list[tuple[Fallen, Fraction]]()
    for x in range(dice + 1):
        for b in range(dice + 1 - x):
            others = dice - x - b
            for stars in range(others + 1 if major else max(0, below - others + x)):
                s = others - stars if major else others
                net = s + (2 * stars if major else stars) - x
                if net >= below or (stars and not dice):
                    break
                ways = math.factorial(dice) // math.prod(map(math.factorial, (x, b, s)))
                ways = (
                    ways // math.factorial(stars)
                    if major
                    else ways * math.comb(max(0, stars + dice - 1), stars)
                )
                found.append(
                    ((x, b, net), Fraction(ways * 2 ** (b + s), 6 ** (dice if major else dice + stars)))
                )
    return tuple(found)


@functools.cache
def _below(dice: int, net: int, major: bool) -> Fraction:
    """The chance of a net below this one."""
    return sum((chance for _, chance in _rolls(dice, net, major)), Fraction(0))
