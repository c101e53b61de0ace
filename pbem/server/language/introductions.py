"""The name by which somebody introduces themselves in a letter."""

import re
from collections.abc import Iterable

from pbem.mail.reading import Letter
from pbem.server.language.yes_no import ANSWER_WORDS

_INTRODUCTION = re.compile(
    r"(?:my name is|my name's|call me|i am called|userid)\s+([\w'-]+)[\s.,!]*"
    r"|(?-i:(?:I am|I'm|i am|i'm)\s+([A-Z][\w'-]+))\s*(?:[.,!]|$)\s*",
    re.IGNORECASE,
)

_ASKED_FOR = re.compile(
    r"(?:.*\b(?:sign me up|register me) (?:as|under)|register(?: (?:me|as|under|with|for))*)"
    r"(?: (?:the|my))?(?: (?:name|handle|nickname))?(?: (?:is|of|as))? ([\w-]+)"
    r"(?:[\s,]+(?:please|pls|thanks|thank you))?[\s.!]*",
    re.IGNORECASE,
)
"""`register me as Carl, please`."""


def asked_for(line: str) -> str:
    """The name in a line that asks for one, among small words; otherwise empty."""
    found = _ASKED_FOR.fullmatch(line.strip())
    return found[1] if found else ""


def name_in(letter: Letter) -> str:
    """The sender's name, from an answer that is just a name or an introduction."""
    lines = [line.strip() for line in letter.lines if line.strip()]
    return introduced(letter) or (like_a_name(lines[0].rstrip(".!")) if lines else "")


def introduced(letter: Letter) -> str:
    """The name in `My name is Carl, and ...`."""
    return introduced_in(letter.lines)


def introduced_in(lines: Iterable[str]) -> str:
    """The name in the first of these lines by which somebody introduces themselves."""
    found = next(filter(None, (_INTRODUCTION.match(line.strip()) for line in lines)), None)
    return like_a_name(found[1] or found[2]) if found else ""


def without_introduction(line: str) -> str:
    """The rest of a line without `My name is Carl`."""
    return _INTRODUCTION.sub("", line)


def like_a_name(text: str) -> str:
    """The text if it may be a name: one word, or two or three with a capital; otherwise empty."""
    words = text.split()
    known = any(word.casefold() in ANSWER_WORDS for word in words)
    several = len(words) > 1 and not all(word[0].isupper() for word in words)
    return "" if known or several or len(words) > 3 or not re.fullmatch(r"[^\W\d][\w' -]*", text) else text
