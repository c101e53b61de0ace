"""The logs of matches: batches of rows, and snapshots of the positions at the beginning of turns."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.store.connection import Connection
from pbem.store.rows import Batch, TurnRow

KEPT_EVERY = 8

BATCH_COLUMNS = (
    "l.match, l.number, l.seat, l.inbox, l.row, l.count, l.die, l.rows, l.at, l.clocks, l.queues, l.seen,"
    " l.void"
)
TURN_COLUMNS = "t.match, t.number, t.batch, t.row, t.die, t.event, t.version, t.state, t.events"

_BATCH = f"SELECT {BATCH_COLUMNS} FROM log l"
_TURN = f"SELECT {TURN_COLUMNS} FROM turns t"


class Log:
    """Queries about batches and snapshots."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def append(self, batch: Batch) -> None:
        """Add the rows of one letter to the log."""
        self._conn.execute(
            "INSERT INTO log (match, number, seat, inbox, row, count, die, rows, at, clocks, queues, seen, void)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            msgspec.structs.astuple(batch),
        )

    def next_batch(self, match: int) -> int:
        """The number of the next batch: void batches keep theirs."""
        (last,) = self._conn.execute("SELECT max(number) FROM log WHERE match = ?", (match,)).fetchone()
        return 0 if last is None else int(last) + 1

    def batches(self, match: int, first: int = 0, *, void: bool = False) -> list[Batch]:
        """The live batches (or all) from number `first` on."""
        only = "" if void else "AND void = 0"
        statement = f"{_BATCH} WHERE match = ? AND number >= ? {only} ORDER BY number"
        return [read_batch(row) for row in self._conn.execute(statement, (match, first))]

    def add_turns(self, turns: Sequence[TurnRow]) -> None:
        """Add snapshots. One that is no longer needed gives its row to the next but one."""
        for turn in turns:
            done = turn.number - 2
            if not (done % KEPT_EVERY and self._replace_turn(done, turn)):
                self._conn.execute(
                    "INSERT INTO turns (match, number, batch, row, die, event, version, state, events)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    msgspec.structs.astuple(turn),
                )

    def _replace_turn(self, number: int, turn: TurnRow) -> bool:
        _, *values = msgspec.structs.astuple(turn)
        cursor = self._conn.execute(
            "UPDATE turns SET number = ?, batch = ?, row = ?, die = ?, event = ?, version = ?, state = ?, events = ?"
            " WHERE match = ? AND number = ?",
            (*values, turn.match, number),
        )
        return cursor.rowcount > 0

    def last_turn(self, match: int) -> TurnRow | None:
        """The newest snapshot."""
        return self._turn("WHERE match = ? ORDER BY number DESC LIMIT 1", match)

    def turn_before_row(self, match: int, row: int) -> TurnRow | None:
        """The newest snapshot at or before this row of the live log."""
        return self._turn("WHERE match = ? AND row <= ? ORDER BY number DESC LIMIT 1", match, row)

    def turn_before_event(self, match: int, event: int) -> TurnRow | None:
        """The newest snapshot at or before this event."""
        return self._turn("WHERE match = ? AND event <= ? ORDER BY number DESC LIMIT 1", match, event)

    def turn_at(self, match: int, number: int) -> TurnRow | None:
        """The newest snapshot of turn `number` or an earlier one."""
        return self._turn("WHERE match = ? AND number <= ? ORDER BY number DESC LIMIT 1", match, number)

    def turns(self, match: int) -> list[TurnRow]:
        """All snapshots that are kept, the oldest first."""
        return [
            _turn(row) for row in self._conn.execute(f"{_TURN} WHERE match = ? ORDER BY number", (match,))
        ]

    def cut(self, match: int, batch: int, event: int) -> None:
        """Take back everything from a batch on: its rows become void, later snapshots are deleted."""
        self._conn.execute("UPDATE log SET void = 1 WHERE match = ? AND number >= ?", (match, batch))
        self._conn.execute("DELETE FROM turns WHERE match = ? AND batch >= ?", (match, batch))
        self._conn.execute("UPDATE seats SET told = ?1 WHERE match = ?2 AND told > ?1", (event, match))

    def go_back(self, turn: TurnRow) -> None:
        """Take back everything since a snapshot, which need not be kept so far, and stop the clocks. A batch that
        contains it is split in two."""
        for batch in self.batches(turn.match, turn.batch):
            first = turn.row - batch.row
            if 0 < first < batch.count:
                rows = msgspec.json.decode(batch.rows, type=list[msgspec.Raw])
                self._conn.execute(
                    "UPDATE log SET rows = ?, count = ? WHERE match = ? AND number = ?",
                    (msgspec.json.encode(rows[:first]), first, turn.match, batch.number),
                )
                rest = msgspec.structs.replace(
                    batch,
                    number=self.next_batch(turn.match),
                    row=turn.row,
                    count=batch.count - first,
                    die=turn.die,
                    rows=msgspec.json.encode(rows[first:]),
                    void=True,
                )
                self.append(rest)
        self._conn.execute("UPDATE log SET void = 1 WHERE match = ? AND row >= ?", (turn.match, turn.row))
        self._conn.execute(
            "UPDATE seats SET told = CASE WHEN told < ?1 THEN told ELSE ?1 END, since = NULL, due = NULL,"
            " next_reminder = NULL, reminded = 0 WHERE match = ?2",
            (turn.event, turn.match),
        )
        self._conn.execute("DELETE FROM confirmations WHERE match = ? AND kind = 'undo'", (turn.match,))
        self._conn.execute(
            "UPDATE observers SET told = ?1 WHERE match = ?2 AND told > ?1", (turn.event, turn.match)
        )
        self._conn.execute("DELETE FROM turns WHERE match = ? AND number > ?", (turn.match, turn.number))
        self._conn.execute(
            "INSERT INTO turns (match, number, batch, row, die, event, version, state, events)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            msgspec.structs.astuple(turn),
        )

    def mark_seen(self, match: int, seat: str, told: int) -> None:
        """A seat has been told what the others have done: a takeback of that now needs the seat's consent.

        Batches before the turn of event `told` (what it had been told before) have been marked already.
        """
        self._conn.execute(
            "UPDATE log SET seen = 1 WHERE match = ?1 AND seat != ?2 AND seen = 0 AND number >= (SELECT batch"
            " FROM turns WHERE match = ?1 AND event <= ?3 ORDER BY number DESC LIMIT 1)",
            (match, seat, told),
        )

    def _turn(self, where: str, *values: int) -> TurnRow | None:
        row = self._conn.execute(f"{_TURN} {where}", values).fetchone()
        return _turn(row) if row else None


def read_batch(row: Sequence[Any]) -> Batch:
    values = list(row)
    values[11:] = map(bool, row[11:])
    return Batch(*values)


def _turn(row: Sequence[Any]) -> TurnRow:
    return TurnRow(*row)
