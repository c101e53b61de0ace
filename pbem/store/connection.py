"""What queries need of a database: the part of a DB-API connection that SQLite and PostgreSQL have in common.

Statements are written once, for both. Values are marked `?`, or `?1` where one is used twice; a new row tells its
number by `RETURNING id`; booleans are stored as 0 and 1. The rest is taken care of by `pbem.store.postgresql`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

ALL = 1 << 62
"""A limit that no table reaches."""

IfAlone: TypeAlias = Callable[[Callable[[], None]], bool]
"""Calls something if no other process does the same part of the work, and returns whether it has."""


class Cursor(Protocol):
    """The rows that a statement brings."""

    @property
    def rowcount(self) -> int:
        """Number of rows changed by a statement that returns none."""
        ...

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """An open database, as far as statements go."""

    def execute(self, statement: str, values: Any = (), /) -> Cursor:
        """Run a statement. Raises `SqlError`."""
        ...

    def executemany(self, statement: str, rows: Iterable[Any], /) -> Cursor:
        """Run a statement once for each row of values. Raises `SqlError`."""
        ...


class Table(Struct, frozen=True):
    """A table, its columns, and those of its key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def __str__(self) -> str:
        """The table with its columns, as in a statement."""
        return f"{self.name} ({self.quoted(self.columns)})"

    @staticmethod
    def quoted(columns: Iterable[str]) -> str:
        """Columns as a statement names them: some are SQL keywords."""
        return ", ".join(f'"{each}"' for each in columns)

    @property
    def listing(self) -> str:
        """The statement that lists its rows by its key."""
        return f"SELECT {self.quoted(self.columns)} FROM {self.name} ORDER BY {self.quoted(self.key)}"
