"""Lines that would answer an ask: the example that a mail shows, and others for suggestions."""

import contextlib
from collections.abc import Iterator
from typing import Any

from pbem.play.game import State, masked
from pbem.play.orders import OrderError
from pbem.play.requests import Ask, seeded
from pbem.server.matches.repository import LoadedMatch


def example(loaded: LoadedMatch, ask: Ask[Any], state: State | None = None) -> str:
    """An answer to an ask, ready to send, always the same for the same position; `state` is the position as the seat
    may know it, if its caller has it."""
    if ask.ends is not None and loaded.match.drafting(ask.seat):
        return str(ask.ends)
    match = loaded.match
    pick = seeded(f"{loaded.number}/{match.stage}")
    return loaded.game.example(
        masked(match.state, ask.seat) if state is None else state, ask, pick, match.turn.number
    )


def samples(loaded: LoadedMatch, ask: Ask[Any], tries: int) -> Iterator[str]:
    """Some legal lines for an ask, one by one, always the same for the same position."""
    for start in range(tries):
        with contextlib.suppress(OrderError):
            order = ask.sample(seeded(f"{loaded.number}/{loaded.match.stage}/{start}"))
            yield str(order if isinstance(order, ask.edits) else ask.check(order))
