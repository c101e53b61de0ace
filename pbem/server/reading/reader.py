"""From the lines of a letter to its pieces.

The order of precedence, once: messages (`say`) with their paragraph; yes and no where something is asked; `match N`;
lines that are whole orders or commands; conditional lines; the closing. Everything else is read as sentences. At last
`settle` looks at the letter as a whole.
"""

import functools
import itertools
import re
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from pbem.play.game import Game
from pbem.play.match import LineResult
from pbem.play.orders import tidy
from pbem.server.language.command_table import MATCH, command_named
from pbem.server.language.yes_no import takes_leave
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.broken_lines import PIECES, BrokenLines, is_open, joined
from pbem.server.reading.contradictions import hold_rivals
from pbem.server.reading.finder import Position, Span, find_orders
from pbem.server.reading.habits import above_text, match_of
from pbem.server.reading.judge import Verdict, is_corrected, judge_beside, takes_back
from pbem.server.reading.other_words import other_words
from pbem.server.reading.pieces import Order, Ordered, Piece, Unread, changes
from pbem.server.reading.proposer import CONDITIONAL, FULL_STOPS, append_sentence
from pbem.server.reading.reasons import DOUBTED, TAKEN_BACK
from pbem.server.reading.sentence_reader import SentenceReader
from pbem.server.reading.sentence_shapes import is_legal
from pbem.server.reading.sentences import plainly, split_sentences
from pbem.server.reading.settling import settle
from pbem.server.reading.surroundings import Surroundings
from pbem.server.reading.whole_lines import WholeLines, low

ORDERS_LIMIT = 200
"""Maximum number of orders read in one letter, counting those between `;`."""

SENTENCES_LIMIT = 400
"""Maximum number of sentences read in one letter."""

ENDS = frozenset(("stop", "quit", "end", "signoff", "end of orders", "end of message"))
"""Lines that end a letter, unless they are orders in its match."""

TRIED = 20
"""Maximum number of lines tried together with those below them."""

_LOOKED_BELOW = 20
"""Maximum number of lines read below a closing."""

_FORM = 3
"""Minimum number of words of a line that may be an order only in part."""

_MAY_GO_ON = (
    "This may be the end of the message above it. If it is meant for me, leave an empty line above it; if it belongs to"
    " the message, begin it with: "
)
_NEAR = 3
"""Maximum number of words of a line below a message that begins with the word of a command, and is meant as one."""

_HALF = "It may be the end of the line above it. If so, write both as one line: "
BELOW_A_MESSAGE = "It is below a message: if it belongs to that, begin the line with: "

_ROUND_A_NAME = re.compile(r"^[\W_]+|[\W_]+$")
"""What people write before or after their names: `/Ann`, `Ann :-)`."""


_FORWARDED = re.compile(r"(?:fwd?|wg|tr|rv|enc|vs|doorst)\s*:", re.IGNORECASE)
"""What a program writes before the Subject of a mail that it passes on."""

_PLAIN = re.compile("[A-Za-z0-9 ]+")
_WORDS = re.compile(r"(?<![^\W_])[^\W\d_]+(?![^\W_])")


def text_of(letter: LetterContext, lines: Sequence[str], subject: str, *, answers: bool) -> list[str]:
    """The lines of a letter, with its Subject where that is a line, or says which match they are for.

    The Subject of an answer may be left over from an older letter, so above a text it changes nothing; that of a new
    letter counts above a greeting, unless it gives something away, cannot be taken back, or is itself a text.
    """
    subject = subject.strip()
    if not answers and (above := above_text(letter, subject, lines)):
        return [*above, *lines]
    if subject.startswith("[") or not subject or _FORWARDED.match(subject):
        return list(lines)
    if not lines:
        return [subject]
    reader = Reader(Surroundings(letter))
    command = reader.whole.command(subject)
    if command is None or (letter.player is not None and letter.current is not None) or command is MATCH:
        return list(lines)
    if tidy(subject).lower() in (tidy(line).lower() for line in lines):
        return list(lines)
    if any(map(reader.is_line, lines)):
        letter.remark("The command in the Subject was left alone, since the text holds its own lines.")
    elif command.changes and (answers or command.grave or command.prose or "?" in "".join(lines)):
        letter.remark(f'"{subject[:60]}" in the Subject counts only where the text is empty.')
    else:
        letter.remark("The command in the Subject was taken, the text left alone.")
        return [subject]
    return list(lines)


def read_letter(letter: LetterContext, lines: Sequence[str]) -> list[Piece]:
    """The pieces of a letter."""
    here = Surroundings(letter)
    if orders := _only_orders(here, lines):
        return orders
    reader = Reader(here)
    pieces = settle(letter, reader.read(lines), reader.left_out)
    return [structs.replace(piece, number=number) for number, piece in enumerate(pieces)]


def _only_orders(here: Surroundings, lines: Sequence[str]) -> list[Piece]:
    """The pieces of a letter that has nothing but plain orders of its match, as nearly all have; none of any other."""
    position = here.position
    if position is None or here.letter.current is None or len(lines) > ORDERS_LIMIT:
        return []
    found: list[Piece] = []
    for line in lines:
        if not line:
            continue
        words = _PLAIN.fullmatch(line) and _WORDS.findall(line.lower())
        if not words or not _words_of_forms(position.game).issuperset(words):
            return []
        if command_named(line.partition(" ")[0].lower()) is not None or position.read_line(line) is None:
            return []
        found.append(Order(text=line, order=line, number=len(found)))
    return hold_rivals(here.letter, found)


_FULL = 60
"""Minimum length of a line that a mail program may have broken because it was full."""


class Reader:
    """Goes through the lines of a letter from top to bottom."""

    def __init__(self, here: Surroundings) -> None:
        self._letter, self._here = here.letter, here
        self.whole = WholeLines(self._here)
        self._broken = BrokenLines(self._here, self.whole)
        self._sentences = SentenceReader(self._here)
        self._lines: list[str] = []
        self._at = 0
        self._paragraph = 0
        self._room = ORDERS_LIMIT
        self._sentences_left = SENTENCES_LIMIT
        self._cut = False  # there were more
        self._tried = 0
        self._pieces: list[Piece] = []
        self._pending: list[str] = []  # lines that are nothing as they stand
        self._message: Ordered | None = None  # the last one, until something else comes below it
        self._open = False  # the line above is part of it
        self.left_out: list[str] = []  # the line that ends the letter, and what stands below it

    def read(self, lines: Sequence[str]) -> list[Piece]:
        """Read all lines, up to one that ends the letter."""
        # A line copied from a mail of ours; after other lines it may be that mail itself, not quoted.
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

    def is_line(self, line: str) -> bool:
        """Whether a line is for the server, or nearly so."""
        return bool(self.whole.orders_of(line) or self.whole.commands(line)) or self._is_near(line)

    def _end_paragraph(self) -> None:
        self._flush()
        self._open = False
        self._paragraph += 1

    def _take(self, line: str) -> bool:
        """Take a line; False if it ends the letter."""
        if self._take_orders(line) or self._take_turn(line) or self._take_unfinished(line):
            return True
        if pieces := self.whole.commands(line):
            self._take_commands(line, pieces)
        elif self._ends(line):
            self._flush()
            return False
        elif self._open and self._message is not None and not (self._is_near(line) or self._is_grave(line)):
            self._extend_message(line)
        else:
            self._open = False
            self._room -= 1
            self._pending.append(line)
        return True

    def _is_grave(self, line: str) -> bool:
        """Whether a line begins with the word of a command that changes something, and that is no everyday word."""
        command = self.whole.begins(line)
        return command is not None and command.changes and not command.everyday

    @property
    def _below(self) -> list[str]:
        """The lines below the one that is being read that may be the rest of it."""
        return self._lines[self._at : self._at + PIECES - 1]

    # Whole orders.

    def _take_orders(self, line: str) -> bool:
        """Take a line that is one or more whole orders."""
        below = self._below
        if below and self._broken.has_branch(line, below):
            return False
        orders = self.whole.orders_of(line)
        if not orders or (
            len(orders) == 1 and orders[0].count(" ") >= _FORM - 1 and self._is_better_in_part(orders[0])
        ):
            return False
        if self._pending:
            self._flush()
        if below and is_open(line) and (count := self._broken.behind_comma(line, below)):
            self._join(line, count)
            return True
        held = DOUBTED if is_corrected(line) else ""
        if self._open and self._message is not None and not self._above.endswith(FULL_STOPS):
            held = f"{_MAY_GO_ON}{_opening(self._message)}"
        self._room -= 1 + line.count(";")
        for order in orders:
            text = line.strip() if len(orders) == 1 else order
            self._append(
                Unread(text=text, why=held)
                if held
                else Order(text=text, order=order, match=self._here.turned)
            )
        if below and self._broken.half(line, below[0]):
            self._at += 1
            whole = f"{_HALF}{line.strip()} {below[0].strip()}"
            self._append(Unread(text=below[0].strip(), why=whole, match=self._here.turned))
        self._message, self._open = None, False
        return True

    def _join(self, line: str, count: int) -> None:
        """Take a line with some of those below it, which are orders together."""
        whole = joined([line, *self._below[:count]])
        self._flush()
        self._at += count
        for order in self.whole.orders_of(whole):
            self._append(Order(text=whole, order=order, match=self._here.turned))
        self._close_message()

    def _is_better_in_part(self, order: str) -> bool:
        """Whether a line that some form reads as a whole may be an order only in part: `step d1 please`."""
        position = self._here.position
        if position is None or _holds_nothing_else(position, order) or position.read(order) is None:
            return False
        if tidy(order).lower().startswith(CONDITIONAL) or is_legal(position, Span(0, 0, order)):
            return False
        for sentence in split_sentences(order):
            reworded = other_words(position, sentence)
            for spans in (find_orders(position, sentence), reworded.spans if reworded is not None else ()):
                if spans and all(is_legal(position, span) for span in spans):
                    return True
        return False

    def _take_unfinished(self, line: str) -> bool:
        """Take a line that is an order only together with those below it."""
        if self._tried >= TRIED or (self._open and self._message is not None):
            return False
        count = self._broken.unfinished(line, self._below)
        self._tried += bool(self._below) and not count
        if count:
            self._join(line, count)
        return bool(count)

    # The match of a line.

    def _take_turn(self, line: str) -> bool:
        """Take a line for a match that it names: all of what stands behind is for that match."""
        number, rest = match_of(self._letter, line)
        if not number:
            return False
        before = self._here.turned
        self._here.turn_to(number)
        if rest and not self.is_line(rest) and not self._finds(rest):
            self._here.turn_to(before)
            return False
        self._flush()
        self._append(Ordered(text=f"match {number}", command=MATCH, arguments=str(number)))
        self._close_message()
        if rest:
            self._lines[self._at : self._at] = [rest]
        return True

    def _finds(self, text: str) -> bool:
        """Whether an order is found in a text."""
        position = self._here.position
        return position is not None and any(find_orders(position, each) for each in split_sentences(text))

    # Commands and messages.

    @property
    def _above(self) -> str:
        """The line directly above the one that is being read, if any."""
        return self._lines[self._at - 2].strip() if self._at > 1 else ""

    def _take_commands(self, line: str, pieces: list[Piece]) -> None:
        """Take a line of commands. Below a message it is part of that if it fits no form of its command, or does not
        begin with its word."""
        first = pieces[0]
        command = first.command if isinstance(first, Ordered) else None
        if self._open and self._message is not None:
            meant = command is None or (isinstance(first, Ordered) and first.agrees)
            meant = meant or self.whole.command(line) is command
            if not (meant and all(map(self.whole.fits, pieces))) and len(line.split()) > _NEAR:
                self._extend_message(line)
                return
        self._flush()
        goes_on = isinstance(first, Ordered) and command is not None and command.is_message(first.arguments)
        if isinstance(first, Ordered) and command is not None and not goes_on:
            count = self._broken.options_below(line, self._below)
            if count:
                more = " ".join(each.strip() for each in self._below[:count])
                self._at += count
                arguments = f"{first.arguments} {more}".strip()
                pieces[0] = first = structs.replace(first, text=f"{line.strip()} {more}", arguments=arguments)
        in_sentence = self._open and (
            (command is not None and command.final) or not self._above.endswith(FULL_STOPS)
        )
        if in_sentence and self._message is not None and not goes_on and any(map(changes, pieces)):
            pieces = [Unread(text=first.text, why=f"{_MAY_GO_ON}{_opening(self._message)}"), *pieces[1:]]
        self._room -= 1 + line.count(";")
        for piece in pieces:
            self._append(piece)
            if isinstance(piece, Ordered) and piece.command.name in ("match", "accept"):
                number = int(piece.arguments) if piece.arguments.isdecimal() else self._only_offer()
                if number or self._here.turned:
                    self._here.turn_to(number or self._here.turned)
        self._close_message()
        if (
            command is not None
            and goes_on
            and isinstance(first, Ordered)
            and f"{command.name} {first.arguments}" not in command.usage
        ):
            last = self._pieces[-1]
            self._message, self._open = (last if isinstance(last, Ordered) else None), True

    def _extend_message(self, line: str) -> None:
        message = self._message
        assert message is not None
        longer = structs.replace(
            message,
            text=f"{message.text} {line.strip()}",
            arguments=f"{message.arguments} {line.strip()}".strip(),
        )
        self._pieces[self._pieces.index(message)] = self._message = longer

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
        words, player = low(line), self._letter.player
        if words in ENDS:
            return True
        named = player is not None and _ROUND_A_NAME.sub("", words) == player.handle.lower()
        if not (named or takes_leave(line, self._letter.names)):
            return False
        below = self._lines[self._at :][:_LOOKED_BELOW]
        missed = [each.strip() for each in below if each.strip() and self._changes(each)]
        if missed and not any(isinstance(piece, Order | Ordered | Unread) for piece in self._pieces):
            return False
        note = "not read: it is below the line that ends your letter"
        self._letter.transcript.extend(LineResult(text, "noted", note) for text in missed)
        return True

    def _changes(self, line: str) -> bool:
        """Whether a line would change something."""
        pieces = self.whole.commands(line)
        return bool(self.whole.orders_of(line)) or any(
            changes(each) and self.whole.fits(each) for each in pieces
        )

    def _take_back_below(self) -> None:
        """Words below the end of a letter that take back what stands above it."""
        self._flush()
        if not any(isinstance(piece, Order | Ordered) for piece in self._pieces):
            return
        for line in self.left_out[1:_LOOKED_BELOW]:
            added = plainly(line).startswith("PS ")
            for sentence in split_sentences(line):
                back = len(sentence.words) > 1 and takes_back(sentence.plain, self._letter.names)
                if back or (added and judge_beside(sentence.plain, self._letter.names) is not Verdict.CLEAR):
                    self._append(Unread(text=sentence.text, why=TAKEN_BACK))
                    return

    # Sentences.

    def _flush(self) -> None:
        """Read the lines that are nothing as they stand as sentences, those that a mail program has broken as one."""
        lines, self._pending = self._pending, []
        text, width, widest = "", 0, max(map(len, lines), default=0)
        for line in lines:
            had_room = width + 1 + len(line.split(" ", 1)[0]) <= widest  # whoever breaks lines fills them
            ended = had_room or re.search(r"[.!?:;\u2026)]\s*$", text) or not re.match(r"\s*[a-z\d]", line)
            apart = width < _FULL and (text.endswith(",") or self._is_near(line))
            if text and (ended or apart):
                self._take_text(text)
                text = ""
            text, width = f"{text} {line.strip()}".strip(), len(line)
        if text:
            self._take_text(text)

    def _take_text(self, text: str) -> None:
        found = split_sentences(text)
        sentences = list(itertools.islice(found, self._sentences_left))
        self._sentences_left -= len(sentences)
        if not self._cut and (more := next(found, None)) is not None:
            self._cut = True
            note = f"Only the first {SENTENCES_LIMIT} sentences were read, those above this one: {more.text[:60]}"
            self._letter.remark(note)
        if not sentences:
            self.left_out.append(text)
        first = len(self._pieces)
        for sentence in sentences:
            above = self._pieces[-1] if len(self._pieces) > first else None
            if above is not None and (longer := self._sentences.go_on(above, sentence)) is not None:
                self._pieces.pop()
                self._append(longer)
                continue
            for piece in self._sentences.read(sentence, self._pieces, alone=len(sentences) == 1):
                self._append(piece)
        if (whole := self._sentences.together(sentences, self._pieces[first:])) is not None:
            del self._pieces[first:]
            self._append(whole)
        if sentences:
            self._message = None

    def _is_near(self, line: str) -> bool:
        """Whether a line begins like an order or a command, or nearly so."""
        sentence = next(split_sentences(line), None)
        return sentence is not None and self._sentences.is_near(sentence)

    def _append(self, piece: Piece) -> None:
        if self._message is not None and isinstance(piece, Unread) and piece.why != TAKEN_BACK:
            told = f"{BELOW_A_MESSAGE}{_opening(self._message)}"
            piece = (
                piece
                if told in piece.why or _MAY_GO_ON in piece.why
                else structs.replace(piece, why=append_sentence(piece.why, told))
            )
        if self._message is not None and isinstance(piece, Order) and not piece.sure:
            told = f"{BELOW_A_MESSAGE}{_opening(self._message)}"
            piece = Unread(text=piece.text, why=told, instead=(piece.order,), match=piece.match)
        self._pieces.append(structs.replace(piece, number=len(self._pieces), paragraph=self._paragraph))


def _opening(message: Ordered) -> str:
    """How another line begins that would continue a message."""
    return message.command.opening(message.arguments.split())


def _holds_nothing_else(position: Position, order: str) -> bool:
    """Whether all words of an order are those of forms, or hold a digit."""
    return _words_of_forms(position.game).issuperset(_WORDS.findall(order.lower()))


@functools.cache
def _words_of_forms(game: Game[Any]) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", " ".join(game.forms)))
