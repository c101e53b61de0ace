"""One letter: what its lines mean, and what became of each.

The lines are read first: what is a command, what an order of which match. If one cannot be read, nothing of the
letter is done. Then they are carried out from top to bottom, neighbouring orders of one match as one play. Whatever
is refused before something has come to light (`Log.reveals`) makes the letter void. What stands below `match 12` is a
part of its own: it is void, or done, by itself. At the end everybody concerned is written to, and the
matches are stored; all of it within the transaction of the letter.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.game import Game
from pbem.play.match import LineResult
from pbem.play.orders import Refused
from pbem.server.clocks.clocks import reckon
from pbem.server.core.context import Context
from pbem.server.language.yes_no import names_in
from pbem.server.mailing.line_results import hide_arguments
from pbem.server.mailing.mailer import Dispatch, MatchNews
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.willing import is_offered_to
from pbem.store.rows import MatchRow, Player, SeatRow

_NAMES_MATCH = re.compile(r"\W*(?:match|game|accept)\W+(\d{1,9})\b", re.IGNORECASE)
"""A line that turns to another match."""


class LetterContext:
    """A letter being dealt with. Commands act through it; see `pbem.server.commands`."""

    def __init__(
        self,
        context: Context,
        repository: MatchRepository,
        inbox: int,
        mail: Letter,
        player: Player | None,
        *,
        token: Token | None = None,
        match: int | None = None,
        turns: Mapping[int, int] | None = MappingProxyType({}),
        proven: bool = False,
        renewed: frozenset[int] = frozenset(),
    ) -> None:
        """`token` is the key of the address that was written to; `match` is the one whose mail is answered, `turns`
        those of the matches that the mail shows, by number (None: it is too old to know); `proven`: the letter shows
        who wrote it; `renewed` have gone back to the start of their turn, since the rules have changed."""
        self.context = context
        self.repository = repository
        self.inbox = inbox
        self.mail = mail
        self.player = player
        self.token = token
        self.current = match
        self.turns = dict(turns or {})
        self.outdated = turns is None
        self.waited = False  # for the yes of its sender: then `turns` are those in which it has come
        self.proven = proven
        self.renewed = renewed
        self.remarks = [LineResult("", "noted", note) for note in mail.notes]
        self.transcript: list[LineResult] = list(self.remarks)
        self.sections: list[str] = []
        self.matches: dict[int, LoadedMatch] = {}
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
        self.queued: list[tuple[int, int]] = []
        self.used: set[int] = set()
        self.done: dict[str, set[int]] = {}
        self.addressed = match

    # What commands ask of a letter.

    def answered_by_mail(self) -> None:
        """A line has led to a mail to its sender that says all: where no other line needs one, it is the answer."""
        self.mailed += 1

    @property
    def dispatch(self) -> Dispatch:
        """For the letters that answer this one. Those to a letter that proves nothing keep nobody's boards waiting."""
        return Dispatch(f"inbox-{self.inbox}", self.mail.message_id, informational=not self.proven)

    @functools.cached_property
    def games(self) -> list[Game[Any]]:
        """The games in which an order of this letter may be: of the matches whose mail it answers, and of others that
        it names; in a new letter those of all running matches of its sender."""
        matches = self.context.store.matches
        rows: Iterable[MatchRow] = ()
        if self.current is not None or self.turns:
            named = filter(None, map(_NAMES_MATCH.match, self.mail.lines))
            numbers = dict.fromkeys([self.current, *self.turns, *(int(found[1]) for found in named)])
            rows = filter(None, (matches.match(number) for number in numbers if number is not None))
        elif self.player is not None:
            rows = matches.of_player(self.player.id, ("running",))
        return [self.context.games.named(name) for name in dict.fromkeys(row.game for row in rows)]

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """Who may be named in a yes or a no: the sender, and the players of the match whose mail is answered."""
        seats = self.context.store.matches.seats(self.addressed) if self.addressed is not None else []
        own = [self.player.handle] if self.player is not None else []
        return names_in(self.mail.sender, *own, *(seat.handle for seat in seats))

    @property
    def sender(self) -> Player:
        """The player who wrote; raises `Refused` for a stranger."""
        if self.player is None:
            raise Refused("Only players may do that. To become one write: register NAME")
        return self.player

    def find_match(self, number: int | None = None) -> LoadedMatch:
        """A match the sender plays in: by number, or the one this letter is about. Raises `Refused`."""
        wanted = number or self.match_meant()
        if wanted not in self.matches:
            loaded = self._load(wanted)
            if loaded is None and is_offered_to(self.context.store, self.sender, wanted):
                raise Refused(f"Match {wanted} has not begun: it waits until all have accepted")
            if loaded is None or loaded.seat_of(self.sender) is None:
                raise Refused(f"You do not play in a match {wanted}. Your matches: {self.running_matches()}")
            self.matches[wanted] = loaded
        self.used.add(wanted)
        return self.matches[wanted]

    def _load(self, number: int) -> LoadedMatch | None:
        loaded = self.repository.load(number)
        if loaded is not None:
            loaded.gone_back = number in self.renewed
        return loaded

    def running_matches(self) -> str:
        """The numbers of the sender's running matches, for refusals."""
        rows = self.context.store.matches.of_player(self.sender.id, ("running",))
        return ", ".join(f"{row.id} ({row.game})" for row in rows) or "none"

    def match_first(self, text: str, *, always: bool = False) -> tuple[LoadedMatch, str]:
        """The match whose number a text begins with, and the rest of it; else the one that the letter is about, and
        the text as it is. Raises `Refused`.

        In an answer to a mail of a match a number is such only before a colon (`3: hello`), or `always`.
        """
        first, _, rest = text.partition(" ")
        running = self.context.store.matches.of_player(self.sender.id, ("running",))
        meant = always or self.current is None or first.endswith(":")
        if meant and first.removesuffix(":") in (str(row.id) for row in running):
            return self.find_match(int(first.removesuffix(":"))), rest.strip()
        return self.find_match(), text

    def seat(self, loaded: LoadedMatch) -> SeatRow:
        """The sender's seat at a table."""
        seat = loaded.seat_of(self.sender)
        assert seat is not None
        return seat

    def match_meant(self) -> int:
        """The number of the match that orders of this letter are for. Raises `Refused`."""
        if self.current is not None:
            return self.current
        if len(self.turns) == 1:
            return next(iter(self.turns))
        running = self.context.store.matches.of_player(self.sender.id, ("running",))
        if not running:
            raise Refused(
                "You have no running match. To begin one write for example: challenge dodgeball house"
            )
        if len(running) != 1:
            which = self.running_matches()
            raise Refused(
                f"Which match do you mean? Write first, for example: match {running[0].id}. Your matches: {which}"
            )
        return running[0].id

    def concerns_match(self, guess: int | None = None) -> bool:
        """Whether this letter is about a match of the sender that has begun: one it names, or the guess."""
        meant = self.current or guess
        if meant is None or self.find_match_if_any(meant) is None:
            return False
        self.current = meant
        return True

    def not_stale(self, loaded: LoadedMatch) -> None:
        """Refuse what was written for a position that had passed before this letter."""
        self.too_late = self.too_late or loaded.match.over
        loaded.must_go_on()
        if self.outdated:
            raise Refused(
                "You have answered a mail that is so old that I no longer know what it showed you. Look at the board"
                " below and answer this mail"
            )
        turn = self.turns.get(loaded.number, loaded.turn_before)
        if turn != loaded.turn_before:
            of = "Your letter has come in" if self.waited else "You have answered a mail of"
            raise Refused(
                f"{of} turn {turn + 1}; now it is turn {loaded.turn_before + 1}."
                " Look at the board below and answer this mail"
            )

    def find_match_if_any(self, number: int | None) -> LoadedMatch | None:
        """A match the sender plays in, or None."""
        try:
            return self.find_match(number)
        except Refused:
            return None

    # Doing.

    def turn_to(self, loaded: LoadedMatch) -> None:
        """Show a match that the sender has just come into; the lines below are for it."""
        self.matches[loaded.number] = loaded
        self.used.add(loaded.number)
        self.shown.add(loaded.number)
        self.current = loaded.number
        self.turns.pop(loaded.number, None)

    def remark(self, text: str) -> None:
        """Note how the letter was read: that is true of it even when nothing of it is done."""
        self.remarks.append(LineResult("", "noted", text))
        self.transcript.append(self.remarks[-1])

    def forget(self) -> None:
        """The letter is void and rolled back: nothing of what it has done so far is there any more."""
        about = [self.current, self.addressed, *self.matches]
        for done in (self.matches, self.shown, self.said, self.everybody, self.headlines, self.queued):
            done.clear()
        self.offered = None
        self.mailed = 0
        self.player = self.context.store.people.player(self.player.id) if self.player is not None else None
        self.current = next((number for number in about if number and self.find_match_if_any(number)), None)

    def reckon(self) -> None:
        """The sender's clocks run by another calendar from now on: set their deadlines anew, at every table here."""
        store = self.context.store
        reckon(store, store.matches.running_clocks(player=self.sender.id), self.context.now())
        for loaded in self.matches.values():
            loaded.refresh(store)

    def running(self) -> list[LoadedMatch]:
        """The running matches of the sender, as they and their seats are now."""
        self.player = self.context.store.people.player(self.sender.id)
        matches = [
            self.find_match(row.id)
            for row in self.context.store.matches.of_player(self.sender.id, ("running",))
        ]
        for loaded in matches:
            loaded.refresh(self.context.store)
        return matches

    # At the end.

    @property
    def line_results(self) -> list[LineResult]:
        """What became of the lines, as it may be mailed to whom From names."""
        return self.transcript if self.proven else hide_arguments(self.transcript)

    def announce(
        self, loaded: LoadedMatch, headline: str, subject: str = "", *, passing: bool = False
    ) -> None:
        """Tell everybody at a table something that is no event of the game; `subject` for the others' Subject.

        `passing`: it is no part of the story of the match.
        """
        self.everybody.add(loaded.number)
        self.headlines[loaded.number] = (headline, subject, passing)

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
            transcript=self.line_results if first else [],
            sections=self.sections if first else [],
        )

    def _follow_queued(self, number: int) -> None:
        """Lines that were put into the queue may have had their turn since: then they are done."""
        loaded = self.matches[number]
        seat = self.seat(loaded).seat
        waiting = loaded.match.waiting(seat)
        reported = [line_result.line for line_result in loaded.match.reports.get(seat, [])]
        for match, index in self.queued:
            line_result = self.transcript[index]
            if match == number and line_result.waiting not in waiting and line_result.waiting not in reported:
                self.transcript[index] = LineResult(line_result.line, "done", "its turn has come already")
