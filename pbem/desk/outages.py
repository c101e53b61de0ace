"""While the server is down nobody's clock runs.

A running server notes every minute that it is there. One that starts finds out how long nobody was, and gives that time
back to all; and whoever applies deadlines while it is down is held back.
"""

from __future__ import annotations

import logging

from pbem.desk.clocks import reckon
from pbem.desk.tables import Tables
from pbem.store import Store

log = logging.getLogger("pbem.outages")

BEAT_SECONDS = 60.0
"""So often a running server notes that it is there."""

OUTAGE = 900
"""A silence of more seconds than this is an outage."""


def beat(store: Store, now: int) -> None:
    """Note that the server is there."""
    store.set_note("alive", str(now))


def down_since(store: Store, now: int) -> int | None:
    """Since when the server has been down; None while it runs, or where none has ever run."""
    last = store.note("alive")
    return int(last) if last and now - int(last) > OUTAGE else None


def give_back(tables: Tables) -> int:
    """Give the time since the server went down back to all clocks; returns how many seconds that was."""
    store, now = tables.store, tables.now()
    since = down_since(store, now)
    if since is None:
        return 0
    store.stops.add("outage", since, now)
    reckon(store, store.matches.running_clocks(), now)
    log.warning("the server was down for %d seconds; all clocks have got them back", now - since)
    return now - since
