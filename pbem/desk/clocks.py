"""When somebody's time is up, and when he is reminded of it.

A clock runs for a seat from the moment it is asked. It is reminded half-way and one day before the end, where those are
different moments; at the end the deadline policy of the match is applied by `pbem.desk.reminders`. A paused match
has no running clocks: what is left of each is kept.
"""

from __future__ import annotations

import msgspec

from pbem.desk.tables import DAY, Table
from pbem.store import Store
from pbem.store.rows import SeatRow

CLOSE = 3600
"""Two reminders nearer together than this are one."""


def reminders(since: int, due: int) -> list[int]:
    """The moments at which a seat is reminded, in order; the deadline itself is not among them."""
    half, last_day = since + (due - since) // 2, due - DAY
    if last_day <= since + CLOSE:
        return [half]
    return [half] if abs(half - last_day) < CLOSE else sorted((half, last_day))


def next_moment(since: int, due: int, after: int) -> int:
    """The next reminder after a moment, or the deadline."""
    return next((moment for moment in reminders(since, due) if moment > after), due)


def wind(store: Store, table: Table, seat: SeatRow, now: int) -> SeatRow:
    """Start the clock of a seat that is newly asked, stop that of one that is not asked any more.

    Who does his turn piece by piece does not get more time by that.
    """
    if seat.seat not in table.match.asks or table.match.over:
        if seat.since is None:
            return seat
        store.matches.set_clock(table.number, seat.index, None, None, None, 0)
        return msgspec.structs.replace(seat, since=None, due=None, next_reminder=None, reminded=0)
    if seat.since is not None and (not table.newly_asked(seat) or not table.match.turns):
        return seat  # it is the same question still, or another one of the same turn
    since = now if table.row.paused is None else table.row.paused
    due = since + table.row.pace
    first = next_moment(since, due, since)
    store.matches.set_clock(table.number, seat.index, since, due, first, 0)
    return msgspec.structs.replace(seat, since=since, due=due, next_reminder=first, reminded=0)
