"""The only order that a sentence can mean, though nobody knows all of its words: `S3 wanders over to h2`.

Figures, squares, verbs and other words of orders that stand in the sentence are put together in all ways. If just one
order comes out that is legal now, it is what was meant, or the sentence is no order. So it is only ever offered.
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.play.orders import nearest
from pbem.server.language.phrases import words_of
from pbem.server.reading.finder import JOINTS, Position, Span
from pbem.server.reading.forms import DROPPED, OWNERS, PAYING, Word, parse_words
from pbem.server.reading.judge import is_small_talk, phrases
from pbem.server.reading.sentences import SENTENCE, Sentence
from pbem.server.reading.stops import up_to_a_stop

WORDS = 24
"""Maximum number of words and signs of a sentence that may be an order in unknown words."""

_NAMES = 3
"""Maximum number of names of such a sentence."""

_SEVERAL = 2
"""Number of verbs from which on they say themselves what is done."""

_TRIED = 80
"""Maximum number of lines that are tried."""

_GET = "fetch"
"""What a figure does with a ball in words that nobody knows, where it may."""


class Guess(Struct, frozen=True):
    """An order that a sentence may mean. `begins`: the sentence begins with it, and it has more than one word."""

    line: str
    begins: bool


def only_order(position: Position, sentence: Sentence) -> Guess | None:
    """The only legal order that the words of a sentence can be put together to; None if there is none, or several."""
    words = list(parse_words(position, sentence, strictly=False))
    if position.ask is None or len(words) > WORDS:
        return None
    if not any(word.name for word in words) and (line := ending(position, sentence)):
        return Guess(line, begins=False)
    for lines, edits in _lines(position, words):
        kinds = (*position.ask.takes, *(position.ask.edits if edits else ()))
        found: dict[type, str] = {}
        for line in itertools.islice(dict.fromkeys(lines), _TRIED):
            order = position.read(line)
            if order is not None and isinstance(order, kinds) and position.is_legal(line, order):
                found.setdefault(type(order), str(order))
        if found:
            line = next(iter(found.values()))
            return Guess(line, " " in line and _begins(sentence, words)) if len(found) == 1 else None
    if line := _by_only_figure(position, sentence, words):
        return Guess(line, _begins(sentence, words))
    return None


def _by_only_figure(position: Position, sentence: Sentence, words: Sequence[Word]) -> str:
    """The order of the only figure that may do what a sentence says of none: `Throw at N1, with the 5.` Else empty."""
    targets = list(dict.fromkeys(word.text for word in words if word.name))
    acts = [word for word in words if word.verbs]
    if position.ask is None or not targets or len(acts) != 1 or any(map(position.commands, targets)):
        return ""
    paid = PAYING.search(sentence.plain)
    own = [figure for figure, seat in position.names.figures.items() if seat == position.seat]
    lines = (
        f"{_line([figure], verb, targets)}{f' with {paid[1]}' if paid is not None else ''}"
        for figure in own[:_FIGURES]
        for verb in acts[0].verbs
    )
    read = ((line, position.read(line)) for line in lines)
    legal = [
        line
        for line, order in read
        if order is not None and isinstance(order, position.ask.takes) and position.is_legal(line, order)
    ]
    return legal[0] if len({line.split()[0] for line in legal}) == 1 else ""


_FIGURES = 16
"""Maximum number of figures that are tried."""


def said_order(position: Position, sentence: Sentence) -> str:
    """The order that the names of a sentence and a verb in it are, legal or not: `D tackles M`, which is far away."""
    if position.ask is None or len(sentence.tokens) > WORDS:
        return ""
    words = list(parse_words(position, sentence, strictly=False))
    names = list(dict.fromkeys(word.text for word in words if word.name))
    own = [name for name in names if position.commands(name)]
    known = position.words | position.balls
    objects = dict.fromkeys(word.text for word in words if word.name or word.text.lower() in known)
    targets = [each for each in objects if each not in own]
    if len(own) != 1 or not targets:
        return ""
    named = [each for each in targets if each in names]
    lines = (_line(own, verb, each) for word in words for verb in word.verbs for each in (targets, named))
    return next((line for line in lines if isinstance(position.read(line), tuple(position.ask.takes))), "")


def longer_with_slip(position: Position, sentence: Sentence, spans: Sequence[Span]) -> str:
    """The order found in a sentence with the words behind it, if these go on with it but for slips:
    `A1 move f4, pikc up`. Otherwise empty."""
    if len(spans) != 1 or position.asks_one_word:
        return ""
    end = sentence.tokens[spans[0].end - 1].end()
    behind = up_to_a_stop(sentence.plain[end:])
    known = sorted({"with", *position.words, *position.verbs_begin, *position.balls})
    mended = _WORD.sub(lambda word: _spelled(word[0], known), behind)
    if mended == behind:
        return ""
    line = f"{spans[0].line}{mended}".rstrip(" .,!")
    order = position.read(line)
    return line if order is not None and position.is_legal(line, order) else ""


_WORD = re.compile(r"[a-z]{3,}")


def _spelled(word: str, known: Sequence[str]) -> str:
    """A word with its slip put right, if it is nearly one of those known."""
    if word in known or is_small_talk(word):
        return word
    turned = next((each for each in known if sorted(each) == sorted(word)), "")
    return turned or nearest(word, known, cutoff=_LIKE) or word


_LIKE = 0.75
"""How similar a word must be to the one that it is a slip of."""


def told_to_do(position: Position, sentence: Sentence) -> str:
    """What a sentence tells figures of the player to do, in any words, from the first of them on: `T1 goes ahead, and R
    scores`. One figure alone is told so only to what is named: `S1 runs like the wind` is talk. Otherwise empty."""
    if sentence.asks or len(sentence.tokens) > WORDS:
        return ""
    words = [
        word for word in parse_words(position, sentence) if word.name or word.text.lower() not in DROPPED
    ]
    acts = [
        (figure, act)
        for figure, act in itertools.pairwise(words)
        if figure.name and position.commands(figure.text) and act.verbs
    ]
    figures = {figure.text for figure, _ in acts}
    others = {word.text for word in words if word.name or word.text.lower() in position.balls} - figures
    if not acts or (len(figures) == 1 and not others):
        return ""
    figure, act = acts[0]
    if any(word.name and word.start < figure.start for word in words):
        return sentence.plain
    return f"{figure.text} {act.verbs[0]}{sentence.plain[sentence.tokens[act.end - 1].end() :]}"


def ending(position: Position, sentence: Sentence) -> str:
    """The order that ends a turn, where a sentence says that it is over."""
    said = sentence.words if len(sentence.words) <= SENTENCE else ()
    if not any(phrases(name).found_in(said) for name in ("ends_turn", "endings")):
        return ""
    for word in sorted(position.first_words):
        order = position.read(word)
        if order is not None and order.closes and position.is_legal(word, order):
            return word
    return ""


def _begins(sentence: Sentence, words: Sequence[Word]) -> bool:
    first = next((word for word in words if word.name or word.verbs), None)
    return first is not None and is_small_talk(sentence.plain[: sentence.tokens[first.start].start()])


def _lines(position: Position, words: Sequence[Word]) -> Iterator[tuple[Iterator[str], bool]]:
    """What the words may be, in groups: those that keep more of them first. Where verbs stand among them, they may be
    orders that are written before their time."""
    names = list(dict.fromkeys(word.text for word in words if word.name))
    own = [name for name in names if position.commands(name)]
    said = list(dict.fromkeys(verb for word in words for verb in word.verbs))
    acts = sum(bool(word.verbs) for word in words)
    objects = [word.text for word in words if word.name or word.text.lower() in position.words]
    ball = len(own) == 1 and names == own and any(word.text.lower() in position.balls for word in words)
    gets = ball and (acts != 1 or not said or said[0] in position.movements)  # not: A1 kicks the gnome
    if own and len(names) > _NAMES:
        yield from _lists(position, words, said)
        return
    for named in dict.fromkeys((tuple(dict.fromkeys(objects)), tuple(names))):
        head, targets = own[:1], [each for each in named if each not in own[:1]]
        if own or targets:
            yield (_line(head, verb, targets, more) for verb in said for more in said if more != verb), True
            if acts < _SEVERAL:  # A1 to e5 and pick up
                yield (
                    (_line(head, verb, targets, more) for verb in position.game.verbs for more in said),
                    False,
                )
            if targets and not set(said).isdisjoint(position.movements):
                yield (_line(head, verb, targets) for verb in position.movements), True
            if gets:
                yield iter((f"{own[0]} {_GET}",)), False
            yield (_line(head, verb, targets) for verb in said), True
            if targets and acts < _SEVERAL:  # S1 tosses the ball to his mate S2
                yield (_line(head, verb, targets) for verb in position.game.verbs), False
    if acts == 1 and (holder := position.holder) not in ("", *names[:1]):  # pass the ball to C
        yield (_line([holder], verb, names) for verb in said if names), False
    if not names and acts < _SEVERAL:
        yield iter(said), False
    yield from _lists(position, words, said)


def _lists(
    position: Position, words: Sequence[Word], said: Sequence[str]
) -> Iterator[tuple[Iterator[str], bool]]:
    """Orders made of lists, where few kinds are asked for: `I'll put my pawns on a, c, d, f and h`.

    A verb with all words that may be meant, or the beginning of an answer with those that stand in answers."""
    if not position.asks_few:
        return
    before = [".", *(word.text.lower() for word in words[:-1])]
    behind = [*(word.text for word in words[1:]), "."]
    around = zip(words, before, behind, strict=True)
    others = [word.text for word, last, after in around if _may_be_meant(word, last, after)]
    known = position.answers
    spelled = [word if word.rstrip("*") in known.words else word.lower() for word in others]
    answers = [word for word in spelled if word.rstrip("*") in known.words]
    formed = [word for word in others if word.lower() in position.words and word.lower() not in answers]
    for verbs in (said, position.game.verbs):
        yield (f"{verb} {other}" for verb in verbs for other in others), False
        yield (f"{verb} {' '.join(others)}" for verb in verbs), True
    marked = {word.rstrip("*") for word in answers if word.endswith("*")}
    once = [word for word in answers if word not in marked]  # ..., orc and human. The orc gets the star
    for chosen in filter(None, (answers, once, [*formed, *answers])):
        yield (f"{first} {' '.join(chosen)}" for first in known.first), True


def _line(head: Sequence[str], verb: str, targets: Sequence[str], more: str = "") -> str:
    return " ".join((*head, verb, *targets)) + (f", {more}" if more else "")


def _may_be_meant(word: Word, before: str, behind: str) -> bool:
    """Whether a word may be part of an order; `a` and `i` are in a list, or behind `column`."""
    owned = before in OWNERS and len(word.text) == 1  # my R is no `right`
    if word.verbs or not word.text[0].isalnum() or owned:
        return False
    small = phrases("small")
    ends = not behind[0].isalnum() or behind.lower() in JOINTS
    alone = before == "column" or ends or len(behind) == 1
    listed = word.text.lower() in ("a", "i") and alone
    return word.name or listed or not all(part in small for part in words_of(word.text))
