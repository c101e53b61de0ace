"""The clocks of a match after it has been played on: which run from now on, and which stand."""

from pbem.server.clocks.clocks import left, reckon, start, stop
from pbem.server.matches.repository import LoadedMatch
from pbem.store import Store
from pbem.store.rows import MatchRow, SeatRow


def wind(store: Store, loaded: LoadedMatch, seat: SeatRow, now: int, by: SeatRow | None = None) -> SeatRow:
    """Start the clock of a seat that is newly asked; stop that of one that is no longer asked.

    `by` is the seat whose letter has brought the match here, if it was one. Returns the changed seat, for the caller to
    store.
    """
    terms, before, match = loaded.row.terms, loaded.before, loaded.match
    asked = seat.seat in match.asks and not match.over
    runs = seat.since is not None
    if asked == runs and not (
        asked and before.newly_asks(match, seat.seat) and not before.is_piecemeal(match, seat, by)
    ):
        return seat
    if not asked:
        refills = terms.add >= terms.cap and seat.seat not in match.answered
        return stop(seat, terms.cap if refills else left(store, loaded.row, seat, now))
    if seat.bank is None or not before.goes_on(match):  # their first question, or an answer that is reopened
        return start(store, loaded.row, seat, now, left(store, loaded.row, seat, now))
    return start(store, loaded.row, seat, now, _refilled(store, loaded.row, seat, now))


def _refilled(store: Store, row: MatchRow, seat: SeatRow, now: int) -> int:
    """The time of a seat for its next move. A pace gives all of it anew, whatever was left."""
    terms = row.terms
    return terms.cap if terms.add >= terms.cap else min(terms.cap, left(store, row, seat, now) + terms.add)


def pause(store: Store, loaded: LoadedMatch, now: int) -> None:
    """Stop the clocks of a match."""
    store.matches.pause(loaded.number, now)
    store.stops.add("pause", now, match=loaded.number)
    reckon(store, loaded.seats, now)
    loaded.refresh(store)


def resume(store: Store, loaded: LoadedMatch, now: int) -> None:
    """Resume the clocks of a match, each with the time that was left."""
    store.matches.pause(loaded.number, None)
    store.stops.close("pause", now, match=loaded.number)
    reckon(store, store.matches.seats(loaded.number), now)
    loaded.refresh(store)
