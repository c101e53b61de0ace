"""The field and its geometry: SLARGEBALL-10 to 20 and 25 to 31."""

import pytest

from pbem.games.slargeball.events import BallsPlaced, CameDown, Dropped, Flung, Settled
from pbem.games.slargeball.field import (
    BUNKER,
    FIELD,
    ZONE,
    behind_line,
    clockwise,
    goal_aim,
    mirrored,
    sent,
    spot_of_coach,
    touching,
    within,
)
from pbem.games.slargeball.teams import STATS
from tests.games.drawing import text_board

from .pitch import GAME, Table, played, refusal, walk

EMPTY = """\
             1         2         3         4         5         6
    1234567890123456789012345678901234567890123456789012345678901234
  1 ...................|........................|................... 1"""
ROW_15 = " 15 ##::::.............|........................|.............::::## 15"
ROW_12 = " 12 ::::::.............|........................|.............:::::: 12"


def test_sixty_four_columns_and_thirty_two_rows() -> None:
    """SLARGEBALL-10: x from west to east, y from north to south, one square a figure."""
    board = text_board(GAME, Table().state)
    assert "\n".join(board[:3]) == EMPTY
    assert len(FIELD) == 64 * 32
    assert len(board) == 35
    state = Table({"rD": "64,32", "bD": "1,1"}).state
    lines = text_board(GAME, state)
    assert lines[2][4] == "d"
    assert lines[33][67] == "D"


def test_forward_and_right() -> None:
    """SLARGEBALL-11: Red attacks east and has south on its right, Blue attacks west and has north."""
    assert goal_aim("R", (50, 1)) == (63, 15)
    assert goal_aim("B", (50, 30)) == (2, 18)
    red = played({"rD": "30,16", "bD": "60,1"}, red="D move 32,18")
    assert walk(red, "rD") == ["31,17", "32,18"]
    blue = played({"bD": "40,16", "rD": "1,1"}, blue="D chase rR; D move 36,15")
    assert walk(blue, "bD") == ["39,15", "38,15", "37,15"]


def test_bunkers() -> None:
    """SLARGEBALL-12: two by four squares at each end; a ball drops in from anywhere, over the walls too."""
    assert sorted(BUNKER["R"]) == [(x, y) for x in (1, 2) for y in range(15, 19)]
    assert sorted(BUNKER["B"]) == [(x, y) for x in (63, 64) for y in range(15, 19)]
    assert text_board(GAME, Table().state)[16] == ROW_15
    table = played({"rG": "64,13", "bD": "30,30"}, balls=["rG"], red="G fling 64,17", rolls=[4, 1])
    assert table.state.score == {"R": 1, "B": 0}


def test_the_walls_of_a_bunker_stop_figures() -> None:
    """SLARGEBALL-12: a Goalie beside the wall goes round to the opening."""
    table = played({"rG": "64,14", "bD": "30,30"}, balls=["rG"], red="G score", rolls=[1])
    assert walk(table, "rG") == ["63,14", "62,14", "62,15", "63,15"]
    assert table.state.score == {"R": 1, "B": 0}


def test_goal_zones() -> None:
    """SLARGEBALL-13: six columns and ten rows round each bunker; Fling 2 reaches it from just outside."""
    assert len(ZONE["R"]) == len(ZONE["B"]) == 60 - 8
    assert ZONE["B"] == {(x, y) for x in range(59, 65) for y in range(12, 22)} - BUNKER["B"]
    assert text_board(GAME, Table().state)[13] == ROW_12
    assert within((58, 16), goal_aim("R", (58, 16)), STATS["N"].reach)
    assert not within((56, 16), goal_aim("R", (56, 16)), STATS["N"].reach)


def test_behind_the_slargeline() -> None:
    """SLARGEBALL-14: the twenty columns at one's own end, without zone and bunker; the option moves the line."""
    own = behind_line("R", 20)
    assert {x for x, _ in own} == set(range(1, 21))
    assert len(own) == 20 * 32 - 60
    assert {x for x, _ in behind_line("B", 20)} == set(range(45, 65))
    state = Table(options={"line": "24"}).state
    assert text_board(GAME, state)[2][4 + 23] == "|"
    assert text_board(GAME, state)[2][4 + 40] == "|"
    assert (24, 3) in behind_line("R", 24)


def test_coach_spots() -> None:
    """SLARGEBALL-15: off the field at the right end of the slargeline, and nobody else may go there."""
    assert (spot_of_coach("R", 20), spot_of_coach("B", 20)) == ((20, 33), (45, 0))
    table = played({"rD": "20,31", "bD": "50,5"}, red="D move 20,33", rolls=[6])
    assert table.state.figures["rD"] == "20,32"


@pytest.mark.parametrize(
    ("squads", "rows"), [(1, [16]), (2, [10, 22]), (3, [10, 22]), (4, [4, 16, 28]), (5, [4, 16, 28])]
)
def test_how_many_balls_and_where(squads: int, rows: list[int]) -> None:
    """SLARGEBALL-16, SLARGEBALL-17: one, two or three balls, in these rows, twelve inches apart."""
    table = Table(options={"squads": str(squads), "lineup": "standard"}, rolls=[3, 6, 1])
    assert table.state.balls == [f"32,{row}" for row in rows]


@pytest.mark.parametrize(("roll", "column"), [(1, 32), (3, 32), (4, 33), (6, 33)])
def test_a_die_says_which_column_is_the_middle(roll: int, column: int) -> None:
    """SLARGEBALL-17: 1 to 3 column 32, 4 to 6 column 33, for all balls alike."""
    table = Table(options={"squads": "2", "lineup": "standard"}, rolls=[roll, 6, 1])
    assert table.told(BallsPlaced) == [BallsPlaced(roll, (f"{column},10", f"{column},22"))]


def test_the_field_is_point_symmetric() -> None:
    """SLARGEBALL-18: each side's places are the other's under (65-x, 33-y)."""
    assert mirrored((2, 5)) == (63, 28)
    for places in (BUNKER, ZONE):
        assert set(map(mirrored, places["R"])) == places["B"]
    assert set(map(mirrored, behind_line("R", 22))) == behind_line("B", 22)
    assert mirrored(spot_of_coach("R", 20)) == spot_of_coach("B", 20)
    red = walk(played({"rD": "30,16", "bD": "60,1"}, red="D move 33,20"), "rD")
    blue = walk(played({"bD": "35,17", "rD": "1,1"}, blue="D move 32,13"), "bD")
    assert [f"{65 - int(x)},{33 - int(y)}" for x, y in (square.split(",") for square in red)] == blue


def test_contact() -> None:
    """SLARGEBALL-19: sides and corners touch, and so do two bases on one square; nothing farther does."""
    near = [(x, y) for x in range(8, 13) for y in range(8, 13) if touching((x, y), (10, 10))]
    assert near == [(x, y) for x in (9, 10, 11) for y in (9, 10, 11)]


@pytest.mark.parametrize(
    ("aim", "flung"), [("42,16", True), ("38,24", True), ("43,16", False), ("39,24", False)]
)
def test_straight_distance(aim: str, flung: bool) -> None:
    """SLARGEBALL-20: twelve inches are dx squared and dy squared up to 144, counted from center to centre."""
    rolls = [1] if flung else []
    table = played({"rT1": "30,16", "bD": "60,1"}, balls=["rT1"], red=f"T1 fling {aim}", rolls=rolls)
    assert bool(table.told(Flung)) == flung


def test_a_free_square() -> None:
    """SLARGEBALL-25: no standing figure, no base of one who lies, no body and no ball is on it."""
    figures = {"r1T1": "22,16", "b1D": "30,15", "b1N1": "31,15", "b1N2": "32,17", "b1R": "30,16"}
    table = played(
        figures,
        squads=2,
        down={"b1N1": "", "b1N2": "31,17", "b1R": ""},
        balls=["r1T1", "30,17"],
        red="1T1 fling 30,16",
        rolls=[4, 1, 6, 6, 6],
    )
    assert table.told(CameDown)[0].how == "pile"
    assert table.told(Settled) == [Settled(1, "29,17", 1)]


def test_a_settling_ball_never_enters_a_bunker() -> None:
    """SLARGEBALL-25, SLARGEBALL-29: the squares of a bunker are not free for a ball that settles."""
    figures = {"rT1": "55,14", "bG": "62,15", "bD": "30,30"}
    table = played(figures, balls=["rT1"], red="T1 fling bG", rolls=[4, 5, 5, 2])
    # 2 would be 63,14; from 62,15 that is free ground of the zone
    assert table.told(Settled) == [Settled(1, "63,14", 2)]
    table = played(figures, balls=["rT1"], red="T1 fling bG", rolls=[4, 5, 5, 3])
    assert table.told(Settled) == [Settled(1, "62,16", 3)]
    assert table.state.score == {"R": 0, "B": 0}


@pytest.mark.parametrize(
    ("die", "place"),
    [(1, (30, 13)), (2, (33, 14)), (3, (33, 18)), (4, (30, 19)), (5, (27, 18)), (6, (27, 14))],
)
def test_the_direction_die_is_a_clock(die: int, place: tuple[int, int]) -> None:
    """SLARGEBALL-27: 1 is north, and on by sixty degrees: where three inches lead."""
    assert sent((30, 16), die, 3) == place


A = [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 16, 17, 18, 19, 20, 21]
B = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12]


@pytest.mark.parametrize(("inches", "a", "b"), list(zip(range(1, 25), A, B, strict=True)))
def test_the_offset_table(inches: int, a: int, b: int) -> None:
    """SLARGEBALL-28: all six directions at every distance that can occur."""
    offsets = [(0, -inches), (a, -b), (a, b), (0, inches), (-a, b), (-a, -b)]
    assert [sent((0, 0), die, inches) for die in range(1, 7)] == offsets


def test_settling_goes_round_and_then_outwards() -> None:
    """SLARGEBALL-29: clockwise from the direction rolled, then the same one inch farther out."""
    assert clockwise((30, 16), 5, 1) == [(29, 17), (29, 15), (30, 15), (31, 15), (31, 17), (30, 17)]
    ring = {"bT2": "29,17", "bN1": "29,15", "bN2": "30,15", "bR": "31,15", "bD": "31,17", "rD": "30,17"}
    figures = {"rT1": "22,16", "bT1": "30,16", **ring}
    table = played(
        figures,
        down=dict.fromkeys(("bT1", *ring), ""),
        balls=["rT1"],
        red="T1 fling 30,16",
        rolls=[1, 5, 6, 6, 6, 6, 6, 6, 6],
    )
    assert table.told(Settled) == [Settled(1, "28,17", 5)]


def test_no_roll_where_a_ball_can_lie() -> None:
    """SLARGEBALL-29: it simply lies on open ground."""
    table = played({"rT1": "22,16", "bD": "60,1"}, balls=["rT1"], red="T1 fling 30,16", rolls=[1])
    assert table.state.balls == ["30,16"]
    assert not table.told(Settled)


def test_a_dropped_ball_looks_for_a_place_out_of_contact() -> None:
    """SLARGEBALL-30: two squares away, clockwise from the direction rolled, touching no base, lying or not."""
    figures = {"rD": "31,16", "bT1": "30,16", "bN1": "30,13", "rN1": "33,14", "bG": "60,1"}
    table = played(
        figures,
        down={"rN1": ""},
        balls=["bT1"],
        red="D whap bT1 fall w",
        blue="T1 nowhap",
        rolls=[4, 1, 6, 6],
    )
    # north touches bN1, two o'clock (32,15) touches D, four o'clock (32,17) touches D
    assert table.told(Dropped) == [Dropped("bT1", 1, "30,18", 1)]


def test_a_surrounded_carrier_drops_the_ball_where_there_is_room() -> None:
    """SLARGEBALL-30: where every place touches somebody, it settles from distance 1 with the same roll."""
    ring = {"rD": "30,15", "rN1": "32,15", "rN2": "32,17", "rR": "30,17", "rT1": "28,17", "rT2": "28,15"}
    figures = {"bT1": "30,16", "bG": "60,1", **ring}
    orders = "\n".join(f"{figure[1:]} nowhap" for figure in ring if figure != "rD")
    table = played(figures, balls=["bT1"], red=orders, blue="T1 nowhap", rolls=[4, 2, 6, 6, 6])
    assert table.told(Dropped) == [Dropped("bT1", 1, "31,15", 2)]


@pytest.mark.parametrize(
    ("start", "die", "others", "place"),
    [
        ("30,1", 1, {}, "32,2"),  # beyond the edge, and 2 o'clock likewise
        ("61,16", 2, {}, "61,18"),  # in the bunker, and 4 o'clock likewise
        ("30,16", 1, {"bN1": "28,12", "bR": "50,5"}, "32,15"),  # a body lies there, its base is farther off
    ],
)
def test_a_ball_drops_on_free_squares_only(start: str, die: int, others: dict[str, str], place: str) -> None:
    """SLARGEBALL-25, SLARGEBALL-30: not off the field, in a bunker, or on a body that it would not touch."""
    x, y = map(int, start.split(","))
    down = {"bN1": "30,14"} if others else {}
    table = played(
        {"bG": start, "rD": f"{x - 1},{y}", "rN1": "1,1", "bD": "1,30", **others},
        down=down,
        balls=["bG"],
        red="D whap bG fall w",
        blue="G nowhap; G nofling",
        rolls=[1, die, *[6] * (1 + len(down))],
    )
    assert table.told(Dropped) == [Dropped("bG", 1, place, die)]


def test_a_settling_ball_stays_on_the_field() -> None:
    """SLARGEBALL-29: a place beyond the edge is passed over."""
    figures = {"rT1": "30,8", "bT1": "30,1", "bD": "60,30"}
    table = played(figures, balls=["rT1"], red="T1 fling bT1", rolls=[1, 6, 5, 1])
    assert table.told(Settled) == [Settled(1, "31,2", 1)]  # 31,0 at 2 o'clock is off the field too


def test_an_airball_pushes_a_groundball_aside() -> None:
    """SLARGEBALL-31: it takes the square, and the ball that lay there settles."""
    table = played(
        {"r1T1": "22,16", "b1D": "60,1"},
        squads=2,
        balls=["r1T1", "30,16"],
        red="1T1 fling 30,16",
        rolls=[1, 4],
    )
    assert table.state.balls == ["30,16", "30,17"]
    assert table.told(CameDown)[0].how == "push"
    assert table.told(Settled) == [Settled(2, "30,17", 4)]


def test_aims_off_the_field_are_no_squares() -> None:
    """SLARGEBALL-10: nothing lies beyond the edges."""
    assert refusal("T1 fling 66,12") == "66,12 is off the field; a fling needs a square of the field."
