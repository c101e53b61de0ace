"""Opening the database, transactions, and what it notes about itself."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from pbem.store.company import Company
from pbem.store.competitions import Competitions
from pbem.store.confirmations import Confirmations
from pbem.store.connection import IfAlone
from pbem.store.due import anything_due, note_run, tidying_due
from pbem.store.engine import Engine, open_engine
from pbem.store.errors import StoreError
from pbem.store.figures import Figures
from pbem.store.log import Log
from pbem.store.mailbox import Mailboxes
from pbem.store.matches import Matches
from pbem.store.news import News
from pbem.store.notes import read_note, write_notes
from pbem.store.pages import Pages
from pbem.store.people import People
from pbem.store.personal import Personal
from pbem.store.post import Post
from pbem.store.seals import KeyFileError, Seals, mark_of, read_key
from pbem.store.stops import Stops
from pbem.store.tallies import Tallies
from pbem.store.teams import Teams
from pbem.store.watch import Watch

SEALED_WITH = "sealed with"
"""Name of the note that tells which key seals the seeds."""


class Store:
    """One connection to the database. Not to be shared between threads."""

    def __init__(self, place: str | Path, *, must_exist: bool = False) -> None:
        """Open a database, create the tables and migrate older ones. `place` is a file of SQLite's (`:memory:` for
        tests) or the URL of a database of PostgreSQL's. A commit survives a power cut once it has returned. Raises
        `StoreError`.
        """
        self._afterwards: list[Callable[[], None]] = []
        self._engine: Engine = open_engine(place, must_exist=must_exist)
        self._conn = self._engine.conn
        try:
            key = self._key(self._engine.key_file)
        except KeyFileError as error:
            raise StoreError(str(error)) from error
        self.people = People(self._conn)
        self.matches = Matches(self._conn, Seals(key))
        self.log = Log(self._conn)
        self.post = Post(self._conn, self._engine.skip_locked)
        self.stops = Stops(self._conn)
        self.company = Company(self._conn)
        self.teams = Teams(self._conn)
        self.competitions = Competitions(self._conn, Seals(key))
        self.confirmations = Confirmations(self._conn)
        self.watch = Watch(self._conn)
        self.pages = Pages(self._conn)
        self.news = News(self._conn)
        self.tallies = Tallies(self._conn)
        self.figures = Figures(self._conn)
        self.mailboxes = Mailboxes(self._conn)
        self.personal = Personal(self._conn, self._engine.tables)
        self.close = self._engine.close
        self.wait_for_lock = self._engine.wait_for_lock
        self.backup = self._engine.backup
        self.compact = self._engine.compact
        self.must_be_sound = self._engine.must_be_sound
        self.spare_bytes = self._engine.spare_bytes
        self.size_bytes = self._engine.size_bytes
        self.problems = self._engine.problems
        self.durability = self._engine.durability

    def _key(self, file: Path | None) -> bytes:
        """The key of the seals; the database remembers which one it is."""
        if file is None:
            return bytes(32)
        known_as = self.note(SEALED_WITH)
        key = read_key(file, known_as)
        if not known_as:
            with (
                self._engine.leaving_no_trace(),
                self.transaction(),
            ):  # or the seeds would stay where they were
                if not (known_as := self.note(SEALED_WITH)):
                    self._seal_all(Seals(key))
                    self.set_note(SEALED_WITH, mark_of(key))
            return read_key(file, known_as)  # another process may have been quicker
        return key

    def _seal_all(self, seals: Seals) -> None:
        """Seal the seeds of a database that was made before there were seals."""
        rows = self._conn.execute("SELECT id, seed FROM matches").fetchall()
        self._conn.executemany(
            "UPDATE matches SET seed = ? WHERE id = ?", [(seals.seal(seed), match) for match, seed in rows]
        )

    @contextmanager
    def transaction(self, *, beside: bool = False) -> Iterator[None]:
        """All or nothing; a nested transaction is a savepoint.

        Transactions run one at a time, whatever the database and however many machines use it, so what is read in one
        stays true until its end. Only PostgreSQL lets those that are `beside` run at the same time: each of their
        statements must be correct by itself.
        """
        engine = self._engine
        if engine.in_transaction:
            with self._savepoint():
                yield
            return
        engine.begin(beside=beside)
        try:
            yield
            engine.commit()
        except BaseException:  # a failed commit may leave it open, and nothing could be stored after that
            engine.rollback()
            self._afterwards.clear()
            raise
        afterwards, self._afterwards = self._afterwards, []
        for call in afterwards:
            call()

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call this once the open transaction is committed; never if it is rolled back."""
        self._afterwards.append(call)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read everything within as of one moment while others go on writing. Makes nobody wait."""
        self._engine.begin_reading()
        try:
            yield
        finally:
            self._engine.rollback()

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        """All savepoints share a name, so that SQLite can reuse the statements; the innermost one is meant."""
        self._conn.execute("SAVEPOINT part")
        before = len(self._afterwards)
        try:
            yield
        except BaseException:
            del self._afterwards[before:]
            if self._engine.in_transaction:  # some errors, such as a full disk, roll back all of it
                self._conn.execute("ROLLBACK TO part")
                self._conn.execute("RELEASE part")
            raise
        self._conn.execute("RELEASE part")

    def secret(self, name: str) -> bytes:
        """A 32-byte secret of this server, created on first use."""
        row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        if row is None:
            fresh = secrets.token_bytes(32)
            self._conn.execute(
                "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, fresh)
            )
            row = self._conn.execute("SELECT value FROM settings WHERE key = ?", (name,)).fetchone()
        return bytes(row[0])

    def note(self, name: str) -> str:
        """A note the server has stored about itself; empty if there is none."""
        return read_note(self._conn, name)

    def set_note(self, name: str, text: str) -> None:
        """Store a note about the server."""
        write_notes(self._conn, {name: text})

    def anything_due(self, now: int, probe_seconds: int) -> bool:
        """Whether reminders may find anything to do."""
        return anything_due(self._conn, now, probe_seconds)

    def tidying_due(self, now: int) -> bool:
        """Whether nobody has tidied up for a day."""
        return tidying_due(self._conn, now)

    def note_run(self, now: int) -> None:
        """Note that reminders have been looked for."""
        note_run(self._conn, now)

    @property
    def db(self) -> Any:
        """The connection, for migrations and tests."""
        return self._engine.db

    def presence(self, part: str) -> AbstractContextManager[IfAlone]:
        """Take part in a part of the work that several processes share, and find out whether this is the only one."""
        return self._engine.presence(part)

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        return self._engine.name

    @property
    def file(self) -> Path | None:
        """The file of the database; None if it is kept by a database server."""
        return self._engine.file
