"""How well an answer that was found by its words fits a question: how many of its words it accounts for."""

from collections.abc import Sequence

from msgspec import Struct

from pbem.server.answering.search import one_for_all, other_words
from pbem.server.answering.told import Told
from pbem.store.fulltext import stems

HALF = 0.5
"""The share of the words of a question that an answer found by its words accounts for at least."""

SOME = 0.25
"""The share that is enough for what may be meant."""

NEAREST = "I am not sure what you are asking. This is the closest I have found:"


class Fit(Struct, frozen=True):
    """An answer, and the share of the words of the question that it accounts for."""

    told: Told = None
    share: float = 0.0


def fit_of(words: Sequence[str], told: Told) -> Fit:
    """How well an answer fits by what it says: the words of the question, in any form, or others that mean the same."""
    if not words or not told:
        return Fit()
    held, *asked = stems([" ".join(told), *(" ".join((word, *other_words(word))) for word in words)])
    alike = set(map(one_for_all, held))
    return Fit(told, sum(not alike.isdisjoint(map(one_for_all, each)) for each in asked) / len(words))


def best_fit(every: Sequence[Fit]) -> Told:
    """The answer that accounts for most of a question, the first of equals; with a word of doubt if that is less than
    half of it, and none if it is hardly any."""
    best = max(every, key=lambda each: each.share, default=Fit())
    if not best.told or best.share < SOME:
        return None
    return best.told if best.share >= HALF or best.told[0] == NEAREST else [NEAREST, *best.told]
