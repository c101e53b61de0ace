"""What a player is told who asks how the match stands, how far it is, and who can attack a character."""

from pbem.games.gnomeball.combat import HIT_FROM
from pbem.games.gnomeball.squares import distance as squares_between
from pbem.games.gnomeball.state import Field
from pbem.games.gnomeball.verbs import met
from pbem.games.gnomeball.ways import ways
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.play.score import Score


def score(state: Field) -> Score:
    """The points (GNOMEBALL-80)."""
    ends = f"The first to {state.settings.points} points wins."
    if state.settings.cap:
        ends += f" After {state.settings.cap} cycles the most points win; this is cycle {state.cycle}."
    return Score({seat: state.score(seat) for seat in state.seats}, "points", ends)


def distance(state: Field, seat: Seat, one: Square, other: Square) -> str:
    """In squares, a diagonal step counting one and a half."""
    far = squares_between(one, other)
    return f"{far:g} square{'' if far == 1 else 's'}, a diagonal step counting 1.5"


def threats(state: Field, seat: Seat, name: str) -> list[str]:
    """Which enemies can get at a character, if they act next, and what their dice must show."""
    who = name.upper()
    if who not in state.characters or not state.characters[who].at:
        raise Refused(f"{who} is not on the field")
    told = []
    for foe in state.enemies(who[0]):
        if not state.characters[foe].stunned and met(state, ways(state, foe), [who], state.settings.reach):
            used = "; it has been activated in this cycle" if state.characters[foe].used else ""
            far = squares_between(state.characters[foe].at, state.characters[who].at)
            told.append(
                f"{foe} is {far:g} from {who} and can get in reach; it does harm on {HIT_FROM} or more{used}."
            )
    return told
