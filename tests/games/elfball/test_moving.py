"""Moving and Disengage: ELFBALL-47 to 49, 189."""

import pytest

from pbem.games.elfball.field.events import Disengaged, Lost, Ran, Shifted
from pbem.games.elfball.field.ways import find_way
from pbem.play.hexgrid import Hex

from .pitch import Played, after

AWAY = "; P Imp u22; R Imp x21"


def test_steps() -> None:
    """ELFBALL-47: to a neighboring hex without a player; the center line is no obstacle."""
    pitch = Played("A Striker k20 3; M Imp i20 down" + AWAY, ball="g20")
    assert pitch.refusal("N", "A move j19 h19") == (
        "move j19 h19: h19 is not next to j19 (neighbors: i20 j21 k20 k18 j17 i18)"
    )
    assert pitch.refusal("N", "A move j19 i20") == "i20 is taken by M"
    assert after("A Striker l19 3" + AWAY, "A move m20 n19", ball="g20").at("A") == "n19"


def test_when_to_disengage() -> None:
    """ELFBALL-48: before each step, wherever it goes, if a standing opponent is adjacent and faces the player."""
    pitch = after(
        "A Imp k20 3; M Imp k22 5; N Imp i18 3" + AWAY, "A move j19 j17", "S - - - -  S - - - -", ball="g20"
    )
    assert [event.others for event in pitch.told(Disengaged)] == [("M",), ("N",)]
    assert not after("A Imp k20 3; M Imp k22 2" + AWAY, "A move k18", ball="g20").told(Disengaged)


@pytest.mark.parametrize(
    ("text", "working"),
    [
        ("M Hunter k22 5", "4-2"),
        ("M Hunter k22 5; N Imp k18 2; O Widowmaker j19 3", "5-2+1(M)+1(N)"),
        ("M Hunter k22 5; B Imp l21 6; C Imp l19 5", "4-2-1(B)"),
    ],
)
def test_the_target_of_a_disengage(text: str, working: str) -> None:
    """ELFBALL-49: the highest Tackle less 2, -1 for each helper, +1 for each hinderer after the first."""
    pitch = after(f"A Imp k20 3; {text}{AWAY}", "A move j21", "- - - - -", ball="g20")
    assert pitch.told(Disengaged)[0].dice.working == working


@pytest.mark.parametrize(
    ("dice", "posture", "at", "shift"),
    [
        ("X - - - -", "dazed", "k20", True),
        ("- - - - -", "down", "k20", False),
        ("S - - - -", "standing", "k18", False),
    ],
)
def test_what_comes_of_a_disengage(dice: str, posture: str, at: str, shift: bool) -> None:
    """ELFBALL-49: flop Dazed and a Shift, fail Down, success a step; no pace without a step."""
    pitch = after("A Imp k20 3; M Imp k22 5" + AWAY, "A move k18 k16", dice, ball="g20")
    assert pitch.posture("A") == posture
    assert (pitch.told(Ran)[0].route if pitch.told(Ran) else ()) == (("k18", "k16") if at == "k18" else ())
    assert bool(pitch.told(Shifted)) == shift


def test_a_holder_who_falls_drops_the_ball() -> None:
    """ELFBALL-49, ELFBALL-52: a failed Disengage loses the ball, but is no Shift by itself."""
    pitch = after("A Imp k20 3; M Imp k22 5" + AWAY, "A move k18", "- - - - - 5", ball="A")
    assert pitch.state.ball == "k18"
    assert not pitch.told(Shifted)


def way(text: str, *aims: Hex, ball: str = "g20") -> list[Hex] | None:
    """A's way to the nearest of these hexes."""
    return find_way(Played(text + AWAY, ball=ball).state, "A", aims)


def test_the_shortest_way() -> None:
    """ELFBALL-189: round players, not over the ball, not through goal hexes."""
    assert way("A Imp k20 3", "k24") == ["k22", "k24"]
    assert way("A Imp k20 3; M Imp k22 down", "k24") == ["j21", "j23", "k24"]
    assert way("A Imp k20 3", "k24", ball="k22") == ["j21", "j23", "k24"]
    assert way("A Imp c20 3", "c24") == ["b21", "b23", "c24"]
    assert way("A Imp k20 3", "k20") == []
    assert way("A Imp k20 3; M Imp k24 1", "k24") is None


def test_the_way_with_fewest_disengages() -> None:
    """ELFBALL-189: of the shortest ways the one with the fewest, then the lowest directions from the first step."""
    assert way("A Imp k20 3", "j23") == ["j21", "j23"]
    assert way("A Imp k20 3; M Imp i20 3", "j23") == ["k22", "j23"]
    assert way("A Imp k20 3", "g20") == ["j21", "i22", "h21", "g20"]


def test_go_to_various_aims() -> None:
    """ELFBALL-189: a hex, the ball, the goal for the holder, next to a player or behind one; no steps if there."""
    assert after("A Imp k20 3" + AWAY, "A go k26", ball="g20").at("A") == "k26"
    assert after("A Imp x21 3; P Imp e22", "A go goal", ball="A").state.result is not None
    assert after("A Imp k20 3; M Imp k26 5" + AWAY, "A go next m", ball="g20").at("A") == "k24"
    assert after("A Imp k20 3; M Imp k26 5" + AWAY, "A go behind m", "S - - - -", ball="g20").at("A") == "j27"
    assert after("A Imp k20 3; M Imp k22 5" + AWAY, "A go next k22", ball="g20").told(Ran) == []
    assert after("A Imp k16 3" + AWAY, "A go k36", ball="g20").at("A") == "k30"
    assert after("A Deadwood k16 3" + AWAY, "A move k18 k20, go k36", ball="g20").told(Lost) == []


def test_go_without_a_way() -> None:
    """ELFBALL-189: impossible where no way exists, or what is aimed at is not to be had."""
    pitch = Played("A Imp k20 3; B Imp k18 2; M Imp k22 down" + AWAY, ball="B")
    assert pitch.refusal("N", "A go k22") == "k22 is taken by M"
    assert pitch.refusal("N", "A go ball") == "go ball: B holds it"
    assert pitch.refusal("N", "A go goal") == "go goal: A does not hold the ball"
    full = Played("A Imp v21 3; M Imp w22 3" + AWAY, ball="A")
    assert full.refusal("N", "A go goal") == "go goal: every way is blocked"
    assert pitch.refusal("N", "A go behind m") == "go behind M: M is Down and looks nowhere"
    assert pitch.refusal("N", "A go next a") == "go next A: nobody else is there"
    for name in ("c22", "w22", "d9"):
        assert pitch.refusal("N", f"A go {name}") == (
            f"go {name}: go never leads onto the edge line or into a goal that would not count"
        )
    shut = Played("A Imp b19 3; M Imp b21 5; N Imp c20 6; O Imp c18 1; R Imp x21", ball="g20")
    assert shut.refusal("N", "A go k20") == "go k20: every way is blocked"


def test_a_move_stops_at_its_first_impossible_step() -> None:
    """ELFBALL-186: what has been run counts, the rest of the item is dropped, the next one is tried."""
    text = "A Imp k20 3; M Imp k22 5; N Imp i16 down" + AWAY
    pitch = after(text, "A move j19 i18 i16 i14, face 2", "S - - - -", ball="g20")
    assert (pitch.at("A"), pitch.looks("A")) == ("i18", 2)
    assert pitch.told(Lost) == [Lost("A", "move j19 i18 i16 i14", "i16 is taken by N")]


def test_beside_a_player_but_not_onto_the_ball() -> None:
    """ELFBALL-189: `next` and `behind` end neither on the ball nor in a goal: only who aims at them goes there."""
    pitch = after("A Imp k20 3; M Imp k24 2" + AWAY, "A go next m", ball="k22")
    assert pitch.at("A") == "j23"
    behind = after("A Imp k20 3; M Imp k24 2" + AWAY, "A go behind m", ball="k22")
    assert behind.at("A") == "j23"
    goal = after("A Imp x21 3; M Imp v21 2; P Imp w20 6; R Imp e20", "A go next m", ball="A")
    assert (goal.at("A"), goal.state.result) == ("v23", None)
