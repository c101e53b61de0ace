"""Conditions (section 6.1 of the rules): each test with the function that judges it.

A function gets the position and the seat whose line it is, then what stands in the braces. Tests of the player who
acts stand only within that action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.elfball.facts import facts
from pbem.games.elfball.field import GRID
from pbem.games.elfball.kinds import HEX, LETTER
from pbem.games.elfball.naming import some_player
from pbem.games.elfball.state import SEAT_OF, Letter, Pitch
from pbem.play.conditions import Condition, Test, Tests
from pbem.play.forms import Word
from pbem.play.requests import Seat


def _down(state: Pitch, seat: Seat, letter: Letter) -> bool:
    player = state.players[some_player(state, letter)]
    return player.on_field and not player.stands


def _near(state: Pitch, seat: Seat) -> bool:
    at = state.players[state.acting.player].at
    return state.ball in GRID and GRID.direction(at, state.ball) is not None


_ANYWHERE: Mapping[str, Callable[..., bool]] = {
    "loose": lambda state, seat: state.holder is None,
    "ours": lambda state, seat: SEAT_OF.get(state.ball) == seat,
    "theirs": lambda state, seat: SEAT_OF.get(state.ball, seat) != seat,
    "{player} down": _down,
    "{player} up": lambda state, seat, letter: state.players[some_player(state, letter)].stands,
    "{player} off": lambda state, seat, letter: not state.players[some_player(state, letter)].on_field,
    "{player} ball": lambda state, seat, letter: state.holder == some_player(state, letter),
    "free {hex}": lambda state, seat, at: state.on(at) is None,
    "mom {number}": lambda state, seat, number: state.momentum >= int(number),
}
_IN_ACTION: Mapping[str, Callable[..., bool]] = {
    "down": lambda state, seat: _down(state, seat, state.acting.player),
    "ball": lambda state, seat: state.holder == state.acting.player,
    "near": _near,
    "ok": lambda state, seat: bool(state.acting.ok),
    "jog {number}": lambda state, seat, number: state.acting.paces >= int(number),
}
_KINDS = {
    "player": LETTER,
    "hex": HEX,
    "number": Word("N", "[0-9]{1,2}", lambda word: str(int(word)), wants="a number", example="2"),
}
TESTS = Tests(_ANYWHERE, facts, **_KINDS)
"""What holds or not at any time."""
IN_ACTION = Tests({**_IN_ACTION, **_ANYWHERE}, facts, **_KINDS)
"""The same, and what is about the player who acts."""


def holds(state: Pitch, condition: Condition) -> bool:
    """Whether a condition is true now, in the middle of an action."""
    return condition.holds(IN_ACTION.true(state, SEAT_OF[state.acting.player]))


def players_of(condition: Condition) -> list[Letter]:
    """The letters of the players of whom a condition speaks."""
    tests = (term for term in condition.terms if isinstance(term, Test))
    return [name for test in tests for name in test.about if name in SEAT_OF]
