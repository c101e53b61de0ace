"""Playing ahead: a turn is played out by the game's own rules on a copy of the position, with dice thrown by lot.

That is how a player of the house weighs what it might do. It begins with a position that is masked for its seat, so
what others keep secret cannot come into it; the dice are its own, and have nothing to do with those of the match.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pbem.play.orders import OrderError
from pbem.play.requests import Ask, AskAll, Draw, Order, Pick, Roll, Rules

Answers: TypeAlias = Callable[[Ask[Any]], Order | None]
"""What a seat is taken to answer, or None to look no further."""

_RUNAWAY = 5_000
"""Maximum number of requests of one turn: with answers that lead nowhere it is given up."""


class Unending(Exception):
    """The turn that is played ahead comes to no end."""


def play_ahead(turn: Rules[None], pick: Pick, answer: Answers) -> None:
    """Run a turn to its end: dice by lot, asks by standing orders and then by `answer`. It changes the state that the
    turn was made of. Raises `OrderError` where an answer is illegal, and `Unending`."""
    try:
        _play(turn, pick, answer)
    except _Enough:
        turn.close()


def answering(first: Order, name: str, usual: Callable[[Ask[Any]], Order]) -> Answers:
    """Answers that begin with an order to the ask of this name, go on with what is usual there, and leave all else to
    the server."""
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
    """The order that comes out best on average: each idea is tried some times, then those on a shortlist of the best
    with an answer of the next player. `outcome` tries one, with so many answers to it, and says what it is worth."""

    def mean(order: Order, times: int, answers: int) -> float:
        return sum(outcome(order, answers) for _ in range(times)) / times

    worth = [mean(order, trials, 0) for order in ideas]
    best = sorted(range(len(ideas)), key=lambda each: -worth[each])[:shortlist]
    again = {each: mean(ideas[each], replies, 1) for each in best}
    return ideas[max(best, key=again.__getitem__)]


class _Enough(Exception):
    """The question has come at which nobody wants to look further."""


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
