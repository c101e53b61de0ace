"""Which databases this version can use: its own, and those of earlier versions back to the first whose tables are kept.

No migration is changed once it has landed, so a database has exactly the tables that its migrations make. One whose
tables differ, or that was left by other migrations, was made before that rule and is refused untouched.
"""

import contextlib
import functools
import sqlite3
from collections.abc import Mapping, Set

from sqlite_utils import Database

from pbem.store.schema import all_migrations

KEPT_SINCE = "24 November 2026"
"""The first day whose databases are kept: that of commit 6db84426. CHANGELOG.md tells hosts."""

_COLUMNS = """
SELECT tables.name, group_concat(columns.name) FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns
WHERE tables.type = 'table' GROUP BY tables.name
"""


def known() -> frozenset[str]:
    """The names of all migrations."""
    return frozenset(each.name for each in all_migrations())


def why_not(made: Set[str]) -> str:
    """Why a database with these migrations cannot be used; empty if it can. A later version only adds migrations."""
    unknown = made - known()
    if not unknown:
        return ""
    if known() <= made:
        return f"is of a later version of pbem (it knows {', '.join(sorted(unknown))}); install that one"
    return _TOO_OLD


_TOO_OLD = (
    f"is of an earlier, unreleased version of pbem; only databases made since {KEPT_SINCE} can be used. Nothing has"
    " been changed in it: finish its matches with the version that made it"
)


def why_not_file(conn: sqlite3.Connection) -> str:
    """The same for a database in a file, whose tables are compared as well. Raises `SqlError`."""
    conn.execute("BEGIN")  # another process may be migrating it
    try:
        made = made_in(conn)
        reason = why_not(made)
        if not reason and made and not _tables_of(made).items() <= _tables(conn).items():
            reason = _TOO_OLD
        return reason
    finally:
        conn.rollback()


def made_in(conn: sqlite3.Connection) -> frozenset[str]:
    """The migrations that have been made in a file; none in a new one. Raises `SqlError`."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return frozenset()
    rows = conn.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'pbem'")
    return frozenset(name for (name,) in rows)


def _tables(conn: sqlite3.Connection) -> Mapping[str, str]:
    """The columns of each table."""
    return dict(conn.execute(_COLUMNS).fetchall())


@functools.cache
def _tables_of(made: frozenset[str]) -> Mapping[str, str]:
    """The tables that some migrations make. The one of the library that applies them is its own affair."""
    with contextlib.closing(sqlite3.connect(":memory:")) as empty:
        for migration in all_migrations():
            if migration.name in made:
                migration.fn(Database(empty))
        return {name: columns for name, columns in _tables(empty).items() if not name.startswith("sqlite_")}
