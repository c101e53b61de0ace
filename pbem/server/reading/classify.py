"""What one line of a letter could be by itself: a command, an order, a yes or a no that has been asked for, a farewell.

Nothing is done about it here, and nothing of what stands round the line is looked at, but for the match that the lines
above have turned to.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

from pbem.play.conditional import lines_of, read_line
from pbem.play.game import Game
from pbem.play.orders import Unreadable, nearest, tidy
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.language.names import RESERVED
from pbem.server.language.yes_no import CLOSINGS, answer_of, is_courtesy, may_answer
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.small_talk import (
    ENDS,
    SHORT,
    behind,
    greets,
    is_like_an_order,
    takes_leave,
    vocabulary,
    without_please,
)
from pbem.server.reading.waiting import asked_to_play_on


def plain(line: str) -> str:
    """A line in small letters, without what does not count at its end."""
    return tidy(line).lower().rstrip(",")


def _first_word(line: str) -> str:
    return plain(line).split(" ", 1)[0]


ORDERS_LIMIT = 200
"""Maximum number of orders read of one letter, those between `;` counted."""

LONGEST_ORDER = 400
"""Maximum number of characters of an order with its condition: the time to read one may grow with its square."""


def is_order(game: Game[Any], text: str) -> bool:
    """Whether a text is one order of a game, perhaps with a condition."""
    if len(text) > LONGEST_ORDER:
        return False
    try:
        read_line(game.order_of, text)
    except Unreadable:
        return False
    return True


_CLOSING, _CLOSING_LETTERS = 4, 5
"""Maximum number of words of a closing that is in no list, and minimum of its letters."""

_REMARK = 40
"""Maximum length of a few words that are said to people."""

_LIKELY = 0.6
"""How much a word is like one of an order (of 1) that may have been meant as it."""

_BELOW_CLOSING = 3
"""Maximum number of lines checked below it."""

_ROUND_A_NAME = re.compile(r"^[\W_]+|[\W_]+$")
"""What people write before their names, and behind them: `/Ann`, `Ann :-)`."""

_MAN = re.compile(r"[a-z]\d+\b", re.IGNORECASE)


def _names_a_man(line: str) -> bool:
    """Whether a line begins like one for a certain pawn or character: S1."""
    return _MAN.match(tidy(line)) is not None


def _says_more(game: Game[Any], whole: str, first: str) -> bool:
    try:
        more, less = (
            [str(read_line(game.order_of, piece)) for piece in lines_of(text)] for text in (whole, first)
        )
    except Unreadable:
        return False
    if not less or len(more) != len(less):
        return False
    return re.match(rf"{re.escape(less[-1])}\b.", more[-1]) is not None


class Classifier:
    """What lines of one letter could be."""

    def __init__(self, letter: LetterContext) -> None:
        self._letter = letter
        self.match = letter.current
        """The match that the lines above have turned to, else the one whose mail is answered."""

    def command(self, line: str) -> CommandSpec | None:
        """The command that a line is: that with whose word it begins, but for a sentence that begins so, too."""
        command = command_named(_first_word(line))
        if command is None or self._is_order_instead(command, line) or self.sentence_of(line) is not None:
            return None
        return command

    def _is_order_instead(self, command: CommandSpec, line: str) -> bool:
        """Whether a line that begins with the word of a command is an order of a game with the same word."""
        if not command.shared:
            return False
        first = next(iter(lines_of(line)), "")
        arguments = plain(line).split(" ")[1:]
        return not command.fits(arguments, self._letter.context.games.names) and self.reads(first)

    def sentence_of(self, line: str) -> CommandSpec | None:
        """The command with whose word a sentence begins, which has none of its forms; None for any other line.

        Where a player's letter says nothing else the line is that command, and its refusal tells what is wrong with it.
        """
        word, _, text = without_please(plain(line)).partition(" ")
        command = command_named(word)
        if command is None or word.rstrip(":") not in command.everyday:
            return None
        if self._is_order_instead(command, line):
            return None
        if command.changes and self._letter.player is not None and not self._talks:
            return None
        fits = command.fits(
            self._letter.context.games.joined(text).split(),
            self._letter.context.games.names,
            is_name=lambda name: self._letter.context.store.people.named(name) is not None,
            is_match=lambda number: number in self._matches if command.prose else number.isdecimal(),
            is_alone=False,
        )
        return None if fits else command

    @functools.cached_property
    def _matches(self) -> list[str]:
        """The numbers of the matches that the sender plays in, or follows."""
        player, store = self._letter.player, self._letter.context.store
        if player is None:
            return []
        own = [row.id for row in store.matches.of_player(player.id, ("running",))]
        return [str(number) for number in (*own, *store.watch.observed_by(player.id))]

    @functools.cached_property
    def _talks(self) -> bool:
        """Whether a letter holds sentences that are neither meant for us nor part of a message."""
        message = False
        for line in self._letter.mail.lines:
            if not line:
                message = False
            elif self.ends(line):
                break
            elif self.is_meant(line):
                command = command_named(_first_word(line))
                message = command is not None and command.goes_on
            elif not (message or greets(line) or is_courtesy(line, self._letter.names)):
                return True
        return False

    def reads(self, text: str) -> bool:
        """Whether a text is an order, or several, in any match that it could be for."""
        if text.count(";") > ORDERS_LIMIT:
            return False
        pieces = lines_of(text)
        games = self._letter.games if pieces else ()
        return any(all(is_order(game, piece) for piece in pieces) for game in games)

    def goes_on(self, first: str, second: str) -> bool:
        """Whether two lines are one order that says all that the first says by itself, and more.

        They are none where both begin with the name of a man: each is an order of its own.
        """
        if _names_a_man(first) and _names_a_man(second):
            return False
        if len(first) + len(second) > LONGEST_ORDER:
            return False
        return any(_says_more(game, f"{first} {second}", first) for game in self._letter.games)

    def is_meant(self, line: str) -> bool:
        """Whether a line among what is said to people may be meant for us: a command, an order, or much like one."""
        word, *arguments = tidy(line).split(" ")
        command = command_named(word)
        if command is not None and (
            (len(arguments) < SHORT and word.lower() in vocabulary(None))
            or command.fits(
                arguments, self._letter.context.games.names, is_name=lambda word: word.lower() not in RESERVED
            )
        ):
            return True
        asked = self.answer(line) is not None
        return asked or self.reads(line) or is_like_an_order(line, self._letter.words)

    def changes(self, line: str) -> bool:
        """Whether a line would do something: an order, a command that changes something, an answer to a question."""
        if self.answer(line) is not None:
            return True
        commands = [self.command(piece) for piece in lines_of(line)]
        return any(command is not None and command.changes for command in commands) or self.reads(line)

    def is_grave(self, line: str) -> bool:
        """Whether a line would give something away, agree to something or take something back."""
        commands = [self.command(piece) for piece in lines_of(line)]
        return self.answer(line) is not None or any(each is not None and each.grave for each in commands)

    def ends(self, line: str, below: Sequence[str] = ()) -> bool:
        """Whether a line ends the letter: by a word for that, by taking leave, or with the writer's own name; the lines
        `below` may help to tell."""
        words, player = plain(line), self._letter.player
        if self.answer(line) is not None:
            return False
        if words in ENDS or words in CLOSINGS:
            return not self.reads(words)  # `end` is an order in one game
        if player is not None and _ROUND_A_NAME.sub("", words) == player.handle.lower():
            return True
        leave = takes_leave(line)
        rest = behind(line, leave)
        if leave and not (self.reads(line) or self.reads(rest) or self._near(rest)):
            return True
        return self._closes(line, [each for each in below[:_BELOW_CLOSING] if each.strip()])

    def _closes(self, line: str, below: Sequence[str]) -> bool:
        """Whether a line takes leave in words of any language, none of which could be of an order: above the writer's
        own name, or with a comma behind them, at the end of the letter or above a name there (M38)."""
        if len(below) > 1 or len(line) < _CLOSING_LETTERS or len(line.split()) > _CLOSING:
            return False
        player, comma = self._letter.player, line.rstrip().endswith(",")
        signed = (
            player is not None and below and _ROUND_A_NAME.sub("", plain(below[0])) == player.handle.lower()
        )
        named = all(word.istitle() for each in below for word in tidy(each).split(" "))
        if not (signed or (comma and named)):
            return False
        return all(map(self._is_nothing, [line] if signed else [line, *below]))

    def is_remark(self, line: str) -> bool:
        """Whether a few words, in any language, can only be said to people: they are a paragraph of their own, or end
        like a greeting or a cry, and none could be of an order."""
        if len(line) > _REMARK or len(line.split()) > _CLOSING:
            return False
        return (line.rstrip().endswith((",", "!")) or self._is_paragraph(line)) and self._is_nothing(line)

    def _is_paragraph(self, line: str) -> bool:
        lines = ["", *(each.strip() for each in self._letter.mail.lines), ""]
        at = lines.index(line.strip()) if line.strip() in lines else 0
        return at > 0 and not (lines[at - 1] or lines[at + 1])

    def _is_nothing(self, line: str) -> bool:
        """Whether a line holds words only, none of them short or much like one of an order."""
        words = [word.strip(",!'’-:") for word in tidy(line).split(" ")]
        known = self._letter.words
        long = all(
            word.replace("'", "").replace("’", "").isalpha() and (len(word) > 2 or not word.isascii())
            for word in words
        )
        if not long or self.is_meant(line):
            return False
        names = self._letter.names
        return not any(nearest(word, known, cutoff=_LIKELY) for word in words if word.casefold() not in names)

    def _near(self, text: str) -> bool:
        """Whether a text holds a word of orders, or (unless it is written like a name) nearly one."""
        known = self._letter.words
        return any(
            word.lower() in known or (word[:1].islower() and bool(nearest(word, known, cutoff=0.75)))
            for word in tidy(text).split(" ")
        )

    def answer(self, line: str) -> tuple[CommandSpec, str] | None:
        """The command, and its arguments, that a yes or a no in other words is, where just that has been asked."""
        letter = self._letter
        if letter.player is None or command_named(tidy(line)) is not None:
            return None
        said = answer_of(line, letter.names) if may_answer(line) else ""
        if not said or self.reads(line):
            return None
        if self._is_asked():
            return _named("accept" if said == "yes" else "decline"), ""
        match = asked_to_play_on(letter.context, letter.repository, letter.mail, letter.player)
        if match is None:
            return None
        return _named("takeover" if said == "yes" else "decline"), str(match or "")

    def _is_asked(self) -> bool:
        """Whether the match waits for a yes or a no of the writer: to a challenge, a draw or an undo."""
        letter, number = self._letter, self.match
        if number is None:
            return False
        if number == letter.addressed and self._invited(number):
            return True
        loaded = letter.find_match_if_any(number)
        if loaded is None:
            return False
        seat, undo = letter.seat(loaded), loaded.row.undo
        return any(other.draw for other in loaded.others(seat)) or (
            undo is not None and undo.seat != seat.seat and seat.seat not in undo.agreed
        )

    def _invited(self, number: int) -> bool:
        """Whether the sender is invited to a match, or was until it was called off: that is told in the answer."""
        letter = self._letter
        matches = letter.context.store.matches
        row = matches.match(number)
        return (
            row is not None
            and row.status in ("offered", "void")
            and any(
                seat.player == letter.sender.id and seat.status == "invited" for seat in matches.seats(number)
            )
        )


def _named(word: str) -> CommandSpec:
    command = command_named(word)
    assert command is not None
    return command
