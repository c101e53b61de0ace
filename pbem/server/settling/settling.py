"""Finishing what a letter, a clock or the host has done to a match.

settle: the house plays, what the position has overtaken lapses, clocks are wound, the result is rated
  -> tell: each reader's mail, and the match's log of what was said
  -> keep: the match is stored

Nothing is stored before `keep` but what the rows of other tables say.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from pbem.server.core.context import Service
from pbem.server.leagues.results import TeamResults
from pbem.server.letters.questions import Question
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.matches.bots import Bots
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.turn_clocks import wind
from pbem.server.views.observers import Observers
from pbem.store.rows import Confirmation, SeatRow


class Act(Struct, frozen=True):
    """Who has done something to a match: the seat `by` with its letter `inbox`; the host or a clock without them.

    `answer` is the mail that answers the letter, if it gets one.
    """

    by: SeatRow | None = None
    inbox: int | None = None
    answer: Dispatch | None = None


BY_ITSELF = Act()
"""What the host or a clock has done."""


class Settled(Struct, frozen=True):
    """A match on which the house has played, and what has become of questions by that, in sentences for all."""

    answered: tuple[str, ...] = ()

    def added_to(self, news: MatchNews) -> MatchNews:
        """News with what has become of questions before it."""
        return structs.replace(news, said=[*self.answered, *news.said])


class Telling(Struct, frozen=True):
    """What the readers of a match are told: `theirs`, and `own` for the seat that has acted or is `late`.

    Seats that have not acted get a mail when something is asked of them, a turn is over, or `everybody` says so.
    """

    theirs: MatchNews
    own: MatchNews | None = None
    late: SeatRow | None = None
    everybody: bool = True

    def to(self, seat: SeatRow, *, acted: bool) -> MatchNews:
        """The news for a seat that has acted, or has not."""
        concerned = acted or (self.late is not None and self.late.index == seat.index)
        return self.own if self.own is not None and concerned else self.theirs


class Settling(Service):
    """Settles matches, tells everybody concerned, and stores them."""

    _repository: MatchRepository
    _mailer: Mailer
    _observers: Observers
    _bots: Bots
    _results: TeamResults
    _questions: Mapping[str, Question]

    def publish(self, loaded: LoadedMatch, telling: Telling, act: Act = BY_ITSELF) -> None:
        """Do all three steps."""
        self.finish(loaded, self.settle(loaded, act), telling, act)

    def settle(self, loaded: LoadedMatch, act: Act = BY_ITSELF) -> Settled:
        """Let the house play, cancel what has been overtaken, wind the clocks and rate a match that is over."""
        self._bots.play(loaded)
        self._repository.go_on(loaded)
        self._wind(loaded, act)
        went_on = not loaded.match.over
        ended = self._end_questions(loaded) if loaded.questions else ()
        if went_on and loaded.match.over:
            self._wind(loaded, act)
        if loaded.match.over:
            self._repository.rate(loaded)
        return Settled(ended)

    def _wind(self, loaded: LoadedMatch, act: Act) -> None:
        now = self._context.now()
        loaded.seats = [wind(self._store, loaded, seat, now, act.by) for seat in loaded.seats]

    def _end_questions(self, loaded: LoadedMatch) -> tuple[str, ...]:
        """End the questions that the match has overtaken, and those to which all who are left have agreed; returns what
        all are told about that."""
        over = loaded.match.over
        ended = {each: told for each in loaded.questions if (told := self._end(loaded, each)) is not None}
        self._store.confirmations.delete(*ended)
        loaded.reread_questions(self._store)
        return () if over else tuple(dict.fromkeys(filter(None, ended.values())))

    def _end(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        kind = self._questions[question.kind]
        told = kind.lapses(loaded, question)
        return kind.settle(loaded, question) if told is None and not loaded.match.over else told

    def finish(self, loaded: LoadedMatch, settled: Settled, telling: Telling, act: Act = BY_ITSELF) -> None:
        """Tell everybody concerned, and store a match that is settled."""
        told = self._tell(loaded, settled, telling, act)
        if loaded.match.over:
            self._results.take_over(loaded)
        self._repository.keep(loaded, seat=act.by.seat if act.by else "", inbox=act.inbox, seen=told)

    def _tell(self, loaded: LoadedMatch, settled: Settled, telling: Telling, act: Act) -> bool:
        """Write to everybody concerned; returns whether anybody but the seat that has acted is told what happened."""
        match, news = loaded.match, telling.theirs
        for line in filter(None, ("" if news.passing else news.headline, *news.said)):
            self._store.watch.say(loaded.number, loaded.before.turn, line, self._context.now(), act=news.act)
        told = False
        for seat in loaded.seats:
            if act.by is not None and act.by.index == seat.index:
                if act.answer is not None:
                    own = settled.added_to(telling.to(seat, acted=True))
                    self._mailer.about_match(loaded, seat, act.answer, own)
                continue
            asked = loaded.before.newly_asks(match, seat.seat)
            if telling.everybody or match.turns or asked or seat.seat in match.reports:
                dispatch = Dispatch(
                    self._key(loaded, act, news), auto_submitted=True, informational=not asked
                )
                theirs = settled.added_to(telling.to(seat, acted=False))
                sent = self._mailer.tell(loaded, seat, dispatch, theirs)
                told = told or (sent and bool(match.fresh))
        if match.turns or (match.over and loaded.row.status != "over"):
            told = self._observers.tell(loaded, news.headline) or told
        return told

    def _key(self, loaded: LoadedMatch, act: Act, news: MatchNews) -> str:
        """Names the mails to those who have not acted, for their Message-IDs."""
        when = act.inbox or self._context.now()
        undo = bool(loaded.open("undo"))
        return f"news-{when}-{loaded.match.row_count}-{loaded.row.paused}-{undo}-{news.headline}"
