"""What can still be read of a damaged database, and whether a copy is sound.

Neither goes through `Store`, which refuses such a file. Nothing is written.
"""

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from pbem.store.versions import why_not_file

_PENDING_BYTE = 0x4000_0000
_SHARED_FIRST, _SHARED_SIZE = _PENDING_BYTE + 2, 510
"""The bytes of the file that SQLite locks: every connection that reads holds a lock on the latter."""


class TableDamage(Struct, frozen=True):
    """How many rows of a table can be read, from its beginning and its end, and whether these are all."""

    table: str
    readable: int
    whole: bool


class Copy(Struct, frozen=True):
    """What a sound copy of a database holds: its matches and letters, and when the last letter came in, if any."""

    matches: int
    letters: int
    last: int | None


def survey(path: Path) -> list[TableDamage]:
    """What can be read of each table of a database; empty where not even the list of its tables can be."""
    try:
        with _opened(f"file:{_quoted(path)}?mode=ro") as conn:
            tables = conn.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            return [_survey_table(conn, name) for (name,) in tables]
    except sqlite3.Error:
        return []


def _survey_table(conn: sqlite3.Connection, table: str) -> TableDamage:
    keys = [name for _, name, *_, key in conn.execute(f'PRAGMA table_info("{table}")') if key]
    forward, whole = _read(conn, f'SELECT * FROM "{table}" NOT INDEXED')
    if whole:
        return TableDamage(table, forward, whole=True)
    order = ", ".join(f'"{key}" DESC' for key in keys) or "rowid DESC"
    return TableDamage(
        table, forward + _read(conn, f'SELECT * FROM "{table}" NOT INDEXED ORDER BY {order}')[0], False
    )


def _read(conn: sqlite3.Connection, statement: str) -> tuple[int, bool]:
    """How many rows a statement brings, and whether it comes to its end."""
    count = 0
    try:
        for _ in conn.execute(statement):
            count += 1
    except (sqlite3.Error, OverflowError, UnicodeError):
        return count, False
    return count, True


def examine(path: Path, *, in_place: bool = False) -> Copy | str:
    """What a copy of a database holds, or why it is unusable. One that is `in_place` may have a write-ahead log."""
    try:
        with _opened(f"file:{_quoted(path)}?mode=ro{'' if in_place else '&immutable=1'}") as conn:
            (found,) = conn.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                return f"it is damaged: {found.splitlines()[-1]}"
            if reason := why_not_file(conn):
                return f"it {reason}"
            (matches,) = conn.execute("SELECT count(*) FROM matches").fetchone()
            letters, last = conn.execute("SELECT count(*), max(received) FROM inbox").fetchone()
            return Copy(matches, letters, last)
    except sqlite3.Error as error:
        return f"it is no database of pbem: {error}"


def in_use(path: Path) -> bool:
    """Whether another process has a database open."""
    try:
        with path.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
    except BlockingIOError:
        return True
    return False


@contextmanager
def _opened(uri: str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as conn:
        conn.text_factory = lambda raw: raw.decode("utf-8", "replace")  # damaged text need not be UTF-8
        yield conn


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
