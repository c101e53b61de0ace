"""The options of a match said in words: `three pawns each`, `not for ratings`, `a day per move`, `not too strong`."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.play.game import Game, OptionError
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import sentences
from pbem.server.language.yes_no import is_courtesy

_NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
} | {"a": 1, "an": 1, "each": 1, "every": 1, "single": 1}
_NUMBER = rf"(\d{{1,3}}|{'|'.join(_NUMBERS)})"
_LASTS = r"(hour|day|week)s?"
_PACE = re.compile(
    rf"\b(?:{_NUMBER} )?{_LASTS} (?:per|a|each|for (?:each|every|a)|for one|to) (?:move|turn|answer)\b"
    rf"|\b(?:a|one) (?:move|turn) (?:a|per|each|every|in)() ?{_NUMBER}? ?{_LASTS}\b",
    re.IGNORECASE,
)
_UNRATED = re.compile(
    r"\b(?:(?:not|isn.t|without|no|never) (?:\w+ ){0,3}(?:rat(?:ed|ings?)|ranked|rankings?|ladder)"
    r"|unrated|unranked|rated=no"
    r"|friendly (?:one|game|match|round)|(?:just|only) a friendly|(?:a )?friendly(?=[.,;!)]|$)"
    r"|for fun|does not count)(?!\w)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"(?<![\w=])([a-z]{3,10})=([\w.,+-]*\w)", re.IGNORECASE)
_BEHIND_WITH = re.compile(r"[,;:]| (?=(?:with|without|and|but|on|in)\b)", re.IGNORECASE)
_CLAUSE_ALONE = re.compile(
    r"\b(?:i|we|he|she|it|you|they|me|my|our|his|her|who|that|which|if|because|please|thanks?)\b", re.I
)
_SHORT = 7
"""Maximum number of words of a sentence that only qualifies a wish, and of a clause that was left out."""


def options_in(text: str, game: Game[Any], *, house: bool) -> list[str]:
    """The options that a text names, as they are written behind a challenge; `house`: it takes a seat."""
    found: dict[str, str] = {}
    for name, value, _ in _spans(text, game, house=house):
        found.setdefault(name, value)
    return [f"{name}={value}" for name, value in found.items()]


def without_options(text: str, games: Sequence[Game[Any]]) -> str:
    """A text without the options it names, but for the level of the house."""
    for game in games:
        for _, _, span in _spans(text, game, house=False):
            text = text.replace(span, " ")
    return " ".join(text.split())


def qualifies(sentence: str, game: Game[Any], *, house: bool) -> list[str]:
    """The options that a sentence adds to the wish beside it: `An easy one, please.` A long one says nothing of the
    level of the house."""
    return options_in(sentence, game, house=house and len(sentence.split()) <= _SHORT)


def left_out(sentence: str, game: Game[Any], taken: Sequence[str]) -> list[str]:
    """The parts of a wish for a match that its command does not cover: `with red pieces`."""
    words = {word.lower() for word in taken}
    found = []
    for part in _BEHIND_WITH.split(sentence.rstrip(".!? "))[1:]:
        clause = part.strip()
        if not 0 < len(clause.split()) <= _SHORT or is_courtesy(clause):
            continue
        has = words.intersection(re.findall(r"[\w@.-]+", clause.lower()))
        known = has or options_in(clause, game, house=True) or said("wish_bot_named").search(clause)
        if not known and not _CLAUSE_ALONE.search(clause) and re.search(r"[a-z]{3}", clause):
            found.append(clause)
    return found


def _spans(text: str, game: Game[Any], *, house: bool) -> Iterator[tuple[str, str, str]]:
    """Each option in a text with its value, and where it says so."""
    for written in _WRITTEN.finditer(text):
        yield written[1].lower(), written[2].lower(), written[0]
    for option in game.options:
        word = re.escape(option.name.rstrip("s"))
        before, behind = rf"\b{_NUMBER}(?: \w+)?[ -]{word}s?\b(?: each)?", rf"\b{word}s?:? (\d{{1,3}})\b"
        for counted in re.finditer(f"{before}|{behind}", text, re.IGNORECASE):
            number = counted[1] or counted[2]
            value = str(_NUMBERS.get(number.lower(), number))
            try:
                yield option.name, option.read(value), counted[0]
            except OptionError:
                continue
    if unrated := _UNRATED.search(text):
        yield "rated", "no", unrated[0]
    if pace := _PACE.search(text):
        count = next((each for each in (pace[1], pace[4]) if each), "1")
        unit = next(each for each in (pace[2], pace[5]) if each)
        yield "pace", f"{_NUMBERS.get(count.lower(), count)}{unit[0].lower()}", pace[0]
    if house:
        for sentence in sentences(text):
            for level in ("easy", "hard", "normal"):
                if told := said(f"level_{level}").search(sentence):
                    yield "level", level, told[0]
