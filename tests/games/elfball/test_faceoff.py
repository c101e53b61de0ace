"""The face-off: ELFBALL-32 to 36, 165."""

from typing import Any

import pytest

from pbem.games.elfball.field.events import (
    FaceOffDone,
    FaceOffRolled,
    FaceOffWon,
    PickedUp,
    Ran,
    Shifted,
    Shoved,
    Tackled,
)
from pbem.games.elfball.field.hexes import FACE_OFF, GRID
from pbem.games.elfball.field.state import Memory

from .pitch import GAME, Played

TWO = "A Midfielder l21 3; M Midfielder n23 6"


def facing(text: str = TWO, *, dice: str, **given: Any) -> Played:
    """A face-off about to be rolled."""
    return Played(text, dice=dice, phase="faceoff", **given)


@pytest.mark.parametrize(
    ("dice", "winner", "down"),
    [
        ("S S -  S - -", "A", ""),
        ("S - -  S S X  S - -  S S S", "M", ""),
        ("- - -  X - -", "A", "M"),
        ("X - -  - - -", "M", "A"),
        ("X X -  X - -  - - -  S - -", "M", ""),
    ],
)
def test_who_wins(dice: str, winner: str, down: str) -> None:
    """ELFBALL-32: higher net; a flop loses and falls; equal or two flops: both, standing, roll again."""
    pitch = facing(dice=dice)
    assert pitch.told(FaceOffRolled)[-1].winner == winner
    assert [letter for letter in "AM" if pitch.posture(letter) == "down"] == ([down] if down else [])
    assert pitch.labels()[:2] == ["face-off", "face-off"]


def test_might_is_rolled_and_nothing_is_replaced() -> None:
    """ELFBALL-32: as many dice as Might, North first; no modifiers, and no Momentum to press them."""
    pitch = facing("A Ogre l21 3; M Imp n23 6; N Dwarf m24 4", dice="S - - - -  - -", momentum=0)
    rolled = pitch.told(FaceOffRolled)[0]
    assert (rolled.north_dice.faces, rolled.south_dice.faces, rolled.north_dice.target) == ("S----", "--", 0)


def test_counters_for_the_weaker() -> None:
    """ELFBALL-33: one for each point of Might that the winner lacks."""
    assert facing("A Imp l21 3; M Dwarf n23 6", dice="S -  - - - -").told(FaceOffWon) == [
        FaceOffWon("N", "A", 2)
    ]
    assert facing("A Dwarf l21 3; M Imp n23 6", dice="S - - -  - -").told(FaceOffWon) == [
        FaceOffWon("N", "A", 0)
    ]


def test_the_ball_as_free_challenge() -> None:
    """ELFBALL-34: a step into m22 and a Pick-up; the winner may be turned afterwards."""
    pitch = facing(dice="S S -  S - -  S S -")
    pitch.play("N", "pickup face 5")
    assert pitch.told(PickedUp)[0].dice.working == "1+1(M)"
    assert (pitch.at("A"), pitch.looks("A"), pitch.state.ball) == ("m22", 5, "A")
    unturned = facing("A Midfielder l21 4; M Midfielder n23 6", dice="S S -  S - -  S S -")
    unturned.play("N", "pickup")
    assert unturned.looks("A") == 3  # ELFBALL-12


def test_the_way_to_the_opponent() -> None:
    """ELFBALL-34: fewest steps, then row, then number; or the hex that is named, never by way of the center."""
    pitch = facing(dice="S S -  S - -  S S -")
    pitch.play("N", "shove")
    assert pitch.at("A") == "m24"
    named = facing(dice="S S -  S - -  S S -")
    named.play("N", "shove n21 face 1")
    assert (named.at("A"), named.looks("A"), named.at("M")) == ("n21", 1, "n25")
    near = facing("A Midfielder l21 3; M Midfielder n21 1", dice="S S -  S - -  - - -")
    near.play("N", "tackle")
    assert near.at("A") == "m20"
    assert near.told(Tackled)[0].result == "fail"
    assert facing(dice="S S -  S - -").refusal("N", "tackle m20") == "tackle m20: free moves lead to m24 n21"


def test_free_moves_need_no_disengage() -> None:
    """ELFBALL-34, ruling R8: none of them begins next to the opponent, wherever the two stand."""
    for start in FACE_OFF["N"]:
        for other in FACE_OFF["S"]:
            pitch = facing(f"A Midfielder {start} 3; M Midfielder {other} 1", dice="S S -  S - -  - - -")
            pitch.play("N", "shove")
            route = [start, *pitch.told(Ran)[0].route]
            assert all(GRID.distance(here, other) > 1 for here in route[:-1])
            assert GRID.distance(route[-1], other) == 1


def test_free_moves_stay_in_the_circle() -> None:
    """ELFBALL-34: two moves at most, never by way of the center."""
    pitch = facing("A Midfielder l21 3; M Midfielder n21 6", dice="S S -  S - -")
    assert pitch.refusal("N", "tackle n23") == "tackle n23: free moves lead to m20"
    taken = facing(f"{TWO}; N Midfielder m24 6", dice="S S -  S - -")
    assert taken.refusal("N", "tackle m24") == "tackle m24: free moves lead to n21"


def test_only_a_standing_opponent() -> None:
    """ELFBALL-34, ruling R8: against one who lies only the ball is left; a standing order then takes it."""
    pitch = facing(dice="- - -  X - -")
    assert pitch.refusal("N", "tackle") == "tackle: M is Down; only the ball is left"
    options = pitch.match.asks["N"].options
    assert options is not None
    assert [str(each) for each in options()] == ["pickup", "nothing"]
    standing = facing(dice="X - -  - - -  S - -", private={"S": Memory(faceoff="tackle")})
    assert standing.told(PickedUp)[0].player == "M"


def test_nothing() -> None:
    """ELFBALL-34, ruling R8: "may" is written, so nothing will do; the answers are those of the face-off."""
    pitch = facing(dice="S S -  S - -")
    assert pitch.refusal("N", "ball") == "ball: the answers here are pickup, tackle, shove, nothing"
    assert pitch.refusal("N", "pickup face q") == "face Q: a direction is needed here, 1 to 6"
    assert pitch.refusal("N", "nothing all") == "nothing all: no dice are rolled here"
    pitch.play("N", "nothing")
    assert pitch.told(FaceOffDone) == [FaceOffDone("A", "nothing")]
    assert (pitch.at("A"), pitch.state.ball) == ("l21", "m22")


@pytest.mark.parametrize(("word", "dice"), [("pickup", "X - - 1"), ("tackle", "X - -"), ("shove", "X - -")])
def test_the_free_challenge_is_no_shift(word: str, dice: str) -> None:
    """ELFBALL-35: whatever comes of it the winner's team has the first turn, with any player, with its Momentum."""
    pitch = facing(dice=f"S S -  S - -  {dice}")
    pitch.play("N", word)
    assert pitch.told(Shifted) == []
    assert pitch.posture("A") == "down"
    assert (pitch.asks, pitch.state.moved) == ({"N": "turn"}, {})


def test_the_free_challenge_earns() -> None:
    """ELFBALL-35: extra successes are counters for the first turn."""
    pitch = facing(dice="S S -  S - -  S S S")
    pitch.play("N", "shove")
    assert pitch.told(Shoved)[0].dice.earned == 2
    assert pitch.state.momentum == 2
    assert pitch.about("N").why == "faceoff"


@pytest.mark.parametrize(
    ("line", "dice", "left"),
    [
        ("pickup keep", "- - -  1", 3),
        ("pickup", "- - -  S S", 1),
        ("pickup reserve 2", "- - -  S  1", 2),
        ("tackle keep", "- - -", 3),
        ("tackle m24", "- - -  S S -", 0),
        ("shove n21 keep face 3", "- - -", 3),
        ("shove reserve 2", "- - -  -", 2),
    ],
)
def test_the_free_challenge_may_be_pressed(line: str, dice: str, left: int) -> None:
    """ELFBALL-35, ELFBALL-179: with the counters for the weaker one, by the words behind the answer."""
    pitch = facing("A Midfielder l21 3; M Tantor n23 6", dice=f"S S -  S - - - - -  {dice}")
    pitch.play("N", line)
    assert pitch.told(FaceOffWon) == [FaceOffWon("N", "A", 3)]
    assert pitch.state.momentum == left


SIMPLE = {"faceoff": "simple"}


def test_the_simple_face_off() -> None:
    """ELFBALL-36: six dice each, no counters; more Might fells the other, from a hex next to them, facing them."""
    pitch = Played(
        "A Hunter l21 3; M Dwarf n23 6",
        dice="S S - - - -  S - - - - -",
        phase="faceoff",
        simple=True,
        options=SIMPLE,
    )
    assert pitch.told(FaceOffWon) == [FaceOffWon("N", "A", 0)]
    assert pitch.told(FaceOffDone) == [FaceOffDone("A", "tackle", "M", "m24")]
    assert (pitch.posture("M"), pitch.looks("A"), pitch.state.momentum) == ("down", 4, 0)
    assert pitch.asks == {"N": "turn"}


def test_the_simple_face_off_of_the_skilful() -> None:
    """ELFBALL-36: more Skill takes the ball on the spot; equal values: the manager chooses."""
    pitch = Played(
        "A Striker l21 3; M Dwarf n23 6", dice="S - - - - -  - - - - - -", phase="faceoff", simple=True
    )
    assert (pitch.state.ball, pitch.at("A")) == ("A", "l21")
    equal = Played(TWO, dice="S - - - - -  - - - - - -", phase="faceoff", simple=True)
    assert equal.refusal("N", "pickup") == "pickup: the answers here are ball, tackle"
    assert equal.refusal("N", "tackle all") == "tackle all: no dice are rolled here"
    equal.play("N", "tackle")
    assert (equal.posture("M"), equal.looks("A")) == ("down", 4)
    turned = Played(TWO, dice="S - - - - -  - - - - - -", phase="faceoff", simple=True)
    turned.play("N", "ball face 6")
    assert (turned.state.ball, turned.looks("A")) == ("A", 6)
    taken = Played(TWO, dice="S - - - - -  - - - - - -", phase="faceoff", simple=True)
    taken.match.answer_automatically("N")
    assert taken.state.ball == "A"


def test_already_down() -> None:
    """ELFBALL-36: an opponent who has flopped is Down already, and nothing more is done to them."""
    pitch = Played(
        "A Hunter l21 3; M Dwarf n23 6", dice="- - - - - -  X - - - - -", phase="faceoff", simple=True
    )
    assert (pitch.at("A"), pitch.posture("M"), pitch.told(FaceOffDone)) == ("m24", "down", [])


def test_a_face_off_answer_in_the_middle_of_an_action() -> None:
    """ELFBALL-191: a blow at a hex goes on with the own action; the other team's manager has nothing to answer."""
    text = "A Striker k20 2; B Striker k26 5; M Midfielder k23 5; N Midfielder k22 5; P Imp u22"
    pitch = Played(
        text.replace("k23", "l23"), dice="S S - -", ball="A", private={"S": Memory(intercept="ask")}
    )
    pitch.play("N", "A throw b, wait")
    assert pitch.asks == {"S": "intercept"}
    assert "answers a face-off, and none is open" in pitch.refusal("S", "shove k20")
    assert pitch.play("N", "shove k22")[0].status == "queued"


def test_the_beginners_preset() -> None:
    """ELFBALL-165: one goal, major stars, simple face-off; `quick` has two actions a turn as well."""
    options = GAME.read_options({"preset": "beginner"}, 2)
    assert (options["goals"], options["star"], options["faceoff"], options["double"]) == (
        "1",
        "major",
        "simple",
        "no",
    )
    assert GAME.read_options({"preset": "quick"}, 2)["double"] == "yes"
    assert GAME.read_options({"preset": "beginner", "goals": "3"}, 2)["goals"] == "3"


def test_only_who_stands_is_turned() -> None:
    """ELFBALL-34: a winner who falls in the free challenge keeps the direction of the step."""
    pitch = facing(dice="S S -  S - -  X - - 1")
    pitch.play("N", "pickup face 5")
    assert (pitch.posture("A"), pitch.looks("A")) == ("down", 3)


def test_cheapshot_in_the_free_challenge() -> None:
    """ELFBALL-34, ELFBALL-132: against one who lies only Cheapshot is left."""
    text = "A Widowmaker l21 3{}; B Imp e22; M Imp n23 6; N Imp u22"
    dice = "S S -  X - "
    pitch = Played(text.format(" with cheapshot"), phase="faceoff", dice=dice + " - - - - -")
    pitch.play("N", "tackle")
    assert pitch.told(Tackled)[0].target == "M"
    assert "only the ball is left" in Played(text.format(""), phase="faceoff", dice=dice).refusal(
        "N", "tackle"
    )
