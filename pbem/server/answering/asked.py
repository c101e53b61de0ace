"""Typical questions: one that is much like them is answered with the passage that they belong to.

Each game has its own (`Game.asked`), and the server has `asked.toml` here.
"""

import functools
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pbem.mail.prose import Templates
from pbem.play.asked import Asked, read_asked
from pbem.play.game import Game
from pbem.server.answering.about import About
from pbem.server.answering.plain import plain
from pbem.server.answering.search import passage_named, passages_of, small_words
from pbem.server.answering.terms import games_named
from pbem.server.answering.texts import told_passage
from pbem.server.answering.told import Told
from pbem.server.core.games import Games
from pbem.store.fulltext import Passage, stems

ASKED = read_asked(__package__)
"""What people ask about the server."""

LIKE = 0.6
"""How much a question is like a typical one that answers it, where nothing surer does."""

SAME = 0.85
"""How much it is like one that asks the same, whatever else the position has to say to it."""

SMALL = 0.5
"""How much a word weighs at most that is about nothing, such as `may`."""


class _Way(Struct, frozen=True):
    """The words of one way to ask, and what is asked."""

    words: frozenset[str]
    asked: Asked


class _Index(Struct, frozen=True):
    ways: Sequence[_Way]
    weights: dict[str, float]
    unknown: float
    passages: Sequence[Passage]

    def likeness(self, words: frozenset[str], way: _Way) -> float:
        """How much of a question and a way to ask is the same, from 0 to 1; rare words count for more."""
        return 2 * self._weigh(words & way.words) / (self._weigh(words) + self._weigh(way.words))

    def _weigh(self, words: frozenset[str]) -> float:
        return sum(self.weights.get(word, self.unknown) for word in words)


def typically(sentence: str, about: About, floor: float) -> Told:
    """What answers the typical question that is most like this one, if it is as much like it as the floor says."""
    named = games_named(sentence, about)
    game = about.game or (named[0] if len(named) == 1 else None)
    index = _index(about.context.games, about.context.templates, game.name if game is not None else "")
    words = _words([sentence])[0]
    best = max(index.ways, key=lambda way: index.likeness(words, way))
    if index.likeness(words, best) < floor:
        return None
    return _told(best.asked, index, game)


def _told(asked: Asked, index: _Index, game: Game[Any] | None) -> Told:
    passage = passage_named(index.passages, asked.by, game.name if game is not None else "")
    return [*filter(None, [asked.answer]), *([told_passage(passage)] if passage is not None else ())]


def _words(texts: Sequence[str]) -> list[frozenset[str]]:
    return stems([plain(text) for text in texts])


@functools.lru_cache(maxsize=16)
def _index(games: Games, templates: Templates, name: str) -> _Index:
    """The index of a game and the server, or of the server alone."""
    every = [*(games.named(name).asked if name else ()), *ASKED]
    texts = [(asked, text) for asked in every for text in asked.questions]
    words = _words([text for _, text in texts])
    ways = [_Way(each, asked) for (asked, _), each in zip(texts, words, strict=True)]
    held = Counter(
        word for asked in every for word in {w for way in ways if way.asked is asked for w in way.words}
    )
    weights = {word: math.log((len(every) + 1) / count) for word, count in held.items()}
    for word in stems([" ".join(small_words())])[0]:
        weights[word] = min(weights.get(word, SMALL), SMALL)
    return _Index(ways, weights, math.log(len(every) + 1), passages_of(games, templates, name))
