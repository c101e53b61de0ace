"""The lines of each seat that wait until something asks for them, and what has become of those whose time has come.

They stand beside the log and are of today: a replay has none. All lines of one kind are one row of their own, in which
those of a new letter that have to wait replace what waits; a conditional line belongs to those of everything that could
come out of it. A line that is done at once replaces nothing: what waits is for another decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.play.conditional import ASK, AskMe, Conditional, Read, is_of, kinds_of, read_line, told
from pbem.play.facts import Facts
from pbem.play.fates import LineResult, Status
from pbem.play.game import Game, State, copy
from pbem.play.orders import Halted, OrderError, Refused, Skipped, Unreadable
from pbem.play.requests import Ask, Order, Seat, lane


class Queues:
    """The queues of a match. `waiting` and `reports` are to be stored and told by whoever has loaded it; `replaced` are
    the lines that newer ones have driven out."""

    def __init__(self) -> None:
        self.waiting: dict[Seat, list[Order]] = {}
        self.reports: dict[Seat, list[LineResult]] = {}
        self.replaced: list[Order] = []
        self._renewed: set[type[Order]] = set()

    def restore(self, seat: Seat, lines: Iterable[str], read: Read) -> None:
        """Put stored lines back; those that cannot be read any more are reported."""
        queue = self.waiting[seat] = []
        for line in lines:
            try:
                queue.append(AskMe() if line == ASK else read_line(read, line))
            except Unreadable as error:  # written under older rules
                self.reports.setdefault(seat, []).append(LineResult(line, "refused", str(error)))

    def begin(self, *, going_on: bool) -> None:
        """Lines of a letter come, the first of it or (`going_on`) more."""
        self.replaced = []
        if not going_on:
            self._renewed = set()

    def add(self, seat: Seat, order: Order) -> None:
        """Put a line of the letter behind the others; the first of a lane takes the place of what waited there."""
        lanes = {lane(kind) for kind in kinds_of(order)}
        self.replaced += self.drop(seat, lanes - self._renewed)
        self._renewed |= lanes
        self.waiting.setdefault(seat, []).append(order)

    def renewed(self, order: Order) -> bool:
        """Whether the letter has put lines of this order's lane into the queue."""
        return lane(type(order)) in self._renewed

    def drop(self, seat: Seat, kinds: Iterable[type[Order]], why: str = "") -> list[Order]:
        """Take lines of these kinds out and return them; with a reason it is reported to their owner."""
        gone = tuple(kinds)
        queue = self.waiting.get(seat, [])
        dropped = [order for order in queue if is_of(order, gone)]
        for order in dropped:
            queue.remove(order)
            if why:
                self.report(seat, order, "dropped", why)
        return dropped

    def report(self, seat: Seat, order: Order, status: Status, text: str) -> None:
        """Note for the owner of a line what has become of it."""
        self.reports.setdefault(seat, []).append(LineResult(str(order), status, text))

    def answer(
        self, game: Game[Any], ask: Ask[Any], facts: Callable[[], Facts], edit: Callable[[Order], str]
    ) -> Order | None:
        """Take out the first line that answers an ask, checked; None where none does. Lines of other kinds stay.

        What stands before it and concerns the ask has its turn, too: `edit` makes a correction and tells it, and a
        conditional line becomes the orders of one branch, by the `facts` of its owner.
        """
        queue = self.waiting.get(ask.seat, [])
        kinds = (*ask.takes, *ask.edits)
        index = 0
        while index < len(queue) and not self.asks(ask.seat):
            order = queue[index]
            if not concerns(order, kinds):
                index += 1
                continue
            del queue[index]
            try:
                if isinstance(order, Conditional):
                    queue[index:index] = self._chosen(game, ask, order, facts())
                elif isinstance(order, ask.takes):
                    full: Order = ask.check(order)
                    return full
                elif echo := edit(order):
                    self.report(ask.seat, order, "noted", echo)
            except Skipped as error:
                self.report(ask.seat, order, "skipped", str(error))
            except Refused as error:
                self.report(ask.seat, order, "refused", str(error))
                self.drop(ask.seat, kinds, "a line before it could not be carried out")
            except Halted as error:
                self.report(ask.seat, order, "done", str(error))
                self.drop(ask.seat, kinds, "halted")
        return None

    def _chosen(self, game: Game[Any], ask: Ask[Any], order: Conditional, facts: Facts) -> tuple[Order, ...]:
        """The orders that take the place of a conditional line, now that something is asked; its owner is told."""
        holds, branch = order.choose(facts, lambda line: could(game, ask, line))
        asks = any(isinstance(each, AskMe) for each in branch)
        what = "you are asked" if asks else told(branch) or "nothing is done"
        self.report(ask.seat, order, "noted", f"it is {'so' if holds else 'not so'}: {what}")
        if asks:
            self.let_ask(ask.seat, (*ask.takes, *ask.edits))
            return ()
        return branch

    def hold_back(self, seat: Seat, kinds: tuple[type[Order], ...]) -> bool:
        """Whether lines of these kinds must wait until a condition that stands before them has been looked at."""
        return any(
            isinstance(order, Conditional) and concerns(order, kinds) for order in self.waiting.get(seat, ())
        )

    def let_ask(self, seat: Seat, kinds: Iterable[type[Order]]) -> None:
        """A seat wants to be asked what is open now: nothing that waits answers for it."""
        self.drop(seat, kinds, "you wanted to be asked first")
        self.waiting[seat].insert(0, AskMe())

    def asks(self, seat: Seat) -> bool:
        """Whether a seat has wanted to be asked what is open now."""
        return any(isinstance(order, AskMe) for order in self.waiting.get(seat, ()))

    def asked(self) -> None:
        """What was open is settled: who wanted to be asked has been."""
        for queue in self.waiting.values():
            queue[:] = [order for order in queue if not isinstance(order, AskMe)]


def concerns(order: Order, kinds: tuple[type[Order], ...]) -> bool:
    """Whether a waiting line has its time when such kinds are asked for; for one that only asks, that is always."""
    return is_of(order, (*kinds, AskMe))


def could(game: Game[Any], ask: Ask[Any], line: str) -> bool:
    """Whether an order would answer what is asked."""
    order = game.order_of(line)
    try:
        return isinstance(order, ask.takes) and bool(ask.check(order))
    except OrderError:
        return False


def understood(game: Game[Any], state: State, seat: Seat, order: Conditional, facts: Facts) -> Conditional:
    """A conditional line as it will be carried out. Raises `OrderError` where it never could be.

    It may hold orders that are refused without a condition while nothing asks for them: it waits for that very moment.
    """
    for each in (*order.orders(), *map(game.order_of, order.tried())):
        if game.always(copy(state), seat, each) is not None:
            raise Refused(f"{each} is a standing order, which nothing asks for: write it without a condition")
        game.vet(state, seat, each)
    return order.fitted(facts)
