"""News of matches that are not due yet: they wait for a player's daily mail.

All that waits for a player goes out together. The mail that tells it is noted with the turn of each match that it
showed, since an answer to it may be about any of them.
"""

from collections.abc import Mapping

import msgspec

from pbem.store.connection import Connection
from pbem.store.due import NEWS

_TURNS = msgspec.json.Decoder(dict[int, int])


class News:
    """Queries about news that wait, and about daily mails."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def keep(self, player: int, match: int, due: int, news: bytes) -> None:
        """Let news of a match wait until they are due."""
        self._conn.execute(
            "INSERT INTO news (player, match, due, news) VALUES (?, ?, ?, ?)", (player, match, due, news)
        )

    def due(self, now: int) -> list[int]:
        """The players for whom something is due, the longest due first."""
        rows = self._conn.execute(
            f"SELECT player FROM news WHERE {NEWS} GROUP BY player ORDER BY min(due), player", (now,)
        )
        return [player for (player,) in rows]

    def pull_in(self, now: int, latest: int) -> int:
        """As `Post.pull_in` does for mails."""
        return self._conn.execute("UPDATE news SET due = ? WHERE due > ?", (now, latest)).rowcount

    def reschedule(self, player: int, due: int) -> None:
        """Change when all that waits for a player is due."""
        self._conn.execute("UPDATE news SET due = ? WHERE player = ?", (due, player))

    def matches(self, player: int) -> list[int]:
        """The matches of which news wait for a player, in order."""
        rows = self._conn.execute(
            "SELECT DISTINCT match FROM news WHERE player = ? ORDER BY match", (player,)
        )
        return [match for (match,) in rows]

    def take(self, player: int, match: int) -> list[bytes]:
        """Remove and return the news of a match that wait for a player, oldest first."""
        rows = self._conn.execute(
            "SELECT news FROM news WHERE player = ? AND match = ? ORDER BY id", (player, match)
        ).fetchall()
        self._conn.execute("DELETE FROM news WHERE player = ? AND match = ?", (player, match))
        return [bytes(news) for (news,) in rows]

    def forget(self, player: int) -> None:
        """Delete what waits for a player, and the turns of their daily mails."""
        self._conn.execute("DELETE FROM news WHERE player = ?", (player,))
        self._conn.execute("DELETE FROM digests WHERE player = ?", (player,))

    # Daily mails.

    def note_digest(self, player: int, now: int, turns: Mapping[int, int]) -> int:
        """Note a daily mail, with the turns of the matches that it shows; returns its number."""
        text = msgspec.json.encode(turns).decode()
        (number,) = self._conn.execute(
            "INSERT INTO digests (player, sent, turns) VALUES (?, ?, ?) RETURNING id", (player, now, text)
        ).fetchone()
        return int(number)

    def turns(self, digest: int, player: int) -> dict[int, int] | None:
        """The turn of each match that a player's daily mail showed; None if nobody knows it anymore."""
        row = self._conn.execute(
            "SELECT turns FROM digests WHERE id = ? AND player = ?", (digest, player)
        ).fetchone()
        return _TURNS.decode(row[0]) if row else None

    def clear(self, before: int) -> None:
        """Delete the turns of daily mails from before a moment."""
        self._conn.execute("DELETE FROM digests WHERE sent < ?", (before,))
