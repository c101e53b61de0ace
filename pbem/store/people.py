"""Players and their addresses."""

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.store.addresses import mailbox
from pbem.store.connection import ALL, Connection
from pbem.store.due import UNREACHABLE
from pbem.store.rows import Bounce, Player, Preferences, Writer

_COLUMNS = (
    "p.id, p.handle, p.address, p.zone, p.text_only, p.disabled, p.created, p.auto_vacation, p.generation, p.quiet,"
    " p.unreachable, p.preferences"
)
_PLAYER = f"SELECT {_COLUMNS} FROM players p"


@functools.lru_cache(maxsize=256)
def read_preferences(text: str) -> Preferences:
    """Decode a player's stored preferences; cached, since most players have one of a few."""
    return msgspec.json.decode(text, type=Preferences)


ALIKE = 5000
"""Maximum number of handles compared with a misspelt one."""


class People:
    """Queries about players."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def player(self, player: int) -> Player:
        """The player with this number, who must exist."""
        found = self.find(player)
        assert found is not None
        return found

    def find(self, player: int) -> Player | None:
        """Find a player by number."""
        return self._one(f"{_PLAYER} WHERE id = ?", player)

    def named(self, handle: str) -> Player | None:
        """Find a player by handle, in any letter case."""
        return self._one(f"{_PLAYER} WHERE key = ?", handle.lower())

    def at(self, address: str) -> Player | None:
        """Find a player by confirmed address, in whatever spelling."""
        row = self._conn.execute(
            f"{_PLAYER} WHERE id = (SELECT player FROM addresses WHERE mailbox = ?"
            " ORDER BY address != ?, player LIMIT 1)",
            (mailbox(address), address),
        ).fetchone()
        return _player(row) if row else None

    def writer(self, address: str, match: int | None, seat: int | None) -> Writer | None:
        """The player with a confirmed address, in whatever spelling, with what must be known when they answer a mail to
        a seat."""
        row = self._conn.execute(
            f"SELECT {_COLUMNS}, a.address, s.player, s.generation,"
            " EXISTS (SELECT 1 FROM inbox WHERE inbox.status = 'throttled' AND inbox.sender = a.address),"
            " EXISTS (SELECT 1 FROM bounces WHERE bounces.player = p.id),"
            " EXISTS (SELECT 1 FROM confirmations c WHERE c.player = p.id AND c.kind = 'proposal')"
            " FROM addresses a JOIN players p ON p.id = a.player LEFT JOIN seats s ON s.match = ? AND s.n = ?"
            " WHERE a.mailbox = ? ORDER BY a.address != ?, a.player LIMIT 1",
            (match, seat, mailbox(address), address),
        ).fetchone()
        if row is None:
            return None
        *player, confirmed, holder, generation, throttled, bounced, proposed = row
        seated = (holder, generation) if holder is not None else None
        return Writer(_player(player), confirmed, seated, bool(throttled), bool(bounced), bool(proposed))

    def addresses(self, player: int) -> list[str]:
        """All confirmed addresses of a player."""
        found = self._conn.execute(
            "SELECT address FROM addresses WHERE player = ? ORDER BY address", (player,)
        )
        return [address for (address,) in found]

    def all(self) -> list[Player]:
        """All players, by handle."""
        return self.page()

    def page(self, limit: int = ALL, *, after: str = "") -> list[Player]:
        """Players by handle, from the one after this."""
        statement = f"{_PLAYER} WHERE key > ? ORDER BY key LIMIT ?"
        return [_player(row) for row in self._conn.execute(statement, (after.lower(), limit))]

    def active(self, beginning: str, limit: int) -> list[Player]:
        """Active players whose handles begin with a text, by handle."""
        where = "WHERE key >= ?1 AND key < ?1 || '~' AND address != '' AND disabled = 0"
        statement = f"{_PLAYER} {where} ORDER BY key LIMIT ?2"
        return [_player(row) for row in self._conn.execute(statement, (beginning.lower(), limit))]

    def handles_like(self, name: str) -> list[str]:
        """Handles of active players that begin with the same letter as a name, some thousand at most."""
        rows = self._conn.execute(
            "SELECT handle FROM players WHERE key >= ?1 AND key < ?1 || '~' AND disabled = 0 LIMIT ?2",
            (name[:1].lower(), ALIKE),
        )
        return [handle for (handle,) in rows]

    def add(self, handle: str, address: str, now: int) -> Player:
        """Add a player with a confirmed address; raises `ValueError` if the handle or address is taken.

        The house has an empty address: no mail is sent to it.
        """
        taken = f"{handle} or {address} is taken"
        if self.at(address) is not None:
            raise ValueError(taken)
        row = self._conn.execute(
            "INSERT INTO players (handle, key, address, created) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING id",
            (handle, handle.lower(), address, now),
        ).fetchone()
        if row is None:
            raise ValueError(taken)
        player = int(row[0])
        if address:
            self._add_address(player, address)
        return Player(player, handle, address, "UTC", False, False, now)

    def move(self, player: int, address: str) -> None:
        """Send mail to this address from now on; the player keeps the earlier addresses.

        Raises `ValueError` if it belongs to another player.
        """
        owner = self.at(address)
        if owner is not None and owner.id != player:
            raise ValueError(f"{address} is the address of {owner.handle}")
        self.forget_address(player, address)  # in another spelling
        self._add_address(player, address)
        self._conn.execute("UPDATE players SET address = ? WHERE id = ?", (address, player))

    def _add_address(self, player: int, address: str) -> None:
        """Record whose an address is: they need not confirm it anymore."""
        key = mailbox(address)
        self._conn.execute(
            "INSERT INTO addresses (address, player, mailbox) VALUES (?, ?, ?)", (address, player, key)
        )
        self._conn.execute(
            "DELETE FROM confirmations WHERE mailbox = ?1 AND (kind = 'confirm' OR (kind = 'address' AND player = ?2))",
            (key, player),
        )

    def forget_address(self, player: int, address: str) -> None:
        """Remove an address from a player, in whatever spelling."""
        self._conn.execute(
            "DELETE FROM addresses WHERE player = ? AND mailbox = ?", (player, mailbox(address))
        )

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
            "INSERT INTO bounces VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (player, day) DO UPDATE SET at = ?3,"
            " note = CASE WHEN ?4 > bounces.weight THEN ?5 ELSE bounces.note END,"
            " weight = CASE WHEN ?4 > bounces.weight THEN ?4 ELSE bounces.weight END",
            (player, day, now, weight, note),
        )

    def bounces(self, player: int) -> list[Bounce]:
        """A player's bounces, day by day."""
        found = self._conn.execute(
            "SELECT day, at, weight, note FROM bounces WHERE player = ? ORDER BY day", (player,)
        )
        return [Bounce(*row) for row in found]

    def refused_since(self, moment: int) -> int:
        """The number of players whose mail has been refused since a moment for no fault of their addresses."""
        (count,) = self._conn.execute(
            "SELECT count(DISTINCT player) FROM bounces WHERE weight = 0 AND at >= ?", (moment,)
        ).fetchone()
        return int(count)

    def forget_bounces(self, player: int) -> None:
        self._conn.execute("DELETE FROM bounces WHERE player = ?", (player,))

    def forget_before(self, moment: int) -> None:
        """Delete bounces older than a moment."""
        self._conn.execute("DELETE FROM bounces WHERE at < ?", (moment,))

    def set_unreachable(self, player: int, since: int | None) -> None:
        """Record since when mail to a player has been bouncing; None: it no longer does."""
        self._conn.execute("UPDATE players SET unreachable = ? WHERE id = ?", (since, player))

    def unreachable(self) -> list[Player]:
        """The players whose mail bounces."""
        return [_player(row) for row in self._conn.execute(f"{_PLAYER} WHERE {UNREACHABLE} ORDER BY id")]

    def disable(self, player: int, disabled: bool = True) -> None:
        """Disable a player: not obeyed, not answered, and not to be challenged."""
        self._conn.execute("UPDATE players SET disabled = ? WHERE id = ?", (disabled, player))

    def leave(self, player: int) -> None:
        """Delete everything about a player but the handle: no address is left, and their keys no longer work."""
        self.revoke(player)
        for table in ("addresses", "bounces", "former_zones"):
            self._conn.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
        self._conn.execute(  # the questions of a match end with it, or with the player's seat in it
            "DELETE FROM confirmations WHERE player = ?1 AND kind != 'invitation'"
            " AND (match IS NULL OR match NOT IN (SELECT match FROM seats WHERE player = ?1))",
            (player,),
        )
        self._conn.execute(
            "UPDATE players SET address = '', disabled = 1, zone = 'UTC', text_only = 0, auto_vacation = 0, quiet = 0,"
            " unreachable = NULL, preferences = '{}' WHERE id = ?",
            (player,),
        )

    def late(self, player: int) -> int:
        """Number of deadlines a player has missed."""
        row = self._conn.execute("SELECT late FROM players WHERE id = ?", (player,)).fetchone()
        return int(row[0]) if row else 0

    def count_late(self, player: int, match: int, index: int) -> None:
        """Count a deadline that a player has missed in a seat."""
        self._conn.execute("UPDATE players SET late = late + 1 WHERE id = ?", (player,))
        self._conn.execute("UPDATE seats SET late = late + 1 WHERE match = ? AND n = ?", (match, index))

    def reliability(self, player: int) -> tuple[int, int]:
        """How many matches a player has finished, and how many of them without missing a deadline or losing by
        walkover."""
        finished, on_time = self._conn.execute(
            "SELECT count(*), coalesce(sum(CASE s.late WHEN 0 THEN 1 ELSE 0 END), 0) FROM seats s"
            " JOIN matches m ON m.id = s.match WHERE s.player = ? AND m.status = 'over'",
            (player,),
        ).fetchone()
        walkovers = sum(not late for late in self._lost_by_walkover(player))
        return int(finished), int(on_time) - walkovers

    def walkovers(self, player: int) -> int:
        """How many matches a player has lost by walkover."""
        return len(self._lost_by_walkover(player))

    def _lost_by_walkover(self, player: int) -> list[int]:
        """Of each match that a player has lost by walkover, how many deadlines they have missed in it."""
        rows = self._conn.execute(
            "SELECT s.seat, s.late, m.result FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = ? AND m.status = 'over' AND m.reason LIKE 'walkover%'",
            (player,),
        )
        return [int(late) for seat, late, result in rows if seat not in result.partition(">")[0].split("=")]

    def add_tidings(self, player: int, sentence: str) -> None:
        """Keep a sentence for a player's next mail about a match."""
        self._conn.execute(
            "UPDATE players SET tidings = tidings || CASE tidings WHEN '' THEN '' ELSE ? END || ? WHERE id = ?",
            ("\n", sentence, player),
        )

    def take_tidings(self, player: int) -> list[str]:
        """Take what waits for a player's next mail; it waits no longer."""
        row = self._conn.execute("SELECT tidings FROM players WHERE id = ?", (player,)).fetchone()
        self._conn.execute("UPDATE players SET tidings = '' WHERE id = ?", (player,))
        return str(row[0]).split("\n") if row and row[0] else []

    def _one(self, statement: str, value: object) -> Player | None:
        row = self._conn.execute(statement, (value,)).fetchone()
        return _player(row) if row else None


def _player(row: Sequence[Any]) -> Player:
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
