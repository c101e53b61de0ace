"""One letter on the desk: what its lines mean, and what became of each.

The lines are read first: what is a command, what an order of which match. If one cannot be read, nothing of the
letter is done. Then they are carried out from top to bottom, neighbouring orders of one match as one play. Whatever
is refused before the first die makes the letter void. What stands below `match 12` is a part of its own: it is void, or
done, by itself. At the end of a visit everybody concerned is written to, and the matches are stored; all of it within
the transaction of the letter.
"""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pbem.desk.clocks import reckon
from pbem.desk.commands import Command, Import, MatchNumber
from pbem.desk.courtesies import vocabulary
from pbem.desk.fates import guarded
from pbem.desk.lines import UNKNOWN_LIMIT, Line, by_match
from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.refusals import continued, explained, joined, put_right
from pbem.desk.tables import Table
from pbem.desk.yes_no import names_in
from pbem.mail.prose import fill, listed
from pbem.mail.reading import Letter
from pbem.play.game import Game
from pbem.play.match import Fate, LetterRefused
from pbem.play.orders import OrderError, Refused
from pbem.store.rows import MatchRow, Player, SeatRow

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

_NAMES_MATCH = re.compile(r"\W*(?:match|game|accept)\W+(\d{1,9})\b", re.IGNORECASE)
"""A line that turns to another match."""

IN_PART = "A line of your letter could not be carried out; see below which."
"""What a letter is told first whose other lines are done for good."""

COMMANDS_LIMIT = 20
"""So many commands of one letter are carried out."""


_OF_A_PART = (
    "player", "current", "turns", "transcript", "sections", "said", "shown", "headlines", "everybody", "offered",
    "mailed", "_queued",
)  # fmt: skip
"""What a part of a letter changes in its visit, beside the matches."""


class Void(Exception):
    """Nothing of the letter is done, or of one part of it; `errors` tells why, by the `id` of a line."""

    def __init__(self, errors: Mapping[int, str]) -> None:
        super().__init__()
        self.errors = errors


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
        self.waited = False  # for the yes of its sender: then `turns` are those in which it has come
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
        self.failed: list[int] = []
        self._queued: list[tuple[int, int]] = []
        self._used: set[int] = set()
        self.addressed = match

    # What commands ask of a visit.

    def answered_by_mail(self) -> None:
        """A line has led to a mail to its sender that says all: where no other line needs one, it is the answer."""
        self.mailed += 1

    @property
    def occasion(self) -> Occasion:
        """For the letters that answer this one."""
        return Occasion(f"inbox-{self.inbox}", self.letter.message_id)

    @functools.cached_property
    def games(self) -> list[Game[Any]]:
        """The games in which an order of this letter may be: of the matches whose mail it answers, and of others that
        it names; in a new letter those of all running matches of its sender."""
        matches = self.desk.store.matches
        rows: Iterable[MatchRow] = ()
        if self.current is not None or self.turns:
            named = filter(None, map(_NAMES_MATCH.match, self.letter.lines))
            numbers = dict.fromkeys([self.current, *self.turns, *(int(found[1]) for found in named)])
            rows = filter(None, (matches.match(number) for number in numbers if number is not None))
        elif self.player is not None:
            rows = matches.of_player(self.player.id, ("running",))
        return [self.desk.games.named(name) for name in dict.fromkeys(row.game for row in rows)]

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """The words that orders of this letter may be made of."""
        return frozenset().union(vocabulary(None), *map(vocabulary, self.games))

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """Who may be named in a yes or a no: the sender, and the players of the match whose mail is answered."""
        seats = self.desk.store.matches.seats(self.addressed) if self.addressed is not None else []
        return names_in(
            self.letter.sender, self.player.handle if self.player else "", *(s.handle for s in seats)
        )

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
        self._used.add(wanted)
        return self.tables[wanted]

    def table_first(self, text: str, *, always: bool = False) -> tuple[Table, str]:
        """The match whose number a text begins with, and the rest of it; else the one that the letter is about, and
        the text as it is. Raises `Refused`.

        In an answer to a mail of a match a number is such only before a colon (`3: hello`), or `always`.
        """
        first, _, rest = text.partition(" ")
        running = self.desk.store.matches.of_player(self.sender.id, ("running",))
        meant = always or self.current is None or first.endswith(":")
        if meant and first.removesuffix(":") in (str(row.id) for row in running):
            return self.table(int(first.removesuffix(":"))), rest.strip()
        return self.table(), text

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
                f"Which match do you mean? Write first, for example: match {running[0].id}. Your matches: {which}"
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
            of = "Your letter has come in" if self.waited else "You have answered a mail of"
            raise Refused(
                f"{of} turn {turn + 1}; now it is turn {table.turn_before + 1}."
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
        """Carry the lines out. Raises `Void` when nothing of the letter may be done.

        What stands behind `match 12` is a part of its own, which may be void by itself.
        """
        if self.letter.file and not any(isinstance(line.command, Import) for line in lines):
            self.transcript.append(Fate("", "noted", "The attached file was not read."))
        helpless = sum(bool(line.error) for line in lines) >= UNKNOWN_LIMIT
        try:
            _check_length(lines)
            parts = _parts(lines, self.current)
            if len(parts) > 1:
                self._obey_parts(parts)
            else:
                self._obey_part(lines)
        except Void as void:
            self.transcript = self.remarks.copy()
            self.transcript += _refused(lines, void.errors)
            helpless = helpless or (not self.games and all(line.strange for line in lines))
            first_steps = [self.desk.about.start(self.player)] if helpless and self.player else []
            self.sections = first_steps or self._put_right(lines, void)
            self.refused = "Nothing of your letter has been done, because of the line that is refused below."
            raise

    def _obey_parts(self, parts: list[tuple[int | None, list[Line]]]) -> None:
        """Carry out a letter for several matches. Raises `Void` where what is void has to do with a match of which
        something is done."""
        done: dict[str, set[int]] = {}
        failed: list[str] = []
        unclear: list[str] = []
        for number, part in parts:
            name = f"match {number}" if number else "what stands above them"
            before, tables, self._used = self._memory(), dict(self.tables), set()
            try:
                with self.desk.store.transaction():
                    self._obey_part(part)
            except Void as void:
                touched = self._used | {n for n, table in self.tables.items() if tables.get(n) is not table}
                if touched & set().union(*done.values()):
                    raise
                for each in touched:
                    self.tables.pop(each, None)
                for attribute, value in before.items():
                    setattr(self, attribute, value)
                self.transcript += _refused(part, void.errors)
                whole = self._put_right(part, void)
                self.sections += whole
                unclear += [] if whole else [name]
                failed.append(name)
                if number is not None and self.table_if_any(number) is not None:
                    self.failed.append(number)
            else:
                done[name] = self._used
        if failed:
            self.refused = (
                f"Not done, because of a line that is refused below: {listed(failed)}."
                f" Done: {listed(done) or 'nothing'}."
            )
        if unclear and len(unclear) < len(failed):
            self.sections.append(fill(f"The lines for {listed(unclear)} are not among these: see above."))

    def _put_right(self, lines: list[Line], void: Void) -> list[str]:
        whole = put_right(self, lines, [line for line in lines if id(line) in void.errors])
        return [whole] if whole else []

    def _memory(self) -> dict[str, Any]:
        """What this letter has come to so far."""
        kept = {name: copy.copy(getattr(self, name)) for name in _OF_A_PART}
        return {**kept, "said": {number: list(said) for number, said in self.said.items()}}

    def _obey_part(self, lines: list[Line]) -> None:
        """Carry lines out that belong together. Raises `Void`."""
        wrong = [line for line in lines if line.error]
        if wrong:
            raise Void({id(line): line.error for line in wrong[:UNKNOWN_LIMIT]})
        index = 0
        while index < len(lines):
            line = lines[index]
            if line.command is None:
                end = index
                while end < len(lines) and lines[end].command is None:
                    end += 1
                self._play(lines[index:end])
                index = end
            else:
                self._run(line, line.command)
                index += 1

    def _run(self, line: Line, command: Command) -> None:
        # The lines behind a `match 12` are for no other match.
        changes = command.changes or isinstance(command, MatchNumber)
        try:
            if command.who == "player" and self.player is None:
                raise Refused("This is for players. To become one write: register NAME")
            told = command.obey(self, line.arguments)
            self.sections = list(dict.fromkeys(self.sections))  # who asks twice is told once
            self.transcript.append(Fate(line.text, "done", told))
        except (OrderError, LetterRefused) as error:
            if changes and not self._irrevocable:
                raise Void({id(line): str(error)}) from error
            self.transcript.append(Fate(line.text, "refused", str(error)))
            if changes:
                self.refused = IN_PART

    @property
    def _irrevocable(self) -> bool:
        """Whether a die has been rolled for these lines, or somebody else has answered: then it goes line by line."""
        return any(self.tables[number].match.irrevocable for number in self._used if number in self.tables)

    def _play(self, orders: list[Line]) -> None:
        try:
            table = self.table(orders[0].match)
            self.not_stale(table)
        except Refused as error:
            if not self._irrevocable:
                raise Void({id(line): str(error) for line in orders}) from error
            self.transcript += [Fate(line.text, "refused", str(error)) for line in orders]
            self.refused = IN_PART
            return
        seat = self.seat(table)
        try:
            fates = table.match.play(seat.seat, [line.text for line in orders], going_on=True)
        except LetterRefused as refused:
            fresh = self.desk.tables.load(table.number)
            assert fresh is not None
            above = [line.text for line in orders[: refused.index]]
            if whole := joined(fresh, seat, [line.text for line in orders], refused.index):
                reason = continued(str(refused.error), f"Perhaps you meant, as one line: {whole}")
            else:
                reason, orders[refused.index].instead = explained(
                    fresh, seat, refused.line, refused.error, above
                )
            if not self._irrevocable:
                raise Void({id(orders[refused.index]): reason}) from refused
            fates = [
                Fate(line.text, "dropped", "not done, because of the line that is refused") for line in orders
            ]
            fates[refused.index] = Fate(refused.line, "refused", reason)
            # This match as it was: it is another one of this letter that has rolled dice.
            table = self.tables[table.number] = fresh
        start = len(self.transcript)
        self.transcript.extend(fates)
        self._queued += [(table.number, start + i) for i, fate in enumerate(fates) if fate.status == "queued"]
        self._tell_replaced(table, seat)
        if any(fate.status in ("refused", "dropped") for fate in fates):
            self.refused = IN_PART
        self.shown.add(table.number)

    def _tell_replaced(self, table: Table, seat: SeatRow) -> None:
        """New lines replace waiting ones of their kind: say which."""
        if not table.match.replaced:
            return
        waiting = table.match.waiting(seat.seat)
        gone = [str(order) for order in table.match.replaced if str(order) not in waiting]
        if gone:
            self.transcript.append(
                Fate("", "noted", f"This letter replaces what was waiting: {'; '.join(gone)}.")
            )

    def forget(self) -> None:
        """The letter is void and rolled back: nothing of what it has done so far is there any more."""
        about = [self.current, self.addressed, *self.tables]
        for done in (self.tables, self.shown, self.said, self.everybody, self.headlines, self._queued):
            done.clear()
        self.offered = None
        self.mailed = 0
        self.player = self.desk.store.people.player(self.player.id) if self.player is not None else None
        self.current = next((number for number in about if number and self.table_if_any(number)), None)

    def reckon(self) -> None:
        """The sender's clocks run by another calendar from now on: set their deadlines anew, at every table here."""
        store = self.desk.store
        reckon(store, store.matches.running_clocks(player=self.sender.id), self.desk.now())
        for table in self.tables.values():
            table.refresh(store)

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
        first = first or number in self.failed
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
        waiting = table.match.waiting(seat)
        reported = [fate.line for fate in table.match.reports.get(seat, [])]
        for match, index in self._queued:
            fate = self.transcript[index]
            if match == number and fate.waiting not in waiting and fate.waiting not in reported:
                self.transcript[index] = Fate(fate.line, "done", "its turn has come already")


def _check_length(lines: list[Line]) -> None:
    """Raise `Void` where a letter holds too many commands."""
    commands = [line for line in lines if line.command is not None]
    if len(commands) > COMMANDS_LIMIT:
        raise Void({id(commands[COMMANDS_LIMIT]): f"more than {COMMANDS_LIMIT} commands in one letter"})


def _parts(lines: list[Line], current: int | None) -> list[tuple[int | None, list[Line]]]:
    """The lines of each match that a letter turns to by `match 12`, behind those before it does.

    They are one part where it comes back to a match.
    """
    parts = [(_match_of(part[0], current), part) for part in by_match(lines) if part]
    numbers = [number for number, _ in parts]
    return parts if len(set(numbers)) == len(numbers) else [(current, lines)]


def _match_of(first: Line, current: int | None) -> int | None:
    if not isinstance(first.command, MatchNumber):
        return current
    return int(first.arguments) if first.arguments.isdecimal() else None


def _refused(lines: list[Line], errors: Mapping[int, str]) -> list[Fate]:
    """The fates of lines of which none is done."""
    return [
        Fate(line.text, "refused", errors[id(line)])
        if id(line) in errors
        else Fate(line.text, "dropped", "not done, because of the line that is refused")
        for line in lines
    ]
