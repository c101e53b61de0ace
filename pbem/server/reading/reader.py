"""From the lines of a letter to its pieces.

The order of precedence, once: messages with their paragraph; yes and no where something is asked; `match N`; lines that
are whole orders or commands; conditional lines; the closing. Then for each sentence: orders found; question; take-back;
courtesy; bare answer; other forms of an order; unread; wish; talk. At last `settle` looks at the letter as a whole.
"""

import contextlib
import re
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from pbem.play.conditional import is_conditional, lines_of
from pbem.play.conditions import HEADS
from pbem.play.game import Game
from pbem.play.match import LineResult
from pbem.play.orders import Refused, Unreadable, split_lines, tidy
from pbem.play.requests import Ask
from pbem.server.answering.about import About
from pbem.server.answering.questions import answer, is_question
from pbem.server.answering.wishes import wish_in
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, MATCH, command_named
from pbem.server.language.yes_no import COURTESIES, answer_of, is_courtesy, is_hedged, takes_leave
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.waiting import asked_to_play_on
from pbem.server.reading.finder import LONGEST_ORDER, Position, Span, find_orders
from pbem.server.reading.judge import (
    Verdict,
    is_doubtful,
    is_request,
    is_small_talk,
    judge,
    phrases,
    takes_back,
    up_to_a_break,
)
from pbem.server.reading.other_words import MENDINGS, other_words, respelled
from pbem.server.reading.pieces import Order, Ordered, Piece, Question, Talk, Unread, Wish
from pbem.server.reading.proposer import FULL_STOPS, append_sentence
from pbem.server.reading.sentences import TOKEN, Sentence, bare, plainly, split_sentences
from pbem.server.reading.settling import settle
from pbem.server.reading.unread import UNKNOWN_LIMIT, looks_like_an_order, nearly_one, why_unread

ORDERS_LIMIT = 200
"""Maximum number of orders read in one letter, counting those between `;`."""

ENDS = frozenset(("stop", "quit", "end", "signoff", "end of orders", "end of message"))
"""Lines that end a letter, unless they are orders in its match."""

PIECES = 6
"""Maximum number of lines into which a mail program may have broken one."""

TRIED = 20
"""Maximum number of lines tried together with those below them."""

_LONG = 50
"""A line of at least this many columns may have been broken by a mail program."""

_LOOKED_BELOW = 20
"""Maximum number of lines read below a closing."""

_MAY_GO_ON = (
    "This may be the end of the message above it. If it is meant for me, leave an empty line above it; if it belongs to"
    " the message, begin it with: "
)
_ROUND_A_NAME = re.compile(r"^[\W_]+|[\W_]+$")
_PLEASE = re.compile(
    r"^\s*(?:please|pls),?\s+(?=\S)|(?:\s+|,\s*)(?:please|pls|thanks|thank you)[\s.!]*$", re.IGNORECASE
)
_BRANCH = re.compile(r"(?:then|else)\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_OPEN = re.compile(r"(?:\b(?:if|and|or|is|not|at|least|most|can|then|else)|[,<>=])$", re.IGNORECASE)
_OPTIONS = re.compile(r"\w+=\S+(?:\s+\w+=\S+)*")
_CORRECTED = re.compile(r"\w\s+\*\w[\w,]*$")
"""A word that is put right behind a line: `S1 move b3 *c3`."""
_TAG = re.compile(r"\[pbem (\d+)", re.IGNORECASE)
_AT_THE_END = re.compile(r"(?P<rest>.+?),? (?:in|for) (?:match|game) (?P<match>\d{1,9})\W*", re.IGNORECASE)
_HABIT = re.compile(
    r"(?:(?:in|for|re|to) )?(?:(?P<game>[a-z][\w-]*)[:!]?\s+)?(?:(?P<word>match|game|move|moves|turn|order|orders|play|qmove|board)\s+)?#?(?P<match>\d{1,9})\b"
    r"(?P<sep>[\s:,;.-]*)(?P<rest>.*)",
    re.IGNORECASE,
)
"""Lines for a match as here and on older servers: `match 12: S1 move b4`, `dodgeball move 12 S1 move b4`."""


def without_please(line: str) -> str:
    """A line without a polite word at its beginning or end."""
    return _PLEASE.sub("", line)


def game_of(letter: LetterContext, number: int) -> Game[Any]:
    """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
    try:
        return letter.find_match(number).game
    except Refused:
        offers = letter.offers()
        if number not in offers:
            raise
        return letter.context.games.named(offers[number][0].game)


def text_of(letter: LetterContext, lines: Sequence[str], subject: str, *, answers: bool) -> list[str]:
    """The lines of a letter, with its Subject where that is a line.

    The Subject of an answer may be left over from an older letter, so above a text it changes nothing; that of a new
    letter counts above a greeting, unless it gives something away, cannot be taken back, or is itself a text.
    """
    subject = subject.strip()
    if tagged := _TAG.match(subject):
        mine = letter.player is not None and letter.find_match_if_any(int(tagged[1])) is not None
        return [f"match {tagged[1]}", *lines] if mine and letter.current is None and lines else list(lines)
    if not subject:
        return list(lines)
    reader = Reader(letter)
    if not lines:
        return [subject]
    if letter.player is None or letter.current is None:
        turn, rest = reader.habit(subject)
        if turn:
            return [turn, *([rest] if rest else []), *lines]
        if (number := reader.only_match_of(subject)) is not None:
            return [f"match {number}", *lines]
    command = reader.command(subject)
    if command is None or (letter.player is not None and letter.current is not None) or command is MATCH:
        return list(lines)
    if tidy(subject).lower() in (tidy(line).lower() for line in lines):
        return list(lines)
    if any(reader.is_line(line) for line in lines):
        letter.remark("The command in the Subject was left alone, since the text holds its own lines.")
    elif command.changes and (answers or command.grave or command.prose or "?" in "".join(lines)):
        letter.remark(f'"{subject[:60]}" in the Subject counts only where the text is empty.')
    else:
        letter.remark("The command in the Subject was taken, the text left alone.")
        return [subject]
    return list(lines)


def read_letter(letter: LetterContext, lines: Sequence[str]) -> list[Piece]:
    """The pieces of a letter."""
    reader = Reader(letter)
    pieces = reader.read(lines)
    if len(pieces) == 1 or not all(isinstance(piece, Order) and piece.whole for piece in pieces):
        pieces = settle(letter, pieces, reader.left_out)
    return [structs.replace(piece, number=number) for number, piece in enumerate(pieces)]


class Reader:
    """Goes through the lines of a letter from top to bottom."""

    def __init__(self, letter: LetterContext) -> None:
        self._letter = letter
        self._lines: list[str] = []
        self._at = 0
        self._paragraph = 0
        self._room = ORDERS_LIMIT
        self._tried = self._mended = self._explained = 0
        self._pieces: list[Piece] = []
        self._pending: list[str] = []
        self._message: Ordered | None = None  # the last one, until something else comes below it
        self._open = False  # the line above is part of it
        self._known: dict[int | None, Position | None] = {}
        self.left_out: list[str] = []  # what stands below the end of the letter, and greetings
        self.turn_to(None)

    # The match that lines are for.

    def turn_to(self, number: int | None) -> None:
        """The lines below are for this match; None: for the one whose mail is answered."""
        self._turned = number
        self._position = self._position_of(number or self._letter.current)

    def _position_of(self, number: int | None) -> Position | None:
        letter = self._letter
        if letter.player is None:
            return None
        if number not in self._known:
            found = None
            with contextlib.suppress(Refused):
                wanted = number if number is not None else letter.match_meant()
                loaded = letter.find_match_if_any(wanted)
                if loaded is not None:
                    found = Position(loaded.game, loaded, letter.seat(loaded).seat)
                else:
                    found = Position(game_of(letter, wanted))
            self._known[number] = found
        return self._known[number]

    @property
    def _positions(self) -> list[Position]:
        """Where a line may be an order: first in the match it is for."""
        own = [self._position] if self._position is not None else []
        games = {position.game for position in own}
        return [*own, *(Position(game) for game in self._letter.games if game not in games)]

    # Going through.

    def read(self, lines: Sequence[str]) -> list[Piece]:
        """Read all lines, up to one that ends the letter."""
        self._lines = [re.sub(r"\s*e\.g\.\s+", "", lines[0]), *lines[1:]] if lines else []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if self._room < 1 + line.count(";"):
                note = f"Only the first {ORDERS_LIMIT} orders were read, those above this line: {line[:60]}"
                self._letter.remark(note)
                break
            self._at += 1
            if not line.strip():
                self._end_paragraph()
            elif not self._take(line):
                self.left_out += self._lines[self._at - 1 :]
                self._take_back_below()
                break
        self._end_paragraph()
        return self._pieces

    def _end_paragraph(self) -> None:
        self._flush()
        self._open = False
        self._paragraph += 1

    def _take(self, line: str) -> bool:
        """Take a line; False if it ends the letter."""
        if self._take_orders(line) or self._take_turn(line) or self._take_joined(line):
            return True
        pieces = self._commands(line)
        if pieces:
            if not self._goes_on(line, pieces):
                self._flush()
                self._add_all(line, pieces)
            return True
        if self._ends(line):
            self._flush()
            return False
        if self._open and self._message is not None and not self._is_near(line):
            self._extend_message(line)
            return True
        if self._open:
            self._message, self._open = self._message, False
        self._room -= 1
        self._pending.append(line)
        return True

    # Whole orders.

    def _take_orders(self, line: str) -> bool:
        """Take a line that is one or more whole orders."""
        orders = self.orders_of(line)
        if not orders or (len(orders) == 1 and self._is_better_in_part(line, orders[0])):
            return False
        self._flush()
        if self._is_open(line) and self._at < len(self._lines) and self._goes_on_below(line):
            return True
        held = ""
        if self._open and self._message is not None and not self._above.endswith(FULL_STOPS):
            held = f"{_MAY_GO_ON}{_opening(self._message)}"
        if self._half_of(line):
            return self._take_half(line)
        self._room -= 1 + line.count(";")
        if _CORRECTED.search(line):
            held = DOUBTED
        whole = len(orders) == 1
        for order in orders:
            text = line.strip() if whole else order
            if held:
                self._append(Unread(text=text, why=held))
            else:
                self._append(self._order(text, order))
        self._close_message()
        return True

    def _is_better_in_part(self, line: str, order: str) -> bool:
        """Whether a line that some form reads as a whole is an order only in part: `step d1 please, to the right`."""
        position = self._position
        if position is None or len(order.split()) < _FORM or _is_legal(position, Span(0, 0, order)):
            return False
        sentences = list(split_sentences(line))
        spans = [(sentence, find_orders(position, sentence)) for sentence in sentences]
        return any(
            found and all(_is_legal(position, span) for span in found) and found[0].line != order
            for _, found in spans
        )

    def _order(self, text: str, order: str, *, sure: bool = True, whole: bool = True) -> Piece:
        """An order for the match of its line."""
        return Order(text=text, order=order, match=self._turned, sure=sure, whole=whole)

    def orders_of(self, line: str) -> list[str]:
        """The orders of a line that contains nothing else; none for any other line."""
        for text in dict.fromkeys((plainly(line), line)):
            conditional = is_conditional(tidy(text))
            pieces = [
                without_please(piece) for piece in (lines_of(text) if conditional else split_lines([text]))
            ]
            if pieces and all(map(self.is_order, pieces)):
                return pieces
        return []

    def is_order(self, text: str) -> bool:
        """Whether a text is an order in any match that it may be for. A command word is an order only if the match asks
        for just that."""
        if not any(position.read_line(text) is not None for position in self._positions):
            return False
        word = text.split(" ", 1)[0]
        return self._begins(text) is None or (word == text and self._is_asked_for(word))

    def _is_asked_for(self, word: str) -> bool:
        ask = self._position.ask if self._position is not None else None
        order = self._position.read(word) if self._position is not None else None
        return ask is not None and order is not None and isinstance(order, ask.takes)

    def _half_of(self, line: str) -> bool:
        """Whether a line goes on below: alone neither line says all, so it is not known what is meant."""
        below = self._lines[self._at].strip() if self._at < len(self._lines) else ""
        if not below or self._begins(below) is not None or self.orders_of(below):
            return False
        return self._says_more(f"{line.strip()} {below}", line.strip()) and not is_courtesy(
            below, self._letter.names
        )

    def _take_half(self, line: str) -> bool:
        below = self._lines[self._at].strip()
        self._at += 1
        self._append(self._order(line.strip(), self.orders_of(line)[-1]))
        whole = f"{line.strip()} {below}"
        told = f"It may be the end of the line above it. If so, write both as one line: {whole}"
        self._append(Unread(text=below, why=told, match=self._turned))
        self._close_message()
        return True

    def _says_more(self, whole: str, first: str) -> bool:
        """Whether two lines are one order that says more than the first alone."""
        if len(whole) > LONGEST_ORDER:
            return False
        for position in self._positions:
            try:
                more, less = (
                    [str(position.game.read_line(piece)) for piece in lines_of(text)]
                    for text in (whole, first)
                )
            except Unreadable:
                continue
            if less and len(more) == len(less) and re.match(rf"{re.escape(less[-1])}\b.", more[-1]):
                return True
        return False

    # Lines that a mail program has broken.

    def _goes_on_below(self, line: str) -> bool:
        """Take a line that ends in a comma together with those below it, if they are one order."""
        whole, last = line, 0
        for more in range(min(PIECES - 1, len(self._lines) - self._at)):
            below = self._lines[self._at + more]
            named = [next(iter(tidy(each).split()), "") for each in (line, below)]
            figures = self._position is not None and all(
                self._position.is_figure(word.rstrip(":,")) for word in named
            )
            if not below.strip() or figures or self._begins(below) is not None:
                break
            if not self._says_more(f"{whole} {below.strip()}", whole):
                break
            whole, last = f"{whole} {below.strip()}", more + 1
            if not self._is_open(whole):
                break
        if not last:
            return False
        self._at += last
        for order in self.orders_of(whole):
            self._append(self._order(whole.strip(), order))
        self._close_message()
        return True

    def _take_joined(self, line: str) -> bool:
        """Take a line that is one or more orders only together with those below it: nothing is guessed."""
        conditional = tidy(line).lower().split(" ", 1)[0] in HEADS
        if (
            self._tried >= TRIED
            or self._begins(line) is not None
            or (self._message is not None and self._open)
        ):
            return False
        if not (conditional or self._looks_begun(line)):
            return False
        whole, found, last = line, "", 0
        for more in range(min(PIECES - 1, len(self._lines) - self._at)):
            below = self._lines[self._at + more]
            if not below.strip() or self._begins(below) is not None:
                break
            alone = bool(self.orders_of(below))
            branch = conditional and bool(_BRANCH.match(tidy(below)) or self._is_unfinished(whole))
            if alone and not branch:
                break
            whole = whole.rstrip(",") if _BRANCH.match(below.strip()) else whole
            whole = f"{whole} {below.strip()}"
            if self.orders_of(whole):
                found, last = whole, more + 1
                if not conditional:
                    break
        self._tried += 1
        if not found:
            return False
        self._flush()
        self._at += last
        for order in self.orders_of(found):
            self._append(self._order(found.strip(), order))
        return True

    def _looks_begun(self, line: str) -> bool:
        """Whether a line may be the beginning of an order: a name or a verb, and no sentence."""
        words = tidy(line).replace(";", " ; ").split()
        last = words[len(words) - 1 - words[::-1].index(";") + 1 :] if ";" in words else words
        position = self._position
        if position is None or not last or len(last) > 6 or line.rstrip().endswith((".", "!", "?", ":")):
            return False
        after = last[1].lower() if len(last) > 1 else ""
        first = last[0].rstrip(":,")
        return (
            position.is_figure(first, after)
            or first.lower() in position.first_words
            or first.lower() in HEADS
        )

    def _is_unfinished(self, conditional: str) -> bool:
        """Whether a conditional line cannot end here. Some games have an `if` of their own, which is an order by
        itself."""
        open_end = not _THEN.search(conditional) or _OPEN.search(conditional) is not None
        return open_end and not self.orders_of(conditional)

    @staticmethod
    def _is_open(line: str) -> bool:
        return line.rstrip().endswith(",")

    # The match of a line.

    def habit(self, line: str) -> tuple[str, str]:
        """`match 12`, and what stands behind it, if a line turns to a match as here or on older servers; else nothing."""
        if found := _AT_THE_END.fullmatch(tidy(line)):
            return f"match {int(found['match'])}", found["rest"]
        found = _HABIT.fullmatch(tidy(line))
        if found is None or self._letter.player is None:
            return "", ""
        game, word, rest = found["game"] or "", (found["word"] or "").lower(), found["rest"]
        if game.lower() in ("match", "game") and not word:
            game, word = "", game.lower()
        known = game.lower().rstrip(":!") in self._letter.context.games.names or command_named(game) is MATCH
        if not (word or game) or (game and not known):
            return "", ""
        if not game and word not in ("match", "game", "move"):
            return "", ""
        return f"match {int(found['match'])}", rest

    def only_match_of(self, text: str) -> int | None:
        """The only running match of the sender of a game that a text names."""
        letter, name = self._letter, plainly(text).lower().strip(" .!:")
        name = letter.context.games.joined(name)
        if letter.player is None or name not in letter.context.games.names:
            return None
        rows = letter.context.store.matches.of_player(letter.player.id, ("running",))
        own = [row.id for row in rows if row.game == name]
        return own[0] if len(own) == 1 else None

    def _take_turn(self, line: str) -> bool:
        """Take a line for a match that it names: all of what stands behind is for that match."""
        turn, rest = self.habit(line)
        if not turn:
            return False
        number = int(turn.split(" ")[1])
        before = self._turned
        if rest:
            self.turn_to(number)
            if not self.is_line(rest) and not self._finds(rest):
                self.turn_to(before)
                return False
        elif (
            command_named(tidy(line).split(" ", 1)[0]) is None
            and self._letter.find_match_if_any(number) is None
        ):
            self.turn_to(before)
            return False
        self._flush()
        self._append(Ordered(text=turn if rest else line.strip(), command=MATCH, arguments=str(number)))
        self._close_message()
        self.turn_to(number)
        if rest:
            self._lines[self._at : self._at] = [rest]
        return True

    def _finds(self, text: str) -> bool:
        """Whether an order is found in a text."""
        position = self._position
        return position is not None and any(
            find_orders(position, sentence) for sentence in split_sentences(text)
        )

    # Commands and answers.

    def is_line(self, line: str) -> bool:
        """Whether a line is for the server, or nearly so."""
        return bool(self.orders_of(line)) or bool(self._commands(line)) or self._is_near(line)

    def _commands(self, line: str) -> list[Piece]:
        """The commands and orders of a line, between its `;`, or the answer that it is; none for any other line."""
        if tidy(f"settings {line}").lower() in BY_WORD["settings"].usage:
            return [Ordered(text=line.strip(), command=BY_WORD["settings"], arguments=tidy(line))]
        if (said := self._answer(line)) is not None:
            return [said]
        command = self.command(line)
        if command is not None and command.prose:
            arguments, everyday = _behind_word(line), self.sentence_of(line) is not None
            return [Ordered(text=line.strip(), command=command, arguments=arguments, everyday=everyday)]
        pieces = [without_please(piece) for piece in split_lines([plainly(line)])]
        if not any(map(self.command, pieces)):
            return []
        found = [self._piece(piece, line, single=len(pieces) == 1) for piece in pieces]
        return [piece for piece in found if piece is not None] if found and all(found) else []

    def _piece(self, text: str, line: str, *, single: bool) -> Piece | None:
        command = self.command(text)
        written = line.strip() if single else text
        if command is None:
            return self._order(text, text) if self.is_order(text) else None
        arguments = text.partition(" ")[2].strip()
        found = Ordered(
            text=written,
            command=command,
            arguments=arguments.rstrip(": ") if command is MATCH else arguments,
            everyday=self.sentence_of(line) is not None,
        )
        if not self.fits(found) and (is_question(line) or self._is_sentence(text, command)):
            return None
        if command.final and self.fits(found) and not self._is_alone(command, line):
            told = f"This cannot be taken back, so it counts only alone on a line, in just these words: {command.form}"
            return Unread(text=written, why=told)
        return found

    def _is_sentence(self, text: str, command: CommandSpec) -> bool:
        """Whether a text that begins with the word of a command, in none of its forms, is rather a sentence."""
        words = plainly(text).lower().split()
        about = self._about()
        if not command.prose and wish_in(text, about) is not None:
            return True
        return (
            len(words) > 2
            and not any(word in words[1:] for word in self._letter.context.games.names)
            and (
                is_small_talk(text, self._letter.names) or wish_in(text, about) is not None or len(words) > 5
            )
            and not command.names_game
        )

    def _is_alone(self, command: CommandSpec, line: str) -> bool:
        word, *arguments = line.lower().rstrip(".! \t").split()
        return word == command.name and command.parse(" ".join(arguments), self._letter.known) is not None

    def command(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins, unless the line is a sentence (`who is this`) that cannot be for
        us."""
        found = self._begins(line)
        if found is None or not found.everyday or (found.changes and self._letter.player is not None):
            return found
        return None if self.sentence_of(line) else found

    def _begins(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins; None if games share the word, and the line is an order of one."""
        word, _, text = without_please(_low(line)).partition(" ")
        command = command_named(word)
        if command is None or not command.shared:
            return command
        first = without_please(next(iter(lines_of(line)), ""))
        order = any(position.read_line(first) is not None for position in self._positions) or (
            self._letter.current is not None
            and any(word in position.first_words for position in self._positions)
        )
        return None if order and command.parse(text, self._letter.known) is None else command

    def sentence_of(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins that may as well be a sentence, since it fits no form but that of
        any text; None for any other line."""
        word, _, text = without_please(_low(line)).partition(" ")
        command = self._begins(line)
        if command is None or word.rstrip(":") not in command.everyday:
            return None
        context = self._letter.context
        known = structs.replace(
            self._letter.known, is_name=lambda name: context.store.people.named(name) is not None
        )
        if command.prose:
            known = structs.replace(known, is_match=lambda word: word.rstrip(":") in self._matches)
        found = command.parse(context.games.joined(text), known, is_alone=False)
        return command if found is None else None

    @property
    def _matches(self) -> list[str]:
        """The numbers of the matches that the sender plays in or follows."""
        player, store = self._letter.player, self._letter.context.store
        if player is None:
            return []
        own = [row.id for row in store.matches.of_player(player.id, ("running",))]
        return [str(number) for number in (*own, *store.watch.observed_by(player.id))]

    def fits(self, piece: Piece) -> bool:
        """Whether a piece is an order, an answer, or a command in one of its forms."""
        if not isinstance(piece, Ordered):
            return isinstance(piece, Order)
        return piece.agrees or piece.command.parse(piece.arguments, self._letter.known) is not None

    def _answer(self, line: str) -> Ordered | None:
        """The command that a yes or a no in other words means, if just that has been asked."""
        letter = self._letter
        if letter.player is None or command_named(tidy(line)) is not None:
            return None
        said = answer_of(line, letter.names)
        if not said:
            return None
        if self._asks(self._turned or letter.current):
            command = BY_WORD["accept" if said == "yes" else "decline"]
            return Ordered(text=line.strip(), command=command, agrees=True)
        match = asked_to_play_on(letter.context, letter.repository, letter.mail, letter.player)
        if match is None:
            return None
        command = BY_WORD["takeover" if said == "yes" else "decline"]
        return Ordered(text=line.strip(), command=command, arguments=str(match or ""), agrees=True)

    def _asks(self, number: int | None) -> bool:
        """Whether a match waits for a yes or a no from the sender: to a challenge, a draw or an undo."""
        letter = self._letter
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
        """Whether the sender is invited to a match, or was until it was called off: then the answer says so."""
        matches = self._letter.context.store.matches
        row = matches.find(number)
        return (
            row is not None
            and row.status in ("offered", "void")
            and any(
                seat.player == self._letter.sender.id and seat.status == "invited"
                for seat in matches.seats(number)
            )
        )

    # Messages.

    @property
    def _above(self) -> str:
        """The line directly above the one that is being read, if any."""
        return self._lines[self._at - 2].strip() if self._at > 1 else ""

    def _goes_on(self, line: str, pieces: Sequence[Piece]) -> bool:
        """Whether a line that begins like a command goes on with the message above it: it fits no form of its command,
        or does not begin with its word."""
        if not self._open or self._message is None:
            return False
        first = pieces[0]
        meant = not isinstance(first, Ordered) or first.agrees or self.command(line) is first.command
        if meant and all(map(self.fits, pieces)):
            return False
        self._extend_message(line)
        return True

    def _extend_message(self, line: str) -> None:
        message = self._message
        assert message is not None
        longer = structs.replace(
            message,
            text=f"{message.text} {line.strip()}",
            arguments=f"{message.arguments} {line.strip()}".strip(),
        )
        self._pieces[self._pieces.index(message)] = self._message = longer

    def _add_all(self, line: str, pieces: Sequence[Piece]) -> None:
        first = pieces[0]
        command = first.command if isinstance(first, Ordered) else None
        goes_on = command is not None and command.goes_on
        final = command is not None and command.final
        in_sentence = self._open and (final or not self._above.endswith(FULL_STOPS))
        changing = any(
            isinstance(each, Order) or (isinstance(each, Ordered) and each.command.changes) for each in pieces
        )
        if in_sentence and self._message is not None and not goes_on and changing:
            pieces = [Unread(text=first.text, why=f"{_MAY_GO_ON}{_opening(self._message)}"), *pieces[1:]]
        self._room -= 1 + line.count(";")
        for piece in pieces:
            self._append(piece)
        self._close_message()
        if (
            isinstance(first, Ordered)
            and goes_on
            and f"{first.command.name} {first.arguments}" not in first.command.usage
        ):
            last = self._pieces[-1]
            self._message, self._open = (last if isinstance(last, Ordered) else None), True
        for piece in pieces:
            if isinstance(piece, Ordered) and piece.command.name in ("match", "accept"):
                number = int(piece.arguments) if piece.arguments.isdecimal() else self._only_offer()
                if number or self._turned:
                    self.turn_to(number or self._turned)

    def _close_message(self) -> None:
        self._message, self._open = None, False

    def _only_offer(self) -> int | None:
        """The challenge that a bare `accept` accepts: the one of this letter, or the only one there is."""
        letter = self._letter
        if letter.player is None:
            return None
        open_offers = list(letter.offers())
        if letter.current is not None:
            return letter.current if letter.current in open_offers else None
        return open_offers[0] if len(open_offers) == 1 else None

    # The end.

    def _ends(self, line: str) -> bool:
        """Whether a line ends the letter: a word for that, or the closing or the name of its writer, unless everything
        for us is below it. Otherwise the writer is told about ignored lines below it."""
        words, player = _low(line), self._letter.player
        if words in ENDS:
            return True
        named = player is not None and _ROUND_A_NAME.sub("", words) == player.handle.lower()
        if not (named or takes_leave(line, self._letter.names)):
            return False
        below = self._lines[self._at :][:_LOOKED_BELOW]
        missed = [each.strip() for each in below if each.strip() and self._changes(each)]
        if missed and not any(isinstance(piece, Order | Ordered | Unread) for piece in self._pieces):
            return False
        note = "not read, as it stands below the line that ends your letter"
        self._letter.transcript.extend(LineResult(text, "noted", note) for text in missed)
        return True

    def _changes(self, line: str) -> bool:
        if self.orders_of(line):
            return True
        return any(
            isinstance(piece, Ordered) and piece.command.changes and self.fits(piece)
            for piece in self._commands(line)
        )

    def _take_back_below(self) -> None:
        """Words below the end of a letter that take back what stands above it."""
        if not any(isinstance(piece, Order | Ordered) for piece in self._pieces):
            return
        for line in self.left_out[1:_LOOKED_BELOW]:
            for sentence in split_sentences(line):
                if takes_back(sentence.plain, self._letter.names) and len(sentence.words) > 1:
                    self._append(Unread(text=sentence.text, why=TAKEN_BACK))
                    return

    # Sentences.

    def _flush(self) -> None:
        """Read the lines that are nothing as they stand as sentences."""
        lines, self._pending = self._pending, []
        text = ""
        for line in lines:
            wrapped = text and not re.search(r"[.!?:;,\u2026)]\s*$", text) and re.match(r"\s*[a-z]", line)
            if text and not (wrapped and not self._is_near(line)):
                self._take_text(text)
                text = ""
            text = f"{text} {line.strip()}".strip()
        if text:
            self._take_text(text)

    def _take_text(self, text: str) -> None:
        sentences = list(split_sentences(text, self._paragraph))
        if not sentences:
            self.left_out.append(text)
        for sentence in sentences:
            for piece in self._sentence(sentence, alone=len(sentences) == 1):
                self._append(piece)

    def _sentence(self, sentence: Sentence, *, alone: bool) -> list[Piece]:
        letter, position, text = self._letter, self._position, sentence.text
        names = letter.names
        spans = find_orders(position, sentence) if position is not None else []
        legal = bool(spans) and position is not None and all(_is_legal(position, span) for span in spans)
        if legal:
            assert position is not None
            return self._best(position, sentence, spans)
        if self._hedges(sentence):
            return [Unread(text=text, why=why_unread(letter, position, sentence, self._turned).why)]
        asks = is_question(text)
        if asks and not is_request(sentence.plain):
            return [self._asked(sentence)]
        ordered = any(isinstance(piece, Order | Ordered | Unread) for piece in self._pieces)
        if ordered and takes_back(sentence.plain, names):
            return [Unread(text=text, why=TAKEN_BACK)]
        if is_courtesy(text, names) or (position is None and is_small_talk(sentence.plain, names)):
            return [Talk(text=text, courtesy=True)]
        if position is not None:
            if (bare_answer := self._bare_answer(position, sentence)) is not None:
                return bare_answer
            if (reworded := self._reworded(position, sentence)) is not None:
                return reworded
            if spans and judge(position, sentence, spans, names) is Verdict.CLEAR:
                return [self._order(text, span.line, whole=False) for span in spans]
        if is_small_talk(sentence.plain, names):
            return [Talk(text=text, courtesy=True)]
        if asks:
            return [self._asked(sentence)]
        if looks_like_an_order(position, sentence, names) or (
            not spans and nearly_one(letter, self._positions, sentence, names)
        ):
            return [self._unread(sentence)]
        if (wish := wish_in(text, self._about())) is not None:
            return [Wish(text=text, command=wish.command, changes=wish.changes, ends=wish.ends_match)]
        if letter.player is None:
            return [self._unread(sentence)] if alone else [Talk(text=text)]
        return [Talk(text=text)]

    def _hedges(self, sentence: Sentence) -> bool:
        """Whether a sentence begins with a yes or a no that does not count, where one is asked for."""
        letter = self._letter
        if letter.player is None or not self._asks(self._turned or letter.current):
            return False
        return is_hedged(sentence.text, letter.names)

    def _found(
        self, position: Position, sentence: Sentence, spans: Sequence[Span], *, sure: bool = True
    ) -> list[Piece]:
        """The pieces that orders found in a sentence are, by the doubt about them."""
        text = sentence.text
        verdict = judge(position, sentence, spans, self._letter.names)
        lines = tuple(span.line for span in spans)
        request = is_request(sentence.plain)
        if not request and (sentence.asks or _asks_first(sentence)):
            return [self._question(sentence, lines)]
        if verdict is Verdict.HARD:
            return [Unread(text=text, why=DOUBTED, match=self._turned)]
        if verdict is Verdict.UNKNOWN:
            kept = _keeps_names(position, sentence, spans)
            why = OFFERED if kept else DOUBTED
            instead = lines if kept else ()
            return [Unread(text=text, why=why, instead=instead, offered=True, match=self._turned)]
        alone = len(spans) == 1 and bare(text).lower() == lines[0].lower()
        return [
            self._order(text if len(spans) == 1 else span.line, span.line, sure=sure, whole=alone)
            for span in spans
        ]

    def _best(self, position: Position, sentence: Sentence, spans: Sequence[Span]) -> list[Piece]:
        """The orders found in a sentence; where other words stand beside them, rather those in other words, if they say
        more of it."""
        found = self._found(position, sentence, spans)
        if isinstance(found[0], Unread) and self._mended < MENDINGS:
            self._mended += 1
            reworded = other_words(position, sentence)
            more = reworded is not None and _size(reworded.spans) > _size(spans)
            if reworded is not None and more and all(_is_legal(position, span) for span in reworded.spans):
                return self._found(position, sentence, reworded.spans, sure=reworded.sure)
        return found

    def _asked(self, sentence: Sentence) -> Piece:
        """A question; if it asks for something to be done, or nothing answers it, rather the wish that it is."""
        found = self._question(sentence)
        assert isinstance(found, Question)
        if not found.answer or (sentence.words and sentence.words[0] in _WISHING):
            wish = wish_in(sentence.text, self._about())
            if wish is not None:
                return Wish(
                    text=sentence.text, command=wish.command, changes=wish.changes, ends=wish.ends_match
                )
        return found

    def _question(self, sentence: Sentence, lines: tuple[str, ...] = ()) -> Piece:
        told = answer(sentence.text, self._about())
        return Question(text=sentence.text, answer=told or "", orders=lines)

    def _about(self) -> About:
        letter, position = self._letter, self._position
        loaded = position.loaded if position is not None else None
        seat = letter.seat(loaded) if loaded is not None else None
        return About(letter.context, letter.player, loaded, seat, letter.games)

    def _bare_answer(self, position: Position, sentence: Sentence) -> list[Piece] | None:
        """A sentence of up to three words that answers what is asked without its verb: `c`, `RAIN`."""
        ask = position.ask
        if ask is None:
            return None
        kinds = {kind for each in ask.takes for kind in (each.__subclasses__() or [each])}
        if len(kinds) > _KINDS:
            return None
        plain = up_to_a_break(sentence.plain)
        lead, _, tail = plain.rpartition(":")
        line = self._answer_in(position, ask, tail or plain)
        if not line:
            return None
        if is_doubtful(sentence.plain, self._letter.names):
            return [Unread(text=sentence.text, why=DOUBTED, match=self._turned)]
        if lead and not is_small_talk(lead, self._letter.names):
            return [
                Unread(text=sentence.text, why=OFFERED, instead=(line,), offered=True, match=self._turned)
            ]
        return [self._order(sentence.text, line, sure=len(kinds) == 1, whole=False)]

    def _answer_in(self, position: Position, ask: Ask[Any], text: str) -> str:
        """The only legal order that a text is with a verb before it; empty if there is none."""
        words = _core([token[0] for token in TOKEN.finditer(text) if token[0][0].isalnum()])
        low = [word.lower() for word in words]
        if not words or len(words) > _BARE or low[0] in position.verbs or low[0] in position.first_words:
            return ""
        if phrases("clear").cover(low, self._letter.names) and len(low[0]) > 1:
            return ""
        found: dict[type, str] = {}
        for verb in position.game.verbs:
            line = f"{verb} {' '.join(words)}"
            order = position.read(line)
            if order is not None and isinstance(order, ask.takes) and position.is_legal(line, order):
                found.setdefault(type(order), line)
        return next(iter(found.values())) if len(found) == 1 else ""

    def _reworded(self, position: Position, sentence: Sentence) -> list[Piece] | None:
        """Orders in other words: not more of them are looked for than a letter of a person has."""
        if self._mended >= MENDINGS or len(sentence.tokens) > _SENTENCE:
            return None
        self._mended += 1
        reworded = other_words(position, sentence)
        if reworded is None or not all(_is_legal(position, span) for span in reworded.spans):
            return self._respelled(position, sentence)
        if (
            all(span.end - span.start == 1 for span in reworded.spans)
            and len(reworded.spans[0].line.split()) == 1
        ):
            return self._one_word(position, sentence, reworded.spans)
        return self._found(position, sentence, reworded.spans, sure=reworded.sure)

    def _respelled(self, position: Position, sentence: Sentence) -> list[Piece] | None:
        plain = respelled(position, sentence.plain)
        if plain == sentence.plain:
            return None
        other = structs.replace(sentence, plain=plain)
        spans = find_orders(position, other)
        if spans and all(_is_legal(position, span) for span in spans):
            return self._found(position, other, spans, sure=False)
        reworded = other_words(position, other)
        if reworded is not None and all(_is_legal(position, span) for span in reworded.spans):
            return self._found(position, other, reworded.spans, sure=False)
        return None

    def _one_word(self, position: Position, sentence: Sentence, spans: Sequence[Span]) -> list[Piece] | None:
        return self._found(position, sentence, spans, sure=False) if position.asks_one_word else None

    def _unread(self, sentence: Sentence) -> Piece:
        self._explained += 1
        if self._explained > UNKNOWN_LIMIT:
            return Unread(text=sentence.text, why="not looked at", match=self._turned)
        found = why_unread(self._letter, self._position, sentence, self._turned, self._orders_above())
        if self._message is not None:
            told = append_sentence(found.why, f"{BELOW_A_MESSAGE}{_opening(self._message)}")
            found = structs.replace(found, why=told)
        return found

    def _orders_above(self) -> list[str]:
        return [
            line
            for piece in self._pieces
            if piece.match == self._turned
            for line in (
                (piece.order,)
                if isinstance(piece, Order)
                else piece.instead
                if isinstance(piece, Unread)
                else ()
            )
        ]

    def _is_near(self, line: str) -> bool:
        """Whether a line begins like an order or a command, or nearly so."""
        sentence = next(split_sentences(line), None)
        if sentence is None:
            return False
        names = self._letter.names
        return looks_like_an_order(self._position, sentence, names) or nearly_one(
            self._letter, self._positions, sentence, names
        )

    def _append(self, piece: Piece) -> None:
        if self._message is not None and isinstance(piece, Ordered):
            piece = structs.replace(piece, below=_opening(self._message))
        self._pieces.append(structs.replace(piece, number=len(self._pieces), paragraph=self._paragraph))


TAKEN_BACK = (
    "This seems to take back what stands above it, so nothing of it is done. If it was meant for the others, send the"
    " lines again without it"
)
DOUBTED = "There is doubt in this sentence, so it is not done. If you want it, write the order alone"
OFFERED = "I am not sure whether this is an order, because of the other words beside it"
BELOW_A_MESSAGE = "It stands below a message: if it belongs to that, begin the line with: "

_BARE = 3
"""Maximum number of words of a bare answer."""

_KINDS = 2
"""Maximum number of kinds of order that are asked for where a bare answer counts."""

_FORM = 3
"""Minimum number of words of a line that may be an order only in part."""

_WISHING = ("could", "can", "may", "might", "would", "will", "please", "is", "where", "how")
"""First words of questions that may ask for something to be done."""

_SENTENCE = 40
"""Maximum number of words and signs of a sentence in which an order in other words is looked for."""

_FIRST = (
    "is",
    "are",
    "can",
    "could",
    "should",
    "would",
    "do",
    "does",
    "did",
    "will",
    "what",
    "why",
    "how",
    "which",
    "may",
    "might",
    "shall",
)


def _asks_first(sentence: Sentence) -> bool:
    """Whether a sentence begins with a question word in front of an order: `can S1 move b3`."""
    words = sentence.words
    at = 0
    while at < len(words) and words[at] not in _FIRST and (words[at] in COURTESIES or words[at] in _LEADS):
        at += 1
    return (
        at < len(words)
        and words[at] in _FIRST
        and not (words[at] == "do" and words[at + 1 : at + 2] == ["the"])
    )


_LEADS = ("so", "and", "but", "now", "then", "well", "hm", "hmm", "ok", "okay", "or")


def _core(words: Sequence[str]) -> list[str]:
    """Words without clear phrases before and behind them."""
    clear, low = phrases("clear"), [word.lower() for word in words]
    start, end = 0, len(low)
    while end - start > 1 and 0 < (size := clear.begins(low, start)) < end - start:
        start += size
    reason = next((at for at in range(start + 1, end) if phrases("reasons").begins(low, at)), end)
    end = reason
    while end - start > 1:
        size = next((size for size in range(1, end - start) if clear.cover(low[end - size : end])), 0)
        if not size:
            break
        end -= size
    return list(words[start:end])


def _size(spans: Sequence[Span]) -> int:
    return sum(span.end - span.start for span in spans)


def _is_legal(position: Position, span: Span) -> bool:
    order = position.read(span.line)
    return order is not None and position.is_legal(span.line, order)


def _keeps_names(position: Position, sentence: Sentence, spans: Sequence[Span]) -> bool:
    """Whether no figure, square or ball stands in a sentence outside of its orders."""
    inside = {at for span in spans for at in range(span.start, span.end)}
    said = {word for span in spans for word in re.findall(r"[\w,]+", span.line.lower())}
    balls = position.balls - said
    low = [token[0].lower() for token in sentence.tokens]
    for at, token in enumerate(sentence.tokens):
        after = low[at + 1] if at + 1 < len(low) else ""
        if at in inside or low[at] in said:
            continue
        if position.is_name(token[0], after) or low[at] in balls:
            return False
    return True


def _low(line: str) -> str:
    """A line in lower case, without meaningless signs at its end."""
    return tidy(line).lower().rstrip(",")


def _opening(message: Ordered) -> str:
    """How another line begins that would continue a message."""
    return message.command.opening(message.arguments.split())


def _behind_word(line: str) -> str:
    """The text after the first word of a line, as it was written."""
    word = without_please(_low(line)).split(" ", 1)[0]
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]
