"""Teams, and what matches have brought them."""

from collections.abc import Mapping

from pbem.store.connection import Connection
from pbem.store.rows import TeamRow, TeamSeat, TeamVersion

_TEAM = (
    "SELECT t.id, t.game, t.name, t.manager, t.competition, t.proposed, t.proposer,"
    " coalesce((SELECT match FROM team_seats WHERE team = t.id AND outcome IS NULL), 0), v.data FROM teams t"
    " JOIN team_versions v ON v.team = t.id"
    " AND v.number = (SELECT max(number) FROM team_versions WHERE team = t.id)"
)
_SEAT = "SELECT match, seat, competition, team, outcome FROM team_seats"


class Teams:
    """Queries about teams and their matches."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

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

    def named(self, name: str) -> TeamRow | None:
        """The team of this name, in any letter case."""
        return next(iter(self._teams("WHERE t.key = ?", name.lower())), None)

    def of_manager(self, manager: int) -> list[TeamRow]:
        """The teams of a player, the oldest first."""
        return self._teams("WHERE t.manager = ? ORDER BY t.id", manager)

    def names(self) -> list[str]:
        """The names of all teams."""
        return [name for (name,) in self._conn.execute("SELECT name FROM teams ORDER BY id").fetchall()]

    def all(self) -> list[TeamRow]:
        """All teams, in the order of their names."""
        return self._teams("ORDER BY t.key")

    def versions(self, team: int) -> list[TeamVersion]:
        """All versions of a team, the first one first."""
        rows = self._conn.execute(
            "SELECT number, at, note, data FROM team_versions WHERE team = ? ORDER BY number", (team,)
        )
        return [TeamVersion(*row) for row in rows]

    def hand_over(self, team: int, manager: int) -> None:
        """Give a team to another player."""
        self._conn.execute("UPDATE teams SET manager = ? WHERE id = ?", (manager, team))

    # Where a team plays.

    def propose(self, team: int, competition: int, proposer: int) -> None:
        """Record that its manager, or else the director, wants a team in a competition."""
        self._conn.execute(
            "UPDATE teams SET proposed = ?, proposer = ? WHERE id = ?", (competition, proposer, team)
        )

    def place(self, team: int, competition: int | None) -> None:
        """Let a team play in a competition, or (None) in none."""
        self._conn.execute(
            "UPDATE teams SET competition = ?, proposed = NULL, proposer = NULL WHERE id = ?",
            (competition, team),
        )

    def set_free(self, competition: int) -> None:
        """Let the teams of a competition that is over play elsewhere."""
        self._conn.execute("UPDATE teams SET competition = NULL WHERE competition = ?", (competition,))
        self._conn.execute(
            "UPDATE teams SET proposed = NULL, proposer = NULL WHERE proposed = ?", (competition,)
        )

    def _teams(self, where: str, *values: int | str) -> list[TeamRow]:
        return [TeamRow(*row) for row in self._conn.execute(f"{_TEAM} {where}", values)]

    # Matches.

    def engage(self, match: int, competition: int, teams: Mapping[str, int]) -> None:
        """A match between teams, by seat. A team cannot be in two at a time."""
        self._conn.executemany(
            "INSERT INTO team_seats (match, seat, competition, team) VALUES (?, ?, ?, ?)",
            [(match, seat, competition, team) for seat, team in teams.items()],
        )

    def settle(self, match: int, seat: str, outcome: bytes) -> bool:
        """Store what a match has brought a team; False if that has been done already."""
        cursor = self._conn.execute(
            "UPDATE team_seats SET outcome = ? WHERE match = ? AND seat = ? AND outcome IS NULL",
            (outcome, match, seat),
        )
        return cursor.rowcount == 1

    def release(self, match: int) -> None:
        """Let a running match bring its teams nothing: they are free for others."""
        self._conn.execute("DELETE FROM team_seats WHERE match = ? AND outcome IS NULL", (match,))

    def seats(self, match: int) -> list[TeamSeat]:
        """The teams of a match; none if it is one between players."""
        return [
            TeamSeat(*row) for row in self._conn.execute(f"{_SEAT} WHERE match = ? ORDER BY seat", (match,))
        ]
