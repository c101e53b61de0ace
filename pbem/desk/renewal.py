"""When the rules of a game have changed, its running matches go on under the new ones.

A turn in progress is replayed with every answer checked. If it goes through, nothing is to be seen; the next snapshot
has the new number. If it does not, the match goes back to the start of that turn: what was sent for it counts no more,
everybody is told and asked anew with a whole clock. The dice stay, and who has resigned stays away.
"""

from __future__ import annotations

import logging

from pbem.desk.desk import Desk
from pbem.desk.games import UnknownGame

log = logging.getLogger("pbem.renewal")


def outdated(desk: Desk) -> list[int]:
    """The running matches whose last snapshot was made under other rules than today's."""
    found: list[int] = []
    for name in desk.store.matches.games_running():
        try:
            version = desk.games.named(name).version
        except UnknownGame as error:
            log.warning("its matches stand still: %s", error)
            continue
        found += desk.store.matches.outdated(name, version)
    return found


def renew(desk: Desk, number: int) -> bool:
    """Bring one match under today's rules; True when it had to go back to the start of its turn.

    A match that cannot be loaded at all is left alone, with a line in the log: its game cannot read its own old state.
    """
    try:
        with desk.store.transaction():
            table = desk.table(number)
    except Exception:
        log.exception("match %d cannot be brought under the new rules", number)
        return False
    return table is not None and table.gone_back
