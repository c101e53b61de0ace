"""The driver: runs a game's rules over a log, and continues with letters, deadlines and departures.

A `Match` lives for one letter. It decodes the last snapshot, runs the rules of the turn in progress and feeds
them the rows since; the open asks are then in `asks`. A letter's lines are played on it; the caller stores what is
new (rows, snapshots, queues, reports). Nothing of a `Match` is kept between letters, so a refused letter is undone by
dropping the object.

An open ask is answered from the first of these that can: log, queue, standing order, `auto` if the seat has left;
otherwise by mail. Loading only reads the log: it never adds a row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any, Generic

import msgspec

from pbem.play.conditional import AskMe, Conditional, is_of, read_line
from pbem.play.dice import Dice, DieAhead, NoDice
from pbem.play.facts import Facts, Number, Word
from pbem.play.fates import LetterRefused as LetterRefused
from pbem.play.fates import LineResult as LineResult
from pbem.play.fates import Preview as Preview
from pbem.play.game import Game, P, masked
from pbem.play.game import opening as opening
from pbem.play.log import ALWAYS, Log, check_chance
from pbem.play.orders import Halted, OrderError, Refused, Skipped, Unreadable
from pbem.play.queues import Queues, understood
from pbem.play.record import By, ReplayError, Result, Row, Tail, Turn
from pbem.play.requests import Ask, AskAll, Draw, Event, Forget, Order, Request, Roll, Rules, Seat, lane
from pbem.play.round import Round

AUTOMATIC_LIMIT = 500
"""Maximum number of answers without a letter, then the match waits for one: the standing orders of two seats can play
against each other for ever."""

OVER = "the match is over, so it is not needed any more"

NOTHING = "nothing"
"""The value of the fact `asked` while nothing is asked."""

RUNAWAY_LIMIT = 10_000
"""Maximum number of events, dice and the like without an ask: beyond it the rules are faulty."""


class Match(Generic[P]):
    """One match, loaded. `asks` are the open asks; `fresh`, `turns`, `queues` and `reports` are to be stored.

    `asked` counts the requests of the rules since the snapshot: if it has grown, the open asks are new ones.
    """

    def __init__(
        self,
        game: Game[P],
        tail: Tail,
        dice: Dice,
        *,
        validate: bool = False,
        viewer: Seat | None = None,
        held: bool = False,
    ) -> None:
        """Load a match. `validate` puts each logged answer through its check, as `pbem check` does.

        With a `viewer` it is a preview: only that seat's asks are answered, and secret answers of others are not
        opened; `held`: the last answers in the log belong to such a preview. Raises `ReplayError` if the log does not
        fit the rules.
        """
        self.game = game
        self.state: P = game.decode(tail.turn.state, tail.turn.version)
        self.loaded = tail
        self.turn = tail.turn
        self.turns: list[Turn] = []
        self.log = Log(tail.turn.row, tail.rows)
        self.rows = self.log.rows
        self.events: list[Event] = []
        self._waiting = Queues()
        self.queues = self._waiting.waiting
        self.reports = self._waiting.reports
        self._dice = dice
        self._die = tail.turn.die
        self._validate = validate
        self._viewer = viewer
        self._held = held
        self._loading = True
        self._rules: Rules[None] | None = None
        self._request: Request | None = None
        self._round = Round()
        self._told_before_turn = self._automatic = 0
        self.asked = 0
        self._steps = 0
        self._coming: deque[Order] = deque()
        self._lost: list[tuple[tuple[type[Order], ...], str]] = []
        self._fates: list[LineResult] = []
        self._writer: Seat = ""
        self._begin_turn()
        self._settle()
        self._letter = len(self.rows)
        if self.log.unread:
            raise ReplayError(self.row_count, f"nothing asks for this row any more: {self.log.unread}")
        self._loading = False
        for seat, lines in tail.queues.items():
            self._waiting.restore(seat, lines, game.order_of)

    # What can be seen.

    @property
    def asks(self) -> dict[Seat, Ask[Any]]:
        """The open asks without an answer yet, by seat. Empty when the match is over."""
        return self._round.waiting

    @property
    def answered(self) -> dict[Seat, Ask[Any]]:
        """The asks of the open `AskAll` that have an answer, which may still be changed."""
        return self._round.answered

    @property
    def over(self) -> bool:
        """Has the match ended? Then `state.result` says how."""
        return self.state.result is not None

    @property
    def fresh(self) -> list[Row]:
        """The rows added since the load."""
        return self.log.fresh

    @property
    def row_count(self) -> int:
        """Number of live rows of the whole match so far."""
        return self.log.count

    @property
    def event_count(self) -> int:
        """Number of events of the whole match so far; `events` begins with number `loaded.turn.event`."""
        return self.loaded.turn.event + len(self.events)

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

    def facts(self, seat: Seat) -> Facts:
        """The facts for the conditions of a seat's lines, as they are now."""
        turn = self.turn.number + 1
        facts = {**self.game.facts(masked(self.state, seat), seat), "turn": Number(turn, low=turn)}
        if self.game.decisions:
            asked = self.asks[seat].name if seat in self.asks else NOTHING
            facts["asked"] = Word(asked, (*self.game.decisions, NOTHING))
        return facts

    def waiting(self, seat: Seat) -> list[str]:
        """The lines in a seat's queue, as their owner knows them."""
        return [str(order) for order in self.queues.get(seat, ()) if not isinstance(order, AskMe)]

    def queue(self, seat: Seat) -> tuple[str, ...]:
        """The lines in a seat's queue, as they are stored."""
        return tuple(map(str, self.queues.get(seat, ())))

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
        orders = [self._read(index, line) for index, line in enumerate(lines)]
        self._wake()
        over = self.over
        if not over and self.game.heard(self.state, seat):
            self.rows.append(Row("heard", seat=seat))
        self._waiting.begin(going_on=going_on)
        self._letter = self._letter if going_on else len(self.rows)
        self._writer, self._coming, self._lost = seat, deque(orders), []
        self._settle()
        line_results = self._fates = []
        answered: set[str] = set()
        for index, (line, order) in enumerate(zip(lines, orders, strict=True)):
            self._coming.popleft()
            lost = self._why_lost(order) or (OVER if self.over and not over else "")
            if lost:
                line_results.append(LineResult(line, "dropped", lost))
                continue
            ask = self._round.asks.get(seat)
            kinds = (*ask.takes, *ask.edits) if ask else ()
            if not isinstance(order, kinds):
                kinds = (lane(type(order)),)
            try:
                line_results.append(self._line(seat, line, order, answered))
            except Skipped as error:
                line_results.append(LineResult(line, "skipped", str(error)))
            except Halted as error:
                line_results.append(LineResult(line, "done", str(error)))
                self._lost.append((kinds, "halted"))
            except (Refused, Unreadable) as error:
                if not self.irrevocable:
                    raise LetterRefused(index, line, error) from error
                line_results.append(LineResult(line, "refused", str(error)))
                self._lost.append((kinds, "not tried, since a line before it could not be carried out"))
            self._settle()
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
        tail, held = (
            Tail(self.loaded.turn, list(self.rows), queue),
            bool(self._round.asks) and self._round.complete,
        )
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

    # Turns.

    def _begin_turn(self) -> None:
        self._request, self._round = None, Round()
        self._rules = None if self.over else self.game.turn(self.state)

    def _end_turn(self) -> None:
        """Between two turns: remove the seats that have left, and make a snapshot."""
        self._rules = None
        for seat in self.state.left:
            if seat not in self.state.gone:
                self.state.gone.append(seat)
                self.game.leave(self.state, seat)
        if self.state.result is None:
            self.state.result = self.game.decided(self.state)
        events = self.events[self._told_before_turn :]
        self._told_before_turn = len(self.events)
        self.turn = Turn(
            number=self.turn.number + 1,
            row=self.row_count,
            die=self._die,
            event=self.event_count,
            version=self.game.version,
            state=msgspec.json.encode(self.state),
            events=msgspec.json.encode(events),
        )
        self.turns.append(self.turn)
        self._begin_turn()

    def _finish(self, result: Result) -> None:
        self.state.result = result
        if self._rules is not None:
            self._rules.close()
        self._end_turn()

    # Running the rules.

    def _settle(self) -> None:
        """Run the rules until something is open that cannot be answered without a letter."""
        while self._rules is not None:
            if isinstance(self._request, Ask | AskAll):
                if not self._collect():
                    return
                self._steps = 0
                self.log.close(opens=len(self._round.asks) > 1)
                self._step(self._round.collected())
            elif isinstance(self._request, Roll | Draw):
                if self._loading and not self.log.unread and not self.rows:
                    return  # nothing has happened since a turn began with dice: `settle` rolls them
                self._step(self._chance(self._request))
            else:
                self._step(None)

    def _step(self, value: Any) -> None:
        """Give the rules the value they wanted and run them to their next request."""
        assert self._rules is not None
        while True:
            self._steps += 1
            if self._steps > RUNAWAY_LIMIT:
                raise RuntimeError(f"the rules of {self.game.name} run on without asking anybody")
            try:
                request = self._rules.send(value)
            except StopIteration:
                self._end_turn()
                return
            value = None
            if isinstance(request, Event):
                self.events.append(request)
            elif isinstance(request, Forget):
                self._forget(request)
            else:
                break
        self._request = request
        self.asked += 1
        self._round = Round(request)
        self._waiting.asked()

    def _chance(self, request: Roll | Draw) -> Any:
        row = self.log.read()
        if row is None:
            if self._loading:
                raise ReplayError(self.row_count, f"the log ends before this roll: {request.label}")
            if isinstance(request, Roll):
                faces = self._dice.roll(self._die, request)
                row = Row("roll", request.label, faces=faces, sides=request.sides)
            else:
                index = self._dice.draw(self._die, request)
                item, sides = request.items[index], len(request.items)
                row = Row("draw", request.label, text=item, faces=(index + 1,), sides=sides)
        else:
            check_chance(row, request, self.row_count)
        self.rows.append(row)
        self._die += len(row.faces)
        return row.faces if isinstance(request, Roll) else row.text

    # Collecting the answers.

    def _collect(self) -> bool:
        """Answer what can be answered; True when nothing is open any more."""
        while not self._round.complete:
            row = self.log.read()
            if row is not None:
                try:
                    self._apply(row)
                except OrderError as error:  # it was accepted once
                    raise ReplayError(self.row_count, f"{row.text!r} is refused: {error}") from error
                if self._rules is None or not self._round.asks:
                    return False
                continue
            if self._loading or self._automatic >= AUTOMATIC_LIMIT or not self._answer_one():
                return False
        if self._viewer is None or set(self._round.asks) <= {self._viewer}:
            return True
        # A preview stops before the secret answers of others would be opened.
        return self._loading and not (self._held and self.log.unread is None)

    def _answer_one(self) -> bool:
        """Take one answer from a queue, a standing order or `auto`; False if there is none."""
        for seat, ask in self.asks.items():
            if self._viewer is not None and seat != self._viewer:
                continue
            if seat == self._writer and self._coming:
                continue  # a line still to come may answer, or change the standing orders that would
            found = self._queued(ask)
            if found is None and not self._waiting.asks(seat):
                found = self._standing(ask)
            if found is None and seat in self.state.left:
                found = ask.check(ask.auto()), "auto"
            if found is not None:
                self._automatic += 1
                self._answer(ask, *found)
                return True
        return False

    def _queued(self, ask: Ask[Any]) -> tuple[Order, By] | None:
        order = self._waiting.answer(self.game, ask, partial(self.facts, ask.seat), partial(self._edit, ask))
        return (order, "queue") if order is not None else None

    def _standing(self, ask: Ask[Any]) -> tuple[Order, By] | None:
        order = ask.standing() if ask.standing else None
        if order is None:
            return None
        try:
            return ask.check(order), "standing"
        except OrderError:
            return None  # it does not fit here: the seat is asked

    def _answer(self, ask: Ask[Any], full: Order, by: By) -> None:
        assert isinstance(full, ask.takes), f"{full!r} does not answer {ask.name}"
        self.rows.append(Row("answer", ask.name, ask.seat, str(full), by=by))
        self._round.answer(ask.seat, full)

    def _edit(self, ask: Ask[Any], order: Order) -> str:
        echo = self._round.draft(ask, order)
        self.rows.append(Row("edit", ask.name, ask.seat, str(order)))
        return echo

    def _line(self, seat: Seat, line: str, order: Order, answered: set[str]) -> LineResult:
        """Play one line of a letter. `answered` names the asks that this letter has answered and may not reopen."""
        ask = self._round.asks.get(seat)
        here = ask is not None and not (
            seat in self._round.answers and (ask.name in answered or self._ends_queued(ask, order))
        )
        kinds = (*ask.takes, *ask.edits) if ask is not None and here else ()
        held = seat in self.asks and self._waiting.hold_back(seat, kinds)
        if ask is not None and isinstance(order, kinds) and not held:
            if isinstance(order, ask.edits):
                return LineResult(line, "noted", self._edit(ask, order))
            full = ask.check(order)
            self._answer(ask, full, "order")
            answered.add(ask.name)
            return LineResult(line, "done", str(full))
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
        if order.closes and self.turns and not self.queues.get(seat):
            return LineResult(line, "dropped", "what it would end is over already")
        if order.unasked and not isinstance(order, kinds):
            raise Refused(order.unasked)
        self.game.vet(self.state, seat, order)
        for before in self._waiting.of_letter(seat, order):
            self.game.vet_behind(order, before)
        self._waiting.add(seat, order)
        echo = "\n".join(order.tree()) if isinstance(order, Conditional) else str(order)
        return LineResult(line, "queued", echo, str(order))

    def _ends_queued(self, ask: Ask[Any], order: Order) -> bool:
        """Does a line, which could answer an answered ask again, end what this letter has queued?"""
        return isinstance(order, ask.takes) and not order.unasked and self._waiting.renewed(order)

    # Rows of the log, on replay.

    def _apply(self, row: Row) -> None:
        """Replay a row other than dice: an answer, an edit, a letter received, a handover, a departure, an end."""
        ask = self._round.asks.get(row.seat)
        fits = True
        if row.kind == "leave" or row.kind == "end":
            self.rows.append(row)
            if row.kind == "leave":
                self._apply_leave(row)
            else:
                self._finish(Result.parse(row.text, row.name))
            return
        if row.kind == "handover":
            self.game.hand_over(self.state, row.seat)
            self._round.reopen(row.seat)
        elif row.kind == "heard":
            fits = self.game.heard(self.state, row.seat)
        elif row.kind == "edit" and row.name == ALWAYS:
            fits = self.game.always(self.state, row.seat, self.game.order_of(row.text)) is not None
        elif row.kind not in ("answer", "edit") or ask is None or row.name != ask.name:
            raise ReplayError(self.row_count, f"the rules ask {self._wanted()}, the log has {row}")
        else:
            order = self.game.order_of(row.text)
            fits = isinstance(order, ask.takes if row.kind == "answer" else ask.edits)
            if fits and row.kind == "answer":
                self._check_logged(ask, order)
                self._round.answer(row.seat, order)
            elif fits:
                self._round.draft(ask, order)
        if not fits:
            raise ReplayError(self.row_count, f"{row} fits nothing here: the rules ask {self._wanted()}")
        self.rows.append(row)

    def _check_logged(self, ask: Ask[Any], order: Order) -> None:
        if self._validate and (full := ask.check(order)) != order:
            raise ReplayError(self.row_count, f"{order} has become {full}")

    def _wanted(self) -> str:
        return ", ".join(f"{ask.name} of {seat}" for seat, ask in self._round.asks.items()) or "nothing"

    def _apply_leave(self, row: Row) -> None:
        self.state.left.append(row.seat)
        result = self.game.decided(self.state)
        if result is not None:
            if row.by != "order":
                result = msgspec.structs.replace(result, reason="forfeited")
            self._finish(result)

    # Queues and reports.

    def _read(self, index: int, line: str) -> Order:
        try:
            return read_line(self.game.order_of, line)
        except Unreadable as error:
            raise LetterRefused(index, line, error) from error

    def _forget(self, request: Forget) -> None:
        if self._loading:  # the queue is of the present: a replay has none
            return
        for seat in tuple(self.queues) if request.seats is None else request.seats:
            self._waiting.drop(seat, request.kinds, request.why)
        if request.seats is None or self._writer in request.seats:
            self._lost.append((request.kinds, request.why))

    def _why_lost(self, order: Order) -> str:
        """Why a line of this letter is not tried any more; empty if it is."""
        return next((why for kinds, why in self._lost if is_of(order, kinds)), "")
