"""The driver: runs a game's rules over a log, until something is open that cannot be answered without a letter.

It decodes the last snapshot, runs the rules of the turn in progress and feeds them the rows since; the open asks are
then in `asks`. An open ask is answered from the first of these that can: log, queue, standing order, `auto` if the seat
has left; otherwise by mail. Loading only reads the log: it never adds a row. What a letter does is in
`pbem.play.match`.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Generic

import msgspec

from pbem.play.dice import Dice
from pbem.play.facts import Facts, Number, Word
from pbem.play.fates import LineResult
from pbem.play.game import Game, P, masked
from pbem.play.log import ALWAYS, Log, check_chance
from pbem.play.orders import OrderError
from pbem.play.queues import Queues
from pbem.play.record import By, ReplayError, Result, Row, Tail, Turn
from pbem.play.requests import Ask, AskAll, Close, Draw, Event, Forget, Order, Request, Roll, Rules, Seat
from pbem.play.round import Round

AUTOMATIC_LIMIT = 500
"""Maximum number of answers without a letter, then the match waits for one: the standing orders of two seats can play
against each other forever."""

NOTHING = "nothing"
"""The value of the fact `asked` while nothing is asked."""

RUNAWAY_LIMIT = 10_000
"""Maximum number of events, dice and the like without an ask: beyond it the rules are faulty."""


class Driver(Generic[P]):
    """One match, loaded and run as far as it goes by itself.

    `asks` are the open asks without an answer yet, `answered` those with one, which may still be changed; `asked`
    counts the requests of the rules since the snapshot: if it has grown, the open asks are new ones. `over`: the match
    has ended, `state.result` says how.
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
        self.log = Log(tail.rows)
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
        self._told_before_turn = self._automatic = 0
        self.asked = 0
        self._steps = 0
        # The letter that is being played.
        self._coming: deque[Order] = deque()
        self._played: list[Order] = []
        self._lost: list[tuple[tuple[type[Order], ...], str]] = []
        self._fates: list[LineResult] = []
        self._writer: Seat = ""
        self._closed = False
        self._begin_turn()
        self._settle()
        self._letter = len(self.rows)
        if self.log.unread:
            raise ReplayError(self.row_count, f"nothing asks for this row anymore: {self.log.unread}")
        self._loading = False
        for seat, lines in tail.queues.items():
            self._waiting.restore(seat, lines, game.read_line)

    @property
    def row_count(self) -> int:
        """Number of live rows of the whole match so far."""
        return self.loaded.turn.row + len(self.rows)

    @property
    def event_count(self) -> int:
        """Number of events of the whole match so far; `events` begins with number `loaded.turn.event`."""
        return self.loaded.turn.event + len(self.events)

    def facts(self, seat: Seat) -> Facts:
        """The facts for the conditions of a seat's lines, as they are now."""
        turn = self.turn.number + 1
        facts = {**self.game.facts(masked(self.state, seat), seat), "turn": Number(turn, low=turn)}
        if self.game.decisions:
            asked = self.asks[seat].name if seat in self.asks else NOTHING
            facts["asked"] = Word(asked, (*self.game.decisions, NOTHING))
        return facts

    # Turns.

    def _begin_turn(self) -> None:
        self.over = self.state.result is not None
        self._open(None)
        self._rules = None if self.over else self.game.turn(self.state)

    def _end_turn(self) -> None:
        """Between two turns: remove the seats that have left, and make a snapshot."""
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
            elif isinstance(request, Close):
                self._close(request)
            else:
                break
        self.asked += 1
        self._open(request)
        if self.queues:
            self._waiting.asked()

    def _open(self, request: Request | None) -> None:
        self._request, self._round = request, Round(request)
        self.asks, self.answered = self._round.waiting, self._round.answered

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
        """Answer what can be answered; True when nothing is open anymore."""
        while self.asks:
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
            found = self._queued(ask) if seat in self.queues else None
            if found is None and ask.standing is not None and not self._waiting.asks(seat):
                found = self._standing(ask, ask.standing)
            if found is None and seat in self.state.left:
                found = ask.check(ask.auto()), "auto"
            if found is not None:
                self._automatic += 1
                self._answer(ask, *found)
                return True
        return False

    def _queued(self, ask: Ask[Any]) -> tuple[Order, By] | None:
        true = self.game.tests.true(masked(self.state, ask.seat), ask.seat)
        facts, edit = partial(self.facts, ask.seat), partial(self._edit, ask)
        order = self._waiting.answer(self.game, ask, facts, true, edit)
        return (order, "queue") if order is not None else None

    def _standing(self, ask: Ask[Any], standing: Callable[[], Order | None]) -> tuple[Order, By] | None:
        order = standing()
        if order is None:
            return None
        try:
            return ask.check(order), "standing"
        except OrderError:
            return None  # it does not fit here: the seat is asked

    def _answer(self, ask: Ask[Any], full: Order, by: By) -> str:
        """Log an answer and return it as it is written there."""
        assert isinstance(full, ask.takes), f"{full!r} does not answer {ask.name}"
        text = str(full)
        self.rows.append(Row("answer", ask.name, ask.seat, text, by=by))
        self._round.answer(ask.seat, full)
        return text

    def _edit(self, ask: Ask[Any], order: Order) -> str:
        echo = self._round.draft(ask, order)
        self.rows.append(Row("edit", ask.name, ask.seat, str(order)))
        return echo

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

    def _forget(self, request: Forget) -> None:
        if self._loading:  # the queue is of the present: a replay has none
            return
        for seat in tuple(self.queues) if request.seats is None else request.seats:
            self._waiting.drop(seat, request.kinds, request.why)
        if request.seats is None or self._writer in request.seats:
            self._lost.append((request.kinds, request.why))

    def _close(self, request: Close) -> None:
        for seat in request.seats:
            last = self._last_answer(seat)
            self._waiting.close(seat, ended=last is not None and last.closes)
        self._closed = self._closed or self._writer in request.seats

    def _last_answer(self, seat: Seat) -> Order | None:
        """The last answer of a seat in this turn."""
        rows = self.rows[self.turn.row - self.loaded.turn.row :]
        for row in reversed(rows):
            if row.kind == "answer" and row.seat == seat:
                return self.game.order_of(row.text)
        return None
