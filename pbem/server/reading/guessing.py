"""The only order that a sentence can mean, though nobody knows all of its words: `S3 wanders over to h2`.

Figures, squares, verbs and other words of orders that stand in the sentence are put together in all ways. If just one
order comes out that is legal now, it is what was meant, or the sentence is no order. So it is only ever offered.
"""

import itertools
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.server.language.phrases import words_of
from pbem.server.reading.finder import Position
from pbem.server.reading.judge import is_small_talk, phrases
from pbem.server.reading.other_words import Word, parse_words
from pbem.server.reading.sentences import Sentence

WORDS = 24
"""Maximum number of words and signs of a sentence that may be an order in unknown words."""

_NAMES = 3
"""Maximum number of names of such a sentence."""

_TRIED = 80
"""Maximum number of lines that are tried."""

_KINDS = 2
"""Maximum number of kinds of order that are asked for where any word of a sentence may be what is wanted."""


class Guess(Struct, frozen=True):
    """An order that a sentence may mean. `begins`: it begins with the first word of the sentence."""

    line: str
    begins: bool


def only_order(position: Position, sentence: Sentence) -> Guess | None:
    """The only legal order that the words of a sentence can be put together to; None if there is none, or several."""
    words = list(parse_words(position, sentence))
    if position.ask is None or len(words) > WORDS:
        return None
    for lines in _lines(position, words):
        found = {}
        for line in itertools.islice(dict.fromkeys(lines), _TRIED):
            order = position.read(line)
            if order is not None and isinstance(order, position.ask.takes) and position.is_legal(line, order):
                found.setdefault(str(order), line)
        if found:
            return Guess(next(iter(found.values())), _begins(sentence, words)) if len(found) == 1 else None
    return None


def _begins(sentence: Sentence, words: Sequence[Word]) -> bool:
    first = next((word for word in words if word.name or word.verbs), None)
    return first is not None and is_small_talk(sentence.plain[: sentence.tokens[first.start].start()])


def _lines(position: Position, words: Sequence[Word]) -> Iterator[Iterator[str]]:
    """What the words may be, in groups: the likeliest first."""
    names = list(dict.fromkeys(word.text for word in words if word.name))
    own = [name for name in names if position.names.figures.get(position.names.figure(name)) == position.seat]
    said = list(dict.fromkeys(verb for word in words for verb in word.verbs))
    named = {*names, *(word.text.lower() for word in words if word.text.lower() in position.words)}
    whole = list(
        dict.fromkeys(each for word in words for each in (word.text, word.text.lower()) if each in named)
    )
    if len(names) > _NAMES:
        return
    for rest in (whole, names):
        if own or rest:
            targets = " ".join(each for each in rest if each not in own[:1])
            yield _put_together(own[:1], said, targets, said)
            yield _put_together(own[:1], list(position.game.verbs), targets, said)
    yield (verb for verb in said if not names)
    if _asks_few(position):
        others = [word.text for word in words if word.text[0].isalnum() and not _says_nothing(word.text)]
        yield (f"{verb} {other}" for verb in position.game.verbs for other in others)


def _put_together(
    own: Sequence[str], verbs: Sequence[str], targets: str, more: Sequence[str]
) -> Iterator[str]:
    for verb in verbs:
        line = " ".join(filter(None, (*own, verb, targets)))
        yield line
        for other in more:
            if other != verb:
                yield f"{line}, {other}"


def _asks_few(position: Position) -> bool:
    assert position.ask is not None
    return len({kind for each in position.ask.takes for kind in (each.__subclasses__() or [each])}) <= _KINDS


def _says_nothing(word: str) -> bool:
    return word.lower() in phrases("small") or is_small_talk(" ".join(words_of(word)))
