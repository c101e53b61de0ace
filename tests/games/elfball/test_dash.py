"""The Dash: ELFBALL-79 to 81, 188."""

import pytest

from pbem.games.elfball.field.events import Dashed, Disengaged, Lost, PickedUp, Ran, Shoved, Tackled, Thrown

from .pitch import Played, after

AWAY = "; P Imp u22; R Imp x21"


def dash(line: str, dice: str, text: str = "A Imp k20 3", *, momentum: int = 3, ball: str = "g8") -> Played:
    """A line with a Dash."""
    return after(text + AWAY, line, dice, momentum=momentum, ball=ball)


@pytest.mark.parametrize(("dice", "posture"), [("X -", "dazed"), ("- -", "down"), ("S -", "standing")])
def test_a_dash(dice: str, posture: str) -> None:
    """ELFBALL-79: as many dice as counters paid, target 1; flop Dazed, fail Down; paces left over are forfeited."""
    pitch = dash("A dash 2 keep, move l21 l23", dice)
    assert pitch.posture("A") == posture
    assert pitch.told(Dashed)[0].counters == 2
    assert pitch.at("A") == ("l21" if posture == "standing" else "k20")


def test_what_a_dash_needs() -> None:
    """ELFBALL-79: a player who stands, and as many counters as are paid; without a number it is all of them."""
    pitch = Played("A Imp k20 3; M Imp u22", ball="g8")
    assert pitch.refusal("N", "A dash, move l21") == "dash: no Momentum left"
    two = Played("A Imp k20 3; M Imp u22", ball="g8", momentum=2)
    assert two.refusal("N", "A dash 3, move l21") == "dash 3: only 2 Momentum left"
    lying = Played("A Imp k20 down; M Imp u22", ball="g8", momentum=2)
    assert lying.refusal("N", "A dash, move l21") == "A is Down and can only stand (3 paces) or pass"
    assert dash("A dash, move l21", "S - -").told(Dashed)[0].counters == 3


def test_the_rest_of_the_track_presses_a_dash() -> None:
    """ELFBALL-79: counters that were not paid may replace its dice."""
    assert dash("A dash 1, move l21", "-  S").told(Dashed)[0].result == "success"


def test_one_step_and_one_challenge() -> None:
    """ELFBALL-80: a challenge, or a step and then a challenge, free of paces; the step may stand alone."""
    pitch = dash("A dash 1, shove n keep, move k18", "S  - -", "A Imp k20 2; N Imp k22 2")
    assert pitch.told(Shoved)
    assert [event.why for event in pitch.told(Lost)] == ["A's Dash is over"]
    both = dash("A dash 1, move k22, tackle n", "S  - -", "A Imp k20 2; N Imp k24 2", momentum=1)
    assert both.told(Tackled)
    steps = dash("A dash 1, move k22 k24", "S")
    assert (steps.at("A"), steps.told(Lost)[0].why) == ("k22", "A has made the step of this Dash")
    assert dash("A dash 1, go k30", "S").at("A") == "k22"


def test_a_dash_onto_the_ball() -> None:
    """ELFBALL-80: the Pick-up is the challenge, and it is compulsory."""
    pitch = dash("A dash 1, go ball, throw k28", "S  S - -", ball="l21")
    assert pitch.told(PickedUp)[0].result == "held"
    assert pitch.told(Lost)[0].why == "A's Dash is over"


def test_what_a_dash_does_not_allow() -> None:
    """ELFBALL-80, ruling R17: no second tackle attempt, no throw over 6 paces, no standing up."""
    text = "A Imp k20 2; N Imp k22 5"
    pitch = dash("A tackle n keep, dash 1, shove n, tackle n", "- -  S  - -", text, momentum=1)
    assert [event.why for event in pitch.told(Lost)] == ["A's Dash is over"]
    tackled = dash("A tackle n keep, dash 1, tackle n, move k18", "- -  S  S - - - -", text, momentum=1)
    assert tackled.told(Lost)[0].why == "A has already attempted a Tackle in this action"
    thrown = dash("A move k18, dash 1, throw k32, throw k20", "S  S S -", "A Imp k20 3", ball="A", momentum=1)
    assert thrown.told(Lost)[0].why == "throw k32: 7 paces; more than 6 must be the only thing in the action"
    assert thrown.told(Thrown)[0].at == "k20"
    slid = "A Hunter k20 2; N Striker k22 2"
    fallen = dash("A dash 1, tackle n, stand", "S  S S - -", slid, momentum=1)
    assert fallen.told(Lost)[0].why == "A cannot stand up anymore in this action"


def test_a_disengage_in_a_dash() -> None:
    """ELFBALL-81: if it fails the player is Down and the action is over."""
    line = "A dash 1, move k18, shove n, on fail wait"
    pitch = dash(line, "S  - - - - -", "A Imp k20 2; N Imp k22 5", momentum=1)
    assert pitch.told(Disengaged)[0].result == "down"
    assert pitch.posture("A") == "down"
    assert (pitch.told(Shoved), pitch.told(Lost), pitch.asks) == ([], [], {"S": "turn"})


def test_what_stands_behind_a_dash_belongs_to_it() -> None:
    """ELFBALL-188: if the Dash is not made its items are skipped, also where its condition does not hold."""
    pitch = dash("A move l21, if mom 4: dash, move l23", "")
    assert [event.route for event in pitch.told(Ran)] == [("l21",)]
    lost = dash("A move l21, shove n keep, dash 1, move l23", "- -", "A Imp k20 2; N Imp l23 2", momentum=0)
    assert [event.item for event in lost.told(Lost)] == ["dash 1"]
    assert lost.at("A") == "l21"


def test_a_dash_without_use_is_not_made() -> None:
    """ELFBALL-188: with no item behind it, or none that could be done if it succeeded."""
    pitch = Played("A Imp k20 2; B Imp k22 2; M Imp u22", ball="g8", momentum=2)
    for line in ("A dash", "A dash, face 3", "A dash, move k22", "A dash, tackle m"):
        assert pitch.refusal("N", line) == "dash: nothing behind it could be done"


def test_waiting_after_a_dash() -> None:
    """ELFBALL-188: `wait` behind it asks for the step and the challenge after a success."""
    pitch = Played("A Imp k20 2; M Imp u22", dice="S", ball="g8", momentum=1)
    pitch.play("N", "A dash, wait")
    assert pitch.asks == {"N": "continue"}
    assert pitch.about("N").dash == "step"
    assert pitch.refusal("N", "A move k22 k24") == "A has made the step of this Dash"
    pitch.play("N", "A move k22")
    assert pitch.at("A") == "k22"


def test_no_momentum_steps_behind_a_dash() -> None:
    """ELFBALL-117, ELFBALL-188: they belong to the normal action."""
    pitch = dash("A dash 1, move k22, surge k24", "S", "A Imp k20 2 with shamble", momentum=3)
    assert (pitch.at("A"), len(pitch.told(Lost))) == ("k22", 1)


def test_no_long_throw_by_a_dash() -> None:
    """ELFBALL-80, ruling R17: also where nothing came before the Dash."""
    pitch = Played("A Imp k20 2; M Imp u22", dice="S", ball="A", momentum=1)
    pitch.play("N", "A dash, wait")
    assert (
        pitch.refusal("N", "A throw k36")
        == "throw k36: 8 paces; more than 6 must be the only thing in the action"
    )


def test_a_dash_is_a_challenge() -> None:
    """Section 6.1: `ok` behind a Dash is about the Dash."""
    text = "A Imp k20 2; N Imp k22 2"
    assert dash("A shove n keep, dash 1, if ok: move k18", "- -  S", text, momentum=1).at("A") == "k18"


def test_the_paces_are_forfeited() -> None:
    """ELFBALL-79: none is left to count behind a Dash."""
    assert dash("A dash 1, move l21, if jog 1: face 5", "S").looks("A") == 3
    assert dash("A move l21, if jog 1: face 5", "").looks("A") == 5


def test_a_dash_after_the_free_challenge() -> None:
    """ELFBALL-41, ELFBALL-79: a closed action may still go on by a Dash."""
    line = "A move k14 k16 k18 k20 k22, shove n keep, dash 1, move j21"
    pitch = dash(line, "- - - -  S", "A Dwarf k12 2; N Dwarf k24 2", momentum=1)
    assert pitch.at("A") == "j21"
