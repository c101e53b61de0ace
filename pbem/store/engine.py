"""What a database must be able to do, and which one is meant."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from pbem.store.connection import Connection, IfAlone, Table
from pbem.store.errors import StoreError
from pbem.store.sqlite import Sqlite

URLS = ("postgresql://", "postgres://")


class Engine(Protocol):
    """An open database: transactions, and what concerns all of it."""

    db: Any
    """Its connection for migrations and tests."""
    name: str
    """The file, or the URL without its password."""
    skip_locked: str
    """The clause that makes a SELECT lock its rows and skip those that others have locked."""

    @property
    def conn(self) -> Connection: ...
    @property
    def file(self) -> Path | None: ...
    @property
    def key_file(self) -> Path | None: ...
    @property
    def in_transaction(self) -> bool: ...
    def close(self) -> None: ...
    def begin(self, *, beside: bool = False) -> None: ...
    def begin_reading(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def wait_for_lock(self, seconds: float) -> None: ...
    def leaving_no_trace(self) -> AbstractContextManager[None]: ...
    def presence(self, part: str) -> AbstractContextManager[IfAlone]: ...
    def backup(self, path: str | Path) -> None: ...
    def compact(self) -> None: ...
    def must_be_sound(self, seconds: float = ...) -> None: ...
    def spare_bytes(self) -> int: ...
    def size_bytes(self) -> int: ...
    def problems(self) -> list[str]: ...
    def others(self) -> bool:
        """Is another process of pbem connected, as far as can be seen from here?"""
        ...

    def tables(self) -> list[Table]:
        """All tables but those about migrations; none points to a later one."""
        ...

    def rows(self, table: Table) -> Iterator[tuple[Any, ...]]:
        """All rows of a table by its key, some at a time."""
        ...

    def fill(self, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows to a table."""
        ...

    def counters(self) -> dict[str, int]:
        """The last numbers that have been given to rows, by table."""
        ...

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Continue numbering new rows from there."""
        ...

    def durability(self) -> tuple[dict[str, str], bool]: ...


def is_url(place: str | Path) -> bool:
    """Does this name a database on a server rather than a file?"""
    return str(place).startswith(URLS)


def open_engine(place: str | Path, *, must_exist: bool) -> Engine:
    """Open a file of SQLite's, or a database of PostgreSQL's by its URL. Raises `StoreError`."""
    if not is_url(place):
        if re.match(r"\w+:/", str(place)):
            raise StoreError("the URL of a database must begin with postgresql://")
        return Sqlite(place, must_exist=must_exist)
    try:
        from pbem.store.postgresql import Postgresql  # an extra, which few need
    except ImportError as error:
        raise StoreError("psycopg is not installed; write: pip install 'pbem[postgresql]'") from error
    return Postgresql(str(place), must_exist=must_exist)
