"""One letter on the desk: what its lines mean, and what became of each.

The lines are read first: what is a command, what an order of which match. If one cannot be read, nothing of the
letter is done. Then they are carried out from top to bottom, neighbouring orders of one match as one play. Whatever
is refused before the first die makes the letter void. At the end of a visit everybody concerned is written to, and
the matches are stored; all of it within the transaction of the letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.desk.commands import Accept, Command, MatchNumber, command_named, command_words
from pbem.desk.mailer import MatchNews, Occasion, examples
from pbem.desk.tables import Table
from pbem.mail.reading import Letter
from pbem.play.game import Game, masked
from pbem.play.match import Fate, LetterRefused
from pbem.play.orders import OrderError, Refused, Unreadable, nearest, split_lines, tidy
from pbem.play.requests import Ask, Order, lane
from pbem.store.rows import Player, SeatRow

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

GREETINGS = frozenset(
    (
        "hello", "hi", "hey", "dear", "greetings", "hallo", "moin", "servus", "liebe", "lieber", "bonjour",
        "salut", "hola", "ciao", "hej",
    )
)  # fmt: skip
"""First words of lines above the first order that are said to people."""

CLOSINGS = frozenset(
    (
        "stop", "quit", "thanks", "thank you", "many thanks", "cheers", "best", "best wishes", "best regards",
        "kind regards", "warm regards", "regards", "yours", "yours sincerely", "sincerely", "bye", "take care",
        "lg", "vg", "mfg", "danke", "gruss", "gruß", "grüße", "viele grüße", "liebe grüße",
        "beste grüße", "mit freundlichen grüßen", "merci", "cordialement", "gracias", "saludos", "ciao",
        "hilsen", "groeten", "pozdrawiam",
    )
)  # fmt: skip
"""Lines that end a letter; so does the writer's own name."""

UNKNOWN_LIMIT = 5
"""So many lines that cannot be read are explained one by one."""

IN_PART = "A line of your letter could not be carried out; see below which."
"""What a letter is told first whose other lines are done for good."""

COMMANDS_LIMIT = 20
"""So many commands of one letter are carried out."""


class Line(Struct):
    """A line of the letter: a command with its arguments, or (without one) an order."""

    text: str
    command: Command | None = None
    arguments: str = ""
    match: int | None = None  # the match that a line before it has turned to
    error: str = ""


class Void(Exception):
    """Nothing of the letter is done; the transcript says why."""


class Visit:
    """A letter being dealt with. Commands act through it; see `pbem.desk.commands`."""

    def __init__(
        self,
        desk: Desk,
        inbox: int,
        letter: Letter,
        player: Player | None,
        *,
        match: int | None = None,
        turn: int | None = None,
        proven: bool = False,
    ) -> None:
        """`match` and `turn` come from the reply address; `proven` says that the letter shows who wrote it."""
        self.desk = desk
        self.inbox = inbox
        self.letter = letter
        self.player = player
        self.current = match
        self.turn = turn
        self.proven = proven
        self.transcript: list[Fate] = [Fate("", "noted", note) for note in letter.notes]
        self.sections: list[str] = []
        self.tables: dict[int, Table] = {}
        self.said: dict[int, list[str]] = {}
        self.shown: set[int] = set()
        self.headlines: dict[int, tuple[str, str]] = {}
        self.everybody: set[int] = set()
        self.refused = ""
        self.offered: int | None = None
        self._queued: list[tuple[int, int]] = []
        self._addressed = match

    # What commands ask of a visit.

    @property
    def occasion(self) -> Occasion:
        """For the letters that answer this one."""
        return Occasion(f"inbox-{self.inbox}", self.letter.message_id)

    @property
    def sender(self) -> Player:
        """The player who wrote; raises `Refused` for a stranger."""
        if self.player is None:
            raise Refused("Only players may do that. To become one write: register NAME")
        return self.player

    def table(self, number: int | None = None) -> Table:
        """A match the sender plays in: by number, or the one this letter is about. Raises `Refused`."""
        wanted = number or self.match_meant()
        if wanted not in self.tables:
            table = self.desk.tables.load(wanted)
            if table is None and self.desk.offers.open_to(self.sender, wanted):
                raise Refused(f"Match {wanted} has not begun: it waits until all have accepted")
            if table is None or table.seat_of(self.sender) is None:
                raise Refused(
                    f"You do not play in a match {wanted}. Your matches: {self.desk.matches_of(self.sender)}"
                )
            self.tables[wanted] = table
        return self.tables[wanted]

    def seat(self, table: Table) -> SeatRow:
        """The sender's seat at a table."""
        seat = table.seat_of(self.sender)
        assert seat is not None
        return seat

    def match_meant(self) -> int:
        """The number of the match that orders of this letter are for. Raises `Refused`."""
        found = self.current or self.desk.store.post.match_of(self.letter.references)
        if found is not None:
            return found
        running = self.desk.store.matches.of_player(self.sender.id, ("running",))
        if not running:
            raise Refused(
                "You have no running match. To begin one write for example: challenge dodgeball house"
            )
        if len(running) != 1:
            which = self.desk.matches_of(self.sender)
            raise Refused(
                f"Which match do you mean? Write first, for example: match 12. Your matches: {which}"
            )
        return running[0].id

    def concerns_match(self, guess: int | None = None) -> bool:
        """Whether this letter is about a match of the sender that has begun: one it names, or the guess."""
        meant = self.current or self.desk.store.post.match_of(self.letter.references) or guess
        if meant is None or self._table_if_any(meant) is None:
            return False
        self.current = meant
        return True

    def not_stale(self, table: Table) -> None:
        """Refuse what was written for a position that had passed before this letter."""
        if table.match.over:
            raise Refused("The match is over")
        if self.turn is not None and table.number == self.current and self.turn != table.turn_before:
            raise Refused(
                f"You have answered a mail of turn {self.turn + 1}; now it is turn {table.turn_before + 1}."
                " Look at the board below and answer this mail"
            )

    # Reading.

    def is_command(self, word: str) -> bool:
        """Whether a line that begins with this word is a command."""
        return command_named(word) is not None

    def read(self, lines: list[str]) -> list[Line]:
        """The lines of the letter, up to one that ends it."""
        found: list[Line] = []
        for line in lines:
            words = tidy(line).lower().rstrip(",")
            if words in CLOSINGS or (self.player is not None and words == self.player.handle.lower()):
                break
            word = words.split(" ", 1)[0]
            if not found and word.rstrip(",") in GREETINGS and len(words.split()) <= 4:
                continue
            command = command_named(word)
            if command is not None and command.prose:
                found.append(Line(line.strip(), command, _behind(line, word)))
            else:
                found.extend(self._line(piece) for piece in split_lines([line]))
        if self.player is None and any(line.command for line in found):
            found = [line for line in found if line.command]  # the kind words of a stranger round his request
        self._read_orders(found)
        return found

    def _line(self, text: str) -> Line:
        word, _, arguments = text.partition(" ")
        command = command_named(word)
        if command is None or (not arguments and self._answers_ask(text)):
            return Line(text)
        return Line(text, command, arguments.strip())

    def _answers_ask(self, word: str) -> bool:
        """Whether a word that is a command (`decline`) is what the match of this letter asks for now."""
        table = (
            self._table_if_any(self.current) if self.current is not None and self.player is not None else None
        )
        ask = table.match.asks.get(self.seat(table).seat) if table else None
        if table is None or ask is None:
            return False
        try:
            return isinstance(table.game.read(word), ask.takes)
        except Unreadable:
            return False

    def _read_orders(self, lines: list[Line]) -> None:
        """Find out which lines are no orders, and what they may have been meant to be."""
        turned_to: int | None = None
        for line in lines:
            if isinstance(line.command, MatchNumber | Accept):
                turned_to = (
                    int(line.arguments) if line.arguments.isdecimal() else self._only_offer() or turned_to
                )
            elif line.command is None:
                line.match = turned_to
                line.error = self._why_no_order(line)

    def _only_offer(self) -> int | None:
        """The challenge that a bare `accept` takes up: the one of this letter, or the only one there is."""
        if self.player is None:
            return None
        open_offers = [row.id for row in self.desk.store.matches.of_player(self.player.id, ("offered",))]
        if self.current is not None:
            return self.current if self.current in open_offers else None
        return open_offers[0] if len(open_offers) == 1 else None

    def _why_no_order(self, line: Line) -> str:
        """What is wrong with a line that should be an order, or an empty text."""
        if self.player is None:
            return f"I do not know this.{_command_meant(line)} To begin write: register NAME, or: help"
        try:
            number = line.match or self.match_meant()
        except Refused as error:
            return f"This is no command.{_command_meant(line)} As an order it needs a match: {error}"
        try:
            self._game(number).read(line.text)
        except Unreadable as error:
            table = self._table_if_any(number)
            why = explained(table, self.seat(table), line.text, error) if table else str(error)
            talk = ". To write to the others begin the line with: say" if len(line.text.split()) > 3 else ""
            return f"{why}{talk}{_command_meant(line)}"
        except Refused as error:
            return str(error)
        return ""

    def _game(self, number: int) -> Game[Any]:
        """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
        try:
            return self.table(number).game
        except Refused:
            matches = self.desk.store.matches
            row = matches.match(number)
            invited = any(seat.player == self.sender.id for seat in matches.seats(number))
            if row is None or row.status != "offered" or not invited:
                raise
            return self.desk.games.named(row.game)

    def _table_if_any(self, number: int | None) -> Table | None:
        try:
            return self.table(number)
        except Refused:
            return None

    # Doing.

    def obey(self, lines: list[Line]) -> None:
        """Carry the lines out. Raises `Void` when nothing of the letter may be done."""
        wrong = [line for line in lines if line.error]
        if wrong:
            void = self._void(lines, {line.text: line.error for line in wrong[:UNKNOWN_LIMIT]})
            if len(wrong) >= UNKNOWN_LIMIT:
                self.sections.append(self.desk.about.short_help(self.player))
            raise void
        commands = [line for line in lines if line.command is not None]
        if len(commands) > COMMANDS_LIMIT:
            raise self._void(
                lines, {commands[COMMANDS_LIMIT].text: f"more than {COMMANDS_LIMIT} commands in one letter"}
            )
        index = 0
        while index < len(lines):
            line = lines[index]
            if line.command is None:
                end = index
                while end < len(lines) and lines[end].command is None:
                    end += 1
                self._play(lines, lines[index:end])
                index = end
            else:
                self._run(lines, line, line.command)
                index += 1

    def _run(self, lines: list[Line], line: Line, command: Command) -> None:
        try:
            if command.who == "player" and self.player is None:
                raise Refused("This is for players. To become one write: register NAME")
            told = command.run(self, line.arguments.split(), line.arguments)
            self.transcript.append(Fate(line.text, "done", told))
        except (OrderError, LetterRefused) as error:
            if command.changes and not self._irrevocable:
                raise self._void(lines, {line.text: str(error)}) from error
            self.transcript.append(Fate(line.text, "refused", str(error)))
            if command.changes:
                self.refused = IN_PART

    @property
    def _irrevocable(self) -> bool:
        """Whether a die has been rolled in this letter, or somebody else has answered: then it goes line by line."""
        return any(table.match.irrevocable for table in self.tables.values())

    def _play(self, lines: list[Line], orders: list[Line]) -> None:
        try:
            table = self.table(orders[0].match)
            self.not_stale(table)
        except Refused as error:
            if not self._irrevocable:
                raise self._void(lines, {line.text: str(error) for line in orders}) from error
            self.transcript += [Fate(line.text, "refused", str(error)) for line in orders]
            self.refused = IN_PART
            return
        seat = self.seat(table)
        before = list(table.match.queues.get(seat.seat, []))
        try:
            fates = table.match.play(seat.seat, [line.text for line in orders], going_on=True)
        except LetterRefused as refused:
            fresh = self.desk.tables.load(table.number)
            assert fresh is not None
            reason = explained(fresh, seat, refused.line, refused.error)
            if not self._irrevocable:
                raise self._void(lines, {refused.line: reason}) from refused
            fates = [
                Fate(line.text, "dropped", "not done, because of the line that is refused") for line in orders
            ]
            fates[refused.index] = Fate(refused.line, "refused", reason)
            # This match as it was: it is another one of this letter that has rolled dice.
            table = self.tables[table.number] = fresh
        start = len(self.transcript)
        self.transcript.extend(fates)
        self._queued += [(table.number, start + i) for i, fate in enumerate(fates) if fate.status == "queued"]
        self._tell_replaced(table, seat, orders, before)
        if any(fate.status in ("refused", "dropped") for fate in fates):
            self.refused = IN_PART
        self.shown.add(table.number)
        if table.match.turns:
            self._offers_lapse(table, seat)

    def _tell_replaced(self, table: Table, seat: SeatRow, orders: list[Line], before: list[Order]) -> None:
        """New lines replace waiting ones of their kind: say which."""
        kinds = tuple(lane(type(table.game.read(line.text))) for line in orders)
        waiting = [str(order) for order in table.match.queues.get(seat.seat, [])]
        gone = [str(order) for order in before if isinstance(order, kinds) and str(order) not in waiting]
        if gone:
            self.transcript.append(
                Fate("", "noted", f"This letter replaces what was waiting: {'; '.join(gone)}.")
            )

    def _offers_lapse(self, table: Table, seat: SeatRow) -> None:
        """Who plays on has declined the draw that another seat offered."""
        offering = [other for other in table.others(seat) if other.draw]
        for other in offering:
            self.desk.store.matches.set_draw(table.number, other.index, False)
        if offering:
            self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Read the seats of a table again after they have been changed in the store."""
        table.seats = self.desk.store.matches.seats(table.number)
        row = self.desk.store.matches.match(table.number)
        assert row is not None
        table.row = row

    def _void(self, lines: list[Line], errors: dict[str, str]) -> Void:
        self.transcript = [Fate("", "noted", note) for note in self.letter.notes] + [
            Fate(line.text, "refused", errors[line.text])
            if line.text in errors
            else Fate(line.text, "dropped", "not done, because of the line that is refused")
            for line in lines
        ]
        self.sections.clear()
        self.refused = "Nothing of your letter has been done, because of the line that is refused below."
        return Void()

    def forget(self) -> None:
        """The letter is void and rolled back: nothing of what it has done so far is there any more."""
        about = [self.current, self._addressed, *self.tables]
        for done in (self.tables, self.shown, self.said, self.everybody, self.headlines, self._queued):
            done.clear()
        self.offered = None
        self.current = next((number for number in about if number and self._table_if_any(number)), None)

    # At the end.

    def announce(self, table: Table, headline: str, subject: str = "") -> None:
        """Tell everybody at a table something that is no event of the game; `subject` for the others' Subject."""
        self.everybody.add(table.number)
        self.headlines[table.number] = (headline, subject)

    def news(self, number: int, *, mine: bool, first: bool) -> MatchNews:
        """What a letter about a match tells, to the sender or to others; only the first tells all lines' fates."""
        headline, subject = self.headlines.get(number, ("", ""))
        if not mine:
            return MatchNews(headline=headline, subject=subject, said=self.said.get(number, []))
        self._follow_queued(number)
        refused = first and self.refused
        return MatchNews(
            headline=self.refused if refused else headline,
            subject="not done" if refused else "",
            transcript=self.transcript if first else [],
            sections=self.sections if first else [],
        )

    def _follow_queued(self, number: int) -> None:
        """Lines that were put into the queue may have had their turn since: then they are done."""
        table = self.tables[number]
        seat = self.seat(table).seat
        waiting = [str(order) for order in table.match.queues.get(seat, [])]
        reported = [fate.line for fate in table.match.reports.get(seat, [])]
        for match, index in self._queued:
            fate = self.transcript[index]
            if match == number and fate.text not in waiting and fate.text not in reported:
                self.transcript[index] = Fate(fate.line, "done", "its turn has come already")


def _behind(line: str, word: str) -> str:
    """What stands behind the first word of a line, as it was written."""
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]


def _command_meant(line: Line) -> str:
    """A question to put behind a refusal, where a line begins almost like a command."""
    command = nearest(line.text.split(" ", 1)[0].lower(), command_words(), cutoff=0.78)
    return f' Did you mean the command "{command}"?' if command else ""


def explained(table: Table, seat: SeatRow, line: str, error: OrderError) -> str:
    """A refusal with what was expected, and a legal order near to what was written."""
    parts = [str(error).rstrip(".")]
    if isinstance(error, Unreadable) and error.expected not in parts[0]:
        parts.append(f"Expected: {error.expected}")
    ask = table.match.asks.get(seat.seat)
    near = nearest_order(table, ask, line) if ask is not None else ""
    meant = error.nearest if isinstance(error, Unreadable) else ""
    if meant and meant not in parts[0]:
        parts.append(f"Perhaps you meant: {meant}")
    elif near and near not in parts[0] and not meant:
        parts.append(f"You could write: {near}")
    return ". ".join(parts)


def nearest_order(table: Table, ask: Ask[Any], line: str) -> str:
    """The legal answer to an ask that is most like a line: the game's own advice, else out of all or some sampled."""
    advice = table.game.near(masked(table.match.state, ask.seat), ask, line)
    if advice:
        return advice
    legal = [str(order) for order in ask.options()] if ask.options else examples(table, ask, 24)
    return nearest(line, legal, cutoff=0.0)
