"""The logs of matches: batches of rows, and snapshots of the positions at the beginning of turns."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.store.rows import Batch, TurnRow

KEPT_EVERY = 8

_BATCH = "SELECT match, number, seat, inbox, row, count, die, rows, at, clocks, queues, seen, void FROM log"
_TURN = "SELECT match, number, batch, row, die, event, version, state, events FROM turns"


class Log:
    """Queries about batches and snapshots."""

    def __init__(self, conn: sqlite3.Connection) -> None:
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
        only = "" if void else "AND NOT void"
        statement = f"{_BATCH} WHERE match = ? AND number >= ? {only} ORDER BY number"
        return [_batch(row) for row in self._conn.execute(statement, (match, first))]

    def add_turns(self, turns: Sequence[TurnRow]) -> None:
        """Add snapshots, and delete those no longer needed."""
        self._conn.executemany(
            "INSERT INTO turns (match, number, batch, row, die, event, version, state, events)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [msgspec.structs.astuple(turn) for turn in turns],
        )
        last = turns[-1]
        self._conn.execute(
            "DELETE FROM turns WHERE match = ? AND number BETWEEN ? AND ? AND number % ? != 0",
            (last.match, turns[0].number - 2, last.number - 2, KEPT_EVERY),
        )

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
        self._conn.execute("UPDATE seats SET told = min(told, ?) WHERE match = ?", (event, match))

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
            "UPDATE seats SET told = min(told, ?), since = NULL, due = NULL, next_reminder = NULL, reminded = 0"
            " WHERE match = ?",
            (turn.event, turn.match),
        )
        self._conn.execute("UPDATE matches SET undo = NULL WHERE id = ?", (turn.match,))
        self._conn.execute(
            "UPDATE observers SET told = min(told, ?) WHERE match = ?", (turn.event, turn.match)
        )
        self._conn.execute("DELETE FROM turns WHERE match = ? AND number > ?", (turn.match, turn.number))
        self._conn.execute(
            "INSERT OR IGNORE INTO turns (match, number, batch, row, die, event, version, state, events)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            msgspec.structs.astuple(turn),
        )

    def mark_seen(self, match: int, seat: str, told: int) -> None:
        """A seat has been told what the others have done: a takeback of that now needs the seat's consent.

        Batches before the turn of event `told` (what it had been told before) have been marked already.
        """
        self._conn.execute(
            "UPDATE log SET seen = 1 WHERE match = ?1 AND seat != ?2 AND NOT seen AND number >= (SELECT batch"
            " FROM turns WHERE match = ?1 AND event <= ?3 ORDER BY number DESC LIMIT 1)",
            (match, seat, told),
        )

    def _turn(self, where: str, *values: int) -> TurnRow | None:
        row = self._conn.execute(f"{_TURN} {where}", values).fetchone()
        return _turn(row) if row else None


def _batch(row: Sequence[Any]) -> Batch:
    values = list(row)
    values[11:] = map(bool, row[11:])
    return Batch(*values)


def _turn(row: Sequence[Any]) -> TurnRow:
    return TurnRow(*row)
