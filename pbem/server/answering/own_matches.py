"""Answers about all matches of a player at once."""

import contextlib

from pbem.mail.prose import listed
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told
from pbem.server.core.context import Context
from pbem.server.core.games import NotInstalled
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Misfit
from pbem.store.rows import Player, SeatRow

MOST_MATCHES = 10
"""Maximum number of matches that are told of."""


def my_matches(position: Position, asked: Subjects) -> Told:
    """All matches of the asker."""
    player = position.table.context.store.people.named(position.table.row.handle)
    return matches_of(position.table.context, player) if player is not None else None


def matches_of(context: Context, player: Player) -> list[str]:
    """The running matches of a player, with whose turn it is and until when, the most urgent first."""
    repository = MatchRepository(context)
    found: list[tuple[LoadedMatch, SeatRow]] = []
    for row in context.store.matches.of_player(player.id, ("running",)):
        with contextlib.suppress(Misfit, NotInstalled):
            loaded = repository.load(row.id)
            found += [(loaded, seat) for seat in loaded.seats if seat.player == player.id][:1]
    if not found:
        return ["You play in no match at the moment. To begin one: help challenge"]
    found.sort(key=lambda each: (each[1].due is None, each[1].due or 0, each[0].number))
    yours = sum(seat.since is not None for _, seat in found)
    count = f"You play {len(found)} {'match' if len(found) == 1 else 'matches'}"
    lead = f"{count}; it is your turn in {_how_many(yours, len(found))}."
    told = [_line(context, loaded, seat) for loaded, seat in found[:MOST_MATCHES]]
    return [lead, *told, *(["All of them: list"] if len(found) > MOST_MATCHES else [])]


def _how_many(count: int, of: int) -> str:
    if count == of:
        return "it" if of == 1 else "all of them"
    return str(count) if count else "none of them"


def _line(context: Context, loaded: LoadedMatch, seat: SeatRow) -> str:
    standing = Standing(context)
    others = listed([row.handle for row in loaded.others(seat)])
    deadline = standing.deadlines(loaded, seat, brief=True)[:1]
    turn = "your turn." if seat.since is not None else standing.status_line(loaded, seat)
    return " ".join([f"Match {loaded.number}, {loaded.game.title} with {others}: {turn}", *deadline])
