"""What pages of a site are made of, in a few statements however many matches there are."""

from typing import NamedTuple

from pbem.store.connection import Connection


class PageSeat(NamedTuple):
    """A seat as pages show it: its player's number, since when it is asked, and its deadline."""

    player: int
    since: int | None
    due: int | None


class PageMatch(NamedTuple):
    """A match that has begun, with its last snapshot: what its pages show changes only with these."""

    number: int
    game: str
    status: str
    finished: int | None
    result: str
    reason: str
    paused: int | None
    turn: int
    batch: int
    version: int
    competition: int | None
    seats: tuple[PageSeat, ...]


class PageCompetition(NamedTuple):
    """A competition with all that its pages depend on: its last event, the match, the date and the end of each of its
    pairings, its director and its entrants."""

    number: int
    game: str
    status: str
    event: int
    pairings: tuple[tuple[int | None, int | None, int | None], ...]
    director: int | None
    entrants: tuple[int, ...]


class PageResult(NamedTuple):
    """A match that is over, with the players in its seats: seat, number and handle."""

    game: str
    result: str
    reason: str
    seats: tuple[tuple[str, int, str], ...]


class Pages:
    """Queries for a site."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def matches(self) -> list[PageMatch]:
        """All matches that have begun, by number."""
        seats: dict[int, list[PageSeat]] = {}
        found = self._conn.execute("SELECT match, player, since, due FROM seats ORDER BY match, n")
        for match, player, since, due in found:
            seats.setdefault(match, []).append(PageSeat(player, since, due))
        rows = self._conn.execute(
            "SELECT m.id, m.game, m.status, m.finished, m.result, m.reason, m.paused, t.number, t.batch, t.version,"
            " p.competition"
            " FROM matches m JOIN turns t ON t.match = m.id"
            " AND t.number = (SELECT max(number) FROM turns WHERE turns.match = m.id)"
            " LEFT JOIN pairings p ON p.match = m.id"
            " WHERE m.status IN ('running', 'over') ORDER BY m.id"
        )
        return [PageMatch._make((*row, tuple(seats[row[0]]))) for row in rows]

    def competitions(self) -> list[PageCompetition]:
        """All competitions, by number."""
        entrants: dict[int, list[int]] = {}
        pairings: dict[int, list[tuple[int | None, int | None, int | None]]] = {}
        found = self._conn.execute("SELECT competition, player FROM entrants ORDER BY competition, number")
        for competition, player in found:
            entrants.setdefault(competition, []).append(player)
        found = self._conn.execute(
            'SELECT competition, match, due, settled FROM pairings ORDER BY competition, round, "table", game'
        )
        for competition, *pairing in found:
            pairings.setdefault(competition, []).append(tuple(pairing))
        rows = self._conn.execute(
            "SELECT c.id, c.game, c.status, coalesce((SELECT max(e.id) FROM competition_events e"
            " WHERE e.competition = c.id), 0), c.director FROM competitions c ORDER BY c.id"
        )
        return [
            PageCompetition(
                number,
                game,
                status,
                event,
                tuple(pairings.get(number, ())),
                director,
                tuple(entrants.get(number, ())),
            )
            for number, game, status, event, director in rows
        ]

    def results(self, player: int, limit: int) -> list[PageResult]:
        """The newest matches of a player that are over."""
        rows = self._conn.execute(
            "SELECT m.id, m.game, m.result, m.reason, s.seat, s.player, p.handle FROM seats mine"
            " JOIN matches m ON m.id = mine.match JOIN seats s ON s.match = m.id JOIN players p ON p.id = s.player"
            " WHERE mine.player = ? AND +m.status = 'over' AND m.result IS NOT NULL ORDER BY m.id DESC, s.n",
            (player,),
        )
        found: dict[int, PageResult] = {}
        for match, game, result, reason, *seat in rows:
            if match not in found and len(found) == limit:
                break
            before = found.get(match, PageResult(game, result, reason, ()))
            found[match] = before._replace(seats=(*before.seats, tuple(seat)))
        return list(found.values())

    def shown(self) -> dict[int, str]:
        """The handles of the players who agree to be shown, by number."""
        return dict(
            self._conn.execute(
                "SELECT id, handle FROM players WHERE disabled = 0 AND preferences LIKE '%\"site\":true%'"
            ).fetchall()
        )
