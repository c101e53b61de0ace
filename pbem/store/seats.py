"""How a seat is read, with what is known of its player."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.store.people import read_preferences
from pbem.store.rows import SeatRow

SEAT = (
    "SELECT s.match, s.n, s.seat, s.player, s.public, p.handle, p.address, p.zone, p.text_only, s.status, s.salt,"
    " s.queue, s.told, s.since, s.due, s.next_reminder, s.reminded, s.bank, s.missed, s.vote,"
    " s.began, s.last_mail, s.reminded_at, s.generation, p.disabled, p.quiet, p.unreachable, p.preferences,"
    " s.shown, s.turn_mails,"
    " EXISTS (SELECT 1 FROM notes WHERE notes.match = s.match AND notes.player = s.player),"
    " (SELECT max(\"end\") FROM stops WHERE stops.player = s.player AND stops.kind = 'vacation'),"
    " p.tidings"
    " FROM seats s JOIN players p ON p.id = s.player"
)

RUNNING_CLOCK = (
    f"{SEAT} WHERE s.since IS NOT NULL AND (SELECT status FROM matches WHERE id = s.match) = 'running'"
)


def read_seat(row: Sequence[Any]) -> SeatRow:
    """A seat from a row of `SEAT`."""
    values = list(row)
    values[4] = bool(row[4])
    values[8] = bool(row[8])
    values[11] = tuple(msgspec.json.decode(row[11]))
    values[19] = bool(row[19])
    values[24:26] = map(bool, row[24:26])
    values[27] = read_preferences(row[27])
    values[28] = frozenset(msgspec.json.decode(row[28]))
    values[30] = bool(row[30])
    return SeatRow(*values)
