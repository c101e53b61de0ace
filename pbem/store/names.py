"""What is in a database by name, for a shell that completes a command: read without changing anything."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

WAIT_SECONDS = 0.5
MOST = 500


def match_names(path: str | Path) -> list[tuple[str, str]]:
    """The numbers of matches, newest first, each with its game and status. Empty where the file cannot be read."""
    rows = _rows(path, f"SELECT id, game, status FROM matches ORDER BY id DESC LIMIT {MOST}")
    return [(str(number), f"{game}, {status}") for number, game, status in rows]


def player_names(path: str | Path) -> list[str]:
    """The names of players. Empty where the file cannot be read."""
    return [handle for (handle,) in _rows(path, "SELECT handle FROM players ORDER BY key")]


def _rows(path: str | Path, statement: str) -> Iterable[tuple[str, ...]]:
    """Unlike `Store` this makes no file, brings no table up to date and waits for nobody for long."""
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as conn:
            return conn.execute(statement).fetchall()
    except sqlite3.Error:
        return ()
