"""A seat's result in a finished match, in words."""

from collections.abc import Sequence
from typing import Any

from pbem.play.game import Game
from pbem.play.record import Result
from pbem.play.requests import Seat


def outcome(game: Game[Any], seats: Sequence[Seat], result: Result, seat: Seat) -> str:
    """A seat's result: `won`, `drew`, `came second`, `lost`, to be read after `you`."""
    if result.annulled:
        return "neither won nor lost"
    if result.drawn:
        return "drew" if len(game.sides(result.places[0])) == 2 else "share the first place"
    place = next(i for i, places in enumerate(result.places) if seat in places)
    if place == 0:
        first = set(result.places[0])
        return "won" if any(first <= set(side) for side in game.sides(seats)) else "share the win"
    if len(result.places) == 2:
        return "lost"
    return f"came {('second', 'third', 'fourth', 'fifth')[place - 1] if place < 5 else f'{place + 1}th'}"
