"""What goes wrong with a database, and what the host can do about it."""

import sqlite3

SqlError = sqlite3.Error
"""Any error of an open database: locked, damaged file, full disk, lost connection."""


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


class PostgresqlError(sqlite3.DatabaseError):
    """An error of PostgreSQL. It is one of SQLite's kind so that whoever expects `SqlError` need not know which it is.

    `sqlstate` is its code of five characters; empty where the connection was lost, or none could be made.
    """

    def __init__(self, text: str, sqlstate: str) -> None:
        super().__init__(text)
        self.sqlstate = sqlstate


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

_PASSING_CLASSES = {"", "08", "40", "53", "55", "57", "58", "XX"}
"""Lost connection, conflict with others, no room, in use, shut down, trouble of the system, damage: classes of errors
by PostgreSQL, appendix A."""

_READ_ONLY = "25006"
_DAMAGED = {"XX001", "XX002"}
_BUSY = {"55P03", "40001", "40P01"}
"""A lock not obtained in time, a change that conflicts with another, or a broken deadlock."""


def passing(error: BaseException) -> bool:
    """Is the error due to the file, the disk, the connection or a lock, so that the same request may succeed later?"""
    if isinstance(error, PostgresqlError):
        return error.sqlstate[:2] in _PASSING_CLASSES or error.sqlstate == _READ_ONLY
    return _code(error) in _PASSING


def busy(error: BaseException) -> bool:
    """Is another connection writing at the moment?"""
    if isinstance(error, PostgresqlError):
        return error.sqlstate in _BUSY
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


DAMAGED = "stop the server and restore a backup, see docs/hosts/running.md"


def damaged(error: BaseException | None) -> bool:
    """Is the database damaged?"""
    if isinstance(error, StoreError):
        return damaged(error.__cause__)
    if isinstance(error, PostgresqlError):
        return error.sqlstate in _DAMAGED
    return error is not None and _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def advice(error: BaseException) -> str:
    """What the host can do about a database error."""
    return DAMAGED if damaged(error) else "see: pbem doctor"


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0 for other errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
