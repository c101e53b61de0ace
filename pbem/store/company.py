"""Relations between players: blocks, limits, ratings; and people outside who want no invitations."""

from collections.abc import Iterable

from pbem.store.addresses import mailbox
from pbem.store.connection import Connection
from pbem.store.rows import Rating, RatingChange

_RATING = "SELECT player, game, points, won, drawn, lost FROM ratings"

ESTABLISHED = 10
"""Number of rated matches after which a rating is established. Indexes are made for this number."""


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

    def best(self, game: str, limit: int, *, established: bool) -> list[tuple[str, Rating]]:
        """The best ratings of a game, with the handles of their players: the established ones, or the others."""
        sign = ">=" if established else "<"
        rows = self._conn.execute(
            "SELECT p.handle, r.player, r.game, r.points, r.won, r.drawn, r.lost FROM ratings r"
            " CROSS JOIN players p ON p.id = r.player"  # CROSS: in this order, by the index made for it
            f" WHERE r.game = ? AND r.won + r.drawn + r.lost {sign} {ESTABLISHED}"
            " ORDER BY r.points DESC, r.player LIMIT ?",
            (game, limit),
        )
        return [(handle, Rating(*rating)) for handle, *rating in rows]

    def rate(self, match: int, ratings: Iterable[tuple[Rating, int]]) -> None:
        """Store the ratings after a match, each with the points before it."""
        for after, before in ratings:
            self._conn.execute(
                "INSERT INTO ratings (player, game, points, won, drawn, lost) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player, game) DO UPDATE SET points = excluded.points, won = excluded.won,"
                " drawn = excluded.drawn, lost = excluded.lost",
                (after.player, after.game, after.points, after.won, after.drawn, after.lost),
            )
            self._conn.execute(
                "INSERT INTO rating_changes (match, player, before, after) VALUES (?, ?, ?, ?)",
                (match, after.player, before, after.points),
            )

    def changes(self, match: int | None = None) -> list[RatingChange]:
        """The rating changes of one match, or of all matches in order."""
        which, values = ("WHERE c.match = ?", (match,)) if match is not None else ("", ())
        rows = self._conn.execute(
            "SELECT c.match, c.player, p.handle, m.game, c.before, c.after FROM rating_changes c"
            f" JOIN players p ON p.id = c.player JOIN matches m ON m.id = c.match {which} ORDER BY c.id",
            values,
        )
        return [RatingChange(*row) for row in rows]

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
