"""Observers of matches, and players' private notes."""

from pbem.store.connection import Connection
from pbem.store.rows import Note, Observer


class Watch:
    """Queries about observers and notes."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def observe(self, match: int, player: int, told: int, *, result_only: bool) -> None:
        """Let a player follow a match from event number `told` on, or only be told the result."""
        self._conn.execute(
            "INSERT INTO observers (match, player, told, result_only) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT (match, player) DO UPDATE SET result_only = ?4",
            (match, player, told, result_only),
        )

    def unobserve(self, match: int, player: int) -> bool:
        """Stop following a match, whose number may be any integer; False if the player did not follow it."""
        if match.bit_length() > 63:
            return False
        cursor = self._conn.execute("DELETE FROM observers WHERE match = ? AND player = ?", (match, player))
        return cursor.rowcount > 0

    def observers(self, match: int) -> list[Observer]:
        """The observers of a match."""
        rows = self._conn.execute(
            "SELECT match, player, told, result_only FROM observers WHERE match = ? ORDER BY player", (match,)
        )
        return [Observer(number, player, told, bool(only)) for number, player, told, only in rows]

    def observed_by(self, player: int) -> list[int]:
        """The matches a player follows."""
        rows = self._conn.execute("SELECT match FROM observers WHERE player = ? ORDER BY match", (player,))
        return [match for (match,) in rows]

    def observe_game(self, player: int, game: str, *, result_only: bool) -> None:
        """Let a player follow every future match of a game, or only be told the results."""
        self._conn.execute(
            "INSERT INTO game_observers (player, game, result_only) VALUES (?, ?, ?)"
            " ON CONFLICT (player, game) DO UPDATE SET result_only = excluded.result_only",
            (player, game, result_only),
        )

    def unobserve_game(self, player: int, game: str) -> bool:
        """Stop following a game; False if the player did not follow it."""
        cursor = self._conn.execute(
            "DELETE FROM game_observers WHERE player = ? AND game = ?", (player, game)
        )
        return cursor.rowcount > 0

    def game_observers(self, game: str) -> list[tuple[int, bool]]:
        """The players who follow all matches of a game, and whether they only want the results."""
        rows = self._conn.execute(
            "SELECT player, result_only FROM game_observers WHERE game = ? ORDER BY player", (game,)
        )
        return [(player, bool(only)) for player, only in rows]

    def games_observed_by(self, player: int) -> list[str]:
        """The games of which a player follows every match."""
        rows = self._conn.execute("SELECT game FROM game_observers WHERE player = ? ORDER BY game", (player,))
        return [game for (game,) in rows]

    def set_told(self, match: int, player: int, told: int) -> None:
        """Record that an observer has been told all events up to `told`."""
        self._conn.execute(
            "UPDATE observers SET told = ? WHERE match = ? AND player = ?", (told, match, player)
        )

    def note(self, match: int, player: int, turn: int, text: str) -> None:
        """Store a private note of a player about a match."""
        self._conn.execute(
            "INSERT INTO notes (match, player, turn, text) VALUES (?, ?, ?, ?)", (match, player, turn, text)
        )

    def say(self, match: int, turn: int, text: str, now: int, *, act: bool = False) -> None:
        """Keep a line told to all players of a match that is not an event of its game; `act`: the host has done it."""
        self._conn.execute(
            "INSERT INTO sayings (match, turn, text, at, act) VALUES (?, ?, ?, ?, ?)",
            (match, turn, text, now, act),
        )

    def acts(self, match: int) -> list[tuple[int, int, str]]:
        """What the host has done to a match: when, in which turn, and what its players were told."""
        return self._conn.execute(
            "SELECT at, turn, text FROM sayings WHERE match = ? AND act = 1 ORDER BY id", (match,)
        ).fetchall()

    def sayings(self, match: int) -> list[tuple[int, str]]:
        """The lines said in a match, each with its turn number."""
        return self._conn.execute(
            "SELECT turn, text FROM sayings WHERE match = ? ORDER BY id", (match,)
        ).fetchall()

    def notes(self, match: int, player: int) -> list[Note]:
        """A player's notes about a match."""
        rows = self._conn.execute(
            "SELECT turn, text FROM notes WHERE match = ? AND player = ? ORDER BY id", (match, player)
        )
        return [Note(*row) for row in rows]

    def forget_notes(self, match: int, player: int) -> int:
        """Delete a player's notes about a match; returns how many there were."""
        return self._conn.execute(
            "DELETE FROM notes WHERE match = ? AND player = ?", (match, player)
        ).rowcount

    def forget(self, player: int) -> None:
        """Delete everything a player follows, and their notes."""
        for table in ("observers", "game_observers", "notes"):
            self._conn.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
