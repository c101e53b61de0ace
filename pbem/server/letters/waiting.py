"""What the server waits for from a player, beside the moves of their matches."""

from pbem.mail.reading import Letter
from pbem.server.core.context import Context
from pbem.server.matches.ballots import decided
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.store.rows import Player, SeatRow

LEAVE_QUESTION = "do you want to leave for good?"
"""The Subject of the question whether a player wants to leave the server."""


def asked_to_leave(context: Context, player: Player) -> bool:
    """Whether a yes to the question still counts whether a player wants to leave the server for good."""
    return bool(context.store.confirmations.pending("farewell", context.now(), player=player.id))


def asked_to_play_on(
    context: Context, repository: MatchRepository, letter: Letter, player: Player, number: int | None = None
) -> int | None:
    """The match whose players ask somebody to play on, where their letter answers the mail that says so, or names its
    `number`; 0 where that mail is answered when all is settled."""
    wanted = context.store.matches.voted_for(player.handle)
    asking = [each for each in wanted if late_seat_for(context, repository, player, each)]
    if number is not None:
        return number if number in asking else None
    own = context.store.people.addresses(player.id)
    answered = context.store.post.latest_of(letter.references, own) if letter.references else None
    if answered is None or answered.kind != "substitute":
        return None
    return asking[0] if len(asking) == 1 else None if asking else 0


def late_seat_for(
    context: Context, repository: MatchRepository, player: Player, number: int
) -> tuple[LoadedMatch, SeatRow] | None:
    """The match of a number, and its late seat into which a majority has voted a player; None where none has."""
    loaded = repository.find(number)
    for late in loaded.seats if loaded is not None and not loaded.match.over else []:
        assert loaded is not None
        if late.vote and decided(context.store, loaded, late) == player.handle:
            return loaded, late
    return None
