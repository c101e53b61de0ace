"""When the rules of a game have changed, its running matches go on under the new ones.

A turn in progress is replayed with every answer checked. If that succeeds, nobody notices anything; the next snapshot
has the new version. If it does not, the match goes back to the start of that turn: what was sent for it is void, and
everybody is told and asked again with a full clock. The dice stay, and players who have resigned stay away.
"""

import functools
import logging
from collections.abc import Iterator

from pbem.server.core.context import Service
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import MatchRepository, Misfit
from pbem.server.matches.rewind import begin_turn_again
from pbem.server.settling.settling import Settling, Telling

log = logging.getLogger("pbem.renewal")

PAGE = 1000
"""Number of matches examined in one go: a few milliseconds."""


class Renewal(Service):
    """Brings running matches under today's rules, before anything else is done with them."""

    _repository: MatchRepository
    _settling: Settling

    def outdated(self) -> Iterator[list[int]]:
        """The running matches whose last snapshot was made under other rules than today's, page by page: those among
        `PAGE` matches at a time, so that others can go on in between."""
        version_of = functools.cache(self._version)
        for first in range(1, self._store.matches.last_number() + 1, PAGE):
            rows = self._store.matches.rules_in_use(range(first, first + PAGE))
            yield [number for number, game, version in rows if version_of(game) not in (version, None)]

    def _version(self, game: str) -> int | None:
        if game in self._context.games.names:
            return self._context.games.of(game).version
        log.warning("the game %s is not installed: its matches stand still", game)
        return None

    def try_renew(self, number: int) -> bool:
        """Renew a match in a transaction of its own; returns whether it had to go back to the start of its turn.

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
        """Bring one match under today's rules; returns whether it had to go back to the start of its turn."""
        try:
            self._repository.find(number)
        except Misfit as misfit:
            log.warning("it goes back to the start of its turn: %s", misfit)
        else:
            return False
        back = begin_turn_again(self._context, self._repository, number)
        headline = (
            f"The rules of {back.game.title} have changed, and the turn in progress does not fit the new ones. It"
            " begins again: what has been sent for it no longer counts, and those who are asked have their full time"
            " again. The dice stay the same."
        )
        self._settling.publish(back, Telling(MatchNews(headline=headline, subject="new rules")))
        return True
