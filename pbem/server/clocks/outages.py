"""Clocks do not run while the server is down, nor in the hour after that.

A running server notes every minute that it is alive. One that starts finds out how long none was, and gives that time
back to everybody. Answers that could not be delivered wait at relays, which try again after half an hour or so (RFC
5321, 4.5.4.1), so the clocks stand still for another hour. No deadlines are applied meanwhile.

The time itself may be wrong, too: what was stored by a clock that was ahead is pulled in once it has been set back.
"""

import logging

from pbem.server.clocks.clocks import reckon, start
from pbem.server.core.times import DAY, HOUR
from pbem.store import Store
from pbem.store.due import PERIOD

log = logging.getLogger("pbem.outages")

BEAT_SECONDS = 60.0  # how often a running server notes that it is alive
OUTAGE = 180  # a silence of more seconds than this is an outage: several beats were missed
AFTER = 3600  # seconds after an outage within which everything written during it arrives

FAR = 2 * DAY  # nothing is ever put off for longer

CLOCKS_TO_SET = "clocks to set from"
"""Name of the note that says at which match `set_clocks` continues."""

PAGE = 100
"""Number of matches whose clocks are set in one go: some ten milliseconds."""


def beat(store: Store, now: int) -> None:
    """Note that the server is alive."""
    store.set_note("alive", str(now))


def reminders_late_after(store: Store) -> int:
    """Number of seconds after which reminders are late: twice the usual time between two looks."""
    period = store.note(PERIOD)
    return min(max(2 * int(period), HOUR), 2 * DAY) if period else DAY


def down_since(store: Store, now: int) -> int | None:
    """Since when the server has been down; None while it runs, or if none has ever run."""
    last = store.note("alive")
    return int(last) if last and now - int(last) > OUTAGE else None


def over_at(store: Store, now: int) -> int | None:
    """When the clocks that stand still after an outage run again; None if they do not stand still."""
    return max((stop.end for stop in store.stops.of_all(now) if stop.end is not None), default=None)


def give_back(store: Store, now: int) -> int:
    """Stop all clocks from the moment the server went down until an hour from now; returns the length of the outage in
    seconds. `set_clocks` works out their deadlines anew."""
    since = down_since(store, now)
    if since is None:
        return 0
    store.stops.add("outage", since, now + AFTER)
    store.set_note(CLOCKS_TO_SET, "1")
    log.warning("the server was down for %d seconds; all clocks get them back, and an hour", now - since)
    return now - since


def put_right(store: Store, now: int) -> None:
    """If the clock of the machine has been ahead and was set back, what was stored meanwhile lies far ahead: mails
    would stay until that day, and clocks stand still. All of it is pulled in."""
    found = store.post.pull_in(now, now + FAR) + store.news.pull_in(now, now + FAR)
    stops = [stop for stop in store.stops.of_all(now) if stop.end is not None and stop.end > now + 2 * AFTER]
    for stop in stops:
        store.stops.shorten(stop.id, now)
        store.set_note(CLOCKS_TO_SET, "1")
    clocks = store.matches.clocks_begun_after(now + AFTER)
    for seat in clocks:
        store.matches.change_seat(
            seat, start(store, store.matches.match(seat.match), seat, now, seat.bank or 0)
        )
    if found or stops or clocks:
        log.warning(
            "the clock of this machine has been ahead: %d mails and %d clocks are pulled in",
            found,
            len(clocks),
        )


def has_clocks_to_set(store: Store) -> bool:
    """Whether some deadlines do not include the last outage yet: then none may be applied."""
    return bool(store.note(CLOCKS_TO_SET))


def set_clocks(store: Store, now: int) -> None:
    """Work out the deadlines of the next `PAGE` matches after an outage. A server with many matches runs meanwhile, and
    one stopped in between continues where it was."""
    first = int(store.note(CLOCKS_TO_SET))
    page = range(first, first + PAGE)
    reckon(store, store.matches.clocks_of(page), now)
    store.set_note(CLOCKS_TO_SET, str(page.stop) if page.stop <= store.matches.last_number() else "")
