"""The referee, goals and the end: ELFBALL-89 to 97, 163, 192."""

from typing import Any

import pytest

from pbem.games.elfball.field.events import CardPlayed, Goal, Lies, MatchOver, Ran, Received, SentOff
from pbem.play.record import Result

from .pitch import GAME, Played, after

AWAY = "; P Imp u22; R Imp x21"


def test_over_the_edge() -> None:
    """ELFBALL-89: to the Bench for the rest of the Test, by a step or by a Shove."""
    pitch = after("A Imp l3 5" + AWAY, "A move l1 out, face 3", ball="g8")
    assert pitch.told(SentOff) == [SentOff("A", "l1", "edge")]
    assert (pitch.at("A"), pitch.state.players["A"].barred) == ("bench", True)
    shoved = after("A Ogre l5 5; M Imp l3 5" + AWAY, "A shove m, move l3", "S - - - -", ball="g8")
    assert (shoved.at("M"), shoved.at("A")) == ("bench", "l3")


@pytest.mark.parametrize(
    ("centre", "dice", "ball"),
    [("", "", "m22"), ("; B Imp m22 3", "", "B"), ("; B Imp m22 3 down", "1", "l23")],
)
def test_over_the_edge_with_the_ball(centre: str, dice: str, ball: str) -> None:
    """ELFBALL-89: ejected for the match; the ball is put on m22: who stands there has it, from a lying one it drops."""
    pitch = after("A Imp l3 5" + centre + AWAY, "A move l1 out", dice, ball="A")
    assert pitch.told(SentOff) == [SentOff("A", "l1", "edge", ejected=True)]
    assert (pitch.at("A"), pitch.state.ball) == ("ejected", ball)
    assert bool(pitch.told(Received)) == (ball == "B")


@pytest.mark.parametrize(("start", "goal"), [("d21", "c22"), ("v21", "w22")])
def test_in_a_goal_hex_without_the_ball(start: str, goal: str) -> None:
    """ELFBALL-90: to the Bench, whichever goal it is."""
    pitch = after(f"A Imp {start} 1; P Imp m4", f"A move {goal} out", ball="g8")
    assert pitch.told(SentOff) == [SentOff("A", goal, "goal")]
    assert (pitch.at("A"), pitch.state.players["A"].barred) == ("bench", True)


def test_in_the_own_goal_with_the_ball() -> None:
    """ELFBALL-90: the same, and the ball bounces from there."""
    pitch = after("A Imp d21 1" + AWAY, "A move c22 out", "4", ball="A")
    assert (pitch.at("A"), pitch.state.ball, pitch.told(Lies)) == ("bench", "d21", [Lies("d21")])


def test_slips_are_refused() -> None:
    """ELFBALL-91, ruling R19: such a step needs the word `out`."""
    pitch = Played("A Imp n3 5; B Imp d21 1" + AWAY, ball="B")
    assert pitch.refusal("N", "A move n1") == "n1 is the edge line: you would be sent off (add: out)"
    assert pitch.refusal("N", "B move c22") == "c22 is a goal hex: you would be sent off (add: out)"


def test_leaving_the_field_ends_the_action() -> None:
    """ELFBALL-92: without a Shift, and what stands behind is dropped; who shoves goes on."""
    pitch = after("A Imp l3 5" + AWAY, "A move l1 out, face 1", momentum=2, ball="g8")
    assert (pitch.state.momentum, pitch.asks) == (0, {"S": "turn"})
    shoved = after("A Ogre l5 5; M Imp l3 5" + AWAY, "A shove m, move m6", "S - - - -", ball="g8")
    assert shoved.at("A") == "m6"


def test_a_goal() -> None:
    """ELFBALL-94, ruling R20: the action ends as soon as the holder steps into the goal they attack."""
    pitch = after("A Imp v21 3; P Imp m4", "A move w22 x21, face 1", ball="A")
    assert pitch.told(Goal) == [Goal("A", "N", "w22", 1, 0)]
    assert pitch.told(Ran)[0].route == ("w22",)
    assert str(pitch.state.result) == "N>S"


def test_a_holder_shoved_into_the_goal_they_attack() -> None:
    """ELFBALL-95: it is no goal yet; it is one when an action of their own ends there, even one of nothing."""
    pitch = Played("A Ogre e20 1; B Imp m6 2; M Imp d21 6; N Imp m4 2", dice="S - - - -", ball="M")
    pitch.play("N", "A shove m")
    assert (pitch.at("M"), pitch.told(Goal), pitch.told(SentOff)) == ("c22", [], [])
    pitch.play("S", "M pass")
    assert pitch.told(Goal) == [Goal("M", "S", "c22", 0, 1)]


def test_losing_the_ball_in_the_goal() -> None:
    """ELFBALL-95: it drops freely, and the player stays, having entered with it."""
    pitch = after(
        "A Widowmaker d21 1; M Striker c22 3" + AWAY, "A tackle m", "S S S - -  3", ball="M", active="N"
    )
    assert (pitch.at("M"), pitch.posture("M")) == ("c22", "down")


def test_after_a_goal() -> None:
    """ELFBALL-96: the score rises, and the next Test begins unless the match is won."""
    pitch = after("A Imp v21 3; C Imp bench; P Imp m4; R Imp bench", "A move w22", ball="A", goals=2)
    assert (pitch.state.score, pitch.state.test, pitch.asks) == ({"N": 1, "S": 0}, 2, {"N": "setup"})
    second = after("A Imp v21 3; P Imp m4", "A move w22", ball="A", goals=2, score={"N": 1, "S": 1})
    assert second.state.result == Result((("N",), ("S",)), "first to 2 goals")
    assert (second.state.test, second.told(MatchOver)) == (1, [MatchOver("N", 2, 1)])


@pytest.mark.parametrize(
    ("given", "score"),
    [
        ({"goals": 2}, {"N": 0, "S": 2}),
        ({"timed": True, "cards": 9, "score": {"N": 3, "S": 1}}, {"N": 3, "S": 4}),
        ({"timed": True, "cards": 9, "score": {"N": 1, "S": 5}}, {"N": 1, "S": 5}),
    ],
)
def test_conceding(given: dict[str, Any], score: dict[str, int]) -> None:
    """ELFBALL-97: the other team's score is raised to the goals needed; in a timed match to one more, if it is less."""
    pitch = Played("A Imp k20 3" + AWAY, ball="g8", **given)
    pitch.match.leave("N")
    assert str(pitch.state.result) == "S>N"
    assert pitch.state.score == score


def test_a_draw_by_agreement() -> None:
    """ELFBALL-192: both share the first place."""
    pitch = Played("A Imp k20 3" + AWAY, ball="g8")
    assert GAME.agreed(pitch.state) == Result((("N", "S"),), "draw agreed")


def test_a_timed_match() -> None:
    """ELFBALL-163: a card goes when the loser of the face-off ends a turn; goals do not end it, the last card does."""
    pitch = Played(
        "A Imp k20 3; B Imp k22 3" + AWAY, ball="g8", timed=True, cards=2, beaten="S", score={"N": 1, "S": 0}
    )
    pitch.play("N", "A pass")
    assert pitch.told(CardPlayed) == []
    pitch.play("S", "P pass")
    assert pitch.told(CardPlayed) == [CardPlayed(1)]
    pitch.play("N", "B pass")
    pitch.play("S", "R pass")
    assert pitch.told(MatchOver) == [MatchOver("N", 1, 0)]
    drawn = Played("A Imp k20 3" + AWAY, ball="g8", timed=True, cards=1, beaten="N")
    drawn.play("N", "A pass")
    assert str(drawn.state.result) == "N=S"


def test_goals_do_not_end_a_timed_match() -> None:
    """ELFBALL-163: the next Test is set up; a goal of the face-off's loser ends their turn, and a card goes."""
    pitch = after("A Imp v21 3; P Imp m4", "A move w22", ball="A", timed=True, cards=9, beaten="N")
    assert (pitch.state.result, pitch.state.cards, pitch.asks) == (None, 8, {"N": "setup"})
