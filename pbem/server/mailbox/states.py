"""The connection to a mailbox as a small machine: which state follows which, and for how long each lasts.

connect > sync > watch > sync ... Any fault leads to `backoff` and then to another try. A password that is `refused` is
tried again after a while, but not forever, since providers lock accounts over which somebody keeps guessing; another
one is tried at once. Nothing here does anything: see `worker`.
"""

import math
from typing import Literal, TypeAlias

from msgspec import Struct, structs

State: TypeAlias = Literal["connect", "sync", "watch", "backoff", "refused", "stopped"]
Event: TypeAlias = Literal[
    "connected", "synced", "more", "woken", "broken", "refused", "changed", "busy", "untried", "rested"
]

IDLE_SECONDS = 300.0  # maximum time for which a letter is missed if the server fails to wake us
POLL_SECONDS = 90.0  # how often to look where the server cannot wake us
BACKOFF_SECONDS, LONGEST_BACKOFF = 5.0, 900.0
REFUSED_SECONDS = 600.0
TRIES = 3  # maximum number of refused logins in a row
BUSY_SECONDS = 20.0  # how long to wait at most while another process has the mailbox
UNTRIED_SECONDS = 30.0  # how often to look whether the host has probed the mailbox


class Connection(Struct, frozen=True):
    """The state of a connection, for how long at most (0: as long as it takes), and what has gone wrong in a row."""

    state: State = "connect"
    seconds: float = 0.0
    faults: int = 0
    refusals: int = 0


def follow(
    connection: Connection, event: Event, *, idles: bool = True, jitter: float = 1.0, leased: float = math.inf
) -> Connection:
    """The connection after an event. `jitter` (0.5 to 1) spreads the tries of many servers; `idles`: the server wakes
    us; `leased`: how long another process has the mailbox unless it goes on."""
    match event:
        case "connected":
            return structs.replace(connection, state="sync", seconds=0.0, refusals=0)
        case "synced":
            return structs.replace(connection, state="watch", seconds=IDLE_SECONDS if idles else POLL_SECONDS)
        case "more":
            return structs.replace(connection, state="sync", seconds=0.0)
        case "woken":  # only a connection that has lasted is in order: some servers end each IDLE at once
            return Connection("sync")
        case "broken":
            seconds = min(LONGEST_BACKOFF, BACKOFF_SECONDS * 2 ** min(connection.faults, 10))
            return Connection("backoff", seconds * jitter, connection.faults + 1, connection.refusals)
        case "refused":
            refusals = connection.refusals + 1
            seconds = REFUSED_SECONDS if refusals < TRIES else 0.0
            return Connection("refused", seconds, connection.faults, refusals)
        case "changed":
            return Connection()
        case "busy":
            return structs.replace(connection, state="backoff", seconds=min(BUSY_SECONDS, leased))
        case "untried":
            return Connection("stopped", UNTRIED_SECONDS)
        case "rested":
            return structs.replace(connection, state="connect", seconds=0.0)
