"""Counts of what has happened lately, by the name of a limit and a key; each ends, and begins anew, at a moment."""

from __future__ import annotations

import sqlite3


class Tallies:
    """The drawer of counts."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn

    def take(self, name: str, key: str, amount: int, *, most: int, now: int, until: int) -> int:
        """Add to a count what does not bring it above `most`; returns how high it is then, 0 if nothing was added.

        A count that begins now ends at `until`. One that ends later than that was begun by a clock that was wrong, and
        begins anew.
        """
        found = self._conn.execute(
            "INSERT INTO tallies (name, key, count, until) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name, key) DO UPDATE"
            " SET count = iif(until > ?5 AND until <= ?4, count, 0) + ?3,"
            " until = iif(until > ?5 AND until <= ?4, until, ?4)"
            " WHERE NOT (until > ?5 AND until <= ?4) OR count + ?3 <= ?6 RETURNING count",
            (name, key, amount, until, now, most),
        ).fetchall()
        return int(found[0][0]) if found else 0

    def read(self, name: str, key: str, *, now: int, until: int) -> tuple[int, int]:
        """How high a count is, and when it ends; zeros where there is none that could have begun by now."""
        row = self._conn.execute(
            "SELECT count, until FROM tallies WHERE name = ? AND key = ? AND until > ? AND until <= ?",
            (name, key, now, until),
        ).fetchone()
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def clear(self, now: int) -> None:
        """Forget the counts that have ended."""
        self._conn.execute("DELETE FROM tallies WHERE until <= ?", (now,))
