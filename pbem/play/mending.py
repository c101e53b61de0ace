"""Proposals for unreadable lines, made with the same forms that read lines.

Every proposal can be read. It is found by a few small repairs, each where reading got stuck: a misspelt word, a word
of another game, the figure after its verb, a missing word. Words without a meaning in the game may be left out, but
no others: a player who named two targets is not offered one.

A proposal is certain if a single slip of the pen explains the line, and no other: one word is misspelt, or stands in
the wrong place. What names a figure or a square is never taken for a slip.
"""

import heapq
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.play.forms import FILLERS, Line, Rule, Word
from pbem.play.grammar import Grammar
from pbem.play.orders import Unreadable, Wrong, all_near
from pbem.play.requests import Order

SEVERAL = 'Write one order per line, or put ";" between them'
SMALL = frozenset((*FILLERS, "i", "please", "in", "and", "then", "do", "it", "now"))
"""Words that never change the meaning."""
JOINTS = ("and", "then", "&", "also", ",")
"""Words between two orders."""
STANDING = ("always", "never")
"""Words that no proposal adds to a single word: whoever writes `plan` asks for nothing that counts for good."""
REPAIRS = 3
"""Maximum cost of the repairs to a line: with more it could become anything. One costs 1; leaving words out, or adding
a missing verb, costs 2."""
SLIP = 1
"""Cost of a single slip of the pen."""
OPENING = re.compile(
    r"(?:ok(?:ay)?,? |so,? |well,? )?(?:(?:i|we)(?:'d|'ll|'m| would| will| want| am)?|let(?:'s| me| us))"
    r"(?: (?:would|will|want|like|love|going|have|decided|choose|chose|think|i))*(?: to)? "
    r"|(?:my|the|our) (?:word|move|turn|answer|choice|orders?) (?:is|are|will be):? ",
    re.IGNORECASE,
)
"""What a sentence begins with that is an order: `I'd like to ...`."""
TRIED = 150
"""Maximum number of lines tried."""
LONGEST = 40
"""Maximum number of words in a line, and of letters in a word, for mending."""


class Mender:
    """Makes proposals for a grammar.

    `others` maps words that people use to the game's own; `sure` says whether a guessed line makes sense, if reading
    alone does not tell; `guess` has the lines that the game itself would try first.
    """

    def __init__(
        self,
        others: Mapping[str, str] | None = None,
        sure: Callable[[Order], bool] = lambda order: True,
        guess: Callable[[Sequence[str]], Iterable[str]] = lambda words: (),
    ) -> None:
        self._others, self._sure, self._guess = others or {}, sure, guess

    def __call__(self, grammar: Grammar, words: Sequence[str]) -> Wrong:
        """What is wrong, if that can be said (else empty), and the line or lines probably meant, or empty."""
        if not words or len(words) > LONGEST:
            return Wrong("")
        words = _without_full_stops(words)
        if plain := self._without_opening(grammar, words):
            words = plain
            if (order := _exact(grammar, Line(words))) is not None and self._sure(order):
                return Wrong("", nearest=str(order))
        for guess in self._guess(words):
            orders = [_exact(grammar, Line(piece.split())) for piece in guess.split(";")]
            if len(orders) > 1 and all(orders):
                return Wrong(SEVERAL, nearest="; ".join(map(str, orders)))
        starts = list(_starts(grammar, words))
        own = self._in_own_words(grammar, words, strange=True)
        for said, begins in ((words, starts), (own, list(_starts(grammar, own)))):
            if several := self._several(grammar, said, begins):
                return Wrong(SEVERAL, nearest="; ".join(several))
        meant, certain = self._meant(grammar, words)
        pieces = itertools.pairwise([0, *starts, len(words)] if starts else [])
        # Otherwise something else is wrong with them, too.
        readable = not meant and any(_piece(grammar, words[start:end]) for start, end in pieces)
        return Wrong(SEVERAL if readable else "", nearest=meant, certain=certain)

    def _without_opening(self, grammar: Grammar, words: Sequence[str]) -> list[str]:
        """The line behind the beginning of its sentence; empty where it has none, or begins with a figure."""
        if any(isinstance(kind, Word) and kind.fits(words[0]) for kind in grammar.begins):
            return []
        line = " ".join(words)
        found = OPENING.match(line)
        return line[found.end() :].split() if found else []

    def _in_own_words(self, grammar: Grammar, words: Sequence[str], *, strange: bool) -> list[str]:
        """The line in the game's own words for those that people use, also in the third person: `S1 goes to b4`.
        `strange`: only for words that the game does not have, and none is left out."""
        plain: list[str] = []
        for word in words:
            own = self._own(grammar, word, strange)
            if own and not (own != word and plain[-1:] == [own]):  # `go to` is `move` once
                plain.append(own)
        return plain

    def _own(self, grammar: Grammar, word: str, strange: bool) -> str:
        low = word.lower()
        if low in grammar.words or not self._others.get(low, low):
            return word if strange else self._others.get(low, word)
        for stem in (low, low.removesuffix("s"), low.removesuffix("es"), re.sub("ies$", "y", low)):
            if stem in self._others or stem in grammar.words:
                return self._others.get(stem, stem)
        return word

    def _several(self, grammar: Grammar, words: Sequence[str], starts: Sequence[int]) -> list[str]:
        """The orders of a line with more than one, if all of it can be read."""
        orders: list[str] = []
        for start, end in itertools.pairwise([0, *starts, len(words)] if starts else []):
            piece = words[start:end]
            same = [*words[:1], *piece] if piece[0].lower() in grammar.later and start else piece
            order = _piece(grammar, same) or _piece(grammar, piece)
            if order is None:
                return []
            orders.append(str(order))
        return orders

    def _meant(self, grammar: Grammar, words: Sequence[str]) -> tuple[str, bool]:
        """The line reached by the fewest repairs, or empty; and whether it is certain."""
        count, found = itertools.count(), ""
        lines = [(0, next(count), list(words))]
        lines += [(1, next(count), guess.split()) for guess in self._guess(words)]
        seen: set[tuple[str, ...]] = set()
        while lines and len(seen) < TRIED:
            cost, _, tried = heapq.heappop(lines)
            if found and cost > SLIP:
                break
            if tuple(tried) in seen:
                continue
            seen.add(tuple(tried))
            line = Line(tried, told=True)
            order = _exact(grammar, line)
            if order is not None and cost and self._sure(order):
                if found != str(order) and (found or cost > SLIP or not _is_slip(words, tried)):
                    return found or str(order), False
                found = str(order)
            for more, mended in self._repairs(grammar, line) if cost < REPAIRS else ():
                if cost + more <= REPAIRS:
                    heapq.heappush(lines, (cost + more, next(count), mended))
        return found, bool(found)

    def _repairs(self, grammar: Grammar, line: Line) -> Iterator[tuple[int, list[str]]]:
        """The lines that one repair makes of this one, the likeliest first, with its cost."""
        words = list(line.words)
        for strange in (True, False):
            if (plain := self._in_own_words(grammar, words, strange=strange)) != words:
                yield 1, plain
        subject = any(isinstance(kind, Word) and kind.fits(words[0]) for kind in grammar.begins if words)
        bare = [*words[:subject], *(word for word in words[subject:] if word.lower() not in SMALL)]
        if bare and bare != words:
            yield 1, bare
        if line.far <= 0 or grammar.candidates(line) is grammar.bare:
            yield from _heads(grammar, words)
        if 0 <= line.far < len(words):
            yield from _at(grammar, line, words)
        elif line.far == len(words):
            yield from ((1, [*words, want]) for want in line.missing)


def _without_full_stops(words: Sequence[str]) -> list[str]:
    """A line of several sentences with commas between them, and without the last full stop."""
    pieces = [
        [word.removesuffix("."), ","] if word.endswith(".") and len(word) > 1 else [word] for word in words
    ]
    joined = list(itertools.chain.from_iterable(pieces))
    return joined[:-1] if words[-1].endswith(".") and len(words[-1]) > 1 else joined


def _is_slip(words: Sequence[str], mended: Sequence[str]) -> bool:
    """Whether a mended line has as many words as the line that was written, and names the same: words of one or two
    letters, and those that are not of letters alone."""
    lines = [[word.lower() for word in line] for line in (words, mended)]
    names = [sorted(word for word in line if len(word) < 3 or not word.isalpha()) for line in lines]
    return len(words) == len(mended) and names[0] == names[1]


def _exact(grammar: Grammar, line: Line) -> Order | None:
    """The order that the words form; None if there is none, or a wrong one."""
    try:
        return grammar.exact(line)
    except Unreadable:
        return None


def _piece(grammar: Grammar, words: Sequence[str]) -> Order | None:
    """The order that the words form, without what joins it to the next; None if there is none."""
    end = len(words)
    while end and words[end - 1].lower() in JOINTS:
        end -= 1
    return _exact(grammar, Line(list(words[:end])))


def _begins(rule: Rule, words: Sequence[str]) -> bool:
    """Do words begin with an order of this form?"""
    try:
        return rule.take(Line(words), 0) is not None
    except Unreadable:
        return False


def _starts(grammar: Grammar, words: Sequence[str]) -> Iterator[int]:
    """Where another order begins in a line: its first word, a figure and its verb, or a verb after a joint."""
    low = [word.lower() for word in words]
    for at in range(1, len(low)):
        verb = low[at + 1] if at + 1 < len(low) else ""
        if low[at] in grammar.later:
            begins = low[at - 1] in JOINTS
        else:
            begins = at > 1 and (
                (verb in grammar.later and any(each.take(Line([low[at]]), 0) for each in grammar.heads))
                or any(_begins(rule, words[at:]) for rule in grammar.bare)
                or (low[at] in grammar.first and low[0] not in grammar.first and low[at] not in grammar.inner)
            )
        if begins:
            yield at


def _heads(grammar: Grammar, words: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Repairs to the beginning of a line: its verb is misspelt, stands before its figure, or is missing."""
    low = [word.lower() for word in words]
    if len(words) > 1 and low[0] in grammar.later:
        yield 1, [words[1], words[0], *words[2:]]
    if len(words) > 1 and low[1] in grammar.first and any(each.fits(low[0]) for each in grammar.subjects):
        yield 1, words[1:]
    for at, names in ((0, grammar.first), (1, grammar.later)):
        if at < len(words) and len(words[at]) <= LONGEST:
            yield from ((1, [*words[:at], near, *words[at + 1 :]]) for near in all_near(low[at], names))
    for at, rules in ((0, grammar.first), (1, grammar.later)):
        for name in dict.fromkeys(rule.words[0] for each in rules.values() for rule in each):
            if at < len(words) and (name not in STANDING or len(words) > 1):
                yield 2, [*words[:at], name, *words[at:]]


def _at(grammar: Grammar, line: Line, words: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Repairs where reading got stuck: replace, add or remove a word."""
    at, low = line.far, line.low
    near = all_near(words[at], line.spelt, cutoff=0.7) if len(words[at]) <= LONGEST else ()
    yield from ((1, [*words[:at], *each.split(), *words[at + 1 :]]) for each in near)
    yield from ((1, [*words[:at], want, *words[at:]]) for want in line.missing)
    if low[at].isalpha() and not _means_something(grammar, low[at]):
        end = next((end for end in range(at + 1, len(low)) if _means_something(grammar, low[end])), len(low))
        yield 2, [*words[:at], *words[end:]]


def _means_something(grammar: Grammar, word: str) -> bool:
    """Is a word one of the game's? A proposal must not leave it out."""
    return word in grammar.words or any(kind.fits(word) for kind in _kinds(grammar))


def _kinds(grammar: Grammar) -> Iterable[Word[object]]:
    return [kind for kind in grammar.kinds if isinstance(kind, Word) and kind.named]
