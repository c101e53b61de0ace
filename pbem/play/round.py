"""The current request to the players: of one seat, or of several in secret, with answers and drafts so far."""

from __future__ import annotations

from typing import Any

from pbem.play.requests import Ask, AskAll, Order, Request, Seat


class Round:
    """The open asks, by seat. An answer may be changed, and a line of a draft reopens it, until all are in."""

    def __init__(self, request: Request | None = None) -> None:
        """Empty for a request that asks nothing."""
        asks = request.asks if isinstance(request, AskAll) else (request,) if isinstance(request, Ask) else ()
        self.asks: dict[Seat, Ask[Any]] = {ask.seat: ask for ask in asks}
        self.answers: dict[Seat, Order] = {}
        self._several = isinstance(request, AskAll)
        self._drafting: set[Seat] = set()

    @property
    def waiting(self) -> dict[Seat, Ask[Any]]:
        """The asks without an answer yet."""
        return {seat: ask for seat, ask in self.asks.items() if seat not in self.answers}

    @property
    def answered(self) -> dict[Seat, Ask[Any]]:
        """The asks with an answer."""
        return {seat: ask for seat, ask in self.asks.items() if seat in self.answers}

    @property
    def complete(self) -> bool:
        """Has every ask an answer? True if nothing is asked."""
        return len(self.answers) == len(self.asks)

    @property
    def alone(self) -> Seat:
        """The seat that is asked openly and alone; empty if there is none."""
        return "" if self._several else next(iter(self.waiting), "")

    def drafting(self, seat: Seat) -> bool:
        """Has a seat sent lines that leave its ask open, and not answered since?"""
        return seat in self._drafting and seat in self.waiting

    def answer(self, seat: Seat, order: Order) -> None:
        """Store the answer of a seat, in place of an earlier one."""
        self.answers[seat] = order
        self._drafting.discard(seat)

    def draft(self, ask: Ask[Any], order: Order) -> str:
        """Store a line that leaves an ask open, and return what its writer is told. Raises `OrderError`."""
        assert ask.edit is not None
        echo = ask.edit(order, ask.seat not in self._drafting)
        self._drafting.add(ask.seat)
        self.answers.pop(ask.seat, None)  # a plan that is being corrected is not finished
        return echo

    def reopen(self, seat: Seat) -> None:
        """Delete the answer and the draft of a seat."""
        self.answers.pop(seat, None)
        self._drafting.discard(seat)

    def collected(self) -> Any:
        """The answers as the rules want them: one, or those of several by seat."""
        if self._several:
            return {seat: self.answers[seat] for seat in self.asks}
        (answer,) = self.answers.values()
        return answer
