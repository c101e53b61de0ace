"""Previews: what a line costs, and the odds of every challenge in it, if each of them just succeeds.

An interception of the other team's is told too, by the player with the greatest chance, and taken to fail.

The first roll of a line carries the forecast of the whole line as its outlook. It is worked out only when a preview
wants it, by running the line on a copy with dice that meet every target.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from pbem.games.elfball.actions.ball import LetGo
from pbem.games.elfball.field.prompts import Forecast, Odds
from pbem.games.elfball.field.state import Pitch
from pbem.games.elfball.rolls.momentum import Over, Shift
from pbem.play.requests import Ask, Event, Order, Request, Roll, Rules

T = TypeVar("T")

_DECODER = msgspec.json.Decoder(Pitch)
_SUCCESS, _BLANK = 5, 2  # faces of a D6


def foreseen(state: Pitch, rules: Callable[[Pitch], Rules[T]]) -> Rules[T]:
    """Run rules of the action in progress; their first roll gets its forecast, unless more items come before it."""
    before = msgspec.json.encode(state)
    running = rules(state)
    value: Any = None
    first = True
    while True:
        try:
            request = running.send(value)
        except StopIteration as end:
            result: T = end.value
            return result
        if first and isinstance(request, Roll):
            request = msgspec.structs.replace(
                request, outlook=lambda: forecast(_DECODER.decode(before), rules)
            )
        first = first and isinstance(request, Event)
        value = yield request


def forecast(twin: Pitch, rules: Callable[[Pitch], Rules[Any]]) -> Forecast:
    """Run rules on a copy with dice that just succeed, as far as that is known."""
    action, momentum = twin.acting, twin.momentum
    had = paces = action.paces
    odds: list[Odds] = []
    running = rules(twin)
    complete = False
    value: Any = None
    try:
        while True:
            request = running.send(value)
            paces = paces if action.dashed else action.paces  # what a Dash forfeits is not spent
            value = None
            if not isinstance(request, Event):
                value = _answer(twin, request, odds)
                if value is None:
                    complete = isinstance(request, Ask) and request.name == "continue"
                    break
    except (StopIteration, Over, Shift):
        complete = True
        paces = paces if action.dashed else action.paces
    return Forecast(action.player, tuple(odds), had, paces, complete, max(0, momentum - twin.momentum))


def _answer(twin: Pitch, request: Request, odds: list[Odds]) -> Any:
    """What a request of the action is answered with, or None where only the dice can tell; its odds are noted."""
    if isinstance(request, Ask):
        return _reply(twin, request, odds)
    ahead = request.outlook() if isinstance(request, Roll) and request.outlook else None
    if isinstance(ahead, Odds):
        odds.append(ahead)
        wanted = ahead.target + (ahead.kind == "tackle")  # a Slide Tackle would lay both
        wanted = max(1, wanted - ahead.bonus)
        return (_SUCCESS,) * wanted + (_BLANK,) * (ahead.dice - wanted) if wanted <= ahead.dice else None
    return (_BLANK,) * request.count if isinstance(request, Roll) and request.label == "momentum" else None


def _reply(twin: Pitch, request: Ask[Any], odds: list[Odds]) -> Order | None:
    """The own receiver does what they have been told; what the other team has in store is not looked at."""
    if request.name == "catch" and request.seat == twin.active:
        told = request.standing() if request.standing else None
        answer: Order = request.check(told or request.auto())
        return answer
    if request.name == "intercept" and request.outlook and isinstance(best := request.outlook(), Odds):
        odds.append(best)
        return LetGo()
    return None
