"""Balls and pawns, and passing: DODGEBALL-17 to 24."""

import itertools

import pytest

from pbem.games.dodgeball.events import Landed, Moved, Passed
from pbem.games.dodgeball.state import AROUND, BOARD
from pbem.play.orders import Unreadable
from tests.games.drawing import text_board

from .court import GAME, Court, M

BACK = """
    .     N2    .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     S2    .     .     .     .     .     .
"""


@pytest.mark.parametrize(
    ("square", "ball"), [("a4", 1), ("b4", 1), ("d4", 2), ("e4", 2), ("g4", 3), ("h4", 3)]
)
def test_a_starting_ball_goes_to_the_first_beside_it(square: str, ball: int) -> None:
    """DODGEBALL-17: who first enters one of the four squares has the ball, in its own square."""
    court = Court(BACK, dice=[6, 1])
    court.play("S", f"S2 move {square}")
    assert court.state.balls[ball - 1] == "S2"
    assert court.state.square_of(ball) == square


def test_either_side_takes_a_starting_ball() -> None:
    """DODGEBALL-17: it belongs to nobody: North takes it from its side of the line."""
    court = Court(BACK, to_act="N", dice=[6, 1])
    court.play("N", "N2 move b5")
    assert court.state.balls == ["N2", "line", "line"]


def test_squares_not_beside_a_starting_ball_leave_it() -> None:
    """DODGEBALL-17: only the four squares round the corner touch it."""
    court = Court(BACK, dice=[6, 1])
    court.play("S", "S2 move c4 with 6")
    assert court.state.balls == ["line"] * 3


def test_entering_a_square_takes_its_loose_ball() -> None:
    """DODGEBALL-18: a pawn that enters a square with a loose ball carries it, like it or not."""
    court = Court(M, to_act="N", dice=[6, 6, 6])
    court.play("N", "N3 move f7")
    assert court.state.balls == ["S1", "N3", "N5"]


def test_balls_are_taken_in_passing() -> None:
    """DODGEBALL-19: also in mid-move, which goes on with the ball."""
    court = Court(M, to_act="N", dice=[6, 6, 6])
    court.play("N", "N3 move f7 g8")
    assert court.told(Moved) == [Moved("N3", "e6", ("f7", "g8"), (2,), 6)]
    assert court.state.square_of(2) == "g8"


def test_a_ball_goes_where_its_pawn_goes() -> None:
    """DODGEBALL-20: a carried ball stays with its pawn, and there is no dropping it."""
    court = Court(M)
    court.play("S", "S1 move a3", "S1 move a2")
    assert court.state.balls[0] == "S1"
    assert court.state.square_of(1) == "a2"
    with pytest.raises(Unreadable):
        GAME.read("S1 drop")


def test_a_pawn_takes_all_balls_of_a_square_and_carries_any_number() -> None:
    """DODGEBALL-21: loose balls are picked up together, and one pawn may have all three."""
    heap = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     /13   .     .     .     .     .     .
        S1/2  .     .     .     .     .     .     .
    """
    court = Court(heap)
    court.play("S", "S1 move b2")
    assert court.told(Moved)[0].balls == (1, 3)
    assert court.state.carried("S1") == [1, 2, 3]


def test_no_square_touches_two_starting_corners() -> None:
    """DODGEBALL-21: so one step never takes two balls from their start."""
    assert all(len(around) == 4 for around in AROUND)
    assert not any(one & other for one, other in itertools.combinations(AROUND, 2))


def test_several_loose_balls_in_one_square() -> None:
    """DODGEBALL-22: two balls may lie in a square, and the board says so."""
    court = Court(M, rolls=(6, 1))
    court.play("S", "S1 throw N5")
    court.play("N", "dodge")
    view = GAME.view(court.state, None)
    assert " 5 |    |    |    | N2 |    |    | o2 |    | 5" in text_board(GAME, court.state)
    assert "Loose balls: ball 1 on g5; ball 2 on f7; ball 3 on g5." in view.lists


def test_a_ball_may_lie_beside_one_at_its_start() -> None:
    """DODGEBALL-23: the squares round a starting ball are empty for a miss, and who enters takes both balls."""
    beside = """
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     N1    .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     S1/3  .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     S2    .     .
    """
    court = Court(beside, rolls=(1, 6))
    court.play("S", "S1 throw N1 with 2")
    court.play("N", "dodge d4")
    assert court.told(Landed) == [Landed(3, "d4", "N1")]
    assert court.state.balls == ["line", "line", "d4"]
    court.play("S", "S2 move d4")
    assert court.state.carried("S2") == [2, 3]


def test_a_pass_goes_to_a_team_mate_in_reach() -> None:
    """DODGEBALL-24: within the die, named by id or square, always with success."""
    court = Court(M)
    court.play("S", "S1 pass d2")
    assert court.told(Passed) == [Passed("S1", "S2", "d2", 1, 2)]
    assert court.state.carried("S2") == [1]
    assert court.refusal("S", "S2 pass h3 with 3") == "S5 is 4 squares from S2 and your die shows 3"


def test_a_pass_gives_the_lowest_ball_and_a_second_costs_a_second_die() -> None:
    """DODGEBALL-24: of several balls the lowest-numbered; the receiver may have balls already."""
    court = Court(M, balls=["S2", "S1", "S1"])
    court.play("S", "S1 pass S2")
    assert court.state.carried("S2") == [1, 2]
    assert court.state.dice == [5, 3]
    court.play("S", "S1 pass S2")
    assert court.state.carried("S2") == [1, 2, 3]
    assert court.state.dice == [5]


def test_a_ball_once_taken_is_in_a_square() -> None:
    """DODGEBALL-1: after the start a ball is in a square, by itself or with a pawn."""
    court = Court(M)
    assert all(court.state.square_of(ball) in BOARD for ball in (1, 2, 3))
    assert Court(BACK).state.square_of(1) is None
