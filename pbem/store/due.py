"""What makes a run of the reminders necessary, and the note that there has been one.

`run_reminders` asks this first, and so does `pbem remind` before it loads the application: cron starts it often, and
mostly nothing is due. Whatever the reminders are to do belongs here, or it is never done. The conditions are those by
which the queries of `matches`, `news` and `people` find the same rows.
"""

from pbem.store.connection import Connection
from pbem.store.notes import read_note, write_notes

DAY = 24 * 60 * 60

SEATS = "s.next_reminder <= ? AND (SELECT paused FROM matches WHERE id = s.match) IS NULL"
OFFERS = "status = 'offered' AND expires < ?"
NEWS = "due <= ?"
UNREACHABLE = "unreachable IS NOT NULL"

PROBE = "probe"
"""The kind of mail by which it is tested whether a player can be reached again."""

REMINDED, PERIOD, TIDIED = "reminded", "reminded after", "tidied"
"""The notes: when reminders were last looked for, the time between the last two looks, and the last tidying up."""

_LOST = (
    f"players p WHERE {UNREACHABLE} AND p.unreachable <= ?1 AND p.disabled = 0 AND p.quiet = 0 AND NOT EXISTS"
    f" (SELECT 1 FROM outbox o WHERE o.match IS NULL AND o.recipient = p.address AND o.kind = '{PROBE}'"
    " AND o.created >= p.unreachable AND o.created > ?1)"
)
"""Whom no mail has tried to reach for a while: they are tried again, or the last mail has not come back."""


def anything_due(conn: Connection, now: int, probe_seconds: int) -> bool:
    """Whether a run may find anything to do; `probe_seconds` is the time between two mails to somebody unreachable."""
    found = (
        _any(conn, f"seats s WHERE {SEATS}", now),
        _any(conn, f"matches WHERE {OFFERS}", now),
        _any(conn, f"news WHERE {NEWS}", now),
        _any(conn, _LOST, now - probe_seconds),
    )
    return any(found) or tidying_due(conn, now)


def tidying_due(conn: Connection, now: int) -> bool:
    """Whether nobody has tidied up for a day."""
    return now >= int(read_note(conn, TIDIED) or 0) + DAY


def note_run(conn: Connection, now: int) -> None:
    """Note that reminders have been looked for, and the time since that was last done."""
    last = read_note(conn, REMINDED)
    period = {PERIOD: str(now - int(last))} if last else {}
    write_notes(conn, {**period, REMINDED: str(now)})


def _any(conn: Connection, rows: str, moment: int) -> bool:
    return conn.execute(f"SELECT 1 FROM {rows} LIMIT 1", (moment,)).fetchone() is not None
