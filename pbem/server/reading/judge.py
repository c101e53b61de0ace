"""Whether an order is meant as one: the only place where doubt is judged.

Within the sentence of an order it is judged twice: by a list of words over the whole sentence, and by what is not
known. Before an order, and behind it up to the first bracket, dash or full stop, only courtesies, names of people and
phrases may stand that say "this is my move". What is not known there is doubt, too: lists alone let too much pass. A no
or an if is beyond doubt in the clause of the order; in another clause of its sentence it may speak of anything.

A sentence beside an order is talk, and costs nothing, unless it takes the order back, announces that it is none, or
points at it in words of doubt: it says what it is (`That was for practice`), tells the reader to do something with it
(`Please keep it back until Sunday`), asks whether it is wise, or only deliberates.

The phrases are data, in `judge.toml`.
"""

import functools
import itertools
import re
from collections.abc import Collection, Container, Sequence
from enum import Enum
from importlib import resources

import msgspec

from pbem.server.language.phrases import Phrases, words_of
from pbem.server.language.yes_no import COURTESIES
from pbem.server.reading.finder import Position, Span
from pbem.server.reading.sentences import SENTENCE, Sentence
from pbem.server.reading.stops import behind_a_break, behind_so_or_but, up_to_a_stop


class _Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    classes: dict[str, str]
    phrases: dict[str, str]


@functools.cache
def _texts() -> _Texts:
    data = resources.files(__package__).joinpath("judge.toml").read_bytes()
    return msgspec.toml.decode(data, type=_Texts)


_SEVERAL = {"clear": ("clear", "asides"), "announced": ("clear", "asides", "announcing")}


class Verdict(Enum):
    """`CLEAR`: it is meant. `UNKNOWN`: probably, so it is offered. `HARD`: nobody knows, so it is asked about."""

    CLEAR = 0
    UNKNOWN = 1
    HARD = 2


@functools.cache
def phrases(name: str) -> Phrases:
    """A list of `judge.toml`; courtesies and asides are clear, too."""
    texts = _texts()
    names = _SEVERAL.get(name, (name,))
    others = COURTESIES if "clear" in names else ()
    return Phrases(*map(texts.phrases.__getitem__, names), others=others, classes=texts.classes)


def judge(position: Position, sentence: Sentence, spans: Sequence[Span], people: Collection[str]) -> Verdict:
    """How certain it is that these orders are meant by their sentence."""
    outside = _outside(sentence, spans)
    sides = (word for side in position.names.sides for word in side.lower().split())
    roles = (word for role in position.names.roles.values() for word in role.lower().split())
    clear, people = phrases("clear"), {*people, *sides, *roles, *position.only_ball, *_NOUNS}
    if position.asks_one_word:  # S3 catches it
        people |= {*position.answering, *position.balls, "it"}
    one_word = all(" " not in span.line for span in spans)
    verdict = Verdict.CLEAR
    for at, (text, start, end) in enumerate(outside):
        behind = at == len(outside) - 1
        text = _without_salutation(_CALLED.sub("oh", text)) if at == 0 else text
        words = words_of(text)
        rest = _without(words, people)
        near = text if 0 < at < len(outside) - 1 else up_to_a_stop(text) if behind else behind_a_break(text)
        if phrases("hard").found_in(_without(words_of(near), people)) or _has_slash(text):
            return Verdict.HARD
        close = words_of(up_to_a_stop(text)) if behind else words
        near_order = behind_so_or_but(text) if at == 0 else up_to_a_stop(text)
        said_of = at == 0 or (behind and close[:1] == ["is"])  # ... is what I play
        announced = said_of and not one_word and announces(near_order, people)
        if (
            not (clear.cover(close, people) or (behind and is_reason(close, people)) or announced)
            or phrases("soft").found_in(rest)
            or phrases("hard").found_in(rest)
            or phrases("rivals").found_in(words)
            or _names(position, sentence, start, _last_near(sentence, start, end) if behind else end)
        ):
            verdict = Verdict.UNKNOWN
        beyond = text[len(up_to_a_stop(text)) :] if behind else ""  # this is as a sentence of its own
        if takes_back(beyond, people) or phrases("alternates").begins(_harmless_out(words_of(beyond))):
            return Verdict.HARD
        if judge_beside(beyond, people) is not Verdict.CLEAR:
            verdict = Verdict.UNKNOWN
    tokens = sentence.tokens
    inside = (sentence.plain[tokens[span.start].start() : tokens[span.end - 1].end()] for span in spans)
    if (
        is_corrected(sentence.text)
        or _alternatives(position, sentence, spans)
        or any(map(_has_slash, inside))
    ):
        return Verdict.HARD
    first, *rest = spans[0].line.split()
    # `I pass this time` may be the writer:
    me = first in ("I", "i") and len(rest) == 1 and len(tokens) > _PAIR
    return Verdict.UNKNOWN if sentence.asks or me or is_request(sentence.plain) else verdict


_SALUTATION = re.compile(
    r"^\W*(?:dear|hi|hello|hey|hiya|howdy|greetings|salutations|ahoy|moin|good (?:morning|day|evening|afternoon))\b"
    r"[^,:;.!?\"()]{0,40}[,!]",
    re.IGNORECASE,
)
"""A greeting up to its comma."""


def _without_salutation(text: str) -> str:
    """A text without its salutation, whoever that is for: `Dear fellow ranger, `."""
    found = _SALUTATION.match(text)
    return text if found is None or is_doubtful(found[0]) else text[found.end() :]


def announces(text: str, people: Collection[str]) -> bool:
    """Whether each clause beside an order says only that it is one; who is named there does not do it: `Ben wants me
    to S1 throw N1` says more."""
    clauses = [words_of(clause) for clause in _CLAUSES.split(text)]
    known = all(
        phrases("clear").cover(words, people) or phrases("announced").cover(words, _NOUNS)
        for words in clauses
    )
    return known and (len(clauses[-1]) == 1 or clauses[-1][-1:] not in (["to"], ["for"], ["of"]))


def strange_words(sentence: Sentence, spans: Sequence[Span], people: Collection[str]) -> str:
    """The first words beside orders that are not known, as they are written; empty if all are."""
    for text, _, _ in _outside(sentence, spans):
        words = words_of(text)
        rest = _without(words, people)
        if rest:
            written = re.search(rf"\b{re.escape(rest[0])}", text, re.IGNORECASE)
            shown = text[written.start() :] if written is not None else " ".join(rest)
            return " ".join(up_to_a_stop(shown).split()[:_SHOWN]).strip(" ,:")
    return ""


_SHOWN = 4
"""Maximum number of strange words that are shown."""


def judge_beside(
    text: str,
    people: Collection[str] = (),
    *,
    asks: bool = False,
    introduces: bool = False,
    follows: bool = False,
) -> Verdict:
    """How certain orders stay beside a sentence. `introduces`: it stands above one, and nothing between them;
    `follows`: it stands on the line below one."""
    words = words_of(_TIMES.sub("now", text))
    if phrases("clear").cover(words, people):
        return Verdict.CLEAR
    if introduces and announces_doubt(text, people):
        return Verdict.HARD
    rest = _without(words, people, kept=phrases("pointers"))
    if asks:
        pointed = phrases("asking").found_in(words) and not phrases("liking").found_in(words)
        pointed = pointed or (introduces and _asks_about_this(words))
        pointed = pointed or bool(phrases("pointers").found_in(rest) and phrases("unsettles").found_in(rest))
        return Verdict.UNKNOWN if pointed else Verdict.CLEAR
    pointed = text.lstrip().startswith(("...", "\u2026")) or bool(phrases("pointers").found_in(rest))
    if pointed and phrases("unsettles").found_in(rest):
        return Verdict.UNKNOWN
    if _has_no_subject(words, people) and any(phrases(name).found_in(rest) for name in ("hard", "unsettles")):
        return Verdict.UNKNOWN  # so it speaks of what stands beside it
    lists = ("hard", "soft", "unsettles") if text.rstrip().endswith((":", ",")) else ("hard",)
    goes_on = introduces and re.search(r"[.!?)\u2026]\s*$", text) is None
    if goes_on and any(phrases(name).found_in(rest) for name in lists):
        return Verdict.UNKNOWN
    if introduces and text.rstrip().endswith(":") and not phrases("introductions").found_in(words):
        return Verdict.UNKNOWN
    if goes_on and words[-1] in phrases("unfinished"):
        return Verdict.UNKNOWN  # the order is the rest of this sentence
    if follows and text[:1].islower() and phrases("continues").begins(words):
        return Verdict.UNKNOWN
    if phrases("deliberates").found_in(_harmless_out(_as_they(words, people))):
        return Verdict.UNKNOWN
    clauses = [words_of(clause) for clause in _CLAUSES.split(text)]
    return Verdict.UNKNOWN if any(map(_points, clauses)) else Verdict.CLEAR


def _asks_about_this(words: Sequence[str]) -> bool:
    """Whether a question is about what stands below it: `Could somebody check this for me?`"""
    behind = (after for word, after in itertools.pairwise((*words, "")) if word in ("this", "these"))
    return any(not after or after in phrases("no_nouns") for after in behind)


_TIMES = re.compile(
    r"\bthis (?:time|week|year|month|morning|evening|afternoon|summer|winter)\b", re.IGNORECASE
)
"""`This` that points at no order."""

_SHORT = 3
"""Maximum number of words of a sentence without a subject."""


def _has_no_subject(words: Sequence[str], people: Collection[str]) -> bool:
    """Whether a sentence is too short for a subject of its own: `Draft only`, `Not for today`."""
    return len(words) <= _SHORT and words[0] not in people and not _PERSONS.issuperset(words[:1])


_PERSONS = frozenset(
    ("i", "we", "you", "he", "she", "they", "my", "your", "our", "his", "her", "what", "how")
)

_CLAUSES = re.compile(r"[.,;:]| - ")


def _points(words: Sequence[str]) -> bool:
    """Whether a clause says of an order what it is, or tells the reader to do something with it."""
    at = 0
    while size := phrases("leads").begins(words, at):
        at += size
    if size := phrases("subjects").begins(words, at):
        said = phrases("harmless_predicates").begins(words, at + size)
        return not said and at + size < len(words)
    if not phrases("handles").begins(words, at) or phrases("friendly").found_in(words):
        return False
    return bool(phrases("handled").found_in(words[at + 1 : at + 2 + _BETWEEN]))


_BETWEEN = 4
"""Maximum number of words between a verb and the order that it speaks of."""


def is_doubtful(text: str, people: Collection[str] = ()) -> bool:
    """Whether a text without an order says no, if, or: it would hold what it speaks of."""
    rest = _without(
        words_of(_CALLED.sub("oh", text)), people, lists=("harmless", "clear", "endings", "ends_turn")
    )
    return bool(phrases("hard").found_in(rest))


_CALLED = re.compile(r"^O(?=\s)")
"""What poems begin with. In other languages it may say or, but not in front of everything."""


def announces_doubt(text: str, people: Collection[str] = ()) -> bool:
    """Whether a sentence above an order puts it in doubt."""
    words = _as_they(words_of(text), people)
    while words and (size := phrases("clear").begins(words)) and not phrases("announces").begins(words):
        words = words[size:]
    return bool(phrases("announces").begins(words))


def ends_turn(words: Sequence[str], people: Collection[str]) -> bool:
    """Whether a sentence says plainly that a turn is over, and nothing else."""
    for at in range(len(words) if len(words) <= SENTENCE else 0):
        if size := phrases("ends_turn").begins(words, at):
            known = {*people, *_BEFORE_THE_END}
            return all(phrases("clear").cover(part, known) for part in (words[:at], words[at + size :]))
    return False


_BEFORE_THE_END = ("so", "then", "now", "and", "with", "that", "this", "please", "i", "am", "said", "done")


def takes_back(text: str, people: Collection[str] = ()) -> bool:
    """Whether a sentence below an order takes it back."""
    text = _TAG.sub("", text)
    clauses = re.split(r"[,;:.!]| - ", text)
    return any(_is_second_thought(clause, people) for clause in (text, *clauses)) or any(
        _begins_to_take_back(clause, people) for clause in clauses
    )


_LONGEST = 24
"""Maximum number of words of a second thought."""

_TAG = re.compile(r",\s*(?:no|right|eh|or not)\s*\?\s*$", re.IGNORECASE)
"""What makes a question of a remark: `Good game, no?`"""


def _is_second_thought(text: str, people: Collection[str]) -> bool:
    """Whether a text speaks of nothing but what has been written, with a no or a second thought."""
    words = words_of(text)
    if 1 < len(words) <= _SHORT and words[-1] in phrases("is_void"):  # Motion withdrawn.
        return True
    return (
        0 < len(words) <= _LONGEST
        and phrases("small").cover(words, people)
        and bool(phrases("seconds").found_in(_harmless_out(words)))
    )


def _begins_to_take_back(text: str, people: Collection[str]) -> bool:
    written = _harmless_out(words_of(text))
    words, small = _as_they(written, people), phrases("small")
    for at in range(min(len(words), _LEADING)):
        halts = phrases("halts").begins(words, at)
        if (halts and small.cover(words[at + halts :], people)) or phrases("takes_back").begins(words, at):
            return True
        leads = words[at] in small and words[at] not in _SUBJECTS
        if not (leads or written[at] in people or phrases("clear").begins(words, at) == 1):
            return False
    return False


_SUBJECTS = ("i", "we", "you", "it", "they")


_RIVALS = frozenset(("choice", "option", "preference", "priority"))

_NOUNS = ("pawn", "piece", "player", "token", "figure", "character")

_PAIR = 2
"""Number of words of an order that names nothing but its figure."""

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
    if words[-2:] in (["will", "you"], ["would", "you"], ["could", "you"]):
        return True
    asked = not _PLEASE.isdisjoint(words)
    return asked and (
        bool(phrases("polite").begins(words)) or words[:1] in (["could"], ["would"], ["can"], ["will"])
    )


_PLEASE = frozenset(("please", "pls", "plz", "may", "might", "kind", "kindly", "mind"))


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


def is_reason(words: Sequence[str], people: Collection[str]) -> bool:
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


def _without(
    words: Sequence[str],
    people: Collection[str] = (),
    lists: Sequence[str] = ("harmless", "clear"),
    kept: Container[str] = (),
) -> list[str]:
    """Words without those of people, and phrases that are clear, or look like doubt and are none; but with those
    `kept`."""
    rest: list[str] = []
    at = 0
    while at < len(words):
        size = max(phrases(name).begins(words, at) for name in lists)
        if size > 0 and at < _LEADING and size < phrases("hard").begins(words, at):  # yeah right
            size = 0
        rest += [word for word in words[at : at + size] if word in kept]
        if not size and words[at] not in people:
            rest.append(words[at])
        at += size or 1
    return rest


def _harmless_out(words: Sequence[str]) -> list[str]:
    return _without(words, lists=("harmless",))


def _as_they(words: Sequence[str], people: Collection[str]) -> list[str]:
    """Words with `they` for the names of people: what is said of them is the same for all."""
    return ["they" if word in people else word for word in words]


def _has_slash(text: str) -> bool:
    return " / " in f" {text} " and "/" in text


_CORRECTED = re.compile(r"\S\s+\*\w[^*]*$")
"""A star before a word: it is written instead of another one."""


def is_corrected(text: str) -> bool:
    """Whether a word is put right behind a text: `S1 move b3 *c3`."""
    return _CORRECTED.search(text) is not None


def _last_near(sentence: Sentence, start: int, end: int) -> int:
    """Where the names end that may belong to an order in front of them: a longer remark behind a break has its own."""
    near = up_to_a_stop(sentence.plain[_start(sentence, start) :])
    at = _start(sentence, start) + len(near)
    beyond = next((each for each in range(start, end) if sentence.tokens[each].start() >= at), end)
    return beyond if len(words_of(sentence.plain[at:])) > _SHORT else end


def _names(position: Position, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a figure or a square stands between two tokens."""
    tokens = sentence.tokens
    for at in range(start, end):
        after = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
        if position.is_name(tokens[at][0], after) and tokens[at][0].lower() not in position.answering:
            return True
    return False


def _alternatives(position: Position, sentence: Sentence, spans: Sequence[Span]) -> bool:
    """Whether two orders are for the same figure and have the same verb, without `then` between them, or are called
    choices."""
    gaps = [
        {token[0].lower() for token in sentence.tokens[one.end : other.start]}
        for one, other in itertools.pairwise(spans)
    ]
    in_turn = any("then" in gap for gap in gaps)  # S3 move h1, S3 move h2 and then done
    for between, (one, other) in zip(gaps, itertools.pairwise(spans), strict=True):
        heads = [span.line.lower().replace(":", "").split()[:2] for span in (one, other)]
        if not _RIVALS.isdisjoint(between):
            return True
        if in_turn or "->" in between or one.line.lower() == other.line.lower():
            continue
        same = heads[0][:1] == heads[1][:1]
        without = same and not position.is_figure(heads[0][0], "to")  # word RICE, sorry, word RAIL
        if without or (same and (heads[0] == heads[1] or len({*map(len, heads)}) > 1 or _bare(heads))):
            return True
    return False


def _bare(heads: Sequence[Sequence[str]]) -> bool:
    """Whether orders name squares right behind a figure: they are both moves."""
    return all(len(head) == 2 and any(sign.isdigit() for sign in head[1]) for head in heads)
