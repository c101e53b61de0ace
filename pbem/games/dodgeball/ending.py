"""The end of the game (DODGEBALL-35, 36): the last pawn of a side is out, or nobody throws anymore."""

from pbem.games.dodgeball.events import AllOut, Stalled
from pbem.games.dodgeball.state import HALF, OTHER, SEATS, TITLES, Field
from pbem.play.record import Result
from pbem.play.requests import Rules, Seat


def all_out(state: Field) -> Rules[None]:
    """DODGEBALL-35: a side without pawns has lost, at once and in anybody's turn."""
    for loser in SEATS:
        if not state.team(loser):
            winner = OTHER[loser]
            state.result = Result(((winner,), (loser,)), f"all pawns of {TITLES[loser]} are out")
            yield AllOut(loser, winner, len(state.team(winner)))


def stalled(state: Field) -> Rules[None]:
    """DODGEBALL-36: too many turns without a throw; the side that is behind and has the balls loses."""
    if not state.stall or state.quiet < state.stall:
        return
    reason = f"nobody has thrown for {state.quiet} turns"
    loser = next((seat for seat in SEATS if _sits_on_balls(state, seat)), "")
    if loser:
        state.result = Result(((OTHER[loser],), (loser,)), reason)
    else:
        state.result = Result((SEATS,), reason)
    yield Stalled(state.quiet, loser, _balls_in_half(state, loser) if loser else 0)


def _sits_on_balls(state: Field, seat: Seat) -> bool:
    behind = len(state.team(seat)) < len(state.team(OTHER[seat]))
    return behind and _balls_in_half(state, seat) >= 2


def _balls_in_half(state: Field, seat: Seat) -> int:
    """Loose or carried; a ball on its starting corner is in neither half."""
    return sum(state.square_of(ball) in HALF[seat] for ball in range(1, len(state.balls) + 1))
