"""Matches, their seats, and their logs.

A match's log has one row for each letter (`Batch`). Of its snapshots (`TurnRow`) the last two and every eighth are
kept; of a finished match the first and the last. Nothing is ever deleted from the log: an undo marks batches as void.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbem.store.connection import ALL, Connection
from pbem.store.due import OFFERS, SEATS
from pbem.store.log import BATCH_COLUMNS, TURN_COLUMNS, read_batch
from pbem.store.rows import (
    MatchRow,
    MatchStatus,
    Origin,
    Running,
    SeatRow,
    SeatStatus,
    Terms,
    TurnRow,
)
from pbem.store.seals import Seals
from pbem.store.seats import RUNNING_CLOCK, SEAT, read_seat

_TERMS = msgspec.json.Decoder(Terms)

_MATCH_COLUMNS = (
    "m.id, m.game, m.version, m.options, m.status, m.terms, m.seed, m.salts, m.created, m.started, m.finished,"
    " m.result, m.reason, m.paused, m.owner, m.expires, m.rated,"
    " EXISTS (SELECT 1 FROM observers WHERE observers.match = m.id),"
    " EXISTS (SELECT 1 FROM confirmations WHERE confirmations.match = m.id),"
    " coalesce((SELECT stake FROM pairings WHERE pairings.match = m.id), ''), m.wants, m.played"
)
_MATCH = f"SELECT {_MATCH_COLUMNS} FROM matches m"
_RUNNING = (
    f"SELECT {_MATCH_COLUMNS}, {TURN_COLUMNS}, {BATCH_COLUMNS},"
    " (SELECT coalesce(max(number) + 1, 0) FROM log WHERE log.match = m.id) FROM matches m"
    " JOIN turns t ON t.match = m.id AND t.number = (SELECT max(number) FROM turns WHERE turns.match = m.id)"
    " LEFT JOIN log l ON l.match = m.id AND l.number >= t.batch AND l.void = 0"
    " WHERE m.id = ? ORDER BY l.number"
)
_TURN_AT = len(MatchRow.__struct_fields__)
_BATCH_AT = _TURN_AT + len(TurnRow.__struct_fields__)

_TOLD_OR_TIMED = (
    "since",
    "due",
    "next_reminder",
    "reminded",
    "bank",
    "queue",
    "told",
    "shown",
    "turn_mails",
    "last_mail",
)
"""What a letter changes of a seat: its clock, its queue, and what it has been told."""


class Matches:
    """Queries about matches, seats and logs."""

    def __init__(self, conn: Connection, seals: Seals) -> None:
        self._conn = conn
        self._seals = seals

    # Matches and seats.

    def create(
        self,
        game: str,
        version: int,
        options: dict[str, str],
        *,
        terms: Terms,
        seed: bytes,
        now: int,
        seats: Sequence[tuple[str, int]],
        owner: int | None = None,
        expires: int = 0,
        rated: bool = True,
    ) -> int:
        """Create a match, offered to the players of its seats (seat name, player number); returns its number."""
        (match,) = self._conn.execute(
            # Numbered here, since those that are adopted have their own numbers.
            "INSERT INTO matches"
            " (id, game, version, options, status, terms, seed, salts, created, owner, expires, rated)"
            " VALUES ((SELECT coalesce(max(id), 0) + 1 FROM matches), ?, ?, ?, 'offered', ?, ?, '[]', ?, ?, ?, ?)"
            " RETURNING id",
            (game, version, _text(options), _text(terms), self._seals.seal(seed), now, owner, expires, rated),
        ).fetchone()
        self._conn.executemany(
            "INSERT INTO seats (match, n, seat, player, status) VALUES (?, ?, ?, ?, 'invited')",
            [(match, n, seat, player) for n, (seat, player) in enumerate(seats)],
        )
        return int(match)

    def adopt(
        self,
        number: int,
        game: str,
        version: int,
        options: dict[str, str],
        *,
        seed: bytes,
        salts: Sequence[str],
        now: int,
        seats: Sequence[tuple[str, int]],
    ) -> int | None:
        """Add a running match from another server under its old number; None if that number is taken."""
        added = self._conn.execute(
            "INSERT INTO matches (id, game, version, options, status, terms, seed, salts, created, started)"
            " VALUES (?, ?, ?, ?, 'running', '{}', ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (number, game, version, _text(options), self._seals.seal(seed), _text(salts), now, now),
        )
        if added.rowcount < 1:
            return None
        self._conn.executemany(
            "INSERT INTO seats (match, n, seat, player, status) VALUES (?, ?, ?, ?, 'accepted')",
            [(number, n, seat, player) for n, (seat, player) in enumerate(seats)],
        )
        return number

    def match(self, match: int) -> MatchRow:
        """The match with this number, which must exist, whatever its status."""
        found = self.find(match)
        assert found is not None
        return found

    def find(self, match: int) -> MatchRow | None:
        """Find a match, whatever its status. The number may be any integer."""
        if match.bit_length() > 63:
            return None
        row = self._conn.execute(f"{_MATCH} WHERE id = ?", (match,)).fetchone()
        return self._match(row) if row else None

    def reason(self, match: int) -> str:
        """Why a match, which must exist, has ended; empty while it is running."""
        return str(
            self._conn.execute("SELECT reason FROM matches WHERE id = ?", (match,)).fetchone()[0] or ""
        )

    def running(self, match: int) -> Running | None:
        """All there is of a match that has begun, but for its seats. The number may be any integer."""
        if match.bit_length() > 63:
            return None
        rows = self._conn.execute(_RUNNING, (match,)).fetchall()
        if not rows:
            return None
        first = rows[0]
        found = [read_batch(row[_BATCH_AT:-1]) for row in rows if row[_BATCH_AT] is not None]
        return Running(self._match(first[:_TURN_AT]), TurnRow(*first[_TURN_AT:_BATCH_AT]), found, first[-1])

    def all(
        self,
        status: str | None = None,
        limit: int = ALL,
        *,
        game: str | None = None,
        player: int | None = None,
        before: int | None = None,
    ) -> list[MatchRow]:
        """Matches, newest first: with a status, of a game, with a seat of a player, or older than one."""
        wanted = {
            "id IN (SELECT match FROM seats WHERE player = ?)": player,
            # +: use the index on the player's seats, if given, rather than the index on status
            f"{'+' if player is not None else ''}status = ?": status,
            "game = ?": game,
            "id < ?": before,
        }
        given = {condition: value for condition, value in wanted.items() if value is not None}
        where = f"WHERE {' AND '.join(given)}" if given else ""
        statement = f"{_MATCH} {where} ORDER BY id DESC LIMIT ?"
        return [self._match(row) for row in self._conn.execute(statement, (*given.values(), limit))]

    def begun(self) -> int:
        """How many matches have begun."""
        (count,) = self._conn.execute("SELECT count(*) FROM matches WHERE started IS NOT NULL").fetchone()
        return int(count)

    def numbers(self) -> list[int]:
        """The numbers of all matches, the newest first."""
        return [number for (number,) in self._conn.execute("SELECT id FROM matches ORDER BY id DESC")]

    def of_player(
        self, player: int, statuses: Iterable[MatchStatus] = ("offered", "running")
    ) -> list[MatchRow]:
        """The matches in which a player has a seat, oldest first."""
        wanted = list(statuses)
        marks = ", ".join("?" * len(wanted))
        statement = (
            f"{_MATCH} WHERE id IN (SELECT match FROM seats WHERE player = ? AND status != 'declined')"
            f" AND +status IN ({marks}) ORDER BY id"  # +: not by the index on status
        )
        return [self._match(row) for row in self._conn.execute(statement, [player, *wanted])]

    def lapsing(self, now: int) -> list[MatchRow]:
        """Offers that have expired."""
        statement = f"{_MATCH} WHERE {OFFERS} ORDER BY id"
        return [self._match(row) for row in self._conn.execute(statement, (now,))]

    def with_open_seats(self, limit: int = ALL) -> list[MatchRow]:
        """The newest offers with a seat that anyone may join, oldest first."""
        statement = (
            f"{_MATCH} WHERE status = 'offered' AND EXISTS"
            " (SELECT 1 FROM seats s WHERE s.match = m.id AND s.status = 'open') ORDER BY id DESC LIMIT ?"
        )
        return [self._match(row) for row in self._conn.execute(statement, (limit,))][::-1]

    def unanswered(self, owner: int, player: int, since: int) -> int:
        """Number of a player's offers another player has not accepted: still open, or made since a moment."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM matches m JOIN seats s ON s.match = m.id WHERE m.owner = ?1 AND s.player = ?2"
            " AND s.status IN ('invited', 'declined') AND (m.status = 'offered' OR m.created > ?3)",
            (owner, player, since),
        ).fetchone()
        return int(count)

    def counts(self, player: int) -> dict[tuple[str, MatchStatus], int]:
        """Number of matches in which a player has a seat, by game and status."""
        rows = self._conn.execute(
            "SELECT m.game, m.status, count(*) FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = ? AND s.status != 'declined' GROUP BY m.game, m.status",
            (player,),
        )
        return {(game, status): count for game, status, count in rows}

    def finished(
        self,
        *,
        game: str | None = None,
        players: Sequence[int] = (),
        since: int = 0,
        until: int | None = None,
        limit: int = ALL,
        skip: int = 0,
    ) -> list[MatchRow]:
        """Matches that are over, the newest first: of a game, with seats of all these players, ended between two
        moments."""
        wanted = ["id IN (SELECT match FROM seats WHERE player = ?)" for _ in players]
        values: list[int | str] = list(players)
        # +: use the index on the players' seats, if given, rather than the index on status
        wanted.append(f"{'+' if players else ''}status = 'over'")
        for condition, value in (
            ("game = ?", game),
            ("finished >= ?", since or None),
            ("finished < ?", until),
        ):
            if value is not None:
                wanted.append(condition)
                values.append(value)
        statement = f"{_MATCH} WHERE {' AND '.join(wanted)} ORDER BY id DESC LIMIT ? OFFSET ?"
        return [self._match(row) for row in self._conn.execute(statement, (*values, limit, skip))]

    def set_wants(self, match: int, wants: str) -> None:
        """Note whom an offer to everybody is for."""
        self._conn.execute("UPDATE matches SET wants = ? WHERE id = ?", (wants, match))

    def seats(self, match: int) -> list[SeatRow]:
        """The seats of a match with their players, in seat order. The number may be any integer."""
        if match.bit_length() > 63:
            return []
        return [
            read_seat(row) for row in self._conn.execute(f"{SEAT} WHERE s.match = ? ORDER BY s.n", (match,))
        ]

    def holder(self, match: int, index: int) -> tuple[int, int] | None:
        """The player number of a seat, and the generation of its reply addresses."""
        row = self._conn.execute(
            "SELECT player, generation FROM seats WHERE match = ? AND n = ?", (match, index)
        ).fetchone()
        return tuple(row) if row else None

    def revoke(self, match: int) -> None:
        """Make all reply addresses of a match sent so far void."""
        self._conn.execute("UPDATE seats SET generation = generation + 1 WHERE match = ?", (match,))

    def answer_offer(self, match: int, index: int, status: SeatStatus, salt: str) -> None:
        """Record that a player has accepted (with their salt) or declined."""
        self._conn.execute(
            "UPDATE seats SET status = ?, salt = ? WHERE match = ? AND n = ?", (status, salt, match, index)
        )

    def start(self, match: int, version: int, salts: Sequence[str], now: int) -> None:
        """Start a match that all have accepted: its salts are fixed before the first die."""
        self._conn.execute(
            "UPDATE matches SET status = 'running', version = ?, salts = ?, started = ? WHERE id = ?",
            (version, _text(salts), now, match),
        )
        self._conn.execute(
            "UPDATE seats SET began = (SELECT handle FROM players WHERE id = player) WHERE match = ?",
            (match,),
        )

    def set_origin(self, match: int, origin: Origin) -> None:
        """Let an offered match begin at a turn of another match."""
        self._conn.execute(
            "INSERT INTO origins VALUES (?, ?, ?, ?)", (match, origin.version, origin.state, origin.source)
        )

    def origin(self, match: int) -> Origin | None:
        """The position in which a match begins; None for the usual start of its game."""
        row = self._conn.execute(
            "SELECT version, state, source FROM origins WHERE match = ?", (match,)
        ).fetchone()
        return Origin(*row) if row else None

    def correct(self, match: int, result: str, reason: str, played: str) -> None:
        """Give a match that is over another result; `played`, which its log leads to, is kept."""
        self._conn.execute(
            "UPDATE matches SET result = ?, reason = ?, played = coalesce(played, ?) WHERE id = ?",
            (result, reason, played, match),
        )

    def finish(self, match: int, status: MatchStatus, result: str, reason: str, now: int) -> None:
        """End a match (or a match that never began): nobody is asked anymore."""
        self._conn.execute(
            "UPDATE matches SET status = ?, result = ?, reason = ?, finished = ? WHERE id = ?",
            (status, result, reason, now, match),
        )
        self._conn.execute(
            "UPDATE seats SET since = NULL, due = NULL, next_reminder = NULL, queue = '[]' WHERE match = ?",
            (match,),
        )
        self.end_questions(match)
        self._conn.execute(
            "DELETE FROM turns WHERE match = ?1 AND number NOT IN"
            " (0, (SELECT max(number) FROM turns WHERE match = ?1))",
            (match,),
        )

    def pause(self, match: int, paused: int | None) -> None:
        """Stop all clocks of a match at this moment, or let them run again (None)."""
        self._conn.execute("UPDATE matches SET paused = ? WHERE id = ?", (paused, match))

    def end_questions(self, match: int) -> None:
        """Delete the questions that wait for the players of a match."""
        self._conn.execute("DELETE FROM confirmations WHERE match = ?", (match,))

    def set_queue(self, match: int, index: int, queue: Sequence[str]) -> None:
        """Store a seat's queued lines."""
        self._conn.execute(
            "UPDATE seats SET queue = ? WHERE match = ? AND n = ?", (_text(queue), match, index)
        )

    def change_seat(self, before: SeatRow, after: SeatRow) -> None:
        """Store what has changed of a seat: its clock, its queue, and what it has been told."""
        changed = {
            name: value for name in _TOLD_OR_TIMED if (value := getattr(after, name)) != getattr(before, name)
        }
        if not changed:
            return
        for name in changed.keys() & {"queue", "shown"}:
            changed[name] = _text(sorted(changed[name]) if name == "shown" else changed[name])
        wanted = ", ".join([f"{name} = ?" for name in changed])
        self._conn.execute(
            f"UPDATE seats SET {wanted} WHERE match = ? AND n = ?",
            (*changed.values(), after.match, after.index),
        )

    def turn_mails(self, player: int, game: str) -> int:
        """The number of mails that have asked a player something in all matches of a game."""
        (count,) = self._conn.execute(
            "SELECT coalesce(sum(s.turn_mails), 0) FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = ? AND m.game = ?",
            (player, game),
        ).fetchone()
        return int(count)

    def set_mailed(self, match: int, index: int, message_id: str) -> None:
        """Record a letter to a seat about its match."""
        self._conn.execute(
            "UPDATE seats SET last_mail = ? WHERE match = ? AND n = ?", (message_id, match, index)
        )

    def set_reminded(self, match: int, index: int, now: int) -> None:
        """Record when a seat was last reminded."""
        self._conn.execute("UPDATE seats SET reminded_at = ? WHERE match = ? AND n = ?", (now, match, index))

    def set_missed(self, match: int, index: int, missed: int, vote: bool) -> None:
        """Store how many deadlines in a row a seat has missed, and whether the others are asked to vote on it."""
        self._conn.execute(
            "UPDATE seats SET missed = ?, vote = ? WHERE match = ? AND n = ?", (missed, vote, match, index)
        )
        if not vote:
            self._conn.execute("DELETE FROM votes WHERE match = ? AND n = ?", (match, index))

    def cast(self, match: int, index: int, voter: int, choice: str) -> None:
        """Record a seat's vote about a late seat; the latest vote counts."""
        self._conn.execute(
            "INSERT INTO votes (match, n, voter, choice) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (match, n, voter) DO UPDATE SET choice = excluded.choice",
            (match, index, voter, choice),
        )

    def votes(self, match: int, index: int) -> dict[int, str]:
        """The votes about a late seat, by voter's seat number."""
        found = self._conn.execute(
            "SELECT voter, choice FROM votes WHERE match = ? AND n = ?", (match, index)
        )
        return dict(found.fetchall())

    def uncast(self, match: int, index: int, choice: str) -> None:
        """Delete the votes about a late seat for a choice that is not available."""
        self._conn.execute(
            "DELETE FROM votes WHERE match = ? AND n = ? AND choice = ?", (match, index, choice)
        )

    def take_seat(self, match: int, index: int, player: int, status: SeatStatus) -> None:
        """Give a seat of an offer to a player, or (with `open`) leave it free for anyone."""
        self._conn.execute(
            "UPDATE seats SET player = ?1, status = ?2, salt = '', last_mail = '',"
            " public = CASE WHEN ?2 = 'open' THEN 1 ELSE public END"
            " WHERE match = ?3 AND n = ?4",
            (player, status, match, index),
        )

    def set_player(self, match: int, index: int, player: int) -> None:
        """Give a seat to another player. The thread, votes and queue of the player before are
        dropped, and all questions that wait in the match."""
        self._conn.execute(
            "UPDATE seats SET player = ?, last_mail = '', generation = generation + 1, missed = 0, late = 0, vote = 0,"
            " reminded_at = NULL, queue = '[]', shown = '[]', turn_mails = 0 WHERE match = ? AND n = ?",
            (player, match, index),
        )
        self._conn.execute("DELETE FROM votes WHERE match = ?1 AND (n = ?2 OR voter = ?2)", (match, index))
        self.end_questions(match)

    def running_clocks(self, player: int) -> list[SeatRow]:
        """The seats of a player that are being asked something."""
        statement = f"{RUNNING_CLOCK} AND s.player = ? ORDER BY s.match, s.n"
        return [read_seat(row) for row in self._conn.execute(statement, (player,))]

    def clocks_begun_after(self, moment: int) -> list[SeatRow]:
        """The seats whose clocks run since a later moment."""
        statement = f"{RUNNING_CLOCK} AND s.since > ? ORDER BY s.match, s.n"
        return [read_seat(row) for row in self._conn.execute(statement, (moment,))]

    def reminded_clocks(self) -> list[SeatRow]:
        """The seats being asked something that have been reminded of it, or have missed a deadline."""
        statement = f"{RUNNING_CLOCK} AND (s.reminded > 0 OR s.missed > 0) ORDER BY s.match, s.n"
        return [read_seat(row) for row in self._conn.execute(statement)]

    def clocks_of(self, numbers: range) -> list[SeatRow]:
        """The seats being asked something in the matches with these numbers."""
        statement = f"{RUNNING_CLOCK} AND s.match BETWEEN ? AND ? ORDER BY s.match, s.n"
        return [read_seat(row) for row in self._conn.execute(statement, (numbers[0], numbers[-1]))]

    def due(self, now: int) -> list[SeatRow]:
        """Seats whose next reminder or deadline has come, most urgent first. Paused matches are left out."""
        statement = f"{SEAT} WHERE {SEATS} ORDER BY s.next_reminder, s.match, s.n"
        return [read_seat(row) for row in self._conn.execute(statement, (now,))]

    def last_number(self) -> int:
        """The highest number of a match; 0 if there is none."""
        (number,) = self._conn.execute("SELECT max(id) FROM matches").fetchone()
        return number or 0

    def rules_in_use(self, numbers: range) -> list[tuple[int, str, int]]:
        """The running matches with one of these numbers: number, game, and the version of the rules in the last
        snapshot."""
        statement = (
            "SELECT id, game, (SELECT version FROM turns WHERE match = m.id ORDER BY number DESC LIMIT 1), status"
            " FROM matches m WHERE id BETWEEN ? AND ? ORDER BY id"
        )
        rows = self._conn.execute(statement, (numbers[0], numbers[-1]))
        return [(number, game, version) for number, game, version, status in rows if status == "running"]

    def _match(self, row: Sequence[Any]) -> MatchRow:
        values = list(row)
        values[3] = msgspec.json.decode(row[3])
        values[5] = _TERMS.decode(row[5])
        values[6] = self._seals.open(row[6])
        values[7] = tuple(msgspec.json.decode(row[7]))
        values[16:19] = map(bool, row[16:19])
        return MatchRow(*values)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
