"""Counts of recent events, by the name of a limit and a key; each restarts at a given moment."""

from collections.abc import Mapping, Sequence

from pbem.store.connection import Connection


class Tallies:
    """Queries about counts."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def take(self, name: str, key: str, amount: int, *, most: int, now: int, until: int) -> int:
        """Add to a count unless that brings it above `most`; returns the new count, or 0 if nothing was added.

        A new count ends at `until`. A count that ends later than that was begun by a wrong clock, and restarts.
        """
        found = self._conn.execute(
            "INSERT INTO tallies (name, key, count, until) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name, key) DO UPDATE"
            " SET count = CASE WHEN tallies.until > ?5 AND tallies.until <= ?4 THEN tallies.count ELSE 0 END + ?3,"
            " until = CASE WHEN tallies.until > ?5 AND tallies.until <= ?4 THEN tallies.until ELSE ?4 END"
            " WHERE NOT (tallies.until > ?5 AND tallies.until <= ?4) OR tallies.count + ?3 <= ?6 RETURNING count",
            (name, key, amount, until, now, most),
        ).fetchall()
        return int(found[0][0]) if found else 0

    def read(self, name: str, key: str, *, now: int, until: int) -> tuple[int, int]:
        """A count and its end; zeros if there is none that could have begun by now."""
        row = self._conn.execute(
            "SELECT count, until FROM tallies WHERE name = ? AND key = ? AND until > ? AND until <= ?",
            (name, key, now, until),
        ).fetchone()
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def add(self, amounts: Sequence[tuple[str, str, int, int]], now: int) -> None:
        """Add to several counts, at least one, whatever that brings them to. Each row holds a name, a key, an amount
        and when a new count would end; no name and key come twice."""
        rows = ", ".join(
            f"(?{number}, ?{number + 1}, ?{number + 2}, ?{number + 3})"
            for number in range(2, 2 + 4 * len(amounts), 4)
        )
        self._conn.execute(
            f"INSERT INTO tallies (name, key, count, until) VALUES {rows} ON CONFLICT (name, key) DO UPDATE SET"
            " count = CASE WHEN tallies.until > ?1 AND tallies.until <= excluded.until"
            " THEN tallies.count ELSE 0 END + excluded.count,"
            " until = CASE WHEN tallies.until > ?1 AND tallies.until <= excluded.until"
            " THEN tallies.until ELSE excluded.until END",
            [now, *(value for row in amounts for value in row)],
        )

    def read_each(self, ends: Mapping[tuple[str, str], int], now: int) -> dict[tuple[str, str], int]:
        """Several counts, at least one, by name and key; without those that could not have begun by now. For each there
        is when a new one would end."""
        rows = self._conn.execute(
            f"SELECT name, key, count, until FROM (VALUES {', '.join(['(?, ?)'] * len(ends))}) AS asked"
            " CROSS JOIN tallies ON name = asked.column1 AND key = asked.column2",
            [value for row in ends for value in row],
        )
        return {(name, key): count for name, key, count, until in rows if now < until <= ends[name, key]}

    def clear(self, now: int) -> None:
        """Delete the counts that have ended."""
        self._conn.execute("DELETE FROM tallies WHERE until <= ?", (now,))
