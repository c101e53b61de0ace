"""What a seat has made of a match that is over, in words."""

from collections.abc import Sequence
from typing import Any

from pbem.play.game import Game
from pbem.play.record import Result
from pbem.play.requests import Seat


def outcome(game: Game[Any], seats: Sequence[Seat], result: Result, seat: Seat) -> str:
    """`won`, `drew`, `came second`, `lost`: what a seat has made of a match, to be read behind `you`."""
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
