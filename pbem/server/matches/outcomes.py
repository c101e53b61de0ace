"""The result of a finished match in words: a headline, and what it is for a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.mail.prose import listed
from pbem.play.game import Game, State
from pbem.play.record import Result
from pbem.play.requests import Seat


def outcome(game: Game[Any], seats: Sequence[Seat], result: Result, seat: Seat) -> str:
    """A seat's result: `won`, `drew`, `came second`, `lost`, to be read after `you` or a name."""
    if result.annulled:
        return "neither won nor lost"
    if result.drawn:
        return "drew" if len(game.sides(result.places[0])) == 2 else "shared first place"
    place = next(i for i, places in enumerate(result.places) if seat in places)
    if place == 0:
        first = set(result.places[0])
        return "won" if any(first <= set(side) for side in game.sides(seats)) else "shared the win"
    if len(result.places) == 2:
        return "lost"
    return f"came {('second', 'third', 'fourth', 'fifth')[place - 1] if place < 5 else f'{place + 1}th'}"


def headline(game: Game[Any], state: State, names: Mapping[Seat, str]) -> str:
    """A finished match in one short sentence: `Rosa wins 22 to 12.`; `names` are the players."""
    result = state.result
    assert result is not None
    if result.annulled:
        return "Nobody wins."
    winners, score = result.places[0], game.score(state)
    points = [score.points[side[0]] for side in game.sides(state.seats)] if score and score.decides else []
    most, *others = sorted(points, reverse=True) or [0]
    if result.drawn:
        return f"A draw, {most} to {most}." if others == [most] else "A draw."
    who = f"{listed(names.get(seat, seat) for seat in winners)} {'wins' if len(winners) == 1 else 'win'}"
    if not score or not others or others[0] >= most or score.points[winners[0]] < most:
        return f"{who}."  # by something else than points
    return f"{who} {most} to {others[0]}." if len(others) == 1 else f"{who} with {most} {score.unit}."
