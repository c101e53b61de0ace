"""Lines and sentences as people write them, made plain: without list marks, smileys and look-alike letters."""

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.play.orders import tidy
from pbem.server.language.phrases import words_of

LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u04bb\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423"
    "\u03b1\u03bf\u03bd\u03c1\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "aeopcyxijhABEKMHOPCTXYaovpABEZHIKMNOPTYX",
)
"""Cyrillic and Greek letters that look like Latin ones."""

_MARK = re.compile(
    r"^(?:\s*(?:[-*+>\u2022]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+|\d{1,2}\s+-\s+|(?:e\.g\.|eg|z\.B\.)\s+|#\d{1,2}\s+"
    r"|(?:step|move|order|action|part|line) (?:\d{1,2}|one|two|three|four|five|six)(?:[.):]|\s+-)\s+))+",
    re.IGNORECASE,
)
_SMILEY = re.compile(
    r"(?<![\w:])(?:[:;][-o^']?[()\[\]DPpOo3|/\\*<>]+|=[-o^']?[()\[\]DPp|/\\]+|8-[()\[\]DPpOo|/\\*]+|[xX][()]+|<3+(?!\s+\w)|\^_*\^|[xX][Dd]+|\\o/|[._]{3}[!?]?(?=$))(?!\w)"
)
"""No number, square or comparison is one: not `83`, not `8)` behind a bracket, not `x3`, not `if cap <3 then`."""

_PICTURE = re.compile(
    "[\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff\u200d\u20e3]+"
)
_NO_SIGN = re.compile(
    "[\u26d4\u270b\u274c\u274e\u2716\u2610\U0001f44e\U0001f645\U0001f6ab\U0001f6d1]|^\\s*\\[ ?\\](?=\\s)"
)
"""Pictures that say no, and boxes without a tick."""

_DOUBT_SIGN = re.compile("[\U0001f914\U0001f928]")
_ASKING_SIGN = re.compile("[\u2049\u2753\u2754]")
_ARROW = re.compile("[\u2192\u27a1\u279c\u2794\u21d2\u2b95]|[-=]>")
TOKEN = re.compile(r"\d+,\d+|[^\W_]+(?:'[^\W_]+)*[*%]?|\.{2,}|[^\w\s]")
_END = re.compile(
    r"(?:(?<=[^\W\d_]{2})\.|(?<=the [A-Z])\.|(?<=[\w)\"'])\.(?=\s+\W*[A-Z])|[!?]+|\.{2,}|\u2026|;)(?=[\s\"')]|$)"
)
_STRUCK = re.compile(r"~~.*?~~|/\*.*?\*/|^\s*(?://|#(?!-?\d)).*")
"""What a writer has struck out, or a line that is a comment."""

_REMARK = re.compile(r"\s(?://|#(?!-?\d))")
"""What begins a comment behind something else."""

_NUMBER = re.compile(r"(?<=\w )[Nn]o\.\s*(?=\d)")
"""The short form of it, behind a word: `file no. 4711` says no no."""

_WITH = re.compile(
    r"(?:,?\s+(?:please|pls))?,?\s+(?:with|using|spending)(?=\s+(?:the |my )?\d{1,2}\b(?![,.]\d))",
    re.IGNORECASE,
)
"""`please, using` before the die that pays for an order."""

NUMBERS = {
    word: str(at)
    for at, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
}
_WITH_A = re.compile(
    rf"\bwith (?:(?:a|an|my) |(the |one of the |one of my |both )?)"
    r"(?:(?:other|last|second|first|remaining|third) (?!one\b))?"
    rf"({'|'.join(NUMBERS)}|\d{{1,2}})(?:s|es|'s)?(?=[.,;!]|\Z| (?:and|then|to|for|\w+ (?:should|will|can|goes))\b)",
    re.IGNORECASE,
)
"""The die that pays: `with a five`."""

_N = re.compile(r"(?<=[\w'] )n (?=(?!and|then|with|at|to|from|or|if|in|on|for|is|has|goes|will)[a-z])")
"""`n` for and, between two words that it can join."""

_TRY = re.compile(r"\b(tr(?:y|ies)) and (?=[a-z])", re.IGNORECASE)
"""`try and catch` for `try to catch`."""

_CLIPPED = re.compile(r"\b(\w{3,})in'(?!\w)")
"""`headin'` for `heading`."""

_POSTSCRIPT = re.compile(r"\b(?:p\.?\s?)+s\.[\s:]*|^\s*p+s\b[\s:,]*", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:(?<=\s)|^)\(?(?:\d{1,2}|[a-h])[.)]\s+(?=\S)")
_QUOTED = re.compile(r'(?<!\w)"[^"]+"(?=[^\w"]|$)|\u201c[^\u201d]+\u201d|(?<=\w )\([^()]+\)')
"""What somebody has said, or what stands in brackets: no sentence ends within."""

_BEFORE_REQUEST = re.compile(
    r"(?<=\w),? and (?=(?:also )?(?:could|can|would|will) you (?:(?:please|also|kindly) )*"
    r"(?:send|resend|mail|tell|show|give|explain|remind)\b(?!.*\b(?:that|this|it|them)\b)"
    r"|(?:could|can|shall|may|might) (?:we|i) (?:please )?(?:have|play|start|get) (?:a|an|another|the) \w+"
    r"|(?:please )?(?:start|begin|open|set up) (?:me )?(?:a|an|another|one|the|my) (?:\w+ )?(?:match|game)\b)",
    re.IGNORECASE,
)
"""Before what only asks to be told something, and speaks of nothing before it."""

_ABBREVIATED = re.compile(
    r"\b(?:p\.\s?s|e\.g|i\.e|vs|etc|mr|mrs|dr|st|no|approx)\."
    r"|(?:^|[,;:] |(?-i:\b[A-Z])\w+ )(?-i:[A-Z])\.(?= (?-i:[A-Z][a-z]))",
    re.IGNORECASE,
)

SENTENCE = 40
"""Maximum number of words and signs of a sentence in which an order in other words is looked for."""


class Sentence(Struct, frozen=True, dict=True):
    """A sentence: `text` as it was written, `plain` for reading. `asks`: it ends in a question mark."""

    text: str
    plain: str
    paragraph: int = 0

    @property
    def asks(self) -> bool:
        return self.plain.rstrip("!.) \"'").endswith("?")

    @functools.cached_property
    def tokens(self) -> list[re.Match[str]]:
        """Words and signs, with their places."""
        return list(TOKEN.finditer(self.plain))

    @functools.cached_property
    def words(self) -> list[str]:
        """The words as phrases have them."""
        return words_of(self.plain)


@functools.lru_cache(maxsize=256)
def plainly(line: str) -> str:
    """A line without list marks, smileys and pictures; letters that look like others are those."""
    line = _NO_SIGN.sub(" no ", line)
    if not line.isascii():
        line = _ASKING_SIGN.sub("?", _DOUBT_SIGN.sub(" wondering ", line))
        line = line.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'")
        line = _ARROW.sub(" -> ", line)
        line = _PICTURE.sub(_stop, line)
        line = re.sub(r"[\u201c\u201d\u201e\u00ab\u00bb]", '"', line)
        line = re.sub(r"[\u2010-\u2015\u2212]", "-", line).replace("\u2026", "...")
        line = " ".join(_unmasked(word) for word in line.split())
    line = _SMILEY.sub(_stop, _REMARK.sub(" - ", _STRUCK.sub(" ", line)))
    line = (
        _POSTSCRIPT.sub("PS ", line).replace("&&", " and ").replace(" & ", " and ").replace(" comma ", ", ")
    )
    line = _WITH_A.sub(
        lambda got: f"with {'the ' if got[1] else ''}{NUMBERS.get(got[2].lower(), got[2])}", line
    )
    line = _N.sub("and ", _WITH.sub(" with", line))
    line = _TRY.sub(r"\1 to ", _CLIPPED.sub(r"\1ing", line))
    line = _NUMBER.sub("number ", _MARK.sub("", line))
    return " ".join(line.split())


def _stop(picture: re.Match[str]) -> str:
    """A picture between words ends what it stands behind: `S1 throw N1 :P here you are`."""
    before, behind = picture.string[: picture.start()].rstrip(), picture.string[picture.end() :].lstrip()
    return " - " if before[-1:].isalnum() and behind[:1].isalnum() else " "


def _unmasked(word: str) -> str:
    """A word in Latin letters, if it mixes them with others or consists of such as look like them."""
    plain = word.translate(LOOKALIKES)
    return plain if plain != word and plain.isascii() and any(sign.isascii() for sign in word) else word


def split_sentences(text: str, paragraph: int = 0) -> Iterator[Sentence]:
    """The sentences of one or more lines that belong together; `1.`, `2.` within a line begin new ones, and so do
    requests: `S1 b4, and could you send me the rules?`"""
    for item in itertools.chain.from_iterable(map(_BEFORE_REQUEST.split, _items(text))):
        start = 0
        held = [found.span() for each in (_ABBREVIATED, _QUOTED) for found in each.finditer(item)]
        for end in _END.finditer(item):
            if any(first <= end.start() < last for first, last in held):
                continue
            if sentence := _sentence(item[start : end.end()], paragraph):
                yield sentence
            start = end.end()
        if sentence := _sentence(item[start:], paragraph):
            yield sentence


def _items(text: str) -> Iterator[str]:
    marks = list(_NUMBERED.finditer(text))
    if len(marks) < 2:
        yield text
        return
    edges = [0, *(mark.start() for mark in marks), len(text)]
    for start, end in itertools.pairwise(edges):
        if text[start:end].strip():
            yield _NUMBERED.sub("", text[start:end], count=1)


def _sentence(text: str, paragraph: int) -> Sentence | None:
    plain = plainly(text).rstrip(";")
    return Sentence(text.strip(), plain, paragraph) if re.search(r"\w|\?", plain) else None


def joined(lines: Sequence[str]) -> str:
    """Lines of one sentence as one."""
    return " ".join(line.strip() for line in lines)


def bare(text: str) -> str:
    """A text as orders are read: without signs at its ends."""
    return tidy(text).strip(" ,:.!?\"'()-")
