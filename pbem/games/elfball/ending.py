"""Goals and the end of a match (ELFBALL-24, 94 to 97, 163)."""

from __future__ import annotations

from pbem.games.elfball.events import Goal, MatchOver
from pbem.games.elfball.field import NORTH, OTHER, SEATS, SOUTH
from pbem.games.elfball.orders import Turn
from pbem.games.elfball.state import SEAT_OF, Letter, Pitch
from pbem.play.record import Result
from pbem.play.requests import Forget, Rules, Seat


def goal(state: Pitch, letter: Letter) -> Rules[None]:
    """A goal is scored: the match is won, or the next Test is to be set up, by the scorers first (ELFBALL-26, 96)."""
    seat = SEAT_OF[letter]
    state.score[seat] += 1
    yield Goal(letter, seat, state.players[letter].at, state.score[NORTH], state.score[SOUTH])
    if not state.timed and state.score[seat] >= state.goals:
        state.result = Result(
            ((seat,), (OTHER[seat],)), f"first to {state.goals} goal{'s' if state.goals > 1 else ''}"
        )
        yield MatchOver(seat, state.score[NORTH], state.score[SOUTH])
        return
    yield Forget((Turn,), "a new Test begins, so the lines ahead are cleared")
    state.test += 1
    state.setter = seat
    state.phase = "setup"


def cards_out(state: Pitch) -> Rules[None]:
    """ELFBALL-163: the cards are used up; more goals win."""
    north, south = state.score[NORTH], state.score[SOUTH]
    winner: Seat = "" if north == south else NORTH if north > south else SOUTH
    places = ((winner,), (OTHER[winner],)) if winner else (SEATS,)
    state.result = Result(places, "the cards are used up")
    yield MatchOver(winner, north, south)


def concede(state: Pitch, seat: Seat) -> None:
    """ELFBALL-97: the other team's score is raised."""
    other = OTHER[seat]
    needed = state.score[seat] + 1 if state.timed else state.goals
    state.score[other] = max(state.score[other], needed)
