"""What the server has noted about itself: short texts by name."""

from collections.abc import Mapping

from pbem.store.connection import Connection


def read_note(conn: Connection, name: str) -> str:
    """A note; empty if there is none."""
    row = conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
    return bytes(row[0]).decode() if row else ""


def write_notes(conn: Connection, notes: Mapping[str, str]) -> None:
    """Store some notes, all of them or none."""
    rows = ", ".join("(?, ?)" for _ in notes)
    conn.execute(
        f"INSERT INTO settings (key, value) VALUES {rows} ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [each for name, text in notes.items() for each in (name, text.encode())],
    )
