"""Playing ahead: a turn is played out by the game's own rules on a copy of the position, with random dice.

That is how a player of the house weighs what it might do. It begins with a position that is masked for its seat, so
what others keep secret cannot come into it; the dice are its own, and have nothing to do with those of the match.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pbem.play.orders import OrderError
from pbem.play.requests import Ask, AskAll, Draw, Order, Pick, Roll, Rules

Answers: TypeAlias = Callable[[Ask[Any]], Order | None]
"""The answer that a seat is assumed to give, or None to look no further."""

_RUNAWAY = 5_000
"""Maximum number of requests in one turn: beyond it the answers lead nowhere."""


class Unending(Exception):
    """The turn played ahead does not end."""


def play_ahead(turn: Rules[None], pick: Pick, answer: Answers) -> None:
    """Run a turn to its end, with random dice; asks are answered by standing orders, then by `answer`. Changes the
    state that the turn was made from. Raises `OrderError` if an answer is illegal, and `Unending`."""
    try:
        _play(turn, pick, answer)
    except _Enough:
        turn.close()


def answering(first: Order, name: str, usual: Callable[[Ask[Any]], Order]) -> Answers:
    """Make answers that give `first` to the first ask of this name, the usual ones to later asks of it, and the
    automatic ones to all others."""
    orders = [first]

    def answer(ask: Ask[Any]) -> Order:
        if ask.name == name:
            return orders.pop() if orders else usual(ask)
        automatic: Order = ask.auto()
        return automatic

    return answer


def best_of(
    ideas: Sequence[Order], outcome: Callable[[Order, int], float], trials: int, shortlist: int, replies: int
) -> Order:
    """The order with the best average value: each idea is tried several times, then a shortlist of the best with an
    answer of the next player. `outcome` tries an idea with this many answers and returns what it is worth."""

    def mean(order: Order, times: int, answers: int) -> float:
        return sum(outcome(order, answers) for _ in range(times)) / times

    worth = [mean(order, trials, 0) for order in ideas]
    best = sorted(range(len(ideas)), key=lambda each: -worth[each])[:shortlist]
    again = {each: mean(ideas[each], replies, 1) for each in best}
    return ideas[max(best, key=again.__getitem__)]


class _Enough(Exception):
    """Looking ahead stops at this question."""


def _play(turn: Rules[None], pick: Pick, answer: Answers) -> None:
    back: Any = None
    for _ in range(_RUNAWAY):
        try:
            request = turn.send(back)
        except StopIteration:
            return
        match request:
            case Roll():
                back = tuple(pick.number(1, request.sides) for _ in range(request.count))
            case Draw():
                back = pick.one(request.items)
            case Ask():
                back = _answered(request, answer)
            case AskAll():
                back = {ask.seat: _answered(ask, answer) for ask in request.asks}
            case _:
                back = None
    raise Unending


def _answered(ask: Ask[Any], answer: Answers) -> Order:
    standing = ask.standing() if ask.standing else None
    with contextlib.suppress(OrderError):  # one that does not fit here: the seat is asked
        if standing is not None:
            kept: Order = ask.check(standing)
            return kept
    wanted = answer(ask)
    if wanted is None:
        raise _Enough
    full: Order = ask.check(wanted)
    return full
