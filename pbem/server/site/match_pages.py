"""The pages of one match: a page for each turn that is over, and one for the match.

They show what observers may know: whole turns, each board as it was at its end, with nobody's secrets.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.marks import in_writing
from pbem.play.board import Board
from pbem.play.checking import published
from pbem.play.dice import commitment
from pbem.play.game import View
from pbem.play.match import Match
from pbem.play.record import Result
from pbem.server.core.context import Service
from pbem.server.core.times import moment
from pbem.server.mailing.owners import tell
from pbem.server.mailing.standing import Standing
from pbem.server.matches.outcomes import outcome
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.matches.snapshots import snapshot
from pbem.server.site.courses import points
from pbem.server.site.names import Names
from pbem.server.views.replays import Replays, known_to_all
from pbem.store.rows import MatchRow, SeatRow, TurnRow

ZONE = "UTC"


class Turn(Struct, frozen=True):
    """A turn that is over: its number, when it ended, what happened in it, and the position after it. Number 0 is the
    beginning. `points` are those of the sides, see `courses`."""

    number: int
    ended: str
    story: list[str]
    view: View
    board: Board | None
    points: tuple[int, ...]


class Replay(Struct, frozen=True, eq=False):
    """A match played again from a snapshot."""

    start: TurnRow
    match: Match[Any]


class Card(Struct, frozen=True):
    """A match in one line, for lists and headings; `outcome` is empty while it goes on."""

    number: int
    game: str
    title: str
    who: str
    outcome: str
    date: str
    updated: int


class MatchPages(Service):
    """Says what the pages of a match show."""

    _repository: MatchRepository
    _replays: Replays
    _standing: Standing

    def replay(self, loaded: LoadedMatch, first: int) -> Replay:
        """The match played again, from the beginning if it is over (its record asks for that), or else so that the
        pages of the turns from number `first` on can be made."""
        return Replay(*self._replays.since(loaded, 0 if loaded.match.over else max(first - 1, 0)))

    def turns(self, loaded: LoadedMatch, replay: Replay, first: int) -> Iterator[Turn]:
        """The turns from number `first` on that are over, as everybody may know them."""
        time_of, before, begun = self._replays.times(loaded), snapshot(replay.start), replay.start.event
        game, match, known = loaded.game, replay.match, known_to_all(loaded)
        for turn in (before, *match.turns):
            if turn.event > known:
                return
            if turn.number >= first:
                state = loaded.seen_by(None, loaded.state_at(turn))
                told = [
                    game.tell(state, None, event)
                    for event in match.events[before.event - begun : turn.event - begun]
                ]
                yield Turn(
                    turn.number,
                    moment(time_of(turn.row), ZONE) if turn.number else "",
                    [tell(self._context.templates, game, event, loaded.names) for event in told],
                    game.describe(state, None).read(in_writing),
                    game.board(state, None),
                    points(loaded, state),
                )
            before = turn

    def waiting(self, loaded: LoadedMatch) -> list[str]:
        """Whom the match waits for, and until when."""
        if loaded.match.over:
            return []
        if loaded.row.paused is not None:
            return ["The match is paused."]
        asked = [seat for seat in loaded.seats if seat.since is not None and seat.handle != HOUSE]
        return [_waits(loaded, seat) for seat in asked] or ["The others decide about a player who is late."]

    def end(self, loaded: LoadedMatch, names: Names) -> dict[str, Any]:
        """How a match has ended: result, ratings, dice."""
        if not loaded.match.over:
            return {}
        seats, result = loaded.match.state.seats, loaded.match.state.result
        assert result is not None
        numbers = {seat.player: loaded.names[seat.seat] for seat in loaded.seats}
        return {
            "reason": public_reason(self._standing.reason(loaded)),
            "results": [(loaded.title(each), outcome(loaded.game, seats, result, each)) for each in seats],
            "ratings": [
                (numbers.get(change.player, names.shown.get(change.player, "")), change.before, change.after)
                for change in self._store.company.changes(loaded.number)
            ],
            "seed": loaded.row.seed.hex(),
            "commitment": commitment(loaded.row.seed),
        }

    def record(self, loaded: LoadedMatch, replay: Replay) -> bytes | None:
        """The record of a match that is over, by which anybody can check it, with the names that pages show.

        None if the host has ended it (their reason may name players), if its rules have changed since, or if it began
        when players stood as salts and one of them is not shown.
        """
        whole = self._repository.record(loaded.number)
        if (
            whole.result is None
            or public_reason(whole.result.reason) != whole.result.reason
            or whole.version != loaded.game.version
            or not {seat.began or seat.handle for seat in loaded.seats}.intersection(whole.salts).issubset(
                {HOUSE, *loaded.names.values()}
            )
        ):
            return None
        record = published(loaded.game, whole, replay.match if replay.start.row == 0 else None)
        first = record.turns[0]
        state = loaded.game.decode(first.state)
        state.names = loaded.names
        begun = structs.replace(first, state=msgspec.json.encode(state))
        contest = self._store.competitions.pairing_of(loaded.number)
        origin = (
            record.origin if contest is None or not record.origin else "a competition"
        )  # its teams have names
        return structs.replace(record, players=loaded.names, turns=[begun], origin=origin).to_json()

    def card(self, row: MatchRow, seats: list[SeatRow], names: Names) -> Card:
        """A match in one line."""
        game = self._context.games.of(row.game)
        named = names.of_match(seats, row.terms)
        told = ""
        if row.status == "over":
            result = Result.parse(row.result, row.reason)
            order = [each.seat for each in seats]
            ends = (f"{named[each]} {outcome(game, order, result, each)}" for each in order)
            told = f"{', '.join(ends)} ({public_reason(_short(row.reason))})"
        at = row.finished or row.started or row.created
        day = moment(at, ZONE).partition(",")[0]
        return Card(row.id, game.name, game.title, " against ".join(named.values()), told, day, at)


def public_reason(reason: str) -> str:
    """Why a match is over, without what the host wrote of it: that may name players."""
    word = reason.partition(":")[0].partition(" ")[0]
    return word if word in ("adjudicated", "annulled", "corrected", "walkover") else reason


def _short(reason: str) -> str:
    return {"forfeited": "out of time"}.get(reason, reason)


def _waits(loaded: LoadedMatch, seat: SeatRow) -> str:
    until = f", until {moment(seat.due, ZONE)}" if seat.due is not None else ""
    return f"Waiting for {loaded.title(seat.seat)}{until}."
