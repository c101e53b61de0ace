"""Opening the database, transactions, backup."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from pbem.store.company import Company
from pbem.store.confirmations import Confirmations
from pbem.store.daily import Daily
from pbem.store.figures import Figures
from pbem.store.leagues import Leagues
from pbem.store.log import Log
from pbem.store.mailbox import Mailboxes
from pbem.store.matches import Matches
from pbem.store.people import People
from pbem.store.post import Post
from pbem.store.schema import known, migrations
from pbem.store.seals import KeyFileError, Seals, mark_of, read_key
from pbem.store.stops import Stops
from pbem.store.tallies import Tallies
from pbem.store.watch import Watch

BUSY_SECONDS = 20

CACHE_KIB = 4096
"""Size of the page cache: more than all letters of one commit change, or some pages would be written twice."""

LOG_PAGES = 4000
"""Pages in the write-ahead log (16 MB) before a checkpoint. Pages that hundreds of letters have changed, index
pages above all, are then copied only once."""

SEALED_WITH = "sealed with"
"""Name of the note that tells which key seals the seeds."""

SqlError = sqlite3.Error
"""Any error of an open database: locked, damaged file, full disk."""

_PASSING = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}


def passing(error: BaseException) -> bool:
    """Is the error due to the file, the disk or a lock, so that the same request may succeed later?"""
    return _code(error) in _PASSING


def busy(error: BaseException) -> bool:
    """Is another connection writing at the moment?"""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


DAMAGED = "stop the server and restore a backup, see docs/hosts.md"


def damaged(error: BaseException | None) -> bool:
    """Is the file of the database damaged?"""
    if isinstance(error, StoreError):
        return damaged(error.__cause__)
    return error is not None and _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def advice(error: BaseException) -> str:
    """What the host can do about a database error."""
    return DAMAGED if damaged(error) else "see: pbem doctor"


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


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0 for other errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


class Store:
    """One connection to the database. Not to be shared between threads."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        """Open `path` (`:memory:` for tests), create the tables and migrate older ones.

        Write-ahead log with synchronous=FULL: a commit survives a power cut once it has returned. Raises
        `StoreError`.
        """
        if must_exist and str(path) != ":memory:" and not Path(path).exists():
            raise StoreError(f"there is no database {path}; start a server, or name one with --db")
        self._afterwards: list[Callable[[], None]] = []
        try:
            _make_privately(path)
            self._conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            _write_ahead(self._conn)
            self._conn.execute("PRAGMA synchronous = FULL")
            self._conn.execute("PRAGMA foreign_keys = ON")
            self.db = Database(self._conn)
            newer = {done.name for done in migrations.applied(self.db)} - known()
            if not newer and migrations.pending(self.db):
                with self.transaction():  # if two servers start at once, the second waits
                    migrations.apply(self.db)  # and finds nothing left to apply
            # Otherwise SQLite would write what a savepoint may restore to a file, for every letter.
            self._conn.execute("PRAGMA temp_store = MEMORY")
            self._conn.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            self._conn.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        except sqlite3.Error as error:
            raise StoreError(
                f"{path} cannot be used as a database: {error}{_hint(Path(path), error)}"
            ) from error
        if newer:
            raise StoreError(
                f"{path} is of a later version of pbem (it knows {', '.join(sorted(newer))}); install that one"
            )
        try:
            key = bytes(32) if str(path) == ":memory:" else self._key(Path(path).parent)
        except KeyFileError as error:
            raise StoreError(str(error)) from error
        self.people = People(self._conn)
        self.matches = Matches(self._conn, Seals(key))
        self.log = Log(self._conn)
        self.post = Post(self._conn)
        self.stops = Stops(self._conn)
        self.company = Company(self._conn)
        self.leagues = Leagues(self._conn)
        self.confirmations = Confirmations(self._conn)
        self.watch = Watch(self._conn)
        self.daily = Daily(self._conn)
        self.tallies = Tallies(self._conn)
        self.figures = Figures(self._conn)
        self.mailboxes = Mailboxes(self._conn)

    def _key(self, folder: Path) -> bytes:
        """The key of the seals; the database remembers which one it is."""
        known_as = self.note(SEALED_WITH)
        key = read_key(folder, known_as)
        if not known_as:
            self._conn.execute("PRAGMA secure_delete = ON")  # or the seeds would stay where they were deleted
            with self.transaction():
                if not self.note(SEALED_WITH):  # another process may have been quicker
                    self._seal_all(Seals(key))
                    self.set_note(SEALED_WITH, mark_of(key))
            self._conn.execute("PRAGMA secure_delete = OFF")
            self._conn.execute(
                "PRAGMA wal_checkpoint(TRUNCATE)"
            )  # nor in the file behind the write-ahead log
        return key

    def _seal_all(self, seals: Seals) -> None:
        """Seal the seeds of a database that was made before there were seals."""
        rows = self._conn.execute("SELECT id, seed FROM matches").fetchall()
        self._conn.executemany(
            "UPDATE matches SET seed = ? WHERE id = ?", [(seals.seal(seed), match) for match, seed in rows]
        )

    def close(self) -> None:
        """Close the connection; committed work is safe in any case."""
        self._conn.close()

    def wait_for_lock(self, seconds: float) -> None:
        """Set the maximum time to wait for another writer."""
        self._conn.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, taking the write lock at once; a nested transaction is a savepoint."""
        if self._conn.in_transaction:
            with self._savepoint():
                yield
            return
        self._conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._conn.execute("COMMIT")
        except BaseException:  # a failed commit may leave it open, and nothing could be stored after that
            self._conn.rollback()
            self._afterwards.clear()
            raise
        afterwards, self._afterwards = self._afterwards, []
        for call in afterwards:
            call()

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call this once what has been done in the open transaction is stored; not if it is undone."""
        self._afterwards.append(call)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read everything within as of one moment while others go on writing. Makes nobody wait."""
        self._conn.execute("BEGIN")
        try:
            yield
        finally:
            self._conn.rollback()

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        """All savepoints share a name, so that SQLite can reuse the statements; the innermost one is meant."""
        self._conn.execute("SAVEPOINT inner")
        before = len(self._afterwards)
        try:
            yield
        except BaseException:
            del self._afterwards[before:]
            if self._conn.in_transaction:  # some errors, such as a full disk, roll back all of it
                self._conn.execute("ROLLBACK TO inner")
                self._conn.execute("RELEASE inner")
            raise
        self._conn.execute("RELEASE inner")

    def secret(self, name: str) -> bytes:
        """A 32-byte secret of this server, created on first use."""
        row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        if row is None:
            fresh = secrets.token_bytes(32)
            self._conn.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, fresh))
            row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        return bytes(row[0])

    def note(self, name: str) -> str:
        """A note the server has stored about itself; empty if there is none."""
        row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        return bytes(row[0]).decode() if row else ""

    def set_note(self, name: str, text: str) -> None:
        """Store a note about the server."""
        self._conn.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, text.encode()))

    def backup(self, path: str | Path) -> None:
        """Write a consistent copy while the server runs; `path` must not exist. Raises `StoreError`.

        The copy is written to a temporary file that only its owner can read, then renamed: `path` is always complete.
        """
        place = Path(path)
        if place.exists():
            raise StoreError(f"{path} exists; a backup overwrites nothing")
        try:
            handle, name = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.", suffix=".part")
            os.close(handle)
            part = Path(name)
            try:
                with contextlib.closing(sqlite3.connect(part)) as target:
                    self._conn.backup(target)
                    (found,) = target.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":  # pages are copied as they are
                    raise StoreError(f"the database is damaged, and a copy would be too; {DAMAGED}")
                part.rename(place)
            finally:
                part.unlink(missing_ok=True)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be written: {error}") from error

    def must_be_sound(self) -> None:
        """Read the whole file; raises `SqlError` if a page is damaged."""
        (found,) = self._conn.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            damage = sqlite3.DatabaseError(found.splitlines()[-1])
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage

    def spare_bytes(self) -> int:
        """Free space inside the file, left by deleted rows."""
        return self._bytes("freelist_count")

    def size_bytes(self) -> int:
        """Size of the database, also of what stands in the write-ahead log as yet."""
        return self._bytes("page_count")

    def _bytes(self, count: str) -> int:
        (pages,), (size,) = (self._conn.execute(f"PRAGMA {name}").fetchone() for name in (count, "page_size"))
        return int(pages * size)

    def problems(self) -> list[str]:
        """Integrity problems that SQLite finds in the file; empty when all is well."""
        found = [text for (text,) in self._conn.execute("PRAGMA integrity_check") if text != "ok"]
        broken = self._conn.execute("PRAGMA foreign_key_check").fetchall()
        return found + [
            f"table {table}, row {row}: points to nothing in {parent}" for table, row, parent, _ in broken
        ]

    def durability(self) -> dict[str, str]:
        """The settings that durability depends on, as the database reports them."""
        return {
            name: str(self._conn.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
