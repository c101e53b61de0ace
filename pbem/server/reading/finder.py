"""Orders within sentences: which words of a sentence are an order of the match, as it stands.

A span of words is an order if the game reads it. Where several ends can be read, the longest that is legal now counts:
some forms read anything. Whole lines are read in the same way, without looking for where they begin.
"""

import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from pbem.play.conditions import HEADS
from pbem.play.game import Game
from pbem.play.names import Names
from pbem.play.orders import Ambiguous, OrderError, Refused, Unreadable
from pbem.play.requests import Ask, Order, Seat, seeded
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.sentences import Sentence

LONGEST_ORDER = 400
"""Maximum number of characters of an order with its condition: the time to read one may grow with its square."""

WORDS = 14
"""Maximum number of words of an order within a sentence."""

READINGS = 120
"""Maximum number of spans of a sentence that are read."""

ALL_READINGS = 4000
"""Maximum number of texts of a whole letter that are read."""

_KINDS = 2
"""Maximum number of kinds of order that are asked for where any word of a sentence may be what is wanted."""

_SAMPLES = 24
"""Number of answers to what is asked whose words are known."""

PROPOSALS = 20
"""Maximum number of texts of a letter for which the game is asked what they may mean."""

FIGURE = re.compile(r"[a-z]{1,2}\d{1,2}|\d[a-z]\d?|[b-hj-z]", re.IGNORECASE | re.ASCII)
"""What looks like the name of a figure or a square, where nobody knows the position."""

JOINTS = frozenset((",", "and", "then", "&", "also", "next", "plus", "n", ";", "->", "afterwards", "while"))
"""What may stand between two orders."""

_AUXILIARIES = frozenset(("is", "will", "must", "has", "to", "should", "would", "shall"))
_AIMS = frozenset(("to", "from", "with", "at", "behind", "beside", ">"))
_SMALL = frozenset(("and", "the", "are", "for", "with", "any", "all", "not", "only"))
_ABOUT_IT = frozenset(("the", "that", "this", "a", "my"))

_GOING = frozenset(("go", "run", "move"))

_SHORT = re.compile("[a-z]|-", re.IGNORECASE)
_IN_ORDERS = frozenset(("go", "to", "up", "at", "on", "or", "in", "if", "no", "by"))


class Span(Struct, frozen=True):
    """An order in a sentence: its first token, the one behind its last, and the line to play."""

    start: int
    end: int
    line: str


class Answers(Struct, frozen=True):
    """What answers are made of: the words with which they begin, and those behind: columns, races, players."""

    first: tuple[str, ...]
    words: frozenset[str]


class Position:
    """A game and, where there is one, the position of a match, as the player sees it whose letter is read."""

    def __init__(self, game: Game[Any], loaded: LoadedMatch | None = None, seat: Seat = "") -> None:
        self.game, self.loaded, self.seat = game, loaded, seat
        self._read = 0
        self._nearest: dict[str, str] = {}
        self.respelled: dict[str, str] = {}

    @functools.cached_property
    def names(self) -> Names:
        """What may be named."""
        if self.loaded is None:
            return Names()
        return self.game.names(self.loaded.seen_by(self.seat), self.seat)

    @functools.cached_property
    def ask(self) -> Ask[Any] | None:
        """What is asked of the player."""
        return self.loaded.match.asks.get(self.seat) if self.loaded is not None else None

    @functools.cached_property
    def verbs(self) -> dict[str, tuple[str, ...]]:
        """The verbs of the game that each word means which people use for one."""
        found: dict[str, tuple[str, ...]] = {}
        for verb, said in self.game.verbs.items():
            for phrase in said:
                found[phrase] = (*found.get(phrase, ()), verb)
        return found

    @functools.cached_property
    def verbs_begin(self) -> frozenset[str]:
        """The first words of verbs."""
        return frozenset(phrase.split(" ", 1)[0] for phrase in self.verbs)

    @functools.cached_property
    def movements(self) -> tuple[str, ...]:
        """The verbs that mean to go somewhere."""
        return tuple(verb for verb, said in self.game.verbs.items() if not _GOING.isdisjoint((verb, *said)))

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """The other words of orders: `goal`, `behind`, `left`."""
        found = re.findall("[a-z]{3,}", " ".join(self.game.forms))
        return frozenset(found) - self.verbs_begin - _AUXILIARIES - _SMALL

    @functools.cached_property
    def answers(self) -> Answers:
        """What some answers to what is asked are made of."""
        ask, lines = self.ask, list[list[str]]()
        if ask is None:
            return Answers((), frozenset())
        for start in range(_SAMPLES):
            with contextlib.suppress(OrderError):
                lines.append(re.findall(r"\w+", str(ask.sample(seeded(f"answer {start}")))))
        first = dict.fromkeys(words[0] for words in lines if len(words) > 1)
        return Answers(tuple(first), frozenset(word for words in lines for word in words[1:]))

    @functools.cached_property
    def listed(self) -> frozenset[str]:
        """The words that answers are lists of, where few kinds of order are asked for: columns to place pawns on."""
        return self.answers.words if self.asks_few else frozenset()

    @property
    def asks_few(self) -> bool:
        """Whether so few kinds of order are asked for that any word may be what is wanted."""
        return 0 < len(self.kinds_asked) <= _KINDS

    @functools.cached_property
    def kinds_asked(self) -> frozenset[type[Order]]:
        """The kinds of order that are asked for."""
        takes = self.ask.takes if self.ask is not None else ()
        return frozenset(kind for each in takes for kind in (each.__subclasses__() or [each]))

    @functools.cached_property
    def balls(self) -> frozenset[str]:
        """What is carried, in the words that people use."""
        names = {part for ball in self.names.balls for part in (ball, ball.split()[0].rstrip("0123456789"))}
        return frozenset(names)

    @property
    def holder(self) -> str:
        """The player's figure that holds the only ball; empty if none does."""
        at = next(iter(self.names.balls.values()), "") if len(self.names.balls) == 1 else ""
        return self.names.figure(at) if at and self.commands(at) else ""

    @functools.cached_property
    def carrying(self) -> re.Pattern[str]:
        """What says that a figure takes the ball with it to where it goes."""
        carried = "|".join(("it", "him", "her", *(f"the {ball}" for ball in sorted(self.balls))))
        return re.compile(rf"\b(?:away |along )?with (?:{carried})(?= to \w)", re.IGNORECASE)

    @functools.cached_property
    def roles(self) -> dict[str, str]:
        """What only one figure of the player is, such as `troll`, in small letters: the figure."""
        return self._alone_in({self.seat})

    @functools.cached_property
    def roles_of_others(self) -> dict[str, str]:
        """The same for what none of the player's own figures is."""
        mine = {
            part
            for figure, role in self.names.roles.items()
            if self.commands(figure)
            for part in _calls(role)
        }
        others = self._alone_in(set(self.names.figures.values()) - {self.seat})
        return {role: figure for role, figure in others.items() if role not in mine}

    def _alone_in(self, seats: set[Seat]) -> dict[str, str]:
        found: dict[str, list[str]] = {}
        for figure, role in self.names.roles.items():
            if self.names.figures.get(figure) in seats:
                for words in _calls(role):
                    found.setdefault(words, []).append(figure)
        return {role: figures[0] for role, figures in found.items() if len(figures) == 1}

    @functools.cached_property
    def standing(self) -> dict[str, str]:
        """The squares on which one figure stands, in small letters: the figure."""
        if self.loaded is None:
            return {}
        facts = self.game.facts(self.loaded.seen_by(self.seat), self.seat)
        found: dict[str, list[str]] = {}
        for figure in self.names.figures:
            if figure in facts:
                found.setdefault(str(facts[figure].now).lower(), []).append(figure)
        return {
            at: figures[0] for at, figures in found.items() if len(figures) == 1 and self.names.is_place(at)
        }

    def commands(self, word: str) -> bool:
        """Whether a word names one of the player's own figures."""
        return self.names.figures.get(self.names.figure(word)) == self.seat

    def own_at(self, square: str) -> str:
        """The player's figure that stands alone on a square; empty if none does."""
        figure = self.standing.get(square.lower(), "")
        return figure if self.commands(figure) else ""

    @functools.cached_property
    def only_ball(self) -> frozenset[str]:
        """What is carried if there is but one: every order about it means it."""
        return self.balls if len(self.names.balls) == 1 else frozenset()

    @functools.cached_property
    def first_words(self) -> frozenset[str]:
        """The words with which orders begin, if not with a name."""
        words = (form.split()[0] for form in self.game.forms)
        return frozenset(word.lower() for word in words if re.fullmatch("[a-z]{2,}", word))

    def read(self, text: str) -> Order | None:
        """A text as one order, without a condition; None if it is none, or very many have been read."""
        self._read += 1
        if len(text) > LONGEST_ORDER or self._read > ALL_READINGS:
            return None
        try:
            return self.game.order_of(text)
        except Unreadable:
            return None

    def nearest(self, text: str) -> str:
        """The order that the game itself proposes for a text that is none; of few texts of a letter."""
        if text not in self._nearest:
            if len(self._nearest) >= PROPOSALS:
                return ""
            self._nearest[text] = ""
            try:
                self.game.order_of(text)
            except Unreadable as error:
                self._nearest[text] = error.nearest
        return self._nearest[text]

    def read_line(self, text: str) -> Order | None:
        """A text as one order, perhaps with a condition."""
        if len(text) > LONGEST_ORDER:
            return None
        try:
            return self.game.read_line(text)
        except Unreadable:
            return None

    def is_legal(self, line: str, order: Order) -> bool:
        """Whether an order may be given now, or may wait for its time."""
        if self.loaded is None or self.loaded.match.over:
            return True
        ask = self.ask
        try:
            if ask is not None and isinstance(order, (*ask.takes, *ask.edits)):
                if isinstance(order, ask.takes):
                    ask.check(order)
                return True
            if order.unasked:
                return False
            self.game.vet(self.loaded.match.state, self.seat, order)
        except Ambiguous:  # its writer is asked which it is
            return True
        except Refused:
            return False
        except OrderError:
            return True
        return True

    @functools.cached_property
    def answering(self) -> frozenset[str]:
        """The player's figures that a one-word answer is for, in small letters: those that the ask is about."""
        if self.ask is None or self.ask.edits or not self.asks_one_word:
            return frozenset()
        own = {figure for figure, seat in self.names.figures.items() if seat == self.seat}
        told = set(re.findall(r"\w+", repr(self.ask.about)))
        return frozenset(figure.lower() for figure in own & told or own)

    def may_answer(self, order: Order) -> bool:
        """Whether an order is of a kind that is asked for now, or nothing is asked."""
        return self.ask is None or isinstance(order, (*self.ask.takes, *self.ask.edits))

    def is_name(self, word: str, before: str = "", behind: str = "") -> bool:
        """Whether a word names a figure or a square; `before` and `behind` are the words around it. `A` and `I` are
        figures only before a verb, or behind `to` and the like."""
        figure = self.names.figure(word)
        if figure and len(figure) == 1 and figure in "AI":
            aimed_at = word.isupper() and behind in _AIMS and (word == "I" or not before.isalpha())
            return (
                before in (self.verbs if figure == "I" else self.verbs_begin)
                or (word == "A" and before in _AUXILIARIES)
                or aimed_at
            )
        if len(word) == 1 and word.lower() in "ai":
            return word.lower() == "a" and self.names.is_place("a") and not before[:1].isalnum()
        return bool(figure) or self.names.is_place(word.lower())

    def is_figure(self, word: str, before: str = "") -> bool:
        """Whether a word names a figure, or looks like one where nobody knows the position."""
        if not self.names.figures and self.loaded is None:
            return FIGURE.fullmatch(word) is not None
        return bool(self.names.figure(word)) and self.is_name(word, before)

    @property
    def asks_one_word(self) -> bool:
        """Whether nothing is asked but what one word may answer, as a throw that may be dodged or caught."""
        return self.ask is not None and not any(
            field.required for kind in self.ask.takes for field in _fields(kind)
        )


def _calls(role: str) -> tuple[str, ...]:
    """What a figure is called by what it is: `val'kyr`, `valkyr`; `imp, little guy`, `guy`."""
    low = role.lower()
    return tuple(dict.fromkeys((low, low.split()[-1], low.replace("'", ""))))


def _fields(kind: type[Order]) -> Sequence[Any]:
    kinds = kind.__subclasses__() or [kind]
    return [field for each in kinds for field in fields(each)]


def find_orders(position: Position, sentence: Sentence) -> list[Span]:
    """The orders of a sentence in its own words, from left to right."""
    tokens = sentence.tokens
    spans: list[Span] = []
    at, left = 0, READINGS
    while at < len(tokens) and left > 0:
        found, used = _order_at(position, sentence, at, left)
        left -= used
        if found is not None:
            found = _with_ball(position, sentence, found)
            spans.append(found)
        at = found.end if found is not None else at + 1
    if all(span.end - span.start > 1 for span in spans) or position.asks_one_word:
        return spans
    inside = {at for span in spans for at in range(span.start, span.end)}
    others = (token[0].lower() for at, token in enumerate(tokens) if at not in inside)
    if all(word in JOINTS or not word.isalnum() for word in others):
        return spans
    return [span for span in spans if span.end - span.start > 1]


def _order_at(position: Position, sentence: Sentence, at: int, left: int) -> tuple[Span | None, int]:
    """The order that begins at a token, if any, and how many spans have been read for it."""
    tokens = sentence.tokens
    word = tokens[at][0]
    after = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
    low = word.lower()
    if low in HEADS or not (low in position.first_words or position.is_figure(word, after)):
        return None, 0
    readable: list[Span] = []
    used = 0
    for end in range(min(at + WORDS, len(tokens)), at, -1):
        if used >= left or not re.fullmatch(r"[\w*%']+|\d+,\d+", tokens[end - 1][0]):
            continue
        line = sentence.plain[tokens[at].start() : tokens[end - 1].end()]
        used += 1
        order = position.read(line)
        if order is None or _is_short(position, sentence, at, end):
            continue
        span = Span(at, end, line)
        if position.is_legal(line, order):
            return span, used
        readable.append(span)
    return (readable[0] if readable else None), used


def _with_ball(position: Position, sentence: Sentence, span: Span) -> Span:
    """An order with the ball behind it, where that is what it is about anyway: `A1 fetch the gnome`."""
    if span.end - span.start == 1 and not position.asks_one_word:  # `done it is`
        return span
    low = [token[0].lower() for token in sentence.tokens[span.end : span.end + 2]]
    if low[:1] and (low[0] in position.balls or low[0] == "it"):
        return Span(span.start, span.end + 1, span.line)
    if len(low) == 2 and low[0] in _ABOUT_IT and low[1] in position.balls:
        return Span(span.start, span.end + 2, span.line)
    return span


def _is_short(position: Position, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a span has a short form in it: these count only as whole lines."""
    words = [token[0] for token in sentence.tokens[start:end]]
    for at, word in enumerate(words):
        listed = word.isalpha() and any(len(each) == 1 and each.isalpha() for each in words[at + 1 : at + 2])
        listed = listed or (word.isalpha() and word.lower() not in ("a", "i") and at == len(words) - 1)
        if _SHORT.fullmatch(word) and not (
            listed
            or position.names.figure(word)
            or position.names.is_place(word.lower())
            or word.lower() in _IN_ORDERS
        ):
            return True
    return False


def names_in(position: Position, sentence: Sentence) -> Iterator[tuple[int, str]]:
    """The figures and squares of a sentence, with their places among its tokens."""
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        after = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
        if position.is_name(token[0], after):
            yield at, token[0]
