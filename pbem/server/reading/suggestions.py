"""Why a line is refused, and what may have been meant: a line that would do, or nothing.

Whatever is proposed is ready to send: it has been tried on a copy of the match, and it is near to what was written. A
legal order that has nothing to do with the line would only lead astray.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.play.conditional import UnreadableCondition, lines_of, read_line
from pbem.play.dice import DieAhead
from pbem.play.facts import spoken_of
from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.orders import OrderError, Unreadable, nearest, tidy
from pbem.play.requests import Ask
from pbem.server.language.command_table import BETWEEN, MATCH, command_named, command_words
from pbem.server.mailing.mailer import examples
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.handles import nearest_free
from pbem.server.reading.legacy_words import pointer
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.line import Line
from pbem.server.reading.splitter import first_words
from pbem.store.rows import SeatRow

CONDITIONAL = ("if ", "then ", "else ")
FORM = "A conditional line is written so: if FACT is VALUE then ORDER else ORDER; see: facts, help if"

_GIVES_UP = re.compile(r"\b(?:give up|surrender|concede)\b", re.IGNORECASE)

SHORT = 4
"""Maximum number of words of a line that may hold the word of a command anywhere: `I resign`."""

FACTS_TOLD = 3
"""Maximum number of facts listed for a condition that cannot be read."""


def append_sentence(text: str, more: str) -> str:
    """One sentence behind another."""
    return f"{text}{'' if text.endswith(('.', '?', '!')) else '.'} {more}" if more else text


def point_to_command(letter: LetterContext, line: str) -> str:
    """What to write here, where a line begins as at another server, and not as an order here; or empty."""
    first, *rest = tidy(line).split(" ")
    if _is_word_of_orders(letter, first) and not (rest and rest[0].isdecimal()):
        return ""
    instead = pointer(line, letter.context.games.names, command_words())
    return f"{instead}." if instead else ""


def without_password(letter: LetterContext, line: str) -> str:
    """What a line is told that was written as to another server, with a password, which it holds no more."""
    told = "There are no passwords here, so what looked like one has been dropped unread"
    first, second = line.lower().split()[:2]
    if first.rstrip(":") in ("register", "signup", "add"):
        how = (
            f"Write: register {nearest_free(letter.context, second)}"
            if letter.player is None
            else f"You are registered already, as {letter.player.handle}"
        )
    elif first.rstrip(":") == "message":
        how = "Write: tell NAME TEXT"
    else:
        behind = line.partition(" ")[2]
        games, commands = letter.context.games.names, command_words()
        instead = pointer(line, games, commands) or pointer(behind, games, commands)
        how = (
            f"{instead}."
            if instead
            else f"See: help {next(filter(command_named, (first, second)), 'commands')}"
        )
    return append_sentence(told, how)


def nothing_asked(letter: LetterContext) -> str:
    """What a yes or a no is told that answers no mail which asks for one."""
    assert letter.player is not None
    told = "This letter answers no question of mine. A yes or a no counts in an answer to the mail that asks"
    matches, mine = letter.context.store.matches, letter.player.id
    asked = [
        row.id
        for row in matches.of_player(mine, ("offered",))
        if any(seat.player == mine and seat.status == "invited" for seat in matches.seats(row.id))
    ]
    return append_sentence(told, f"Or write: accept {asked[0]}, or decline {asked[0]}" if asked else "")


def what_is_offered(letter: LetterContext, loaded: LoadedMatch) -> str:
    """How to answer a draw or an undo that waits for the sender."""
    mine, undo = letter.seat(loaded), loaded.row.undo
    if undo is not None and undo.seat != mine.seat and mine.seat not in undo.agreed:
        return f"{loaded.title(undo.seat)} waits for: accept undo, or decline undo"
    offering = next((other for other in loaded.others(mine) if other.draw and not mine.draw), None)
    return f"{loaded.title(offering.seat)} waits for: accept draw, or decline draw" if offering else ""


def what_it_waits_for(letter: LetterContext, number: int) -> str:
    """What a match needs that has not begun."""
    seats = letter.context.store.matches.seats(number)
    mine = next(seat for seat in seats if seat.player == letter.sender.id)
    if mine.status == "invited":
        return f"Match {number} waits for your answer: accept or decline"
    return f"Match {number} has not begun: it waits until all have accepted"


def command_meant(letter: LetterContext, line: str) -> str:
    """The command that a line may have been meant to be, ready to send where that can be told; or empty.

    What was written is not repeated in answer to a letter that does not show who wrote it.
    """
    if instead := point_to_command(letter, line):
        return instead
    line = letter.context.games.joined(line)
    games = letter.context.games.names
    first, *rest = tidy(line).split(" ")
    if first.lower() in games and len(rest) > 1 and rest[0].lower() in BETWEEN and letter.proven:
        return f"Perhaps you meant: challenge {first.lower()} {' '.join(rest[1:])}"
    words = re.findall(r"[a-z]+", line.lower())
    if len(words) <= SHORT + 2 and _GIVES_UP.search(line):
        return "Perhaps you meant: resign"
    sentence = bool(rest) and (len(first) < SHORT or line.endswith("?"))
    near = "" if sentence else nearest(first, command_words(), cutoff=0.78)
    inside = [word for word in words[1:] if _is_command(word)] if len(words) <= SHORT else []
    found = near or (inside[0] if len(inside) == 1 else "")
    command = command_named(found)
    if command is None:
        return ""
    arguments = [nearest(word, games, cutoff=0.8) or word for word in rest] if near else []
    if command.fits(arguments, games) and (letter.proven or not arguments):
        return f"Perhaps you meant: {' '.join((found, *arguments))}"
    return f'Did you mean the command "{found}"?'


def _is_command(word: str) -> bool:
    """Whether a word within a line is that of a command, and of nothing else."""
    command = command_named(word)
    return command is not None and word not in command.everyday


def _is_word_of_orders(letter: LetterContext, word: str) -> bool:
    """Whether an order may hold this word, or what its writer has in mind: behind `move` stands a number elsewhere."""
    running = (
        ()
        if letter.player is None
        else letter.context.store.matches.of_player(letter.player.id, ("running",))
    )
    games = [*letter.games, *(letter.context.games.named(row.game) for row in running)]
    return word.lower() == "move" or any(word.lower() in first_words(game) for game in games)


class Why(NamedTuple):
    """Why a line is refused, and the line that is proposed as what was meant; empty where none is."""

    text: str
    instead: str = ""


def explain(
    loaded: LoadedMatch, seat: SeatRow, line: str, error: OrderError, above: Sequence[str] = ()
) -> Why:
    """A refusal with what was expected, and what was meant or would be legal, where that helps.

    Whatever is proposed would do after the orders `above` in the same letter; where dice come between, nobody knows. No
    legal order helps with a standing order, nor where the refusal asks back what was meant.
    """
    told = str(error)
    meant = error.nearest if isinstance(error, Unreadable) else ""
    if line.lower().startswith(CONDITIONAL):  # its order alone would be another thing, and done at once
        meant = meant if meant.lower().startswith("if ") and meant not in told else ""
        if isinstance(error, UnreadableCondition):
            named = spoken_of(loaded.match.facts(seat.seat), error.condition)
            told = append_sentence(told, "; ".join(named[:FACTS_TOLD]))
        told, meant = _proposed(told, meant)
        return Why(append_sentence(told, FORM), meant)
    if isinstance(error, Unreadable) and error.expected not in told:
        told = append_sentence(told, f"Expected: {error.expected}")
    if not _keeps(meant, line):
        meant = ""
    if meant and meant in told.replace(line, ""):
        return Why(told)
    try:
        loaded = _after(loaded, seat, above)
    except (DieAhead, LetterRefused):
        return _proposed(told, meant)
    ask = loaded.match.asks.get(seat.seat)
    line_result, against = _tried(loaded, seat, meant)
    if meant and (ask is None or line_result == "done"):
        return _proposed(told, meant)
    if against:
        told = append_sentence(told, f'Perhaps you meant "{meant}", but not now: {against}')
    if "Did you mean" in told or line.lower().startswith("always"):
        return Why(told)
    near = nearest_order(loaded, ask, meant or line) if ask is not None else ""
    if (
        near
        and near not in told
        and near.lower() != line.lower()
        and _alike(near, line)
        and _keeps(near, line)
    ):
        return Why(append_sentence(told, f"You could write: {near}"))
    if line_result == "queued":
        return Why(append_sentence(told, f"Perhaps you meant (it would wait for its time): {meant}"), meant)
    return Why(told)


def joined(loaded: LoadedMatch, seat: SeatRow, lines: Sequence[str], at: int) -> str:
    """The order that a refused line and those below it make up with the one above, with commas between them: what goes
    on with an order is asked for by nobody. Empty where that would not do."""
    try:
        orders = [read_line(loaded.game.order_of, line) for line in lines]
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


def _proposed(told: str, meant: str) -> Why:
    return Why(append_sentence(told, f"Perhaps you meant: {meant}" if meant else ""), meant)


def _after(loaded: LoadedMatch, seat: SeatRow, above: Sequence[str]) -> LoadedMatch:
    """A table as it would be after some orders. Raises `DieAhead`, and `LetterRefused` where they are not legal."""
    if not above:
        return loaded
    after = copy.copy(loaded)
    after.match = loaded.match.twin(seat.seat)
    after.match.play(seat.seat, above)
    return after


def put_right(letter: LetterContext, lines: Sequence[Line], refused: Sequence[Line]) -> tuple[str, ...]:
    """The lines of a letter, or of a part of it, with what was meant for each that is refused; none if they would not
    do.

    Nobody has to write anew what was right. Only orders of one match are put right, with what is said beside them.
    """
    orders = [line for line in lines if line.command is None]
    others = [line.command for line in lines if line.command is not None]
    matches = {line.match for line in orders}
    meant = all(line.instead for line in refused)
    plain = all(command.prose or command is MATCH for command in others)
    if len(matches) != 1 or not (meant and plain and letter.proven):
        return ()
    loaded = letter.repository.load(matches.pop() or letter.match_meant())
    seat = loaded.seat_of(letter.sender) if loaded is not None else None
    if loaded is None or seat is None:
        return ()
    try:
        loaded.match.preview(seat.seat, [line.instead or line.text for line in orders])
    except LetterRefused:
        return ()
    return tuple(line.instead or line.written or line.text for line in lines)


def _tried(loaded: LoadedMatch, seat: SeatRow, line: str) -> tuple[str, str]:
    """What would become of a proposed line now, `done` or `queued`; or nothing and why it would be refused."""
    if not line or loaded.match.over:
        return "", ""
    try:
        line_results = loaded.match.preview(seat.seat, lines_of(line)).line_results
    except LetterRefused as refused:
        return "", str(refused)
    return "queued" if line_results and all(
        line_result.status == "queued" for line_result in line_results
    ) else "done", ""


def _alike(proposed: str, line: str) -> bool:
    """Whether more than half of the words of a proposal stand in the line, or nearly; or all of the line in it."""
    written = _WORD.findall(tidy(line).lower())
    words = _WORD.findall(proposed.lower())
    known = sum(_among(word, written) for word in words)
    return 2 * known > len(words) or all(_among(word, words) for word in written)


def _keeps(proposed: str, line: str) -> bool:
    """Whether a proposal holds the numbers and conditions of a line, and a square or figure where it names any."""
    before, after = tidy(line).lower(), proposed.lower()
    numbers = all(number in _NUMBER.findall(after) for number in _NUMBER.findall(before))
    conditions = len(_IF.findall(after)) >= len(_IF.findall(before))
    return numbers and conditions and (not _DIGIT.search(before) or bool(_DIGIT.search(after)))


_NUMBER = re.compile(r"(?<![\w,.])[0-9]+(?![\w,.%]| *,)")
_IF = re.compile(r"\b(?:if|unless)\b")
_DIGIT = re.compile(r"[0-9]")
_WORD = re.compile(r"[a-z0-9]+")


def _among(word: str, words: list[str]) -> bool:
    return word in words or bool(nearest(word, words, cutoff=0.7))


def nearest_order(loaded: LoadedMatch, ask: Ask[Any], line: str) -> str:
    """The legal answer to an ask that is most like a line: the game's own advice, else out of all or some sampled.

    Empty where the line is an order of another kind, or several: no answer to this ask is like it.
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
    legal = [str(order) for order in ask.options()] if ask.options else examples(loaded, ask, 24)
    return nearest(line, legal, cutoff=0.0)
