"""The ball on the ground and in the air: ELFBALL-50 to 58, 69, 175."""

from typing import Any

import pytest

from pbem.games.elfball.actions.ball import Catch, LetGo
from pbem.games.elfball.field.events import (
    Bounced,
    Caught,
    LetBy,
    Lies,
    Lost,
    PickedUp,
    Rebounded,
    Received,
    Shifted,
)
from pbem.games.elfball.field.state import Memory

from .pitch import Played, after

AWAY = "; P Imp u22; R Imp x21"
FUMBLE = "A Midfielder k20 3"
"""A steps onto l21, fails the Pick-up with three blanks, and the ball bounces: 1 k22, 2 l23, 3 m22, 4 m20 ..."""


def fumble(dice: str, text: str = "", *, line: str = "A go ball", **given: Any) -> Played:
    """The ball bounces from l21."""
    return after(FUMBLE + text + AWAY, line, f"- - - {dice}", ball="l21", **given)


def test_who_steps_onto_the_ball_must_pick_it_up() -> None:
    """ELFBALL-50: at once, in the middle of a move; being shoved there is not stepping."""
    pitch = after(FUMBLE + AWAY, "A move l21 l23", "S - -", ball="l21")
    assert [event.at for event in pitch.told(PickedUp)] == ["l21"]
    assert pitch.at("A") == "l23"
    shoved = after("A Ogre k20 2; M Imp k22 2" + AWAY, "A shove m", "S - - - - 2", ball="k24")
    assert not shoved.told(PickedUp)
    assert shoved.state.ball == "k26"


@pytest.mark.parametrize(
    ("dice", "result", "posture"),
    [("X - - 1", "flop", "down"), ("- - - 1", "fail", "standing"), ("S - -", "held", "standing")],
)
def test_a_pick_up(dice: str, result: str, posture: str) -> None:
    """ELFBALL-51: flop Down and a Shift, fail a Shift, success A holds it."""
    pitch = after(FUMBLE + AWAY, "A go ball", dice, ball="l21")
    assert pitch.told(PickedUp)[0].result == result
    assert (pitch.posture("A"), bool(pitch.told(Shifted))) == (posture, result != "held")
    assert pitch.state.ball == ("A" if result == "held" else "k22")


def test_a_pick_up_with_the_last_pace() -> None:
    """ELFBALL-41: with no pace left it is free and closes the action; nothing but a Dash can follow."""
    text = "A Dwarf k12 2; N Imp l23 6" + AWAY
    closed = after(text, "A move k14 k16 k18 k20 k22, tackle n", "S S -", ball="k22")
    assert [event.why for event in closed.told(Lost)] == [
        "A has made the free challenge; only a Dash may follow"
    ]
    line = "A move k14 k16 k18 k20 k22, dash 1, tackle n keep"
    dashed = after(text, line, "S S -  S  - - - -", ball="k22", momentum=1)
    assert dashed.told(Lost) == []


def test_the_target_of_a_pick_up() -> None:
    """ELFBALL-51: 1, -1 for each helper, +1 for each hinderer."""
    pitch = after(
        FUMBLE + "; B Imp l19 2; M Imp l23 5; N Imp m22 6" + AWAY, "A go ball", "S - - 1", ball="l21"
    )
    assert (pitch.told(PickedUp)[0].dice.working, pitch.told(PickedUp)[0].dice.target) == (
        "1-1(B)+1(M)+1(N)",
        2,
    )


def test_a_dropped_ball_bounces_one_hex() -> None:
    """ELFBALL-52: in a D6 direction from where it was."""
    assert fumble("1").told(Bounced) == [Bounced("l21", "k22")]
    assert fumble("5").state.ball == "l19"


def test_a_ball_that_comes_to_a_player() -> None:
    """ELFBALL-53: a standing one may catch it or let it go; from a lying one it drops on; it never shares a hex."""
    assert fumble("1  S S -", "; B Midfielder k22 2").state.ball == "B"
    assert fumble("1  - - - 2", "; B Midfielder k22 2").state.ball == "k24"
    lying = fumble("1 2", "; B Midfielder k22 2 down")
    assert lying.told(Bounced) == [Bounced("l21", "k22"), Bounced("k22", "k24")]
    assert lying.told(Lies) == [Lies("k24")]
    let = fumble("1 2", "; B Midfielder k22 2", private={"N": Memory(catch="no")})
    assert let.told(LetBy) == [LetBy("B", "k22")]
    assert let.state.ball == "k24"


@pytest.mark.parametrize(
    ("dice", "result", "ball"),
    [("X - - 2", "flop", "k24"), ("S - - 2", "fail", "k24"), ("S S -", "held", "B")],
)
def test_a_catch(dice: str, result: str, ball: str) -> None:
    """ELFBALL-69: target 2; flop Down and it drops on, fail it drops on, success B holds it."""
    pitch = fumble(f"1 {dice}", "; B Midfielder k22 2")
    assert (pitch.told(Caught)[0].result, pitch.state.ball) == (result, ball)
    assert pitch.posture("B") == ("down" if result == "flop" else "standing")


def test_the_target_of_a_catch() -> None:
    """ELFBALL-69: 2, -1 for each helper, +1 for each hinderer of the catcher."""
    pitch = fumble("1 - - - 6", "; B Midfielder k22 2; C Imp j23 4; M Imp k24 5")
    assert pitch.told(Caught)[0].dice.working == "2-1(C)+1(M)"


def test_the_other_team_may_catch_as_well() -> None:
    """ELFBALL-53: whoever stands there."""
    pitch = fumble("1 S S -", "; M Midfielder k22 2")
    assert pitch.state.ball == "M"


def test_the_injury_comes_before_the_bounce() -> None:
    """ELFBALL-54: a holder who is hit hard is rolled for while the ball waits."""
    text = "A Widowmaker k20 2; M Imp k22 2; R Imp x21"
    pitch = after(text, "A tackle m", "S S S S S  S S  2", ball="M")
    assert pitch.labels() == ["tackle", "injury", "bounce"]


def test_a_ball_stops_in_a_white_hex_and_rebounds() -> None:
    """ELFBALL-55, ELFBALL-56: D6 hexes, D6 direction, the direction again while it is not allowed."""
    pitch = fumble("4  3  3 4 6")
    assert pitch.told(Rebounded) == [Rebounded("m20", 6, 3, "j17")]
    assert pitch.labels()[-4:] == ["rebound", "rebound direction", "rebound direction", "rebound direction"]
    edge = after("A Imp j37 2" + AWAY, "A go ball", "- - -  2  1  3 4", ball="j39")
    assert edge.told(Rebounded) == [Rebounded("j41", 4, 1, "k40")]


def test_a_standing_player_in_the_white_hex() -> None:
    """ELFBALL-55, ELFBALL-69: a player there may catch it first; if not it rebounds as though nobody were there."""
    caught = fumble("4  S S -", "; B Midfielder m20 3")
    assert caught.state.ball == "B"
    missed = fumble("4  - - -  2 6", "; B Midfielder m20 3")
    assert missed.told(Rebounded) == [Rebounded("m20", 6, 2, "k18")]
    lying = fumble("4  2 6", "; B Midfielder m20 3 down")
    assert lying.told(Rebounded) == [Rebounded("m20", 6, 2, "k18")]


def test_a_rebound_that_strikes_again() -> None:
    """ELFBALL-57: straight on over players; in another white hex it stops and rebounds from there."""
    pitch = after("A Imp j37 2; B Imp j35 3" + AWAY, "A go ball", "- - -  2  4  4  1  6", ball="j39")
    assert pitch.told(Rebounded) == [Rebounded("j41", 4, 3, "m38"), Rebounded("m38", 6, 1, "l37")]


def test_a_ball_that_starts_in_a_white_hex() -> None:
    """ELFBALL-58: only entering counts; it starts freely, also to the other side of the line."""
    text = "A Midfielder m20 3; M Imp m18 2; B Imp o18 1"
    pitch = after(text + AWAY, "A move l19", "- - - 4", ball="A")
    assert (pitch.posture("A"), pitch.state.ball) == ("down", "n19")
    thrown = after("A Midfielder m20 3; B Midfielder o22 6" + AWAY, "A throw b", "S S -", ball="A")
    assert thrown.told(Received) == [Received("B", "spiral")]


def test_catches_by_standing_order() -> None:
    """ELFBALL-175: `30%` tries only with such a chance, `no M N` lets these go by; a throw order may say otherwise."""
    text = "; B Midfielder k22 2; M Imp k24 5"  # target 3: 19 in 100
    assert fumble("1 6", text, private={"N": Memory(catch="30%")}).told(LetBy)
    assert fumble("1 - - - 6", text, private={"N": Memory(catch="19%")}).told(Caught)
    even: dict[str, Any] = {"private": {"N": Memory(catch="50%")}, "star_major": True}  # exactly 1 in 2
    assert fumble("1 - - - 6", "; B Midfielder k22 2", **even).told(Caught)
    assert fumble("1 2", "; B Midfielder k22 2", private={"N": Memory(letting=("B",))}).told(LetBy)
    throw = "A Midfielder k20 2; B Midfielder k26 5" + AWAY
    said = Played(throw, dice="S - - 1", ball="A", momentum=0)
    said.play("N", "A throw b no catch")
    assert said.told(LetBy)
    theirs = throw + "; M Midfielder k22 1"
    missed = after(theirs, "A throw k24 no catch", "- - -  1 5  S S S", ball="A")
    assert missed.state.ball == "M"
    forced = after(throw, "A throw b catch", "S - -  S S -", ball="A", private={"N": Memory(catch="no")})
    assert forced.state.ball == "B"


def test_what_a_throw_says_of_its_receiver() -> None:
    """ELFBALL-175: `catch` and `no catch` behind a throw are for its own receiver, not for others the ball comes to."""
    text = "A Midfielder k20 2; B Midfielder k26 5; C Midfielder k28 5" + AWAY
    dropped = after(text, "A throw b no catch", "S - - 2  S S -", ball="A")
    assert (dropped.told(LetBy), dropped.state.ball) == ([LetBy("B", "k26")], "C")
    spared = Memory(letting=("C",))
    tried = after(text, "A throw b catch", "S - -  - - - 2 2", ball="A", private={"N": spared})
    assert (tried.told(LetBy), tried.state.ball) == ([LetBy("C", "k28")], "k30")


def test_a_catch_may_be_asked_for() -> None:
    """Section 5: after `always ask catch` the manager of the player decides, and may turn them."""
    pitch = Played(FUMBLE + "; M Midfielder k22 2" + AWAY, dice="- - - 1 S S -", ball="l21")
    pitch.play("S", "always ask catch")
    pitch.play("N", "A go ball")
    assert pitch.asks == {"S": "catch"}
    check = pitch.match.asks["S"].check
    assert (check(Catch("goal")), check(Catch("ball")), check(LetGo())) == (
        Catch("1"),
        Catch("ball"),
        LetGo(),
    )
    pitch.play("S", "catch face 4")
    assert (pitch.state.ball, pitch.looks("M")) == ("M", 4)


def test_looking_after_the_ball() -> None:
    """ELFBALL-11, section 5: `always reface ball` turns who has tried for it; so does `catch face ball`."""
    pitch = fumble("1 - - - 6", "; M Midfielder k22 3", private={"S": Memory(reface="ball")})
    assert pitch.looks("M") == 6
    assert fumble("1 - - - 6", "; M Midfielder k22 3").looks("M") == 3
    assert fumble("1 X - - 6", "; M Midfielder k22 3", private={"S": Memory(reface="ball")}).looks("M") == 3
    asked = Memory(catch="ask", reface="ball")
    for line, way in (("catch", 6), ("catch face 2", 2)):
        pitch = Played(
            FUMBLE + "; M Midfielder k22 3" + AWAY, dice="- - - 1 - - - 6", ball="l21", private={"S": asked}
        )
        pitch.play("N", "A go ball")
        pitch.play("S", line)
        assert pitch.looks("M") == way


def test_a_ball_dropped_in_a_disengage_may_shift_momentum() -> None:
    """ELFBALL-20, ELFBALL-49: a Disengage that fails is no Shift, but a Catch that a teammate flops is; one that an
    opponent flops is none."""
    text = "A Imp k20 2; B Imp k18 2; M Imp k22 5; P Imp u22; R Imp x21"
    for bounce, shifts in ((5, True), (2, False)):
        pitch = after(text, "A move j19 keep", f"- - - - -  {bounce}  X - -  1", ball="A")
        assert (pitch.posture("A"), bool(pitch.told(Shifted))) == ("down", shifts)
