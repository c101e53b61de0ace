"""Matches that begin at once, without asking anybody: the host's, and those of competitions."""

from collections.abc import Sequence
from typing import Any

from pbem.play.game import Game
from pbem.server.core.context import Service
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import MatchRepository
from pbem.server.settling.settling import Settling, Telling
from pbem.server.views.observers import Observers
from pbem.store.rows import Player, Terms


class MatchStarter(Service):
    """Begins matches, and tells their players."""

    _repository: MatchRepository
    _observers: Observers
    _settling: Settling

    def start(
        self,
        game: Game[Any],
        options: dict[str, str],
        players: Sequence[Player],
        terms: Terms,
        headline: str,
    ) -> int:
        """Begin a match for the host; returns its number."""
        number = self._repository.offer(game, options, players, terms)
        self.begin(number, headline, act=True)
        return number

    def begin(self, number: int, headline: str, *, act: bool = False) -> None:
        """Begin a match that has been offered to people who need not be asked. The salts of its dice are its seats,
        since everybody may read the record, and it must not tell who plays."""
        for seat in self._store.matches.seats(number):
            self._store.matches.answer_offer(number, seat.index, "accepted", seat.seat)
        loaded = self._repository.begin(number)
        self._observers.announce_beginning(loaded)
        self._settling.publish(loaded, Telling(MatchNews(headline=headline, act=act)))
