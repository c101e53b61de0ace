"""Taking a letter back: what is taken back with it, what stays, whom it concerns, and how the match is then.

All consequences of the letter are taken back. What others have written since stays if nobody else knows of it: standing
orders, drafts for what is still asked, answers that have not been opened, queued lines. Every queue and every clock is
as it was before the letter.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pbem.play.conditional import ASK
from pbem.play.fates import LineResult
from pbem.play.log import ALWAYS
from pbem.play.orders import Refused
from pbem.play.record import ReplayError, Row
from pbem.play.requests import Seat
from pbem.server.clocks.clocks import left, start, stop
from pbem.server.core.context import Context
from pbem.server.core.times import DAY, HOUR
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.snapshots import read_rows, turn_row
from pbem.store.rows import Batch, Clock, SeatRow, TurnRow

GONE = "it goes with the letter that has been taken back"
BY_HOST = "the host has taken the match back to an earlier turn"
BACK = "it waits again, since what it did has been taken back"

_CLOCKS = msgspec.json.Decoder(dict[str, Clock])
_QUEUES = msgspec.json.Decoder(dict[str, tuple[list[str], list[str]]])


class Rewind:
    """What taking back the letter `batch` of a match would do. Nothing is changed before `carry_out`."""

    def __init__(
        self, context: Context, repository: MatchRepository, loaded: LoadedMatch, batch: Batch
    ) -> None:
        """Raises `Refused` if today's rules do not lead to the letter anymore."""
        self._context = context
        self._repository = repository
        self._matches, self._log = context.store.matches, context.store.log
        self._table = loaded
        self._batch = batch
        self._later = [each for each in self._log.batches(loaded.number) if each.number > batch.number]
        turn = self._log.turn_before_row(loaded.number, batch.row)
        assert turn is not None
        rows = repository.rows_since(turn)
        self._first = batch.row - turn.row
        try:
            self._before = repository.build(loaded.row, turn, rows[: self._first], loaded.next_batch)
            self._now = repository.build(loaded.row, turn, rows, loaded.next_batch).match
        except ReplayError as error:
            raise Refused(
                f"The rules have changed since then, so it cannot be taken back ({error})"
            ) from error

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 0, to which it leads."""
        return self._before.match.turn.number

    @property
    def others_have_acted(self) -> bool:
        """Whether anything that everybody knows of has been done since the letter."""
        return not all(map(self._is_secret, self._later))

    def is_free(self, seat: Seat) -> bool:
        """Whether the writer has learned nothing by the letter, and nobody else knows what it did."""
        log = self._now.log
        return (
            not self.others_have_acted
            and not log.reveals(self._first, seat)
            and not self._asks_another(seat)
            and (self._is_secret(self._batch) or not self._batch.seen)
        )

    def _asks_another(self, seat: Seat) -> bool:
        """Whether another seat is asked something because of the letter: that reveals that nothing queued would have
        answered, which was the seat's secret."""
        before = self._before.match.asks
        return any(
            other != seat and (other not in before or before[other].name != ask.name)
            for other, ask in self._now.asks.items()
        )

    def answers(self) -> list[tuple[Row, bool]]:
        """The answers that would be taken back, and whether each is still secret."""
        found = []
        for each in (self._batch, *self._later):
            going = each is self._batch or not self._stays_open
            for index in self._indices(each):
                row = self._now.rows[index]
                secret = self._now.log.is_open(index)
                if row.kind == "answer" and (going or not secret):
                    found.append((row, secret))
        return found

    def carry_out(self, *, agreed: bool) -> LoadedMatch:
        """Take the letter back, and load the match as it then is, with reports of what became of each seat's lines.

        Every clock is as it was when the letter was written, so that nobody gains or loses time by it, and players who
        are asked again have time to notice: a day if the others (or the host) have `agreed`, an hour if the writer did
        it alone. A clock that has run all along runs on, except the writer's if the others have agreed. The letter was
        no sign of life: missed deadlines count again, and a vote about a late player goes on.
        """
        number, matches, event = self._table.number, self._matches, self._before.match.event_count
        reports: dict[Seat, list[LineResult]] = {}
        queues = self._queues(reports)
        kept = self._kept(reports)
        match = self._before.match
        complete = bool(match.answered and not match.asks)  # an answer that a draft had reopened is in again
        rows = [row for each in kept for row in read_rows(each.rows)]
        on_time = {row.seat for row in rows if row.kind in ("answer", "edit") and row.name != ALWAYS}
        self._log.cut(number, self._batch.number, event)
        for each in () if complete else kept:
            self._log.append(msgspec.structs.replace(each, number=self._log.next_batch(number)))
        for seat in self._table.seats:
            matches.set_queue(number, seat.index, queues[seat.seat])
        if agreed or not self._is_secret(self._batch):
            matches.end_questions(number)
        for seat in self._table.seats:
            if seat.seat not in on_time:
                self._late_again(seat)
        loaded = self._repository.load(number)
        if not loaded.match.asks:
            loaded.match.settle()  # the next rows were dice
        loaded.match.reports.update(reports)
        for seat in loaded.seats:
            if seat.seat not in on_time:
                loaded.save_seat(self._context.store, self._clock_again(loaded, seat, agreed=agreed))
        loaded.before = loaded.before.with_asks_of(loaded.match)
        if complete:
            loaded.match.repeat(rows)
            loaded.match.settle()
        return loaded

    # What stays.

    @property
    def _stays_open(self) -> bool:
        """Whether what is open now was open before the letter."""
        return self._now.log.open_from <= self._first

    def _indices(self, batch: Batch) -> range:
        """The indices of a later letter's rows in the match as it is now."""
        first = self._first + batch.row - self._batch.row
        return range(first, first + batch.count)

    def _is_secret(self, batch: Batch) -> bool:
        """Whether only its writer knows anything of a letter."""
        return all(map(self._now.log.is_secret, self._indices(batch)))

    def _stays(self, batch: Batch, index: int) -> bool:
        """Whether a row of a later letter is not to be taken back."""
        row = self._now.rows[index]
        fits = (
            row.kind == "heard" or row.name == ALWAYS or (self._stays_open and self._now.log.is_open(index))
        )
        return row.kind == "handover" or (fits and self._is_secret(batch))

    def _kept(self, reports: dict[Seat, list[LineResult]]) -> list[Batch]:
        """What stays of the later letters, to be added after the cut; drafts and standing orders that are lost are
        reported."""
        kept, match = [], self._before.match
        for each in self._later:
            row, first = match.row_count, len(match.rows)
            staying = [index for index in self._indices(each) if self._stays(each, index)]
            lost = match.repeat([self._now.rows[index] for index in staying])
            lost += [self._now.rows[index] for index in self._indices(each) if index not in staying]
            kinds = (
                ("answer", "edit") if self._is_secret(each) else ("edit",)
            )  # others have been told of answers
            for gone in lost:
                if gone.seat == each.seat and gone.kind in kinds:
                    reports.setdefault(gone.seat, []).append(LineResult(gone.text, "dropped", GONE))
            if rows := match.rows[first:]:
                data, die = msgspec.json.encode(rows), self._batch.die
                kept.append(msgspec.structs.replace(each, row=row, count=len(rows), die=die, rows=data))
        return kept

    # Queues and clocks.

    def _queues(self, reports: dict[Seat, list[LineResult]]) -> dict[Seat, Sequence[str]]:
        """The queue of each seat as it was, with what it has sent since in letters that stay; their owners are told."""
        now = {seat.seat: self._table.match.queue(seat.seat) for seat in self._table.seats}
        then: dict[Seat, Sequence[str]] = dict(now)
        handed = {row.seat for row in self._now.rows[self._first :] if row.kind == "handover"}
        for each in reversed((self._batch, *self._later)):
            if each is not self._batch and self._is_secret(each):
                continue
            changed: dict[Seat, tuple[list[str], list[str]]] = {each.seat: ([], [])}
            changed |= _QUEUES.decode(each.queues)
            for seat in changed.keys() & then.keys() - handed:
                before, after = changed[seat]
                then[seat] = before if seat == each.seat else _rebased(then[seat], before, after)
        for seat in then:
            line_results = [
                LineResult(line, "dropped", GONE) for line in _beyond(now[seat], then[seat]) if line != ASK
            ]
            line_results += [
                LineResult(line, "queued", BACK) for line in _beyond(then[seat], now[seat]) if line != ASK
            ]
            if line_results:
                reports.setdefault(seat, []).extend(line_results)
        return then

    def _late_again(self, seat: SeatRow) -> None:
        """Count the deadlines that a seat had missed before an answer that is taken back, and go on with the vote."""
        then, number = self._clock_then(seat), self._table.number
        since = [row for row in self._now.rows[self._first :] if row.seat == seat.seat]
        if any(row.kind == "handover" for row in since):
            return
        if any((row.kind, row.by) == ("answer", "order") for row in since):
            missed = then.missed + seat.missed
        elif then.vote and seat.missed == then.missed:  # it was not asked anymore
            missed = seat.missed
        else:
            return
        self._matches.set_missed(number, seat.index, missed, then.vote or seat.vote)
        for voter, choice in then.votes.items():
            self._matches.cast(number, seat.index, voter, choice)

    def _clock_then(self, seat: SeatRow) -> Clock:
        """The clock of a seat when the letter came."""
        terms = self._table.row.terms
        return _CLOCKS.decode(self._batch.clocks).get(seat.seat, Clock(None, terms.add or terms.cap))

    def _clock_again(self, loaded: LoadedMatch, seat: SeatRow, *, agreed: bool) -> SeatRow:
        """The clock of a seat after a letter has been taken back; see `carry_out`."""
        batch, store = self._batch, self._context.store
        asked, terms = seat.seat in loaded.match.asks, loaded.row.terms
        all_along = asked and seat.since is not None and seat.since < batch.at
        if all_along and not (agreed and seat.seat == batch.seat):
            return seat
        then = self._clock_then(seat)
        since, bank = then.since, then.bank
        if not asked:
            return stop(seat, bank)
        time = left(store, loaded.row, msgspec.structs.replace(seat, since=since, bank=bank), batch.at)
        least = min(DAY if agreed else HOUR, terms.cap)
        return start(store, loaded.row, seat, self._context.now(), max(time, least))


def queued_since(
    last: Batch | None, later: Iterable[Batch], seat: Seat, queue: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The lines in a seat's queue that it has sent since its `last` letter that did anything else, and the queue as it
    would be without these, with those that they have replaced. `later` are the batches since that letter."""
    then = list(queue)
    for each in reversed([batch for batch in later if batch.seat != seat]):
        then = _rebased(then, *_QUEUES.decode(each.queues).get(seat, ([], [])))
    sent_with = _QUEUES.decode(last.queues).get(seat, ([], []))[1] if last is not None else []
    kept = _beyond(queue, _beyond(then, sent_with))
    return _beyond(queue, kept), [*_beyond(sent_with, then), *kept]


def _rebased(now: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """A queue as it was before somebody else's letter changed it, with what its owner has done since: the lines that
    they have replaced are gone, their new ones come after the others."""
    replaced, sent = _beyond(after, now), _beyond(now, after)
    return [*_beyond(before, replaced), *(line for line in sent if line != ASK)]


def _beyond(lines: Iterable[str], others: Iterable[str]) -> list[str]:
    """The lines that are not among others, or are there fewer times."""
    left = list(others)
    found = []
    for line in lines:
        if line in left:
            left.remove(line)
        else:
            found.append(line)
    return found


def begin_turn_again(context: Context, repository: MatchRepository, number: int) -> LoadedMatch:
    """Restart the turn in progress of a match, which its rules need not understand; returns the match as it then is.
    Players who have left stay away."""
    turn = context.store.log.last_turn(number)
    assert turn is not None
    gone = [row for row in repository.rows_since(turn) if row.kind in ("leave", "handover")]
    return _go_back(context, repository, turn, gone)


def go_back_to_turn(
    context: Context, repository: MatchRepository, loaded: LoadedMatch, number: int
) -> LoadedMatch:
    """Take a match back to the start of a turn (counted from 0), whatever has come since; returns it as it then is,
    with reports of the lines that waited. Raises `Refused`.

    A seat that has been handed over stays with its new player, and players who have left the server for good stay away;
    others who have resigned since are in again.
    """
    start_of = repository.turn_of(loaded, number)
    batches = context.store.log.batches(loaded.number)
    made_in = max((each.number for each in batches if each.row < start_of.row), default=-1)
    turn = turn_row(loaded.number, made_in, start_of)
    lost = {seat.seat for seat in loaded.seats if seat.gone}
    since = repository.rows_since(turn)
    handed = {row.seat: row for row in since if row.kind == "handover"}
    gone = [row for row in since if row.kind == "leave" and row.seat in lost]
    reports = {seat.seat: loaded.match.queue(seat.seat) for seat in loaded.seats}
    for seat in loaded.seats:
        context.store.matches.set_queue(loaded.number, seat.index, ())
        context.store.matches.set_missed(loaded.number, seat.index, 0, False)
    back = _go_back(context, repository, turn, [*handed.values(), *gone])
    for name, lines in reports.items():
        if dropped := [LineResult(line, "dropped", BY_HOST) for line in lines if line != ASK]:
            back.match.reports[name] = dropped
    return back


def _go_back(
    context: Context, repository: MatchRepository, turn: TurnRow, stays: Sequence[Row]
) -> LoadedMatch:
    """Take a match back to a snapshot, but for the rows of seats that have left or been handed over."""
    context.store.log.go_back(turn)
    row = context.store.matches.match(turn.match)
    loaded = repository.build(row, turn, [], context.store.log.next_batch(turn.match))
    loaded.match.settle()
    for each in stays:
        if each.kind == "leave":
            loaded.match.leave(each.seat, each.by)
        else:
            loaded.match.hand_over(each.seat)
    repository.keep(loaded, seat="", inbox=None, seen=True)
    back = repository.load(turn.match)
    back.before = msgspec.structs.replace(back.before, waiting=frozenset())
    return back
