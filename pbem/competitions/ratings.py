"""Ratings with uncertainty: Weng and Lin's Plackett-Luce model, by `openskill`.

A player is a belief: a skill `mu` and how uncertain it is, `sigma`. What players see is 1500 for a newcomer, 60 points
for each unit of skill, and `±` for the uncertainty. Who has not played for half a year becomes more uncertain from day
to day; the skill stays.
"""

import math
from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3

PROVISIONAL = 4.0
"""The uncertainty above which a rating is provisional."""

IDLE_DAYS = 180
"""Days without a match after which a player leaves the list, and a rating becomes less certain."""

_FADING = (PROVISIONAL**2 - 2.0**2) / 730
"""Growth of the variance a day, so that a well-known player is provisional after two years."""

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA)

DAY = 86_400


class Skill(Struct, frozen=True):
    """What is believed of a player, as of their last rated match (seconds since 1970; 0: none yet)."""

    mu: float = MU
    sigma: float = SIGMA
    at: int = 0

    @property
    def points(self) -> int:
        """The rating as players see it."""
        return round(1500 + 60 * (self.mu - MU))

    @property
    def spread(self) -> int:
        """The uncertainty as players see it, in points."""
        return round(60 * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether little is known of the player."""
        return self.sigma > PROVISIONAL

    def idle(self, now: int) -> bool:
        """Whether the player has not played for so long that they are not listed."""
        return bool(self.at) and now - self.at > IDLE_DAYS * DAY

    def as_of(self, now: int) -> "Skill":
        """The belief as it has faded since the last match."""
        days = (now - self.at) / DAY - IDLE_DAYS if self.at else 0
        if days <= 0:
            return self
        return Skill(self.mu, min(SIGMA, math.sqrt(self.sigma**2 + _FADING * days)), self.at)


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int], now: int) -> list[list[Skill]]:
    """The beliefs after a match of two or more sides; lower ranks are better, equal ones have drawn.

    The same arguments give the same numbers to the last bit.
    """
    teams = [
        [_MODEL.rating(mu=skill.as_of(now).mu, sigma=skill.as_of(now).sigma) for skill in side]
        for side in sides
    ]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[Skill(each.mu, each.sigma, now) for each in side] for side in rated]


def win_chance(one: Skill, other: Skill) -> float:
    """The chance (0 to 1) that one player beats another."""
    mine, theirs = (_MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in (one, other))
    return float(_MODEL.predict_win([[mine], [theirs]])[0])
