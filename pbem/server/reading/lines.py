"""What the lines of a letter mean: which is a command, which an order of which match, and why one is neither."""

from __future__ import annotations

import itertools
import re
from typing import Any

from pbem.mail.reading import Letter
from pbem.play.conditional import lines_of, read_line
from pbem.play.game import Game
from pbem.play.match import LineResult
from pbem.play.orders import Refused, Unreadable, tidy
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH
from pbem.server.language.passwords import is_hidden
from pbem.server.language.yes_no import CLOSINGS, answer_in, answer_of, is_hedged
from pbem.server.matches.ballots import CHOICES
from pbem.server.reading.classify import LONGEST_ORDER, ORDERS_LIMIT, Classifier, is_order, plain
from pbem.server.reading.legacy_words import NEEDLESS
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.line import Line, by_match
from pbem.server.reading.messages import BELOW_A_MESSAGE, asked_back, may_go_on, rest_of_message
from pbem.server.reading.small_talk import ENDS, greets, is_said, says_something, vocabulary, without_please
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
from pbem.server.reading.unwrap import unwrapped
from pbem.server.reading.waiting import LEAVE_QUESTION, asked_to_leave

UNKNOWN_LIMIT = 5
"""Maximum number of unreadable lines explained one by one; lines below them are ignored."""

LEFT_ALONE = "left alone, as it is no order. To write to the others begin the line with: say"

_DOUBTFUL = (
    "I cannot tell whether that is a yes, since other words stand beside it. If it is, answer just: yes"
)

_BOTH = "This letter says both yes and no, so it counts as neither. Write one of them: accept, or decline"

_TURNS = re.compile(r"(?P<match>(?:match|game) \d+)[\s:,;-]+(?P<rest>\S.*)", re.IGNORECASE)
"""Lines for a match on the line that turns to it."""

LOOKED_BELOW = 20
"""Maximum number of lines read below a closing, of those said to people, and of those that may be a yes or no."""

MESSAGES_LIMIT = 40
"""Maximum number of lines of a letter that belong to messages above them."""


def text_of(letter: LetterContext, mail: Letter) -> list[str]:
    """The body, or the Subject where the body holds nothing, or nothing that is meant for us.

    A Subject may be left over from an older letter: above a text it never changes anything.
    """
    subject = mail.subject.strip()
    if subject.startswith("[") or not subject:
        return list(mail.lines)
    if not mail.lines:
        return [subject]
    meanings = Classifier(letter)
    command = meanings.command(subject)
    if command is None or (letter.player is not None and letter.current is not None):
        return list(mail.lines)
    if command is MATCH:
        return [subject, *mail.lines]
    if tidy(subject).lower() in (tidy(line).lower() for line in mail.lines):
        return list(mail.lines)
    if any(meanings.command(line) is not None or meanings.is_meant(line) for line in mail.lines):
        letter.remark("The command in the Subject was left alone, since the text holds its own lines.")
    elif command.changes:
        letter.remark(f'"{subject[:60]}" in the Subject counts only where the text is empty.')
    else:
        letter.remark("The command in the Subject was taken, the text left alone.")
        return [subject]
    return list(mail.lines)


def read_lines(letter: LetterContext, text: list[str]) -> list[Line]:
    """The lines of the letter, up to one that ends it, without what is said to people."""
    meanings = Classifier(letter)
    if text:  # a line that is copied from a mail of ours; below others it may be that mail itself, not quoted
        text = [re.sub(r"\s*e\.g\.\s+", "", text[0]), *text[1:]]
    whole = unwrapped(text, lambda line: meanings.command(line) is not None, meanings.reads, meanings.goes_on)
    reader = _Reader(letter, meanings, whole)
    found = reader.read()
    if letter.player is None and any(line.command for line in found):
        # Without the kind words of a stranger round their request.
        found = [line for line in found if line.command or line.error]
    _read_orders(letter, found)
    _check_answers(letter, found, reader.left_out)
    return _without_talk(letter, found)


def _check_answers(letter: LetterContext, lines: list[Line], left_out: list[str]) -> None:
    """Call a yes in doubt that another sentence stands beside, be it in a greeting or below the end of the letter."""
    agreeing = [
        line for line in lines if line.answer and line.command is not None and line.command.name != "decline"
    ]
    beside = [
        line.text
        for line in lines
        if line.said
        or (line.answer and line not in agreeing)
        or line.text.strip() == "?"
        or (
            line.command
            and not line.answer
            and not line.command.fits(line.arguments.split(), letter.context.games.names)
        )
    ]
    if agreeing and answer_in(["yes", *beside, *left_out], letter.names) != "yes":
        for line in agreeing:
            line.error = line.error or _DOUBTFUL
    for part in by_match(lines):
        for one, other in itertools.product(_named(part, "accept"), _named(part, "decline")):
            if one.arguments == other.arguments or not (one.arguments and other.arguments):
                one.error, other.error = one.error or _BOTH, other.error or _BOTH


def _named(lines: list[Line], name: str) -> list[Line]:
    return [line for line in lines if line.command is not None and line.command.name == name]


class _Reader:
    """Goes through the lines of a letter from top to bottom, and finds what each is by where it stands."""

    def __init__(self, letter: LetterContext, meanings: Classifier, lines: list[str]) -> None:
        self._letter = letter
        self._meanings = meanings
        self._lines = lines
        self._at = 0  # the line that is looked at next
        self._room = ORDERS_LIMIT
        self._found: list[Line] = []
        self._messages = 0  # lines looked at whether they are part of a message
        self._below = ""  # how the last message begins, while no order stands below it
        self._asks_at = -1  # the line that may be the end of that message
        self.left_out: list[str] = []  # greetings, and the line that ends the letter with all below it

    def read(self) -> list[Line]:
        """All of them, up to one that ends the letter."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if self._room < 1 + line.count(";"):
                note = f"Only the first {ORDERS_LIMIT} orders were read, those above this line: {line[:60]}"
                self._letter.remark(note)
                break
            if self._is_needless(line):
                continue
            if self._meanings.ends(line, self._lines[self._at :]):
                if self._is_thanks(line):
                    continue
                self.left_out += self._lines[self._at - 1 :]
                break
            line = self._turned(line)
            found = self._message(line) or self._answer(line) or self._pieces(line)
            self._found += found
            for each in found:
                if each.command is MATCH and each.arguments.isdecimal():
                    self._meanings.match = int(each.arguments)
            self._room -= 1 + line.count(";")
        return self._found

    def _is_thanks(self, line: str) -> bool:
        """Whether a line that takes leave does so of the last mail, above all that is meant for us.

        Else what would have been done below it is told to be left alone.
        """
        words = plain(line)
        below = [] if words in ENDS else self._lines[self._at :][:LOOKED_BELOW]
        missed = [each.strip() for each in below if self._would_do(each)]
        if missed and not self._found and words in CLOSINGS:
            return True
        note = "not read, as it stands below the line that ends your letter"
        self._letter.transcript.extend(LineResult(text, "noted", note) for text in missed)
        return False

    def _would_do(self, line: str) -> bool:
        command = self._meanings.command(line)
        return command.changes if command is not None else self._meanings.reads(line)

    def _is_needless(self, line: str) -> bool:
        """Whether a line is a greeting, holds nothing but signs, or says who writes."""
        empty = not says_something(line) or (not self._found and greets(line))
        if empty and self._meanings.answer(line) is None:
            self.left_out.append(line)
            return True
        word = plain(line).split(" ", 1)[0]
        if word in NEEDLESS:
            self._letter.remark(f'"{word}" is not needed here: your address says who you are.')
        return word in NEEDLESS

    def _turned(self, line: str) -> str:
        """The line, or where lines for a match stand on the one that turns to it that alone, and they below it."""
        turn = _TURNS.fullmatch(tidy(line))
        if turn is None:
            return line
        before, self._meanings.match = self._meanings.match, int(turn["match"].split(" ")[1])
        if not self._meanings.is_meant(turn["rest"]):
            self._meanings.match = before
            return line
        self._lines.insert(self._at, turn["rest"])
        return turn["match"]

    def _message(self, line: str) -> list[Line]:
        """A command whose arguments are a text, with the lines below that belong to it; nothing where it is none."""
        command = self._meanings.command(line)
        if command is None or not command.prose or is_hidden(tidy(line), self._letter.context.games.names):
            return []
        more: list[str] = []
        if command.goes_on:
            most = MESSAGES_LIMIT - self._messages
            more = rest_of_message(self._meanings, self._letter.words, self._lines[self._at :], most)
        self._at += len(more)
        self._messages += len(more) + 1
        found = _prose(command, line, more)
        self._below = command.opening(found.arguments.split()) if command.goes_on else ""
        below = "".join(self._lines[self._at : self._at + 1])
        if command.goes_on and may_go_on([line, *more][-1], below, self._meanings):
            self._asks_at = self._at + 1
        return [found]

    def _answer(self, line: str) -> list[Line]:
        """A yes or a no in other words, where just that has been asked; nothing where it is none."""
        answer = self._meanings.answer(line) if self._at <= LOOKED_BELOW else None
        if answer is None:
            return []
        return [Line(line.strip(), *answer, error=self._asked_back(), answer=True)]

    def _pieces(self, line: str) -> list[Line]:
        """The orders and commands of a line, between its `;`."""
        pieces = [_line(self._letter, self._meanings, piece) for piece in lines_of(line)]
        for piece in pieces:
            piece.error = piece.error or _why_not_alone(piece, line)
        if pieces:
            pieces[0].error = self._asked_back() or pieces[0].error
            pieces[0].below, self._below = self._below, ""
        if len(pieces) == 1:
            pieces[0].written = line.strip()
        return pieces

    def _asked_back(self) -> str:
        """What is wrong with the line that is looked at where it may be the end of a message."""
        return asked_back(self._below) if self._at == self._asks_at else ""


def _prose(command: CommandSpec, line: str, more: list[str]) -> Line:
    """A command whose arguments are a text, with the lines below that belong to it."""
    whole = " ".join(text for each in (line, *more) if (text := each.strip()))
    return Line(whole, command, _behind(whole, plain(line).split(" ", 1)[0]))


def _line(letter: LetterContext, meanings: Classifier, text: str) -> Line:
    text = without_please(text)
    if is_hidden(text, letter.context.games.names):
        return Line(text, error=without_password(letter, text))
    arguments = text.partition(" ")[2]
    command = meanings.command(text)
    if command is None or (not arguments and _answers_ask(letter, text)):
        return Line(text)
    return Line(text, command, arguments.rstrip(": ") if command is MATCH else arguments.strip())


def _why_not_alone(line: Line, written: str) -> str:
    """What is wrong with a command that cannot be taken back where it is not all that is written on its line."""
    command = line.command
    if command is None or not command.final or not command.fits(line.arguments.split(), ()):
        return ""
    word, *arguments = written.lower().rstrip(".! \t").split()
    if word == command.name and command.fits(arguments, ()):
        return ""
    return (
        f"This cannot be taken back, so it counts only alone on a line, in just these words: {command.form}"
    )


def _answers_ask(letter: LetterContext, word: str) -> bool:
    """Whether a word that is a command (`decline`) is what the match of this letter asks for now."""
    loaded = (
        letter.find_match_if_any(letter.current)
        if letter.current is not None and letter.player is not None
        else None
    )
    ask = loaded.match.asks.get(letter.seat(loaded).seat) if loaded else None
    if loaded is None or ask is None:
        return False
    try:
        return isinstance(loaded.game.order_of(word), ask.takes)
    except Unreadable:
        return False


def _read_orders(letter: LetterContext, lines: list[Line]) -> None:
    """Find out which lines are no orders, and what they may have been meant to be."""
    meanings = Classifier(letter)
    turned_to: int | None = None
    unknown = said = 0
    for line in lines:
        if line.command is not None and line.command.name in ("match", "accept"):
            turned_to = (
                int(line.arguments) if line.arguments.isdecimal() else _only_offer(letter) or turned_to
            )
        elif line.command is None:
            line.match = turned_to
            if unknown >= UNKNOWN_LIMIT:
                line.error, line.strange = "not looked at", True
                continue
            line.error = line.error or _why_no_order(letter, line, lines)
            if line.strange and line.below:
                line.error = append_sentence(line.error, f"{BELOW_A_MESSAGE}{line.below}")
            if line.error and line.strange and said < LOOKED_BELOW:
                alone = not (line.meant or line.instead) and meanings.is_remark(line.written)
                line.said = line.said or alone or is_said(line.text, letter.words)
            said += line.said
            unknown += bool(line.error) and not line.said


def _without_talk(letter: LetterContext, lines: list[Line]) -> list[Line]:
    """The lines without what is said to people above the first order for a match, or below the last one.

    Between orders it stays, and is refused: there it may have been meant as one.
    """
    if letter.player is None or all(line.said for line in lines):
        return lines
    kept: list[Line] = []
    for part in by_match(lines):
        meant = [at for at, line in enumerate(part) if not line.said and line.command is not MATCH]
        first, last = (meant[0], meant[-1]) if meant else (len(part), len(part))
        for at, line in enumerate(part):
            if line.said and not first < at < last:
                letter.transcript.append(LineResult(line.written or line.text, "noted", LEFT_ALONE))
            else:
                kept.append(line)
    return kept


def _only_offer(letter: LetterContext) -> int | None:
    """The challenge that a bare `accept` takes up: the one of this letter, or the only one there is."""
    if letter.player is None:
        return None
    open_offers = [row.id for row in letter.context.store.matches.of_player(letter.player.id, ("offered",))]
    if letter.current is not None:
        return letter.current if letter.current in open_offers else None
    return open_offers[0] if len(open_offers) == 1 else None


def _why_no_order(letter: LetterContext, line: Line, lines: list[Line]) -> str:
    """What is wrong with a line that should be an order, one of these, or an empty text."""
    if letter.player is None:
        line.strange = True
        line.meant = command_meant(letter, line.text)
        told = append_sentence("I do not know this.", line.meant)
        return f"{told} To begin write: register NAME, or: help"
    if len(line.text) > LONGEST_ORDER:
        line.strange = True
        return (
            f"An order has at most {LONGEST_ORDER} characters, and this line has more. To write to the others begin the"
            " line with: say"
        )
    begun = Classifier(letter).sentence_of(line.text)
    if begun is not None:
        line.strange, line.said = True, not begun.changes
        return f"I take this for a sentence. If it is for me, write it so: {begun.own_forms}"
    try:
        number = line.match or letter.match_meant()
    except Refused as error:
        line.strange = not Classifier(letter).reads(line.text)
        if line.strange and (elsewhere := _asked_elsewhere(letter, line)):
            return elsewhere
        if line.strange and answer_of(line.text, letter.names):
            return nothing_asked(letter)
        line.meant = command_meant(letter, line.text) if line.strange else ""
        if line.meant:
            return f"This is no command. {line.meant}"
        told = "This is no command. " if line.strange else ""
        return f"{told}As an order it needs a match: {_which(letter, line, error)}"
    try:
        read_line(_game(letter, number).order_of, line.text)
    except Unreadable as error:
        line.strange = True
        return _why_unreadable(letter, line, number, error, lines)
    except Refused as error:
        return str(error)
    return ""


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
    talk = len(words) > 3 and words[0] != "if" and words[1] not in vocabulary(loaded.game) and not line.below
    if talk and "Perhaps you meant" not in why:
        why = append_sentence(why, "To write to the others begin the line with: say")
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


def _which(letter: LetterContext, line: Line, error: Refused) -> str:
    """Which match a line may be for: one whose game reads it, if possible one that waits for its writer."""
    assert letter.player is not None
    fitting = []
    for row in letter.context.store.matches.of_player(letter.player.id, ("running",)):
        loaded = letter.find_match_if_any(row.id)
        if loaded is not None and all(is_order(loaded.game, piece) for piece in lines_of(line.text)):
            fitting.append((letter.seat(loaded).seat not in loaded.match.asks, row.id))
    if not fitting:
        return str(error)
    return f"Which one is meant? Write above it, for example: match {min(fitting)[1]}. Your matches: " + (
        letter.running_matches()
    )


def _of_another(letter: LetterContext, line: Line, number: int) -> str:
    """Which other match of its sender a line is an order of, or empty."""
    for row in letter.context.store.matches.of_player(letter.sender.id, ("running",)):
        game = letter.context.games.named(row.game)
        if row.id != number and all(is_order(game, piece) for piece in lines_of(line.text)):
            return f"That is an order of match {row.id} ({game.title}): write match {row.id} above it"
    return ""


def _game(letter: LetterContext, number: int) -> Game[Any]:
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


def _behind(line: str, word: str) -> str:
    """What stands behind the first word of a line, as it was written."""
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]
