"""What the lines of a letter mean: which is a command, which an order of which match, and why one is neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.desk.commands import Accept, Command, MatchNumber, command_named, command_words
from pbem.desk.former import pointer
from pbem.desk.mailer import examples
from pbem.desk.tables import Table
from pbem.mail.reading import Letter
from pbem.play.conditional import lines_of, read_line
from pbem.play.game import Game, masked
from pbem.play.orders import OrderError, Refused, Unreadable, nearest, tidy
from pbem.play.requests import Ask
from pbem.store.rows import SeatRow

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

GREETINGS = frozenset(
    (
        "hello", "hi", "hey", "dear", "greetings", "hallo", "moin", "servus", "liebe", "lieber", "bonjour",
        "salut", "hola", "ciao", "hej",
    )
)  # fmt: skip
"""First words of lines above the first order that are said to people."""

CLOSINGS = frozenset(
    (
        "stop", "quit", "end", "thanks", "thank you", "many thanks", "cheers", "best", "best wishes", "best regards",
        "kind regards", "warm regards", "regards", "yours", "yours sincerely", "sincerely", "bye", "take care",
        "lg", "vg", "mfg", "danke", "gruss", "gruß", "grüße", "viele grüße", "liebe grüße",
        "beste grüße", "mit freundlichen grüßen", "merci", "cordialement", "gracias", "saludos", "ciao",
        "hilsen", "groeten", "pozdrawiam",
    )
)  # fmt: skip
"""Lines that end a letter, unless they are orders of its match; so does the writer's own name."""


UNKNOWN_LIMIT = 5
"""So many lines that cannot be read are explained one by one; what stands below them is not looked at."""

ORDERS_LIMIT = 200
"""So many orders of one letter are read, those between `;` counted."""


class Line(Struct):
    """A line of the letter: a command with its arguments, or (without one) an order."""

    text: str
    command: Command | None = None
    arguments: str = ""
    match: int | None = None  # the match that a line before it has turned to
    error: str = ""


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


def read_lines(visit: Visit, lines: list[str]) -> list[Line]:
    """The lines of the letter, up to one that ends it."""
    found: list[Line] = []
    room = ORDERS_LIMIT
    for line in lines:
        if room < 1 + line.count(";"):
            note = f"Only the first {ORDERS_LIMIT} orders were read, those above this line: {line[:60]}"
            visit.remark(note)
            break
        words = tidy(line).lower().rstrip(",")
        if words in CLOSINGS and _why_no_order(visit, Line(words)):  # `end` is an order in one game
            break
        if visit.player is not None and words == visit.player.handle.lower():
            break
        word = words.split(" ", 1)[0]
        if not found and word.rstrip(",") in GREETINGS and len(words.split()) <= 4:
            continue
        command = command_named(word)
        if command is not None and command.prose:
            found.append(Line(line.strip(), command, _behind(line, word)))
        else:
            found.extend(_line(visit, piece) for piece in lines_of(line))
        room -= 1 + line.count(";")
    if visit.player is None and any(line.command for line in found):
        found = [line for line in found if line.command]  # the kind words of a stranger round his request
    _read_orders(visit, found)
    return found


def _line(visit: Visit, text: str) -> Line:
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
    unknown = 0
    for line in lines:
        if isinstance(line.command, MatchNumber | Accept):
            turned_to = int(line.arguments) if line.arguments.isdecimal() else _only_offer(visit) or turned_to
        elif line.command is None:
            line.match = turned_to
            line.error = _why_no_order(visit, line) if unknown < UNKNOWN_LIMIT else "not looked at"
            unknown += bool(line.error)


def _only_offer(visit: Visit) -> int | None:
    """The challenge that a bare `accept` takes up: the one of this letter, or the only one there is."""
    if visit.player is None:
        return None
    open_offers = [row.id for row in visit.desk.store.matches.of_player(visit.player.id, ("offered",))]
    if visit.current is not None:
        return visit.current if visit.current in open_offers else None
    return open_offers[0] if len(open_offers) == 1 else None


def _why_no_order(visit: Visit, line: Line) -> str:
    """What is wrong with a line that should be an order, or an empty text."""
    if visit.player is None:
        return f"I do not know this.{_command_meant(visit, line)} To begin write: register NAME, or: help"
    try:
        number = line.match or visit.match_meant()
    except Refused as error:
        return f"This is no command.{_command_meant(visit, line)} As an order it needs a match: {error}"
    try:
        read_line(_game(visit, number).order_of, line.text)
    except Unreadable as error:
        table = visit.table_if_any(number)
        if table is None:
            return _continued(str(error), _what_it_waits_for(visit, number))
        if _instead(visit, line):
            ask = table.match.asks.get(visit.seat(table).seat)
            near = f" You could write: {nearest_order(table, ask, line.text)}" if ask is not None else ""
            return f"This is no order of {table.game.title}.{_instead(visit, line)}{near}"
        why = explained(table, visit.seat(table), line.text, error)
        if len(line.text.split()) > 3:
            why = _continued(why, "To write to the others begin the line with: say")
        return f"{why}{_command_meant(visit, line)}"
    except Refused as error:
        return str(error)
    return ""


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


def _instead(visit: Visit, line: Line) -> str:
    """What to put behind a refusal, where a line begins as at another server."""
    told = pointer(line.text, [game.name for game in visit.desk.games], command_words())
    return f" {told}." if told else ""


def _command_meant(visit: Visit, line: Line) -> str:
    """The same, or a question, where it begins almost like a command."""
    command = nearest(line.text.split(" ", 1)[0].lower(), command_words(), cutoff=0.78)
    return _instead(visit, line) or (f' Did you mean the command "{command}"?' if command else "")


def explained(table: Table, seat: SeatRow, line: str, error: OrderError) -> str:
    """A refusal with what was expected, and what was meant or would be legal, where that helps.

    No legal order helps with a standing order, nor where the refusal asks back what was meant.
    """
    told = str(error)
    meant = error.nearest if isinstance(error, Unreadable) else ""
    if isinstance(error, Unreadable) and error.expected not in told:
        told = _continued(told, f"Expected: {error.expected}")
    if meant:
        return told if meant in told else _continued(told, f"Perhaps you meant: {meant}")
    ask = table.match.asks.get(seat.seat)
    if ask is None or "Did you mean" in told or line.lower().startswith("always"):
        return told
    near = nearest_order(table, ask, line)
    if not near or near in told or near.lower() == line.lower():
        return told
    return _continued(told, f"You could write: {near}")


def _continued(text: str, more: str) -> str:
    """One sentence behind another."""
    return f"{text}{'' if text.endswith(('.', '?', '!')) else '.'} {more}"


def nearest_order(table: Table, ask: Ask[Any], line: str) -> str:
    """The legal answer to an ask that is most like a line: the game's own advice, else out of all or some sampled."""
    advice = table.game.near(masked(table.match.state, ask.seat), ask, line)
    if advice:
        return advice
    legal = [str(order) for order in ask.options()] if ask.options else examples(table, ask, 24)
    return nearest(line, legal, cutoff=0.0)
