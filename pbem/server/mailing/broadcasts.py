"""Letters to many: about all matches of a player, to the player or to everybody else, and messages of the host to all
players.

They change nothing in a match; those about matches show how each stands.
"""

import hashlib
from collections.abc import Iterator, Sequence

from pbem.server.core.context import Service
from pbem.server.core.limits import caps_in_force
from pbem.server.core.times import DAY, HOUR
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.store.rows import Player

ACTIVE = 180 * DAY
"""A player without a match gets such messages this long after their last letter, or after joining."""


class BroadcastMail(Mail, frozen=True):
    """A message of the host to all players."""

    template = "broadcast"

    text: str


def wish(player: Player, quiet: bool) -> str:
    """What players are told when somebody they play with wants no more mail, or wants it again."""
    if quiet:
        return f"{player.handle} wants no more mail. The clocks run on, and so does the match."
    return f"{player.handle} wants mail again."


class Broadcasts(Service):
    """Mails to many at once."""

    _repository: MatchRepository
    _mailer: Mailer

    def send_boards(self, player: Player, headline: str, key: str) -> None:
        """Send a player the boards of all their running matches. `key` names the occasion."""
        for loaded in self._boards(player):
            seat = loaded.seat_of(player)
            assert seat is not None
            self._mailer.about_match(
                loaded, seat, Dispatch(key, auto_submitted=True), MatchNews(headline=headline)
            )

    def tell_others(self, player: Player, headline: str, key: str) -> None:
        """Tell everybody who plays with a player something about them, with the board of their match."""
        for loaded in self._boards(player):
            for seat in loaded.others(loaded.seat_of(player)):
                self._mailer.tell(
                    loaded,
                    seat,
                    Dispatch(key, auto_submitted=True, informational=True),
                    MatchNews(headline=headline),
                )

    def audience(self) -> list[Player]:
        """The players who get a message of the host to all: those who play, or have been heard of recently, and want
        mail."""
        since = self._context.now() - ACTIVE
        return [
            player
            for player in self._store.people.all()
            if player.address and not player.disabled and not player.quiet and self._active(player, since)
        ]

    def broadcast(self, players: Sequence[Player], subject: str, text: str) -> int:
        """Write the same to many players, once; returns to how many that had not had it.

        At most half of the mails allowed in an hour are spent on it, so that no board is delayed.
        """
        an_hour = caps_in_force(self._context.config).all_mails_an_hour // 2
        before = len(self._store.post.written)
        name = hashlib.sha256(f"{subject}/{text}".encode()).hexdigest()[:16]
        for number, player in enumerate(players):
            dispatch = Dispatch(
                f"broadcast-{name}",
                auto_submitted=True,
                informational=True,
                wait=number // an_hour * HOUR if an_hour else 0,
            )
            self._mailer.plain(BroadcastMail(text), player, subject, dispatch)
        return len(self._store.post.written) - before

    def _active(self, player: Player, since: int) -> bool:
        return (
            player.created >= since
            or bool(self._store.matches.of_player(player.id, ("running",)))
            or any(
                self._store.post.done_since(address, since)
                for address in self._store.people.addresses(player.id)
            )
        )

    def _boards(self, player: Player) -> Iterator[LoadedMatch]:
        for row in self._store.matches.of_player(player.id, ("running",)):
            if self._repository.is_playable(row):
                yield self._repository.load(row.id)
