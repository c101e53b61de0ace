"""One letter on the desk: what its lines mean, and what became of each.

The lines are read first: what is a command, what an order of which match. If one cannot be read, nothing of the
letter is done. Then they are carried out from top to bottom, neighbouring orders of one match as one play. Whatever
is refused before the first die makes the letter void. At the end of a visit everybody concerned is written to, and
the matches are stored; all of it within the transaction of the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pbem.desk.commands import Command, Import
from pbem.desk.fates import guarded
from pbem.desk.lines import UNKNOWN_LIMIT, Line, explained
from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.tables import Table
from pbem.mail.reading import Letter
from pbem.play.conditional import read_line
from pbem.play.match import Fate, LetterRefused
from pbem.play.orders import OrderError, Refused
from pbem.play.requests import Order, lane
from pbem.store.rows import Player, SeatRow

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

IN_PART = "A line of your letter could not be carried out; see below which."
"""What a letter is told first whose other lines are done for good."""

COMMANDS_LIMIT = 20
"""So many commands of one letter are carried out."""


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
        turns: Mapping[int, int] | None = MappingProxyType({}),
        proven: bool = False,
    ) -> None:
        """`match` is the one whose mail is answered, `turns` those of the matches that the mail shows, by number (None:
        it is too old to know); `proven`: the letter shows who wrote it."""
        self.desk = desk
        self.inbox = inbox
        self.letter = letter
        self.player = player
        self.current = match
        self.turns = dict(turns or {})
        self.outdated = turns is None
        self.proven = proven
        self.remarks = [Fate("", "noted", note) for note in letter.notes]
        self.transcript: list[Fate] = list(self.remarks)
        self.sections: list[str] = []
        self.tables: dict[int, Table] = {}
        self.said: dict[int, list[str]] = {}
        self.shown: set[int] = set()
        self.headlines: dict[int, tuple[str, str, bool]] = {}
        self.everybody: set[int] = set()
        self.refused = ""
        self.note = ""
        self.offered: int | None = None
        self.too_late = False
        self.mailed = 0
        self._queued: list[tuple[int, int]] = []
        self.addressed = match

    # What commands ask of a visit.

    def answered_by_mail(self) -> None:
        """A line has led to a mail to its sender that says all: where no other line needs one, it is the answer."""
        self.mailed += 1

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
            table = self.desk.table(wanted)
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
        if self.current is not None:
            return self.current
        if len(self.turns) == 1:
            return next(iter(self.turns))
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
        meant = self.current or guess
        if meant is None or self.table_if_any(meant) is None:
            return False
        self.current = meant
        return True

    def not_stale(self, table: Table) -> None:
        """Refuse what was written for a position that had passed before this letter."""
        self.too_late = self.too_late or table.match.over
        table.must_go_on()
        if self.outdated:
            raise Refused(
                "You have answered a mail that is so old that I no longer know what it showed you. Look at the board"
                " below and answer this mail"
            )
        turn = self.turns.get(table.number, table.turn_before)
        if turn != table.turn_before:
            raise Refused(
                f"You have answered a mail of turn {turn + 1}; now it is turn {table.turn_before + 1}."
                " Look at the board below and answer this mail"
            )

    def table_if_any(self, number: int | None) -> Table | None:
        """A match the sender plays in, or None."""
        try:
            return self.table(number)
        except Refused:
            return None

    # Doing.

    def remark(self, text: str) -> None:
        """Note how the letter was read: that is true of it even when nothing of it is done."""
        self.remarks.append(Fate("", "noted", text))
        self.transcript.append(self.remarks[-1])

    def obey(self, lines: list[Line]) -> None:
        """Carry the lines out. Raises `Void` when nothing of the letter may be done."""
        if self.letter.file and not any(isinstance(line.command, Import) for line in lines):
            self.transcript.append(Fate("", "noted", "The attached file was not read."))
        wrong = [line for line in lines if line.error]
        if wrong:
            void = self._void(lines, {id(line): line.error for line in wrong[:UNKNOWN_LIMIT]})
            if len(wrong) >= UNKNOWN_LIMIT:
                self.sections.append(self.desk.about.short_help(self.player))
            raise void
        commands = [line for line in lines if line.command is not None]
        if len(commands) > COMMANDS_LIMIT:
            reason = f"more than {COMMANDS_LIMIT} commands in one letter"
            raise self._void(lines, {id(commands[COMMANDS_LIMIT]): reason})
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
            self.sections = list(dict.fromkeys(self.sections))  # who asks twice is told once
            self.transcript.append(Fate(line.text, "done", told))
        except (OrderError, LetterRefused) as error:
            if command.changes and not self._irrevocable:
                raise self._void(lines, {id(line): str(error)}) from error
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
                raise self._void(lines, {id(line): str(error) for line in orders}) from error
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
                raise self._void(lines, {id(orders[refused.index]): reason}) from refused
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
        if not before:
            return
        kinds = tuple(lane(type(read_line(table.game.order_of, line.text))) for line in orders)
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
            table.refresh(self.desk.store)

    def _void(self, lines: list[Line], errors: dict[int, str]) -> Void:
        """What is raised when nothing is done, with the fate of each line; `errors` by the `id` of its line."""
        self.transcript = self.remarks + [
            Fate(line.text, "refused", errors[id(line)])
            if id(line) in errors
            else Fate(line.text, "dropped", "not done, because of the line that is refused")
            for line in lines
        ]
        self.sections.clear()
        self.refused = "Nothing of your letter has been done, because of the line that is refused below."
        return Void()

    def forget(self) -> None:
        """The letter is void and rolled back: nothing of what it has done so far is there any more."""
        about = [self.current, self.addressed, *self.tables]
        for done in (self.tables, self.shown, self.said, self.everybody, self.headlines, self._queued):
            done.clear()
        self.offered = None
        self.mailed = 0
        self.player = self.desk.store.people.player(self.player.id) if self.player is not None else None
        self.current = next((number for number in about if number and self.table_if_any(number)), None)

    def running(self) -> list[Table]:
        """The running matches of the sender, as he and his seats are now."""
        self.player = self.desk.store.people.player(self.sender.id)
        tables = [
            self.table(row.id) for row in self.desk.store.matches.of_player(self.sender.id, ("running",))
        ]
        for table in tables:
            table.refresh(self.desk.store)
        return tables

    # At the end.

    @property
    def fates(self) -> list[Fate]:
        """What became of the lines, as it may be mailed to whom From names."""
        return self.transcript if self.proven else guarded(self.transcript)

    def announce(self, table: Table, headline: str, subject: str = "", *, passing: bool = False) -> None:
        """Tell everybody at a table something that is no event of the game; `subject` for the others' Subject.

        `passing`: it is no part of the story of the match.
        """
        self.everybody.add(table.number)
        self.headlines[table.number] = (headline, subject, passing)

    def news(self, number: int, *, mine: bool, first: bool) -> MatchNews:
        """What a letter about a match tells, to the sender or to others; only the first tells all lines' fates."""
        headline, subject, passing = self.headlines.get(number, ("", "", False))
        if not mine:
            said = self.said.get(number, [])
            subject = subject or (f"{self.sender.handle} writes" if said else "")
            return MatchNews(headline=headline, subject=subject, said=said, passing=passing)
        self._follow_queued(number)
        refused = first and self.refused
        return MatchNews(
            headline=self.refused if refused else headline,
            subject="not done" if refused else "",
            transcript=self.fates if first else [],
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
