"""How migrations are declared: as functions, in the order in which they have landed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pbem.store.connection import Connection

if TYPE_CHECKING:
    from sqlite_utils import Database  # slow to import, and wanted only where a migration is pending

Migrate: TypeAlias = Callable[[Any], None]


class Migration(NamedTuple):
    """One step from the tables of an earlier version to those of today."""

    name: str
    fn: Migrate


ALL: list[Migration] = []
"""All migrations that have been declared, in order."""


def migrations(*, name: str) -> Callable[[Migrate], Migrate]:
    """Declares a function as the next migration."""

    def add(fn: Migrate) -> Migrate:
        ALL.append(Migration(name, fn))
        return fn

    return add


def is_file(db: Any) -> bool:
    """Whether a database is a file of SQLite's: a plain connection, or one that a library holds."""
    return isinstance(getattr(db, "conn", db), sqlite3.Connection)


def run(db: Database | Connection, script: str) -> None:
    """Statement by statement: `executescript` would commit the transaction that all migrations share."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.execute(statement)
            statement = ""
