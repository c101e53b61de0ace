"""What the lines of a letter are, by their position: commands and orders, messages, talk, and the end of the letter.

A message takes the lines below it, up to an empty one. A line that is not understood is ignored above or below
everything that is understood, and its writer is told; anywhere else, or if it begins like an order, it is refused, and
so are the lines around it.
"""

import itertools
import re

from msgspec import Struct

from pbem.mail.reading import Letter
from pbem.play.match import LineResult
from pbem.play.orders import Refused, tidy
from pbem.server.language.command_table import MATCH
from pbem.server.language.yes_no import GREETINGS, answer_in, is_courtesy, takes_leave
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.explain import sentence, which_match, why_not_understood
from pbem.server.reading.legacy_words import NEEDLESS
from pbem.server.reading.line import FULL_STOPS, Line, by_match, changes
from pbem.server.reading.splitter import ORDERS_LIMIT, Splitter, game_of, is_order, plain
from pbem.server.reading.suggestions import append_sentence
from pbem.server.reading.unwrap import unwrapped

UNKNOWN_LIMIT = 5
"""Maximum number of unreadable lines explained one by one; lines after them are ignored."""

ENDS = frozenset(("stop", "quit", "end"))
"""Lines that end a letter, unless they are orders in its match."""

LEFT_ALONE = "left alone, as it is no order. To write to the others begin the line with: say"

BELOW_A_MESSAGE = "It stands below a message: if it belongs to that, begin the line with: "

_MAY_GO_ON = (
    "This may be the end of the message above it. If it is meant for me, leave an empty line above it; if it belongs to"
    " the message, begin it with: "
)

_DOUBTFUL = (
    "I cannot tell whether that is a yes, since other words stand beside it. If it is, answer just: yes"
)

_BOTH = "This letter says both yes and no, so it counts as neither. Write one of them: accept, or decline"

_TURNS = re.compile(r"(?P<match>(?:match|game) \d+)[\s:,;-]+(?P<rest>\S.*)", re.IGNORECASE)
"""Lines for a match, on the line that turns to it."""

_ROUND_A_NAME = re.compile(r"^[\W_]+|[\W_]+$")
"""What people write before or after their names: `/Ann`, `Ann :-)`."""

_GREETING = 4
"""Maximum number of words of a greeting."""

_LOOKED_BELOW = 20
"""Maximum number of lines read below a closing."""


def text_of(letter: LetterContext, mail: Letter) -> list[str]:
    """The body, or the Subject if the body is empty, or contains nothing for us.

    The Subject of an answer may be left over from an older letter, so above a text it changes nothing; that of a new
    letter counts above a greeting, unless it gives something away, cannot be taken back, or is itself a text.
    """
    subject = mail.subject.strip()
    if subject.startswith("[") or not subject:
        return list(mail.lines)
    if not mail.lines:
        return [subject]
    splitter = Splitter(letter)
    command = splitter.command(subject)
    if command is None or (letter.player is not None and letter.current is not None):
        return list(mail.lines)
    if command is MATCH:
        return [subject, *mail.lines]
    if tidy(subject).lower() in (tidy(line).lower() for line in mail.lines):
        return list(mail.lines)
    if any(splitter.is_near(line) or not _is_strange(splitter.split(line)) for line in mail.lines):
        letter.remark("The command in the Subject was left alone, since the text holds its own lines.")
    elif command.changes and (
        mail.references or command.grave or command.prose or "?" in "".join(mail.lines)
    ):
        letter.remark(f'"{subject[:60]}" in the Subject counts only where the text is empty.')
    else:
        letter.remark("The command in the Subject was taken, the text left alone.")
        return [subject]
    return list(mail.lines)


def read_lines(letter: LetterContext, text: list[str]) -> list[Line]:
    """The lines of a letter up to its end, without those that are ignored; lines that cannot be carried out have an
    `error`."""
    splitter = Splitter(letter)
    if text:  # a line copied from a mail of ours; after other lines it may be that mail itself, not quoted
        text = [re.sub(r"\s*e\.g\.\s+", "", text[0]), *text[1:]]
    lines = _only_orders(splitter, text) or _read(letter, splitter, text)
    for number, line in enumerate(lines):
        line.number = number
    return lines


def _only_orders(splitter: Splitter, text: list[str]) -> list[Line]:
    """The lines of an answer that contains only whole orders of its match; none if it may contain anything else."""
    found: list[Line] = []
    for line in filter(None, text):
        orders = splitter.plain_orders(line)
        if not orders or line.rstrip().endswith(","):
            return []
        found += [Line(order, written=line.strip() if len(orders) == 1 else "") for order in orders]
    return found if sum(1 + line.count(";") for line in text) <= ORDERS_LIMIT else []


def _read(letter: LetterContext, splitter: Splitter, text: list[str]) -> list[Line]:
    reader = _Reader(letter, splitter, unwrapped(text, splitter))
    lines = reader.read()
    if letter.player is None and any(line.command for line in lines):
        # Without courtesies around a stranger's request.
        lines = [line for line in lines if line.command or line.error]
    for line in lines:
        if line.command is None and not line.strange and not line.error:
            _check_order(letter, line)
    if all(line.command is None and not line.strange for line in lines):
        return lines
    _check_sentences(letter, splitter, lines)
    _check_answers(letter, splitter, lines, reader.left_out)
    lines = _without_talk(letter, lines)
    _explain(letter, splitter, lines)
    return lines


class _Reader(Struct, eq=False):
    """Goes through the lines of a letter from top to bottom."""

    _letter: LetterContext
    _splitter: Splitter
    _lines: list[str]
    _at: int = 0  # the next line to be read
    _room: int = ORDERS_LIMIT
    _found: list[Line] = []
    _message: Line | None = None  # the last one, until something else comes below it
    _open: bool = False  # the line above is part of it
    left_out: list[str] = []  # greetings, and the line that ends the letter with everything below it

    def read(self) -> list[Line]:
        """Read all lines, up to one that ends the letter."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if self._room < 1 + line.count(";"):
                note = f"Only the first {ORDERS_LIMIT} orders were read, those above this line: {line[:60]}"
                self._letter.remark(note)
                break
            if not line:
                self._open = False
                continue
            line = self._turned(line)
            pieces = self._splitter.split(line)
            if not _is_strange(pieces):
                self._take(line, pieces)
            elif self._ends(line):
                self.left_out += self._lines[self._at - 1 :]
                break
            else:
                self._take_strange(line, pieces)
        return self._found

    def _turned(self, line: str) -> str:
        """The line; if lines for a match are on the one that turns to it, that line alone, with them below it."""
        turn = _TURNS.fullmatch(tidy(line))
        if turn is None:
            return line
        splitter = Splitter(self._letter)
        splitter.turn_to(int(turn["match"].split(" ")[1]))
        rest = turn["rest"]
        if _is_strange(splitter.split(rest)) and not splitter.is_near(rest):
            return line
        self._lines.insert(self._at, rest)
        return turn["match"]

    def _take(self, line: str, pieces: list[Line]) -> None:
        """Take a line that is understood. Below a message it is part of that if it fits no form of its command, or does
        not begin with its word."""
        first, command = pieces[0], pieces[0].command
        meant = command is None or first.answer or self._splitter.command(line) is command
        if self._open and not (meant and all(map(self._splitter.fits, pieces))):
            self._take_strange(line, pieces)
            return
        goes_on = command is not None and command.goes_on
        final = command is not None and command.final
        in_sentence = self._open and (final or not self._above.endswith(FULL_STOPS))
        if in_sentence and self._message and not goes_on and any(map(changes, pieces)):
            first.error = f"{_MAY_GO_ON}{_opening(self._message)}"
        self._add(line, pieces)
        if command is not None and goes_on and f"{command.name} {first.arguments}" not in command.usage:
            self._message, self._open = first, True

    def _take_strange(self, line: str, pieces: list[Line]) -> None:
        """Take a line that is not understood: part of the message above it, a greeting, or talk."""
        if self._open and self._message is not None and not self._splitter.is_near(line):
            self._message.text += f" {line.strip()}"
            self._message.written = self._message.text
            self._message.arguments = f"{self._message.arguments} {line.strip()}".strip()
        elif not re.search(r"[^\W_]|\?", line) or (not self._found and self._greets(line)):
            self.left_out.append(line)
        else:
            courtesy = is_courtesy(line, self._letter.names)
            if not courtesy and self._splitter.reads(f"{self._above} {line.strip()}"):  # the rest of an order
                for piece in pieces:
                    piece.said = False
            self._add(line, pieces)

    @property
    def _above(self) -> str:
        """The line directly above the one that is being read, if any."""
        return self._lines[self._at - 2].strip() if self._at > 1 else ""

    def _add(self, line: str, pieces: list[Line]) -> None:
        self._room -= 1 + line.count(";")
        self._found += pieces
        if len(pieces) == 1:
            pieces[0].written = line.strip()
        if pieces and self._message:
            pieces[0].below, self._message, self._open = _opening(self._message), None, False
        for piece in pieces:
            if piece.command is not None and piece.command.name in ("match", "accept"):
                number = int(piece.arguments) if piece.arguments.isdecimal() else _only_offer(self._letter)
                self._splitter.turn_to(number or self._splitter.turned)

    def _greets(self, line: str) -> bool:
        """Whether a line is a greeting, with nothing in it that may be for us."""
        words = plain(line).split()[: _GREETING + 1]
        greeting = 0 < len(words) <= _GREETING and words[0].rstrip(",") in GREETINGS
        return greeting and not any(map(self._splitter.is_near, words))

    def _ends(self, line: str) -> bool:
        """Whether a line ends the letter: a word for that, or the closing or the name of its writer, unless everything
        for us is below it. Otherwise the writer is told about ignored lines below it."""
        words, player = plain(line), self._letter.player
        if words in ENDS:
            return True
        named = player is not None and _ROUND_A_NAME.sub("", words) == player.handle.lower()
        if not (named or takes_leave(line, self._letter.names)):
            return False
        below = self._lines[self._at :][:_LOOKED_BELOW]
        missed = [each.strip() for each in below if any(map(changes, self._splitter.split(each)))]
        if missed and not self._found:
            return False
        note = "not read, as it stands below the line that ends your letter"
        self._letter.transcript.extend(LineResult(text, "noted", note) for text in missed)
        return True


def _is_strange(pieces: list[Line]) -> bool:
    """Whether a line, or part of it, is not understood."""
    return not pieces or any(piece.strange for piece in pieces)


def _opening(message: Line) -> str:
    """How another line begins that would continue a message."""
    return message.command.opening(message.arguments.split()) if message.command is not None else ""


def _only_offer(letter: LetterContext) -> int | None:
    """The challenge that a bare `accept` accepts: the one of this letter, or the only one there is."""
    if letter.player is None:
        return None
    open_offers = list(letter.offers())
    if letter.current is not None:
        return letter.current if letter.current in open_offers else None
    return open_offers[0] if len(open_offers) == 1 else None


def _check_order(letter: LetterContext, line: Line) -> None:
    """Find the match that an order is for, and check whether it is an order there."""
    try:
        number = line.match or letter.match_meant()
    except Refused as error:
        line.error = f"As an order it needs a match: {which_match(letter, line, error)}"
        return
    try:
        line.strange = not is_order(game_of(letter, number), line.text)
    except Refused as error:
        line.error = str(error)


def _check_sentences(letter: LetterContext, splitter: Splitter, lines: list[Line]) -> None:
    """Ask about lines that begin like a command and may be a sentence, if the letter contains other sentences, too."""
    if not any(line.said and not is_courtesy(line.text, letter.names) for line in lines):
        return
    for line in lines:
        command = splitter.sentence_of(line.text) if line.command is not None else None
        if command is not None:
            line.error, line.strange = sentence(command), True


def _check_answers(letter: LetterContext, splitter: Splitter, lines: list[Line], left_out: list[str]) -> None:
    """Call a yes doubtful if there is another sentence beside it, even in a greeting or below the end of the letter."""
    refusals = _named(lines, "decline")
    agreeing = [line for line in lines if line.answer and line not in refusals]
    beside = [
        line.text for line in lines if line not in agreeing and (line.answer or not _stands(splitter, line))
    ]
    if agreeing and answer_in(["yes", *beside, *left_out], letter.names) != "yes":
        for line in agreeing:
            line.error = line.error or _DOUBTFUL
    for part in by_match(lines):
        for one, other in itertools.product(_named(part, "accept"), _named(part, "decline")):
            if one.arguments == other.arguments or not (one.arguments and other.arguments):
                one.error, other.error = one.error or _BOTH, other.error or _BOTH


def _stands(splitter: Splitter, line: Line) -> bool:
    """Whether a line is for us and contains nothing else."""
    return not line.strange and line.text != "?" and splitter.fits(line)


def _named(lines: list[Line], name: str) -> list[Line]:
    return [line for line in lines if line.command is not None and line.command.name == name]


def _without_talk(letter: LetterContext, lines: list[Line]) -> list[Line]:
    """The lines without talk above the first line for a match, or below the last one.

    Between others it stays, and is refused: there it may have been meant as an order.
    """
    if letter.player is None or all(line.said for line in lines):
        return lines
    kept: list[Line] = []
    for part in by_match(lines):
        meant = [at for at, line in enumerate(part) if not line.said and line.command is not MATCH]
        first, last = (meant[0], meant[-1]) if meant else (len(part), len(part))
        for at, line in enumerate(part):
            if line.said and not first < at < last:
                letter.transcript.append(LineResult(line.written or line.text, "noted", _why_left(line)))
            else:
                kept.append(line)
    return kept


def _why_left(line: Line) -> str:
    word = plain(line.text).split(" ", 1)[0].rstrip(":")
    return f'"{word}" is not needed here: your address says who you are.' if word in NEEDLESS else LEFT_ALONE


def _explain(letter: LetterContext, splitter: Splitter, lines: list[Line]) -> None:
    """Say, for each line that is not understood, what is wrong with it and what was probably meant."""
    strange = [line for line in lines if line.strange and not line.error]
    for line in strange[:UNKNOWN_LIMIT]:
        line.error = why_not_understood(letter, splitter, line, lines)
        if line.below:
            line.error = append_sentence(line.error, f"{BELOW_A_MESSAGE}{line.below}")
    for line in strange[UNKNOWN_LIMIT:]:
        line.error = "not looked at"
