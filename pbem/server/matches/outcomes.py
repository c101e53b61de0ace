"""The result of a finished match in words: a headline, and what it is for a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.mail.prose import listed
from pbem.play.game import Game, State
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


def headline(game: Game[Any], state: State, names: Mapping[Seat, str]) -> str:
    """A finished match in one short sentence: `Rosa wins 22 to 12.`; `names` are the players."""
    result = state.result
    assert result is not None
    if result.annulled:
        return "Nobody wins."
    winners = result.places[0]
    score = game.score(state) if result.reason not in ("resigned", "forfeited") else None
    told, sides = "", game.sides(state.seats)
    if score is not None and score.decides and len(sides) == 2:
        points = sorted((score.points[side[0]] for side in sides), reverse=True)
        told = f" {points[0]} to {points[1]}"
    if result.drawn:
        return f"A draw{',' if told else ''}{told}."
    who = listed(names.get(seat, seat) for seat in winners)
    if score is not None and score.decides and not told:
        told = f" with {score.points[winners[0]]} {score.unit}"
    return f"{who} {'wins' if len(winners) == 1 else 'win'}{told}."
