"""What comes before an action, and after a Shift: ELFBALL-104, 105, 141, 142, 148, 150 to 152."""

from typing import Any

import pytest

from pbem.games.elfball.actions.action import Raged
from pbem.games.elfball.actions.referee import Bribed
from pbem.games.elfball.actions.surging import Surged
from pbem.games.elfball.field.events import Intercepted, SentOff, Shifted
from pbem.games.elfball.field.state import Memory, Support
from pbem.games.elfball.prelude import Quickened, Taunted

from .pitch import Played, after, plain

AWAY = "; P Imp u22; R Imp x21"


def shifted(text: str, dice: str = "", momentum: int = 3, **given: Any) -> Played:
    """A turn of North that a Shift has brought."""
    return Played(text + AWAY, dice=dice, ball="g8", shifted=True, momentum=momentum, **given)


# Cheerleaders.


def test_cheers() -> None:
    """ELFBALL-105: a counter each, once a Test, up to 6; they serve the action, an entry, the Wizard."""
    pitch = Played(
        "A Imp k20 2; B Imp k24 2" + AWAY, ball="g8", support={"N": Support(cheerleaders=3)}, dice="S S"
    )
    assert pitch.refusal("N", "cheer 4") == "cheer 4: 3 Cheerleaders left in this Test"
    pitch.play("N", "cheer 2", "A dash, move k18")
    assert (pitch.at("A"), pitch.state.support["N"].cheered) == ("k18", 2)
    pitch.play("S", "P pass")
    assert pitch.refusal("N", "cheer 2") == "cheer 2: 1 Cheerleader left in this Test"
    full = Played("A Imp k20 2" + AWAY, ball="g8", momentum=5, support={"N": Support(cheerleaders=3)})
    assert full.refusal("N", "cheer 2") == "cheer 2: the track holds 6 counters, and 5 are on it"
    none = Played("A Imp k20 2" + AWAY, ball="g8")
    assert none.refusal("N", "cheer 1") == "cheer 1: no Cheerleaders left in this Test"


def test_the_order_of_what_comes_before() -> None:
    """ELFBALL-105, R56: potion, quickling, taunt, react, cheer."""
    text = "A Imp k20 2 with quickling; M Imp k26 2"
    pitch = shifted(text, support={"N": Support(cheerleaders=1)}, momentum=2)
    pitch.play("N", "cheer 1")
    assert pitch.refusal("N", "quickling A").startswith("quickling A: it is too late for that after cheer")
    pitch.play("N", "A pass")
    assert pitch.state.stage == 0


# Taunt, Quickling, React.


def test_taunt() -> None:
    """ELFBALL-141: counters as dice, target 1; the opponent looks toward the player; as often as wanted, no action."""
    text = "A Imp k20 2 with taunt; M Imp k26 2; N Imp g20 1"
    pitch = shifted(text, dice="S  -  S")
    pitch.play("N", "taunt A m 1", "taunt A n 1")
    assert [event.result for event in pitch.told(Taunted)] == ["success", "success"]
    assert pitch.looks("M") == 5
    assert pitch.asks == {"N": "turn"}


@pytest.mark.parametrize(("dice", "left", "looks"), [("S", 2, 5), ("-  S", 1, 5), ("X", 0, 2)])
def test_what_comes_of_a_taunt(dice: str, left: int, looks: int) -> None:
    """ELFBALL-141: counters left may replace dice, none are earned; a flop loses them all."""
    pitch = shifted("A Imp k20 2 with taunt, steady; M Imp k26 2", dice=dice)
    pitch.play("N", "taunt A m 1")
    assert (pitch.state.momentum, pitch.looks("M")) == (left, looks)
    assert plain(pitch.told(Taunted)[0]).ability == ""


def test_whom_a_taunt_reaches() -> None:
    """ELFBALL-141: a standing opponent within 6 paces; of two equal directions the manager chooses."""
    text = "A Imp k20 2 with taunt; B Imp e12 2; M Imp k34 2; N Imp k22 down; O Imp g20 1"
    pitch = shifted(text)
    for line, why in {
        "taunt A m 1": "taunt A M 1: M is 7 paces away; a Taunt reaches 6",
        "taunt A n 1": "taunt A N 1: N does not stand",
        "taunt A b 1": "taunt A B 1: B is on your own team",
        "taunt B o 1": "taunt B O 1: B does not know Taunt",
        "taunt A o 4": "taunt A O 4: 3 Momentum left",
        "taunt A o 1 face 5": "taunt A O 1 face 5: O would look 3 or 4",
    }.items():
        assert pitch.refusal("N", line) == why
    chosen = shifted(text, dice="S")
    chosen.play("N", "taunt A o 1 face 4")
    assert chosen.looks("O") == 4
    unshifted = Played(text + AWAY, ball="g8", momentum=3)
    assert unshifted.refusal("N", "taunt A o 1").endswith(
        "only before a turn that a Shift in Momentum has brought you"
    )


def test_quickling() -> None:
    """ELFBALL-142: the counters are doubled, to 6 at most, before Taunts; and the player must act."""
    text = "A Imp k20 2 with quickling; B Imp k24 2 with quickling; G Imp bench; M Imp i26 2"
    for counters, then in ((2, 4), (4, 6)):
        pitch = shifted(text, momentum=counters)
        pitch.play("N", "quickling A")
        assert pitch.told(Quickened)[0].momentum == then
    assert pitch.refusal("N", "quickling B") == "quickling B: A has doubled the counters already"
    assert (
        pitch.refusal("N", "B pass") == "B cannot act: A has doubled the counters; choose another player (A)"
    )
    assert pitch.refusal("N", "enter G c14").endswith("A has doubled the counters and must act")
    pitch.play("N", "A pass")
    assert (pitch.state.bound, pitch.state.moved) == ("", {"N": "A"})
    assert shifted("A Imp k20 2").refusal("N", "quickling A") == "quickling A: A does not know Quickling"
    marked = shifted(text, moved={"N": "A"})
    assert marked.refusal("N", "quickling A") == "quickling A: A may not act in this turn"


def test_react() -> None:
    """ELFBALL-152, ELFBALL-117: steps before the turn, where no Disengage is due, all of them or none."""
    text = "A Safety k20 2 with react; B Imp k24 2; M Imp k26 2"
    pitch = shifted(text)
    pitch.play("N", "react A j21 j23")
    assert (pitch.at("A"), pitch.told(Surged)[0].momentum) == ("j23", 1)
    pitch.play("N", "A pass")  # it was no action
    assert pitch.state.moved == {"N": "A"}
    assert shifted(text).refusal("N", "react A j21 k22 k24") == "k24 is taken by B"
    assert shifted(text, momentum=1).refusal("N", "react A j21 k22") == (
        "react A j21 k22: no Momentum left; a step to k22 takes 1"
    )
    hindered = shifted("A Safety k20 2 with react; M Imp k22 5")
    assert hindered.refusal("N", "react A j21") == "react A j21: A would have to Disengage on k20"
    assert (
        shifted("A Safety g10 2 with react").refusal("N", "react A g8").endswith("only the acting player can")
    )


# Enrage, Reach, Cover.


def test_enrage() -> None:
    """ELFBALL-148: two counters as the player's action begins, once, after an attack in the other team's last turn."""
    text = "A Ogre k20 5 with enrage; B Imp e22 3; M Hunter k22 5; P Imp u22"
    pitch = Played(text, ball="g8", active="S", dice="- - -  S S S S S")
    pitch.play("S", "M shove a keep")
    pitch.play("N", "A shove m")
    assert pitch.told(Raged)[0].counters == 2
    assert pitch.state.struck == ["M"]
    calm = Played(text, ball="g8", active="S", dice="- - -")
    for seat, line in (("S", "M shove a keep"), ("N", "B pass"), ("S", "P pass"), ("N", "A pass")):
        calm.play(seat, line)
    assert calm.told(Raged) == []


def test_reach() -> None:
    """ELFBALL-150: a neighboring hex under the string, the thrower's or the landing hex."""
    text = "A Striker k20 2; B Striker k28 5; N Safety {}{}; P Imp u22"
    for at in ("j23 1", "k18 5", "k30 2"):
        near = after(text.format(at, " with reach"), "A throw b", "S S S -  - -  S S - -", ball="A")
        assert [event.player for event in near.told(Intercepted)] == ["N"]
    far = after(text.format("k18 5", ""), "A throw b", "S S S -  S S - -", ball="A")
    assert far.told(Intercepted) == []


def test_cover() -> None:
    """ELFBALL-151: Momentum cannot touch the Intercept of a player with Cover."""
    text = "A Striker k20 2; B Striker k28 5; N Safety k24 3{}; P Imp u22"
    free = after(text.format(""), "A throw b", "S S S -  S S  X  S S - -", ball="A", momentum=1)
    assert plain(free.told(Intercepted)[0]).given == "S"
    covered = after(text.format(" with cover"), "A throw b", "S S S -  S S", ball="A", momentum=1)
    assert (plain(covered.told(Intercepted)[0]).given, covered.state.ball) == ("", "N")


# The bribed referee.


def test_a_bribe_lets_players_into_the_goals() -> None:
    """ELFBALL-104: without the ball nobody is sent off, shoved or on foot; the holder is sent off in their own."""
    bribe: dict[str, Any] = {"support": {"N": Support(referee=True)}}
    pitch = after("A Imp v21 3; B Imp e22 3" + "; P Imp m4", "A move w22, face 1", "", ball="g8", **bribe)
    assert (pitch.at("A"), pitch.looks("A"), pitch.told(SentOff)) == ("w22", 1, [])
    own = after("A Imp d21 2; B Imp e24 3; P Imp m4", "A move c22 out", "3", ball="A", **bribe)
    assert own.told(SentOff)[0].player == "A"
    on = after("A Imp v21 3; B Imp e22 3; P Imp m4", "A move w22 x21", "", ball="g8", **bribe)
    assert on.at("A") == "x21"


def bribed(dice: str, **given: Any) -> Played:
    """North's turn, with a player in the goal that South defends."""
    usual: dict[str, Any] = {"ball": "g8", "support": {"N": Support(referee=True)}, "momentum": 2}
    return Played("A Imp w22 3; B Imp e22 3; P Imp m4 5; R Imp m8 5", dice=dice, **(usual | given))


def test_the_bribed_referee_rebels() -> None:
    """ELFBALL-104: on a flop the rule-breakers are ejected, the turn is lost as a Shift, and the bribe for good."""
    calm = bribed("S")
    assert (calm.told(Bribed)[0].rebels, calm.asks) == (False, {"N": "turn"})
    pitch = bribed("X", moved={"N": "B"})
    assert (pitch.at("A"), pitch.asks, pitch.state.momentum) == ("ejected", {"S": "turn"}, 2)
    assert (pitch.state.support["N"].referee, pitch.state.moved, pitch.told(Shifted)[0].seat) == (
        False,
        {},
        "S",
    )
    holds = bribed("", ball="A")
    assert (holds.told(Bribed), holds.asks) == ([], {"N": "turn"})


def test_the_bribed_referee_and_the_holder_in_a_goal() -> None:
    """ELFBALL-104, R23: only in the goal that the team attacks it breaks no rule; in its own, where a throw may come to
    it, the die falls. The other team's referee has seen nothing."""
    text = "A Imp c22 3; B Imp e24 3; P Imp m4 5; R Imp m8 5"
    support = {"N": Support(referee=True)}
    pitch = Played(text, ball="A", support=support, dice="X  3", momentum=2)
    assert (pitch.told(Bribed)[0].players, pitch.at("A"), pitch.asks) == (("A",), "ejected", {"S": "turn"})
    assert pitch.state.holder != "A"
    assert Played(text, ball="A", support={"S": Support(referee=True)}).told(Bribed) == []


def test_the_bribed_referee_is_asked_once_a_turn() -> None:
    """ELFBALL-104, ELFBALL-164: at the start of a turn, also if two players act in it."""
    pitch = bribed("S", double=True)
    pitch.play("N", "B pass")
    assert (len(pitch.told(Bribed)), pitch.asks) == (1, {"N": "turn"})


def test_a_monster_in_the_face_off() -> None:
    """ELFBALL-104, ELFBALL-28: a bribe lets it be set up; the die falls before the first action."""
    text = "A Ogre bench; B Imp bench; M Imp bench; N Imp bench"
    plain_team = Played(text + "; C Imp bench", phase="setup")
    assert "is a Monster" in plain_team.refusal("N", "setup spread A B")
    pitch = Played(text, phase="setup", dice="S S S S S  S -  X", support={"N": Support(referee=True)})
    pitch.play("N", "setup spread A B")
    pitch.play("S", "setup spread M N")
    pitch.play("N", "nothing")
    assert (pitch.told(Bribed)[0].players, pitch.at("A"), pitch.asks) == (("A",), "ejected", {"S": "turn"})


def test_standing_orders_of_the_advanced_level() -> None:
    """Section 5: kegs, ability dice and what an injury may cost."""
    pitch = Played("A Imp k20 2" + AWAY, ball="g8")
    pitch.play("N", "always keg both", "always save no agile", "always lose jog skill")
    assert pitch.state.private["N"] == Memory(keg="both", sparing=("agile",), lose=("jog", "skill"))
    assert pitch.match.game.memory(pitch.state, "N") == [
        "always keg both",
        "always save no agile",
        "always lose jog skill",
    ]
