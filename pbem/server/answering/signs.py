"""Answers about the signs of boards and the letters of tables: what legend and lists say of them."""

import re
from collections.abc import Iterator

from pbem.play.glossary import find_word
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told

_NAMES = {
    "asterisk": "*", "asterisks": "*", "star": "*", "stars": "*", "colon": ":", "colons": ":", "hash": "#",
    "hashes": "#", "equals": "=", "percent": "%", "bar": "|", "pipe": "|", "plus": "+", "dash": "-",
    "exclamation": "!", "apostrophe": "'", "comma": ",", "equal": "=", "circle": "o", "circles": "o", "dot": ".",
    "dots": ".",
}  # fmt: skip
"""What signs are called."""

_ABOUT_SIGNS = re.compile(
    r"\b(?:signs?|symbols?|letters?|abbreviations?|marks?|stands?|standing|mean|means|meaning|headed|heading|table"
    r"|drawing|picture|diagram|legend|column|abbreviated|signify|denotes?|short|represents?|capital|little|board)\b"
)
_SIGN = rf"(?P<sign>[^\w\s]|\w\b|(?:{'|'.join(_NAMES)})\b)"
_LEADS = (
    "(?:(?:the|an?|this|that|these|those|little|small|big|tiny|capital|column|sign|letter|symbol|mark"
    "|abbreviation) )*"
)
_ASKED = (
    re.compile(
        "(?:what|which|who)(?: one| ones)? (?:is|are|does|do|means?|was|would|could|signif\\w+|denotes?|represents?)"
        rf" {_LEADS}{_SIGN}"
        "(?: (?:signs?|marks?|in|on|at|for|mean|means|meant|stand|stands|column|symbol|letter|here|signify|denote"
        r"|represent|short|near|close|by|above|below|under|over|around|next|beside|behind|after|before|good|about|doing|please)\b.*)?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:meaning of|explain|headed|heading|sign|symbol|letter|column|mark|stands? for|means|called|says?|marked)"
        rf" {_LEADS}{_SIGN}(?= |$)",
        re.IGNORECASE,
    ),
)
_NUMBERS = re.compile(r"(?:\s+\d+){3}")


def what_a_sign_means(position: Position, asked: Subjects) -> Told:
    """What legend, lists and glossary say of a sign or a letter."""
    text = " ".join(asked.words)
    found = next(filter(None, (each.search(text) for each in _ASKED)), None)
    if found is None:
        return None
    named = found["sign"].lower() in _NAMES
    sign = _NAMES.get(found["sign"].lower(), found["sign"])
    about_signs = named or not sign.isalnum() or _ABOUT_SIGNS.search(text.lower()) is not None
    if not about_signs and (position.names.figure(sign) or sign.lower() in ("a", "i")):
        return None
    meanings = _meanings(position, sign)
    told = [f'"{token}" stands for {meaning}.' for token, meaning in meanings]
    entries = position.game.entries
    words = [sign, *(meaning.lower() for _, meaning in meanings)]
    entry = next(filter(None, (find_word(entries, word) for word in words if len(word.split()) < 4)), None)
    if entry is not None and (told or not sign.isalnum()):
        told += [text for text in entries[entry] if text.strip()][:1]
    elif told and position.names.figure(sign):
        told += position.about(position.names.figure(sign))[:1]
    return told[:4] or None


def _meanings(position: Position, sign: str) -> list[tuple[str, str]]:
    """What legend and lists say of a sign: of itself, or else of those that it is a part of."""
    known = list(dict.fromkeys(_explained(position)))
    for fits in (
        lambda token: token == sign,
        lambda token: token.lower() == sign.lower(),
        lambda token: not sign.isalnum() and sign in token,
    ):
        if found := [each for each in known if fits(each[0])]:
            return found
    return []


def _explained(position: Position) -> Iterator[tuple[str, str]]:
    """All signs with their meanings: the parts of the lines of legend and tables that begin with a short word."""
    board = position.game.board(position.state, position.seat)
    yield from ((line.stroke, line.note) for line in (board.terrain.lines if board else ()) if line.note)
    lines = [*position.explanations, *(each.text for each in position.statements)]
    for line in lines:
        if _NUMBERS.search(line) or re.search(r"\b[A-Z] \d", line):
            continue  # a row of a table
        for part in re.split(r"\s{2,}|, (?=\S \w)|(?<=[\w)])\. (?=\S)", line.strip().rstrip(".,")):
            signs, colon, meaning = part.partition(": ")
            if colon and signs and all(len(each) < 3 for each in signs.split()):
                yield from ((token, meaning.strip()) for token in signs.split())
                continue
            token, _, meaning = part.partition(" ")
            if len(token.rstrip(":")) <= 4 and meaning and not position.names.figure(token):
                yield token.rstrip(":") or ":", meaning.strip()
            elif re.fullmatch("[A-Z]", token) and re.match("[A-Z][a-z]", meaning):
                yield token, meaning.strip()
