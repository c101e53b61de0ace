"""A match in one text: who plays which seat, its time control, its options, until when its offer is valid.

Players who decide on a match, or have just done so, read the same: in challenges and invitations, among the open seats,
in the answer to their own offer or acceptance, and when they are asked to play on for somebody.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.mail.prose import listed
from pbem.play.dice import commitment
from pbem.play.game import Game, masked
from pbem.play.requests import Seat
from pbem.server.core.context import Context, Service, host_in
from pbem.server.core.terms import told_terms
from pbem.server.core.times import moment
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.position import lay_out, position_for
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE, shown_name
from pbem.server.matches.wants import told as told_wants
from pbem.store.rows import MatchRow, Player, SeatRow, Terms


class ChallengeMail(Mail, frozen=True, kw_only=True):
    """An offer to a player; `rematch`: the match that is played again, or 0."""

    template = "challenge"

    challenger: str
    rematch: int
    others: list[str]
    sheet: str
    beginning: str
    promise: str


class OfferMail(Mail, frozen=True):
    """An offer, as a part of a mail."""

    template = "offer"

    sheet: str
    beginning: str


class MatchSummaries(Service):
    """Sums up what a match is."""

    def told(self, row: MatchRow, seat: SeatRow | None, zone: str = "UTC") -> str:
        """The summary of a match for a player who has a seat in it, or may take it; None: any of the free ones.

        Moments are in their time zone.
        """
        game = self._context.games.of(row.game)
        seats = self._store.matches.seats(row.id)
        origin = self._store.matches.origin(row.id)
        owner = self._store.people.player(row.owner) if row.owner is not None else None
        offered = row.status == "offered"
        asks = offered and owner is not None and (seat is None or seat.player != owner.id)
        return self._context.templates.mail(
            "sheet",
            seat=seat,
            title=game.seat_title(seat.seat) if seat else "",
            company=_company(game, seat, self._names(row, seats, seat.player)) if seat else "",
            seats=[f"{game.seat_title(each.seat)}: {_who(each, row.terms, 'free')}" for each in seats],
            owner=owner.handle if asks and owner else "",
            record=player_record(self._context, owner, zone) if asks and owner else "",
            terms=told_terms(row.terms),
            options=[f"{name}={value}" for name, value in changed_options(game, row.options).items()],
            source=origin.source if origin else "",
            wants=told_wants(row.wants) if offered else "",
            league=bool(self._store.teams.seats(row.id)),
            rated=row.rated and origin is None and all(each.handle != HOUSE for each in seats),
            stands=moment(row.expires, zone) if offered else "",
        )

    def waiting(self, row: MatchRow, seat: SeatRow) -> str:
        """A match that has not begun, for a player who has accepted: whom it waits for, and its summary."""
        game = self._context.games.of(row.game)
        return self._context.templates.mail(
            "waiting",
            row=row,
            game=game,
            missing=self.missing(row, reader=seat.player),
            sheet=self.told(row, seat, seat.zone),
            beginning=self._beginning(row, seat),
        )

    def offer(self, row: MatchRow, seat: SeatRow, challenger: str, rematch: int = 0) -> ChallengeMail:
        """An offer, for somebody who may take a seat, and has played the match `rematch`."""
        others = [other.handle for other in self._store.matches.seats(row.id) if other.index != seat.index]
        return ChallengeMail(
            challenger=challenger,
            rematch=rematch,
            others=[other for other in others if other not in (challenger, OPEN)],
            sheet=self.told(row, seat, seat.zone),
            beginning=self._beginning(row, seat),
            promise=self.promise(row),
        )

    def brief_offer(self, row: MatchRow, seat: SeatRow) -> OfferMail:
        """The same within a mail that says who offers it."""
        return OfferMail(self.told(row, seat, seat.zone), self._beginning(row, seat))

    def promise(self, row: MatchRow) -> str:
        """How the dice of a match will be proven."""
        host = host_in(self._context, self._store.matches.seats(row.id))
        return self._context.templates.mail(
            "promise", number=row.id, commitment=commitment(row.seed), host=host
        )

    def state(self, row: MatchRow, seat: SeatRow) -> str:
        """The state of an offer, for a Subject, as seen by a player who has a seat in it."""
        return (
            "offered to you"
            if seat.status == "invited"
            else f"waits for {self.missing(row, reader=seat.player)}"
        )

    def missing(self, row: MatchRow, verb: str = "", *, reader: int | None = None) -> str:
        """Who has not accepted an offer yet, as one player reads it; with a `verb` after it."""
        seats = [each for each in self._store.matches.seats(row.id) if each.status != "accepted"]
        who = listed(self._names(row, seats, reader).values())
        return f"{who} {verb}{'s' if len(seats) == 1 else ''}" if verb else who

    def _names(self, row: MatchRow, seats: Sequence[SeatRow], reader: int | None) -> dict[Seat, str]:
        """Who has which seat, as a player reads it; they see the addresses that they have invited themselves."""
        game, names = self._context.games.of(row.game), {}
        for seat in seats:
            who = _who(seat, row.terms)
            if reader is not None and seat.handle == OPEN and seat.status == "invited":
                about = f"{row.id} {seat.index}"
                who = self._store.confirmations.address_asked("invitation", reader, about) or who
            names[seat.seat] = f"{who} ({game.seat_title(seat.seat)})"
        return names

    def _beginning(self, row: MatchRow, seat: SeatRow) -> str:
        """The board with which a match begins, if it does not begin as its game does; otherwise nothing."""
        origin = self._store.matches.origin(row.id)
        if origin is None:
            return ""
        game = self._context.games.of(row.game)
        state = masked(game.decode(origin.state, origin.version), seat.seat)
        state.names = {each.seat: _who(each, row.terms) for each in self._store.matches.seats(row.id)}
        return lay_out(position_for(game, state, seat.seat, seat.preferences), seat.preferences)


def player_record(context: Context, player: Player, zone: str = "UTC") -> str:
    """How much a player has played, how reliably, and until when they are away, in a reader's time zone."""
    counts = context.store.matches.counts(player.id)
    running = sum(count for (_, status), count in counts.items() if status == "running")
    over = sum(count for (_, status), count in counts.items() if status == "over")
    late = context.store.people.late(player.id)
    how_late = {0: "never late", 1: "late once"}.get(late, f"late {late} times")
    if walkovers := context.store.people.walkovers(player.id):
        how_late = f"{f'{how_late}, ' if late else ''}{walkovers} lost by walkover"
    finished, on_time = context.store.people.reliability(player.id) if late or walkovers else (0, 0)
    if on_time < finished:
        how_late += f", {on_time} of {finished} matches without"
    told = [f"{running} running, {over} finished", how_late]
    now = context.now()
    away = [
        stop
        for stop in context.store.stops.of_player(player.id, "vacation")
        if stop.end is not None and stop.start <= now < stop.end
    ]
    return ", ".join(told + [f"away until {moment(stop.end or 0, zone)}" for stop in away])


def changed_options(game: Game[Any], options: dict[str, str]) -> dict[str, str]:
    """The options of a match that differ from its game's defaults."""
    defaults = {option.name: option.default for option in game.options}
    return {name: value for name, value in options.items() if defaults.get(name) != value}


def _who(seat: SeatRow, terms: Terms, nobody: str = "anybody") -> str:
    """Who has a seat, or may have it. The owner of an invited address is not revealed."""
    if seat.handle != OPEN:
        return shown_name(seat, terms)
    return nobody if seat.status == "open" else "a guest"


def _company(game: Game[Any], seat: SeatRow, names: Mapping[Seat, str]) -> str:
    """With whom and against whom a seat plays: `with Ann (Red 1), against Ben (Blue 1)`."""
    sides = game.sides(list(names))
    own = next(side for side in sides if seat.seat in side)
    mates = [who for name, who in names.items() if name in own and name != seat.seat]
    foes = [who for name, who in names.items() if name not in own]
    alone = any(len(side) > 1 for side in sides) and not mates
    parts = [f"with {listed(mates)}" if mates else "alone" if alone else ""]
    parts += [f"against {listed(foes)}"] if foes else []
    return ", ".join(filter(None, parts))
