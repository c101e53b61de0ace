"""Competitions: their entrants, pairings and events."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pbem.store.connection import Connection
from pbem.store.rows import Terms
from pbem.store.seals import Seals


class CompetitionRow(Struct, frozen=True):
    """A competition: `plan` is JSON; `director` None stands for the host; `told` is the last round of whose end all
    have been told; while that goes on, `telling` is the number of the next entrant who is; `wake` is the moment at
    which something begins by itself."""

    id: int
    game: str
    name: str
    director: int | None
    options: dict[str, str]
    terms: Terms
    plan: bytes
    seed: bytes
    status: Literal["open", "running", "over"]
    told: int
    telling: int
    created: int
    closed: int | None = None
    wake: int | None = None


class EntrantRow(Struct, frozen=True):
    """A player in a competition, by number: the order of entry, and from the start on the seed.

    Of a `team`, `player` is its manager; `handle` is the name under which they play, a team's or a player's.
    """

    number: int
    player: int
    handle: str
    team: int | None = None
    manager: str = ""


class PairingRow(Struct, frozen=True):
    """A pairing with its match; `due` is the date by which that should be over; `warned`: its players have
    been told that it is near."""

    competition: int
    round: int
    table: int
    game: int
    match: int | None
    due: int | None
    warned: bool
    stake: str
    settled: int | None

    @property
    def key(self) -> tuple[int, int, int]:
        """What names it within its competition."""
        return self.round, self.table, self.game


class EventRow(Struct, frozen=True):
    """An event of a competition, as JSON; `by` is the handle of the player who has done it."""

    at: int
    by: str
    reason: str
    event: bytes


NEAR = 3 * 86_400
"""Seconds before the date of a pairing at which its players are warned."""

_COMPETITION = (
    "SELECT id, game, name, director, options, terms, plan, seed, status, told, telling, created, closed,"
    " wake FROM competitions"
)
_PAIRING = 'SELECT competition, round, "table", game, match, due, warned, stake, settled FROM pairings'
_KEY = 'competition = ? AND round = ? AND "table" = ? AND game = ?'


class Competitions:
    """Queries about competitions."""

    def __init__(self, conn: Connection, seals: Seals) -> None:
        self._conn = conn
        self._seals = seals

    # Competitions.

    def open(
        self,
        game: str,
        name: str,
        director: int | None,
        options: Mapping[str, str],
        terms: Terms,
        plan: bytes,
        seed: bytes,
        now: int,
    ) -> CompetitionRow | None:
        """A new competition that can be entered; None if there is one of this name."""
        row = self._conn.execute(
            "INSERT INTO competitions (game, name, key, director, options, terms, plan, seed, status, look, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, ?) ON CONFLICT DO NOTHING RETURNING id",
            (
                game,
                name,
                name.lower(),
                director,
                _text(options),
                _text(terms),
                plan.decode(),
                self._seals.seal(seed),
                now,
            ),
        ).fetchone()
        return self.competition(row[0]) if row else None

    def competition(self, number: int) -> CompetitionRow:
        """The competition with this number, which must exist."""
        return next(iter(self._find("WHERE id = ?", number)))

    def named(self, name: str) -> CompetitionRow | None:
        """The competition of this name, in any letter case."""
        return next(iter(self._find("WHERE key = ?", name.lower())), None)

    def all(self) -> list[CompetitionRow]:
        """All competitions, the newest first."""
        return self._find("ORDER BY id DESC")

    def names(self) -> list[str]:
        """The names of all competitions."""
        return [
            name for (name,) in self._conn.execute("SELECT name FROM competitions ORDER BY id").fetchall()
        ]

    def of_player(self, player: int) -> list[CompetitionRow]:
        """Those that a player has entered, the newest first."""
        return self._find(
            "WHERE id IN (SELECT competition FROM entrants WHERE player = ?) ORDER BY id DESC", player
        )

    def directed_by(self, player: int) -> list[CompetitionRow]:
        """Those that are not over and directed by a player, the newest first."""
        return self._find("WHERE director = ? AND status != 'over' ORDER BY id DESC", player)

    def to_look_at(self, now: int) -> list[CompetitionRow]:
        """Those in which something may be due: a match is over, its date has passed, or somebody has acted."""
        return self._find(
            "WHERE look = 1 OR wake <= ?1 OR id IN"
            " (SELECT p.competition FROM pairings p JOIN matches m ON m.id = p.match"
            " WHERE p.settled IS NULL AND (m.status != 'running' OR p.due <= ?1"
            " OR (p.due <= ?2 AND p.warned = 0))) ORDER BY id",
            now,
            now + NEAR,
        )

    def set_look(self, competition: int, look: bool) -> None:
        """Note that something may be due, or that nothing is."""
        self._conn.execute("UPDATE competitions SET look = ? WHERE id = ?", (look, competition))

    def set_wake(self, competition: int, wake: int | None) -> None:
        """Note when something begins by itself; None: nothing does."""
        self._conn.execute("UPDATE competitions SET wake = ? WHERE id = ?", (wake, competition))

    def look_for(self, player: int) -> None:
        """Note that something may be due where a player has entered, or directs."""
        self._conn.execute(
            "UPDATE competitions SET look = 1"
            " WHERE director = ?1 OR id IN (SELECT competition FROM entrants WHERE player = ?1)",
            (player,),
        )

    def set_status(self, competition: int, status: str, closed: int | None = None) -> None:
        """Let a competition begin or end."""
        self._conn.execute(
            "UPDATE competitions SET status = ?, closed = ? WHERE id = ?", (status, closed, competition)
        )

    def set_told(self, competition: int, round_: int, telling: int) -> None:
        """Note of the end of which round all have been told, or all before the entrant `telling`."""
        self._conn.execute(
            "UPDATE competitions SET told = ?, telling = ? WHERE id = ?", (round_, telling, competition)
        )

    def set_director(self, competition: int, director: int | None) -> None:
        """Give a competition to another director; None: to the host."""
        self._conn.execute("UPDATE competitions SET director = ? WHERE id = ?", (director, competition))

    def _find(self, where: str, *values: int | str) -> list[CompetitionRow]:
        return [self._competition(row) for row in self._conn.execute(f"{_COMPETITION} {where}", values)]

    def _competition(self, row: tuple[Any, ...]) -> CompetitionRow:
        number, game, name, director, options, terms, plan, seed, status, told, telling, created, *ends = row
        return CompetitionRow(
            number,
            game,
            name,
            director,
            msgspec.json.decode(options, type=dict[str, str]),
            msgspec.json.decode(terms, type=Terms),
            plan.encode(),
            self._seals.open(bytes(seed)) if seed else b"",  # none has been drawn for a league of old
            status,
            told,
            telling,
            created,
            *ends,
        )

    # Entrants.

    def entrants(self, competition: int) -> list[EntrantRow]:
        """Those who have entered, by number."""
        rows = self._conn.execute(
            "SELECT e.number, e.player, coalesce(t.name, p.handle), e.team, p.handle FROM entrants e"
            " JOIN players p ON p.id = e.player LEFT JOIN teams t ON t.id = e.team WHERE e.competition = ?"
            " ORDER BY e.number",
            (competition,),
        )
        return [EntrantRow(*row) for row in rows]

    def enter(self, competition: int, player: int, team: int | None = None) -> int:
        """Add a player, or the team that they manage, as the last entrant; returns the number."""
        (number,) = self._conn.execute(
            "INSERT INTO entrants (competition, number, player, team)"
            " SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM entrants WHERE competition = ?1"
            " RETURNING number",
            (competition, player, team),
        ).fetchone()
        return int(number)

    def take_out(self, competition: int, number: int) -> None:
        """Remove an entrant from a competition that has not begun."""
        self._conn.execute("DELETE FROM entrants WHERE competition = ? AND number = ?", (competition, number))

    def number(self, competition: int, entrants: Iterable[EntrantRow]) -> None:
        """Number the entrants, all of whom are given by seed, from 1."""
        self._conn.execute("DELETE FROM entrants WHERE competition = ?", (competition,))
        self._conn.executemany(
            "INSERT INTO entrants (competition, number, player, team) VALUES (?, ?, ?, ?)",
            [(competition, number, each.player, each.team) for number, each in enumerate(entrants, 1)],
        )

    def replace(self, competition: int, number: int, player: int) -> None:
        """Give the place of an entrant to another player."""
        self._conn.execute(
            "UPDATE entrants SET player = ? WHERE competition = ? AND number = ?",
            (player, competition, number),
        )

    # Pairings.

    def pair(
        self, competition: int, key: tuple[int, int, int], match: int | None, due: int | None, stake: str
    ) -> None:
        """Store a pairing. Raises an error of the database if it has been made before."""
        self._conn.execute(
            'INSERT INTO pairings (competition, round, "table", game, match, due, stake)'
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (competition, *key, match, due, stake),
        )

    def pairings(self, competition: int) -> list[PairingRow]:
        """All pairings of a competition, by round."""
        rows = self._conn.execute(
            f'{_PAIRING} WHERE competition = ? ORDER BY round, "table", game', (competition,)
        )
        return [_pairing(row) for row in rows]

    def pairing_of(self, match: int) -> PairingRow | None:
        """The pairing that a match belongs to."""
        row = self._conn.execute(f"{_PAIRING} WHERE match = ?", (match,)).fetchone()
        return _pairing(row) if row else None

    def name_of(self, match: int) -> str:
        """The name of the competition that a match belongs to; empty if it belongs to none."""
        row = self._conn.execute(
            "SELECT c.name FROM competitions c JOIN pairings p ON p.competition = c.id WHERE p.match = ?",
            (match,),
        ).fetchone()
        return str(row[0]) if row else ""

    def settle(self, pairing: PairingRow, now: int) -> None:
        """Note that a pairing has a result."""
        self._conn.execute(
            f"UPDATE pairings SET settled = ? WHERE {_KEY}", (now, pairing.competition, *pairing.key)
        )

    def void(self, pairing: PairingRow) -> None:
        """Remove a pairing, which can be made again then."""
        self._conn.execute(f"DELETE FROM pairings WHERE {_KEY}", (pairing.competition, *pairing.key))

    def set_due(self, pairing: PairingRow, due: int | None) -> None:
        """Give a pairing another date."""
        self._conn.execute(
            f"UPDATE pairings SET due = ?, warned = 0 WHERE {_KEY}", (due, pairing.competition, *pairing.key)
        )

    def set_warned(self, pairing: PairingRow) -> None:
        """Note that the players of a pairing have been told that its date is near."""
        self._conn.execute(
            f"UPDATE pairings SET warned = 1 WHERE {_KEY}", (pairing.competition, *pairing.key)
        )

    def set_stake(self, pairing: PairingRow, stake: str) -> None:
        """Change what the players of a pairing are told that it is about."""
        self._conn.execute(
            f"UPDATE pairings SET stake = ? WHERE {_KEY}", (stake, pairing.competition, *pairing.key)
        )

    # Events.

    def note(self, competition: int, event: bytes, now: int, by: int | None = None, reason: str = "") -> None:
        """Add an event; none is ever changed. Something may be due then."""
        self._conn.execute(
            "INSERT INTO competition_events (competition, at, player, reason, event) VALUES (?, ?, ?, ?, ?)",
            (competition, now, by, reason, event.decode()),
        )
        self.set_look(competition, True)

    def events(self, competition: int) -> list[EventRow]:
        """All events in order."""
        rows = self._conn.execute(
            "SELECT e.at, coalesce(p.handle, ''), e.reason, e.event FROM competition_events e"
            " LEFT JOIN players p ON p.id = e.player WHERE e.competition = ? ORDER BY e.id",
            (competition,),
        )
        return [EventRow(at, by, reason, event.encode()) for at, by, reason, event in rows]


def _pairing(row: tuple[Any, ...]) -> PairingRow:
    competition, round_, table, game, match, due, warned, stake, settled = row
    return PairingRow(competition, round_, table, game, match, due, bool(warned), stake, settled)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
