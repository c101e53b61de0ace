"""The clocks of a match that has been played on: whose run from now on, and whose stand."""

from __future__ import annotations

from pbem.server.clocks.clocks import left, reckon, start, stop
from pbem.server.matches.repository import Table
from pbem.store import Store
from pbem.store.rows import MatchRow, SeatRow


def wind(store: Store, table: Table, seat: SeatRow, now: int, by: SeatRow | None = None) -> SeatRow:
    """Start the clock of a seat that is newly asked, stop that of one that is not asked any more.

    `by` is the seat whose letter has brought the match here, if it was one.
    """
    terms = table.row.terms
    asked = seat.seat in table.match.asks and not table.match.over
    runs = seat.since is not None
    if asked == runs and not (asked and table.newly_asked(seat) and not table.piecemeal(seat, by)):
        return seat
    if not asked:
        refills = terms.add >= terms.cap and seat.seat not in table.match.answered
        return stop(store, seat, terms.cap if refills else left(store, table.row, seat, now))
    if seat.bank is None or not table.goes_on:  # his first question, or an answer that is taken up again
        return start(store, table.row, seat, now, left(store, table.row, seat, now))
    return start(store, table.row, seat, now, _refilled(store, table.row, seat, now))


def _refilled(store: Store, row: MatchRow, seat: SeatRow, now: int) -> int:
    """The time a seat has for its next move. A pace gives all of it anew, whatever was left."""
    terms = row.terms
    return terms.cap if terms.add >= terms.cap else min(terms.cap, left(store, row, seat, now) + terms.add)


def pause(store: Store, table: Table, now: int) -> None:
    """Stop the clocks of a match."""
    store.matches.pause(table.number, now)
    store.stops.add("pause", now, match=table.number)
    reckon(store, table.seats, now)
    table.refresh(store)


def resume(store: Store, table: Table, now: int) -> None:
    """Let the clocks of a match go on; what was left of each is left again."""
    store.matches.pause(table.number, None)
    store.stops.close("pause", now, match=table.number)
    reckon(store, store.matches.seats(table.number), now)
    table.refresh(store)
