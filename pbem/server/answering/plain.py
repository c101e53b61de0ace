"""Sentences as they are compared with phrases: small letters, short forms in full, no signs, no courtesies."""

import re
from collections.abc import Iterator
from functools import lru_cache

from pbem.play.orders import tidy
from pbem.server.answering.phrases import said

_FULL_FORMS = (
    (r"\bwho(?:'s|s| is) (?=(?:turn|go|move|shot|throw)\b)", "whose "),
    (r"\b(who|what|he|she|it)(?:'s|s) got\b", r"\1 has"),
    (r"\b(i|you|we|they)(?:'ve| have) got\b", r"\1 have"),
    (r"\b(what|who|where|when|how|that|it|there|he|she)s\b(?!')", r"\1 is"),  # whats, wheres
    (r"\bwhose's\b", "whose is"),
    (r"\blet'?s\b", "let us"),
    (r"\b(what|who|where|when|how|that|it|there|he|she|here|turn|name)'s\b", r"\1 is"),
    (
        r"\b(what|who|where|when|how|why) "
        r"(?:the (?:\w+ )?(?:hell|heck|devil|fuck|deuce)|on earth|exactly|precisely|else)\b",
        r"\1",
    ),
    (
        r"^what (?:do|must|should|can|could) i (?:type|write|say|enter|send|put|do)"
        r" (?:(?:in order )?to|if i want to)\b",
        "how do i",
    ),
    (r"\b(i|we) should (?:(?:very|so) )?(?:much )?(?=(?:like|love|prefer|appreciate)\b)", r"\1 would "),
    (r"\b(?:actually|really|honestly|simply|possibly|perhaps|kindly|ever|truly) ", ""),
    (
        r"\b(?:in a row|in succession|back to back|running|on the trot|one after the other)(?=\W*$)",
        "consecutive",
    ),
    (r"^((?:the|my|our|this) \w+),? (is|has|does|was|did) it\b", r"\2 \1"),  # The match, is it started?
    (r"^how come\b", "why"),
    (
        r"^(?:is|are) there (?:an?|any) (?:limits?|maximum|cap|restrictions?) (?:on|to|for|as to) (?=how\b)",
        "",
    ),
    (r"^what is it (?:that )?you (?=want|expect|need)", "what do you "),  # what is it you want
    (r"\b([a-z]{1,2}\d{1,2}) ?(?:->?|/|–|—) ?([a-z]{1,2}\d{1,2})\b", r"\1 and \2"),  # Distance S2-N3
    (
        r"^(?:is|are) ((?:\w+ ){1,3})(?:with)?in (?:the )?(?:reach of (\w+)|(\w+)'s reach)\b",
        r"can \2\3 reach \1",
    ),
    (
        r"^when (?:do|does|would) (?:you|we|one|the rules?) (?:call|consider|name) (?:an?|the) (?:\w+ )?(\w+)$",
        r"what does \1 mean",
    ),
    (
        r"^when (?:is|counts?|does) an? \w+ (?:called|considered|said to be|regarded as|count as) (\w+)$",
        r"what does \1 mean",
    ),
    (r"\bppl\b", "people"),
    (r"\bpts\b", "points"),
    (r"\bi'?m\b", "i am"),
    (r"\b(do|did|does|can|could|would|will|should|are|if|when|how|have) (?-i:u)\b", r"\1 you"),
    (
        r"^(?:state|specify|indicate|quote|report|identify|detail|quantify|confirm)(?: me| us)?"
        r" (?=(?:the|my|his|her|their)\b)",
        "what are ",
    ),
    (
        r"^(?:by what|in (?:what|which) way|by (?:what|which) means|what is the (?:best |right |proper )?way)\b",
        "how",
    ),
    (r"\b(i|you|we|they)'ve\b", r"\1 have"),
    (r"\b(i|you|he|she|we|they|it)'d\b", r"\1 would"),
    (r"\b(i|you|he|she|we|they|it)'ll\b", r"\1 will"),
    (r"\b(you|we|they|what|who|where)'re\b", r"\1 are"),
    (r"\bcan'?t\b", "can not"),
    (r"\bcannot\b", "can not"),
    (r"\bwo'?n't\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|have|has|had|could|should|would|must)n'?t\b", r"\1 not"),
)
_QUESTION = r"(?:what|where|who|whose|whom|which|how|when|why|whats|wheres|whos|hows|whens)\b"
_PRONOUN = r"(?:it|that|they|them|these|those|this|he|she)"
_CLAUSE_BEFORE = re.compile(
    r"^(?!(?:if|when|after|before|once|while|as|in case|suppose|assuming)\b)[^,:;?]*[a-z][^,:;?]*(?:[,:;]| -) "
    rf"(?:and |but |so |now |then )*(?=(?:(?:by|in|on|at|from|with|for|to|until|till) )?{_QUESTION}"
    rf"(?!.*\b{_PRONOUN}(?: is| are)?\W*$))",
    re.IGNORECASE,
)
"""What stands before a question in its sentence: `I'm sorry to be a nuisance, but what is ...`."""

_WHO_ASKS = re.compile(
    r"^[^:?]{3,40}\b(?:asks?|wonders?|wants to know|question)[^:?]{0,20}: (?=\w)", re.IGNORECASE
)
"""Who wants to know: `My kid asks: can a pawn jump over another?`"""

_REASON_BEHIND = re.compile(
    r"(?<=\w)(?:,| -) (?:because|since|as|for|so that|i|we|my|it is|it has|that) .*[^?]$", re.IGNORECASE
)
"""Why somebody asks: `Where is S1, I cannot see the picture.`"""

_ASIDE_BEHIND = re.compile(
    r"(?<=\w)(?:,| -+| \() ?(?:apart from|besides|aside from|other than|except"
    r"|as (?:i|my|we|they|you|it)|unlike|seeing (?:that|as|how)"
    r"|considering|given that|in case|not that|if not,? (?:why|then)|being) .*$",
    re.IGNORECASE,
)
"""What a question says beside: `What is a Nickelback, apart from a kind of musician?`"""

_WORD = re.compile(r"[\w*@]+(?:[-'.,/@:+=#][\w*@]+)*|\*")


def sentences(text: str) -> list[str]:
    """The sentences of a text, with their marks."""
    parts = re.split(r"(?<=[.!?])\s+|\s*\n\s*", " ".join(text.split(" ")).strip())
    return [part for part in parts if re.search(r"\w", part)]


@lru_cache(maxsize=512)
def plain(sentence: str) -> str:
    """A sentence without greetings and thanks, in words with single blanks; letter case is kept.

    >>> plain("Hi, what's a copperback, please?")
    'what is a copperback'
    """
    line, before = tidy(sentence), ""
    if line.isupper() and len(line.split()) > 2:  # in capitals; names keep theirs
        line = re.sub(r"\b[A-Z]{2,}\b", lambda found: found[0].lower(), line)
    while line != before:
        before = line
        line = said("openings", r"^{}(?=[\s,.:;!-]|$)[\s,.:;!-]*").sub("", line, count=1)
        line = said("closings", r"(?<=\w)[\s,;.-]*\b{}\s*[?.!]*$").sub("", line, count=1)
    line = _WHO_ASKS.sub("", line)
    if sentence.rstrip(" \"')").endswith("?"):  # otherwise it may go on: My word is RICE, which is ...
        line = _CLAUSE_BEFORE.sub("", line, count=1)
    line = _ASIDE_BEHIND.sub("", _REASON_BEHIND.sub("", line, count=1), count=1)
    if re.match("wh|how", line, re.IGNORECASE):  # what is a Hunter again?
        line = re.sub(r" again[?.!]*$", "", line)
    for short, full in _FULL_FORMS:
        line = re.sub(short, full, line, flags=re.IGNORECASE)
    return " ".join(_WORD.findall(line))


def words_of(text: str) -> Iterator[str]:
    """The words of a plain sentence in small letters."""
    yield from text.lower().split()
