"""How a match stands, in words: whose move it is, until when, what has been offered, and how it has ended."""

from collections.abc import Sequence

from pbem.mail.prose import listed
from pbem.server.core.context import Service
from pbem.server.core.terms import THEN, THEN_MINE
from pbem.server.core.times import DAY, moment, span
from pbem.server.mailing.mails import Offer
from pbem.server.matches.ballots import Ballot, ballots, what_then
from pbem.server.matches.outcomes import headline, outcome
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.server.matches.skills import told_rating
from pbem.server.matches.takebacks import Cut
from pbem.store.rows import Rating, RatingChange, SeatRow

AHEAD = 14 * DAY
"""Vacations of others are mentioned this long before they begin."""


class Standing(Service):
    """Tells each seat how its match stands."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._sentences = self._context.templates.sentences

    def subject(self, loaded: LoadedMatch, seat: SeatRow, ballots: Sequence[Ballot] | None = None) -> str:
        """Whose move it is, from the reader's view; before that, whether their vote is wanted. `ballots` are the open
        votes, if its caller has them."""
        match = loaded.match
        _, turn = self._sentences.gettext, match.turn.number + 1
        if match.over:
            return f"the match is over: you {self.outcome(loaded, seat)}"
        if ballots is None:
            ballots = self.ballots(loaded, seat)
        vote = _("your vote") + ", " if ballots and any(each.waits for each in ballots) else ""
        if seat.seat in match.asks:
            return vote + _("your turn (turn %(turn)s)", turn=turn)
        who = self.waiting_for(loaded)
        if not who:
            told = _("your vote (turn %(turn)s)", turn=turn)
            return told if vote else _("the vote goes on (turn %(turn)s)", turn=turn)
        return vote + _("%(who)s to move (turn %(turn)s)", who=who, turn=turn)

    def ballots(self, loaded: LoadedMatch, seat: SeatRow) -> list[Ballot]:
        """The open votes of a match that a seat is told about."""
        late = [each for each in loaded.seats if each.vote]
        if loaded.match.over or not late:
            return []
        return ballots(self._store, loaded, seat, late, self._context.now())

    def votes_wanted(self, loaded: LoadedMatch, seat: SeatRow) -> list[Ballot]:
        """The votes that wait for this seat."""
        return [ballot for ballot in self.ballots(loaded, seat) if ballot.waits]

    def status_line(self, loaded: LoadedMatch, seat: SeatRow) -> str:
        """Whom a match waits for, as a sentence for players who are not asked, or how it has ended."""
        match, _ = loaded.match, self._sentences.gettext
        if match.over:
            how = f"The match is over: {self.reason(loaded)}. You {self.outcome(loaded, seat)}."
            return f"{headline(loaded.game, match.state, loaded.names)} {how}"
        who = self.waiting_for(loaded, titles=True)
        return _("Waiting for %(who)s.", who=who) if who else _("Waiting for the vote.")

    @staticmethod
    def reason(loaded: LoadedMatch) -> str:
        """Why a match is over, with the names of those who have left."""
        result = loaded.match.state.result
        assert result is not None
        left = listed(loaded.title(seat) for seat in loaded.match.state.left)
        if result.reason == "resigned":
            return f"{left} resigned"
        return f"{left} ran out of time" if result.reason == "forfeited" else result.reason

    def waiting_for(self, loaded: LoadedMatch, *, titles: bool = False) -> str:
        """Who is asked, by handle or with the seat's title; "" if all of them have left the server."""
        rows = {row.seat: row for row in loaded.seats}
        asked = [rows[seat] for seat in loaded.match.asks if not rows[seat].gone]
        return self._sentences.listed(loaded.title(row.seat) if titles else row.handle for row in asked)

    def outcome(self, loaded: LoadedMatch, seat: SeatRow) -> str:
        """A seat's result in a loaded match."""
        result = loaded.match.state.result
        assert result is not None
        return outcome(loaded.game, loaded.match.state.seats, result, seat.seat)

    def deadlines(
        self, loaded: LoadedMatch, seat: SeatRow, *, brief: bool = False, receipt: bool = False
    ) -> list[str]:
        """The deadlines in the reader's own zone, and what happens after them; the reader's comes first. A `brief` mail
        does not say that a reminder follows, nor who has the same time; a `receipt` of one's own letter says nothing of
        others who have time left and get their mail."""
        if loaded.match.over:
            return []
        if loaded.row.paused is not None:
            return [self._sentences.gettext("The match is paused by the host; no clock runs.")]
        asked = [
            row
            for row in loaded.seats
            if row.since is not None and row.handle != HOUSE and not row.gone
            if not receipt or row.index == seat.index or row.next_reminder is None or row.unreachable
        ]
        mine = [self._deadline(loaded, row, seat, brief=brief) for row in asked if row.index == seat.index]
        others: dict[str, list[SeatRow]] = {}  # who has the same time
        for row in asked:
            if row.index != seat.index:
                others.setdefault(self._deadline(loaded, row, seat, brief=brief), []).append(row)
        _, named = self._sentences.gettext, self._sentences.listed
        told = mine.copy()
        for when in mine:  # immediately: after somebody else's time it would seem to refer to that
            same = [loaded.title(row.seat) for row in others.pop(when, [])]
            told += [_("The same goes for %(who)s.", who=named(same))] if same and not brief else []
        for rows in others.values():
            who = named(loaded.title(row.seat) for row in rows)
            told.append(self._deadline(loaded, rows[0], seat, who, len(rows), brief=brief))
        return [*told, *self._away(loaded, seat)]

    def _deadline(
        self,
        loaded: LoadedMatch,
        row: SeatRow,
        reader: SeatRow,
        who: str = "",
        count: int = 1,
        *,
        brief: bool,
    ) -> str:
        """When a seat's time is up, for its own player, or for another reader, who is told about `who`, this many."""
        _ = self._sentences.gettext
        if row.due is None:
            if who:
                return _("No clock runs for %(who)s at the moment.", who=who)
            return _("No clock runs for you at the moment.")
        when = moment(row.due, reader.zone)
        if row.next_reminder is None:
            if who:
                return _("The deadline of %(who)s was %(when)s.", who=who, when=when)
            return _("Your deadline was %(when)s.", when=when)
        left = span(row.due - self._context.now())
        step = what_then(loaded, row, reader if who else row)
        then = "" if brief and step in (THEN["nag"], THEN_MINE["nag"]) else " " + _(step)
        if not who and brief:
            return _("Until %(when)s: %(left)s.", when=when, left=left) + then
        if not who:
            return _("You have until %(when)s: %(left)s.", when=when, left=left) + then
        told = self._sentences.ngettext(
            "%(who)s has until %(when)s: %(left)s.",
            "%(who)s have until %(when)s: %(left)s.",
            count,
            who=who,
            when=when,
            left=left,
        )
        if row.unreachable is not None:
            told += " " + _("Mail to %(who)s comes back.", who=who)
        return told + then

    def _away(self, loaded: LoadedMatch, seat: SeatRow) -> list[str]:
        """Which of the others are away, or will be soon."""
        if loaded.away is None:
            now = self._context.now()
            away = [row for row in loaded.seats if row.away_until is not None and row.away_until > now]
            told = away and loaded.row.terms.vacation
            loaded.away = self._store.stops.vacations_in(loaded.number, now, now + AHEAD) if told else []
        if not loaded.away:
            return []
        who = {row.player: loaded.title(row.seat) for row in loaded.others(seat)}
        return [
            self._sentences.gettext(
                "%(who)s is away from %(start)s to %(end)s.",
                who=who[stop.player],
                start=moment(stop.start, seat.zone),
                end=moment(stop.end, seat.zone),
            )
            for stop in loaded.away
            if stop.player in who and stop.end is not None
        ]

    def ratings(self, loaded: LoadedMatch) -> list[str]:
        """How a finished match has changed ratings."""
        return [
            f"{change.handle} {change.before} -> {told_rating(_rating(change), change.at)}"
            for change in self._store.company.changes(loaded.number)
        ]

    def offers(self, loaded: LoadedMatch, seat: SeatRow) -> list[Offer]:
        """Draw offers and undo requests that wait for somebody."""
        if loaded.match.over or not loaded.questions:
            return []
        draw, undo = loaded.open("draw"), loaded.open("undo")
        due = min((row.due for row in loaded.seats if row.due and row.next_reminder), default=None)
        when = moment(due, seat.zone) if due is not None else ""
        house = any(other.handle == HOUSE for other in loaded.seats)
        offering = [other for other in loaded.people() if other not in loaded.waiting(draw)] if draw else []
        found = [Offer(other.index == seat.index, other.handle, when, agreed=house) for other in offering]
        if any(seat.seat == each.seat or seat.player == each.player for each in undo):
            by, what = undo[0].seat, Cut.of(undo[0]).what
            found.append(Offer(by == seat.seat, loaded.title(by), when, what))
        return found


def _rating(change: RatingChange) -> Rating:
    return Rating(change.player, change.game, change.after, mu=change.mu, sigma=change.sigma, at=change.at)
