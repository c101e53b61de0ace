"""Random matches until they have met what there is to meet."""

from collections.abc import Callable, Collection
from typing import Any

from pbem.play.conformance import Tally
from pbem.play.game import Game

MOST = 60


def meet_the_rest(
    game: Game[Any], met: Tally, play: Callable[[int], Tally], rare: Collection[str] = ()
) -> None:
    """Play further matches, by seed, for each kind of order or event that is not rare and has not been met. Any change
    of samples, lines or rules deals the chances of all matches anew."""
    for seed in range(1000, 1000 + MOST):
        if not set(met.unmet(game)).difference(rare):
            return
        met.add(play(seed))
    unmet = ", ".join(set(met.unmet(game)).difference(rare))
    raise AssertionError(
        f"In {MOST} matches more nobody met {unmet}: let samples bring them about more often, or a test of their own"
        " (and add them to RARE)"
    )
