"""Conditions (section 6.1 of the rules): the facts that they may speak of, and each test with what judges it.

A function gets the position and the seat whose line it is, then what stands in the braces. Tests of the player who
acts stand only within that action.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias, get_args

from pbem.games.elfball.actions.naming import some_player
from pbem.games.elfball.field.hexes import GRID, SEATS, TITLES
from pbem.games.elfball.field.kinds import HEX, LETTER
from pbem.games.elfball.field.state import BOXES, SEAT_OF, Letter, Pitch, Posture
from pbem.play import facts as told
from pbem.play.conditions import Condition, Test, Tests
from pbem.play.facts import Fact, Facts, Number
from pbem.play.forms import Word
from pbem.play.requests import Seat

# Facts: where each player and the ball is, how they stand, and the score.

ELSEWHERE = "off the field"
_PLACES = (*GRID, *BOXES)
_POSTURES = (*get_args(Posture), ELSEWHERE)


def facts(state: Pitch, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody."""
    found: dict[str, Fact] = {}
    for letter, player in state.players.items():
        found[letter] = told.Word(player.at, _PLACES, f"a hex (m22) or {', '.join(BOXES)}")
        found[f"{letter} posture"] = told.Word(player.posture if player.on_field else ELSEWHERE, _POSTURES)
    found["ball"] = told.Word(
        state.ball, (*GRID, *state.players), "a hex (m22) or the player who holds it (A)"
    )
    found["momentum"] = Number(state.momentum)
    found["test"] = Number(state.test, low=state.test)
    return found | {
        f"{TITLES[each]} score": Number(state.score[each], low=state.score[each]) for each in SEATS
    }


# Tests.


def _down(state: Pitch, seat: Seat, letter: Letter) -> bool:
    player = state.players[some_player(state, letter)]
    return player.on_field and not player.stands


def _near(state: Pitch, seat: Seat) -> bool:
    at = state.players[state.acting.player].at
    return state.ball in GRID and GRID.direction(at, state.ball) is not None


_Judge: TypeAlias = Callable[..., bool]

_ANYWHERE: Mapping[str, tuple[str, _Judge]] = {
    "loose": ("the ball lies loose", lambda state, seat: state.holder is None),
    "ours": ("your side holds the ball", lambda state, seat: SEAT_OF.get(state.ball) == seat),
    "theirs": ("the other side holds the ball", lambda state, seat: SEAT_OF.get(state.ball, seat) != seat),
    "{player} down": ("Q is Down or Dazed", _down),
    "{player} up": ("Q stands", lambda state, seat, letter: state.players[some_player(state, letter)].stands),
    "{player} off": (
        "Q is off the field",
        lambda state, seat, letter: not state.players[some_player(state, letter)].on_field,
    ),
    "{player} ball": (
        "Q holds the ball",
        lambda state, seat, letter: state.holder == some_player(state, letter),
    ),
    "free {hex}": ("nobody is there", lambda state, seat, at: state.on(at) is None),
    "mom {number}": (
        "so many counters of Momentum are left, or more",
        lambda state, seat, number: state.momentum >= int(number),
    ),
}
_IN_ACTION: Mapping[str, tuple[str, _Judge]] = {
    "down": (
        "the acting player is Down or Dazed",
        lambda state, seat: _down(state, seat, state.acting.player),
    ),
    "ball": ("the acting player holds the ball", lambda state, seat: state.holder == state.acting.player),
    "near": ("the ball lies beside the acting player", _near),
    "ok": ("the last challenge of the acting player succeeded", lambda state, seat: bool(state.acting.ok)),
    "jog {number}": (
        "so many paces are left, or more",
        lambda state, seat, number: state.acting.paces >= int(number),
    ),
}
_KINDS = {
    "player": LETTER,
    "hex": HEX,
    "number": Word("N", "[0-9]{1,2}", lambda word: str(int(word)), wants="a number", example="2"),
}


def _tests(told_of: Mapping[str, tuple[str, _Judge]]) -> Tests:
    return Tests({form: judge for form, (_, judge) in told_of.items()}, facts, **_KINDS)


TESTS = _tests(_ANYWHERE)
"""What holds or not at any time."""
IN_ACTION = _tests({**_IN_ACTION, **_ANYWHERE})
"""The same, and what is about the player who acts."""

ABOUT = {
    "if, unless, then, not, and, or, condition, conditions, cond, loose, near, ours, theirs, ok": (
        'A condition comes before a part of a line: "A go ball, if ball: go goal"; "then" works like'
        ' the colon. "stop if theirs" and "wait if loose" take one as well. Join several with'
        ' "and" or "or"; "not" reverses one, "unless" instead of "if" reverses them all. The conditions:',
        *(
            f"  {form.format(**{name: kind.example for name, kind in _KINDS.items()})}: {means}"
            for form, (means, _) in {**_IN_ACTION, **_ANYWHERE}.items()
        ),
    )
}
"""What help tells of conditions."""


def vet_condition(state: Pitch, letter: Letter, condition: Condition) -> None:
    """Refuse a condition in the line of a player that speaks of nobody, or that can never hold."""
    for test in (term for term in condition.terms if isinstance(term, Test)):
        for name in test.about:
            if name in SEAT_OF:
                some_player(state, name)
    IN_ACTION.vet(condition, state, SEAT_OF[letter])


def holds(state: Pitch, condition: Condition) -> bool:
    """Whether a condition is true now, in the middle of an action."""
    return condition.holds(IN_ACTION.true(state, SEAT_OF[state.acting.player]))
