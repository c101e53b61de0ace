"""Typical questions: one that is much like them is answered with the passage that they belong to.

Each game has its own (`Game.asked`), and the server has `asked.toml` here.
"""

import functools
import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pbem.mail.prose import Templates
from pbem.play.asked import Asked, read_asked
from pbem.server.answering.about import About
from pbem.server.answering.plain import plain
from pbem.server.answering.search import one_for_all, passage_named, passages_of, small_stems
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
"""How much a word weighs that is about nothing, such as `may`; others weigh 1 and more, the rarer the more."""


class _Thing(Struct, frozen=True):
    """Something that is asked: the words of each way to ask for it, and those of all."""

    asked: Asked
    ways: Sequence[frozenset[str]]
    words: frozenset[str]


class _Index(Struct, frozen=True):
    things: Sequence[_Thing]
    weights: dict[str, float]
    unknown: float
    passages: Sequence[Passage]

    def likeness(self, words: frozenset[str], thing: _Thing) -> float:
        """How much of a question is the same as one way to ask, and as all ways together, from 0 to 1."""
        asked = self._weigh(words)
        one = max(2 * self._weigh(words & way) / (asked + self._weigh(way)) for way in thing.ways)
        return (one + self._weigh(words & thing.words) / asked) / 2 if asked else 0

    def _weigh(self, words: frozenset[str]) -> float:
        return sum(self.weights.get(word, self.unknown) for word in words)


def typically(sentence: str, about: About, floor: float) -> Told:
    """What answers the typical question that is most like this one, if it is as much like it as the floor says."""
    named = games_named(sentence, about)
    game = about.game or (named[0] if len(named) == 1 else None)
    name = game.name if game is not None else ""
    index = _index(about.context.games, about.context.templates, name)
    words = _words([sentence])[0]
    best = max(index.things, key=lambda thing: index.likeness(words, thing))
    if index.likeness(words, best) < floor:
        return None
    passage = passage_named(index.passages, best.asked.by, name)
    return [*filter(None, [best.asked.answer]), *([told_passage(passage)] if passage is not None else ())]


def _words(texts: Sequence[str]) -> list[frozenset[str]]:
    for_all = one_for_all()
    return [frozenset(for_all.get(word, word) for word in each) for each in stems([plain(t) for t in texts])]


@functools.lru_cache(maxsize=16)
def _index(games: Games, templates: Templates, name: str) -> _Index:
    """The index of a game and the server, or of the server alone."""
    things = [_thing(asked) for asked in (*(games.named(name).asked if name else ()), *ASKED)]
    held = Counter(word for thing in things for word in thing.words)
    weights = {word: 1 + math.log(len(things) / count) for word, count in held.items()}
    weights |= dict.fromkeys(small_stems(), SMALL)
    return _Index(things, weights, 1 + math.log(len(things)), passages_of(games, templates, name))


def _thing(asked: Asked) -> _Thing:
    ways = _words(asked.questions)
    return _Thing(asked, ways, frozenset().union(*ways))
