"""Whether a letter says yes or no.

A yes is a line of nothing but words of consent, courtesies, names, and words that point to what was asked. Any other
word makes it doubtful, and so does a question, a no, or another sentence beside it: `Yes, that is spam`, `Ok, let me
think about it`. The player is then asked again. Where a yes can be undone, its first word decides: see `behind_yes`. A
no may give reasons, since a refusal can be put right later; it is doubtful where consent or a second thought follows:
`No, wait, yes`.

Pure: lines and names in, an answer out. Only the names of the people concerned, which are handed in, count as names,
except below a closing: a capital letter alone makes none, or `Ok, see you Monday` would agree.
"""

import itertools
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from importlib import resources
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from pbem.mail.reading import Letter

Answer: TypeAlias = Literal["yes", "no", ""]
Meaning: TypeAlias = Literal[
    "yes", "consent", "assent", "no", "regret", "greet", "kind", "leave", "name", "points"
]
"""What a phrase does in an answer; see `yes_no.toml`."""

_ALIKE: dict[str, str | None] = {
    **dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    # Invisible signs, and the variants of a picture.
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"),
    **dict.fromkeys(map(chr, range(0x1F3FB, 0x1F400))),
}
_TO_PLAIN = str.maketrans(_ALIKE)
_FACE = re.compile(r"(?<!\w)[:;=]-?[)DPp*]+(?!\w)")
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|\.{3,}|[:;=]-?[(/|\\\[]|[^\w\s]|_")
_MARKS = frozenset(".,;:!-()*\"'_&\u00a1\u3001\u3002")
"""Signs without meaning. All others mean something, and so do three dots and a sad face."""

_DRAWN = re.compile(r"[\s=~#|+*_<>-]*")

_FULL_FORMS = {
    "'s": " is",
    "'m": " am",
    "'ll": " will",
    "'d": " would",
    "n't": " not",
    "'ve": " have",
    "'re": " are",
}
_UNMARKED = re.compile(
    r"\b(?:(?P<not>do|does|did|wo|ca|is|are|was|were|could|would|should|have|has|had)nt"
    r"|(?P<am>i)m|(?P<would>i|you|they)d|(?P<have>i|you|we|they)ve|(?P<is>that|what|there|here|he|she|who|where)s|(?P<are>you|they)re)\b",
    re.IGNORECASE,
)
"""Short forms as people type them on phones: `dont`, `im`, `thats`."""

_HAD = re.compile(
    r"(?<=\w)'d\b(?=\s+(?:\w+(?:[^e\W]ed|tten|ught)|been|had|seen|known|done|heard|lost|left|said|made)\b)",
    re.IGNORECASE,
)
"""`I'd` before what has been done."""

_SHORT_FORM = re.compile(r"(?<=\w)(?:'(?:s|m|ll|d|ve|re)|n't)\b", re.IGNORECASE)


def in_full(line: str) -> str:
    """The line with look-alike signs unified, and `it's` written in full."""
    if line.isascii():
        line = line.replace("`", "'")
    else:
        line = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", line).translate(_TO_PLAIN))
    line = _HAD.sub(
        " had", _UNMARKED.sub(lambda found: f"{found[found.lastgroup or 0]} {found.lastgroup}", line)
    )
    return _SHORT_FORM.sub(lambda found: _FULL_FORMS[found[0].lower()], line)


def _table(text: str) -> frozenset[str]:
    return frozenset(in_full(each).strip().casefold() for each in re.split("[;\n]", text) if each.strip())


class _Words(Struct, frozen=True, forbid_unknown_fields=True):
    phrases: dict[Meaning, str]
    doubts: dict[str, str]


_WORDS = msgspec.toml.decode(resources.files(__package__).joinpath("yes_no.toml").read_bytes(), type=_Words)
_PHRASES = {meaning: _table(phrases) for meaning, phrases in _WORDS.phrases.items()}
_SECOND_THOUGHTS = _table(_WORDS.doubts["second_thoughts"])
_HEDGES = _SECOND_THOUGHTS | _table(_WORDS.doubts["hedges"])
_NO_NAMES = _HEDGES | _table(_WORDS.doubts["no_names"])
_WAVERING = _HEDGES | _table(_WORDS.doubts["wavering"])
_TURNING = _table(_WORDS.doubts["turning"])
_AFFIRMING = _table(_WORDS.doubts["affirming"])
_NOTING = re.compile(rf"\b(?:{'|'.join(sorted(_table(_WORDS.doubts['noting'])))})\b", re.IGNORECASE)
_ASKING = frozenset(
    (
        "who", "what", "why", "when", "where", "which", "how", "help", "on", "before", "after", "just", "then",
        "if",
    )
)  # fmt: skip
"""Words that waver in the sentence of a yes, but may begin a sentence below it."""

_OPPOSITE: dict[Answer, Answer] = {"yes": "no", "no": "yes"}
_COURTESIES: frozenset[Meaning] = frozenset(("greet", "kind", "leave", "name", "assent"))
_AGREES: frozenset[Meaning] = frozenset(("yes", "consent", "assent"))

_MEANING = {phrase: meaning for meaning, phrases in _PHRASES.items() for phrase in phrases}
_LONGEST = max(phrase.count(" ") for phrase in _MEANING) + 1

_LOOKED_AT = 40
"""Maximum number of words and signs examined in a line. No plain answer has more."""

COURTESIES = frozenset(phrase for phrase, meaning in _MEANING.items() if meaning in {*_COURTESIES, "regret"})
"""Phrases that mean nothing beside an order."""

GREETINGS = _PHRASES["greet"]  # first words of greetings
CLOSINGS = _PHRASES["leave"]  # phrases that end a letter, alone or with a name after them

ANSWER_WORDS = frozenset(phrase for phrase in _MEANING if " " not in phrase) | _NO_NAMES
"""Words of answers, which should not be names."""


class _Parts(NamedTuple):
    """The known phrases at the beginning of a line."""

    meanings: tuple[Meaning, ...]
    rest: str  # index of the first word or sign that is none of them
    paused: bool  # there is a pause between a no and the rest


def _parts(line: str, names: Collection[str], *, pointing: bool = True) -> _Parts:
    text = _FACE.sub(" ", in_full(line))
    tokens = list(itertools.islice(_TOKEN.finditer(text), _LOOKED_AT))
    words = [token[0].casefold() for token in tokens]
    found: list[Meaning] = []
    paused = False
    at = 0
    while at < len(words):
        size, meaning = _phrase(words, at)
        if meaning is None and words[at] in _MARKS:
            paused = paused or "no" in found
            at += 1
            continue
        if meaning is None and words[at] in names and words[at] not in _NO_NAMES:
            meaning = "name"
        if meaning == "points" and not (pointing and {"yes", "consent"} & set(found)):
            meaning = None
        if meaning is None:
            paused = paused or ("no" in found and words[at].startswith("..."))
            return _Parts(tuple(found), text[tokens[at].start() :], paused)
        found.append(meaning)
        at += size
    return _Parts(tuple(found), text[tokens[-1].end() :].strip() if tokens else "", paused)


def _phrase(words: list[str], at: int) -> tuple[int, Meaning | None]:
    for size in range(min(_LONGEST, len(words) - at), 0, -1):
        meaning = _MEANING.get(" ".join(words[at : at + size]))
        if meaning is not None:
            return size, meaning
    return 1, None


def _calls_in_doubt(text: str) -> bool:
    """Whether a no, or the text after it, contains words that agree after all, or that begin a new thought."""
    words = (word.casefold() for word in _TOKEN.findall(text))
    return any(word in _SECOND_THOUGHTS or _MEANING.get(word) in _AGREES for word in words)


def agrees_in_doubt(lines: Iterable[str], names: Collection[str] = ()) -> bool:
    """Whether a line of a letter begins with words that agree, whatever puts them in doubt, and none with a no."""
    found = [set(_parts(line, names).meanings) for line in lines if line.strip()]
    return any({"yes", "consent"} & each for each in found) and not any("no" in each for each in found)


def names_in(*texts: str) -> frozenset[str]:
    """The words of handles and mail addresses by which their owners may sign: `carl` and `meyer` of
    carl.meyer@example.org."""
    return frozenset(word.casefold() for text in texts for word in _TOKEN.findall(text.partition("@")[0]))


def answer_of(line: str, names: Collection[str] = (), *, strict: bool = False) -> Answer:
    """Whether one line says yes or no; "" if it says neither, or is doubtful.

    `names` are those of the people concerned, as from `names_in`. `strict`: only the word yes itself agrees, in any
    language.
    """
    found, rest, paused = _parts(line, names)
    if "no" in found and rest:
        return "no" if paused and not rest[0].isdigit() and not _calls_in_doubt(line) else ""
    if "no" in found:
        return "no" if _AGREES.isdisjoint(found) else ""
    if rest or "regret" in found:
        return ""
    return "yes" if "yes" in found or ("consent" in found and not strict) else ""


def is_courtesy(line: str, names: Collection[str] = ()) -> bool:
    """Whether a line contains nothing but courtesies and names, or is drawn with signs."""
    found, rest, _ = _parts(line, names)
    return _DRAWN.fullmatch(line) is not None or (not rest and _COURTESIES.issuperset(found))


def takes_leave(line: str, names: Collection[str] = ()) -> bool:
    """Whether a line contains nothing but a closing and names, be they known or not: `Cheers, Cat`.

    Such a line ends a letter; whether it agrees to anything is for `answer_in` to say, which knows no Cat.
    """
    found, rest, _ = _parts(line, names)
    return _is_signed(rest) and {"leave"} <= set(found) <= {"leave", "name"}


def _is_signed(text: str) -> bool:
    """Whether a text may be names of people and places, and nothing else."""
    words = [token for token in _TOKEN.findall(text) if token not in _MARKS]
    return all(len(word) > 1 and word[0].isupper() and word.casefold() not in _NO_NAMES for word in words)


def is_hedged(line: str, names: Collection[str] = ()) -> bool:
    """Whether a line begins with a yes or a no that does not count, because of what follows."""
    found, _, _ = _parts(line, names)
    return not answer_of(line, names) and not {"yes", "consent", "no"}.isdisjoint(found)


def answer_in(lines: Iterable[str], names: Collection[str] = (), *, strict: bool = False) -> Answer:
    """Whether the lines of a letter say yes or no, as in `answer_of`. The first one that is not a mere courtesy
    decides.

    Below a yes there may only be courtesies, names, and what is written below a closing: names of people and places,
    be they known or not. Lines below a no must not take it back.
    """
    said: Answer = ""
    closed = False
    for line in filter(str.strip, lines):
        closed = closed or takes_leave(line, names)
        if said == "yes" and closed and (takes_leave(line, names) or _is_signature(line)):
            continue
        answer = answer_of(line, names, strict=strict)
        reason = said == "no" and not _calls_in_doubt(line)
        pointed = said == "yes" and answer_of(f"yes {line}", names) == "yes"
        if (answer and said == _OPPOSITE[answer]) or not (
            answer or is_courtesy(line, names) or reason or pointed
        ):
            return ""
        said = said or answer
    return said


_LONGEST_NAME = 3
"""Maximum number of words of a name below a closing."""


def _is_signature(line: str) -> bool:
    return len(line.split()) <= _LONGEST_NAME and _is_signed(line)


def behind_yes(lines: Sequence[str], names: Collection[str] = ()) -> tuple[str, ...] | None:
    """What stands behind a yes with which a letter begins: the rest of its own line first. None if the letter does not
    begin so, the sentence of the yes puts it in doubt (`Yes, but not now`), or one below it takes it back.

    For what can be undone, where the first word decides.
    """
    at = next((at for at, line in enumerate(lines) if not is_courtesy(line, names)), len(lines))
    if at == len(lines):
        return None
    line = _FACE.sub(_as_stop, in_full(lines[at])).rstrip()
    first = _SENTENCE.match(line)
    ended = first is not None and not first[2] and not first[0].endswith("..")
    if first is not None and ended and answer_of(first[1], names, strict=True) == "yes":
        behind = (*filter(None, [line.removeprefix(first[0]).lstrip(".! ")]), *lines[at + 1 :])
        return None if _takes_back(behind) else behind
    found, rest, _ = _parts(line, names)
    if rest and not _ends_a_sentence(line.removesuffix(rest)):
        found, rest, _ = _parts(line, names, pointing=False)
    rest = _BUT_ALSO.sub("", rest)
    if "yes" not in found or not {"no", "regret"}.isdisjoint(found) or (rest and not rest[0].isalnum()):
        return None
    more: tuple[str, ...] = (rest,) if rest else ()
    before = line.removesuffix(rest)
    if rest and not _ends_a_sentence(before):
        sentence = _SENTENCE.match(rest)
        if sentence is None or sentence[2]:
            return None
        clause, comma, aside = sentence[1].partition(", ")
        joined = _AND.search(before) is not None
        if joined and _ASKS_MORE.match(sentence[1]):
            return (rest, *lines[at + 1 :])
        adds = joined and comma and _OF_THINGS.match(aside)
        if not _TURNING.isdisjoint(_words(clause if adds else sentence[1])):
            return None
        if adds:
            more = (_JOINT.sub("", clause), f"{aside}{rest.removeprefix(sentence[1])}")
    behind = (*more, *lines[at + 1 :])
    return None if _takes_back(behind) else behind


def _as_stop(face: re.Match[str]) -> str:
    """A face between words ends a sentence: `yes please :) and what are the rules`."""
    before, behind = face.string[: face.start()].rstrip(), face.string[face.end() :].lstrip()
    return ". " if before[-1:].isalnum() and behind[:1].isalnum() else " "


_POLITE = re.compile(r"^(?:please|pls) | (?:please|pls|then)$")


def affirmed(lines: Sequence[str], names: Collection[str] = ()) -> Sequence[str]:
    """Lines with a yes for a first sentence that only confirms what was proposed: `Exactly so. Thanks!`, `Ok, do that.
    Who is ahead?` An `Ok` alone above other sentences may only say that a mail has come."""
    at = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    first = _SENTENCE.match(in_full(lines[at]).strip()) if at < len(lines) else None
    clauses = re.split(r"[,;]\s*", first[1]) if first is not None and not first[2] else []
    words = [_POLITE.sub("", " ".join(_words(clause))) for clause in clauses]
    if first is None or not any(words):
        return lines
    affirms = words[0] in _AFFIRMING and all(word in _AFFIRMING or is_courtesy(word, names) for word in words)
    agrees = answer_of(first[1], names) == "yes" and not is_courtesy(_NOTING.sub("", first[1]), names)
    if not (affirms or agrees):
        return lines
    rest = in_full(lines[at]).strip().removeprefix(first[0]).strip()
    return [*lines[:at], f"yes. {rest}".removesuffix(". "), *lines[at + 1 :]]


def _ends_a_sentence(text: str) -> bool:
    """Whether a text ends with a sentence, or with an `and` that begins the next one."""
    return _AND.sub("", text).rstrip(" \"'*").endswith((".", "!"))


_BUT_ALSO = re.compile(r"^but (?=also\b)", re.IGNORECASE)
_AND = re.compile(r"\band\W*$", re.IGNORECASE)
_ASKS_MORE = re.compile(
    r"(?:also |then )?(?:how (?:long|many|much|often|far|do|does)|when|where|what|who|which)\b"
    r"(?!.*\b(?:if|but|unless|really|sure|why|not|no|this|that|it)\b)",
    re.IGNORECASE,
)
"""How a clause begins that asks for something else than the yes: `and how long do I have for a move`."""

_JOINT = re.compile(r"^(?:(?:then|also) )+", re.IGNORECASE)
_OF_THINGS = re.compile(r"(?:the|my|his|her|its|their) ", re.IGNORECASE)
"""How a clause begins that speaks of something else than the yes: `and then done, the squares do not matter`."""
_SENTENCE = re.compile(r"([^.!?\u2026]*)(?:[.!]+(?!\S)|(\?|\.{2,}|\u2026)|\Z|\.)")


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _TOKEN.findall(in_full(text))]


def _takes_back(lines: Iterable[str]) -> bool:
    """Whether a sentence below a yes takes it back, or calls it in doubt: `Sent by mistake, forget it`."""
    for line in filter(str.strip, lines):
        for sentence in re.split(r"(?<=[.!?])\s+", line.strip()):
            words = [word for word in _words(sentence) if word.isalnum()]
            first = set(words[:1])
            if not words or not (_WAVERING - _ASKING).isdisjoint(first) or _MEANING.get(words[0]) == "no":
                return True
            if not _TAKING_BACK.isdisjoint(words) or "not me" in " ".join(words):
                return True
    return False


_TAKING_BACK = frozenset(("forget", "ignore", "mistake", "spam", "unsubscribe", "wrong", "kidding", "joking"))


def read_answer(letter: Letter, *names: str, strict: bool = False) -> Answer:
    """What the answer to a question says; these people may be named in it, and its writer. A notice of absence says
    nothing."""
    own = names_in(letter.sender, letter.writer, *names)
    return "" if letter.away else answer_in(letter.lines, own, strict=strict)
