"""Typical questions: one that is much like them is answered with the passage that they belong to, or as the plain
question that the position answers.

Each game has its own (`Game.asked`), and the server has `asked.toml` here.
"""

import functools
import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, structs

from pbem.mail.prose import Templates
from pbem.play.asked import Asked, read_asked
from pbem.server.answering.about import About
from pbem.server.answering.paraphrases import PLACES, fits_in, masked, places_in
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain
from pbem.server.answering.position import Position
from pbem.server.answering.search import one_for_all, passage_named, passages_of, small_stems
from pbem.server.answering.terms import games_named
from pbem.server.answering.texts import is_for_players, told_passage
from pbem.server.answering.told import Told
from pbem.server.core.games import Games
from pbem.store.fulltext import Passage, stems

ASKED = read_asked(__package__)
"""What people ask about the server."""

LIKE = 0.6
"""How much a question is like what it is taken for at least."""

SAME = 0.9
"""How much it is like one way to ask that it is the same question."""


CERTAIN = 0.7
"""How much a question is like another one at least to be answered with its yes or no."""


class _Thing(Struct, frozen=True):
    """Something that is asked: the words of each way to ask for it, with what they weigh, and those of all and of the
    clause that answers; and the places for names in each way."""

    asked: Asked
    ways: Sequence[tuple[frozenset[str], float]]
    words: frozenset[str]
    places: frozenset[str] = frozenset()


class _Index(Struct, frozen=True):
    things: Sequence[_Thing]
    weights: dict[str, float]
    unknown: float
    passages: Sequence[Passage]

    def same(self, words: frozenset[str], thing: _Thing) -> float:
        """How much of a question is the same as one way to ask, from 0 to 1, and the other way round."""
        weight = self.weigh(words)
        shared = ((way, more) for way, more in thing.ways if not words.isdisjoint(way))
        return max((2 * self.weigh(words & way) / (weight + more) for way, more in shared), default=0)

    def like(self, words: frozenset[str], thing: _Thing) -> float:
        """How much of a question is the same as one way to ask, and as all ways and the clause; nothing if it is about
        a single thing, which is rather a word to explain."""
        if len(words - small_stems()) < 2:
            return 0
        return (self.same(words, thing) + self.weigh(words & thing.words) / self.weigh(words)) / 2

    def close(self, words: frozenset[str], thing: _Thing) -> float:
        """How much of a question is the same as one way to ask, what it is about as much as all of it."""
        of = words - small_stems() - PLACES
        weight, weight_of = self.weigh(words), self.weigh(of)
        return max(
            (
                (2 * self.weigh(words & way) / (weight + more) + self.weigh(of & way) / weight_of) / 2
                if weight_of
                else 2 * self.weigh(words & way) / (weight + more)
                for way, more in thing.ways
                if not words.isdisjoint(way)
            ),
            default=0.0,
        )

    def likest(self, ways: Sequence[frozenset[str]], floor: float) -> tuple[float, _Thing | None]:
        """What a question in these words is most like, and how much; by one way to ask alone if that is to be the
        same."""
        how = self.same if floor == SAME else self.like
        return max(
            (
                (how(words, thing), thing)
                for words in ways
                for thing in self.things
                if thing.asked.by and not words.isdisjoint(thing.words)
            ),
            key=lambda found: found[0],
            default=(0.0, None),
        )

    def weigh(self, words: frozenset[str]) -> float:
        """What words say: the rarer the more."""
        return sum(self.weights.get(word, self.unknown) for word in words)


def asked_as_known(sentence: str, about: About) -> Told:
    """What answers a question that is known as it stands, whatever the position has to say to it."""
    return _best(sentence, about, SAME)


def is_asked(sentence: str, about: About) -> bool:
    """Whether a question is a typical one to the word."""
    own = about.game.asked if about.game is not None else ()
    return plain(sentence).lower() in _texts(own) | _texts(ASKED)


@functools.cache
def _texts(every: Sequence[Asked]) -> frozenset[str]:
    return frozenset(plain(text).lower() for asked in every if asked.by for text in asked.questions)


def asked_alike(sentence: str, about: About) -> Told:
    """What answers the question that is most like this one, if one is at all."""
    return _best(sentence, about, LIKE)


def plain_question(sentence: str, about: About, position: Position) -> str:
    """The plain question about the position that a sentence asks in other words, with its names; "" if it is like none,
    or more like another typical question, or of a kind that accounts for each of its words."""
    question, name = masked(sentence, position), position.game.name
    index = _index(about.context.games, about.context.templates, name)
    words, named = _words([question.text])[0], frozenset(question.named)
    close, best = max(
        (
            (index.close(words, thing), thing)
            for thing in index.things
            if thing.asked.ask and fits_in(named, thing.places, places_in(thing.asked.ask))
        ),
        key=lambda each: each[0],
        default=(0.0, None),
    )
    if best is None or close < LIKE or (close < SAME and question.is_of_a_kind()):
        return ""
    text = _without_names(sentence, about)
    others = (
        _likest(about.context.games, about.context.templates, name, text, each)[0] for each in (LIKE, SAME)
    )
    return question.put_into(best.asked.ask) if close > max(others) else ""


def _best(sentence: str, about: About, floor: float) -> Told:
    named = games_named(sentence, about)
    game = about.game or (named[0] if len(named) == 1 else None)
    name = game.name if game is not None else ""
    index = _index(about.context.games, about.context.templates, name)
    likest, best = _likest(
        about.context.games, about.context.templates, name, _without_names(sentence, about), floor
    )
    if best is None or likest < floor:
        return None
    passage = passage_named(index.passages, best.asked.by, name)
    if best.asked.answer.startswith(("Yes", "No")):
        # Opponent's dice? Not whether they are known.
        other = _is_of_what(sentence) and not any(map(_is_of_what, best.asked.questions))
        if other and floor == SAME:
            return None
        if (other or likest < CERTAIN) and passage is not None:
            # Which says it without a yes or a no to what may be another question:
            return [told_passage(passage)]
    if passage is not None and about.player is None and is_for_players(passage):
        return None
    return _told(best.asked, passage)


@functools.lru_cache(maxsize=512)
def _is_of_what(sentence: str) -> bool:
    """Whether a yes or a no cannot answer a question."""
    return said("of_what").match(plain(sentence)) is not None


def _without_names(sentence: str, about: About) -> str:
    """A sentence in which the other player is the opponent."""
    if about.loaded is None or about.seat is None:
        return sentence
    others = "|".join(re.escape(row.handle) for row in about.loaded.others(about.seat))
    return (
        re.sub(rf"\b(?:{others})(?:'?s)?\b", "opponent", sentence, flags=re.IGNORECASE)
        if others
        else sentence
    )


@functools.lru_cache(maxsize=256)
def _likest(
    games: Games, templates: Templates, name: str, sentence: str, floor: float
) -> tuple[float, _Thing | None]:
    # With what stands before the question, and without.
    ways = _words(list(dict.fromkeys([plain(sentence.rstrip(" ?")), plain(sentence)])))
    return _index(games, templates, name).likest(ways, floor)


def _told(asked: Asked, passage: Passage | None) -> list[str]:
    kind, _, command = asked.by.partition(" ")
    if asked.answer and kind == "command":
        return [asked.answer, f"More: help {command}"]
    return [*filter(None, [asked.answer]), *([told_passage(passage)] if passage is not None else ())]


def _words(texts: Sequence[str]) -> list[frozenset[str]]:
    """The words of each text, one for all that mean the same."""
    return [frozenset(map(one_for_all, words)) for words in stems(texts)]


@functools.cache
def _ways(every: Sequence[Asked]) -> Sequence[Sequence[frozenset[str]]]:
    words = iter(_words([plain(text.rstrip("?")) for asked in every for text in asked.questions]))
    return [list(itertools.islice(words, len(asked.questions))) for asked in every]


@functools.lru_cache(maxsize=16)
def _index(games: Games, templates: Templates, name: str) -> _Index:
    """The index of a game and the server, or of the server alone. A word weighs the more the rarer it is; one that is
    about nothing, such as `may`, weighs 1."""
    passages = passages_of(games, templates, name)
    own_asked = games.named(name).asked if name else ()
    clauses = _words([_clause(passages, asked, name) for asked in own_asked])
    own = [*zip(own_asked, _ways(own_asked), clauses, strict=True)]
    every = [
        *own,
        *((asked, ways, frozenset[str]()) for asked, ways in zip(ASKED, _ways(ASKED), strict=True)),
    ]
    held = Counter(word for _, ways, _ in every for word in frozenset().union(*ways))
    weights = {word: 1 + math.log(len(every) / count) for word, count in held.items()}
    weights |= dict.fromkeys(small_stems(), 1.0)
    index = _Index((), weights, 1 + math.log(len(every)), passages)
    things = [
        _Thing(
            asked,
            [(way, index.weigh(way)) for way in ways],
            clause.union(*ways),
            places_in(asked.questions[0]) if asked.ask else frozenset(),
        )
        for asked, ways, clause in every
    ]
    return structs.replace(index, things=things)


def _clause(passages: Sequence[Passage], asked: Asked, game: str) -> str:
    """The text of the clause that answers, if it is one."""
    passage = passage_named(passages, asked.by, game) if asked.by[:1].isdecimal() else None
    return passage.body if passage is not None else ""
