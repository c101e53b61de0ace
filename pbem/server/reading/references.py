"""Sentences beside an order that speak of it.

What is not known in the sentence of an order is doubt (see `judge`). A sentence beside it is talk, and costs nothing,
unless it points at the order: it announces it in words that are not known, says what it is (`That was for practice`),
tells the reader to do something with it (`Please keep it back until Sunday`), asks whether it is wise, or only
deliberates (`Let me run these past you first`). Then the order is asked about.
"""

import re
from collections.abc import Collection

from pbem.server.language.yes_no import in_full
from pbem.server.reading.judge import is_small_talk

_THESE = r"(?:that|this|these|those|the above|all that|all this)"
_THINGS = r"(?:orders?|moves?|letters?|mails?|plans?)"
_THEM = rf"(?:it|that|this|them|these|those|one|ones|any of|the above|the lot|(?:my|the|these|those|this) {_THINGS})"
_NO_MOVE = (
    r"(?:drafts?|plans?|ideas?|examples?|tests?|jokes?|thoughts?|guess(?:es)?|options?|possibilit(?:y|ies)|cop(?:y|ies)"
    r"|notes?|mistakes?|experiments?|exercises?|suggestions?|sketch(?:es)?)"
)

_SAYS_WHAT_IT_IS = re.compile(
    rf"(?:^|[.,;:] ?){_THESE} (?:is|was|are|were|would be|will be|would have been|could be|might be|may be) "
    r"(?:only|just|merely|still|not|never|for|from|if|when|where|what|how|meant|supposed|intended|to be|theirs|his|hers"
    rf"|(?:an?|the|my|our|one of my) (?:\w+ )?{_NO_MOVE}"
    r"|last (?:week|month|year|time|turn|night)|yesterday|old|wrong)\b"
)
"""`It` is left out: it rains, it was a long day."""

_GOES_ON = re.compile(
    r"^(?:\.{2,}|…)\s*(?:is|was|are|were|would|could|might|as|if|in case|at least|according)\b"
)

_LEADS = (
    r"(?:(?:oh|well|but|and|so|now|then|please|kindly|just|you (?:can|may|should|could|might|need)|feel free to|better"
    r"|do not|never|no need to|i would|let us|let me|hm+|ok|okay|actually|sorry|yet) )*"
)
_HANDLES = re.compile(
    rf"(?:^|[.,;:] ?){_LEADS}"
    r"(?:keep|hold|forget|ignore|use|send|count|drop|save|leave|skip|treat|consider|regard|file|store|park|freeze"
    r"|postpone|delay|run|check|read|process|execute|carry|change|edit|replace|swap|tear|burn|bin|trash|dump|erase|remove"
    r"|reject|refuse|decline|spare|sit|put|take|throw|pass|show|apply|submit|enter|register|discard|disregard|shelve) "
    rf"(?:\w+ ){{0,3}}?{_THEM}\b"
)
_FRIENDLY = re.compile(
    r"\b(?:keep it up|hold it together|take that|take it easy|take it from there|put it there|pass it on"
    r"|leave it (?:at|to|there)|run for it|use it well|check it out|let us leave it|take it or leave it)\b"
)

_ASKS = re.compile(
    rf"\b(?:would|should|could) (?:{_THESE}|it|i|we) (?!like\b|love\b)"
    r"|\bwhat (?:do|would) you (?:think|say|reckon|suggest|advise|do)\b|\bany (?:objections?|advice|better ideas?)\b"
)
"""Of a question."""

_DELIBERATES = re.compile(
    r"\bthinking (?:aloud|out loud)\b|\blet (?:you|ya) know\b|\bruns? (?:\w+ )?(?:past|by) (?:you|him|her|them)\b"
    r"|\bif i (?:were|was|had|could|dared)\b|\bbefore you (?:do|send|play|make|run|process|enter|count)\b"
    r"|\b(?:not|un)(?: yet)? (?:final|decided|settled|sure|certain)\b|\bundecided\b|\bin two minds\b"
    r"|\bsleep on (?:it|this|that)\b|\bthe real (?:one|ones|orders?|move|thing)\b"
    r"|\b(?:until|till) (?:i|we|further|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|then)\b"
    r"|\b(?:another|a different|a second|the next) (?:letter|mail) (?:follows|comes|will)\b"
)

_UNCERTAIN = re.compile(
    r"\b(?:could|might|should|thinks?|thought|thinking|says?|said|told|did|was|were|last|previous|options?|choices|ideas?"
    r"|considering|consider|wondering|either|maybe|perhaps|alternatives?|candidates?|possib\w+|if|not|never|instead"
    r"|drafts?|examples?|suggest\w*|recommend\w*|advi[sc]e\w*|wants? me)\b|\bwould (?!like|love)"
)


def speaks_of_orders(text: str, people: Collection[str] = (), *, asks: bool = False) -> bool:
    """Whether a sentence beside an order points at it. `asks`: it is a question."""
    plain = _plain(text)
    if is_small_talk(plain, people):
        return False
    if asks:
        return bool(_ASKS.search(plain))
    if _GOES_ON.search(plain) or _SAYS_WHAT_IT_IS.search(plain) or _DELIBERATES.search(plain):
        return True
    return bool(_HANDLES.search(plain)) and not _FRIENDLY.search(plain)


def announces_orders(text: str, people: Collection[str] = ()) -> bool:
    """Whether a sentence above an order introduces it as what it may not be."""
    opens = text.rstrip().endswith(":") and not is_small_talk(text, people)
    return opens and bool(_UNCERTAIN.search(_plain(text)))


def _plain(text: str) -> str:
    """A sentence in small letters, with short forms in full, without signs that no rule looks at."""
    return re.sub(r"[!?\"()*_~']+", "", in_full(text).casefold()).strip()
