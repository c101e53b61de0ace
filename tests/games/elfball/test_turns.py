"""Turns and actions: ELFBALL-37 to 46, 84, 85, 87, 88, 164, 184."""

import pytest

from pbem.games.elfball.field.events import (
    ActionOver,
    Deserted,
    Entered,
    Lost,
    PickedUp,
    Ran,
    Shifted,
    StoodUp,
    TurnPassed,
)
from pbem.games.elfball.field.state import Half, Support

from .pitch import Played, after

TEAM = "A Striker k20 3; B Hunter e22 3; C Imp g8 3; G Midfielder bench; "
OTHERS = "M Imp u22; N Hunter s8"


def test_turns_alternate() -> None:
    """ELFBALL-37: one player acts, then the other team has its turn; lines of players who are not there are refused."""
    pitch = Played(TEAM + OTHERS, ball="g20")
    assert pitch.refusal("N", "M pass") == "M is not your player"
    assert pitch.refusal("N", "G go ball") == "G is on the Bench; use: enter G HEX"
    pitch.play("N", "A pass")
    assert pitch.asks == {"S": "turn"}
    pitch.play("S", "M pass")
    assert pitch.asks == {"N": "turn"}


def test_the_turn_mail_names_who_needs_a_disengage() -> None:
    """ELFBALL-48: those whom a standing opponent faces, and by whom."""
    text = "A Striker k16 3; B Hunter k22 3; C Imp k24 down; M Imp l21 1; N Imp j19 3 down; O Imp l25 6"
    assert Played(text, ball="g8").about("N").hindered == (("B", ("M",)),)


def test_the_turn_mail_offers_what_is_possible() -> None:
    """ELFBALL-105, ELFBALL-141: cheers at any time; a Taunt only if a Shift has brought the turn."""
    text = "A Imp k20 2 with taunt; M Imp k22 5"
    for shifted, offers in ((False, ("cheer 1",)), (True, ("taunt A ENEMY 1", "cheer 1"))):
        pitch = Played(text, ball="g8", momentum=2, support={"N": Support(cheerleaders=1)}, shifted=shifted)
        assert pitch.about("N").offers == offers


def test_never_the_same_player_twice_running() -> None:
    """ELFBALL-37, ELFBALL-38: who moved last is marked until their team's next turn is over."""
    pitch = Played(TEAM + OTHERS, ball="g20")
    for seat, line in (("N", "A pass"), ("S", "M pass")):
        pitch.play(seat, line)
    assert pitch.refusal("N", "A pass") == "A moved last; choose another player (B C)"
    for seat, line in (("N", "B pass"), ("S", "N pass"), ("N", "A pass")):
        pitch.play(seat, line)
    assert pitch.state.moved == {"N": "A", "S": "N"}


def test_a_team_whose_wizard_is_left() -> None:
    """ELFBALL-39: it does not pass while there is a spell."""
    pitch = Played("B Imp infirmary; " + OTHERS, ball="g20", support={"N": Support(wizard=True)})
    assert pitch.asks == {"N": "turn"}


def test_a_single_player_may_act_every_turn() -> None:
    """ELFBALL-37: the mark does not bind a team with one player on the field."""
    pitch = Played("A Striker k20 3; G Imp bench barred; " + OTHERS, moved={"N": "A"}, ball="g20")
    pitch.play("N", "A pass")
    assert pitch.state.moved["N"] == "A"


def test_a_turn_that_marks_nobody_clears_the_mark() -> None:
    """ELFBALL-38, ruling R10: a turn in which nothing was possible frees the player who moved last."""
    pitch = Played("B Imp infirmary; C Imp bench barred; " + OTHERS, moved={"N": "B"}, ball="g20")
    assert pitch.told(TurnPassed) == [TurnPassed("N")]
    assert (pitch.asks, pitch.state.moved) == ({"S": "turn"}, {})


def test_an_action_of_nothing() -> None:
    """ELFBALL-39: nothing, or turning, or a player who lies; without anybody to choose the server passes."""
    assert after("A Striker k20 down; " + OTHERS, "A pass", ball="g20").posture("A") == "down"
    assert after("A Striker k20 3; " + OTHERS, "A face 1", ball="g20").looks("A") == 1
    pitch = Played("G Imp recovery; " + OTHERS, ball="g20", momentum=4, shifted=True)
    assert pitch.told(TurnPassed) == [TurnPassed("N")]
    assert (pitch.state.momentum, pitch.asks) == (0, {"S": "turn"})


def test_a_field_without_players() -> None:
    """ELFBALL-39, ruling R11: nobody on the field and nobody to enter: the Test is set up in the same order."""
    pitch = Played("A Imp bench barred; M Imp bench barred; N Imp recovery", setter="S", ball="g20")
    assert pitch.told(Deserted) == [Deserted(1)]
    assert pitch.asks == {"S": "setup"}


def test_paces() -> None:
    """ELFBALL-40: as many as the Jog; a step and every challenge cost one, Disengage and Catch none."""
    pitch = after("A Striker k20 3; M Imp m26 6; N Imp u22", "A move l21 k22, face 1", ball="g20")
    assert pitch.told(Ran)[-1].paces == 4
    pitch = after(
        "A Striker k20 3; M Imp k24 5; N Imp u22", "A move k22, shove m, move k20", "S - -", ball="g20"
    )
    assert [event.paces for event in pitch.told(Ran)] == [5, 3]
    thrown = after("A Striker k20 3; B Imp k22 5; " + OTHERS, "A throw b, move l19", "S - - -", ball="A")
    assert thrown.told(Ran)[-1].paces == 4


def test_the_free_last_challenge() -> None:
    """ELFBALL-41: with no pace left a challenge is free and closes the action; only a Dash may follow."""
    pitch = Played("A Dwarf k20 2; M Dwarf k32 5; N Dwarf u22", dice="- - - -", ball="g20")
    assert pitch.refusal("N", "A move k22 k24 k26 k28 k30 j29") == (
        "A has 0 paces left; one free challenge is still possible"
    )
    pitch.play("N", "A move k22 k24 k26 k28 k30, shove m keep, shove m, move j29, stand")
    assert [(event.item, event.why) for event in pitch.told(Lost)] == [
        ("shove M", "A has made the free challenge; only a Dash may follow"),
        ("move j29", "A has made the free challenge; only a Dash may follow"),
    ]


def test_an_impact_that_fails_has_used_its_pace() -> None:
    """ELFBALL-42: the player may go on with what is left."""
    pitch = after("A Imp k20 2; M Ogre k22 2", "A tackle m keep, move k18", "- -", ball="g20")
    assert pitch.told(Ran)[-1].paces == 5
    assert pitch.labels() == ["impact"]


def test_one_tackle_but_several_shoves() -> None:
    """ELFBALL-43: a failed Impact is the attempt; Shoves go on as often as paces allow; one Dash."""
    pitch = after("A Imp k20 2; M Ogre k22 2; N Imp k18 5", "A tackle m, tackle n", "- -", ball="g20")
    assert [event.why for event in pitch.told(Lost)] == ["A has already attempted a Tackle in this action"]
    twice = after(
        "A Ogre k20 2; M Imp k22 2", "A shove m keep, shove m keep", "- - - - -  - - - - -", ball="g20"
    )
    assert twice.told(Lost) == []
    dashes = "A dash 1, move l21, dash 1, move l23"
    pitch = after("A Ogre k20 2; M Imp u22", dashes, "S", momentum=3, ball="g20")
    assert pitch.told(Lost)[0].why == "A has already dashed in this action"
    assert pitch.at("A") == "l21"


@pytest.mark.parametrize(
    ("line", "at"),
    [("A move l21, end, move l23", "l21"), ("A move l21, stop if up, move l23", ""), ("A pass", "k20")],
)
def test_the_end_of_an_action(line: str, at: str) -> None:
    """ELFBALL-44: when its manager ends it, or nothing more is there to do."""
    if not at:
        line, at = "A move l21, stop if loose, move l23", "l21"
    pitch = after("A Striker k20 3; " + OTHERS, line, ball="g20")
    assert (pitch.at("A"), len(pitch.told(ActionOver))) == (at, 1)


def test_nothing_more_is_possible() -> None:
    """ELFBALL-44: who lies and cannot get up in this action is done, and the manager is not asked for more."""
    held = "A Striker k20 3; M Imp k22 5; P Imp u22"
    up = Played(held, dice="- - - -", ball="g20")
    up.play("N", "A move l19, on fail wait")
    assert (up.posture("A"), up.asks) == ("down", {"N": "continue"})
    away = "A Gnomish Contraption k12 2; M Hunter k20 5; P Imp u22"
    tired = Played(away, dice="- - -", ball="g20")
    tired.play("N", "A move k14 k16 k18 j17, wait")
    assert (tired.posture("A"), tired.asks) == ("down", {"S": "turn"})
    slow = after("A Deadwood k20 3 dazed; M Imp u22", "A wait", ball="g20")  # 3 paces, which getting up takes
    assert slow.asks == {"N": "continue"}


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("A Hunter k20 down", 2),
        ("A Hunter k20 dazed", 5),
        ("A Hunter k20 dazed; B Imp k22 5", 4),
        ("A Hunter k20 dazed; B Imp k22 2", 5),
        ("A Hunter k20 down; M Imp k22 5; N Imp k18 2", 4),
        ("A Zombie k20 down", 0),
    ],
)
def test_standing_up(text: str, cost: int) -> None:
    """ELFBALL-45: 5 or 8 less Grit, -1 for each teammate who faces the hex, +1 for each such opponent, at least 0."""
    pitch = after(text + "; P Imp u22", "A stand", ball="g20")
    assert pitch.told(StoodUp)[0].cost == cost


def test_where_one_looks_who_stands_up() -> None:
    """ELFBALL-45: as before, unless told; only the acting player, and only with paces enough."""
    assert after("A Hunter k20 6 down; M Imp u22", "A stand", ball="g20").looks("A") == 6
    assert after("A Hunter k20 6 down; M Imp u22", "A stand 2", ball="g20").looks("A") == 2
    weak = Played("A Gnomish Contraption k20 dazed; M Imp u22", ball="g20")
    assert weak.refusal("N", "A stand") == "A needs 6 paces to stand up and has 5"


def test_going_on_after_standing_up() -> None:
    """ELFBALL-46: with the paces left, again and again; not after the action is closed, nor for one who stands."""
    pitch = after(
        "A Hunter k20 down; M Imp k22 5; N Imp u22", "A stand, move k18, stand", "- - -", ball="g20"
    )
    assert [event.cost for event in pitch.told(StoodUp)] == [3, 3]
    closed = "A Dwarf k12 2; M Imp k24 5"
    pitch = after(closed, "A move k14 k16 k18 k20 k22, tackle m, stand", "S S S S", ball="g20")
    assert pitch.told(Lost)[0].why == "A cannot stand up anymore in this action"


def test_a_replacement() -> None:
    """ELFBALL-87: with fewer than six on the field, on a free stairway hex; that is the whole action, and it marks."""
    pitch = Played(TEAM + OTHERS, ball="g20")
    assert pitch.refusal("N", "enter G k20") == "k20 is not a stairway hex of yours"
    assert pitch.refusal("N", "enter G g8") == "g8 is taken by C"
    assert pitch.refusal("N", "enter A g10") == "A is on the field already"
    assert pitch.refusal("N", "enter M g10") == "M is not your player"
    pitch.play("N", "enter G g10")
    assert pitch.told(Entered) == [Entered("G", "g10", 3)]
    assert (pitch.state.moved, pitch.asks) == ({"N": "G"}, {"S": "turn"})


def test_six_on_the_field_are_enough() -> None:
    """ELFBALL-87: players who lie count."""
    six = "A Imp k20; B Imp k22; C Imp k24; D Imp k26; E Imp k28 down; F Imp k30 dazed; G Imp bench; "
    assert Played(six + OTHERS).refusal("N", "enter G g10") == "enter: six players are on the field"


def test_who_may_not_enter() -> None:
    """ELFBALL-84, ELFBALL-85: nobody from Recovery, and nobody who is barred for this Test."""
    pitch = Played("A Imp k20; I Imp bench barred; J Imp recovery; " + OTHERS)
    assert pitch.refusal("N", "enter J g10") == "J is in Recovery"
    assert pitch.refusal("N", "enter I g10") == "I may not come in before the next set-up"
    assert pitch.refusal("N", "J pass") == "J is in Recovery"


def test_a_replacement_picks_the_ball_up() -> None:
    """ELFBALL-88, ruling R18: a replacement must, with the Momentum of a Shift."""
    pitch = after(TEAM + OTHERS, "enter G e12 face east, pickup all", "- - -  S S S", ball="e12", momentum=3)
    assert pitch.told(PickedUp)[0].dice.given == "---"
    assert (pitch.state.ball, pitch.looks("G"), pitch.state.momentum) == ("G", 2, 0)


DOUBLE = {"double": "yes"}


def test_two_actions_a_turn() -> None:
    """ELFBALL-164: two different players; Momentum falls to 0 between them; the first who acted is marked."""
    pitch = Played(TEAM + OTHERS, double=True, ball="g20", momentum=2)
    pitch.play("N", "A pass")
    assert (pitch.asks, pitch.state.momentum, pitch.about("N").second) == ({"N": "turn"}, 0, True)
    assert pitch.refusal("N", "A pass") == "A has acted in this turn; choose another player (B C)"
    pitch.play("N", "B pass")
    assert (pitch.asks, pitch.state.moved) == ({"S": "turn"}, {"N": "A"})
    assert not pitch.about("S").second


def test_the_holder_is_marked() -> None:
    """ELFBALL-164: who held the ball when the turn began, if they acted, else the first; one mark only."""
    pitch = Played(TEAM + OTHERS, double=True, ball="B")
    pitch.play("N", "A pass", "B pass")
    assert pitch.state.moved == {"N": "B"}
    other = Played(TEAM + OTHERS, double=True, ball="C")
    other.play("N", "enter G g10", "B pass")
    assert other.state.moved == {"N": "G"}


def test_the_second_half_may_be_given_up() -> None:
    """ELFBALL-164: `done` after the first; a Shift ends the whole turn."""
    pitch = Played(TEAM + OTHERS, double=True, ball="g20")
    assert "Only with the option double" in pitch.refusal("N", "done")
    pitch.play("N", "A pass", "done")
    assert (pitch.asks, pitch.state.moved) == ({"S": "turn"}, {"N": "A"})
    shifted = after(TEAM + OTHERS, "A move l21", "- - - - 1", double=True, ball="l21")
    assert shifted.told(Shifted)
    assert (shifted.asks, shifted.state.half, shifted.state.action) == ({"S": "turn"}, None, None)
    assert shifted.about("S").why == "shift"
    shifted.play("S", "M pass")
    assert shifted.about("S").why == "none"
    over = Played(TEAM + OTHERS, dice="- - - - 1", double=True, ball="l21")
    assert [line_result.status for line_result in over.play("N", "A move l21", "done")] == ["done", "dropped"]


def test_a_turn_of_one_player() -> None:
    """ELFBALL-164: who has only one player has only one action."""
    pitch = Played("A Striker k20 3; " + OTHERS, double=True, ball="g20")
    pitch.play("N", "A pass")
    assert pitch.asks == {"S": "turn"}


def test_a_wizard_is_a_second_half() -> None:
    """ELFBALL-164, ELFBALL-169: it is offered also if only the Wizard is left for it."""
    text, support = "A Striker k20 3; " + OTHERS, {"N": Support(wizard=True)}
    pitch = Played(text, dice="- - - - -", double=True, ball="g20", support=support)
    pitch.play("N", "A pass")
    assert (pitch.asks, pitch.about("N").second, pitch.about("N").choice) == ({"N": "turn"}, True, ())
    assert pitch.refusal("N", "A pass") == "A has acted in this turn"
    pitch.play("N", "wizard shock m")
    assert (pitch.asks, pitch.state.moved) == ({"S": "turn"}, {"N": "A"})
    late = Played(text, double=True, ball="g20", support=support)
    late.play("N", "A pass")
    late.match.answer_automatically("N")
    assert (late.asks, late.state.moved) == ({"S": "turn"}, {"N": "A"})


def test_when_time_runs_out() -> None:
    """ELFBALL-184: nothing, by the first player allowed who does not hold the ball; else the holder."""
    pitch = Played(TEAM + OTHERS, ball="A", moved={"N": "B"})
    pitch.match.answer_automatically("N")
    assert pitch.state.moved == {"N": "C"}
    holder = Played("A Striker k20; " + OTHERS, ball="A")
    holder.match.answer_automatically("N")
    assert holder.state.moved == {"N": "A"}
    second = Played(TEAM + OTHERS, double=True, half=Half("A", ""), ball="g20")
    second.match.answer_automatically("N")
    assert second.asks == {"S": "turn"}


def test_when_time_runs_out_with_nobody_on_the_field() -> None:
    """ELFBALL-184: the first of the Bench enters on the first free stairway hex, looking as is usual there."""
    pitch = Played("G Imp bench barred; H Imp bench; I Imp bench; M Imp c14; N Imp u22", ball="g20")
    pitch.match.answer_automatically("N")
    assert pitch.told(Entered) == [Entered("H", "d11", 3)]
