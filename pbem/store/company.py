"""Relations between players: blocks, limits, ratings; and people outside who want no invitations."""

from collections.abc import Iterable, Sequence

from msgspec.structs import astuple

from pbem.store.addresses import mailbox
from pbem.store.connection import Connection
from pbem.store.rows import RatedMatch, Rating, RatingChange

_RATING = "SELECT player, game, points, won, drawn, lost, mu, sigma, at FROM ratings"

_SET_RATING = (
    "INSERT INTO ratings (player, game, points, won, drawn, lost, mu, sigma, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (player, game) DO UPDATE SET points = excluded.points, won = excluded.won, drawn = excluded.drawn,"
    " lost = excluded.lost, mu = excluded.mu, sigma = excluded.sigma, at = excluded.at"
)

ESTABLISHED = 4.0
"""The uncertainty up to which a rating is established. Indexes are made for this number."""


class Company:
    """Queries about blocks, limits, ratings and refused invitations."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    # Blocks and limits.

    def block(self, player: int, other: int, blocked: bool) -> None:
        """Block a player, or lift the block."""
        if blocked:
            self._conn.execute(
                "INSERT INTO blocks (player, other) VALUES (?, ?) ON CONFLICT DO NOTHING", (player, other)
            )
        else:
            self._conn.execute("DELETE FROM blocks WHERE player = ? AND other = ?", (player, other))

    def blocks(self, player: int, other: int) -> bool:
        """Has a player blocked another?"""
        found = self._conn.execute("SELECT 1 FROM blocks WHERE player = ? AND other = ?", (player, other))
        return found.fetchone() is not None

    def blocked_by(self, player: int) -> list[str]:
        """The handles of the players someone has blocked."""
        rows = self._conn.execute(
            "SELECT p.handle FROM blocks b JOIN players p ON p.id = b.other WHERE b.player = ? ORDER BY p.key",
            (player,),
        )
        return [handle for (handle,) in rows]

    def set_limit(self, player: int, game: str, most: int | None) -> None:
        """Set a player's maximum number of matches of a game, or (empty) of all games; None: no limit."""
        if most is None:
            self._conn.execute("DELETE FROM limits WHERE player = ? AND game = ?", (player, game))
        else:
            self._conn.execute(
                "INSERT INTO limits (player, game, most) VALUES (?, ?, ?)"
                " ON CONFLICT (player, game) DO UPDATE SET most = excluded.most",
                (player, game, most),
            )

    def limits(self, player: int) -> dict[str, int]:
        """A player's limits by game; the limit for all games is under the empty name."""
        rows = self._conn.execute("SELECT game, most FROM limits WHERE player = ? ORDER BY game", (player,))
        return dict(rows.fetchall())

    def forget(self, player: int) -> None:
        """Delete a player's limits, and all blocks by or of the player."""
        self._conn.execute("DELETE FROM blocks WHERE ? IN (player, other)", (player,))
        self._conn.execute("DELETE FROM limits WHERE player = ?", (player,))

    # Ratings.

    def rating(self, player: int, game: str) -> Rating | None:
        """A player's rating in a game; None before their first rated match."""
        row = self._conn.execute(f"{_RATING} WHERE player = ? AND game = ?", (player, game)).fetchone()
        return Rating(*row) if row else None

    def best(self, game: str, limit: int, since: int, *, established: bool) -> list[tuple[str, Rating]]:
        """The best ratings of those who have played a game since a moment, with the handles of their players: the
        established ones, or the others."""
        sign = "<=" if established else ">"
        rows = self._conn.execute(
            "SELECT p.handle, r.player, r.game, r.points, r.won, r.drawn, r.lost, r.mu, r.sigma, r.at FROM ratings r"
            " CROSS JOIN players p ON p.id = r.player"  # CROSS: in this order, by the index made for it
            f" WHERE r.game = ? AND r.sigma {sign} {ESTABLISHED} AND r.at >= ?"
            " ORDER BY r.points DESC, r.player LIMIT ?",
            (game, since, limit),
        )
        return [(handle, Rating(*rating)) for handle, *rating in rows]

    def ratings_of(self, player: int) -> list[Rating]:
        """All ratings of a player, by game."""
        return [
            Rating(*row) for row in self._conn.execute(f"{_RATING} WHERE player = ? ORDER BY game", (player,))
        ]

    def rate(self, match: int, ratings: Iterable[tuple[Rating, int]]) -> None:
        """Store the ratings after a match, each with the points before it."""
        for after, before in ratings:
            self._conn.execute(_SET_RATING, astuple(after))
            self._conn.execute(
                "INSERT INTO rating_changes (match, player, before, after, mu, sigma, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (match, after.player, before, after.points, after.mu, after.sigma, after.at),
            )

    def changes(self, match: int | None = None, *, player: int | None = None) -> list[RatingChange]:
        """The rating changes of one match, of one player, or all of them, in order."""
        which, values = "", tuple[int, ...]()
        if match is not None:
            which, values = "WHERE c.match = ?", (match,)
        elif player is not None:
            which, values = "WHERE c.player = ?", (player,)
        rows = self._conn.execute(
            "SELECT c.match, c.player, p.handle, m.game, c.before, c.after, c.mu, c.sigma, c.at FROM rating_changes c"
            f" JOIN players p ON p.id = c.player JOIN matches m ON m.id = c.match {which} ORDER BY c.id",
            values,
        )
        return [RatingChange(*row) for row in rows]

    # Ratings anew.

    def rated_matches(self, after: int, limit: int) -> list[RatedMatch]:
        """Rated matches in the order in which they were rated, from the change behind number `after` on: of some
        `limit` changes, and never part of a match only."""
        rows = self._conn.execute(
            "SELECT c.id, c.match, m.game, m.result, m.reason,"
            " CASE c.at WHEN 0 THEN coalesce(m.finished, 0) ELSE c.at END, s.seat, c.player"
            " FROM rating_changes c JOIN matches m ON m.id = c.match"
            " JOIN seats s ON s.match = c.match AND s.player = c.player WHERE c.id > ? ORDER BY c.id LIMIT ?",
            (after, limit),
        ).fetchall()
        found: list[RatedMatch] = []
        for change, match, game, result, reason, at, seat, player in rows:
            if not found or found[-1].match != match:
                found.append(RatedMatch(match, game, result, reason, at, []))
            found[-1].seats.append((change, seat, player))
        return found[:-1] if len(rows) == limit and len(found) > 1 else found

    def first_change(self, match: int) -> int | None:
        """The number of the first change that a match has made; None if it has made none."""
        row = self._conn.execute("SELECT min(id) FROM rating_changes WHERE match = ?", (match,)).fetchone()
        return None if row[0] is None else int(row[0])

    def replay(self, changes: Iterable[tuple[int, Rating, int, int]]) -> None:
        """Write changes anew: the number of each, the rating after it, the points before it, and when the match was."""
        self._conn.executemany(
            "UPDATE rating_changes SET before = ?, after = ?, mu = ?, sigma = ?, at = ? WHERE id = ?",
            [
                (before, after.points, after.mu, after.sigma, at, change)
                for change, after, before, at in changes
            ],
        )

    def believed(
        self, player: int, game: str, change: int, void: tuple[str, str]
    ) -> tuple[float, float, int] | None:
        """What a player's last match before a change had led to, without those whose reason begins with a word of
        `void`: mu, sigma, and when that was; None if there is none."""
        row = self._conn.execute(
            "SELECT c.mu, c.sigma, c.at FROM rating_changes c JOIN matches m ON m.id = c.match"
            " WHERE c.player = ? AND c.id < ? AND m.game = ? AND m.reason NOT LIKE ? AND m.reason NOT LIKE ?"
            " ORDER BY c.id DESC LIMIT 1",
            (player, change, game, *(f"{word}%" for word in void)),
        ).fetchone()
        return tuple(row) if row else None

    def set_ratings(self, ratings: Iterable[Rating]) -> None:
        """Store ratings in place of those that are there."""
        self._conn.executemany(_SET_RATING, list(map(astuple, ratings)))

    def ratings_of_old(self, games: Sequence[str]) -> list[Rating]:
        """Ratings of the old kind in some games."""
        marks = ", ".join("?" * len(games))
        statement = f"{_RATING} WHERE mu IS NULL AND game IN ({marks}) ORDER BY player, game"
        return [Rating(*row) for row in self._conn.execute(statement, list(games))]

    # People from outside.

    def refuse_mail(self, address: str, now: int) -> None:
        """Never invite anyone at this address again, in whatever spelling."""
        self._conn.execute(
            "INSERT INTO unwanted (address, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (mailbox(address), now)
        )

    def refuses_mail(self, address: str) -> bool:
        """Has the owner of this address asked for no more invitations?"""
        return (
            self._conn.execute("SELECT 1 FROM unwanted WHERE address = ?", (mailbox(address),)).fetchone()
            is not None
        )
