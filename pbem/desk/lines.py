"""What the lines of a letter mean: which is a command, which an order of which match, and why one is neither."""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.desk.ballots import CHOICES
from pbem.desk.commands import Accept, Command, MatchNumber, command_named
from pbem.desk.commands.membership import RESERVED
from pbem.desk.courtesies import (
    CLOSINGS,
    ENDS,
    behind,
    consent,
    greets,
    is_like_an_order,
    is_said,
    is_talk,
    says_something,
    takes_leave,
    vocabulary,
    without_please,
)
from pbem.desk.former import NEEDLESS
from pbem.desk.refusals import SHORT, command_meant, continued, explained, pointed
from pbem.desk.wrapped import unwrapped
from pbem.mail.reading import Letter
from pbem.play.conditional import lines_of, read_line
from pbem.play.game import Game
from pbem.play.match import Fate
from pbem.play.orders import Refused, Unreadable, nearest, tidy

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

UNKNOWN_LIMIT = 5
"""So many lines that cannot be read are explained one by one; what stands below them is not looked at."""

ORDERS_LIMIT = 200
"""So many orders of one letter are read, those between `;` counted."""

LEFT_ALONE = "left alone, as it is no order. To write to the others begin the line with: say"

BELOW_A_MESSAGE = "It stands below a message: if it belongs to that, begin the line with: "

_TURNS = re.compile(r"(?P<match>(?:match|game) \d+)[\s:,;-]+(?P<rest>\S.*)", re.IGNORECASE)
"""Lines for a match on the line that turns to it."""

LOOKED_BELOW = 20
"""So many lines are looked at below the one with which somebody takes leave, so many of what is said to people, and so
many of all whether they say yes or no."""

MESSAGES_LIMIT = 40
"""So many lines of one letter may stand below messages and belong to them."""


class Line(Struct):
    """A line of the letter: a command with its arguments, or (without one) an order."""

    text: str
    command: Command | None = None
    arguments: str = ""
    match: int | None = None  # the match that a line before it has turned to
    below: str = ""  # how the message begins below which it stands: say, tell ben
    error: str = ""
    strange: bool = False  # nobody could read it: what is wrong is not merely which match it is for
    said: bool = False  # clearly said to people, and no order
    meant: str = ""  # a sentence about the command that it may have been meant to be
    instead: str = ""  # the order that is proposed in its place
    written: str = ""  # as it stands in the letter, where it is one line of it


def is_command(word: str) -> bool:
    """Whether a line that begins with this word is a command."""
    return command_named(word) is not None


def text_of(visit: Visit, letter: Letter) -> list[str]:
    """The body, or the Subject where the body holds nothing, or nothing that is meant for us."""
    subject = letter.subject.strip()
    word = subject.split(" ", 1)[0].lower().rstrip(":")
    if subject.startswith("[") or not subject:
        return list(letter.lines)
    if not letter.lines:
        return [subject]
    meant = is_command(word) and (visit.player is None or visit.current is None)
    if word in ("match", "game") and meant:
        return [subject, *letter.lines]
    command = command_named(word)
    if meant and command is not None and command.final:
        visit.remark(f'"{command.name}" in the Subject counts only where the text is empty.')
        return list(letter.lines)
    if meant and not any(is_command(line.split(" ", 1)[0]) for line in letter.lines):
        visit.remark("The command in the Subject was taken, the text left alone.")
        return [subject]
    if meant and tidy(subject).lower() not in (tidy(line).lower() for line in letter.lines):
        visit.remark("The command in the Subject was left alone, since the text holds its own.")
    return list(letter.lines)


def read_lines(visit: Visit, letter: list[str]) -> list[Line]:
    """The lines of the letter, up to one that ends it, without what is said to people."""
    lines = unwrapped(letter, lambda line: _command_of(line) is not None, functools.partial(_reads, visit))
    found: list[Line] = []
    room = ORDERS_LIMIT
    below = ""
    at = looked = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if room < 1 + line.count(";"):
            note = f"Only the first {ORDERS_LIMIT} orders were read, those above this line: {line[:60]}"
            visit.remark(note)
            break
        if _ends(visit, line):
            words = _plain(line)
            missed = [] if words in ENDS else _readable(visit, lines[at:])
            if missed and not found and words in CLOSINGS:
                continue  # thanks for the last mail
            if missed:
                note = "not read, as it stands below the line that ends your letter"
                visit.transcript += [Fate(text, "noted", note) for text in missed]
            break
        if (not found and greets(line)) or not says_something(line):
            continue
        if (word := _plain(line).split(" ", 1)[0]) in NEEDLESS:
            visit.remark(f'"{word}" is not needed here: your address says who you are.')
            continue
        if (turn := _TURNS.fullmatch(tidy(line))) is not None and _is_meant(visit, turn["rest"]):
            line = turn["match"]
            lines.insert(at, turn["rest"])
        command = _command_of(line)
        if command is not None and command.prose:
            more = _rest_of_message(visit, lines[at:], MESSAGES_LIMIT - looked) if command.goes_on else []
            at, looked = at + len(more), looked + len(more) + 1
            found.append(_prose(command, line, more))
            below = command.opening(found[-1].arguments.split()) if command.goes_on else ""
        elif at <= LOOKED_BELOW and (answer := _answer(visit, line)) is not None:
            found.append(answer)
        else:
            pieces = [_line(visit, piece) for piece in lines_of(line)]
            if pieces:
                pieces[0].below, below = below, ""
            if len(pieces) == 1:
                pieces[0].written = line.strip()
            found.extend(pieces)
        room -= 1 + line.count(";")
    if visit.player is None and any(line.command for line in found):
        found = [line for line in found if line.command]  # the kind words of a stranger round his request
    _read_orders(visit, found)
    return _without_talk(visit, found)


def _plain(line: str) -> str:
    return tidy(line).lower().rstrip(",")


def _command_of(line: str) -> Command | None:
    """The command with whose word a line begins."""
    return command_named(_plain(line).split(" ", 1)[0])


def _prose(command: Command, line: str, more: list[str]) -> Line:
    """A command whose arguments are a text, with the lines below that belong to it."""
    whole = " ".join(text for each in (line, *more) if (text := each.strip()))
    return Line(whole, command, _behind(whole, _plain(line).split(" ", 1)[0]))


def _rest_of_message(visit: Visit, lines: list[str], most: int) -> list[str]:
    """The lines below a message that belong to it, up to one that may be meant for us; so many are looked at.

    A paragraph that holds no such line does, whatever it says; beyond it, what can be nothing else. An order that was
    taken for a message would not be played, and tell the others what its writer has in mind.
    """
    lines = list(itertools.takewhile(lambda line: not _ends(visit, line), lines[: max(0, most)]))
    paragraph = list(itertools.takewhile(bool, lines))
    if any(_is_meant(visit, line) for line in paragraph):
        paragraph = []
    below = lines[len(paragraph) :]
    return [*paragraph, *itertools.takewhile(functools.partial(_goes_on, visit), below)]


def _goes_on(visit: Visit, line: str) -> bool:
    """Whether a line somewhere below a message is clearly none for us."""
    return not line or (is_talk(line, visit.words) and not _is_meant(visit, line))


def _is_meant(visit: Visit, line: str) -> bool:
    """Whether a line among what is said to people may be meant for us: a command, an order, or much like one."""
    word, *arguments = tidy(line).split(" ")
    command = command_named(word)
    if command is not None and (
        (len(arguments) < SHORT and word.lower() in vocabulary(None))
        or command.fits(arguments, [game.name for game in visit.desk.games], RESERVED)
    ):
        return True
    asked = _answer(visit, line) is not None
    return asked or _reads(visit, line) or is_like_an_order(line, visit.words)


def _ends(visit: Visit, line: str) -> bool:
    """Whether a line ends the letter: by a word for that, by taking leave, or with the writer's own name."""
    words = _plain(line)
    if words in ENDS or words in CLOSINGS:
        return not _reads(visit, words)  # `end` is an order in one game
    if visit.player is not None and words == visit.player.handle.lower():
        return True
    leave = takes_leave(line)
    rest = behind(line, leave)
    return bool(leave) and not (_reads(visit, line) or _reads(visit, rest) or _near(visit, rest))


def _readable(visit: Visit, lines: list[str]) -> list[str]:
    """Those of some lines that would be done where they could be read: orders, and commands that change something."""
    found = []
    for line in lines[:LOOKED_BELOW]:
        command = command_named(tidy(line).split(" ", 1)[0])
        if command.changes if command is not None else _reads(visit, line):
            found.append(line.strip())
    return found


def _reads(visit: Visit, text: str) -> bool:
    """Whether a text is an order, or several, in any match that it could be for."""
    pieces = lines_of(text)
    return bool(pieces) and any(all(_is_order(game, piece) for piece in pieces) for game in visit.games)


def _is_order(game: Game[Any], text: str) -> bool:
    try:
        read_line(game.order_of, text)
    except Unreadable:
        return False
    return True


def _near(visit: Visit, text: str) -> bool:
    """Whether a text holds a word of orders, or (unless it is written like a name) nearly one."""
    known = visit.words
    return any(
        word.lower() in known or (word[:1].islower() and bool(nearest(word, known, cutoff=0.75)))
        for word in tidy(text).split(" ")
    )


def _answer(visit: Visit, line: str) -> Line | None:
    """A line that is a yes or a no in other words, where just that has been asked; None for others."""
    if visit.player is None or command_named(tidy(line)) is not None:
        return None
    said = consent(line, lambda: visit.words)
    if not said or _reads(visit, line):
        return None
    if _is_asked(visit):
        return Line(line.strip(), command_named("accept" if said == "yes" else "decline"))
    match = visit.desk.votes.asked_by(visit.letter, visit.player)
    does = command_named("takeover" if said == "yes" else "decline")
    return Line(line.strip(), does, str(match or "")) if match is not None else None


def _is_asked(visit: Visit) -> bool:
    """Whether the match of this letter waits for a yes or a no of its writer: to a challenge, a draw or an undo."""
    if visit.current is None:
        return False
    if visit.current == visit.addressed and _invited(visit, visit.current):
        return True
    table = visit.table_if_any(visit.current)
    if table is None:
        return False
    seat, undo = visit.seat(table), table.row.undo
    return any(other.draw for other in table.others(seat)) or (
        undo is not None and undo.seat != seat.seat and seat.seat not in undo.agreed
    )


def _invited(visit: Visit, number: int) -> bool:
    """Whether the sender is invited to a match, or was until it was called off: that is told in the answer."""
    matches = visit.desk.store.matches
    row = matches.match(number)
    return (
        row is not None
        and row.status in ("offered", "void")
        and any(seat.player == visit.sender.id and seat.status == "invited" for seat in matches.seats(number))
    )


def _line(visit: Visit, text: str) -> Line:
    text = without_please(text)
    word, _, arguments = text.partition(" ")
    command = command_named(word)
    if command is None or (not arguments and _answers_ask(visit, text)):
        return Line(text)
    return Line(text, command, arguments.strip())


def _answers_ask(visit: Visit, word: str) -> bool:
    """Whether a word that is a command (`decline`) is what the match of this letter asks for now."""
    table = (
        visit.table_if_any(visit.current) if visit.current is not None and visit.player is not None else None
    )
    ask = table.match.asks.get(visit.seat(table).seat) if table else None
    if table is None or ask is None:
        return False
    try:
        return isinstance(table.game.order_of(word), ask.takes)
    except Unreadable:
        return False


def _read_orders(visit: Visit, lines: list[Line]) -> None:
    """Find out which lines are no orders, and what they may have been meant to be."""
    turned_to: int | None = None
    unknown = said = 0
    for line in lines:
        if isinstance(line.command, MatchNumber | Accept):
            turned_to = int(line.arguments) if line.arguments.isdecimal() else _only_offer(visit) or turned_to
        elif line.command is None:
            line.match = turned_to
            if unknown >= UNKNOWN_LIMIT:
                line.error, line.strange = "not looked at", True
                continue
            line.error = _why_no_order(visit, line, lines)
            if line.strange and line.below:
                line.error = continued(line.error, f"{BELOW_A_MESSAGE}{line.below}")
            if line.error and line.strange and said < LOOKED_BELOW:
                line.said = is_said(line.text, visit.words)
            said += line.said
            unknown += bool(line.error) and not line.said


def _without_talk(visit: Visit, lines: list[Line]) -> list[Line]:
    """The lines without what is said to people above the first order or below the last one.

    Between orders it stays, and is refused: there it may have been meant as one.
    """
    meant = [at for at, line in enumerate(lines) if not line.said]
    if not meant or visit.player is None:
        return lines
    for line in (*lines[: meant[0]], *lines[meant[-1] + 1 :]):
        visit.transcript.append(Fate(line.written or line.text, "noted", LEFT_ALONE))
    return lines[meant[0] : meant[-1] + 1]


def _only_offer(visit: Visit) -> int | None:
    """The challenge that a bare `accept` takes up: the one of this letter, or the only one there is."""
    if visit.player is None:
        return None
    open_offers = [row.id for row in visit.desk.store.matches.of_player(visit.player.id, ("offered",))]
    if visit.current is not None:
        return visit.current if visit.current in open_offers else None
    return open_offers[0] if len(open_offers) == 1 else None


def _why_no_order(visit: Visit, line: Line, lines: list[Line]) -> str:
    """What is wrong with a line that should be an order, one of these, or an empty text."""
    if visit.player is None:
        line.strange = True
        line.meant = command_meant(visit, line.text)
        told = continued("I do not know this.", line.meant)
        return f"{told} To begin write: register NAME, or: help"
    try:
        number = line.match or visit.match_meant()
    except Refused as error:
        line.strange = not _reads(visit, line.text)
        if line.strange and (elsewhere := _asked_elsewhere(visit, line)):
            return elsewhere
        line.meant = command_meant(visit, line.text) if line.strange else ""
        if line.meant:
            return f"This is no command. {line.meant}"
        told = "This is no command. " if line.strange else ""
        return f"{told}As an order it needs a match: {_which(visit, line, error)}"
    try:
        read_line(_game(visit, number).order_of, line.text)
    except Unreadable as error:
        line.strange = True
        return _why_unreadable(visit, line, number, error, lines)
    except Refused as error:
        return str(error)
    return ""


def _why_unreadable(visit: Visit, line: Line, number: int, error: Unreadable, lines: list[Line]) -> str:
    table = visit.table_if_any(number)
    if elsewhere := _asked_elsewhere(visit, line):
        return elsewhere
    if consent(line.text, lambda: visit.words):
        told = f"Nothing of match {number} waits for a yes or a no of yours"
        return told if table is not None else continued(told, _what_it_waits_for(visit, number))
    line.meant = (pointed if error.nearest else command_meant)(visit, line.text)
    if table is None:
        return continued(continued(str(error), line.meant), _what_it_waits_for(visit, number))
    if not line.meant and line.text.lower() in CHOICES and any(seat.vote for seat in table.seats):
        line.meant = f"Perhaps you meant: vote {line.text}"
    if line.meant:
        return continued(str(error), line.meant)
    why, line.instead = explained(table, visit.seat(table), line.text, error, _above(line, lines))
    words = line.text.lower().split()
    # Not `S1 throw N2 with 9`, nor what is told below which message it stands.
    talk = len(words) > 3 and words[0] != "if" and words[1] not in vocabulary(table.game) and not line.below
    if talk and "Perhaps you meant" not in why:
        why = continued(why, "To write to the others begin the line with: say")
    return why


def _above(line: Line, lines: list[Line]) -> list[str]:
    """The orders for the same match that stand above a line, or what was meant by them."""
    above = itertools.takewhile(lambda each: each is not line, lines)
    return [
        each.instead or each.text
        for each in above
        if each.command is None and each.match == line.match and (each.instead or not each.error)
    ]


def _asked_elsewhere(visit: Visit, line: Line) -> str:
    """Which other mail waits for a yes of the sender, where the line is one and nothing here asks for it."""
    subject = visit.desk.farewells.waiting(visit.sender)
    if not subject or consent(line.text, lambda: visit.words) != "yes":
        return ""
    return f'If you want to leave this server, answer the mail "{subject}" itself with one word, yes'


def _which(visit: Visit, line: Line, error: Refused) -> str:
    """Which match a line may be for: one whose game reads it, if possible one that waits for its writer."""
    assert visit.player is not None
    fitting = []
    for row in visit.desk.store.matches.of_player(visit.player.id, ("running",)):
        table = visit.table_if_any(row.id)
        if table is not None and all(_is_order(table.game, piece) for piece in lines_of(line.text)):
            fitting.append((visit.seat(table).seat not in table.match.asks, row.id))
    if not fitting:
        return str(error)
    return f"Which one is meant? Write above it, for example: match {min(fitting)[1]}. Your matches: " + (
        visit.desk.matches_of(visit.player)
    )


def _game(visit: Visit, number: int) -> Game[Any]:
    """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
    try:
        return visit.table(number).game
    except Refused:
        matches = visit.desk.store.matches
        row = matches.match(number)
        invited = any(seat.player == visit.sender.id for seat in matches.seats(number))
        if row is None or row.status != "offered" or not invited:
            raise
        return visit.desk.games.named(row.game)


def _what_it_waits_for(visit: Visit, number: int) -> str:
    """What a match needs that has not begun."""
    seats = visit.desk.store.matches.seats(number)
    mine = next(seat for seat in seats if seat.player == visit.sender.id)
    if mine.status == "invited":
        return f"Match {number} waits for your answer: accept or decline"
    return f"Match {number} has not begun: it waits until all have accepted"


def _behind(line: str, word: str) -> str:
    """What stands behind the first word of a line, as it was written."""
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]
