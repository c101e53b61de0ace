"""Finishing what a letter, a clock or the host has done to a match: the others are told, and the match is stored."""

from collections.abc import Callable

from msgspec import structs

from pbem.server.core.context import Service
from pbem.server.leagues.results import LeagueResults
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.matches.bots import Bots
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.turn_clocks import wind
from pbem.server.views.observers import Observers
from pbem.store.rows import SeatRow


class Publisher(Service):
    """Tells everybody concerned about the new state of a match, and stores it."""

    _repository: MatchRepository
    _mailer: Mailer
    _observers: Observers
    _bots: Bots
    _results: LeagueResults

    def publish(
        self,
        loaded: LoadedMatch,
        news: MatchNews,
        *,
        everybody: bool = True,
        by: SeatRow | None = None,
        inbox: int | None = None,
        answer: Dispatch | None = None,
        late: SeatRow | None = None,
        own: Callable[[], MatchNews] | None = None,
    ) -> None:
        """Let the house play, wind the clocks of a match, write to those concerned, and store it.

        `by` is the seat that has acted with letter `inbox` (None: the host or a clock); it gets the letter `answer`.
        The others get a letter when something is asked of them, a turn is over, or `everybody` says so. The seat that
        has acted, or the one that is `late`, has news of its `own`, worked out after the house has played.
        """
        match = loaded.match
        self._bots.play(loaded)
        passed = self._repository.go_on(loaded)
        loaded.seats = [wind(self._store, loaded, seat, self._context.now(), by) for seat in loaded.seats]
        self._repository.rate(loaded)
        headline = news.headline
        for line in filter(None, ("" if news.passing else headline, *news.said)):
            self._store.watch.say(loaded.number, loaded.before.turn, line, self._context.now(), act=news.act)
        when = inbox or self._context.now()
        key = f"{when}-{match.row_count}-{loaded.row.paused}-{loaded.row.undo is not None}-{headline}"
        theirs, mine = _with(news, passed), _with(own() if own is not None else news, passed)
        seen = False
        for seat in loaded.seats:
            if by is not None and seat.index == by.index:
                if answer is not None:
                    self._mailer.about_match(loaded, seat, answer, mine)
            elif (
                everybody
                or match.turns
                or loaded.before.newly_asks(match, seat.seat)
                or seat.seat in match.reports
            ):
                dispatch = Dispatch(
                    f"news-{key}",
                    auto_submitted=True,
                    informational=not loaded.before.newly_asks(match, seat.seat),
                )
                is_late = late is not None and seat.index == late.index
                told = self._mailer.tell(loaded, seat, dispatch, mine if is_late else theirs)
                seen = seen or (told and bool(match.fresh))
        if match.turns or (match.over and loaded.row.status != "over"):
            seen = self._observers.tell(loaded, headline) or seen
        self._results.take_over(loaded)
        self._repository.keep(loaded, seat=by.seat if by else "", inbox=inbox, seen=seen)


def _with(news: MatchNews, passed: list[str]) -> MatchNews:
    """News with everything that has lapsed meanwhile."""
    return structs.replace(news, said=[*passed, *news.said])
