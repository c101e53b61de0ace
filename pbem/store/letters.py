"""How letters that have come, and mails that leave, are read."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from pbem.store.rows import Incoming, Outgoing

IN = "SELECT id, received, return_path, recipients, raw, status, attempts, note, front, peer, lane, sender FROM inbox"
OUT = (
    "SELECT id, created, recipient, message_id, kind, match, reply_to, notice, raw, status, attempts, due, reply,"
    " tells, mailbox, source FROM outbox"
)


def read_incoming(row: tuple[int, int, str, str, bytes, str, int, str, int, str, str, str]) -> Incoming:
    """A letter from a row of `IN`."""
    number, received, return_path, recipients, raw, status, attempts, note, front, *more = row
    to = tuple(msgspec.json.decode(recipients))
    return Incoming(number, received, return_path, to, bytes(raw), status, attempts, note, bool(front), *more)


def read_outgoing(row: tuple[Any, ...]) -> Outgoing:
    """A mail from a row of `OUT`."""
    return structs.replace(Outgoing(*row), tells=bool(row[-3]))


def marks(values: Sequence[object]) -> str:
    """A question mark for each value of a statement."""
    return ", ".join("?" * len(values))


def only(*conditions: tuple[str, object]) -> tuple[str, list[object]]:
    """The conditions whose value is given, as a clause, and their values."""
    given = [(condition, value) for condition, value in conditions if value is not None]
    clause = " AND ".join(condition for condition, _ in given)
    return (f"WHERE {clause}" if given else "", [value for _, value in given])
