"""When the rules of a game have changed, its running matches go on under the new ones.

A turn in progress is replayed with every answer checked. If it goes through, nothing is to be seen; the next snapshot
has the new number. If it does not, the match goes back to the start of that turn: what was sent for it counts no more,
everybody is told and asked anew with a whole clock. The dice stay, and who has resigned stays away.
"""

from __future__ import annotations

import logging

from pbem.server.core.context import Context
from pbem.server.core.games import UnknownGame
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import MatchRepository, Misfit
from pbem.server.matches.rewind import begin_turn_again
from pbem.server.views.publishing import Publisher

log = logging.getLogger("pbem.renewal")


class Renewal:
    """Brings running matches under today's rules, before anything else is done with them."""

    def __init__(self, context: Context, repository: MatchRepository, publisher: Publisher) -> None:
        self._context = context
        self._store = context.store
        self._repository = repository
        self._publisher = publisher

    def outdated(self) -> list[int]:
        """The running matches whose last snapshot was made under other rules than today's."""
        found: list[int] = []
        for name in self._store.matches.games_running():
            try:
                version = self._context.games.named(name).version
            except UnknownGame as error:
                log.warning("its matches stand still: %s", error)
                continue
            found += self._store.matches.outdated(name, version)
        return found

    def try_renew(self, number: int) -> bool:
        """Renew a match in a transaction of its own; whether it had to go back to the start of its turn.

        A match that cannot be loaded at all is left alone, with a line in the log: its game cannot read its own old
        state.
        """
        try:
            with self._store.transaction():
                return self.renew(number)
        except Exception:
            log.exception("match %d cannot be brought under the new rules", number)
            return False

    def renew(self, number: int) -> bool:
        """Bring one match under today's rules; whether it had to go back to the start of its turn."""
        try:
            self._repository.load(number)
        except Misfit as misfit:
            log.warning("it goes back to the start of its turn: %s", misfit)
        else:
            return False
        back = begin_turn_again(self._context, self._repository, number)
        headline = (
            f"The rules of {back.game.title} have changed, and the turn in progress does not fit the new ones. It goes"
            " back to its start: what has been sent for it counts no more, and whoever is asked has their whole time"
            " again. The dice stay the same."
        )
        self._publisher.publish(
            back, news=lambda _: MatchNews(headline=headline, subject="new rules"), everybody=True
        )
        return True
