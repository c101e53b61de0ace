"""Distance and moving: DODGEBALL-11 to 16."""

import contextlib

import pytest

from pbem.games.dodgeball.events import Moved
from pbem.games.dodgeball.moving import check_move, reach
from pbem.games.dodgeball.orders import Move
from pbem.games.dodgeball.state import HALF
from pbem.play.orders import Refused

from .court import Court, M

OPEN = """
    N1    .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     S1    .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""


@pytest.mark.parametrize(
    ("goal", "steps"), [("d4", 1), ("c4", 1), ("b2", 1), ("e1", 2), ("a3", 2), ("f2", 3), ("h1", 5)]
)
def test_a_diagonal_step_counts_one(goal: str, steps: int) -> None:
    """DODGEBALL-11: distance is the larger of the differences in columns and rows."""
    court = Court(OPEN, dice=[steps])
    if steps > 1:
        refused = Court(OPEN, dice=[steps - 1]).refusal("S", f"S1 move {goal}")
        assert refused == f"S1 to {goal} takes {steps} steps; your last die is a {steps - 1}"
    court.dice.left[:] = [1, 1, 1]
    court.play("S", f"S1 move {goal}")
    assert court.state.pawns["S1"] == goal


def test_passes_and_throws_go_over_pawns_and_balls() -> None:
    """DODGEBALL-12: what stands between neither blocks nor lengthens a pass or a throw."""
    lane = """
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     N1    .     .     .     .     .
        .     .     N2    .     .     .     .     .
        .     .     /3    .     .     .     .     .
        S2    S3    S1/12 .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
    """
    court = Court(lane)
    court.play("S", "S1 pass S2 with 2", "S1 throw N1 with 3")
    assert court.asks == {"N": "react"}


def test_each_step_may_go_anywhere_around() -> None:
    """DODGEBALL-13: a pawn goes 1 to as many squares as the die shows and may turn at every step."""
    court = Court(OPEN, dice=[6, 1])
    court.play("S", "S1 move d4 e3 d2 c1 b2 c3")
    assert court.told(Moved)[0].route == ("d4", "e3", "d2", "c1", "b2", "c3")
    assert court.state.dice == [1]


def test_a_longer_way_round_is_allowed_and_no_step_at_all_is_not() -> None:
    """DODGEBALL-13: a route may be longer than needed and come back; a move of no steps is not an order."""
    court = Court(OPEN, dice=[2, 1])
    refusal = "S1 is on c3 already. To give up your dice write: done"
    assert court.refusal("S", "S1 move c3") == refusal
    assert court.refusal("S", "S1 move c3 c3") == refusal
    court.play("S", "S1 move c4 c3")
    assert court.state.pawns["S1"] == "c3"
    assert court.state.dice == [1]


@pytest.mark.parametrize("route", ["c5", "c5 c4", "c4 c6 c4"])
def test_pawns_stay_at_home(route: str) -> None:
    """DODGEBALL-14: neither the goal nor a point on the way may lie beyond the center line."""
    assert "may not cross the center line" in Court(OPEN).refusal("S", f"S1 move {route}")


def test_north_stays_at_home_too() -> None:
    """DODGEBALL-14: North's half is rows 5 to 8."""
    court = Court(OPEN, to_act="N")
    assert court.refusal("N", "N1 move a4") == "N1 may not cross the center line: a4 is in South's half"
    court.play("N", "N1 move a5")
    assert court.state.pawns["N1"] == "a5"


def test_a_way_round_does_not_lead_through_the_other_half() -> None:
    """DODGEBALL-14: a pawn walled in at the center line has no way, though one would lead over it."""
    walled = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        S1    S2    .     .     .     .     .     .
        S3    S4    .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
    """
    assert Court(walled).refusal("S", "S1 move c4") == "S1 has no free way to c4"


def test_no_pawn_enters_or_passes_an_occupied_square() -> None:
    """DODGEBALL-15: one pawn to a square; a blocked way is walked round, which costs steps."""
    wall = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     S2    .     .     .     .     .     .
        .     S3    .     .     .     .     .     .
        S1    S4    .     .     .     .     .     .
    """
    court = Court(wall, dice=[6, 5])
    assert court.refusal("S", "S1 move b1") == "b1 is occupied by S4"
    assert court.refusal("S", "S1 move b3 c1") == "b3 is occupied by S2"
    assert court.refusal("S", "S1 move c1 with 5") == "S1 to c1 takes 6 steps and your die shows 5"
    court.play("S", "S1 move c1")
    assert court.told(Moved)[0].route == ("a2", "a3", "b4", "c3", "c2", "c1")


def test_a_pawn_does_not_block_its_own_way_back() -> None:
    """DODGEBALL-15: the square that the moving pawn has left is free for it."""
    wall = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        S2    S3    S4    .     .     .     .     .
        .     .     S1    .     .     .     .     .
        .     .     S5    .     .     .     .     .
    """
    court = Court(wall, dice=[4, 1])
    court.play("S", "S1 move d2 a2")
    assert court.told(Moved)[0].route == ("d2", "c2", "b1", "a2")


def test_the_legs_together_must_not_exceed_the_die() -> None:
    """DODGEBALL-16: every leg is a shortest free way, and all of them together cost at most the die."""
    court = Court(OPEN, dice=[4, 1])
    assert court.refusal("S", "S1 move e3 a3") == "S1 to a3 takes 6 steps; your dice left are 4 1"
    court.play("S", "S1 move e3 c3")
    assert court.told(Moved)[0].route == ("d4", "e3", "d2", "c3"), (
        "out for ball 2, back for the first by squares"
    )


def test_of_several_ways_the_first_by_squares() -> None:
    """DODGEBALL-16: where no balls tell ways apart, columns come first, then rows, square by square."""
    court = Court(OPEN, dice=[3, 2, 1])
    court.play("S", "S1 move c1")
    assert court.told(Moved)[0].route == ("b2", "c1")
    court.play("S", "S1 move f1")
    assert court.told(Moved)[1].route == ("d1", "e1", "f1")


def test_of_several_ways_the_one_with_most_balls() -> None:
    """DODGEBALL-16: a way with two balls comes before one with one ball that is first by squares."""
    balls = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     /2    /3    .     .     .     .     .
        S1    .     .     .     .     .     .     .
        .     /1    .     .     .     .     .     .
    """
    court = Court(balls)
    court.play("S", "S1 move d2")
    assert court.told(Moved) == [Moved("S1", "a2", ("b3", "c3", "d2"), (2, 3), 3)]


def test_balls_gathered_before_do_not_count_again() -> None:
    """DODGEBALL-16: two squares round one starting ball gather it once; the way with two balls is better."""
    corner = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     S1    .     .     S2    .     .
        .     .     .     /1    /3    .     .     .
        .     .     .     .     .     .     .     .
    """
    court = Court(corner, dice=[3, 3, 3])
    court.play("S", "S1 move f2")
    assert court.told(Moved)[0].route == ("d2", "e2", "f2"), (
        "d4 and e4 hold the same ball 2, d2 and e2 two balls"
    )


def test_each_leg_gathers_on_its_own() -> None:
    """DODGEBALL-16: a ball taken on an earlier leg draws no later one."""
    legs = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     S1    .     .     .     .     .
        .     .     .     /1    .     .     .     .
        .     .     .     .     .     .     .     .
    """
    court = Court(legs, dice=[6, 1])
    court.play("S", "S1 move d2 c3 e3")
    assert court.told(Moved)[0].route == ("d2", "c3", "d4", "e3"), "d2 is empty by then, and d4 has ball 2"
    assert court.state.carried("S1") == [1, 2]


def test_squares_beside_the_board() -> None:
    """DODGEBALL-16: the points of a route are squares of the board."""
    court = Court(M)
    for square in ("j4", "a9", "N2"):
        assert court.refusal("S", f"S1 move {square}") == (
            f"There is no square {square}. Squares run from a1 to h8"
        )


def test_where_a_pawn_can_go() -> None:
    """DODGEBALL-10, 14, 15: exactly the squares to which a move is legal, by the smallest die that pays for it."""
    lane = """
        .     .     .     .     .     .     .     N1
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        S3    S4    .     .     .     .     .     .
        .     .     S2    .     .     .     .     .
        S1    .     .     .     .     .     .     .
    """
    state = Court(lane, dice=[2, 3]).state
    told = reach(state, "S", "s1")
    assert told[:3] == ["S1 on a1, with the dice 2 3:", "With the 2:", "  b1 to c1"]
    legal: dict[int, set[str]] = {2: set(), 3: set()}
    for square in HALF["S"] - {"a1"}:
        with contextlib.suppress(Refused):
            move = check_move(state, Move("S1", (square,)))
            legal[move.die].add(square)
    rows = {2: told[2 : told.index("Only with the 3:")], 3: told[told.index("Only with the 3:") + 1 :]}
    assert {die: expanded(rows[die]) for die in rows} == legal
    assert reach(state, "S", "h8")[0].startswith("N1 ")
    with pytest.raises(Refused, match="There is no pawn S9"):
        reach(state, "S", "S9")


def expanded(rows: list[str]) -> set[str]:
    """The squares of some rows: `b1 to c1, e1`."""
    found = set[str]()
    for run in ", ".join(rows).split(", "):
        first, _, last = run.strip().partition(" to ")
        found.update(
            f"{chr(column)}{first[1:]}" for column in range(ord(first[0]), ord((last or first)[0]) + 1)
        )
    return found
