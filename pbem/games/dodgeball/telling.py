"""What a player is told who asks how the match stands, how far it is, and who can throw at a pawn."""

from pbem.games.dodgeball.naming import pawn_named
from pbem.games.dodgeball.state import OTHER, SEATS, Field
from pbem.play.grid import Square, king_distance
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.play.score import Score


def score(state: Field) -> Score:
    """The pawns that are left (DODGEBALL-35, DODGEBALL-36)."""
    stall = (
        f" After {state.stall} turns in a row without a throw the game is stopped; it is {state.quiet} now."
        if state.stall
        else ""
    )
    ends = f"To win, put all pawns of the other side out; there is no turn limit.{stall}"
    return Score({seat: len(state.team(seat)) for seat in SEATS}, "pawns", ends)


def distance(state: Field, seat: Seat, one: Square, other: Square) -> str:
    """In squares, diagonal steps counting one (DODGEBALL-13)."""
    steps = king_distance(one, other)
    return f"{steps} square{'s' if steps > 1 else ''}"


def threats(state: Field, seat: Seat, name: str) -> list[str]:
    """Who may throw at a pawn with the dice that its side has, or will have next (DODGEBALL-25)."""
    pawn = pawn_named(state, name)
    if pawn is None:
        raise Refused(f"{name} is not in play")
    there, foes = state.pawns[pawn], OTHER[pawn[0]]
    dice = state.dice if state.to_act == foes else state.next_dice
    told = []
    for foe in state.team(foes):
        steps = king_distance(state.pawns[foe], there)
        if not state.carried(foe):
            continue
        if (enough := min((die for die in dice if die >= steps), default=0)) > 0:
            told.append(f"{foe} has a ball and is {steps} squares from {pawn}: it can throw with a {enough}.")
        elif len(dice) > 1 and steps <= sum(sorted(dice)[-2:]):
            told.append(
                f"{foe} has a ball and is {steps} squares from {pawn}: it would have to run nearer first."
            )
    return told
