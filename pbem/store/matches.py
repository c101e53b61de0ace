"""Matches, their seats, and their logs.

A match's log has one row for each letter (`Batch`). Of its snapshots (`TurnRow`) the last two and every eighth are
kept; of a finished match the first and the last. Nothing is ever deleted from the log: an undo marks batches as void.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbem.store.people import read_preferences
from pbem.store.rows import (
    MatchRow,
    MatchStatus,
    Origin,
    SeatRow,
    SeatStatus,
    Terms,
    UndoRequest,
)
from pbem.store.seals import Seals

_TERMS = msgspec.json.Decoder(Terms)

_MATCH = (
    "SELECT id, game, version, options, status, terms, seed, salts, created, started, finished,"
    " result, reason, paused, undo, owner, expires, rated FROM matches"
)
_SEAT = (
    "SELECT s.match, s.n, s.seat, s.player, s.public, p.handle, p.address, p.zone, p.text_only, s.status, s.salt,"
    " s.queue, s.told, s.draw, s.draw_mail, s.since, s.due, s.next_reminder, s.reminded, s.bank, s.missed, s.vote,"
    " s.began, s.last_mail, s.reminded_at, s.generation, p.disabled, p.quiet, p.unreachable, p.preferences,"
    " s.shown, s.turn_mails"
    " FROM seats s JOIN players p ON p.id = s.player"
)


class Matches:
    """Queries about matches, seats and logs."""

    def __init__(self, conn: sqlite3.Connection, seals: Seals) -> None:
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
        cursor = self._conn.execute(
            "INSERT INTO matches (game, version, options, status, terms, seed, salts, created, owner, expires, rated)"
            " VALUES (?, ?, ?, 'offered', ?, ?, '[]', ?, ?, ?, ?)",
            (game, version, _text(options), _text(terms), self._seals.seal(seed), now, owner, expires, rated),
        )
        match = cursor.lastrowid or 0
        self._conn.executemany(
            "INSERT INTO seats (match, n, seat, player, status) VALUES (?, ?, ?, ?, 'invited')",
            [(match, n, seat, player) for n, (seat, player) in enumerate(seats)],
        )
        return match

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
        try:
            self._conn.execute(
                "INSERT INTO matches (id, game, version, options, status, terms, seed, salts, created, started)"
                " VALUES (?, ?, ?, ?, 'running', '{}', ?, ?, ?, ?)",
                (number, game, version, _text(options), self._seals.seal(seed), _text(salts), now, now),
            )
        except sqlite3.IntegrityError:
            return None
        self._conn.executemany(
            "INSERT INTO seats (match, n, seat, player, status) VALUES (?, ?, ?, ?, 'accepted')",
            [(number, n, seat, player) for n, (seat, player) in enumerate(seats)],
        )
        return number

    def match(self, match: int) -> MatchRow | None:
        """Find a match, whatever its status. The number may be any integer."""
        if match.bit_length() > 63:
            return None
        row = self._conn.execute(f"{_MATCH} WHERE id = ?", (match,)).fetchone()
        return self._match(row) if row else None

    def all(
        self,
        status: str | None = None,
        limit: int = -1,
        *,
        game: str | None = None,
        player: int | None = None,
        before: int | None = None,
    ) -> list[MatchRow]:
        """Matches, newest first: of a status, of a game, with a seat of a player, or older than one."""
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
        statement = f"{_MATCH} WHERE status = 'offered' AND expires < ? ORDER BY id"
        return [self._match(row) for row in self._conn.execute(statement, (now,))]

    def with_open_seats(self, limit: int = -1) -> list[MatchRow]:
        """The newest offers with a seat that anyone may join, oldest first."""
        statement = (
            f"{_MATCH} WHERE status = 'offered' AND EXISTS"
            " (SELECT 1 FROM seats s WHERE s.match = matches.id AND s.status = 'open') ORDER BY id DESC LIMIT ?"
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

    def seats(self, match: int) -> list[SeatRow]:
        """The seats of a match with their players, in seat order. The number may be any integer."""
        if match.bit_length() > 63:
            return []
        return [_seat(row) for row in self._conn.execute(f"{_SEAT} WHERE s.match = ? ORDER BY s.n", (match,))]

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

    def finish(self, match: int, status: MatchStatus, result: str, reason: str, now: int) -> None:
        """End a match (or a match that never began): nobody is asked any more."""
        self._conn.execute(
            "UPDATE matches SET status = ?, result = ?, reason = ?, finished = ?, undo = NULL WHERE id = ?",
            (status, result, reason, now, match),
        )
        self._conn.execute(
            "UPDATE seats SET since = NULL, due = NULL, next_reminder = NULL, queue = '[]' WHERE match = ?",
            (match,),
        )
        self._conn.execute(
            "DELETE FROM turns WHERE match = ?1 AND number NOT IN"
            " (0, (SELECT max(number) FROM turns WHERE match = ?1))",
            (match,),
        )

    def pause(self, match: int, paused: int | None) -> None:
        """Stop all clocks of a match at this moment, or let them run again (None)."""
        self._conn.execute("UPDATE matches SET paused = ? WHERE id = ?", (paused, match))

    def set_undo(self, match: int, request: UndoRequest | None) -> None:
        """Store a takeback request, or delete it (None)."""
        text = None if request is None else _text(request)
        self._conn.execute("UPDATE matches SET undo = ? WHERE id = ?", (text, match))

    def offer_draw(self, match: int, index: int, mail: int) -> None:
        """Record that a seat offers a draw or agrees to one; `mail` is the number of the last letter before."""
        self._conn.execute(
            "UPDATE seats SET draw = 1, draw_mail = ? WHERE match = ? AND n = ?", (mail, match, index)
        )

    def clear_draw(self, match: int) -> None:
        """Withdraw all draw offers of a match."""
        self._conn.execute("UPDATE seats SET draw = 0 WHERE match = ?", (match,))

    def set_queue(self, match: int, index: int, queue: Sequence[str]) -> None:
        """Store a seat's queued lines."""
        self._conn.execute(
            "UPDATE seats SET queue = ? WHERE match = ? AND n = ?", (_text(queue), match, index)
        )

    def set_told(
        self,
        match: int,
        index: int,
        told: int,
        shown: Iterable[int] = (),
        *,
        asked: bool = False,
        message_id: str | None = None,
    ) -> None:
        """A seat has been told all events up to `told`, and `shown` these parts of the position (see `SeatRow`), by a
        letter of its own if its Message-ID is given; `asked`: it has been asked something."""
        self._conn.execute(
            "UPDATE seats SET told = ?, shown = ?, turn_mails = turn_mails + ?, last_mail = coalesce(?, last_mail)"
            " WHERE match = ? AND n = ?",
            (told, msgspec.json.encode(sorted(shown)).decode(), asked, message_id, match, index),
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

    def set_clock(
        self,
        match: int,
        index: int,
        since: int | None,
        due: int | None,
        next_reminder: int | None,
        reminded: int,
        bank: int | None,
    ) -> None:
        """Store when a seat was asked (None: it is not), its deadline, its next reminder and its time bank."""
        self._conn.execute(
            "UPDATE seats SET since = ?, due = ?, next_reminder = ?, reminded = ?, bank = ? WHERE match = ? AND n = ?",
            (since, due, next_reminder, reminded, bank, match, index),
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
        self._conn.execute("INSERT OR REPLACE INTO votes VALUES (?, ?, ?, ?)", (match, index, voter, choice))

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

    def voted_for(self, choice: str) -> list[int]:
        """The matches with a vote for this choice."""
        found = self._conn.execute("SELECT DISTINCT match FROM votes WHERE choice = ?", (choice,))
        return [int(match) for (match,) in found]

    def take_seat(self, match: int, index: int, player: int, status: SeatStatus) -> None:
        """Give a seat of an offer to a player, or (with `open`) leave it free for anyone."""
        self._conn.execute(
            "UPDATE seats SET player = ?1, status = ?2, salt = '', last_mail = '', public = public OR ?2 = 'open'"
            " WHERE match = ?3 AND n = ?4",
            (player, status, match, index),
        )

    def set_player(self, match: int, index: int, player: int) -> None:
        """Give a seat to another player. The thread, votes, draw offer and queue of the player before are dropped."""
        self._conn.execute(
            "UPDATE seats SET player = ?, last_mail = '', generation = generation + 1, draw = 0, missed = 0, vote = 0,"
            " reminded_at = NULL, queue = '[]', shown = '[]', turn_mails = 0 WHERE match = ? AND n = ?",
            (player, match, index),
        )
        self._conn.execute("DELETE FROM votes WHERE match = ?1 AND (n = ?2 OR voter = ?2)", (match, index))
        self.set_undo(match, None)

    def running_clocks(self, player: int | None = None, match: int | None = None) -> list[SeatRow]:
        """The seats being asked something: of a player, of a match, or (neither) all."""
        statement = (
            f"{_SEAT} JOIN matches m ON m.id = s.match WHERE s.since IS NOT NULL AND m.status = 'running'"
            " AND (?1 IS NULL OR s.player = ?1) AND (?2 IS NULL OR s.match = ?2) ORDER BY s.match, s.n"
        )
        return [_seat(row) for row in self._conn.execute(statement, (player, match))]

    def due(self, now: int) -> list[SeatRow]:
        """Seats whose next reminder or deadline has come, most urgent first. Paused matches are left out."""
        statement = (
            f"{_SEAT} JOIN matches m ON m.id = s.match WHERE s.next_reminder <= ? AND m.paused IS NULL"
            " ORDER BY s.next_reminder, s.match, s.n"
        )
        return [_seat(row) for row in self._conn.execute(statement, (now,))]

    def games_running(self) -> list[str]:
        """The games with running matches."""
        statement = "SELECT DISTINCT game FROM matches WHERE status = 'running' ORDER BY game"
        return [game for (game,) in self._conn.execute(statement)]

    def outdated(self, game: str, version: int) -> list[int]:
        """The running matches of a game whose last snapshot is of another version of its rules."""
        statement = (
            "SELECT id FROM matches m WHERE status = 'running' AND game = ? AND ? !="
            " (SELECT version FROM turns WHERE match = m.id ORDER BY number DESC LIMIT 1) ORDER BY id"
        )
        return [number for (number,) in self._conn.execute(statement, (game, version))]

    def _match(self, row: Sequence[Any]) -> MatchRow:
        values = list(row)
        values[3] = msgspec.json.decode(row[3])
        values[5] = _TERMS.decode(row[5])
        values[6] = self._seals.open(row[6])
        values[7] = tuple(msgspec.json.decode(row[7]))
        values[14] = msgspec.json.decode(row[14], type=UndoRequest) if row[14] else None
        values[17] = bool(row[17])
        return MatchRow(*values)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _seat(row: Sequence[Any]) -> SeatRow:
    values = list(row)
    values[4] = bool(row[4])
    values[8] = bool(row[8])
    values[11] = tuple(msgspec.json.decode(row[11]))
    values[13] = bool(row[13])
    values[21] = bool(row[21])
    values[26:28] = map(bool, row[26:28])
    values[29] = read_preferences(row[29])
    values[30] = frozenset(msgspec.json.decode(row[30]))
    return SeatRow(*values)
