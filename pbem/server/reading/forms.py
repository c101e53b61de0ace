"""The lines that a clause may be: third person, a verb before its figure, the figure behind `with` or `from`, and other
words for a verb.

Nothing is left out but small words and what the verb is always about (`the ball`). The words of verbs are data of each
game (`Game.verbs`).
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.play.names import inflected
from pbem.server.reading.finder import Position, Span
from pbem.server.reading.sentences import Sentence

WORDS = 12
"""Maximum number of words of an order in other words."""

DROPPED = frozenset(
    (
        "the", "a", "an", "my", "your", "his", "her", "its", "our", "their", "pawn", "piece", "player", "character",
        "token", "figure", "man", "guy", "then", "now", "just", "please", "over", "away", "square", "hex", "space",
        "field", "column", "col", "file", "row", "at", "to", "on", "onto", "towards", "toward", "into", "is", "must",
        "will", "that", "this", "today", "time", "turn", "up", "in", "be", "going", "want", "wants", "like", "would",
        "he", "she", "they", "shall", "should", "both", "can", "may", "does", "i", "we", "you", "it", "him", "of",
        "word", "mister", "number", "one", "pawns", "pieces", "players", "characters", "figures", "men", "guys",
        "boys", "team", "let", "use", "uses", "using", "try", "tries", "trying", "attempts", "attempting", "same",
        "likewise", "ditto",
    )
)  # fmt: skip
BEHIND = frozenset(("with", "from", "by", "using", "for", "through", "via", "mit", "von"))


PAYING = re.compile(
    r"\b(?:with|by|using|spending|for) (?:(?:the|a|an|my|its|his) )*(\d{1,2})\b", re.IGNORECASE
)
"""The die that pays for an order, where a clause says nothing else."""

OWNERS = frozenset(("my", "your", "his", "her", "its", "our", "their", "the"))
_WITHIN = OWNERS | {"this", "that", "one", "it", "turn", "round"}
"""Words that may stand within a verb: `sits this one out`."""

_BEFORE_NOUNS = OWNERS | {"a", "an", "that", "this", "some"}
"""Words behind which a verb is a noun: `take a step`."""

_EVERYBODY = ("all", "everybody", "everyone")


class Reworded(Struct, frozen=True):
    """Orders that a sentence holds in other words. `sure`: only the form of its own words is another. `beside`: words
    that they leave out."""

    spans: tuple[Span, ...]
    sure: bool
    beside: str = ""


class Word(Struct, frozen=True):
    """Part of a sentence: a name, a verb with what it may mean, or any other word."""

    text: str
    start: int
    end: int
    name: bool = False
    verbs: tuple[str, ...] = ()


def is_core(position: Position, word: Word) -> bool:
    """Whether a word is a name, a verb, or another word of orders."""
    low = word.text.lower()
    return word.name or bool(word.verbs) or low in position.balls or low in position.words


def parse_words(position: Position, sentence: Sentence, *, strictly: bool = True) -> Iterator[Word]:
    """The words of a sentence; a phrase of a verb is one. If not `strictly`, a capital `A`
    is a figure whatever stands behind it."""
    tokens = sentence.tokens
    at = 0
    low = [token[0].lower() for token in tokens]
    aside = False  # within brackets nobody does anything
    while at < len(tokens):
        aside = low[at] == "(" or (aside and low[at] != ")")
        after = low[at + 1] if at + 1 < len(tokens) else ""
        if low[at] in _EVERYBODY and "all" in position.first_words and after not in ("else", "others"):
            yield Word("all", at, at + 1, name=True)
            at += 1
            continue
        figure = not strictly and tokens[at][0] == "A" and bool(position.names.figure("A"))
        if figure or position.is_name(tokens[at][0], after, low[at - 1] if at else ""):
            yield Word(tokens[at][0], at, at + 1, name=True)
            at += 1
            continue
        if low[at] in _GOING:
            behind = at + 1 + (low[at + 1 : at + 2] in (["to"], ["and"]))
            if behind < len(low) and low[behind] in position.verbs_begin:
                yield Word("to", at, behind)
                at = behind
                continue
        size, verbs = (1, ()) if aside else _verb_at(position, low, at)
        yield Word(" ".join(low[at : at + size]) if verbs else tokens[at][0], at, at + size, verbs=verbs)
        at += size


_GOING = frozenset(("going", "go", "goes", "come", "comes", "coming", "gonna"))
"""What says no more before another verb: `go hunt`, `going to throw`."""


def _verb_at(position: Position, low: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """How many words the verb has that stands here, and what it may mean; 1 and nothing for any other word."""
    if low[at] in position.verbs_begin:
        for size in range(min(4, len(low) - at), 0, -1):
            words = low[at : at + size]
            plain = [
                *(each for each in words[:-1] if each not in _WITHIN and each not in position.balls),
                words[-1],
            ]
            if verbs := position.verbs.get(" ".join(words)) or position.verbs.get(" ".join(plain)):
                return size, verbs
    return 1, ()


def read_clause(position: Position, words: Sequence[Word], figure: str = "") -> Reworded | None:
    """The order that a clause is, if the game reads one of its forms; rather one that is legal now."""
    if sum(word.text[0].isalnum() for word in words) > WORDS:
        return None
    readable: tuple[str, bool] | None = None
    # Some forms read anything, and all of it may be legal later:
    named = bool(figure) or any(word.name for word in words)
    for line, sure in itertools.islice(lines_of_clause(position, words, figure), 24):
        order = position.read(line)
        if order is None or not (named or position.may_answer(order)):
            continue
        if position.is_legal(line, order):
            return Reworded((Span(words[0].start, words[-1].end, line),), sure)
        readable = readable or (line, sure)
    if readable is None:
        return None
    return Reworded((Span(words[0].start, words[-1].end, readable[0]),), readable[1])


def lines_of_clause(
    position: Position, words: Sequence[Word], figure: str = ""
) -> Iterator[tuple[str, bool]]:
    """The lines that a clause may be, the likeliest first, and whether only the form of its words is another."""
    balls = set(position.balls)
    choices = [word.verbs if word.verbs else ("",) for word in words]
    for chosen in itertools.islice(itertools.product(*choices), 4):
        sure = all(
            word.text in inflected(verb) for word, verb in zip(words, chosen, strict=True) if word.verbs
        )
        parts = [verb or word.text for word, verb in zip(words, chosen, strict=True)]
        kinds = ["verb" if word.verbs else "name" if word.name else "" for word in words]
        if sum(kind == "verb" for kind in kinds) > 1:
            yield _line(parts, kinds, balls=set(), kept=(",",)), sure
            yield _line(parts, kinds, balls=balls, kept=(",",)), sure
            if "name" in kinds:
                yield _without_verb(parts, kinds, balls), sure
            continue
        if any(part == "," for part in parts):  # place my pawns on b, c and d
            listed = [at for at, part in enumerate(parts) if part.lower() != "and"]
            yield _line([parts[at] for at in listed], [kinds[at] for at in listed], balls=set()), sure
        for names, kept in ((set[str](), ()), (balls, ()), (balls, ("to",))):
            for order in _arranged(position, parts, kinds, figure):
                yield _line(*order, balls=names, kept=kept), sure
    named = [word.text for word in words if word.name]
    if len(named) > 1 and not any(word.verbs for word in words) and _only_names(position, words):  # A2 to e6
        for verb in position.movements:
            yield f"{named[0]} {verb} {' '.join(named[1:])}", False


def _only_names(position: Position, words: Sequence[Word]) -> bool:
    """Whether words are a figure of the player and squares, with small words between them."""
    first, *others = [word for word in words if word.name or word.text.lower() not in DROPPED]
    places = all(word.name and position.names.is_place(word.text.lower()) for word in others)
    return first.name and position.commands(first.text) and places


def _arranged(
    position: Position, parts: Sequence[str], kinds: Sequence[str], figure: str
) -> Iterator[tuple[list[str], list[str]]]:
    """A clause as it stands, and with its figure in front."""
    yield list(parts), list(kinds)
    verb = next((at for at, kind in enumerate(kinds) if kind == "verb"), None)
    own = [
        at
        for at, part in enumerate(parts)
        if kinds[at] == "name" and position.names.figures.get(position.names.figure(part)) == position.seat
    ]
    behind = [at for at in own if at and parts[at - 1].lower() in BEHIND]
    for at in (*behind, *own[:1]):
        others = [each for each in range(len(parts)) if each != at and not (each == at - 1 and at in behind)]
        others = [each for each in others if each != verb]
        first = [at] if verb is None else [at, verb]
        yield [parts[each] for each in (*first, *others)], [kinds[each] for each in (*first, *others)]
    if figure:
        yield [figure, *parts], ["name", *kinds]
    squares = [
        at for at, part in enumerate(parts) if kinds[at] == "name" and position.names.is_place(part.lower())
    ]
    left = [at for at in squares if at and parts[at - 1].lower() in ("from", "off")]
    dashed = [at for at in squares[:-1] if parts[at + 1] in ("-", "to", ">") and at not in left]
    for at in (*left, *dashed):
        kept = [each for each in range(len(parts)) if each != at and not (each == at - 1 and at in left)]
        yield [parts[each] for each in kept], [kinds[each] for each in kept]


def _line(parts: Sequence[str], kinds: Sequence[str], *, balls: set[str], kept: Sequence[str] = ()) -> str:
    """The words of a clause without small ones, but for those `kept`, and without its ball."""
    found = []
    for part, kind in zip(parts, kinds, strict=True):
        low = part.lower()
        dropped = low in DROPPED or low in balls or not part[0].isalnum()
        if kind or not dropped or low in kept:
            found.append(part)
    return re.sub(r" (?=,)", "", " ".join(found))


def _without_verb(parts: Sequence[str], kinds: Sequence[str], balls: set[str]) -> str:
    """The same where a noun looks like a verb: `take a step to d1`."""
    first = next((at for at, kind in enumerate(kinds) if kind == "verb"), len(kinds))
    nouns = [at for at, part in enumerate(parts) if at > first and parts[at - 1].lower() in _BEFORE_NOUNS]
    kept = [at for at, kind in enumerate(kinds) if kind != "verb" or at not in nouns]
    return _line([parts[at] for at in kept], [kinds[at] for at in kept], balls=balls)
