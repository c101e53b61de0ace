"""Following matches in which one does not play, and writing to one another beside them.

An observer sees what everybody may know of a match: no seat's secrets, and nothing of a turn before it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.clocks import calendar
from pbem.desk.layout import laid_out
from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.tables import HOUSE, Table
from pbem.desk.times import DAY, HOUR, moment, span
from pbem.mail.prose import fill
from pbem.play.game import masked
from pbem.play.orders import Refused
from pbem.store.rows import Observer, Player, SeatRow

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.visit import Visit

MESSAGES_A_DAY = 20
"""So many messages may one player send to others in a day, beside those within matches."""

LISTED = 50
"""So many running matches are listed."""


def _until(table: Table) -> int:
    """How many events everybody may know: those of a turn only when it is over."""
    match = table.match
    return match.event_count if match.over else match.turn.event


class Watching:
    """Observers, messages and nudges on a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    # Observers.

    def running(self, reader: Player) -> str:
        """The matches that are being played, for one who looks for something to follow."""
        observed = self._store.watch.observed_by(reader.id)
        lines = []
        for row in self._store.matches.all("running", LISTED):
            who = " and ".join(seat.handle for seat in self._store.matches.seats(row.id))
            mine = ", which you follow" if row.id in observed else ""
            lines.append(fill(f"{row.id}: {self._desk.games.named(row.game).title}, {who}{mine}", "  ", "  "))
        return "\n".join(["MATCHES THAT ARE BEING PLAYED", *(lines or ["  none"])])

    def observe(self, visit: Visit, number: int, *, result_only: bool) -> str:
        """Follow a match from now on. Raises `Refused`."""
        table = self._desk.tables.load(number)
        if table is None:
            raise Refused(f"There is no match {number} that has begun; see: observe")
        if table.seat_of(visit.sender) is not None:
            raise Refused(f"You play in match {number} yourself")
        if any(self._store.company.blocks(seat.player, visit.sender.id) for seat in table.seats):
            raise Refused(f"You cannot follow match {number}")
        if table.match.over:
            raise Refused(f"Match {number} is over: {table.row.result} ({table.row.reason})")
        told = table.match.turn.event
        self._store.watch.observe(number, visit.sender.id, told, result_only=result_only)
        if result_only:
            return f"you will hear how match {number} ends"
        visit.sections.append(self._position(table, visit.sender))
        self._store.matches.mark_seen(number, "", told)
        return f"you follow match {number}: a mail comes whenever a turn is over"

    def unobserve(self, player: Player, number: int) -> str:
        """Follow it no more. Raises `Refused`."""
        if not self._store.watch.unobserve(number, player.id):
            followed = ", ".join(map(str, self._store.watch.observed_by(player.id)))
            raise Refused(f"You do not follow match {number}. You follow: {followed or 'none'}")
        return f"you follow match {number} no more"

    def tell(self, table: Table, headline: str) -> bool:
        """Write to those who follow a match that a turn of it is over, or that it is; whether anybody is told now."""
        match = table.match
        until, told = _until(table), False
        for observer in self._store.watch.observers(table.number):
            if observer.result_only and not match.over:
                continue
            player = self._store.people.player(observer.player)
            if player is None or player.disabled or player.quiet:  # it is told when he wants mail again
                continue
            news = MatchNews(headline=headline if match.over else "")
            if player.preferences.daily:
                self._desk.mailer.keep_for_digest(player, table.number, news)
                continue
            self._desk.mailer.plain(
                "observed",
                player.address,
                f"match {table.number}, {table.game.title}, turn {match.turn.number + 1}",
                Occasion(f"observed-{table.number}-{until}-{match.over}", automatic=True, tells=True),
                player=player,
                **self.seen_by(table, observer, player, [news]),
            )
            told = True
        return told

    def seen_by(
        self, table: Table, observer: Observer, player: Player, news: Sequence[MatchNews]
    ) -> dict[str, Any]:
        """What the mail to an observer tells of a match, which is told by that."""
        match = table.match
        until = _until(table)
        events = self._desk.mailer.happened(table, None, masked(match.state, None), observer.told)
        hidden = match.event_count - until
        self._store.watch.set_told(table.number, observer.player, until)
        self._store.matches.mark_seen(table.number, "", observer.told)  # no more to be taken back unasked
        return {
            "headlines": [each.headline for each in news if each.headline],
            "number": table.number,
            "game": table.game,
            "seats": [table.title(seat.seat) for seat in table.seats],
            "result": self._desk.mailer.reason(table) if match.over else "",
            "events": [] if observer.result_only else events[: len(events) - hidden],
            "position": self._position(table, player),
        }

    def _position(self, table: Table, reader: Player) -> str:
        """The board as all may see it. A turn that is going on has not been told yet: its beginning is shown."""
        match = table.match
        state = masked(
            match.state if match.over else table.game.decode(match.turn.state, match.turn.version), None
        )
        state.names = table.names
        return laid_out(table.game.view(state, None), reader.preferences, legend=False)

    # Messages.

    def message(self, visit: Visit, player: Player, text: str) -> str:
        """Pass a message on. Raises `Refused`."""
        sender, company = visit.sender, self._store.company
        if not text:
            raise Refused(f"Tell what? For example: tell {player.handle} Do you feel like another match?")
        if (
            company.blocks(player.id, sender.id)
            or company.blocks(sender.id, player.id)
            or player.quiet
            or player.disabled
        ):
            raise Refused(f"{player.handle} takes no messages now")
        if self._store.watch.message(sender.id, "tell", self._desk.now(), DAY) > MESSAGES_A_DAY:
            raise Refused(f"{MESSAGES_A_DAY} messages a day are enough")
        self._desk.mailer.plain(
            "message",
            player.address,
            f"{sender.handle} writes to you",
            Occasion(f"message-{visit.inbox}-{len(visit.transcript)}", automatic=True, tells=True),
            player=player,
            sender=sender.handle,
            text=text,
        )
        return f"passed on to {player.handle}"

    def nudge(self, visit: Visit, table: Table) -> str:
        """Remind those whom a match waits for that somebody does. Raises `Refused`."""
        seat, now = visit.seat(table), self._desk.now()
        if table.match.over:
            raise Refused("The match is over")
        waited = [
            row
            for row in table.others(seat)
            if row.since is not None and row.handle != HOUSE and now - row.since >= DAY
        ]
        if seat.since is not None:
            raise Refused("It is your own move")
        if not waited:
            raise Refused("Nobody has been asked for longer than a day; give them a little time")
        waited = [row for row in waited if self._runs(table, row, now)]
        if not waited:
            raise Refused(
                "The clock you wait for stands still now, or no mail gets through; the board tells more"
            )
        before = self._store.watch.nudge(table.number, visit.sender.id, now)
        if before is not None and now - before < DAY - HOUR:
            raise Refused("You have nudged here within a day already; once a day is enough")
        for row in waited:
            assert row.since is not None
            self._desk.mailer.plain(
                "nudge",
                row.address,
                f"{seat.handle} waits for you in match {table.number}",
                Occasion(f"nudge-{table.number}-{seat.index}-{now}", automatic=True, tells=True),
                player=self._store.people.player(row.player),
                number=table.number,
                game=table.game,
                who=table.title(seat.seat),
                asked=span(now - row.since),
                due=moment(row.due, row.zone) if row.due is not None else "",
            )
        return f"reminded: {', '.join(row.handle for row in waited)}"

    def _runs(self, table: Table, seat: SeatRow, now: int) -> bool:
        """Whether the clock of a seat that is asked something runs just now, and its player gets mail."""
        assert seat.since is not None
        days = calendar(self._store, table.row, seat, seat.since)
        return seat.unreachable is None and not days.stopped(now)
