"""Leagues, teams, and what matches have brought them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbem.store.connection import Connection
from pbem.store.rows import LeagueRow, LeagueSeat, TeamRow, TeamVersion, Terms

_LEAGUE = "SELECT id, game, name, commissioner, options, terms, created, closed FROM leagues"
_TEAM = (
    "SELECT t.id, t.game, t.name, t.manager, t.league, t.proposed, t.proposer,"
    " coalesce((SELECT match FROM league_seats WHERE team = t.id AND outcome IS NULL), 0), v.data FROM teams t"
    " JOIN team_versions v ON v.team = t.id"
    " AND v.number = (SELECT max(number) FROM team_versions WHERE team = t.id)"
)
_SEAT = "SELECT match, seat, league, team, outcome FROM league_seats"


class Leagues:
    """Queries about leagues, their teams and their results."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    # Leagues.

    def open(
        self, game: str, name: str, commissioner: int, options: Mapping[str, str], terms: Terms, now: int
    ) -> LeagueRow | None:
        """A new league; None if there is one of this name."""
        row = self._conn.execute(
            "INSERT INTO leagues (game, name, key, commissioner, options, terms, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
            (game, name, name.lower(), commissioner, _text(options), _text(terms), now),
        ).fetchone()
        return self.league(row[0]) if row else None

    def league(self, number: int) -> LeagueRow:
        """The league with this number, which must exist."""
        found = self._league("WHERE id = ?", number)
        assert found is not None
        return found

    def league_named(self, name: str) -> LeagueRow | None:
        """The league of this name, in any letter case."""
        return self._league("WHERE key = ?", name.lower())

    def leagues(self) -> list[LeagueRow]:
        """All leagues, the oldest first."""
        return [_league(row) for row in self._conn.execute(f"{_LEAGUE} ORDER BY id")]

    def close(self, league: int, now: int) -> None:
        """End a league. Its teams are free for others."""
        self._conn.execute("UPDATE leagues SET closed = ? WHERE id = ?", (now, league))
        self._conn.execute("UPDATE teams SET league = NULL WHERE league = ?", (league,))
        self._conn.execute("UPDATE teams SET proposed = NULL, proposer = NULL WHERE proposed = ?", (league,))

    def _league(self, where: str, value: int | str) -> LeagueRow | None:
        row = self._conn.execute(f"{_LEAGUE} {where}", (value,)).fetchone()
        return _league(row) if row else None

    # Teams.

    def found(self, game: str, name: str, manager: int, data: bytes, note: str, now: int) -> TeamRow | None:
        """A new team; None if there is one of this name."""
        row = self._conn.execute(
            "INSERT INTO teams (game, name, key, manager, created) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING id",
            (game, name, name.lower(), manager, now),
        ).fetchone()
        if row is None:
            return None
        team = int(row[0])
        self.change(team, data, note, now)
        return self.team(team)

    def change(self, team: int, data: bytes, note: str, now: int) -> None:
        """Add the next version of a team; the earlier ones stay."""
        self._conn.execute(
            "INSERT INTO team_versions (team, number, at, note, data) SELECT ?1, count(*) + 1, ?2, ?3, ?4"
            " FROM team_versions WHERE team = ?1",
            (team, now, note, data),
        )

    def team(self, number: int) -> TeamRow:
        """The team with this number, which must exist."""
        return next(iter(self._teams("WHERE t.id = ?", number)))

    def team_named(self, name: str) -> TeamRow | None:
        """The team of this name, in any letter case."""
        return next(iter(self._teams("WHERE t.key = ?", name.lower())), None)

    def teams_of(self, manager: int) -> list[TeamRow]:
        """The teams of a player, the oldest first."""
        return self._teams("WHERE t.manager = ? ORDER BY t.id", manager)

    def teams_in(self, league: int) -> list[TeamRow]:
        """The teams that play in a league, in the order of their names."""
        return self._teams("WHERE t.league = ? ORDER BY t.key", league)

    def all_teams(self) -> list[TeamRow]:
        """All teams, in the order of their names."""
        return self._teams("ORDER BY t.key")

    def versions(self, team: int) -> list[TeamVersion]:
        """All versions of a team, the first one first."""
        rows = self._conn.execute(
            "SELECT number, at, note, data FROM team_versions WHERE team = ? ORDER BY number", (team,)
        )
        return [TeamVersion(*row) for row in rows]

    def propose(self, team: int, league: int, proposer: int) -> None:
        """Record that its manager, or else the commissioner, wants a team in a league."""
        self._conn.execute(
            "UPDATE teams SET proposed = ?, proposer = ? WHERE id = ?", (league, proposer, team)
        )

    def place(self, team: int, league: int | None) -> None:
        """Let a team play in a league, or (None) in none."""
        self._conn.execute(
            "UPDATE teams SET league = ?, proposed = NULL, proposer = NULL WHERE id = ?", (league, team)
        )

    def _teams(self, where: str, *values: int | str) -> list[TeamRow]:
        return [TeamRow(*row) for row in self._conn.execute(f"{_TEAM} {where}", values)]

    # Matches.

    def engage(self, match: int, league: int, teams: Mapping[str, int]) -> None:
        """A match of a league, with its teams by seat. A team cannot be in two at a time."""
        self._conn.executemany(
            "INSERT INTO league_seats (match, seat, league, team) VALUES (?, ?, ?, ?)",
            [(match, seat, league, team) for seat, team in teams.items()],
        )

    def settle(self, match: int, seat: str, outcome: bytes) -> bool:
        """Store what a match has brought a team; False if that has been done already."""
        cursor = self._conn.execute(
            "UPDATE league_seats SET outcome = ? WHERE match = ? AND seat = ? AND outcome IS NULL",
            (outcome, match, seat),
        )
        return cursor.rowcount == 1

    def release(self, match: int) -> None:
        """Take a running match out of its league: its teams are free for others."""
        self._conn.execute("DELETE FROM league_seats WHERE match = ? AND outcome IS NULL", (match,))

    def seats(self, match: int) -> list[LeagueSeat]:
        """The teams of a match; none if it is of no league."""
        return self._seats("WHERE match = ? ORDER BY seat", match)

    def results(self, league: int) -> list[LeagueSeat]:
        """All matches of a league, in order, each with all its teams."""
        return self._seats("WHERE league = ? ORDER BY match, seat", league)

    def _seats(self, where: str, value: int) -> list[LeagueSeat]:
        return [LeagueSeat(*row) for row in self._conn.execute(f"{_SEAT} {where}", (value,))]


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _league(row: Sequence[Any]) -> LeagueRow:
    values = list(row)
    values[4] = msgspec.json.decode(row[4])
    values[5] = msgspec.json.decode(row[5], type=Terms)
    return LeagueRow(*values)
