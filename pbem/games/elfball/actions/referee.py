"""The referee (ELFBALL-89 to 92, 104, 168): who gets into an edge or a goal hex, bribes, and machines."""

from pbem.games.elfball.actions.ball import drop, take_off, to_centre
from pbem.games.elfball.field.events import SentOff
from pbem.games.elfball.field.hexes import ATTACKED, EDGE, GOALS
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.rolls.rolling import FACES, FLOP
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Event, Rules, Seat, die


class Bribed(Event, frozen=True):
    """The bribed referee looks away from these players, or has had enough of them."""

    seat: Seat
    players: tuple[Letter, ...]
    face: str
    rebels: bool


class Banned(Event, frozen=True):
    """The referee has thrown a die for an Impcrusher."""

    player: Letter
    face: str
    ejected: bool


def would_leave(state: Pitch, letter: Letter, at: Hex) -> bool:
    """Whether this player would be sent off for coming to this hex."""
    if at in GOALS:
        seat, holds = SEAT_OF[letter], state.holder == letter
        return ATTACKED[seat] != at if holds else not state.backing(seat).referee  # ELFBALL-104
    return at in EDGE


def refuse_slip(state: Pitch, letter: Letter, at: Hex) -> None:
    """ELFBALL-91: such a step is refused unless the manager writes that it is meant."""
    if would_leave(state, letter, at):
        what = "the edge line" if at in EDGE else "a goal hex"
        raise Refused(f"{at} is {what}: you would be sent off (add: out)")


def refuse_slip_over_edge(state: Pitch, letter: Letter, at: Hex) -> None:
    """The same in any position: into a goal it may be right when it comes to it."""
    if at in EDGE:
        refuse_slip(state, letter, at)


def arrived(state: Pitch, letter: Letter) -> Rules[bool]:
    """A player has come to a hex by a step or a Shove, and may have to leave the field.

    Returns whether a player of the active team has flopped a Catch when the ball they held came loose.
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


def bribed(state: Pitch) -> Rules[bool]:
    """The die for what a bribed referee is to overlook, before a turn (ELFBALL-104). Returns whether they rebel."""
    seat = state.active
    breakers = [each for each in state.bribed if SEAT_OF[each] == seat]
    state.bribed = [each for each in state.bribed if SEAT_OF[each] != seat]
    for letter in state.fielded(seat):
        at = state.players[letter].at
        scores = state.holder == letter and at == ATTACKED[seat]
        if at in GOALS and not scores and letter not in breakers:
            breakers.append(letter)
    if not breakers or not state.backing(seat).referee:
        return False
    face = FACES[(yield from die("bribe")) - 1]
    rebels = face == FLOP
    yield Bribed(seat, tuple(breakers), face, rebels)
    if not rebels:
        return False
    state.support[seat].referee = False
    for letter in breakers:
        yield from _eject(state, letter)
    return True


def watch_machine(state: Pitch, letter: Letter) -> Rules[None]:
    """The die after a turn in which an Impcrusher took the action (ELFBALL-168)."""
    if not letter or not state.players[letter].machine:
        return
    face = FACES[(yield from die("referee")) - 1]
    yield Banned(letter, face, face == FLOP)
    if face == FLOP:
        yield from _eject(state, letter)


def _eject(state: Pitch, letter: Letter) -> Rules[None]:
    """A player is out of the match, wherever they are; a ball that they held in play drops (ELFBALL-52)."""
    at, held = state.players[letter].at, state.holder == letter
    take_off(state, letter, "ejected")
    if held and state.phase == "play":
        yield from drop(state, at)
