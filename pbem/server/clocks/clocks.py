"""When a player's time is up, and when they are reminded of it.

A clock runs for a seat from the moment it is asked, as its calendar lets it (`calendars`). The player is reminded when
half of the time has gone and one day before the end, if those are different moments; at the end the deadline policy of
the match is applied (`pbem.server.absence.deadlines`). A pause changes nothing but the calendar: when one begins or
ends, the deadlines are worked out again from the same beginnings.

Each question but the first adds the time that the match gives for a move. Players who continue their own turn piece by
piece, or reopen an answer that they may still change, get none.
"""

from collections.abc import Iterable

import msgspec

from pbem.server.clocks.calendars import Calendar, FormerZone, Stop, last_friday
from pbem.server.core.times import DAY
from pbem.store import Store
from pbem.store.rows import MatchRow, Player, SeatRow

CLOSE = 3600  # two reminders closer together than this become one


def reminders(since: int, half: int, due: int) -> list[int]:
    """The moments at which a seat is reminded, in order; the deadline itself is not among them."""
    last_day = due - DAY
    if last_day <= since + CLOSE:
        return [half]
    return [half] if abs(half - last_day) < CLOSE else sorted((half, last_day))


def calendar(store: Store, row: MatchRow, seat: SeatRow) -> Calendar:
    """The calendar of a seat's clock from the moment it is asked something."""
    assert seat.since is not None
    stops = store.stops.of_seat(seat.player, row.id, seat.since)
    counted = (stop for stop in stops if row.terms.vacation or stop.kind != "vacation")
    former = store.stops.former_zones(seat.player) if row.terms.weekends else []
    return Calendar(
        seat.zone,
        row.terms.weekends,
        tuple(Stop(stop.start, stop.end) for stop in counted),
        tuple(FormerZone(friday, zone) for friday, zone in former),
    )


def next_moment(days: Calendar, since: int, bank: int, due: int, after: int) -> int:
    """The next reminder after a moment, or the deadline."""
    half = days.after(since, bank // 2)
    assert half is not None  # it is before the deadline
    return next((moment for moment in reminders(since, half, due) if moment > after), due)


def start(store: Store, row: MatchRow, seat: SeatRow, now: int, bank: int) -> SeatRow:
    """Start the clock of a seat now, with this much time. Returns the changed seat, for the caller to store."""
    return _reckoned(store, row, msgspec.structs.replace(seat, since=now, bank=bank, reminded=0), now)


def lengthen(store: Store, row: MatchRow, seat: SeatRow, now: int, more: int) -> SeatRow:
    """Give a running clock more time; one whose time is up begins anew with it. Returns the changed seat, for the
    caller to store."""
    if seat.due is not None and (seat.due <= now or seat.next_reminder is None):
        return start(store, row, seat, now, more)
    return _reckoned(store, row, msgspec.structs.replace(seat, bank=(seat.bank or 0) + more), now)


def left(store: Store, row: MatchRow, seat: SeatRow, now: int) -> int:
    """How much running time a seat has left at a moment."""
    bank = row.terms.bank if seat.bank is None else seat.bank
    if seat.since is None:
        return bank
    return max(0, bank - calendar(store, row, seat).elapsed(seat.since, now))


def stop(seat: SeatRow, bank: int | None) -> SeatRow:
    """Stop the clock of a seat, with this much time left (None: it has never run). Returns the changed seat, for the
    caller to store."""
    return msgspec.structs.replace(seat, since=None, due=None, next_reminder=None, reminded=0, bank=bank)


def reckon(store: Store, seats: Iterable[SeatRow], now: int) -> None:
    """Recompute the deadlines of running clocks, after a stop was added or removed or a zone has changed."""
    for seat in seats:
        row = store.matches.match(seat.match)
        if seat.since is not None and (seat.due is None or seat.next_reminder is not None):
            store.matches.change_seat(seat, _reckoned(store, row, seat, now))


def _reckoned(store: Store, row: MatchRow, seat: SeatRow, now: int) -> SeatRow:
    assert seat.since is not None
    assert seat.bank is not None
    days = calendar(store, row, seat)
    due = days.after(seat.since, seat.bank)
    following = None if due is None else next_moment(days, seat.since, seat.bank, due, now)
    return msgspec.structs.replace(seat, due=due, next_reminder=following)


def move(store: Store, player: Player, now: int) -> None:
    """Move a player to another zone: time that has run is unchanged, and their next weekends are there."""
    store.stops.keep_zone(player.id, last_friday(now), player.zone)
