"""While the server is down nobody's clock runs, nor in the hour after it.

A running server notes every minute that it is there. One that starts finds out how long nobody was, and gives that time
back to all. Answers that came to a closed door lie with the relays, which try again after half an hour or so (RFC 5321,
4.5.4.1): so the clocks stand still for an hour more. Whoever applies deadlines meanwhile is held back.
"""

import logging

from pbem.server.clocks.clocks import reckon
from pbem.server.core.times import DAY, HOUR
from pbem.store import Store

log = logging.getLogger("pbem.outages")

BEAT_SECONDS = 60.0  # how often a running server notes that it is there
OUTAGE = 180  # a silence of more seconds than this is an outage: some beats have been missed
AFTER = 3600  # how many seconds after an outage all that was written during it has come in

CLOCKS_TO_SET = "clocks to set from"
"""Name of the note that tells with which match `set_clocks` goes on."""

PAGE = 100
"""Matches whose clocks are set in one go: some ten milliseconds."""


def beat(store: Store, now: int) -> None:
    """Note that the server is there."""
    store.set_note("alive", str(now))


def note_reminders(store: Store, now: int) -> None:
    """Note that reminders have been looked for, and how long that was after the time before."""
    last = store.note("reminded")
    if last:
        store.set_note("reminded after", str(now - int(last)))
    store.set_note("reminded", str(now))


def reminders_late_after(store: Store) -> int:
    """How many seconds after the last time reminders are late twice, as often as they have been looked for."""
    period = store.note("reminded after")
    return min(max(2 * int(period), HOUR), 2 * DAY) if period else DAY


def down_since(store: Store, now: int) -> int | None:
    """Since when the server has been down; None while it runs, or where none has ever run."""
    last = store.note("alive")
    return int(last) if last and now - int(last) > OUTAGE else None


def over_at(store: Store, now: int) -> int | None:
    """When the clocks go on that stand still after an outage; None where they do not."""
    return max((stop.end for stop in store.stops.of_all(now) if stop.end is not None), default=None)


def give_back(store: Store, now: int) -> int:
    """Let all clocks stand still from when the server went down until an hour from now; returns how many seconds it was
    away. Their deadlines are worked out anew by `set_clocks`."""
    since = down_since(store, now)
    if since is None:
        return 0
    store.stops.add("outage", since, now + AFTER)
    store.set_note(CLOCKS_TO_SET, "1")
    log.warning("the server was down for %d seconds; all clocks get them back, and an hour", now - since)
    return now - since


def has_clocks_to_set(store: Store) -> bool:
    """Whether some deadlines do not count the last outage yet: then none may be applied."""
    return bool(store.note(CLOCKS_TO_SET))


def set_clocks(store: Store, now: int) -> None:
    """Work out the deadlines of the next `PAGE` matches after an outage. A server with very many goes on meanwhile, and
    one that is stopped in between goes on where it was."""
    first = int(store.note(CLOCKS_TO_SET))
    page = range(first, first + PAGE)
    reckon(store, store.matches.clocks_of(page), now)
    store.set_note(CLOCKS_TO_SET, str(page.stop) if page.stop <= store.matches.last_number() else "")
