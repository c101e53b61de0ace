"""The referee (ELFBALL-89 to 92): who gets into an edge or a goal hex."""

from __future__ import annotations

from pbem.games.elfball.ball import drop, take_off, to_centre
from pbem.games.elfball.events import SentOff
from pbem.games.elfball.field import ATTACKED, EDGE, GOALS
from pbem.games.elfball.state import SEAT_OF, Letter, Pitch
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Rules


def would_leave(state: Pitch, letter: Letter, at: Hex) -> bool:
    """Whether this player would be sent off for coming to this hex."""
    scores = state.holder == letter and ATTACKED[SEAT_OF[letter]] == at
    return at in EDGE or (at in GOALS and not scores)


def refuse_slip(state: Pitch, letter: Letter, at: Hex) -> None:
    """ELFBALL-91: such a step is refused unless the manager writes that he means it."""
    if would_leave(state, letter, at):
        what = "the edge line" if at in EDGE else "a goal hex"
        raise Refused(f"{at} is {what}: you would be sent off (add: out)")


def arrived(state: Pitch, letter: Letter) -> Rules[bool]:
    """A player has come to a hex by a step or a Shove; he may have to leave the field.

    Returns whether a player of the active team has flopped a Catch when the ball he held came loose.
    """
    at = state.players[letter].at
    if not would_leave(state, letter, at):
        return False
    held = state.holder == letter
    if at in EDGE and held:
        take_off(state, letter, "ejected")
        yield SentOff(letter, at, "edge", ejected=True)
        return (yield from to_centre(state))
    take_off(state, letter, "bench", barred=True)
    yield SentOff(letter, at, "edge" if at in EDGE else "goal")
    return (yield from drop(state, at)) if held else False
