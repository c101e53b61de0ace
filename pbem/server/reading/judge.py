"""Whether an order in a sentence is meant as one.

Doubt is judged twice: by a list of words over the whole sentence, and by what is not known. Before an order, and behind
it up to the first bracket, dash or full stop, only courtesies, names of people and phrases may stand that say "this is
my move". What is not known there is doubt, too: lists alone let too much pass. The phrases are data, in `judge.toml`.
"""

import functools
import itertools
import re
from collections.abc import Collection, Sequence
from enum import Enum
from importlib import resources

import msgspec

from pbem.server.language.phrases import Phrases, words_of
from pbem.server.language.yes_no import COURTESIES
from pbem.server.reading.finder import Position, Span
from pbem.server.reading.sentences import Sentence

_TEXTS = msgspec.toml.decode(
    resources.files(__package__).joinpath("judge.toml").read_bytes(), type=dict[str, str]
)


class Verdict(Enum):
    """`CLEAR`: it is meant. `UNKNOWN`: probably, so it is offered. `HARD`: nobody knows, so it is asked about."""

    CLEAR = 0
    UNKNOWN = 1
    HARD = 2


@functools.cache
def phrases(name: str) -> Phrases:
    """A list of `judge.toml`; courtesies are clear, too."""
    return Phrases(_TEXTS[name], others=COURTESIES if name == "clear" else ())


def judge(position: Position, sentence: Sentence, spans: Sequence[Span], people: Collection[str]) -> Verdict:
    """How certain it is that these orders are meant by their sentence."""
    outside = _outside(sentence, spans)
    clear = phrases("clear")
    sides = (word for side in position.names.sides for word in side.lower().split())
    people = {*people, *sides, *position.only_ball, *_NOUNS}
    verdict = Verdict.CLEAR
    for at, (text, start, end) in enumerate(outside):
        behind = at == len(outside) - 1
        words = words_of(text)
        rest = _without(words, people)
        if phrases("hard").found_in(rest) or _has_slash(text):
            return Verdict.HARD
        close = words_of(_up_to_a_break(text)) if behind else words
        if (
            not (clear.cover(close, people) or (behind and _is_reason(close, people)))
            or phrases("soft").found_in(rest)
            or _names(position, sentence, start, end)
        ):
            verdict = Verdict.UNKNOWN
    if _CORRECTED.search(sentence.text):
        return Verdict.HARD
    if sentence.asks:
        return Verdict.UNKNOWN
    if _is_request(sentence):
        return Verdict.UNKNOWN
    return Verdict.HARD if _alternatives(sentence, spans) else verdict


def is_doubtful(text: str, people: Collection[str] = ()) -> bool:
    """Whether a text without an order says no, if, or: it would hold what it speaks of."""
    return bool(phrases("hard").found_in(_without(words_of(text), people)))


def announces_doubt(text: str) -> bool:
    """Whether a sentence above an order puts it in doubt."""
    words = words_of(text)
    while words and (size := phrases("clear").begins(words)) and not phrases("announces").begins(words):
        words = words[size:]
    return bool(phrases("announces").begins(words)) or unsettles(text) or _introduces_doubt(text)


def _introduces_doubt(text: str) -> bool:
    """Whether a line that ends in a colon says what might be done."""
    if not text.rstrip().endswith(":"):
        return False
    words = _without(words_of(text), ())
    return bool(phrases("unsettles").found_in(words) or phrases("soft").found_in(words))


def unsettles(text: str, people: Collection[str] = ()) -> bool:
    """Whether a sentence beside an order speaks of it, and puts it in doubt."""
    words = _without(words_of(text), people, ("this", "that", "it", "these"))
    goes_on = text.lstrip().startswith(("...", "\u2026"))
    return bool((goes_on or phrases("about").found_in(words)) and phrases("unsettles").found_in(words))


def takes_back(text: str, people: Collection[str] = ()) -> bool:
    """Whether a sentence below an order takes it back."""
    words = words_of(text)
    if not words:
        return False
    if phrases("small").cover(words, people) and phrases("seconds").found_in(_harmless_out(words)):
        return True
    return any(_begins_to_take_back(clause, people) for clause in re.split(r"[,;:]| - ", text))


def _begins_to_take_back(text: str, people: Collection[str]) -> bool:
    words = _harmless_out(words_of(text))
    small = phrases("small")
    for at in range(min(len(words), _LEADING)):
        if phrases("takes_back").begins(words, at):
            return True
        leads = words[at] in small and words[at] not in _SUBJECTS
        if not (leads or words[at] in people or phrases("clear").begins(words, at) == 1):
            return False
    return False


_SUBJECTS = ("i", "we", "you", "it", "they")


_NOUNS = ("pawn", "piece", "player", "token", "figure", "character")

_LEADING = 6
"""Maximum number of small words before what takes back."""


def is_small_talk(text: str, people: Collection[str] = ()) -> bool:
    """Whether a text says nothing: courtesies, and phrases that say "this is my move"."""
    return phrases("clear").cover(words_of(text), people)


def is_request(text: str) -> bool:
    """Whether a text asks politely for something to be done."""
    words = words_of(text)
    while words and (size := phrases("clear").begins(words)) and not phrases("polite").begins(words):
        words = words[size:]
    asked = not _PLEASE.isdisjoint(words)
    return asked and (
        bool(phrases("polite").begins(words)) or words[:1] in (["could"], ["would"], ["can"], ["will"])
    )


_PLEASE = frozenset(("please", "pls", "plz", "may", "might", "kind", "kindly", "mind"))


def up_to_a_break(text: str) -> str:
    """A text up to its first bracket or dash."""
    return re.split(r"\s[(\[{]|\s-+\s|\.{2,}", text, maxsplit=1)[0]


def _is_request(sentence: Sentence) -> bool:
    return is_request(sentence.plain)


def _outside(sentence: Sentence, spans: Sequence[Span]) -> list[tuple[str, int, int]]:
    """The texts before, between and behind orders, with the tokens that they begin and end with."""
    tokens, found = sentence.tokens, []
    at = 0
    for span in spans:
        found.append((sentence.plain[_start(sentence, at) : tokens[span.start].start()], at, span.start))
        at = span.end
    found.append((sentence.plain[_start(sentence, at) :], at, len(tokens)))
    return found


def _start(sentence: Sentence, at: int) -> int:
    return sentence.tokens[at - 1].end() if at else 0


def _up_to_a_break(text: str) -> str:
    """A text up to its first bracket, dash or full stop."""
    for at, sign in enumerate(text):
        if (
            sign in "([{.!?;"
            or (sign == "-" and text[at - 1 : at] in (" ", "") and at > 0)
            or text[at : at + 3] == " - "
        ):
            return text[:at]
    return text


def _is_reason(words: Sequence[str], people: Collection[str]) -> bool:
    """Whether words behind an order begin a reason or a remark, perhaps behind courtesies."""
    at = 0
    while at < len(words):
        if phrases("reasons").begins(words, at):
            return True
        size = phrases("clear").begins(words, at) or (words[at] in people)
        if not size:
            return False
        at += size
    return True


def _without(words: Sequence[str], people: Collection[str], kept: Collection[str] = ()) -> list[str]:
    """Words without phrases that are clear, or look like doubt and are none; but with those `kept`."""
    rest: list[str] = []
    at = 0
    while at < len(words):
        size = max(phrases("harmless").begins(words, at), phrases("clear").begins(words, at))
        rest += [word for word in words[at : at + size] if word in kept]
        if not size and words[at] not in people:
            rest.append(words[at])
        at += size or 1
    return rest


def _harmless_out(words: Sequence[str]) -> list[str]:
    rest: list[str] = []
    at = 0
    while at < len(words):
        size = phrases("harmless").begins(words, at)
        if not size:
            rest.append(words[at])
        at += size or 1
    return rest


def _has_slash(text: str) -> bool:
    return " / " in f" {text} " and "/" in text


_CORRECTED = re.compile(r"(?<!\S)\*\w+(?![^\s*]*\*)")
"""A star before a word: it is written instead of another one."""


def _names(position: Position, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a figure or a square stands between two tokens."""
    tokens = sentence.tokens
    for at in range(start, end):
        after = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
        if position.is_name(tokens[at][0], after):
            return True
    return False


def _alternatives(sentence: Sentence, spans: Sequence[Span]) -> bool:
    """Whether two orders are for the same figure and have the same verb, without `then` between them."""
    for one, other in itertools.pairwise(spans):
        between = {token[0].lower() for token in sentence.tokens[one.end : other.start]}
        heads = [span.line.lower().replace(":", "").split()[:2] for span in (one, other)]
        if "then" in between or "->" in between:
            continue
        same_figure = heads[0][:1] == heads[1][:1]
        if same_figure and (heads[0] == heads[1] or len({len(head) for head in heads}) > 1 or _bare(heads)):
            return True
    return False


def _bare(heads: Sequence[Sequence[str]]) -> bool:
    """Whether orders name squares right behind a figure: they are both moves."""
    return all(len(head) == 2 and any(sign.isdigit() for sign in head[1]) for head in heads)
