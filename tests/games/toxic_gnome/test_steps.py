"""Chapter: steps."""

import msgspec
import pytest

from pbem.games.toxic_gnome.state import Treadmill
from pbem.play.match import LetterRefused
from pbem.play.orders import Refused
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, check, drawn, match

C = drawn(BOARD_C)


def on_c(square: str) -> Treadmill:
    return msgspec.structs.replace(C, tokens={**C.tokens, "1": square})


@pytest.mark.parametrize(
    ("square", "line", "end"),
    [
        ("c13", "step left", "b13"),
        ("c13", "s r", "d13"),
        ("c13", "step back", "c12"),
        ("c13", "s b", "c12"),
        ("c13", "s bl", "b12"),
        ("c13", "step back right", "d12"),
        ("c13", "s b12", "b12"),
        ("c13", "step to b12", "b12"),
        ("c14", "s b", "d13"),
        ("c14", "step backleft", "c13"),
        ("c14", "step backright", "e13"),
        ("a14", "step backleft", "a13"),
        ("d14", "step back", "e13"),
    ],
)
def test_level_or_backwards(square: str, line: str, end: str) -> None:
    """TOXIC-GNOME-22: one space level, or to a neighbour in the next lower row, over a shift by where it stands."""
    assert check(on_c(square), "1", line) == f"step {end}"


@pytest.mark.parametrize(
    ("square", "line", "all_steps"),
    [
        ("d1", "step e2", "c1 or e1"),
        ("d1", "step back", "c1 or e1"),
        ("d1", "step b1", "c1 or e1"),
        ("d1", "step d1", "c1 or e1"),
        ("d1", "step f1", "c1 or e1"),
        ("d1", "step z9", "c1 or e1"),
        ("d1", "step up", "c1 or e1"),
        ("e1", "step right", "d1"),
        ("e1", "step a99", "d1"),
        ("a2", "step left", "b2, a1 or b1"),
        ("c6", "step c7", "b6, d6, b5, c5 or d5"),
    ],
)
def test_refusals(square: str, line: str, all_steps: str) -> None:
    """TOXIC-GNOME-22: forwards, too far, off the board or onto the own space: refused with all that are possible."""
    state = drawn(BOARD_A, tokens={"1": square, "2": "d1", "3": "b1"})
    with pytest.raises(Refused) as refused:
        check(state, "1", line)
    assert str(refused.value) == f"You may step to {all_steps}"


@pytest.mark.parametrize("column", "abcde")
def test_nobody_is_ever_stuck(column: str) -> None:
    """TOXIC-GNOME-9, TOXIC-GNOME-23: from the lowest row there is a level step, and none back; others do not hinder."""
    state = drawn(BOARD_A, tokens={"1": f"{column}1", "2": "b1", "3": "d1"})
    found = match(state)
    ask = found.asks["1"]
    automatic = str(ask.check(ask.auto()))
    assert automatic == ("step d1" if column == "e" else f"step {'bcde'['abcd'.index(column)]}1")
    with pytest.raises(LetterRefused, match="You may step to"):
        match(state).play("1", ["step back"])


def test_a_step_never_sets_the_treadmill_running() -> None:
    """TOXIC-GNOME-24: not even one in the top row; it forms no word and may lead into the danger zone."""
    found = match(on_c("b15"))
    found.play("1", ["step right"])
    assert (found.state.tokens["1"], found.state.lowest, found.state.used) == ("c15", 4, {})
    into_danger = match(on_c("c7"))
    into_danger.play("1", ["step back"])
    assert into_danger.state.tokens["1"] == "c6"
    assert into_danger.state.danger_end == 6
