"""Opening the database, transactions, backup."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from pbem.store.company import Company
from pbem.store.matches import Matches
from pbem.store.people import People
from pbem.store.post import Post
from pbem.store.schema import migrations
from pbem.store.stops import Stops
from pbem.store.watch import Watch

BUSY_SECONDS = 20


SqlError = sqlite3.Error
"""What any use of an open database may raise: it is locked, its file is damaged, the disk is full."""


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


class Store:
    """One connection to the database. Not to be shared between threads."""

    def __init__(self, path: str | Path, *, must_exist: bool = False) -> None:
        """Open `path` (`:memory:` for tests), make the tables and bring old ones to today's shape.

        Write-ahead log with synchronous=FULL: what a commit has said yes to survives a power cut. Raises
        `StoreError`.
        """
        if must_exist and str(path) != ":memory:" and not Path(path).exists():
            raise StoreError(f"there is no database {path}; start a server, or name one with --db")
        try:
            self._conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            self._conn.execute("PRAGMA journal_mode = WAL")
            self._conn.execute("PRAGMA synchronous = FULL")
            self._conn.execute("PRAGMA foreign_keys = ON")
            self.db = Database(self._conn)
            if migrations.pending(self.db):
                with self.transaction():  # of two servers that start at once the second waits
                    migrations.apply(self.db)  # and finds it done
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be used as a database: {error}") from error
        self.people = People(self._conn)
        self.matches = Matches(self._conn)
        self.post = Post(self._conn)
        self.stops = Stops(self._conn)
        self.company = Company(self._conn)
        self.watch = Watch(self._conn)

    def close(self) -> None:
        """Close the connection; committed work is safe in any case."""
        self._conn.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, with the write lock taken at once; inside another one it is a savepoint."""
        if self._conn.in_transaction:
            with self._savepoint():
                yield
            return
        self._conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._conn.execute("COMMIT")
        except BaseException:  # a commit that fails may leave it open, and nothing would ever be stored
            self._conn.rollback()
            raise

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        """One name for all, since the innermost is meant: so SQLite need not read the statements anew."""
        self._conn.execute("SAVEPOINT inner")
        try:
            yield
        except BaseException:
            if self._conn.in_transaction:  # a full disk, for one, may have ended all of it
                self._conn.execute("ROLLBACK TO inner")
                self._conn.execute("RELEASE inner")
            raise
        self._conn.execute("RELEASE inner")

    def secret(self, name: str) -> bytes:
        """A 32-byte secret of this server, made when it is first asked for."""
        row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        if row is None:
            fresh = secrets.token_bytes(32)
            self._conn.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, fresh))
            row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        return bytes(row[0])

    def note(self, name: str) -> str:
        """Something the server has noted about itself; empty where it has not."""
        row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        return bytes(row[0]).decode() if row else ""

    def set_note(self, name: str, text: str) -> None:
        """Note something about the server."""
        self._conn.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, text.encode()))

    def backup(self, path: str | Path) -> None:
        """A consistent copy while the server runs; `path` must not exist. Raises `StoreError`."""
        if Path(path).exists():
            raise StoreError(f"{path} exists; a backup overwrites nothing")
        with sqlite3.connect(path) as target:
            self._conn.backup(target)
        target.close()

    def problems(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty when all is well."""
        found = [text for (text,) in self._conn.execute("PRAGMA integrity_check") if text != "ok"]
        broken = self._conn.execute("PRAGMA foreign_key_check").fetchall()
        return found + [
            f"table {table}, row {row}: points to nothing in {parent}" for table, row, parent, _ in broken
        ]

    def durability(self) -> dict[str, str]:
        """The settings that promises rest on, as the database reports them."""
        return {
            name: str(self._conn.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
