"""What waits for a player's mail of the day.

There is at most one digest of a player that has not been sent. It is opened by the first news that waits for it, and
gone when nothing waits any more; once sent it keeps which turn of each match it has told of.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

_TURNS = msgspec.json.Decoder(dict[int, int])


class Daily:
    """The drawer of digests."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn

    def keep(self, player: int, due: int, match: int, news: bytes) -> None:
        """Let news of a match wait; `due` is when the digest goes out if none is waiting yet."""
        waiting = self.waiting(player)
        if waiting is None:
            cursor = self._conn.execute("INSERT INTO digests (player, due) VALUES (?, ?)", (player, due))
            waiting = cursor.lastrowid
        self._conn.execute("INSERT INTO later (digest, match, news) VALUES (?, ?, ?)", (waiting, match, news))

    def waiting(self, player: int) -> int | None:
        """The number of the digest that waits for its hour, if any."""
        row = self._conn.execute(
            "SELECT id FROM digests WHERE player = ? AND sent IS NULL", (player,)
        ).fetchone()
        return row[0] if row else None

    def due(self, now: int) -> list[tuple[int, int]]:
        """Digests whose hour has come, the oldest first, each with its player."""
        return self._conn.execute(
            "SELECT id, player FROM digests WHERE sent IS NULL AND due <= ? ORDER BY due, id", (now,)
        ).fetchall()

    def reschedule(self, player: int, due: int) -> None:
        """The digest that waits, if any, goes out at another moment."""
        self._conn.execute("UPDATE digests SET due = ? WHERE player = ? AND sent IS NULL", (due, player))

    def matches(self, digest: int) -> list[int]:
        """The matches of which news waits, in order."""
        rows = self._conn.execute(
            "SELECT DISTINCT match FROM later WHERE digest = ? ORDER BY match", (digest,)
        )
        return [match for (match,) in rows]

    def take(self, player: int, match: int) -> list[bytes]:
        """The news of a match that has waited, oldest first: it is told now, and waits no more."""
        digest = self.waiting(player)
        if digest is None:
            return []
        rows = self._conn.execute(
            "SELECT news FROM later WHERE digest = ? AND match = ? ORDER BY id", (digest, match)
        ).fetchall()
        self._conn.execute("DELETE FROM later WHERE digest = ? AND match = ?", (digest, match))
        return [bytes(news) for (news,) in rows]

    def sent(self, digest: int, now: int, turns: Mapping[int, int]) -> None:
        """A digest is on its way; `turns` are those of the matches it tells of."""
        text = msgspec.json.encode(turns).decode()
        self._conn.execute("UPDATE digests SET sent = ?, turns = ? WHERE id = ?", (now, text, digest))

    def drop(self, digest: int) -> None:
        """There is nothing any more that a digest would tell."""
        self._conn.execute("DELETE FROM digests WHERE id = ?", (digest,))

    def turns(self, digest: int, player: int) -> dict[int, int] | None:
        """The turns of the matches that a digest of a player has told of; None where it has been cleared out."""
        row = self._conn.execute(
            "SELECT turns FROM digests WHERE id = ? AND player = ?", (digest, player)
        ).fetchone()
        return _TURNS.decode(row[0]) if row else None

    def clear(self, before: int) -> None:
        """Forget the digests that were sent before a moment."""
        self._conn.execute("DELETE FROM digests WHERE sent < ?", (before,))

    def forget(self, player: int) -> None:
        """Nothing waits for a player any more, and nobody knows what he has been told."""
        self._conn.execute(
            "DELETE FROM later WHERE digest IN (SELECT id FROM digests WHERE player = ?)", (player,)
        )
        self._conn.execute("DELETE FROM digests WHERE player = ?", (player,))
