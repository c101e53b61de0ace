"""What the rules ask at a time: of one seat, or of several in secret, with the answers and drafts so far."""

from __future__ import annotations

from typing import Any

from pbem.play.requests import Ask, AskAll, Order, Request, Seat


class Round:
    """The open asks, by seat. An answer may be changed, and a line of a draft reopens it, until all are in."""

    def __init__(self, request: Request | None = None) -> None:
        """Of a request that asks nothing it is empty."""
        asks = request.asks if isinstance(request, AskAll) else (request,) if isinstance(request, Ask) else ()
        self.asks: dict[Seat, Ask[Any]] = {ask.seat: ask for ask in asks}
        self.answers: dict[Seat, Order] = {}
        self._several = isinstance(request, AskAll)
        self._drafting: set[Seat] = set()

    @property
    def waiting(self) -> dict[Seat, Ask[Any]]:
        """The asks that have no answer yet."""
        return {seat: ask for seat, ask in self.asks.items() if seat not in self.answers}

    @property
    def answered(self) -> dict[Seat, Ask[Any]]:
        """The asks that have an answer."""
        return {seat: ask for seat, ask in self.asks.items() if seat in self.answers}

    @property
    def complete(self) -> bool:
        """Whether every ask has an answer; also where nothing is asked."""
        return len(self.answers) == len(self.asks)

    @property
    def alone(self) -> Seat:
        """The seat that is asked something for all to know, and no other with it; empty where it is not so."""
        return "" if self._several else next(iter(self.waiting), "")

    def drafting(self, seat: Seat) -> bool:
        """Whether a seat has sent lines that leave its ask open, and has not answered since."""
        return seat in self._drafting and seat in self.waiting

    def answer(self, seat: Seat, order: Order) -> None:
        """Take the answer of a seat, in place of an earlier one."""
        self.answers[seat] = order
        self._drafting.discard(seat)

    def draft(self, ask: Ask[Any], order: Order) -> str:
        """Take a line that leaves an ask open, and return what its writer is told. Raises `OrderError`."""
        assert ask.edit is not None
        echo = ask.edit(order, ask.seat not in self._drafting)
        self._drafting.add(ask.seat)
        self.answers.pop(ask.seat, None)  # who corrects his plan has not finished it
        return echo

    def reopen(self, seat: Seat) -> None:
        """Forget what a seat has answered or drafted."""
        self.answers.pop(seat, None)
        self._drafting.discard(seat)

    def collected(self) -> Any:
        """The answers as the rules want them: one, or those of several by seat."""
        if self._several:
            return {seat: self.answers[seat] for seat in self.asks}
        (answer,) = self.answers.values()
        return answer
