"""What can be seen from the words of a sentence before it is known what it is: who asks, wishes, repeats, only ends."""

import re
from collections.abc import Collection, Sequence

from pbem.play.conditional import is_conditional
from pbem.play.conditions import HEADS
from pbem.play.dice import DieAhead
from pbem.play.match import LetterRefused
from pbem.play.orders import tidy
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain
from pbem.server.answering.questions import is_question
from pbem.server.language.phrases import words_of
from pbem.server.language.yes_no import COURTESIES, is_courtesy
from pbem.server.reading.finder import LONGEST_ORDER, Position, Span, names_in
from pbem.server.reading.judge import is_reason, phrases
from pbem.server.reading.pieces import Order, Piece, Unread
from pbem.server.reading.proposer import after
from pbem.server.reading.sentences import Sentence, bare
from pbem.server.reading.stops import up_to_a_stop
from pbem.server.reading.unread import (
    is_like,
)

_WISHING = (
    "could", "can", "may", "might", "would", "will", "shall", "let", "requesting", "proposing", "offering",
    "suggesting", "asking", "wishing", "looking", "seeking",
)  # fmt: skip
"""First words of questions that may ask for something to be done."""

_FIRST = (
    "is", "are", "can", "could", "should", "would", "do", "does", "did", "will", "what", "why", "how", "which", "may",
    "might", "shall",
)  # fmt: skip
_LEADS = ("so", "and", "but", "now", "then", "well", "hm", "hmm", "ok", "okay", "or")


def is_never_part(position: Position, sentence: Sentence) -> bool:
    """Whether no order may be taken out of a sentence: it is meant as a conditional line, or is too long."""
    if not sentence.tokens:
        return False
    first = sentence.tokens[0][0].lower()
    if len(sentence.plain) > LONGEST_ORDER:
        return first in position.first_words or position.is_figure(first, "to")
    harmless = phrases("harmless").begins(sentence.words) or phrases("clear").begins(sentence.words)
    conditional = (is_like(first, _CONDITIONAL) and ":" in sentence.plain) or (
        first in _CONDITIONAL and not harmless
    )
    asks = sentence.asks or is_question(sentence.text)
    if asks and " then " not in sentence.plain.lower():  # If S1 throws, what are the chances?
        return False
    named = conditional and any(position.is_name(token[0]) for token in sentence.tokens)
    return named or is_conditional(tidy(sentence.plain))


_IT_IS = ("yes", "so", "not", "no", "possible", "allowed")
"""Words behind an if that are no fact: `If yes, then do it.`"""


def waits_in_words(position: Position, sentence: Sentence) -> bool:
    """Whether a sentence makes an order wait, and not as orders have it: `If it misses, S2 throws, too.`"""
    first = sentence.tokens[0][0].lower()
    formed = (":" in sentence.plain or "then" in sentence.words) and sentence.words[1] not in _IT_IS
    prose = (
        "," in sentence.plain or sentence.words[1] in _IT_IS or phrases("small").begins(sentence.words, 1) > 0
    )
    return first in _CONDITIONAL and prose and not formed and position.read_line(bare(sentence.plain)) is None


def is_branch(sentence: Sentence, above: Sequence[Piece]) -> bool:
    """Whether a sentence goes on with a conditional line above it."""
    last = above[-1] if above else None
    return (
        isinstance(last, Order)
        and last.order.lower().startswith(tuple(f"{head} " for head in HEADS))
        and sentence.words[:1] in (["then"], ["else"])
    )


_CONDITIONAL = frozenset((*HEADS, "whenever"))


def directs_figure(position: Position | None, sentence: Sentence) -> bool:
    """Whether a sentence that begins like a question tells a figure what to do: `Please have S2 chuck it at N1`."""
    tokens = [token[0] for token in sentence.tokens]
    while len(tokens) > 1 and (
        tokens[0].lower() in COURTESIES or tokens[0].lower() in _LEADS or tokens[0] == ","
    ):
        tokens = tokens[1:]
    figure = position is not None and len(tokens) > 1 and position.is_figure(tokens[1], "to")
    return figure and not sentence.asks and tokens[0].lower() == "have"


def asks_first(sentence: Sentence) -> bool:
    """Whether a sentence begins with a question word in front of an order: `can S1 move b3`."""
    words = words_of(sentence.plain.rpartition(": ")[2])
    at = 0
    while at < len(words) and words[at] not in _FIRST and (words[at] in COURTESIES or words[at] in _LEADS):
        at += 1
    return (
        at < len(words)
        and words[at] in _FIRST
        and not said("telling").match(" ".join(words[at:]))  # What I want to do is S1 move b3
        and not (words[at] == "do" and words[at + 1 : at + 2] in (["the"], ["not"]))
    )


LIKEWISE = frozenset(("the", "and", "do", "does", "will", "thing", "then", "please", "for", "with"))
"""Words that may stand beside `the same`."""


def only_line(piece: Piece) -> str:
    """The order that a piece is, or the only one that it probably is."""
    if isinstance(piece, Order):
        return piece.order
    return piece.instead[0] if isinstance(piece, Unread) and len(piece.instead) == 1 else ""


def orders_above(above: Sequence[Piece], match: int | None) -> list[str]:
    """The orders for a match among these pieces, and those that are offered."""
    found: list[str] = []
    for piece in above:
        if piece.match == match and isinstance(piece, Order):
            found.append(piece.order)
        elif piece.match == match and isinstance(piece, Unread):
            found += piece.instead
    return found


def repeats_offer(position: Position, sentence: Sentence, above: Sequence[Piece]) -> bool:
    """Whether a sentence only names what the order offered above it names: `So be it: e4.`"""
    last = above[-1] if above else None
    if not isinstance(last, Unread) or not last.offered:
        return False
    said = {word.lower() for line in last.instead for word in line.split()}
    named = {name.lower() for _, name in names_in(position, sentence)}
    return bool(named) and named <= said


def is_wished(sentence: Sentence) -> bool:
    """Whether a sentence that begins like a question rather wishes: `May A4 fetch the gnome.`"""
    return sentence.plain.rstrip().endswith((".", "!")) and not _WISHED.isdisjoint(sentence.words[:_LEADING])


_WISHED = frozenset(("may", "will", "shall", "would", "could"))
_LEADING = 3
"""Maximum number of words at the beginning of a sentence of which one says that it wishes."""


def may_wish(text: str) -> bool:
    """Whether a question, or a clause of it, begins as one that asks for something to be done."""
    clauses = (text, *text.split(", "))
    each = (form.lower().partition(" ")[0] for clause in clauses for form in (clause, plain(clause)))
    return any(word in _WISHING for word in each) or _IS_THERE.match(text) is not None


_IS_THERE = re.compile(
    r"\s*is there (?:a|any) (?:way|chance|possibility|option|means) (?:to|of|for)\b", re.IGNORECASE
)


def written_as(sentence: Sentence, span: Span, *, sure: bool = False) -> str:
    """The words of a sentence that are read as an order; the order itself, if these are `sure` to be its own."""
    if sure:
        return span.line
    return sentence.plain[sentence.tokens[span.start].start() : sentence.tokens[span.end - 1].end()]


def is_prose(position: Position, span: Span) -> bool:
    """Whether what a form reads as an order is rather part of a sentence: `word will`."""
    words = span.line.split()
    small = len(words) > 1 and words[1].islower() and len(words[1]) > 1 and words[1] in phrases("small")
    aimed = words[1:2] == ["to"] and position.names.is_place("".join(words[2:3]).lower())  # S1 to b3
    return small and not aimed and words[1] not in position.verbs  # `D hold`


def size_of(spans: Sequence[Span]) -> int:
    return sum(span.end - span.start for span in spans)


def is_legal(position: Position, span: Span) -> bool:
    order = position.read(span.line)
    return order is not None and position.is_legal(span.line, order)


def are_legal(position: Position, spans: Sequence[Span]) -> bool:
    """Whether all orders may be given now, or the first of them now and the others after it."""
    if all(is_legal(position, span) for span in spans):
        return True
    return len(spans) > 1 and is_legal(position, spans[0]) and _legal_in_turn(position, spans)


def _legal_in_turn(position: Position, spans: Sequence[Span]) -> bool:
    loaded = position.loaded
    seat = (
        next((each for each in loaded.seats if each.seat == position.seat), None)
        if loaded is not None
        else None
    )
    if loaded is None or seat is None:
        return False
    try:
        after(loaded, seat, [span.line for span in spans])
    except DieAhead:  # what comes of it, nobody knows
        return True
    except LetterRefused:
        return False
    return True


def only_ends(position: Position, span: Span) -> bool:
    """Whether a span is one word that ends a turn: `done`."""
    order = position.read(span.line)
    return order is not None and order.closes and " " not in span.line


def stands_alone(sentence: Sentence, spans: Sequence[Span], people: Collection[str]) -> bool:
    """Whether nothing but courtesies stands behind an order of one word and a comma or a dash: `done, over to you`."""
    first, *others = re.split(r"\s*,\s+|\s+-+\s+", sentence.plain)
    whole = bare(first).lower() == written_as(sentence, spans[0]).lower()
    return whole and all(is_courtesy(other, people) for other in others)


def keeps_names(
    position: Position, sentence: Sentence, spans: Sequence[Span], people: Collection[str]
) -> bool:
    """Whether no figure, square or ball stands in a sentence outside of its orders, but for a reason behind them."""
    behind = up_to_a_stop(sentence.plain[sentence.tokens[spans[-1].end - 1].end() :])
    reason = is_reason(words_of(behind), people)
    inside = {at for span in spans for at in range(span.start, span.end)}
    said = {word for span in spans for word in re.findall(r"[\w,]+", span.line.lower())}
    balls = position.balls - position.only_ball - said
    low = [token[0].lower() for token in sentence.tokens]
    heading = low.index(":") if ":" in low[: spans[0].start] else 0  # `File no. 4711:`
    for at, token in enumerate(sentence.tokens):
        after = low[at + 1] if at + 1 < len(low) else ""
        if at in inside or low[at] in said or (reason and at >= spans[-1].end):
            continue
        if low[at] in position.answering:  # N1 tries to dodge
            continue
        if position.is_name(token[0], after) or low[at] in balls or (token[0].isdecimal() and at > heading):
            return False
    return True


def left_out(position: Position | None, sentence: Sentence, lines: Sequence[str]) -> str:
    """A figure of the writer that a sentence lists with others, and for which none of these orders is; otherwise
    empty."""
    tokens = [token[0] for token in sentence.tokens]
    if position is None:
        return ""
    told = {word for line in lines for word in re.findall(r"\w+", line.lower())}
    places = dict(names_in(position, sentence))
    listed = (
        name
        for at, name in places.items()
        if tokens[at + 1 : at + 2] in (["and"], [","]) and at + 2 in places
    )
    return next((name for name in listed if position.commands(name) and name.lower() not in told), "")
