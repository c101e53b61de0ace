"""The field, distances and facing: section 2, ELFBALL-8 to 15."""

import pytest

from pbem.games.elfball.field.events import Disengaged, Tackled, Turned
from pbem.games.elfball.field.hexes import (
    CENTRE_LINE,
    CIRCLES,
    EDGE,
    FACE_OFF,
    FACE_OFF_CIRCLE,
    FIELD,
    GRID,
    GUARDIAN,
    STAIRWAYS,
    WHITE,
    default_facing,
    rebounds,
)

from .pitch import Played, after


def test_the_hexes_of_the_field() -> None:
    """Section 2.2, ruling R1: 349 field hexes, 72 of the edge line, 18 of the center line; the lists of the field."""
    assert (len(FIELD), len(EDGE), len(CENTRE_LINE), len(GRID._places)) == (349, 72, 18, 421)
    assert "m22" not in WHITE
    assert {"c22", "w22", "a18", "a26", "m2", "m42", "i2", "y22"} <= WHITE
    assert {f"m{number}" for number in (4, 20, 24, 40)} <= CENTRE_LINE
    assert (GUARDIAN, FACE_OFF) == ({"N": "e22", "S": "u22"}, {"N": ("l21", "l23"), "S": ("n21", "n23")})
    assert sorted(FACE_OFF_CIRCLE) == sorted(["m22", "l21", "l23", "m20", "m24", "n21", "n23"])
    assert CIRCLES["S"]["south-east"] == {
        "s30",
        "s32",
        "s34",
        "s36",
        "r31",
        "r33",
        "r35",
        "t31",
        "t33",
        "t35",
    }
    assert CIRCLES["N"]["north-west"] == {"g8", "g10", "g12", "g14", "f9", "f11", "f13", "h9", "h11", "h13"}
    assert " ".join(STAIRWAYS["S"]) == (
        "w14 v11 v13 u10 u12 t7 t9 t11 s6 s8 s10 w30 v33 v31 u34 u32 t37 t35 t33 s38 s36 s34"
    )
    assert len(STAIRWAYS["N"]) == 22


def test_usual_directions() -> None:
    """Section 6.4: North looks 3 on numbers up to 22, else 4; South 1, else 6."""
    assert [default_facing("N", each) for each in ("l21", "e22", "l23")] == [3, 3, 4]
    assert [default_facing("S", each) for each in ("n21", "u22", "n23")] == [1, 1, 6]


@pytest.mark.parametrize(
    ("one", "other", "paces"), [("q22", "q30", 4), ("i16", "i10", 3), ("o20", "k20", 4), ("k20", "m26", 4)]
)
def test_distance(one: str, other: str, paces: int) -> None:
    """ELFBALL-8: row difference, and half of what the number difference exceeds it by."""
    assert GRID.distance(one, other) == paces


def test_a_hex_holds_one_player() -> None:
    """ELFBALL-9: nobody steps onto a player, not even onto one who lies."""
    assert Played("A Striker k20 1; M Imp j21 down").refusal("N", "A move j21") == "j21 is taken by M"


def test_front_and_rear() -> None:
    """ELFBALL-10: the hex a player looks at and the one on either side are in front, the other three in the rear."""
    pitch = Played("A Striker k20 1; M Imp u22")
    front = {name for name in GRID.neighbours("k20").values() if pitch.state.faces("A", name)}
    assert front == {"j19", "j21", "k22"}
    assert not Played("A Striker k20 1 down; M Imp u22").state.faces("A", "j21")  # ELFBALL-14


def test_turning_is_free() -> None:
    """ELFBALL-11: an action of turning costs no pace, and nobody else turns: a shoved player keeps the direction."""
    pitch = after(
        "A Striker k20 1; M Imp k22 1", "A face 3, move l21 m22 n21 o20 p19 q18, face ball", ball="k20"
    )
    assert pitch.looks("A") == 1
    shoved = after("A Ogre k20 2; M Imp k22 1", "A shove m", "S S - - -")
    assert (shoved.at("M"), shoved.looks("M")) == ("k24", 1)


def test_looking_where_the_last_step_led() -> None:
    """ELFBALL-12: a step turns a player, and so does a blow at something behind them, without cost."""
    pitch = after("A Striker k20 1; M Imp u22", "A move k18 l17")
    assert pitch.looks("A") == 4
    tackled = after("A Hunter k20 5; M Imp k22 5", "A tackle m", "- - - - ")
    assert tackled.told(Turned) == [Turned("A", 2)]
    assert not after("A Hunter k20 1; M Imp k22 5", "A tackle m", "- - - - ").told(Turned)
    shoved = after("A Hunter k20 5; M Imp k22 5", "A shove m keep", "- - -")
    assert shoved.told(Turned) == [Turned("A", 2)]


def test_the_direction_towards_a_hex() -> None:
    """ELFBALL-13: the one that leads best; of two equal ones the present, else the lower; not to one's own hex."""
    pitch = Played("A Striker k20 3; M Imp u22; B Imp h9 2", ball="B")
    assert pitch.refusal("N", "A face k20") == "face k20: that is where A stands"
    assert after("A Striker k20 3; M Imp u22", "A face g20").looks("A") == 1
    assert after("A Striker k20 6; M Imp u22", "A face g20").looks("A") == 6
    assert after("A Striker k20 6; M Imp u22", "A face m").looks("A") == 3
    assert after("A Striker k20 6; M Imp u22", "A face west").looks("A") == 5
    assert after("A Striker k20 6; M Imp u22", "A face goal").looks("A") == 3


def test_who_lies_does_nothing() -> None:
    """ELFBALL-14: who lies faces nobody, hinders nobody, can neither move nor throw, but still takes up the hex."""
    lying = "A Striker k20 1; M Midfielder j19 down; N Striker k22 dazed"
    assert not after(lying, "A move l19").told(Disengaged)
    down = Played("A Striker k20 down; B Imp k22 5; M Imp u22", ball="k18")
    assert down.refusal("N", "A move k18") == "A is Down and can only stand (2 paces) or pass"
    assert down.refusal("N", "A face 3") == "A is Down and can only stand (2 paces) or pass"


def test_helpers_and_hinderers() -> None:
    """ELFBALL-15: standing neighbours who face the player count, those who look away or lie do not."""
    crowd = "A Striker k18 2; B Imp j17 5; C Imp l17 1; M Imp j19 3; N Imp l19 down; O Imp k16 5"
    dice = after(crowd, "A move k20", "S S - -", ball="g20").told(Disengaged)[0].dice
    assert dice.working == "2-2-1(C)"


def test_modifiers_of_a_blow() -> None:
    """ELFBALL-15: -1 for a teammate who faces the target, +1 for another hinderer, -1 from the rear."""
    crowd = "A Hunter k20 2; B Imp j23 4; C Imp l21 3; M Imp k22 1; N Imp j21 4; O Imp l19 1"
    dice = after(crowd, "A tackle m", "- - - -", ball="M").told(Tackled)[0].dice
    assert (dice.working, dice.target) == ("5-2-1(B)+1(N)+1(O)-1(rear)", 3)


def test_rebounds_from_white_hexes() -> None:
    """ELFBALL-56: from the edge inwards, from the center line to the side it came from, from a goal back."""
    assert rebounds("h3", "h5") == (2, 3)
    assert rebounds("m2", "k4") == (1,)
    assert rebounds("m2", "m4") == (1, 3)
    assert rebounds("m20", "o20") == (2, 3, 4)
    assert rebounds("m20", "k20") == (1, 2, 6)
    assert rebounds("m24", "m22") == (1, 3, 4, 5, 6)
    assert rebounds("c22", "d21") == (3, 4, 5)
    assert rebounds("c22", "e22") == (3, 4)  # neither back nor on: along the line is not allowed
    assert rebounds("c22", "c20") == (4, 5, 6)
