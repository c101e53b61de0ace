"""The name by which somebody introduces themselves in a letter."""

import re
from collections.abc import Iterable

from pbem.mail.reading import Letter
from pbem.server.language.yes_no import ANSWER_WORDS

_A_NAME = r"(?:user ?name|screen ?name|name|nick(?:name)?|handle|pseudo(?:nym)?|login|alias)"
_INTRODUCTION = re.compile(
    rf"(?:(?:my|the) {_A_NAME} (?:is|shall be|should be|will be|would be)|my name's|i(?: would|'d)? go by"
    rf"|{_A_NAME}(?: is)?\s*[:=]|(?:you can |please |just )*call me|i am called|userid)"
    r"\s+[\"'*]?([\w'-]+?)[\"'*]?(?![\w-])[\s.,!]*"
    r"|(?-i:(?:I am|I'm|Im|i am|i'm|im|[Tt]his is|[Ii]t's|[Ii]t is|[Nn]ame)\s+([A-Z][\w'-]+))\s*(?:[.,!]|$)\s*"
    r"|(?:(?:hi|hey|hello|yo) )?its ([a-z][\w-]+)\s*(?:[.,!]|$)\s*"
    r"|(?-i:([A-Z][\w'-]+) here)\s*(?:[.,!]|$)\s*"
    r"|(?!(?:over|up|back|down|out|in|right|still|me|i|we|is|are|not|new|play|played|playing|people|from|around|live"
    r"|\w*body|\w*one)\b)([a-z]{2,16}) here\s*(?:[.,!]|$)\s*",
    re.IGNORECASE,
)

_CALLED = rf"(?:(?:the |my |a )?{_A_NAME}(?: (?:is|of|as|shall be|will be))?[:,]? )"
_ASKED_FOR = re.compile(
    r"(?:.*\b(?:(?:sign|put|write|note|book|take|list|enter|add|count)(?: me| us)(?: up| down| in| on)*"
    r"|(?:sign|signing) up|register(?: me| myself)?|registered|enrol+(?: me| myself)?|inscribe(?: me| myself)?"
    rf"|join)(?: here| please| pls)* (?:as|under|by|with) {_CALLED}?"
    r"|(?:please |pls |so |now |ok |okay )*(?:register|sign up)(?: (?:me|as|under|with|for))*"
    rf":? {_CALLED}?"
    r"|.*\b(?:like|want|wish|prefer|wanna|choose|love)(?: to)? (?:be )?(?:called|known as|named|go by)"
    r"(?: the)?(?: name)? "
    rf"|.*\b(?:like|want|take|choose|have|prefer) (?:the|as) {_A_NAME}:? )"
    r"[\"'*]?([\w-]+)[\"'*]?(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|here|too|then|now|ok|okay))*[\s.!]*",
    re.IGNORECASE,
)
"""`register me as Carl, please`."""

_SIGNED = re.compile(
    r"[\W_]*(?:(?:thanks|thank you|many thanks|thx|ta|cheers|regards|best|yours|bye|love|greetings|sincerely"
    r"|(?:kind|best|warm) regards|best wishes|all the best|with kind regards|yours sincerely|from|it is|it'?s|this is"
    r"|i'?m|i am|name'?s|lg|vg|mfg|liebe grüße|gruß|grüße)\b[\W_]*)*([^\W\d_][\w-]+)(?: [A-Z][\w'-]+| here)?[\W_]*",
    re.IGNORECASE,
)
_BEHIND_COMMA = re.compile(r".*\w, ?([^\W\d_][\w-]+)[\s.!]*")


def asked_for(line: str) -> str:
    """The name in a line that asks for one, among small words; otherwise empty."""
    found = _ASKED_FOR.fullmatch(line.strip())
    return found[1] if found and found[1].casefold() not in FILLERS else ""


FILLERS = frozenset(
    (
        "a", "an", "the", "me", "as", "under", "with", "for", "please", "pls", "here", "now", "name", "soon",
        "is", "myself", "us", "it", "today", "up", "in",
    )
)  # fmt: skip
"""Small words that stand where a name could be: `register me`."""


def signed(line: str) -> str:
    """The name that stands at the end of a line, or of a letter: `Sign me up, Carl`, `Cheers, Carl`; else empty."""
    found = _SIGNED.fullmatch(line.strip()) or _BEHIND_COMMA.fullmatch(line.strip())
    return like_a_name(found[1]) if found else ""


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
    return like_a_name(next(filter(None, found.groups()))) if found else ""


def without_introduction(line: str) -> str:
    """The rest of a line without `My name is Carl`."""
    return _INTRODUCTION.sub("", line)


def like_a_name(text: str) -> str:
    """The text if it may be a name: one word, or two or three with a capital; otherwise empty."""
    words = text.split()
    known = any(word.casefold() in ANSWER_WORDS for word in words)
    several = len(words) > 1 and not all(word[0].isupper() for word in words)
    return "" if known or several or len(words) > 3 or not re.fullmatch(r"[^\W\d][\w' -]*", text) else text
