"""What is in a database by name, for a shell that completes a command: read without changing anything."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pbem.store.engine import is_url

WAIT_SECONDS = 0.5
MOST = 500


def match_names(place: str | Path) -> list[tuple[str, str]]:
    """The numbers of matches, newest first, each with its game and status. Empty where the database cannot be read."""
    rows = _rows(place, f"SELECT id, game, status FROM matches ORDER BY id DESC LIMIT {MOST}")
    return [(str(number), f"{game}, {status}") for number, game, status in rows]


def player_names(place: str | Path) -> list[str]:
    """The names of players. Empty where the database cannot be read."""
    return [handle for (handle,) in _rows(place, "SELECT handle FROM players ORDER BY key")]


def _rows(place: str | Path, statement: str) -> Sequence[tuple[Any, ...]]:
    """Unlike `Store` this makes no file, brings no table up to date and waits for nobody for long."""
    if is_url(place):
        try:
            from pbem.store.postgresql import glance  # an extra, which few need
        except ImportError:
            return ()
        return glance(str(place), statement, WAIT_SECONDS)
    address = f"{Path(place).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as conn:
            return conn.execute(statement).fetchall()
    except sqlite3.Error:
        return ()
