"""Answers without their verb, where what is asked takes few kinds of order: `c`, `RAIN`."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from pbem.play.requests import Ask
from pbem.server.language.yes_no import in_full
from pbem.server.reading.finder import Position
from pbem.server.reading.judge import Verdict, announces, is_doubtful, phrases
from pbem.server.reading.sentences import TOKEN, Sentence
from pbem.server.reading.stops import up_to_a_break

BARE = 3
"""Maximum number of words of a bare answer."""

_AROUND = 20
"""Maximum number of words of a sentence that may be courtesies around a bare answer."""


_IS = re.compile(
    r"(?P<lead>.*\b(?:word|choice|answer|column|letter|move|pick|start)\b.*\b(?:is|be))\s+(?P<tail>\w+)[\s.!]*",
    re.IGNORECASE,
)
"""What is answered with one word: `The word that I have found is RAIN.`"""


class BareAnswer(Struct, frozen=True):
    """The order that a sentence is with a verb before it. `sure`: no other kind of order is asked for."""

    line: str
    verdict: Verdict
    sure: bool


def bare_answer(position: Position, sentence: Sentence, people: Collection[str]) -> BareAnswer | None:
    """What a sentence of up to three words answers; None if it is no answer."""
    ask = position.ask
    if ask is None or not position.asks_few:
        return None
    plain = up_to_a_break(sentence.plain)
    lead, _, tail = plain.rpartition(":")
    if (told := _IS.fullmatch(plain)) is not None and announces(told["lead"], people):
        lead, tail = told["lead"], told["tail"]
    line = _answer_in(position, ask, tail or plain, people)
    if not line:
        return None
    verdict = Verdict.CLEAR
    if is_doubtful(sentence.plain, people):
        verdict = Verdict.HARD
    elif lead and not announces(lead, people):
        verdict = Verdict.UNKNOWN
    return BareAnswer(line, verdict, len(position.kinds_asked) == 1)


def _answer_in(position: Position, ask: Ask[Any], text: str, people: Collection[str]) -> str:
    """The only legal order that a text is with a verb before it; empty if there is none."""
    said = [token[0] for token in TOKEN.finditer(in_full(text)) if token[0][0].isalnum()]
    words = _core_of(said) if len(said) <= _AROUND else []
    low = [word.lower() for word in words]
    if not words or len(words) > BARE or low[0] in position.verbs or low[0] in position.first_words:
        return ""
    if phrases("clear").cover(low, people) and len(low[0]) > 1:
        return ""
    found: dict[type, str] = {}
    for verb in position.game.verbs:
        line = f"{verb} {' '.join(words)}"
        order = position.read(line)
        if order is not None and isinstance(order, ask.takes) and position.is_legal(line, order):
            found.setdefault(type(order), line)
    return next(iter(found.values())) if len(found) == 1 else ""


def _core_of(words: Sequence[str]) -> list[str]:
    """Words without clear phrases before and behind them."""
    clear, low = phrases("clear"), [word.lower() for word in words]
    start, end = 0, len(low)
    while end - start > 1 and 0 < (size := clear.begins(low, start)) < end - start:
        start += size
    size = next((size for size in range(end - start - 1, 0, -1) if clear.cover(low[end - size : end])), 0)
    return list(words[start : end - size])
