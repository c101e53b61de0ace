"""A short look into a database, by what need not load all of pbem: a shell that completes a command, and the reminders.

Unlike `Store` it makes no file, brings no table up to date and waits for nobody for long.
"""

import functools
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pbem.store.connection import Connection
from pbem.store.due import anything_due, note_run
from pbem.store.notes import read_note
from pbem.store.places import is_url

WAIT_SECONDS = 0.5
MOST = 500


def match_names(place: str | Path) -> list[tuple[str, str]]:
    """The numbers of matches, newest first, each with its game and status. Empty where the database cannot be read."""
    rows = _rows(place, f"SELECT id, game, status FROM matches ORDER BY id DESC LIMIT {MOST}")
    return [(str(number), f"{game}, {status}") for number, game, status in rows]


def player_names(place: str | Path) -> list[str]:
    """The names of players. Empty where the database cannot be read."""
    return [handle for (handle,) in _rows(place, "SELECT handle FROM players ORDER BY key")]


def note_if_nothing_is_due(
    place: str | Path, now: int, probe_seconds: Callable[[Callable[[str], str]], int]
) -> bool:
    """Whether reminders have nothing to do; then it is noted that they have been looked for.

    `probe_seconds` is as in `anything_due`, worked out from what the server has noted about itself.
    False also where this cannot be told from here: the database is of another version, in use, or cannot be read.
    """
    from pbem.store.versions import known, made_in

    try:
        with _open(place, "rw") as conn:
            if made_in(conn) != known():
                return False
            if anything_due(conn, now, probe_seconds(functools.partial(read_note, conn))):
                return False
            note_run(conn, now)
            return True
    except sqlite3.Error:
        return False


def _rows(place: str | Path, statement: str) -> Sequence[tuple[Any, ...]]:
    try:
        with _open(place, "ro") as conn:
            return conn.execute(statement).fetchall()
    except sqlite3.Error:
        return ()


@contextmanager
def _open(place: str | Path, mode: str) -> Iterator[Connection]:
    """Raises `SqlError` where there is no database."""
    if is_url(place):
        try:
            from pbem.store.postgresql import quick_connection  # an extra, which few need
        except ImportError as error:
            raise sqlite3.OperationalError("psycopg is not installed") from error
        with closing(quick_connection(str(place), WAIT_SECONDS)) as server:
            yield server
        return
    address = f"{Path(place).absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None)) as file:
        yield file
