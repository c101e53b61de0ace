"""Answers that the server waits for from a player, beside the moves of their matches."""

from pbem.mail.reading import Letter
from pbem.server.core.context import Context
from pbem.server.letters.answered import find_answered
from pbem.server.matches.ballots import decided
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.store.rows import Player, SeatRow

LEAVE_QUESTION = "do you want to leave for good?"
"""The Subject of the question whether a player wants to leave the server."""


def asked_to_leave(context: Context, player: Player) -> bool:
    """Whether a player may still answer the question whether they want to leave the server for good."""
    return bool(context.store.confirmations.pending("farewell", context.now(), player=player.id))


def asked_to_play_on(
    context: Context, repository: MatchRepository, letter: Letter, player: Player, number: int | None = None
) -> int | None:
    """The match whose players ask somebody to play on, if their letter answers the mail that says so, or gives its
    `number`; 0 if that mail is answered when all is settled."""
    wanted = context.store.matches.voted_for(player.handle)
    asking = [each for each in wanted if late_seat_for(context, repository, player, each)]
    if number is not None:
        return number if number in asking else None
    answered = find_answered(context, letter, player)
    if answered is None or answered.kind != "substitute":
        return None
    return asking[0] if len(asking) == 1 else None if asking else 0


def late_seat_for(
    context: Context, repository: MatchRepository, player: Player, number: int
) -> tuple[LoadedMatch, SeatRow] | None:
    """The match with this number, and its late seat that a majority has offered to a player; None if there is none."""
    loaded = repository.find(number)
    for late in loaded.seats if loaded is not None and not loaded.match.over else []:
        assert loaded is not None
        if late.vote and decided(context.store, loaded, late) == player.handle:
            return loaded, late
    return None
