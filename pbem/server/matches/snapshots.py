"""Snapshots of a match and the rows behind them, in the form of the store and in that of the framework."""

import msgspec

from pbem.play.record import Row, Turn
from pbem.store.rows import Batch, TurnRow

read_rows = msgspec.json.Decoder(list[Row]).decode  # of a batch


def rows_behind(turn: TurnRow, batches: list[Batch]) -> list[Row]:
    """The rows after a snapshot, in the batches from that on in which it was made."""
    rows = [row for batch in batches for row in read_rows(batch.rows)]
    return rows[turn.row - batches[0].row :] if batches else []


def snapshot(turn: TurnRow) -> Turn:
    """A stored snapshot in the form of the framework."""
    return Turn(turn.number, turn.row, turn.die, turn.event, turn.version, turn.state, turn.events)


def turn_row(match: int, batch: int, turn: Turn) -> TurnRow:
    """A snapshot in the form of the store."""
    return TurnRow(
        match, turn.number, batch, turn.row, turn.die, turn.event, turn.version, turn.state, turn.events
    )
