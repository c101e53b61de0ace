"""What pages of a site are made of, in a few statements however many matches there are."""

from typing import NamedTuple

from pbem.store.connection import Connection


class PageSeat(NamedTuple):
    """A seat as pages show it: its player's number, since when it is asked, and its deadline."""

    player: int
    since: int | None
    due: int | None


class PageMatch(NamedTuple):
    """A match that has begun, with its last snapshot: what its pages show changes only with these."""

    number: int
    game: str
    status: str
    finished: int | None
    result: str
    reason: str
    paused: int | None
    turn: int
    batch: int
    version: int
    seats: tuple[PageSeat, ...]


class Pages:
    """Queries for a site."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def matches(self) -> list[PageMatch]:
        """All matches that have begun, by number."""
        seats: dict[int, list[PageSeat]] = {}
        found = self._conn.execute("SELECT match, player, since, due FROM seats ORDER BY match, n")
        for match, player, since, due in found:
            seats.setdefault(match, []).append(PageSeat(player, since, due))
        rows = self._conn.execute(
            "SELECT m.id, m.game, m.status, m.finished, m.result, m.reason, m.paused, t.number, t.batch, t.version"
            " FROM matches m JOIN turns t ON t.match = m.id"
            " AND t.number = (SELECT max(number) FROM turns WHERE turns.match = m.id)"
            " WHERE m.status IN ('running', 'over') ORDER BY m.id"
        )
        return [PageMatch._make((*row, tuple(seats[row[0]]))) for row in rows]

    def shown(self) -> dict[int, str]:
        """The handles of the players who agree to be shown, by number."""
        return dict(
            self._conn.execute(
                "SELECT id, handle FROM players WHERE disabled = 0 AND preferences LIKE '%\"site\":true%'"
            ).fetchall()
        )
