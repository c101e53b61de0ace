"""What was probably meant by a line that cannot be carried out, and why it cannot.

A proposal holds nothing but what stands in the letter, and leaves nothing of it out: it keeps every figure, square and
number. It has been tried on a copy of the match, so it is ready to be sent.
"""

import copy
import itertools
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pbem.play.conditional import UnreadableCondition, is_conditional, lines_of
from pbem.play.conditions import HEADS
from pbem.play.dice import DieAhead
from pbem.play.facts import spoken_of
from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.mending import SMALL
from pbem.play.orders import OrderError, Refused, Unreadable, nearest, tidy
from pbem.play.requests import Ask
from pbem.server.answering.wishes import changes_anything
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BETWEEN, MATCH, command_named, command_words
from pbem.server.language.yes_no import is_courtesy
from pbem.server.letters.letter_context import LetterContext
from pbem.server.matches.examples import samples
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.pieces import Order, Ordered, Piece, Talk, Unread
from pbem.store.rows import SeatRow

CONDITIONAL = (*(f"{head} " for head in HEADS), "whenever ", "then ", "else ")
FORM = "A conditional line is written so: if {} then ORDER else ORDER; see: facts, help if"

FACTS_TOLD = 3
"""Maximum number of facts listed for a condition that cannot be read."""

FULL_STOPS = (".", "!", "?", ")", "\u2026")
"""Ends of lines of a message after which the line directly below starts a new sentence."""

_NUMBER = re.compile(r"(?<![\w,.])(?<![0-9], )[0-9]+(?![\w,.%]| *,)")
_IF = re.compile(r"\b(?:if|unless|whenever)\b")
_NAME = re.compile(r"[0-9]+,[0-9]+|[a-z]*[0-9]+[a-z]?[0-9]*")


class Told(Struct, frozen=True):
    """Why a line is not carried out, and the line that would be instead, if that is known; `certain`: a single slip of
    the pen explains the difference."""

    why: str
    instead: str = ""
    certain: bool = False


def append_sentence(text: str, more: str) -> str:
    """One sentence after another; either may be empty."""
    if not text or not more:
        return text or more
    return f"{text}{'' if text.endswith(('.', '?', '!')) else '.'} {more}"


def explain(
    loaded: LoadedMatch, seat: SeatRow, line: str, error: OrderError, above: Sequence[str] = ()
) -> Told:
    """A refusal, with what was meant if that is known, after the orders `above` in the same letter."""
    told = str(error)
    meant = error.nearest if isinstance(error, Unreadable) else ""
    certain = isinstance(error, Unreadable) and error.certain
    if line.lower().startswith(CONDITIONAL) and not (
        line.lower().startswith("then ") and not any(map(is_conditional, above))
    ):
        meant = meant if meant.lower().startswith(CONDITIONAL) and meant not in told else ""
        if isinstance(error, UnreadableCondition):
            named = spoken_of(loaded.match.facts(seat.seat), error.condition)
            told = append_sentence(told, "; ".join(named[:FACTS_TOLD]))
        if meant:
            told = append_sentence(told, f"Perhaps you meant: {meant}")
        form = FORM.format("CONDITION" if loaded.game.tests else "FACT is VALUE")
        return Told(append_sentence(told, form), meant)
    ask = loaded.match.asks.get(seat.seat)
    if not keeps(meant, line) or (meant and meant in told.replace(line, "")):
        meant = ""
    try:
        loaded = after(loaded, seat, above)
    except (DieAhead, LetterRefused):
        return Told(told, meant, certain and bool(meant))
    if meant:
        status, against = tried(loaded, seat, meant)
        if status:
            return Told(told, meant, certain)
        if against:
            return Told(append_sentence(told, f'Perhaps you meant "{meant}", but that is refused: {against}'))
    advised = _advised(loaded, ask, line) if ask is not None else ""
    if advised:
        return Told(told, advised)
    if isinstance(error, Unreadable):
        like = _like(loaded, ask, line) if ask is not None else ""
        return Told(append_sentence(told, f"For example: {like}" if like else ""))
    return Told(_with_ways(loaded, seat, line, told))


def _advised(loaded: LoadedMatch, ask: Ask[Any], line: str) -> str:
    """What the game itself advises instead, if it keeps all that the line names and names nothing else."""
    try:
        if not isinstance(loaded.game.order_of(line), (*ask.takes, *ask.edits)):
            return ""
    except Unreadable:
        pass
    advice = loaded.game.near(masked(loaded.match.state, ask.seat), ask, line)
    if not advice or advice.lower() == line.lower():
        return ""
    low = line.lower()
    words = [word for word in re.findall(r"[\w,]+", low) if word not in SMALL]
    kept = all(word in advice.lower() for word in words)
    return advice if kept and set(_NAME.findall(advice.lower())) <= set(_NAME.findall(low)) else ""


def _like(loaded: LoadedMatch, ask: Ask[Any], line: str) -> str:
    """A legal order like a line, as an example of how it is written; never one that only ends the turn."""
    legal = [str(order) for order in ask.options()] if ask.options else samples(loaded, ask, 24)
    legal = [each for each in legal if " " in each]
    words = set(line.lower().split())
    return max(
        legal, key=lambda each: (len(words.intersection(each.lower().split()[:2])), -len(each)), default=""
    )


def _with_ways(loaded: LoadedMatch, seat: SeatRow, line: str, told: str) -> str:
    """A refusal that a square is out of reach, with those that are in reach."""
    game, state = loaded.game, loaded.seen_by(seat.seat)
    names = game.names(state, seat.seat)
    words = re.findall(r"[\w,]+", line)
    figure = next((found for word in words if (found := names.figure(word))), "")
    if not (figure and "reach" in told and any(names.is_place(word.lower()) for word in words)):
        return told
    try:
        first = game.reach(state, seat.seat, figure)
    except Refused:
        return told
    return append_sentence(told, " ".join(" ".join(first).split())) if len(" ".join(first)) < _ROOM else told


_ROOM = 240
"""Maximum length of a list of squares in a refusal."""


def meant_as_one(loaded: LoadedMatch, seat: SeatRow, lines: Sequence[str], at: int) -> str:
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
        order, loaded = loaded.game.order_of(whole), after(loaded, seat, lines[: at - 1])
    except (Unreadable, DieAhead, LetterRefused):
        return ""
    return whole if type(order) is type(orders[at - 1]) and tried(loaded, seat, whole)[0] == "done" else ""


def after(loaded: LoadedMatch, seat: SeatRow, above: Sequence[str]) -> LoadedMatch:
    """A match as it would be after some orders. Raises `DieAhead`, and `LetterRefused` if they are not legal."""
    if not above:
        return loaded
    later = copy.copy(loaded)
    later.match = loaded.match.twin(seat.seat)
    later.match.play(seat.seat, above)
    return later


def tried(loaded: LoadedMatch, seat: SeatRow, line: str) -> tuple[str, str]:
    """What would become of a proposed line now, `done` or `queued`; or nothing, and why it would be refused."""
    if not line or loaded.match.over:
        return "", ""
    try:
        results = loaded.match.preview(seat.seat, lines_of(line)).line_results
    except LetterRefused as refused:
        return "", str(refused)
    return "queued" if results and all(each.status == "queued" for each in results) else "done", ""


_ALIKE = 0.5
"""How similar a word must be to the one that is written in its place."""


def keeps(proposed: str, line: str) -> bool:
    """Whether a proposal keeps the numbers, squares, figures and conditions of a line, and where one word stands for
    another is like it: `goal` is not `home`."""
    before, later = tidy(line).lower(), proposed.lower()
    numbers = all(number in _NUMBER.findall(later) for number in _NUMBER.findall(before))
    named = all(
        name in later.replace(" ", "") for name in re.findall(r"\b[a-z]{1,2}[0-9]+\b|[0-9]+,[0-9]+", before)
    )
    words, others = before.replace(",", " ").split(), later.replace(",", " ").split()
    if len(words) == len(others):
        changed = [(one, other) for one, other in zip(words[2:], others[2:], strict=True) if one != other]
        if any(
            one.isalpha() and other.isalpha() and not nearest(one, [other], cutoff=_ALIKE)
            for one, other in changed
        ):
            return False
    return numbers and named and len(_IF.findall(later)) >= len(_IF.findall(before))


def put_right(letter: LetterContext, pieces: Sequence[Piece]) -> tuple[str, ...]:
    """The letter, or a part of it, with what was meant in place of pieces that are unread; none if that would not be
    accepted.

    A command is corrected if it is alone; otherwise orders of one match are, with the commands beside them. Behind them
    stands what is wished for beside.
    """
    lines = _put_right(letter, pieces)
    beside = [line for piece in pieces if isinstance(piece, Unread) and piece.alone for line in piece.instead]
    return tuple(dict.fromkeys((*lines, *beside))) if lines else ()


def _put_right(letter: LetterContext, pieces: Sequence[Piece]) -> tuple[str, ...]:
    parts = [
        piece for piece in pieces if isinstance(piece, Order | Ordered | Unread) and not _is_aside(piece)
    ]
    if not letter.proven:
        return ()
    wished = [piece.instead for piece in parts if isinstance(piece, Unread) and _is_command(piece.instead)]
    if parts and len(wished) == len(parts):
        return tuple(dict.fromkeys(line for (line,) in wished))
    commands = [piece.command for piece in parts if isinstance(piece, Ordered)]
    orders = [piece for piece in parts if not isinstance(piece, Ordered)]
    meant = all(piece.instead for piece in orders if isinstance(piece, Unread))
    plain = not any(command.final or command.ends for command in commands)
    matches = {piece.match for piece in orders}
    if len(matches) != 1 or not (meant and plain):
        return ()
    lines = [line for piece in orders for line in _lines(piece)]
    loaded = letter.repository.find(matches.pop() or letter.match_meant())
    seat = loaded.seat_of(letter.sender) if loaded is not None else None
    if loaded is None or seat is None:  # it has not begun
        return ()
    try:
        loaded.match.preview(seat.seat, lines)
    except LetterRefused:
        return ()
    shown: list[str] = []
    for piece in parts:
        if isinstance(piece, Ordered):
            sentence = not (piece.command.prose or piece.command is MATCH)
            shown.append(f"{piece.command.name} {piece.arguments}".strip() if sentence else piece.text)
            if piece.command.is_message(piece.arguments) and not piece.text.endswith(FULL_STOPS):
                shown.append("")  # what is below could be the end of its sentence
        else:
            shown += _lines(piece)
    return tuple(shown)


def _is_aside(piece: Piece) -> bool:
    """Whether a piece may be left out of a letter that is put right: it changes nothing."""
    if isinstance(piece, Ordered):
        line = f"{piece.command.name} {piece.arguments}".strip()
        return (piece.agrees or not changes_anything(piece.command, line)) and piece.command is not MATCH
    return isinstance(piece, Talk) or (isinstance(piece, Unread) and (piece.alone or piece.unsettles))


def _lines(piece: Piece) -> Sequence[str]:
    return (piece.order,) if isinstance(piece, Order) else piece.instead if isinstance(piece, Unread) else ()


def _is_command(lines: Sequence[str]) -> bool:
    return len(lines) == 1 and command_named(lines[0].split(" ", 1)[0]) is not None


# Commands.


def command_meant(letter: LetterContext, line: str) -> tuple[str, CommandSpec | None]:
    """The command that was probably meant, ready to be sent, if that is clear; and its entry."""
    games = letter.context.games.names
    text = letter.context.games.joined(line)
    first, *rest = tidy(text).split(" ")
    if first.lower() in games and len(rest) > 1 and rest[0].lower() in BETWEEN and letter.proven:
        others = [
            word for word in rest[1:] if word.lower() not in ("the", "a", "my") and not is_courtesy(word)
        ]
        return f"challenge {first.lower()} {' '.join(others)}", command_named("challenge")
    if len(first) < _SHORTEST or line.endswith("?"):
        return "", None
    near = nearest(first, command_words(), cutoff=0.78)
    command = command_named(near)
    if command is None:
        return "", None
    arguments = [nearest(word, games, cutoff=0.8) or word for word in rest]
    fits = command.parse(" ".join(arguments), letter.known) is not None
    ready = " ".join((near, *arguments)) if fits and (letter.proven or not arguments) else ""
    return ready, command


_SHORTEST = 4
"""Minimum number of letters of a word that may be a command with a slip of the pen."""
