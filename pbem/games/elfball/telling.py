"""What a manager is told who asks how the match stands, how far it is, and who can tackle a player."""

from pbem.games.elfball.actions.naming import player_on_field
from pbem.games.elfball.field.hexes import GRID, TITLES
from pbem.games.elfball.field.state import SEAT_OF, Pitch
from pbem.games.elfball.field.ways import reachable
from pbem.games.elfball.odds import paces_of
from pbem.play.requests import Seat
from pbem.play.score import Score


def score(state: Pitch) -> Score:
    """The goals."""
    ends = (
        "The match ends when the cards are used up; then more goals win."
        if state.timed
        else f"The first to score {_count(state.goals, 'goal')} wins; there is no turn limit."
    )
    return Score({seat: state.score[seat] for seat in TITLES}, "goals", ends)


def distance(state: Pitch, seat: Seat, one: str, other: str) -> str:
    """In paces."""
    return _count(GRID.distance(one, other), "pace")


def threats(state: Pitch, seat: Seat, name: str) -> list[str]:
    """Which opponents can get next to a player in their next turn."""
    letter = player_on_field(state, name.upper())
    there, told = state.players[letter].at, []
    for foe in (each for side in TITLES if side != SEAT_OF[letter] for each in state.fielded(side)):
        player, paces = state.players[foe], max(0, paces_of(state, foe))
        steps = GRID.distance(player.at, there)
        near = set(GRID.neighbours(there).values())
        if steps == 1 or (
            steps <= paces and not near.isdisjoint(reachable(state, foe, paces - 1, rolling=True))
        ):
            told.append(
                f"{foe} is {_count(steps, 'pace')} from {letter} and has {paces}: it can get next to them."
            )
    return told


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' if number > 1 else ''}"
