"""Letters in and out.

Inbox rows are `new` until the desk has dealt with them; then `done`, `ignored` (nobody to answer), `duplicate`,
`held` (waiting for the sender's yes) or `failed` (it crashed the desk, see `note`). Outbox rows are `new` until
delivered; then `sent` or `failed`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import msgspec

from pbem.store.rows import Incoming, Outgoing

_IN = "SELECT id, received, return_path, recipients, raw, status, attempts, note FROM inbox"
_OUT = "SELECT id, created, recipient, message_id, kind, match, raw, status, attempts, due, reply FROM outbox"


IN_HAND = "in hand"
"""The `reply` of a letter while it is being tried."""


class Post:
    """The drawer of letters."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn

    # In.

    def receive(self, raw: bytes, return_path: str, recipients: Iterable[str], now: int) -> int:
        """Keep a raw letter; it counts as accepted when the transaction around this call is committed."""
        cursor = self._conn.execute(
            "INSERT INTO inbox (received, return_path, recipients, raw) VALUES (?, ?, ?, ?)",
            (now, return_path, msgspec.json.encode(list(recipients)).decode(), raw),
        )
        return cursor.lastrowid or 0

    def waiting(self, limit: int) -> list[Incoming]:
        """The oldest letters that wait for the desk."""
        return [
            _incoming(row)
            for row in self._conn.execute(f"{_IN} WHERE status = 'new' ORDER BY id LIMIT ?", (limit,))
        ]

    def is_new(self, number: int) -> bool:
        """Whether a letter still waits for the desk; asked within the transaction that deals with it."""
        row = self._conn.execute("SELECT 1 FROM inbox WHERE id = ? AND status = 'new'", (number,)).fetchone()
        return row is not None

    def incoming(self, number: int) -> Incoming | None:
        """One letter, whatever became of it. Any number may be asked for."""
        if number.bit_length() > 63:
            return None
        row = self._conn.execute(f"{_IN} WHERE id = ?", (number,)).fetchone()
        return _incoming(row) if row else None

    def inbox(self, status: str | None, limit: int) -> list[Incoming]:
        """The newest letters, of one status or all."""
        where, values = ("WHERE status = ?", [status]) if status else ("", [])
        return [
            _incoming(row)
            for row in self._conn.execute(f"{_IN} {where} ORDER BY id DESC LIMIT ?", [*values, limit])
        ]

    def close(self, number: int, status: str, note: str = "") -> None:
        """The desk has dealt with a letter."""
        self._conn.execute("UPDATE inbox SET status = ?, note = ? WHERE id = ?", (status, note, number))

    def attempt(self, number: int) -> None:
        """Count a try before it is made, so that a letter that kills the server is found out."""
        self._conn.execute("UPDATE inbox SET attempts = attempts + 1 WHERE id = ?", (number,))

    def hear(self, key: str, inbox: int, now: int) -> bool:
        """Note that a letter has its effect now; False when one with this key has had it before."""
        cursor = self._conn.execute("INSERT OR IGNORE INTO heard VALUES (?, ?, ?)", (key, inbox, now))
        return cursor.rowcount == 1

    # Out.

    def send(
        self,
        recipient: str,
        message_id: str,
        raw: bytes,
        now: int,
        *,
        kind: str,
        match: int | None = None,
    ) -> int:
        """Put a finished letter into the outbox. Its Message-ID is unique: the same one is not put in twice."""
        cursor = self._conn.execute(
            "INSERT OR IGNORE INTO outbox (created, recipient, message_id, kind, match, raw, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (now, recipient, message_id, kind, match, raw, now),
        )
        return cursor.lastrowid or 0

    def to_deliver(self, now: int, limit: int) -> list[Outgoing]:
        """Letters whose time has come, oldest first."""
        return [
            Outgoing(*row)
            for row in self._conn.execute(
                f"{_OUT} WHERE status = 'new' AND due <= ? ORDER BY due, id LIMIT ?", (now, limit)
            )
        ]

    def lease(self, numbers: Iterable[int], until: int) -> None:
        """Take letters in hand: before this moment nobody else tries them. Committed before dialling."""
        self._conn.executemany(
            "UPDATE outbox SET due = ?, reply = ?, attempts = attempts + 1 WHERE id = ?",
            [(until, IN_HAND, number) for number in numbers],
        )

    def release(self, now: int) -> None:
        """What a server that is no more had in hand may be tried at once."""
        self._conn.execute(
            "UPDATE outbox SET due = ? WHERE status = 'new' AND reply = ? AND due > ?", (now, IN_HAND, now)
        )

    def put_back(self, numbers: Iterable[int], due: int) -> None:
        """Give letters back that were taken in hand but not tried."""
        self._conn.executemany(
            "UPDATE outbox SET due = ?, attempts = attempts - 1 WHERE id = ?",
            [(due, number) for number in numbers],
        )

    def delivered(self, number: int, status: str, reply: str, due: int | None = None) -> None:
        """What a try came to: `sent`, `failed`, or `new` with the moment of the next try."""
        self._conn.execute(
            "UPDATE outbox SET status = ?, reply = ?, due = coalesce(?, due) WHERE id = ?",
            (status, reply, due, number),
        )

    def next_due(self) -> int | None:
        """When the next letter is to be tried."""
        (due,) = self._conn.execute("SELECT min(due) FROM outbox WHERE status = 'new'").fetchone()
        return due if due is None else int(due)

    def outgoing(self, number: int) -> Outgoing | None:
        """One letter, whatever became of it. Any number may be asked for."""
        if number.bit_length() > 63:
            return None
        row = self._conn.execute(f"{_OUT} WHERE id = ?", (number,)).fetchone()
        return Outgoing(*row) if row else None

    def outbox(self, status: str | None, limit: int) -> list[Outgoing]:
        """The newest letters, of one status or all."""
        where, values = ("WHERE status = ?", [status]) if status else ("", [])
        return [
            Outgoing(*row)
            for row in self._conn.execute(f"{_OUT} {where} ORDER BY id DESC LIMIT ?", [*values, limit])
        ]

    def latest_of(self, message_ids: Iterable[str]) -> bytes | None:
        """The newest of our own letters that has one of these Message-IDs."""
        names = tuple(message_ids)
        marks = ", ".join("?" * len(names))
        row = self._conn.execute(
            f"SELECT raw FROM outbox WHERE message_id IN ({marks}) ORDER BY id DESC LIMIT 1", names
        ).fetchone()
        return bytes(row[0]) if row else None

    def count_since(self, recipient: str, kind: str, since: int) -> int:
        """How many letters of this kind (about no match) went to an address since a moment."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM outbox WHERE match IS NULL AND recipient = ? AND kind = ? AND created > ?",
            (recipient, kind, since),
        ).fetchone()
        return int(count)

    def counts(self) -> dict[str, int]:
        """How many letters there are, by drawer and status, for `doctor`."""
        return {
            f"{table} {status}": count
            for table in ("inbox", "outbox")
            for status, count in self._conn.execute(f"SELECT status, count(*) FROM {table} GROUP BY status")
        }


def _incoming(row: tuple[int, int, str, str, bytes, str, int, str]) -> Incoming:
    number, received, return_path, recipients, raw, status, attempts, note = row
    to = tuple(msgspec.json.decode(recipients))
    return Incoming(number, received, return_path, to, bytes(raw), status, attempts, note)
