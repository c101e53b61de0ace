"""Players, their addresses, and pending registrations."""

from __future__ import annotations

import functools
import sqlite3

import msgspec

from pbem.store.rows import AddressChange, Bounce, Player, Preferences, Registration

_PLAYER = (
    "SELECT id, handle, address, zone, text_only, disabled, created, auto_vacation, generation, quiet, unreachable,"
    " preferences FROM players"
)
_CHANGE = "SELECT id, player, after, asked, before, added, done FROM address_changes"


@functools.lru_cache(maxsize=256)
def read_preferences(text: str) -> Preferences:
    """Decode a player's stored preferences; cached, since most players have one of a few."""
    return msgspec.json.decode(text, type=Preferences)


class People:
    """Queries about players."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn

    def player(self, player: int) -> Player | None:
        """Find a player by number."""
        return self._one(f"{_PLAYER} WHERE id = ?", player)

    def named(self, handle: str) -> Player | None:
        """Find a player by handle, in any letter case."""
        return self._one(f"{_PLAYER} WHERE key = ?", handle.lower())

    def at(self, address: str) -> Player | None:
        """Find a player by confirmed address."""
        return self._one(f"{_PLAYER} WHERE id = (SELECT player FROM addresses WHERE address = ?)", address)

    def addresses(self, player: int) -> list[str]:
        """All confirmed addresses of a player."""
        found = self._conn.execute(
            "SELECT address FROM addresses WHERE player = ? ORDER BY address", (player,)
        )
        return [address for (address,) in found]

    def all(self) -> list[Player]:
        """All players, by handle."""
        return [_player(row) for row in self._conn.execute(f"{_PLAYER} ORDER BY key")]

    def handles_like(self, name: str) -> list[str]:
        """The handles of active players that begin with the same letter as a name."""
        rows = self._conn.execute(
            "SELECT handle FROM players WHERE key >= ?1 AND key < ?1 || '~' AND NOT disabled",
            (name[:1].lower(),),
        )
        return [handle for (handle,) in rows]

    def add(self, handle: str, address: str, now: int) -> Player:
        """Add a player with a confirmed address; raises `ValueError` if the handle or address is taken.

        The house has an empty address: no mail is sent to it.
        """
        try:
            cursor = self._conn.execute(
                "INSERT INTO players (handle, key, address, created) VALUES (?, ?, ?, ?)",
                (handle, handle.lower(), address, now),
            )
            if address:
                self._conn.execute("INSERT INTO addresses VALUES (?, ?)", (address, cursor.lastrowid))
        except sqlite3.IntegrityError as error:
            raise ValueError(f"{handle} or {address} is taken") from error
        self._conn.execute("DELETE FROM registrations WHERE address = ?", (address,))
        return Player(cursor.lastrowid or 0, handle, address, "UTC", False, False, now)

    def move(self, player: int, address: str) -> None:
        """Send mail to this address from now on; the player keeps the earlier addresses.

        Raises `ValueError` if it belongs to another player.
        """
        owner = self.at(address)
        if owner is not None and owner.id != player:
            raise ValueError(f"{address} is the address of {owner.handle}")
        if owner is None:
            self._conn.execute("INSERT INTO addresses VALUES (?, ?)", (address, player))
            self._conn.execute("DELETE FROM registrations WHERE address = ?", (address,))
        self._conn.execute("UPDATE players SET address = ? WHERE id = ?", (address, player))

    def forget_address(self, player: int, address: str) -> None:
        """Remove an address from a player, and cancel their unanswered changes to it."""
        self._conn.execute("DELETE FROM addresses WHERE player = ? AND address = ?", (player, address))
        self._conn.execute(
            "DELETE FROM address_changes WHERE player = ? AND after = ? AND done IS NULL", (player, address)
        )

    # Changes of address.

    def ask_address(self, player: int, after: str, now: int) -> AddressChange:
        """Record that a player wants their mail at another address."""
        cursor = self._conn.execute(
            "INSERT INTO address_changes (player, after, asked) VALUES (?, ?, ?)", (player, after, now)
        )
        return AddressChange(cursor.lastrowid or 0, player, after, now)

    def address_change(self, number: int) -> AddressChange | None:
        """Find a change of address, pending or done, by its number."""
        row = self._conn.execute(f"{_CHANGE} WHERE id = ?", (number,)).fetchone()
        if row is None:
            return None
        found, player, after, asked, before, added, done = row
        return AddressChange(found, player, after, asked, before, bool(added), done)

    def address_changes_since(self, player: int, moment: int) -> int:
        """Number of changes of a player's address done since a moment."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM address_changes WHERE player = ? AND done > ?", (player, moment)
        ).fetchone()
        return int(count)

    def change_done(self, change: AddressChange) -> None:
        """Store a completed change of address; several within a second keep their order."""
        self._conn.execute(
            "UPDATE address_changes SET before = ?, added = ?, done = max(?, 1 + (SELECT coalesce(max(done), 0)"
            " FROM address_changes WHERE player = ?)) WHERE id = ?",
            (change.before, change.added, change.done, change.player, change.id),
        )

    def first_change_done(self, player: int, since: int) -> AddressChange | None:
        """The first change of a player's address that was done after a moment, whenever it was requested."""
        row = self._conn.execute(
            "SELECT id FROM address_changes WHERE player = ? AND done > ? ORDER BY done, id", (player, since)
        ).fetchone()
        return self.address_change(row[0]) if row else None

    def take_changes_back(self, first: AddressChange) -> list[str]:
        """Delete a change of address, all later ones of the player and all pending ones; returns the addresses they
        had added."""
        which = (first.player, first.done)
        where = "player = ? AND (done IS NULL OR done >= ?)"
        rows = self._conn.execute(
            f"SELECT after FROM address_changes WHERE {where} AND added ORDER BY id", which
        ).fetchall()
        self._conn.execute(f"DELETE FROM address_changes WHERE {where}", which)
        added = list(dict.fromkeys(after for (after,) in rows if after != first.before))
        for address in added:
            self.forget_address(first.player, address)
        return added

    def change(
        self,
        player: int,
        *,
        zone: str | None = None,
        text_only: bool | None = None,
        auto_vacation: bool | None = None,
        quiet: bool | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        """Change a player's mail settings."""
        wanted = {
            "zone": zone,
            "text_only": text_only,
            "auto_vacation": auto_vacation,
            "quiet": quiet,
            "preferences": None if preferences is None else msgspec.json.encode(preferences).decode(),
        }
        for column, value in wanted.items():
            if value is not None:
                self._conn.execute(f"UPDATE players SET {column} = ? WHERE id = ?", (value, player))

    def revoke(self, player: int) -> None:
        """Make all reply addresses of a player sent so far void, those of their matches too."""
        self._conn.execute("UPDATE players SET generation = generation + 1 WHERE id = ?", (player,))
        self._conn.execute("UPDATE seats SET generation = generation + 1 WHERE player = ?", (player,))

    # Bounces.

    def bounced(self, player: int, day: int, now: int, weight: float, note: str) -> None:
        """Record a bounce of a player's address; the worst of each day counts."""
        self._conn.execute(
            "INSERT INTO bounces VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET at = ?3,"
            " note = CASE WHEN ?4 > weight THEN ?5 ELSE note END, weight = max(weight, ?4)",
            (player, day, now, weight, note),
        )

    def bounces(self, player: int) -> list[Bounce]:
        """A player's bounces, day by day."""
        found = self._conn.execute(
            "SELECT day, at, weight, note FROM bounces WHERE player = ? ORDER BY day", (player,)
        )
        return [Bounce(*row) for row in found]

    def forget_bounces(self, player: int) -> None:
        self._conn.execute("DELETE FROM bounces WHERE player = ?", (player,))

    def forget_before(self, moment: int) -> None:
        """Delete unconfirmed registrations and bounces older than a moment."""
        self._conn.execute("DELETE FROM registrations WHERE created < ?", (moment,))
        self._conn.execute("DELETE FROM bounces WHERE at < ?", (moment,))

    def forget_changes(self, moment: int) -> None:
        """Delete changes of address requested, and done if ever, before a moment."""
        self._conn.execute("DELETE FROM address_changes WHERE coalesce(done, asked) < ?", (moment,))

    def set_unreachable(self, player: int, since: int | None) -> None:
        """Record since when mail to a player has been bouncing; None: it no longer does."""
        self._conn.execute("UPDATE players SET unreachable = ? WHERE id = ?", (since, player))

    def unreachable(self) -> list[Player]:
        """The players whose mail bounces."""
        return [
            _player(row) for row in self._conn.execute(f"{_PLAYER} WHERE unreachable IS NOT NULL ORDER BY id")
        ]

    def disable(self, player: int, disabled: bool = True) -> None:
        """Disable a player: not obeyed, not answered, and not to be challenged."""
        self._conn.execute("UPDATE players SET disabled = ? WHERE id = ?", (disabled, player))

    def leave(self, player: int) -> None:
        """Delete everything about a player but the handle: no address is left, and their keys no longer work."""
        self.revoke(player)
        for table in ("addresses", "address_changes", "bounces", "former_zones"):
            self._conn.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
        self._conn.execute(
            "UPDATE players SET address = '', disabled = 1, zone = 'UTC', text_only = 0, auto_vacation = 0, quiet = 0,"
            " unreachable = NULL, preferences = '{}' WHERE id = ?",
            (player,),
        )

    def late(self, player: int) -> int:
        """Number of deadlines a player has missed."""
        row = self._conn.execute("SELECT late FROM players WHERE id = ?", (player,)).fetchone()
        return int(row[0]) if row else 0

    def count_late(self, player: int) -> None:
        self._conn.execute("UPDATE players SET late = late + 1 WHERE id = ?", (player,))

    def register(self, handle: str, address: str, now: int) -> Registration:
        """Record that this address asks for this handle, in place of an earlier request of the address."""
        waiting = self.registration_at(address)
        if waiting is not None and waiting.handle == handle:
            return waiting  # after asking twice they may answer either mail
        self._conn.execute("DELETE FROM registrations WHERE address = ?", (address,))
        cursor = self._conn.execute(
            "INSERT INTO registrations (handle, address, created) VALUES (?, ?, ?)", (handle, address, now)
        )
        return Registration(cursor.lastrowid or 0, handle, address, now)

    def registration(self, registration: int) -> Registration | None:
        """Find a pending registration by number."""
        row = self._conn.execute(
            "SELECT id, handle, address, created FROM registrations WHERE id = ?", (registration,)
        ).fetchone()
        return Registration(*row) if row else None

    def registration_at(self, address: str) -> Registration | None:
        """Find a pending registration by address."""
        row = self._conn.execute(
            "SELECT id, handle, address, created FROM registrations WHERE address = ?", (address,)
        ).fetchone()
        return Registration(*row) if row else None

    def _one(self, statement: str, value: object) -> Player | None:
        row = self._conn.execute(statement, (value,)).fetchone()
        return _player(row) if row else None


def _player(row: tuple[int, str, str, str, int, int, int, int, int, int, int | None, str]) -> Player:
    number, handle, address, zone, text_only, disabled, created, auto_vacation, generation, quiet = row[:10]
    unreachable, preferences = row[10:]
    return Player(
        number,
        handle,
        address,
        zone,
        bool(text_only),
        bool(disabled),
        created,
        bool(auto_vacation),
        generation,
        bool(quiet),
        unreachable,
        read_preferences(preferences),
    )
