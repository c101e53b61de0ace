"""A match as letters, deadlines and departures change it.

A `Match` lives for one letter. The driver (`pbem.play.driver`) runs the rules up to the open asks; a letter's lines are
played on it, and the caller stores what is new (rows, snapshots, queues, reports). Nothing of a `Match` is kept between
letters, so a refused letter is undone by dropping the object.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from pbem.play.conditional import AskMe, Conditional, is_of, kinds_of
from pbem.play.dice import DieAhead, NoDice
from pbem.play.driver import Driver
from pbem.play.fates import LetterRefused as LetterRefused
from pbem.play.fates import LineResult as LineResult
from pbem.play.fates import Preview as Preview
from pbem.play.game import P, masked
from pbem.play.game import opening as opening
from pbem.play.log import ALWAYS
from pbem.play.orders import Halted, OrderError, Refused, Skipped, Unreadable
from pbem.play.queues import SPENT, concerns, understood
from pbem.play.record import By, ReplayError, Result, Row, Tail
from pbem.play.requests import Ask, Draw, Event, Order, Roll, Seat, lane

OVER = "the match is over, so it is not needed anymore"


class Match(Driver[P]):
    """One match in use; `fresh`, `turns`, `queues` and `reports` are to be stored."""

    # What can be seen.

    @property
    def fresh(self) -> list[Row]:
        """The rows added since the load."""
        return self.log.fresh

    @property
    def stage(self) -> str:
        """How far the match has come, as everybody knows: a seed for choices that must not reveal secrets."""
        return f"{self.turn.number}/{self.event_count}"

    @property
    def irrevocable(self) -> bool:
        """Has the letter revealed something (`Log.reveals`)? From then on none of it can be void, or its writer could
        look at it before being bound."""
        return self.log.reveals(self._letter, self._writer)

    @property
    def replaced(self) -> list[Order]:
        """The queued lines that the letter has replaced."""
        return self._waiting.replaced

    def waiting(self, seat: Seat) -> list[str]:
        """The lines in a seat's queue, as their owner knows them."""
        return [str(order) for order in self.queues.get(seat, ()) if not isinstance(order, AskMe)]

    def queue(self, seat: Seat) -> tuple[str, ...]:
        """The lines in a seat's queue, as they are stored."""
        return tuple(map(str, self.queues.get(seat, ())))

    def requeue(self, seat: Seat, lines: Sequence[str]) -> None:
        """Let these lines wait in a seat's queue, in place of those that do; whether it wants to be asked stays."""
        asks = [order for order in self.queues.get(seat, ()) if isinstance(order, AskMe)]
        self._waiting.restore(seat, lines, self.game.read_line)
        self.queues[seat][:0] = asks

    @property
    def asked_alone(self) -> Seat:
        """The seat that is asked openly and alone; empty if there is none."""
        return self._round.alone

    def answer_of(self, seat: Seat) -> Order | None:
        """The answer of a seat to the open `AskAll`, secret and still open to change."""
        return self._round.answers.get(seat)

    def drafting(self, seat: Seat) -> bool:
        """Has a seat sent lines that leave its ask open, and not answered since?"""
        return self._round.drafting(seat)

    # What can happen.

    def play(self, seat: Seat, lines: Sequence[str], *, going_on: bool = False) -> list[LineResult]:
        """Play the tidied lines of one letter and say what became of each.

        `going_on`: the letter began with the load of this match, and other lines of it have been played before.

        All or nothing until something has been revealed (`Log.reveals`): `LetterRefused` then. From there on line by
        line: a refused line takes the later lines that answer the same ask with it.
        """
        orders = []
        for index, line in enumerate(lines):
            try:
                orders.append(self.game.read_line(line))
            except Unreadable as error:
                raise LetterRefused(index, line, error) from error
        self._wake()
        over = self.over
        if not over and self.game.heard(self.state, seat):
            self.rows.append(Row("heard", seat=seat))
        self._waiting.begin(going_on=going_on)
        self._letter = self._letter if going_on else len(self.rows)
        self._played = self._played if going_on else []
        self._closed = self._closed and going_on
        self._writer, self._coming, self._lost = seat, deque(orders), []
        self._settle()
        line_results = self._fates = []
        answered: set[str] = set()
        for index, (line, order) in enumerate(zip(lines, orders, strict=True)):
            self._coming.popleft()
            lost = self._why_lost(order) or (OVER if self.over and not over else "")
            if lost:
                line_results.append(LineResult(line, "dropped", lost))
                self._settle()
                continue
            ask = self._round.asks.get(seat)
            try:
                line_results.append(self._line(seat, line, order, answered))
            except Skipped as error:
                line_results.append(LineResult(line, "skipped", str(error)))
            except Halted as error:
                line_results.append(LineResult(line, "done", str(error)))
                self._lose(ask, order, "halted")
            except (Refused, Unreadable) as error:
                if not self.irrevocable:
                    raise LetterRefused(index, line, error) from error
                line_results.append(LineResult(line, "refused", str(error)))
                self._lose(ask, order, "not tried, since a line before it could not be carried out")
            self._settle()
        return line_results

    def preview(self, seat: Seat, lines: Sequence[str], *, reader: Seat = "") -> Preview:
        """What `play` would do, up to the first die or another seat's ask. Leaves no trace.

        A `reader` in another seat gets no answers from what this seat keeps secret: its queue and its memory.
        Raises `LetterRefused` as `play` does.
        """
        twin = self.twin(seat, waiting=reader in ("", seat))
        if reader:
            twin.state.private = masked(twin.state, reader).private
        before = len(twin.events)
        outlook: Event | None = None
        stop = "nothing more to do"
        try:
            twin.play(seat, lines)
        except DieAhead as ahead:
            stop = f"dice: {ahead.request.label}"
            if isinstance(ahead.request, Roll) and ahead.request.outlook:
                outlook = ahead.request.outlook()
        else:
            others = [ask for other, ask in twin._round.asks.items() if other != seat]
            if seat in twin.asks:
                whose = "your" if reader in ("", seat) else f"{self.game.seat_title(seat)}'s"
                stop = f"{whose} next decision: {twin.asks[seat].name}"
            elif others:
                stop = f"{self.game.seat_title(others[0].seat)} decides: {others[0].name}"
                outlook = others[0].outlook() if others[0].outlook else None
            outlook = outlook or self.game.foresee(masked(twin.state, seat), seat)
        return Preview(tuple(twin._fates), tuple(twin.events[before:]), stop, outlook, twin.state)

    def twin(self, seat: Seat, *, waiting: bool = True) -> Match[P]:
        """A copy as a seat knows it, never stored; `waiting`: with the seat's queue.

        Instead of rolling a die it raises `DieAhead`.
        """
        queue = {seat: list(self.queue(seat))} if waiting else {}
        tail = Tail(self.loaded.turn, list(self.rows), queue)
        held = bool(self._round.asks) and not self.asks
        return Match(self.game, tail, NoDice(), viewer=seat, held=held)

    def answer_automatically(self, seat: Seat, by: By = "deadline") -> None:
        """Answer the seat's open ask by its `auto`, as a deadline does; no effect if none is open."""
        self._wake()
        ask = self.asks.get(seat)
        if ask is not None:
            self._answer(ask, ask.check(ask.auto()), by)
            self._settle()

    def settle(self) -> None:
        """Play what needs no letter: queues, standing orders, dice. For a match or turn that begins anew."""
        self._automatic = 0
        self._settle()

    def leave(self, seat: Seat, by: By = "order") -> None:
        """Let a seat resign or forfeit. Its asks are answered by `auto` until it is removed."""
        if self.over or seat in self.state.left:
            return
        self._wake()
        self.queues.pop(seat, None)
        row = Row("leave", seat=seat, by=by)
        self.rows.append(row)
        self._apply_leave(row)
        self._settle()

    def hand_over(self, seat: Seat) -> None:
        """Give a seat to a new player, without the secrets of the player before."""
        if not self.over and seat not in self.state.left:
            self._wake()
            self.queues.pop(seat, None)
            self._apply(Row("handover", seat=seat))

    def repeat(self, rows: Sequence[Row]) -> list[Row]:
        """Replay a seat's secret rows after something before them has been taken back.

        Returns the rows that no longer fit.
        """
        self._validate, lost = True, []
        for row in rows:
            try:
                self._apply(row)
            except (OrderError, ReplayError):
                lost.append(row)
        return lost

    def end(self, result: Result, by: By) -> None:
        """End the match from outside the rules: a draw agreed on, or an adjudication."""
        if self.over:
            return
        self._wake()
        self.rows.append(Row("end", result.reason, text=str(result), by=by))
        self._finish(result)

    def _wake(self) -> None:
        """An outside event: a turn that begins with dice rolls them first if it has not done so."""
        self._automatic = 0
        if isinstance(self._request, Roll | Draw):
            self._settle()

    def _line(self, seat: Seat, line: str, order: Order, answered: set[str]) -> LineResult:
        """Play one line of a letter. `answered` names the asks that this letter has answered and may not reopen."""
        if order.closes and self._closed and not self._waiting.of_letter(seat, order):
            return LineResult(line, "dropped", SPENT)
        ask = self._round.asks.get(seat)
        here = ask is not None and not (
            seat in self._round.answers and (ask.name in answered or self._ends_queued(ask, order))
        )
        kinds = (*ask.takes, *ask.edits) if ask is not None and here else ()
        held = seat in self.asks and seat in self.queues and self._waiting.hold_back(seat, kinds)
        if ask is not None and isinstance(order, kinds) and not held:
            if isinstance(order, ask.edits):
                return LineResult(line, "noted", self._edit(ask, order))
            full = ask.check(order)
            self._closed = False
            text = self._answer(ask, full, "order")
            answered.add(ask.name)
            self._played.append(full)
            return LineResult(line, "done", text)
        if self.over:
            raise Refused("The match is over")
        if seat in self.state.left:
            raise Refused("You have left this match")
        if seat not in self.game.still_in(self.state):
            raise Refused("You are out of this match; you will be told how it ends")
        echo = self.game.always(self.state, seat, order)
        if echo is not None:
            self.rows.append(Row("edit", ALWAYS, seat, str(order)))
            return LineResult(line, "noted", echo)
        if isinstance(order, Conditional):
            order = understood(self.game, self.state, seat, order, self.facts(seat))
        if order.unasked and not isinstance(order, kinds):
            raise Refused(order.unasked)
        self.game.vet(self.state, seat, order)
        waiting = self._waiting.of_letter(seat, order)
        self.game.vet_behind(self.state, order, self._played, waiting)
        self._waiting.add(seat, order)
        return LineResult(line, "queued", self._queued_as(seat, order, waiting), str(order))

    def _queued_as(self, seat: Seat, order: Order, before: Sequence[Order]) -> str:
        """What the writer of a queued line is told: the line as understood, and what it would do to a turn unseen."""
        ask, last = self.asks.get(seat), self._last_answer(seat)
        ahead = order.ahead(behind=any(not each.closes for each in before))
        if ask is not None and concerns(order, ask.takes):
            what = ""  # it is for what the seat sees now
        elif order.closes and last is not None and lane(type(last)) in map(lane, kinds_of(order)):
            what = "waits for this turn, and goes with it"
        elif ahead:
            may = "may" if isinstance(order, Conditional) else "will"
            what = f"waits and {may} {ahead}. To take it back, answer: clear"
        else:
            what = ""
        if isinstance(order, Conditional):
            return "\n".join([*order.tree(), *([f"It {what}"] if what else [])])
        return f'"{order}" {what}' if what else str(order)

    def _ends_queued(self, ask: Ask[Any], order: Order) -> bool:
        """Does a line, which could answer an answered ask again, end what this letter has queued?"""
        return isinstance(order, ask.takes) and not order.unasked and self._waiting.renewed(order)

    def _why_lost(self, order: Order) -> str:
        """Why a line of this letter is not tried anymore; empty if it is."""
        for kinds, why in self._lost:
            if is_of(order, kinds):
                return why
        return ""

    def _lose(self, ask: Ask[Any] | None, order: Order, why: str) -> None:
        """The later lines of this letter that answer the same ask are not tried anymore."""
        kinds = (*ask.takes, *ask.edits) if ask else ()
        lanes = tuple({lane(kind) for kind in kinds_of(order)})
        self._lost.append((kinds if isinstance(order, kinds) else lanes, why))
