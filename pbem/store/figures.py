"""Figures about all that is stored, for the host's desk.

Each is a count by an index or a list of bounded length, so that looking costs little however much there is.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.store.connection import Connection

Box: TypeAlias = Literal["inbox", "outbox"]

_CAME = {"inbox": "received", "outbox": "created"}

_OPEN = {"inbox": ("new", "throttled", "held", "failed"), "outbox": ("new", "held", "failed")}
"""Statuses of unfinished letters; there is an index for each."""


class Waiting(Struct, frozen=True):
    """A seat that is asked something, since when, and until when it has time (None: forever)."""

    match: int
    game: str
    player: str
    seat: str
    since: int
    due: int | None
    paused: bool


class Figures:
    """Queries about how much there is of everything."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def matches(self) -> dict[str, int]:
        """The number of matches by status."""
        return dict(self._conn.execute("SELECT status, count(*) FROM matches GROUP BY status").fetchall())

    def running(self) -> dict[str, tuple[int, int]]:
        """The number of running matches by game, and how many of them are paused."""
        rows = self._conn.execute(
            "SELECT game, count(*), count(paused) FROM matches WHERE status = 'running' GROUP BY game"
        )
        return {game: (count, paused) for game, count, paused in rows}

    def players(self) -> int:
        """The number of players: people who are neither disabled nor gone, who are the few."""
        (count,) = self._conn.execute(
            "SELECT (SELECT count(*) FROM players)"
            " - (SELECT count(*) FROM players WHERE disabled != 0 OR address = '')"
        ).fetchone()
        return int(count)

    def waiting(self, limit: int) -> list[Waiting]:
        """The seats that are asked something, those that have waited longest first."""
        rows = self._conn.execute(
            "SELECT s.match, m.game, p.handle, s.seat, s.since, s.due, m.paused IS NOT NULL FROM seats s"
            " CROSS JOIN matches m ON m.id = s.match CROSS JOIN players p ON p.id = s.player"
            " WHERE s.since IS NOT NULL ORDER BY s.since LIMIT ?",
            (limit,),
        )
        return [
            Waiting(match, game, player, seat, since, due, bool(paused))
            for match, game, player, seat, since, due, paused in rows
        ]

    def waiting_count(self) -> int:
        """Number of seats that are asked something."""
        (count,) = self._conn.execute("SELECT count(*) FROM seats WHERE since IS NOT NULL").fetchone()
        return int(count)

    def unreachable(self, limit: int) -> tuple[int, list[str]]:
        """Number of players whom no mail reaches, and the names of some of them."""
        (count,) = self._conn.execute("SELECT count(*) FROM players WHERE unreachable IS NOT NULL").fetchone()
        rows = self._conn.execute(
            "SELECT handle FROM players WHERE unreachable IS NOT NULL ORDER BY id LIMIT ?", (limit,)
        )
        return int(count), [handle for (handle,) in rows]

    def bounces(self, since: int) -> int:
        """Number of days since a moment on which mail to a player bounced, added up over all players."""
        (count,) = self._conn.execute("SELECT count(*) FROM bounces WHERE at >= ?", (since,)).fetchone()
        return int(count)

    # Letters.

    def total(self, box: Box) -> int:
        """Number of letters of a direction so far, including those since cleared out."""
        (last,) = self._conn.execute(f"SELECT max(id) FROM {box}").fetchone()
        return int(last or 0)

    def per_period(self, box: Box, starts: Sequence[int]) -> list[int]:
        """Number of letters in each of several periods, the last of which has not ended.

        Letters are numbered as they come, without a gap, so the first of each period is found by binary search.
        """
        numbers = [self._first_since(box, start) for start in starts]
        ends = [*numbers[1:], self.total(box) + 1]
        return [max(0, end - start) for start, end in zip(numbers, ends, strict=True)]

    def _first_since(self, box: Box, moment: int) -> int:
        first, last = self._conn.execute(
            f"SELECT (SELECT min(id) FROM {box}), (SELECT max(id) FROM {box})"
        ).fetchone()
        low, high = int(first or 1), int(last or 0) + 1
        statement = f"SELECT id, {_CAME[box]} FROM {box} WHERE id >= ? ORDER BY id LIMIT 1"
        while low < high:
            number, came = self._conn.execute(statement, ((low + high) // 2,)).fetchone()
            if came >= moment:
                high = min((low + high) // 2, number)
            else:
                low = number + 1
        return low

    def unfinished(self, box: Box) -> dict[str, int]:
        """Number of unfinished letters by status."""
        found = {}
        for status in _OPEN[box]:
            statement = f"SELECT count(*) FROM {box} WHERE status = '{status}'"
            (found[status],) = self._conn.execute(statement).fetchone()
        return found

    def oldest_waiting(self, box: Box) -> int | None:
        """When the oldest waiting letter came. Letters set aside, or held for their reader, do not wait."""
        waiting = ("new", "throttled") if box == "inbox" else ("new",)
        oldest = []
        for status in waiting:
            statement = f"SELECT min(+id) FROM {box} WHERE status = '{status}'"  # +: by the index on status
            oldest += [number for (number,) in self._conn.execute(statement) if number is not None]
        number = min(oldest, default=None)
        if number is None:
            return None
        (came,) = self._conn.execute(f"SELECT {_CAME[box]} FROM {box} WHERE id = ?", (number,)).fetchone()
        return int(came)

    def held_back(self) -> int:
        """Number of mails that wait because a cap is reached."""
        statement = "SELECT count(*) FROM outbox WHERE status = 'new' AND substr(reply, 1, 7) = 'waits: '"
        (count,) = self._conn.execute(statement).fetchone()
        return int(count)

    def reached(self, limit: str, most: int, now: int) -> int:
        """Number of keys under which a limit is reached."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM tallies WHERE name = ? AND count >= ? AND until > ?", (limit, most, now)
        ).fetchone()
        return int(count)
