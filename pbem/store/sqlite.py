"""A database in a file, of SQLite: it has one writer at a time."""

import contextlib
import fcntl
import functools
import math
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.store.connection import IfAlone, Table
from pbem.store.errors import DAMAGED, StoreError, advice, busy, damaged
from pbem.store.schema import all_migrations
from pbem.store.seals import KEY_FILE
from pbem.store.versions import known, made_in, why_not_file

BUSY_SECONDS = 20

CACHE_KIB = 4096
"""Size of the page cache: more than all letters of one commit change, or some pages would be written twice."""

LOG_PAGES = 4000
"""Pages in the write-ahead log (16 MB) before a checkpoint. Pages that hundreds of letters have changed, index
pages above all, are then copied only once."""

_DURABLE = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
"""The settings with which a commit survives a power cut."""


class Sqlite:
    """One connection to a file. Not to be shared between threads."""

    skip_locked = ""
    """No row is ever locked by somebody else."""

    def __init__(self, path: str | Path, *, must_exist: bool) -> None:
        """Open `path` (`:memory:` for tests), create the tables and migrate older ones.

        Write-ahead log with synchronous=FULL: a commit survives a power cut once it has returned. Raises
        `StoreError`.
        """
        self.name = str(path)
        self.file = Path(path)
        if must_exist and self.name != ":memory:" and not Path(path).exists():
            raise StoreError(f"there is no database {path}; start a server, or name one with --db")
        try:
            _make_privately(path)
            self.conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            if reason := why_not_file(self.conn):
                raise StoreError(f"{path} {reason}")
            _write_ahead(self.conn)
            self.conn.execute("PRAGMA synchronous = FULL")
            self.conn.execute("PRAGMA foreign_keys = ON")
            if known() - made_in(self.conn):
                self._migrate()
            # Otherwise SQLite would write what a savepoint may restore to a file, for every letter.
            self.conn.execute("PRAGMA temp_store = MEMORY")
            self.conn.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            self.conn.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        except sqlite3.Error as error:
            raise StoreError(
                f"{path} cannot be used as a database: {error}{_hint(Path(path), error)}"
            ) from error

    @functools.cached_property
    def db(self) -> Any:
        """The connection as sqlite-utils holds it: for migrations and tests."""
        from sqlite_utils import Database  # as long to import as half of the server, and seldom wanted

        return Database(self.conn)

    def _migrate(self) -> None:
        from sqlite_utils.migrations import Migrations

        migrations = Migrations("pbem")
        for each in all_migrations():
            migrations(name=each.name)(each.fn)
        self.conn.execute("BEGIN IMMEDIATE")  # if two servers start at once, the second waits
        try:
            migrations.apply(self.db)  # and finds nothing left to apply
            self.conn.execute("COMMIT")
        except BaseException:
            self.conn.rollback()
            raise

    @property
    def key_file(self) -> Path | None:
        """The file of the key, which lies beside the database; None if that is in memory."""
        return None if self.name == ":memory:" else Path(self.name).parent / KEY_FILE

    def close(self) -> None:
        """Close the connection."""
        self.conn.close()

    # Transactions.

    @property
    def in_transaction(self) -> bool:
        """Is a transaction open?"""
        return self.conn.in_transaction

    def begin(self, *, beside: bool = False) -> None:
        """Begin a transaction and take the write lock, which there is only one of."""
        self.conn.execute("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        """Begin a transaction that sees everything as of one moment."""
        self.conn.execute("BEGIN")

    def commit(self) -> None:
        """Store what the transaction has done."""
        self.conn.execute("COMMIT")

    def rollback(self) -> None:
        """Undo it, if one is open."""
        self.conn.rollback()

    def wait_for_lock(self, seconds: float) -> None:
        """Set the maximum time to wait for another writer."""
        self.conn.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    @contextmanager
    def leaving_no_trace(self) -> Iterator[None]:
        """Make sure that nothing overwritten within remains in the file."""
        self.conn.execute("PRAGMA secure_delete = ON")
        yield
        self.conn.execute("PRAGMA secure_delete = OFF")
        self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # nor in the file behind the write-ahead log

    @contextmanager
    def presence(self, part: str) -> Iterator[IfAlone]:
        """Take part in a part of the work that several processes share, and find out whether this is the only one.

        Each holds a lock on a file beside the database; the system takes it from a process that is killed. The lock may
        be lost for a moment while it is asked whether there is another (flock(2)).
        """
        with open(f"{self.name}-{part}", "ab") as file:
            fcntl.flock(file, fcntl.LOCK_SH)

            def if_alone(call: Callable[[], None]) -> bool:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    call()
                except BlockingIOError:
                    return False
                finally:
                    fcntl.flock(file, fcntl.LOCK_SH)
                return True

            yield if_alone

    # The file.

    def backup(self, path: str | Path) -> None:
        """Write a consistent copy while the server runs; `path` must not exist. Raises `StoreError`.

        The copy is written to a temporary file that only its owner can read, then renamed: `path` is always complete.
        """
        place = Path(path)
        if place.exists():
            raise StoreError(f"{path} exists; pbem backup never overwrites a file")
        try:
            handle, name = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.", suffix=".part")
            os.close(handle)
            part = Path(name)
            try:
                with contextlib.closing(sqlite3.connect(part)) as target:
                    self.conn.backup(target)
                    (found,) = target.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":  # pages are copied as they are
                    raise StoreError(f"the database is damaged, and a copy would be too; {DAMAGED}")
                part.rename(place)
            finally:
                part.unlink(missing_ok=True)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be written: {error}") from error

    def compact(self) -> None:
        """Write the file anew, so that nothing deleted remains in it. Takes the write lock. Raises `SqlError`."""
        self.conn.execute("VACUUM")
        self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def must_be_sound(self, seconds: float = math.inf) -> None:
        """Read the whole file, or as much as is possible in this many seconds; raises `SqlError` if a page is
        damaged."""
        alarm = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self.conn.interrupt)
        alarm.start()
        try:
            (found,) = self.conn.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return
            raise
        finally:
            alarm.cancel()
            alarm.join()
        if found != "ok":
            damage = sqlite3.DatabaseError(found.splitlines()[-1])
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage

    def spare_bytes(self) -> int:
        """Free space inside the file, left by deleted rows."""
        return self._bytes("freelist_count")

    def size_bytes(self) -> int:
        """Size of the database, including what is still in the write-ahead log."""
        return self._bytes("page_count")

    def _bytes(self, count: str) -> int:
        (pages,), (size,) = (self.conn.execute(f"PRAGMA {name}").fetchone() for name in (count, "page_size"))
        return int(pages * size)

    def problems(self) -> list[str]:
        """Integrity problems that SQLite finds in the file; empty when all is well."""
        found = [text for (text,) in self.conn.execute("PRAGMA integrity_check") if text != "ok"]
        broken = self.conn.execute("PRAGMA foreign_key_check").fetchall()
        return found + [
            f"table {table}, row {row}: points to nothing in {parent}" for table, row, parent, _ in broken
        ]

    def durability(self) -> tuple[dict[str, str], bool]:
        """The settings that durability depends on, as the database reports them, and whether they are right."""
        found = {name: str(self.conn.execute(f"PRAGMA {name}").fetchone()[0]) for name in _DURABLE}
        return found, found == _DURABLE

    # All rows.

    def others(self) -> bool:
        """Unknown here: `pbem.store.damage.in_use` finds who has a file open."""
        return False

    def tables(self) -> list[Table]:
        """All tables but those about migrations; none points to a later one."""
        names = self.conn.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%'"
            " ESCAPE '\\' ORDER BY rowid"
        ).fetchall()
        return [self._table(name) for (name,) in names]

    def _table(self, name: str) -> Table:
        found = self.conn.execute(f"PRAGMA table_info({name})").fetchall()
        keys = sorted((place, column) for _, column, *_, place in found if place)
        return Table(name, tuple(column for _, column, *_ in found), tuple(column for _, column in keys))

    def rows(self, table: Table) -> Iterator[tuple[Any, ...]]:
        """All rows of a table by its key, one at a time."""
        return self.conn.execute(table.listing)

    def fill(self, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows to a table."""
        marks = ", ".join("?" * len(table.columns))
        self.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def counters(self) -> dict[str, int]:
        """The last numbers that have been given to rows, by table."""
        found = {
            table.name: self.conn.execute(f"SELECT max(id) FROM {table.name}").fetchone()[0] or 0
            for table in self.tables()
            if table.key == ("id",)
        }
        return {**found, **dict(self.conn.execute("SELECT name, seq FROM sqlite_sequence").fetchall())}

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Continue numbering new rows from there, where numbers must never be used twice; otherwise from the last that
        is left."""
        for name in ("confirmations", "digests"):
            self.conn.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            self.conn.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, counters[name]))


def _hint(path: Path, error: BaseException) -> str:
    """Add the cause that SQLite leaves out when it cannot open a file."""
    if damaged(error):
        return f"; {advice(error)}"
    if not path.parent.is_dir():
        return f" (there is no folder {path.parent})"
    return "" if os.access(path.parent, os.W_OK) else f" (the folder {path.parent} cannot be written)"


def _make_privately(path: str | Path) -> None:
    """Make the file of a new database, for its owner alone: it holds everybody's addresses, and keys. SQLite makes the
    files beside it likewise."""
    if str(path) == ":memory:":
        return
    with contextlib.suppress(OSError):  # it is there, or cannot be made: SQLite tells more
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _write_ahead(conn: sqlite3.Connection) -> None:
    """Switch to a write-ahead log, permanently. SQLite refuses at once while another process creates the database."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            conn.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not busy(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
