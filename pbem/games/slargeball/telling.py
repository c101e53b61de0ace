"""What a player is told who asks how the match stands, how far it is, and who can whap a figure."""

import math

from pbem.games.slargeball.field import OTHER, at, touching, within
from pbem.games.slargeball.field import distance as squared
from pbem.games.slargeball.names import any_figure, is_figure, proper
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import own_name, seat_side, side_of, stats
from pbem.games.slargeball.whapping import is_able
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.play.score import Score


def score(state: Pitch) -> Score:
    """The goals, and the turns that are left."""
    left = state.turns - state.turn + 1
    ends = (
        f"After turn {state.turns} the side with more goals wins; this is turn {state.turn}, so {left} are left,"
        " this one included."
    )
    return Score({seat: state.score[seat_side(seat)] for seat in state.seats}, "goals", ends)


def distance(state: Pitch, seat: Seat, one: str, other: str) -> str:
    """In inches, as a ball flies (SLARGEBALL-20)."""
    return f"{math.sqrt(squared(at(one), at(other))):.3g} inches as a ball flies"


def threats(state: Pitch, seat: Seat, name: str) -> list[str]:
    """Which opponents can come into contact with a figure in this turn, if nobody else moves."""
    if not is_figure(name):
        raise Refused(f"{name} is not a figure")
    figure = any_figure(state, seat, proper(name))
    if figure not in state.figures:
        raise Refused(f"{name} is not on the field")
    here, told = state.where(figure), []
    for foe in state.team(OTHER[side_of(figure)]):
        move = stats(foe).move
        if not is_able(state, foe) or not within(state.where(foe), here, move + 2):
            continue
        if touching(state.where(foe), here) or any(
            touching(point, here) for point in Ground(state, foe, through=False).within(2 * move)
        ):
            called = own_name(foe) if side_of(foe) == seat_side(seat) else foe
            told.append(
                f"{called} can come into contact with {name} this turn; it whaps on {stats(foe).whap} or less."
            )
    return told
