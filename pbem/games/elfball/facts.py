"""What conditional lines may speak of: where the players and the ball are, the players' postures, and the score."""

from typing import get_args

from pbem.games.elfball.field import GRID, SEATS, TITLES
from pbem.games.elfball.state import BOXES, Pitch, Posture
from pbem.play.facts import Fact, Facts, Number, Word
from pbem.play.requests import Seat

ELSEWHERE = "off the field"
_PLACES = (*GRID, *BOXES)
_POSTURES = (*get_args(Posture), ELSEWHERE)


def facts(state: Pitch, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody."""
    found: dict[str, Fact] = {}
    for letter, player in state.players.items():
        found[letter] = Word(player.at, _PLACES, f"a hex (m22) or {', '.join(BOXES)}")
        found[f"{letter} posture"] = Word(player.posture if player.on_field else ELSEWHERE, _POSTURES)
    found["ball"] = Word(state.ball, (*GRID, *state.players), "a hex (m22) or the player who holds it (A)")
    found["momentum"] = Number(state.momentum)
    found["test"] = Number(state.test, low=state.test)
    return found | {
        f"{TITLES[each]} score": Number(state.score[each], low=state.score[each]) for each in SEATS
    }
