"""What is stored of one person, in all tables: to hand it to them, and to erase it.

Rows of theirs are found by their number or by their confirmed addresses. An address may also stand in texts of others,
as in the letter in which somebody quotes them.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from pbem.store.connection import Connection, Table

_THEIRS = "(SELECT address FROM addresses WHERE player = ?1)"
_SEATS = "(SELECT match FROM seats WHERE player = ?1)"
_OF_PLAYER = (
    *(
        "addresses",
        "seats",
        "stops",
        "limits",
        "ratings",
        "rating_changes",
        "entrants",
        "competition_events",
        "observers",
        "game_observers",
        "notes",
    ),
    *("news", "digests", "bounces", "former_zones"),
)

OWN = {
    "players": "id = ?1",
    **dict.fromkeys(_OF_PLAYER, "player = ?1"),
    "blocks": "player = ?1",
    "confirmations": f"player = ?1 OR address IN {_THEIRS}",
    "matches": f"owner = ?1 OR id IN {_SEATS}",
    "log": "EXISTS (SELECT 1 FROM seats s WHERE s.match = log.match AND s.seat = log.seat AND s.player = ?1)",
    "votes": "EXISTS (SELECT 1 FROM seats s WHERE s.match = votes.match AND s.n = votes.voter AND s.player = ?1)",
    "competitions": "director = ?1",
    "teams": "manager = ?1",
    "team_versions": "team IN (SELECT id FROM teams WHERE manager = ?1)",
    "unwanted": f"address IN {_THEIRS}",
    "inbox": f"sender IN {_THEIRS} OR return_path IN {_THEIRS}",
    "outbox": f"recipient IN {_THEIRS}",
}
"""Which rows of each table are a person's own."""

KEYED = ("heard", "tallies")
"""Tables whose keys contain addresses."""

OF_NOBODY = (
    "settings",
    "turns",
    "origins",
    "sayings",
    "team_seats",
    "pairings",
    "mailboxes",
    "mailbox_letters",
    "mailbox_sent",
)
"""Tables of the server and of matches."""

_QUOTING = ("confirmations", "inbox", "outbox", "news", "notes", "sayings", "mailbox_letters")
"""Tables with texts in which others may quote an address."""

ERASED = "erased@erased.invalid"
"""Stands in the place of an address in texts of others."""


class Personal:
    """Queries about all that is stored of a person."""

    def __init__(self, conn: Connection, tables: Callable[[], list[Table]]) -> None:
        self._conn = conn
        self._tables = tables

    def rows(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """A person's own rows of each table, by the names of its columns."""
        return {
            table.name: [
                dict(zip(table.columns, row, strict=True))
                for row in self._conn.execute(
                    f"SELECT {table.quoted(table.columns)} FROM {table.name} WHERE {OWN[table.name]}"
                    f" ORDER BY {table.quoted(table.key)}",
                    (player,),
                )
            ]
            for table in self._tables()
            if table.name in OWN
        }

    def keyed(self, names: Collection[str]) -> dict[str, list[str]]:
        """The keys that contain one of some addresses, by table."""
        about = _about(names)
        return {
            table: [
                key
                for (key,) in self._conn.execute(f"SELECT DISTINCT key FROM {table}")
                if about.search(key.encode())
            ]
            for table in KEYED
        }

    def former_addresses(self, player: int) -> list[str]:
        """From where the letters came that a player who has left had an effect with in their matches."""
        found = self._conn.execute(
            "SELECT DISTINCT i.sender FROM seats s JOIN log l ON l.match = s.match AND l.seat = s.seat"
            " JOIN inbox i ON i.id = l.inbox WHERE s.player = ? AND i.sender != ''",
            (player,),
        )
        return [address for (address,) in found]

    def erase(self, addresses: Collection[str], names: Collection[str], now: int) -> None:
        """Erase some addresses everywhere, with the letters from and to them; `names` are other forms of the same.
        Numbers of letters stay, since logs refer to them; `tidy` deletes the empty rows in its time."""
        for address in addresses:
            self._conn.execute(
                "UPDATE inbox SET raw = x'', return_path = '', sender = '', recipients = '[]', note = 'erased',"
                " peer = '', lane = '', closed = coalesce(closed, ?2),"
                " status = CASE WHEN status IN ('done', 'duplicate') THEN status ELSE 'ignored' END"
                " WHERE sender = ?1 OR return_path = ?1",
                (address, now),
            )
            self._conn.execute(
                "UPDATE outbox SET raw = x'', notice = x'', recipient = '', mailbox = '', reply_to = '',"
                " reply = 'erased', status = CASE WHEN status IN ('new', 'held') THEN 'failed' ELSE status END,"
                " closed = coalesce(closed, ?2) WHERE recipient = ?1",
                (address, now),
            )
            for name in ("confirmations", "unwanted"):
                self._conn.execute(f"DELETE FROM {name} WHERE address = ?", (address,))
        for name, keys in self.keyed(names).items():
            self._conn.executemany(f"DELETE FROM {name} WHERE key = ?", [(key,) for key in keys])
        about = _about(names)
        for table in self._tables():
            if table.name in _QUOTING:
                self._blot_out(table, about)

    def _blot_out(self, table: Table, about: re.Pattern[bytes]) -> None:
        """Replace addresses in all texts of a table."""
        marks = " AND ".join(f'"{column}" = ?' for column in table.key)
        changes = [
            (f'UPDATE {table.name} SET "{column}" = ? WHERE {marks}', [blotted, *key])
            for key, row in self._texts(table)
            for column, value in row.items()
            if (blotted := _blot(value, about)) is not None
        ]
        for statement, values in changes:
            self._conn.execute(statement, values)

    def _texts(self, table: Table) -> Iterable[tuple[list[Any], dict[str, Any]]]:
        for values in self._conn.execute(table.listing):
            row = dict(zip(table.columns, values, strict=True))
            yield [row[column] for column in table.key], row


def _about(names: Iterable[str]) -> re.Pattern[bytes]:
    """Finds addresses that stand alone, in any letter case."""
    found = b"|".join(re.escape(name.encode()) for name in sorted(names))
    return re.compile(rb"(?<![\w.+-])(?:" + found + rb")(?![\w-])", re.IGNORECASE)


def _blot(value: object, about: re.Pattern[bytes]) -> str | bytes | None:
    """A text without these addresses; None if they are not in it."""
    if isinstance(value, str):
        blotted, count = about.subn(ERASED.encode(), value.encode("utf-8", "surrogateescape"))
        return blotted.decode("utf-8", "surrogateescape") if count else None
    if isinstance(value, bytes | memoryview):
        raw, count = about.subn(ERASED.encode(), bytes(value))
        return raw if count else None
    return None
