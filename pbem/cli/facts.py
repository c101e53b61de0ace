"""What commands print as JSON for scripts: moments in ISO 8601, and one name for each thing in all of them.

A match is `match`, a letter of either box `letter`, a player's name `player`.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec

from pbem.store.rows import Incoming, Outgoing, Player

MOMENTS = frozenset(
    (
        *(
            "alive",
            "at",
            "closed",
            "created",
            "due",
            "finished",
            "oldest",
            "received",
            "since",
            "started",
            "synced",
        ),
        *("asked", "expires", "until", "start", "end", "sent", "next_reminder", "reminded_at"),
        *("asked_since", "paused_since", "reminded", "unreachable"),
    )
)
"""The names of whatever is a moment; internally these are seconds since 1970."""


def iso(seconds: int) -> str:
    """A moment as everybody's programs read it.

    >>> iso(1793000000)
    '2026-10-26T05:33:20Z'
    """
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def dated(value: Any) -> Any:
    """The same as plain data, with its moments in ISO 8601."""
    return _dated(msgspec.to_builtins(value))


def _dated(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _dated(each, key) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_dated(each, name) for each in value]
    return iso(value) if name in MOMENTS and type(value) is int else value


def player_facts(player: Player) -> dict[str, Any]:
    """A player."""
    found = msgspec.to_builtins(player)
    del found["generation"]
    return {"player": found.pop("handle"), **found}


def incoming_facts(row: Incoming) -> dict[str, Any]:
    """A letter of the inbox, without its text."""
    return {
        "letter": row.id,
        "received": row.received,
        "from": row.writer,
        "status": row.status,
        "note": row.note,
        "attempts": row.attempts,
    }


def outgoing_facts(row: Outgoing) -> dict[str, Any]:
    """A letter of the outbox, without its text."""
    return {
        "letter": row.id,
        "created": row.created,
        "to": row.recipient,
        "kind": row.kind,
        "match": row.match,
        "status": row.status,
        "attempts": row.attempts,
        "due": row.due,
        "reply": row.reply,
    }
