"""Why a line is refused, and what may have been meant: a line that would be accepted, or nothing.

Every proposal is ready to send: it has been tried on a copy of the match, and it is similar to what was written. A
legal order that has nothing to do with the line would only mislead.
"""

import copy
import itertools
import re
from collections.abc import Container, Sequence
from typing import Any

from pbem.play.conditional import UnreadableCondition, is_conditional, lines_of
from pbem.play.conditions import HEADS
from pbem.play.dice import DieAhead
from pbem.play.facts import spoken_of
from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.mending import SEVERAL, SMALL
from pbem.play.orders import OrderError, Unreadable, nearest, tidy
from pbem.play.requests import Ask
from pbem.server.language.command_table import MATCH
from pbem.server.letters.letter_context import LetterContext
from pbem.server.matches.examples import example, samples
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.line import FULL_STOPS, Line
from pbem.store.rows import SeatRow

CONDITIONAL = (*(f"{head} " for head in HEADS), "whenever ", "then ", "else ")
FORM = "A conditional line is written so: if {} then ORDER else ORDER; see: facts, help if"

FACTS_TOLD = 3
"""Maximum number of facts listed for a condition that cannot be read."""


def append_sentence(text: str, more: str) -> str:
    """One sentence after another."""
    return f"{text}{'' if text.endswith(('.', '?', '!')) else '.'} {more}" if more else text


def explain(
    loaded: LoadedMatch,
    seat: SeatRow,
    line: str,
    error: OrderError,
    above: Sequence[str] = (),
    *,
    alone: bool = False,
) -> tuple[str, str]:
    """A refusal with what was expected, and what was meant or would be legal, if that helps; and the line proposed
    instead of this one, or nothing.

    A proposal would be accepted after the orders `above` in the same letter; if dice come between, nobody knows. No
    legal order helps with a standing order, nor if the refusal asks what was meant. An order that is only similar to
    the line is proposed if the line is `alone` in its letter.
    """
    told = str(error)
    meant = error.nearest if isinstance(error, Unreadable) else ""
    goes_on = line.lower().startswith("then ") and not any(map(is_conditional, above))
    if line.lower().startswith(CONDITIONAL) and not goes_on:  # its order alone would be carried out at once
        meant = meant if meant.lower().startswith(CONDITIONAL) and meant not in told else ""
        if isinstance(error, UnreadableCondition):
            named = spoken_of(loaded.match.facts(seat.seat), error.condition)
            told = append_sentence(told, "; ".join(named[:FACTS_TOLD]))
        told, meant = _proposed(told, meant)
        return append_sentence(
            told, FORM.format("CONDITION" if loaded.game.tests else "FACT is VALUE")
        ), meant
    ask = loaded.match.asks.get(seat.seat)
    if isinstance(error, Unreadable) and error.expected not in told:
        nothing_read = " is no order of " in told and " one of " not in error.expected
        fits = f"For example: {example(loaded, ask)}" if nothing_read and ask is not None else ""
        told = append_sentence(told, fits or f"Expected: {error.expected}")
    if not _keeps(meant, line):
        meant = ""
    if meant and meant in told.replace(line, ""):
        return told, ""
    try:
        loaded = _after(loaded, seat, above)
    except (DieAhead, LetterRefused):
        return _proposed(told, meant)
    line_result, against = _tried(loaded, seat, meant)
    if meant and (ask is None or line_result == "done"):
        return _proposed(told, meant)
    if against:
        told = append_sentence(told, f'Perhaps you meant "{meant}", but that is refused: {against}')
    if "Did you mean" in told or SEVERAL in told or line.lower().startswith("always"):
        return told, ""
    likely = line if line_result == "queued" else meant or line  # an answer to what is asked now is likelier
    near = nearest_order(loaded, ask, likely) if ask is not None else ""
    if near and near.lower() != line.lower() and is_alike(near, line, meant) and _keeps(near, line):
        could = "" if near in told else f"You could write: {near}"
        return append_sentence(told, could), near if alone else ""
    if line_result == "queued":
        return append_sentence(told, f"Perhaps you meant (it would wait for its time): {meant}"), meant
    return told, ""


def joined(loaded: LoadedMatch, seat: SeatRow, lines: Sequence[str], at: int) -> str:
    """The order that a refused line and those below it form with the one above, with commas between them, since nothing
    asks for the rest of an order alone. Empty if that would not be accepted."""
    try:
        orders = [loaded.game.read_line(line) for line in lines]
    except Unreadable:
        return ""
    if not at or not orders[at].unasked:
        return ""
    kind = type(orders[at])
    parts = itertools.takewhile(lambda each: type(each) is kind, orders[at:])
    whole = ", ".join(map(str, (orders[at - 1], *parts)))
    try:
        order, loaded = loaded.game.order_of(whole), _after(loaded, seat, lines[: at - 1])
    except (Unreadable, DieAhead, LetterRefused):
        return ""
    return whole if type(order) is type(orders[at - 1]) and _tried(loaded, seat, whole)[0] == "done" else ""


def _proposed(told: str, meant: str) -> tuple[str, str]:
    return append_sentence(told, f"Perhaps you meant: {meant}" if meant else ""), meant


def _after(loaded: LoadedMatch, seat: SeatRow, above: Sequence[str]) -> LoadedMatch:
    """A match as it would be after some orders. Raises `DieAhead`, and `LetterRefused` if they are not legal."""
    if not above:
        return loaded
    after = copy.copy(loaded)
    after.match = loaded.match.twin(seat.seat)
    after.match.play(seat.seat, above)
    return after


def put_right(letter: LetterContext, lines: Sequence[Line], refused: Container[int]) -> tuple[str, ...]:
    """The lines of a letter, or of a part of it, with what was meant in place of those `refused`, by their numbers;
    none if they would not be accepted.

    Correct lines need not be written again. A command is corrected if it is alone; otherwise orders of one match are,
    with the messages beside them.
    """
    if len(lines) == 1 and lines[0].ready and letter.proven:
        return (lines[0].ready,)
    orders = [line for line in lines if line.command is None]
    others = [line.command for line in lines if line.command is not None]
    matches = {line.match for line in orders}
    meant = all(line.instead for line in lines if line.number in refused)
    plain = all(command.prose or command is MATCH for command in others)
    if len(matches) != 1 or not (meant and plain and letter.proven):
        return ()
    loaded = letter.repository.load(matches.pop() or letter.match_meant())
    seat = loaded.seat_of(letter.sender)
    if seat is None:
        return ()
    try:
        loaded.match.preview(seat.seat, [line.instead or line.text for line in orders])
    except LetterRefused:
        return ()
    shown = []
    for line in lines:
        shown.append(line.instead or line.written or line.text)
        if line.command is not None and line.command.goes_on and not shown[-1].endswith(FULL_STOPS):
            shown.append("")  # what is below could be the end of its sentence
    return tuple(shown)


def _tried(loaded: LoadedMatch, seat: SeatRow, line: str) -> tuple[str, str]:
    """What would become of a proposed line now, `done` or `queued`; or nothing, and why it would be refused."""
    if not line or loaded.match.over:
        return "", ""
    try:
        line_results = loaded.match.preview(seat.seat, lines_of(line)).line_results
    except LetterRefused as refused:
        return "", str(refused)
    return "queued" if line_results and all(
        line_result.status == "queued" for line_result in line_results
    ) else "done", ""


def is_alike(proposed: str, *lines: str) -> bool:
    """Whether one of the lines holds more than half of the words of a proposal, or nearly the same words; or holds no
    others but small ones."""
    words = _WORD.findall(proposed.lower())
    for line in filter(None, lines):
        written = _WORD.findall(tidy(line).lower())
        said = [word for word in written if word not in SMALL] or written
        if 2 * sum(_among(word, written) for word in words) > len(words):
            return True
        if all(_among(word, words) for word in said):
            return True
    return False


def _keeps(proposed: str, line: str) -> bool:
    """Whether a proposal keeps the numbers and conditions of a line, and any square or figure that it names."""
    before, after = tidy(line).lower(), proposed.lower()
    numbers = all(number in _NUMBER.findall(after) for number in _NUMBER.findall(before))
    conditions = len(_IF.findall(after)) >= len(_IF.findall(before))
    return (
        numbers
        and conditions
        and all(named.search(after) for named in (_PAIR, _DIGIT) if named.search(before))
    )


_NUMBER = re.compile(r"(?<![\w,.])(?<![0-9], )[0-9]+(?![\w,.%]| *,)")
_IF = re.compile(r"\b(?:if|unless|whenever)\b")
_PAIR = re.compile(r"[0-9],[0-9]")
_DIGIT = re.compile(r"[0-9]")
_WORD = re.compile(r"[a-z0-9]+")


def _among(word: str, words: list[str]) -> bool:
    return word in words or bool(nearest(word, words, cutoff=0.7))


def nearest_order(loaded: LoadedMatch, ask: Ask[Any], line: str) -> str:
    """The legal answer to an ask that is most similar to a line: the game's own advice, or else chosen from all, or
    from samples.

    Empty if the line is an order of another kind, or several orders: no answer to this ask is similar.
    """
    if ";" in line:
        return ""
    try:
        if not isinstance(loaded.game.order_of(line), (*ask.takes, *ask.edits)):
            return ""
    except Unreadable:
        pass
    advice = loaded.game.near(masked(loaded.match.state, ask.seat), ask, line)
    if advice is not None:
        return advice
    legal = [str(order) for order in ask.options()] if ask.options else samples(loaded, ask, 24)
    return nearest(line, legal, cutoff=0.0)
