"""Why a line is none that is understood, and what may have been meant."""

from __future__ import annotations

import itertools
from typing import Any

from pbem.play.conditional import lines_of, read_line
from pbem.play.game import Game
from pbem.play.orders import Refused, Unreadable
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.passwords import is_hidden
from pbem.server.language.yes_no import answer_of, is_hedged
from pbem.server.matches.ballots import CHOICES
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.line import Line
from pbem.server.reading.splitter import LONGEST_ORDER, Splitter, first_words, is_order
from pbem.server.reading.suggestions import (
    append_sentence,
    command_meant,
    explain,
    nothing_asked,
    point_to_command,
    what_is_offered,
    what_it_waits_for,
    without_password,
)
from pbem.server.reading.waiting import LEAVE_QUESTION, asked_to_leave

_SAY = "To write to the others begin the line with: say"


def why_not_understood(letter: LetterContext, splitter: Splitter, line: Line, lines: list[Line]) -> str:
    """What is wrong with a line, one of these; what was probably meant is noted in it."""
    text = line.text
    if is_hidden(text, letter.context.games.names):
        return without_password(letter, text)
    if letter.player is None:
        line.meant = command_meant(letter, text)
        told = append_sentence("I do not know this.", line.meant)
        return f"{told} To begin write: register NAME, or: help"
    if len(text) > LONGEST_ORDER:
        return f"An order has at most {LONGEST_ORDER} characters, and this line has more. {_SAY}"
    if command := splitter.sentence_of(text):
        return sentence(command)
    try:
        number = line.match or letter.match_meant()
    except Refused as error:
        return _why_without_match(letter, line, error)
    try:
        read_line(game_of(letter, number).order_of, text)
    except Unreadable as error:
        return _why_unreadable(letter, line, number, error, lines)
    except Refused as error:
        return str(error)
    return ""


def sentence(command: CommandSpec) -> str:
    """What is told about a line that begins with the word of a command and may be a sentence."""
    return f"I take this for a sentence. If it is for me, write it so: {command.own_forms}"


def which_match(letter: LetterContext, line: Line, error: Refused) -> str:
    """Which match a line may be for: one whose game reads it, if possible one that waits for its writer."""
    fitting = []
    for row in letter.context.store.matches.of_player(letter.sender.id, ("running",)):
        loaded = letter.find_match_if_any(row.id)
        if loaded is not None and all(is_order(loaded.game, piece) for piece in lines_of(line.text)):
            fitting.append((letter.seat(loaded).seat not in loaded.match.asks, row.id))
    if not fitting:
        return str(error)
    return f"Which one is meant? Write above it, for example: match {min(fitting)[1]}. Your matches: " + (
        letter.running_matches()
    )


def game_of(letter: LetterContext, number: int) -> Game[Any]:
    """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
    try:
        return letter.find_match(number).game
    except Refused:
        matches = letter.context.store.matches
        row = matches.match(number)
        invited = any(seat.player == letter.sender.id for seat in matches.seats(number))
        if row is None or row.status != "offered" or not invited:
            raise
        return letter.context.games.named(row.game)


def _why_without_match(letter: LetterContext, line: Line, error: Refused) -> str:
    if elsewhere := _asked_elsewhere(letter, line):
        return elsewhere
    if answer_of(line.text, letter.names):
        return nothing_asked(letter)
    line.meant = command_meant(letter, line.text)
    if line.meant:
        return f"This is no command. {line.meant}"
    return f"This is no command. As an order it needs a match: {which_match(letter, line, error)}"


def _why_unreadable(
    letter: LetterContext, line: Line, number: int, error: Unreadable, lines: list[Line]
) -> str:
    loaded = letter.find_match_if_any(number)
    if elsewhere := _asked_elsewhere(letter, line):
        return elsewhere
    if answer_of(line.text, letter.names):
        told = f"Nothing of match {number} waits for a yes or a no of yours"
        if loaded is None:
            return append_sentence(told, what_it_waits_for(letter, number))
        resigning = " resign," in letter.mail.subject  # the mail that tells how to
        return append_sentence(told, "To resign for good write: confirm resign" if resigning else "")
    offered = what_is_offered(letter, loaded) if loaded is not None else ""
    if offered and is_hedged(line.text, letter.names):
        return f"I cannot tell whether that is a yes or a no. {offered}"
    if other := "" if error.nearest else _of_another(letter, line, number):
        return append_sentence(str(error), other)
    line.meant = (point_to_command if error.nearest else command_meant)(letter, line.text)
    if loaded is None:
        return append_sentence(append_sentence(str(error), line.meant), what_it_waits_for(letter, number))
    if not line.meant and line.text.lower() in CHOICES and any(seat.vote for seat in loaded.seats):
        line.meant = f"Perhaps you meant: vote {line.text}"
    if line.meant:
        return append_sentence(str(error), line.meant)
    why, line.instead = explain(loaded, letter.seat(loaded), line.text, error, _above(line, lines))
    words = line.text.lower().split()
    # Not `S1 throw N2 with 9`, nor what is told below which message it stands.
    talk = len(words) > 3 and words[0] != "if" and words[1] not in first_words(loaded.game) and not line.below
    if talk and "Perhaps you meant" not in why:
        why = append_sentence(why, _SAY)
    return why if line.instead else append_sentence(why, offered)


def _above(line: Line, lines: list[Line]) -> list[str]:
    """The orders for the same match that stand above a line, or what was meant by them."""
    above = itertools.takewhile(lambda each: each is not line, lines)
    return [
        each.instead or each.text
        for each in above
        if each.command is None and each.match == line.match and (each.instead or not each.error)
    ]


def _asked_elsewhere(letter: LetterContext, line: Line) -> str:
    """Which other mail waits for a yes of the sender, where the line is one and nothing here asks for it."""
    if not asked_to_leave(letter.context, letter.sender) or answer_of(line.text, letter.names) != "yes":
        return ""
    return f'If you want to leave this server, answer the mail "{LEAVE_QUESTION}" itself with one word, yes'


def _of_another(letter: LetterContext, line: Line, number: int) -> str:
    """Which other match of its sender a line is an order of, or empty."""
    for row in letter.context.store.matches.of_player(letter.sender.id, ("running",)):
        game = letter.context.games.named(row.game)
        if row.id != number and all(is_order(game, piece) for piece in lines_of(line.text)):
            return f"That is an order of match {row.id} ({game.title}): write match {row.id} above it"
    return ""
