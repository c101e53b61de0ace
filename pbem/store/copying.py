"""Moving everything from one database to another, of whichever kind: every row as it is, and compared afterwards."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

from pbem.store.connection import Table
from pbem.store.damage import in_use
from pbem.store.database import Store
from pbem.store.engine import Engine, open_engine
from pbem.store.errors import SqlError, StoreError
from pbem.store.places import is_url, without_password

Progress = Callable[[str, int], None]
"""Told the name of a table that has been copied and compared, and how many rows it has."""


def copy_all(source: str, target: str, progress: Progress) -> int:
    """Copy a database into a new one, while no server uses either; returns the number of rows.

    The key of the seals is copied with it. Nothing is in the target unless all is. Raises `StoreError`.
    """
    if source == target:
        raise StoreError(f"{without_password(source)} is the source and the target")
    if not is_url(source) and not Path(source).exists():
        raise StoreError(f"there is no database {source}")
    for place in (source, target):
        if not is_url(place) and Path(place).exists() and in_use(Path(place)):
            raise StoreError(_in_use(place))
    Store(source, must_exist=True).close()  # brings it up to date, and checks its key
    with contextlib.ExitStack() as closing:
        before = open_engine(source, must_exist=True)
        closing.callback(before.close)
        after = open_engine(target, must_exist=False)
        closing.callback(after.close)
        for engine in (before, after):
            if engine.others():
                raise StoreError(_in_use(engine.name))
        if filled := [
            table.name for table in after.tables() if table.name != "settings" and _any(after, table)
        ]:
            raise StoreError(f"{after.name} is not empty (see its table {filled[0]}); name a new database")
        _copy_key(before.key_file, after.key_file)
        try:
            return _copy_rows(before, after, progress)
        except SqlError as error:
            raise StoreError(f"nothing has been copied: {error}") from error


def _in_use(name: str) -> str:
    return f"{name} is in use; stop all servers and commands of pbem that have it open"


def _any(engine: Engine, table: Table) -> bool:
    return engine.conn.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone() is not None


def _copy_key(source: Path | None, target: Path | None) -> None:
    """Put the key where the target looks for it. Raises `StoreError` where another one lies there."""
    assert source is not None
    assert target is not None
    if not target.exists():
        shutil.copy(source, target)  # with its mode: it is its owner's alone
    elif target.read_bytes() != source.read_bytes():
        raise StoreError(
            f"{target} is a different key from {source}; move it away, if no other database needs it"
        )


def _copy_rows(source: Engine, target: Engine, progress: Progress) -> int:
    total = 0
    source.begin()  # nobody writes meanwhile
    target.begin()
    try:
        target.conn.execute("DELETE FROM settings")
        for table in source.tables():
            target.fill(table, _rows(source, table))
            count = _compare(source, target, table)
            progress(table.name, count)
            total += count
        target.set_counters(source.counters())
        target.commit()
    except BaseException:
        target.rollback()
        raise
    finally:
        source.rollback()
    return total


def _rows(engine: Engine, table: Table) -> Iterator[tuple[object, ...]]:
    """All rows by their keys; without what PostgreSQL cannot store in a text."""
    for row in engine.rows(table):
        yield tuple(
            each.replace("\0", "\ufffd") if isinstance(each, str) and "\0" in each else each for each in row
        )


def _compare(source: Engine, target: Engine, table: Table) -> int:
    """Compare all rows, and return their number. Raises `StoreError`."""
    count = 0
    for mine, theirs in zip_longest(_rows(source, table), _rows(target, table)):
        if mine != theirs:
            raise StoreError(
                f"nothing has been copied: row {count + 1} of the table {table.name} is not what it was"
            )
        count += 1
    return count
