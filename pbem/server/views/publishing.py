"""Ending what a letter, a clock or the host has done to a match: the others are told, and the match is stored."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from pbem.server.core.context import Context
from pbem.server.mailing.mailer import Mailer, MatchNews, Occasion
from pbem.server.matches.bots import let_house_play
from pbem.server.matches.repository import Table, Tables
from pbem.server.matches.turn_clocks import wind
from pbem.server.views.observers import Watching
from pbem.store.rows import SeatRow


class Publisher:
    """Tells everybody concerned how a match stands now, and stores it."""

    def __init__(self, context: Context, tables: Tables, mailer: Mailer, watching: Watching) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._mailer = mailer
        self._watching = watching
        self._house = context.store.secret("house")

    def publish(
        self,
        table: Table,
        *,
        news: Callable[[bool], MatchNews],
        everybody: bool,
        by: SeatRow | None = None,
        inbox: int | None = None,
        answer: Occasion | None = None,
        late: SeatRow | None = None,
    ) -> None:
        """Let the house play, wind the clocks of a match, write to those concerned, and store it.

        `by` is the seat that has acted with letter `inbox` (None: the host or a clock); it gets the letter `answer`.
        The others are written to when something is asked of them, a turn is over, or `everybody` says so. `news` is
        told whether the letter goes to whom it is about: the seat that has acted, or the one that is `late`.
        """
        match = table.match
        let_house_play(table, self._house)
        passed = self._tables.go_on(table)
        table.seats = [wind(self._store, table, seat, self._context.now(), by) for seat in table.seats]
        self._tables.rate(table)
        common = news(False)
        headline = common.headline
        for line in filter(None, ("" if common.passing else headline, *common.said)):
            self._store.watch.say(table.number, table.turn_before, line)
        when = inbox or self._context.now()
        key = f"{when}-{match.row_count}-{table.row.paused}-{table.row.undo is not None}-{headline}"
        seen = False
        for seat in table.seats:
            if by is not None and seat.index == by.index:
                if answer is not None:
                    self._mailer.about_match(table, seat, answer, _with(news(True), passed))
            elif everybody or match.turns or table.newly_asked(seat) or seat.seat in match.reports:
                occasion = Occasion(f"news-{key}", automatic=True, tells=not table.newly_asked(seat))
                own = late is not None and seat.index == late.index
                told = self._mailer.tell(table, seat, occasion, _with(news(own), passed))
                seen = seen or (told and bool(match.fresh))
        if match.turns or (match.over and table.row.status != "over"):
            seen = self._watching.tell(table, headline) or seen
        self._tables.keep(table, seat=by.seat if by else "", inbox=inbox, seen=seen)


def _with(news: MatchNews, passed: list[str]) -> MatchNews:
    """News with what has lapsed meanwhile."""
    return structs.replace(news, said=[*passed, *news.said])
