"""Falling down and what it does to a ball (SLARGEBALL-25, 29, 30, 140).

A figure that falls drops its ball; a ball that cannot lie where it is comes to rest beside. When the last standing
figure goes down the turn is over at once: `Whistle`.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pbem.games.slargeball.events import Dropped, Settled
from pbem.games.slargeball.field import BUNKERS, FIELD, Point, clockwise, name, touching
from pbem.games.slargeball.state import OFF, Pitch
from pbem.games.slargeball.teams import FigureId
from pbem.play.requests import Rules, die

Reason: TypeAlias = Literal["goal", "down", "off", "agreed"]

FARTHEST = 64
"""Greater than any distance on the field."""


class Whistle(Exception):
    """Break Play: the rest of the turn is not carried out (SLARGEBALL-107, 111)."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def lay_down(state: Pitch, figure: FigureId, over: str = "") -> None:
    """A figure falls where it stands, its body over another square or none."""
    state.down[figure] = over


def fall(state: Pitch, figure: FigureId) -> Rules[None]:
    """A figure falls without sprawling, and drops its ball; raises `Whistle` if nobody stands anymore."""
    lay_down(state, figure)
    check_anybody_up(state)
    yield from drop(state, figure)


def check_anybody_up(state: Pitch) -> None:
    """SLARGEBALL-107, 108, 140: the last standing figure has gone down."""
    if not state.standing():
        raise Whistle("down")


def check_any_ball_left(state: Pitch) -> None:
    """SLARGEBALL-107, 109: every ball in play has left the field."""
    if all(place == OFF for place in state.balls):
        raise Whistle("off")


def drop(state: Pitch, figure: FigureId) -> Rules[None]:
    """SLARGEBALL-30: the ball of a fallen carrier finds a place out of contact, if there is one."""
    ball = state.carried(figure)
    if not ball:
        return
    roll = yield from die("settle")
    here = state.where(figure)
    taken = state.taken()
    touched = [*state.bases().values(), *state.groundballs().values()]

    def apart(point: Point) -> bool:
        return _free(point, taken) and not any(touching(point, other) for other in touched)

    places = (point for point in clockwise(here, roll, 2) if apart(point))
    point = next(places, None) or _free_beside(here, roll, taken)
    state.balls[ball - 1] = name(point)
    yield Dropped(figure, ball, name(point), roll)


def settle(state: Pitch, ball: int, point: Point) -> Rules[None]:
    """SLARGEBALL-29: a ball that cannot lie on a square comes to rest beside it."""
    roll = yield from die("settle")
    place = _free_beside(point, roll, state.taken())
    state.balls[ball - 1] = name(place)
    yield Settled(ball, name(place), roll)


def _free_beside(point: Point, direction: int, taken: Iterable[Point]) -> Point:
    full = set(taken)
    return next(
        place
        for inches in range(1, FARTHEST)
        for place in clockwise(point, direction, inches)
        if _free(place, full)
    )


def _free(point: Point, taken: set[Point]) -> bool:
    return point in FIELD and point not in BUNKERS and point not in taken
