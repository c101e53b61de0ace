"""When clocks stand still: vacations, pauses, unreachable players, server outages, games that are not installed; and
the zones that players' weekends were in."""

from pbem.store.connection import Connection
from pbem.store.rows import StopKind, StopRow

_STOP = 'SELECT id, kind, player, match, start, "end" FROM stops'


class Stops:
    """Queries about stops."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def add(
        self,
        kind: StopKind,
        start: int,
        end: int | None = None,
        *,
        player: int | None = None,
        match: int | None = None,
    ) -> int:
        """Stop the clocks of a player, of a match, or (neither) all clocks in this period; returns its number."""
        (number,) = self._conn.execute(
            'INSERT INTO stops (kind, player, match, start, "end") VALUES (?, ?, ?, ?, ?) RETURNING id',
            (kind, player, match, start, end),
        ).fetchone()
        return int(number)

    def close(self, kind: StopKind, end: int, *, player: int | None = None, match: int | None = None) -> bool:
        """End the open stop of a kind; False if there is none."""
        cursor = self._conn.execute(
            'UPDATE stops SET "end" = ? WHERE kind = ? AND player IS ? AND match IS ? AND "end" IS NULL',
            (end, kind, player, match),
        )
        return cursor.rowcount > 0

    def shorten(self, stop: int, end: int) -> None:
        """End a stop earlier than planned; one that would end before it begins is deleted."""
        self._conn.execute('UPDATE stops SET "end" = ? WHERE id = ?', (end, stop))
        self._conn.execute('DELETE FROM stops WHERE id = ? AND start >= "end"', (stop,))

    def end(self, player: int, now: int) -> None:
        """End all current stops of a player's own clocks and delete future ones."""
        self._conn.execute("DELETE FROM stops WHERE player = ? AND start >= ?", (player, now))
        self._conn.execute(
            'UPDATE stops SET "end" = ?2 WHERE player = ?1 AND ("end" IS NULL OR "end" > ?2)', (player, now)
        )

    def away_until(self, player: int, now: int) -> int | None:
        """The end of the vacation that a player is on; None if they are not."""
        row = self._conn.execute(
            'SELECT max("end") FROM stops WHERE player = ? AND kind = \'vacation\' AND start <= ? AND "end" > ?',
            (player, now, now),
        ).fetchone()
        return int(row[0]) if row[0] is not None else None

    def of_seat(self, player: int, match: int, since: int) -> list[StopRow]:
        """All stops that affect a seat's clock from a moment on."""
        return self._some(
            'WHERE (player = ?1 OR match = ?2 OR (player IS NULL AND match IS NULL)) AND ("end" IS NULL OR "end" > ?3)',
            (player, match, since),
        )

    def of_all(self, now: int) -> list[StopRow]:
        """The stops of all clocks in force at a moment."""
        return self._some('WHERE player IS NULL AND match IS NULL AND start <= ?1 AND "end" > ?1', (now,))

    def vacations_in(self, match: int, start: int, end: int) -> list[StopRow]:
        """The vacations of a match's players in a period."""
        return self._some(
            "JOIN (SELECT player FROM seats WHERE match = ?) AS here USING (player)"
            " WHERE kind = 'vacation' AND \"end\" > ? AND start < ?",
            (match, start, end),
        )

    def open_matches(self, kind: StopKind) -> list[int]:
        """The matches whose clocks stand still for this reason, by number."""
        statement = (
            'SELECT match FROM stops WHERE kind = ? AND match IS NOT NULL AND "end" IS NULL ORDER BY match'
        )
        return [match for (match,) in self._conn.execute(statement, (kind,))]

    def of_player(self, player: int, kind: StopKind) -> list[StopRow]:
        """A player's stops of one kind, in order of beginning."""
        return self._some("WHERE player = ? AND kind = ?", (player, kind))

    def keep_zone(self, player: int, friday: int, zone: str) -> None:
        """Record the zone a player leaves: it holds for weekends up to this Friday's, except those of earlier zones."""
        self._conn.execute(
            "INSERT INTO former_zones (player, friday, zone) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (player, friday, zone),
        )

    def former_zones(self, player: int) -> list[tuple[int, str]]:
        """The zones that a player has left, each with its last Friday."""
        return self._conn.execute(
            "SELECT friday, zone FROM former_zones WHERE player = ? ORDER BY friday", (player,)
        ).fetchall()

    def _some(self, where: str, values: tuple[object, ...]) -> list[StopRow]:
        return [StopRow(*row) for row in self._conn.execute(f"{_STOP} {where} ORDER BY start, id", values)]
