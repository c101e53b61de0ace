"""Previews: what a line costs, and the odds of every challenge in it, if each of them just succeeds.

The first roll of a line carries the forecast of the whole line as its outlook. It is worked out only when a preview
wants it, by running the line on a copy with dice that meet every target.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from pbem.games.elfball.events import Forecast, Odds
from pbem.games.elfball.momentum import Over, Shift
from pbem.games.elfball.state import Pitch
from pbem.play.requests import Event, Roll, Rules

T = TypeVar("T")

_DECODER = msgspec.json.Decoder(Pitch)
_SUCCESS, _BLANK = 5, 2  # faces of a D6


def foreseen(state: Pitch, rules: Callable[[Pitch], Rules[T]]) -> Rules[T]:
    """Run rules of the action in progress; their first roll gets its forecast."""
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
            first = False
            request = msgspec.structs.replace(
                request, outlook=lambda: forecast(_DECODER.decode(before), rules)
            )
        value = yield request


def forecast(twin: Pitch, rules: Callable[[Pitch], Rules[Any]]) -> Forecast:
    """Run rules on a copy with dice that just succeed, as far as that is known."""
    player = twin.acting.player
    odds: list[Odds] = []
    running = rules(twin)
    complete = False
    value: Any = None
    try:
        while True:
            request = running.send(value)
            value = None
            if isinstance(request, Event):
                continue
            ahead = request.outlook() if isinstance(request, Roll) and request.outlook else None
            if not isinstance(ahead, Odds):
                break
            odds.append(ahead)
            wanted = ahead.target + (ahead.kind == "tackle")  # a Slide Tackle would lay the player himself
            if wanted > ahead.dice:
                break
            value = (_SUCCESS,) * wanted + (_BLANK,) * (ahead.dice - wanted)
    except (StopIteration, Over, Shift):
        complete = True
    action = twin.acting
    jog = twin.players[player].attribute("jog")
    return Forecast(player, tuple(odds), jog, action.paces, complete)
