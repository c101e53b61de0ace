"""Why a line is not understood, and what its writer may have meant."""

import itertools
import re

from pbem.play.conditional import lines_of
from pbem.play.orders import Refused, Unreadable, nearest, tidy
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BETWEEN, command_named, command_words
from pbem.server.language.passwords import is_hidden
from pbem.server.language.yes_no import answer_of, is_hedged
from pbem.server.letters.handles import nearest_free
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.questions import LEAVE_QUESTION, asked_to_leave
from pbem.server.matches.ballots import CHOICES
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.legacy_words import pointer
from pbem.server.reading.line import Line
from pbem.server.reading.splitter import LONGEST_ORDER, Splitter, first_words, game_of, is_order
from pbem.server.reading.suggestions import append_sentence, explain
from pbem.store.rows import MatchRow

SETTLED = "Nobody waits for this answer any more: it is settled by now, or the match has gone on"

_SAY = "To write to the others begin the line with: say"

_TOLD_BY = "What you can answer now is told by: help; what has happened by: history; where one can go by: reach FIGURE"

_GIVES_UP = re.compile(r"\b(?:give up|surrender|concede|i quit)\b", re.IGNORECASE)

_ASKS = re.compile(
    r"(?:what|how|why|when|where|which|who|whose)\b|(?:am|is|are|do|does|did|can|could|may|should|will|would)\b.*\?\W*$",
    re.IGNORECASE,
)
"""First words of questions, which are no slips of an order, however similar."""

_SHORT = 4
"""Maximum number of words of a line in which the word of a command may be anywhere: `I resign`."""


def why_not_understood(letter: LetterContext, splitter: Splitter, line: Line, lines: list[Line]) -> str:
    """Why a line is not understood, one of these reasons; what was probably meant is noted in it."""
    text = line.text
    if is_hidden(text, letter.context.games.names):
        return _without_password(letter, text)
    if letter.player is None:
        _note_command_meant(letter, line)
        told = append_sentence("I do not know this.", line.meant)
        return f"{told} To begin write: register NAME, or: help"
    if len(text) > LONGEST_ORDER:
        return f"An order has at most {LONGEST_ORDER} characters, and this line has more. {_SAY}"
    asked_in_a_match = (line.written or text).endswith("?") and (line.match or letter.current) is not None
    if (command := splitter.sentence_of(text)) and not asked_in_a_match:
        return sentence(command) if " " in text.strip() else command.how()
    try:
        number = line.match or letter.match_meant()
    except Refused as error:
        if why := _why_no_answer(letter, text, None):
            return why
        _note_command_meant(letter, line)
        if not line.meant and not letter.games:
            game = _game_in(letter, text)
            return f"This is no command. To begin a match write for example: challenge {game} house"
        needs = f"As an order it needs a match: {which_match(letter, line, error)}"
        return f"This is no command. {line.meant or needs}"
    try:
        game_of(letter, number).read_line(text)
    except Unreadable as error:
        return _why_no_answer(letter, text, number) or _why_no_order(letter, line, number, error, lines)
    except Refused as error:
        return str(error)
    return ""


def sentence(command: CommandSpec) -> str:
    """What is told about a line that begins with the word of a command but may be a sentence."""
    return f"I take this for a sentence. If it is for me, write it so: {command.own_forms}"


def which_match(letter: LetterContext, line: Line, error: Refused) -> str:
    """Which match a line may be for: one whose game can read it, if possible one that waits for its writer."""

    def waits(row: MatchRow) -> bool:
        loaded = letter.find_match_if_any(row.id)
        return loaded is not None and letter.seat(loaded).seat in loaded.match.asks

    fitting = _matches_that_read(letter, line.text)
    if not fitting:
        return str(error)
    first = next(filter(waits, fitting), fitting[0]).id
    return f"Which one is meant? Write above it, for example: match {first}. Your matches: {letter.running_matches()}"


# Yes and no.


def _why_no_answer(letter: LetterContext, text: str, number: int | None) -> str:
    """Why a yes or a no has no effect, in a match or without one; "" for any other line."""
    said = answer_of(text, letter.names)
    if said == "yes" and asked_to_leave(letter.context, letter.sender):
        return (
            f'If you want to leave this server, answer the mail "{LEAVE_QUESTION}" itself with one word, yes'
        )
    if not said:
        return ""
    if letter.is_too_late:
        return SETTLED
    if number is None:
        told = (
            "This letter answers no question of mine. A yes or a no counts in an answer to the mail that asks"
        )
        asked = next((number for number, (_, seat) in letter.offers().items() if seat.status == "invited"), 0)
        return append_sentence(told, f"Or write: accept {asked}, or decline {asked}" if asked else "")
    told = f"Nothing of match {number} waits for a yes or a no of yours"
    loaded = letter.find_match_if_any(number)
    if loaded is None:
        return append_sentence(told, _what_it_waits_for(letter, number))
    seat = letter.seat(loaded).seat
    ask = loaded.match.asks.get(seat)
    if ask is not None and ask.ends is not None and loaded.match.drafting(seat):
        return append_sentence(told, f"To submit your draft write: {ask.ends}")
    resigning = " resign," in letter.mail.subject  # the mail that says how to
    return append_sentence(told, "To resign for good write: confirm resign" if resigning else "")


def _what_it_waits_for(letter: LetterContext, number: int) -> str:
    """What a match that has not begun is waiting for."""
    offers = letter.offers()
    if number in offers and offers[number][1].status == "invited":
        return f"Match {number} waits for your answer: accept or decline"
    return f"Match {number} has not begun: it waits until all have accepted"


def _what_is_offered(letter: LetterContext, loaded: LoadedMatch) -> str:
    """How to answer a question that waits for the sender."""
    asked = [(loaded.title(each.seat), each.kind) for each in letter.asked(loaded)]
    return next((f"{who} waits for: accept {kind}, or decline {kind}" for who, kind in asked), "")


# Orders.


def _why_no_order(
    letter: LetterContext, line: Line, number: int, error: Unreadable, lines: list[Line]
) -> str:
    loaded = letter.find_match_if_any(number)
    offered = _what_is_offered(letter, loaded) if loaded is not None else ""
    if offered and is_hedged(line.text, letter.names):
        return f"I cannot tell whether that is a yes or a no. {offered}"
    answered = error.nearest or " is no order of " not in str(error)  # this game has its own explanation
    others = [] if answered else [row for row in _matches_that_read(letter, line.text) if row.id != number]
    for row in others[:1]:
        title = letter.context.games.named(row.game).title
        return append_sentence(
            str(error), f"That is an order of match {row.id} ({title}): write match {row.id} above it"
        )
    if error.nearest:
        line.meant = _point_to_command(letter, line.text)
    else:
        _note_command_meant(letter, line)
    if loaded is None:
        return append_sentence(append_sentence(str(error), line.meant), _what_it_waits_for(letter, number))
    if not line.meant and line.text.lower() in CHOICES and any(seat.vote for seat in loaded.seats):
        line.ready = f"vote {line.text}"
        line.meant = f"Perhaps you meant: {line.ready}"
    if line.meant:
        return append_sentence(str(error), line.meant)
    if _ASKS.match(line.written or line.text):
        why = append_sentence(str(error), _TOLD_BY)
        return append_sentence(why, offered or _SAY)
    why, line.instead = explain(
        loaded, letter.seat(loaded), line.text, error, _above(line, lines), alone=len(lines) == 1
    )
    plain = not (line.said or line.below or "?" in line.written)
    line.certain = plain and error.certain and line.instead == error.nearest
    words = line.text.lower().split()
    # Neither for `S1 throw N2 with 9`, nor for a line below a message, whose writer is told about that.
    talk = len(words) > 3 and words[0] != "if" and words[1] not in first_words(loaded.game) and not line.below
    if talk and "Perhaps you meant" not in why:
        why = append_sentence(why, _SAY)
    return why if line.instead else append_sentence(why, offered)


def _above(line: Line, lines: list[Line]) -> list[str]:
    """The orders for the same match above a line, or what was meant by them."""
    above = itertools.takewhile(lambda each: each is not line, lines)
    return [
        each.instead or each.text
        for each in above
        if each.command is None and each.match == line.match and (each.instead or not each.error)
    ]


def _matches_that_read(letter: LetterContext, text: str) -> list[MatchRow]:
    """The sender's running matches in which a text is an order."""
    named, pieces = letter.context.games.named, lines_of(text)
    rows = letter.context.store.matches.of_player(letter.sender.id, ("running",))
    return [row for row in rows if all(is_order(named(row.game), piece) for piece in pieces)]


# Commands.


def _note_command_meant(letter: LetterContext, line: Line) -> None:
    """Note in a line what is told about the command that was probably meant, and that command itself if it can be sent
    as it is.

    Nothing is quoted in an answer to a letter that does not prove who wrote it.
    """
    if pointed := _point_to_command(letter, line.text):
        line.meant = pointed
        return
    line.ready, near = _command_meant(letter, letter.context.games.joined(line.text))
    if line.ready:
        line.meant = f"Perhaps you meant: {line.ready}"
    elif near:
        line.meant = f'Did you mean the command "{near}"?'


def _command_meant(letter: LetterContext, line: str) -> tuple[str, str]:
    """The command that was probably meant, ready to be sent, if that is clear; and its first word, if any."""
    games = letter.context.games.names
    first, *rest = tidy(line).split(" ")
    if first.lower() in games and len(rest) > 1 and rest[0].lower() in BETWEEN and letter.proven:
        return f"challenge {first.lower()} {' '.join(rest[1:])}", "challenge"
    words = re.findall(r"[a-z]+", line.lower())
    if len(words) <= _SHORT + 2 and _GIVES_UP.search(line):
        return "resign", "resign"
    is_sentence = bool(rest) and (len(first) < _SHORT or line.endswith("?"))
    near = "" if is_sentence else nearest(first, command_words(), cutoff=0.78)
    later = words[1:] if len(words) <= _SHORT else []
    inside = [word for word in later if (spec := command_named(word)) and word not in spec.everyday]
    found = near or (inside[0] if len(inside) == 1 else "")
    command = command_named(found)
    if command is None:
        return "", ""
    arguments = [nearest(word, games, cutoff=0.8) or word for word in rest] if near else []
    fits = command.parse(" ".join(arguments), letter.known) is not None
    if fits and (letter.proven or not arguments):
        return " ".join((found, *arguments)), found
    return "", found


def _game_in(letter: LetterContext, line: str) -> str:
    """The game that a line names, or else one to begin with."""
    games = letter.context.games
    words = re.findall(r"[\w-]+", games.joined(line).lower())
    return next((word for word in words if word in games.names), "dodgeball")


def _point_to_command(letter: LetterContext, line: str) -> str:
    """What to write here instead of a line that begins as on another server and is not an order here; or empty."""
    first, *rest = tidy(line).lower().split(" ")
    rows = letter.context.store.matches.of_player(letter.player.id, ("running",)) if letter.player else ()
    games = [*letter.games, *(letter.context.games.named(row.game) for row in rows)]
    ours = first == "move" or any(first in first_words(game) for game in games)
    if ours and not (rest and rest[0].isdecimal()):  # after `move` comes a number elsewhere
        return ""
    return pointer(line, letter.context.games.names)


def _without_password(letter: LetterContext, line: str) -> str:
    """What is told about a line that was written as on another server, with a password, which has been removed."""
    told = "There are no passwords here, so what looked like one has been dropped unread"
    first, second = (word.rstrip(":") for word in line.lower().split()[:2])
    if first in ("register", "signup", "add"):
        how = (
            f"Write: register {nearest_free(letter.context, second)}"
            if letter.player is None
            else f"You are registered already, as {letter.player.handle}"
        )
    elif first == "message":
        how = "Write: tell NAME TEXT"
    else:
        games = letter.context.games.names
        how = pointer(line, games) or pointer(line.partition(" ")[2], games)
        how = how or f"See: help {next(filter(command_named, (first, second)), 'commands')}"
    return append_sentence(told, how)
