"""The current request to the players: of one seat, or of several in secret, with answers and drafts so far."""

from typing import Any

from pbem.play.requests import Ask, AskAll, Order, Request, Seat


class Round:
    """The open asks, by seat. An answer may be changed, and a line of a draft reopens it, until all are in.

    `waiting` are the asks without an answer yet, `answered` those with one. All are in the order of the request.
    """

    def __init__(self, request: Request | None = None) -> None:
        """Empty for a request that asks nothing."""
        self.asks: dict[Seat, Ask[Any]] = {}
        self._several = isinstance(request, AskAll)
        if isinstance(request, AskAll):
            self.asks = {ask.seat: ask for ask in request.asks}
        elif isinstance(request, Ask):
            self.asks[request.seat] = request
        self.answers: dict[Seat, Order] = {}
        self.waiting = self.asks.copy()
        self.answered: dict[Seat, Ask[Any]] = {}
        self._drafting: set[Seat] = set()

    @property
    def alone(self) -> Seat:
        """The seat that is asked openly and alone; empty if there is none."""
        return "" if self._several else next(iter(self.waiting), "")

    def drafting(self, seat: Seat) -> bool:
        """Has a seat sent lines that leave its ask open, and not answered since?"""
        return seat in self._drafting and seat in self.waiting

    def answer(self, seat: Seat, order: Order) -> None:
        """Store the answer of a seat, in place of an earlier one."""
        again = seat in self.answers
        self.answers[seat] = order
        self._drafting.discard(seat)
        if not again:
            self._sort()

    def draft(self, ask: Ask[Any], order: Order) -> str:
        """Store a line that leaves an ask open, and return what its writer is told. Raises `OrderError`."""
        assert ask.edit is not None
        echo = ask.edit(order, ask.seat not in self._drafting)
        self.reopen(ask.seat)  # a plan that is being corrected is not finished
        self._drafting.add(ask.seat)
        return echo

    def reopen(self, seat: Seat) -> None:
        """Delete the answer and the draft of a seat."""
        self._drafting.discard(seat)
        if self.answers.pop(seat, None) is not None:
            self._sort()

    def collected(self) -> Any:
        """The answers as the rules want them: one, or those of several by seat."""
        if self._several:
            return {seat: self.answers[seat] for seat in self.asks}
        (answer,) = self.answers.values()
        return answer

    def _sort(self) -> None:
        self.waiting.clear()
        self.answered.clear()
        for seat, ask in self.asks.items():
            (self.answered if seat in self.answers else self.waiting)[seat] = ask
