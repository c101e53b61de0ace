"""What to do with a letter in the mailbox, by what the ledger knows of its place."""

from typing import Literal, TypeAlias

from pbem.mail.mailbox import Listed
from pbem.store.mailbox import UNREAD, LedgerRow

Action: TypeAlias = Literal["read", "refuse", "skip", "move", "leave"]

TRIES = 3  # maximum number of times that a letter is fetched whose bytes cannot be understood


def decide(listed: Listed, row: LedgerRow | None, *, old: bool, largest: int) -> Action:
    """`read` it, `refuse` it as too large, `skip` it for good, `move` it to the done letters, or `leave` it.

    `old`: it was there before the server first looked. A place is only a hint: servers number anew, so another letter
    than the one noted is treated as new, and one without a Message-ID is read to see whether it is the same.
    """
    if row is not None and row.state == "skipped" and row.size == UNREAD:
        return "leave"
    if row is None or row.state == "trying" or not _is_same(listed, row):
        if old and row is None:
            return "skip"
        return "refuse" if listed.size > largest else "read"
    if row.state == "skipped":
        return "leave"
    return "move" if row.message_id else "read"


def _is_same(listed: Listed, row: LedgerRow) -> bool:
    return (listed.message_id, listed.size) == (row.message_id, row.size)
