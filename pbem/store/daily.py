"""News waiting for a player's mail of the day.

A player has at most one unsent digest. The first news that waits opens it, and it is deleted when nothing waits any
more. Once sent, it records which turn of each match it reported.
"""

from collections.abc import Mapping

import msgspec

from pbem.store.connection import Connection

_TURNS = msgspec.json.Decoder(dict[int, int])


class Daily:
    """Queries about digests."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def keep(self, player: int, due: int, match: int, news: bytes) -> None:
        """Let news of a match wait; `due` is when a new digest goes out."""
        waiting = self.waiting(player)
        if waiting is None:
            (waiting,) = self._conn.execute(
                "INSERT INTO digests (player, due) VALUES (?, ?) RETURNING id", (player, due)
            ).fetchone()
        self._conn.execute("INSERT INTO later (digest, match, news) VALUES (?, ?, ?)", (waiting, match, news))

    def waiting(self, player: int) -> int | None:
        """The number of the unsent digest, if any."""
        row = self._conn.execute(
            "SELECT id FROM digests WHERE player = ? AND sent IS NULL", (player,)
        ).fetchone()
        return row[0] if row else None

    def due(self, now: int) -> list[tuple[int, int]]:
        """Digests that are due, oldest first, each with its player."""
        return self._conn.execute(
            "SELECT id, player FROM digests WHERE sent IS NULL AND due <= ? ORDER BY due, id", (now,)
        ).fetchall()

    def pull_in(self, now: int, latest: int) -> int:
        """As `Post.pull_in` does for mails of the day."""
        statement = "UPDATE digests SET due = ? WHERE sent IS NULL AND due > ?"
        return self._conn.execute(statement, (now, latest)).rowcount

    def reschedule(self, player: int, due: int) -> None:
        """Change when the unsent digest, if any, goes out."""
        self._conn.execute("UPDATE digests SET due = ? WHERE player = ? AND sent IS NULL", (due, player))

    def matches(self, digest: int) -> list[int]:
        """The matches with waiting news, in order."""
        rows = self._conn.execute(
            "SELECT DISTINCT match FROM later WHERE digest = ? ORDER BY match", (digest,)
        )
        return [match for (match,) in rows]

    def take(self, player: int, match: int) -> list[bytes]:
        """Remove and return the waiting news of a match, oldest first."""
        digest = self.waiting(player)
        if digest is None:
            return []
        rows = self._conn.execute(
            "SELECT news FROM later WHERE digest = ? AND match = ? ORDER BY id", (digest, match)
        ).fetchall()
        self._conn.execute("DELETE FROM later WHERE digest = ? AND match = ?", (digest, match))
        return [bytes(news) for (news,) in rows]

    def sent(self, digest: int, now: int, turns: Mapping[int, int]) -> None:
        """Mark a digest as sent; `turns` are the turns of the matches it reports."""
        text = msgspec.json.encode(turns).decode()
        self._conn.execute("UPDATE digests SET sent = ?, turns = ? WHERE id = ?", (now, text, digest))

    def drop(self, digest: int) -> None:
        """Delete a digest that has nothing left to report."""
        self._conn.execute("DELETE FROM digests WHERE id = ?", (digest,))

    def turns(self, digest: int, player: int) -> dict[int, int] | None:
        """The turn of each match that a player's digest reported; None if the digest has been deleted."""
        row = self._conn.execute(
            "SELECT turns FROM digests WHERE id = ? AND player = ?", (digest, player)
        ).fetchone()
        return _TURNS.decode(row[0]) if row else None

    def clear(self, before: int) -> None:
        """Delete the digests sent before a moment."""
        self._conn.execute("DELETE FROM digests WHERE sent < ?", (before,))

    def forget(self, player: int) -> None:
        """Delete all digests and waiting news of a player."""
        self._conn.execute(
            "DELETE FROM later WHERE digest IN (SELECT id FROM digests WHERE player = ?)", (player,)
        )
        self._conn.execute("DELETE FROM digests WHERE player = ?", (player,))
