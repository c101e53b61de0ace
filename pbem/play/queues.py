"""Each seat's queued lines, which wait until they are needed, and what became of them.

They are kept beside the log and belong to the present: a replay has none. All lines of one kind form one order group,
in which the waiting lines of a new letter replace those that waited before; a conditional line belongs to the groups
of all its orders. A line carried out at once replaces nothing: the queued lines are for another decision.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from pbem.play.conditional import ASK, AskMe, Conditional, Read, is_of, kinds_of, told
from pbem.play.conditions import Possible, Test
from pbem.play.facts import Facts
from pbem.play.fates import LineResult, Status
from pbem.play.game import Game, State, copy
from pbem.play.orders import Halted, Refused, Skipped, Unreadable, passes
from pbem.play.requests import Ask, Order, Seat, lane

SPENT = "what it would end is over already"


class Queues:
    """The queues of a match. The caller stores `waiting` and sends `reports`; `replaced` are lines that newer ones have
    replaced."""

    def __init__(self) -> None:
        self.waiting: dict[Seat, list[Order]] = {}
        self.reports: dict[Seat, list[LineResult]] = {}
        self.replaced: list[Order] = []
        self._renewed: set[type[Order]] = set()

    def restore(self, seat: Seat, lines: Iterable[str], read: Read) -> None:
        """Restore stored lines; those that are no longer readable are reported."""
        queue = self.waiting[seat] = []
        for line in lines:
            try:
                queue.append(AskMe() if line == ASK else read(line))
            except Unreadable as error:  # written under older rules
                self.reports.setdefault(seat, []).append(LineResult(line, "refused", str(error)))

    def begin(self, *, going_on: bool) -> None:
        """Begin with the lines of a letter, the first ones or (`going_on`) more."""
        self.replaced = []
        if not going_on:
            self._renewed = set()

    def add(self, seat: Seat, order: Order) -> None:
        """Append a line of the letter; the first of an order group replaces the lines that waited in it."""
        lanes = {lane(kind) for kind in kinds_of(order)}
        self.replaced += self.drop(seat, lanes - self._renewed)
        self._renewed |= lanes
        self.waiting.setdefault(seat, []).append(order)

    def renewed(self, order: Order) -> bool:
        """Has the letter queued lines of this order's group?"""
        return lane(type(order)) in self._renewed

    def of_letter(self, seat: Seat, order: Order) -> list[Order]:
        """The waiting lines of a seat behind which an order of the same letter is put."""
        return list(self.waiting.get(seat, ())) if self.renewed(order) else []

    def drop(self, seat: Seat, kinds: Iterable[type[Order]], why: str = "") -> list[Order]:
        """Remove and return the lines of these kinds; with a reason, it is reported to their owner."""
        gone = tuple(kinds)
        queue = self.waiting.get(seat, [])
        dropped = [order for order in queue if is_of(order, gone)]
        for order in dropped:
            queue.remove(order)
            if why:
                self.report(seat, order, "dropped", why)
        return dropped

    def close(self, seat: Seat, *, ended: bool) -> None:
        """A seat's turn is over: report and remove the lines that were to close it, the first ones that do.

        `ended`: one has closed it, and those behind other lines are for a later turn.
        """
        if not (queue := self.waiting.get(seat)):
            return
        first = next((index for index, order in enumerate(queue) if order.closes), len(queue))
        while first < len(queue) and queue[first].closes and not (ended and first):
            self.report(seat, queue.pop(first), "dropped", SPENT)

    def report(self, seat: Seat, order: Order, status: Status, text: str) -> None:
        """Report to the owner what became of a line."""
        self.reports.setdefault(seat, []).append(LineResult(str(order), status, text))

    def answer(
        self,
        game: Game[Any],
        ask: Ask[Any],
        facts: Callable[[], Facts],
        true: Callable[[Test], bool],
        edit: Callable[[Order], str],
    ) -> Order | None:
        """Take the first line that answers an ask, checked; None if none does. Lines of other kinds stay.

        Earlier lines that concern the ask have their turn, too: `edit` makes a correction and reports it, and a
        conditional line becomes the orders of one branch, by the `facts` of its owner and what is `true`.
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
                    chosen = order.choose(facts(), partial(could, game, ask), true)
                    queue[index:index] = self._chosen(ask, order, *chosen)
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

    def _chosen(
        self, ask: Ask[Any], order: Conditional, holds: bool, branch: tuple[Order, ...]
    ) -> tuple[Order, ...]:
        """The orders that replace a conditional line now that something is asked; its owner is told."""
        asks = any(isinstance(each, AskMe) for each in branch)
        what = "you are asked" if asks else told(branch) or "nothing is done"
        self.report(ask.seat, order, "noted", f"it is {'so' if holds else 'not so'}: {what}")
        if asks:
            self.let_ask(ask.seat, (*ask.takes, *ask.edits))
            return ()
        return branch

    def hold_back(self, seat: Seat, kinds: tuple[type[Order], ...]) -> bool:
        """Must lines of these kinds wait until a condition before them has been checked?"""
        return any(
            isinstance(order, Conditional) and concerns(order, kinds) for order in self.waiting.get(seat, ())
        )

    def let_ask(self, seat: Seat, kinds: Iterable[type[Order]]) -> None:
        """The seat wants to be asked what is open now: no queued line answers for it."""
        self.drop(seat, kinds, "you wanted to be asked first")
        self.waiting[seat].insert(0, AskMe())

    def asks(self, seat: Seat) -> bool:
        """Has a seat wanted to be asked what is open now?"""
        return any(isinstance(order, AskMe) for order in self.waiting.get(seat, ()))

    def asked(self) -> None:
        """The open asks are settled: the seats that wanted to be asked have been."""
        for queue in self.waiting.values():
            queue[:] = [order for order in queue if not isinstance(order, AskMe)]


def concerns(order: Order, kinds: tuple[type[Order], ...]) -> bool:
    """Is a waiting line needed when such kinds are asked for? A line that only asks always is."""
    return is_of(order, (*kinds, AskMe))


def could(game: Game[Any], ask: Ask[Any], line: str) -> bool:
    """Would an order answer what is asked?"""
    order = game.order_of(line)
    return isinstance(order, ask.takes) and passes(ask.check, order)


def understood(game: Game[Any], state: State, seat: Seat, order: Conditional, facts: Facts) -> Conditional:
    """A conditional line as it will be carried out. Raises `OrderError` if it never could be.

    It may hold orders that would be refused without a condition until something asks for them.
    """
    tried = [term.order for term in order.terms() if isinstance(term, Possible)]
    for each in (*order.orders(), *map(game.order_of, tried)):
        if game.always(copy(state), seat, each) is not None:
            raise Refused(f"{each} is a standing order, which nothing asks for: write it without a condition")
        game.vet(state, seat, each)
    for term in order.terms():
        if isinstance(term, Test):
            game.tests.true(state, seat)(term)  # it may be about somebody who is not in this match
    return order.fitted(facts)
