"""The clauses of a sentence, each as a sentence of its own; and short sentences that are one."""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct, structs

from pbem.server.reading.finder import Position, Span
from pbem.server.reading.guessing import ending
from pbem.server.reading.judge import is_small_talk
from pbem.server.reading.other_words import other_words
from pbem.server.reading.pieces import Piece, Talk, Unread
from pbem.server.reading.respelling import respelled
from pbem.server.reading.sentence_shapes import is_legal, only_ends, only_line
from pbem.server.reading.sentences import Sentence, bare

_LAST = re.compile(r"(?P<first>.+?\w)\W*(?:[,;]| - |\band\b|\bthen\b)\W*(?P<last>[^,;]+)$", re.IGNORECASE)
"""A sentence with the clause that is its last."""

_BEHIND_SO = re.compile(r"(?:,\s*(?:so|then|therefore)|:)\s+([^,:]+)$", re.IGNORECASE)
"""What a sentence comes to in its last clause."""

_JOINTS = re.compile(r"\s*(?:[,;]|\band\b|\bthen\b|&)\s*", re.IGNORECASE)
"""What stands between two clauses."""

ACTION = 8
"""Maximum number of words of a sentence that may be part of an order together with the one above it."""

_MOST = 6
"""Maximum number of clauses of a sentence that are read alone."""


def clauses_of(sentence: Sentence) -> list[Sentence]:
    """The clauses of a sentence that has several, but not many."""
    parts = [part for part in _JOINTS.split(sentence.plain) if part.strip()]
    return [structs.replace(sentence, plain=part) for part in parts] if 1 < len(parts) <= _MOST else []


def behind_so(sentence: Sentence) -> Sentence | None:
    """What stands behind `so`, `then` or a colon: `The service is over, so A1 fetch.`"""
    found = _BEHIND_SO.search(sentence.plain)
    return structs.replace(sentence, plain=found[1]) if found is not None else None


class BeforeTheEnd(Struct, frozen=True):
    """What stands before a last clause that ends the turn; the clause, and the order that ends it."""

    first: Sentence
    last: Sentence
    order: str


def before_the_end(position: Position, sentence: Sentence) -> BeforeTheEnd | None:
    """The parts of a sentence whose last clause ends the turn; None if it does not."""
    found = _LAST.match(sentence.plain)
    if found is None:
        return None
    last = structs.replace(sentence, plain=found["last"])
    span = Span(0, 0, ending(position, last) or bare(found["last"]))
    if not only_ends(position, span) or not is_legal(position, span):
        return None
    return BeforeTheEnd(structs.replace(sentence, plain=found["first"]), last, span.line)


def first_refused(position: Position, sentence: Sentence) -> str:
    """The first of several clauses that is an order in other words and not legal: the game tells why."""
    parts = (other_words(position, clause) for clause in clauses_of(sentence))
    spans = (part.spans[0] for part in parts if part is not None)
    own = (span for span in spans if position.commands(span.line.split()[0]))
    return next((span.line for span in own if not is_legal(position, span)), "")


def as_one(
    sentences: Sequence[Sentence], pieces: Sequence[Piece], people: Collection[str]
) -> Sentence | None:
    """Several short sentences as one, if each of them is talk or nothing that anybody can read."""
    if len(sentences) < 2:
        return None
    meant = [each for each in sentences if not is_small_talk(each.plain, people)]
    read = any(isinstance(piece, Unread) and piece.instead for piece in pieces[1:]) or not all(
        isinstance(piece, Talk) or (isinstance(piece, Unread) and piece.strange) for piece in pieces
    )
    if len(meant) < 2 or read or any(each.asks or len(each.words) > ACTION for each in meant):
        return None
    plain = ", ".join(each.plain.rstrip(".!") for each in meant)
    return Sentence(" ".join(each.text for each in sentences), plain)


_HE = re.compile(
    r"^(?P<lead>(?:(?:then|and|so|next|now|please)\b,? )*)(?:he|she|this one|that one|(?:let|have|make) (?:him|her))\b",
    re.IGNORECASE,
)


def with_subject(position: Position | None, sentence: Sentence, above: Sequence[Piece]) -> Sentence:
    """A sentence that begins with `he`, with the only figure of the player which the one above it names."""
    if position is None or not above or _HE.match(sentence.plain) is None:
        return sentence
    said = only_line(above[-1]) or respelled(position, above[-1].text)
    named = dict.fromkeys(re.findall(r"\w+", said))
    own = [word for word in named if position.commands(word)]
    if len(own) != 1:
        return sentence
    return structs.replace(sentence, plain=_HE.sub(lambda got: f"{got['lead']}{own[0]}", sentence.plain))
