"""Moving: SLARGEBALL-21 to 24, 46 to 61 and 134 to 136."""

import pytest

from pbem.games.slargeball.events import Dropped, Moved, Walk
from tests.games.drawing import text_board

from .pitch import GAME, Table, played, refusal, walk

FAR = {"bG": "10,1", "rG": "60,30"}  # they stand, so that nobody is the last one up


# Steps and what they cost.


@pytest.mark.parametrize(
    ("figure", "goal", "end"),
    [
        ("rD", "40,16", "34,16"),
        ("rD", "40,26", "32,18"),
        ("rT1", "40,16", "36,16"),
        ("rT1", "40,26", "34,20"),
        ("rR", "40,16", "38,16"),
        ("rR", "40,26", "35,21"),
    ],
)
def test_steps_cost_two_or_three_half_inches(figure: str, goal: str, end: str) -> None:
    """SLARGEBALL-21: twice the Move in half-inches, 2 for a straight step, 3 for a diagonal one."""
    table = played({figure: "30,16", **FAR}, red=f"{figure[1:]} move {goal}")
    assert table.state.figures[figure] == end


@pytest.mark.parametrize("wall", ["bT1", "rT2"])
def test_nobody_enters_an_occupied_square(wall: str) -> None:
    """SLARGEBALL-22: whoever stands there, friend or foe."""
    rolls = [6, 6] if wall == "bT1" else []
    table = played({"rD": "30,16", wall: "31,16", **FAR}, red="D move 31,16", rolls=rolls)
    assert table.state.figures["rD"] == "30,16"


def test_where_a_figure_may_never_go() -> None:
    """SLARGEBALL-22: bunkers are for nobody, zones for Goalies only; others are told of the zone first."""
    assert refusal("G move 1,16", {"rG": "30,16"}).startswith("3,15-18 is as far as one can walk")
    assert refusal("D move 1,16", {"rD": "30,16"}).startswith(
        "Only a Goalie may enter a Goal Zone (1-6,12-21)"
    )
    assert refusal("D move 60,14", {"rD": "30,16"}).startswith(
        "Only a Goalie may enter a Goal Zone (59-64,12-21)"
    )


def test_a_zone_is_walked_round() -> None:
    """SLARGEBALL-22: the way of a figure that is no Goalie leads round the zone, a Goalie's through it."""
    runner = played({"rR": "58,11", **FAR}, red="R move 59,22")
    assert walk(runner, "rR") == ["58,12", "58,13", "58,14", "58,15", "58,16", "58,17", "58,18", "58,19"]
    goalie = played({"rG": "58,11", "bG": "10,1"}, red="G move 60,14")
    assert walk(goalie, "rG") == ["59,12", "60,13", "60,14"]


def test_a_diagonal_slit_is_shut_and_a_gap_is_open() -> None:
    """SLARGEBALL-23: both squares beside a diagonal step must be enterable."""
    slit = played({"rT1": "30,16", "rN1": "31,16", "rD": "29,17", **FAR}, red="T1 move 31,17")
    assert walk(slit, "rT1") == ["30,17", "31,17"]
    gap = played({"rT1": "30,16", "rN1": "31,15", "rN2": "31,17", **FAR}, red="T1 move 32,16")
    assert walk(gap, "rT1") == ["31,16", "32,16"]


@pytest.mark.parametrize(
    ("piles", "place"), [(["31,16"], "31,16"), (["30,17"], "30,17"), (["31,16", "30,17"], "31,16")]
)
def test_a_swept_pile_square_makes_a_pile_step(piles: list[str], place: str) -> None:
    """SLARGEBALL-24, SLARGEBALL-52: a body beside a diagonal step counts; of two it mires on the one beside in x."""
    bodies = dict(zip(("bN1", "bN2"), piles, strict=False))
    bases = dict.fromkeys(bodies, "40,20")
    table = played(
        {"rT1": "30,16", **bases, **FAR},
        down=bodies,
        red="T1 move 31,17 through",
        rolls=[4, *[6] * (len(piles) + 1)],
    )
    assert table.state.figures["rT1"] == place
    assert "rT1" in table.state.down


# Sub-phases.


def test_slow_figures_move_first_and_initiative_first_in_each() -> None:
    """SLARGEBALL-46: D, T, N, G, C, R; in each the side with initiative, then the other."""
    figures = {
        f"{side}{each}": f"{x},{y}"
        for side, x in (("r1", 10), ("b1", 50))
        for each, y in (("D", 1), ("T1", 3), ("N1", 5), ("R", 7))
    }
    figures |= {"rG": "10,24", "bG": "50,24", "rC": "10,28", "bC": "50,28"}
    table = played(
        figures, squads=2, balls=["1,1", "2,1"], initiative="B", red="all move 30,10", blue="all move 30,11"
    )
    order = [(event.side, event.kind) for event in table.told(Moved)]
    assert order == [(side, kind) for kind in "DTNGCR" for side in "BR"]


def test_one_after_another_in_side_order() -> None:
    """SLARGEBALL-46: a figure that has moved is in the way of the next, or out of it."""
    figures = {"rT1": "30,16", "rT2": "31,16", **FAR}
    table = played(figures, red="T1 move 32,16; T2 move 35,16")
    assert [step.figure for step in table.told(Moved)[0].walks] == ["rT1", "rT2"]
    assert walk(table, "rT1") == ["30,17", "31,17", "32,17", "32,16"]
    table = played(figures, red="T1 move 32,16; T2 move 35,16; T2 first")
    assert walk(table, "rT1") == ["31,16", "32,16"]


def test_who_lies_or_is_frozen_does_not_move() -> None:
    """SLARGEBALL-47: their orders wait, and the next one's turn comes; nobody moves without an order."""
    figures = {"rT1": "30,16", "rT2": "30,20", "rN1": "30,24", **FAR}
    table = Table(figures, down={"rT1": ""}, rolls=[6, 5, 2], turns=25)
    table.turn("T1 move 33,16; T2 move 31,20", "")
    assert table.state.figures["rT1"] == "30,16"
    assert table.told(Moved)[0].walks == (Walk("rT2", "30,20", ("31,20",)),)
    assert table.state.figures["rN1"] == "30,24"
    assert table.state.plan("rT1").move == ["T1 move 33,16"]


def test_waypoints_make_a_zigzag() -> None:
    """SLARGEBALL-48: a figure goes wherever its allowance takes it, back to where it was too."""
    table = played({"rT1": "30,16", **FAR}, red="T1 move 32,16 32,18 30,18")
    assert walk(table, "rT1") == ["31,16", "32,16", "32,17", "32,18", "31,18", "30,18"]


def test_a_figure_is_no_way_through() -> None:
    """SLARGEBALL-49: a move at a figure or ball ends on the first square in contact with it."""
    table = played({"rT1": "30,16", "bT1": "34,16", **FAR}, red="T1 chase bT1", blue="T1 nowhap", rolls=[6])
    assert walk(table, "rT1")[-1] == "33,16"
    table = played({"rT1": "30,16", **FAR}, balls=["34,16"], red="T1 fetch", rolls=[6])
    assert walk(table, "rT1")[-1] == "33,16"


@pytest.mark.parametrize(("roll", "away"), [(1, True), (2, True), (3, False), (6, False)])
def test_breaking_away(roll: int, away: bool) -> None:
    """SLARGEBALL-50: on 1 or 2 a held figure moves at its full rate, else it stays; one roll for all opponents."""
    figures = {"rT1": "30,16", "bN1": "31,16", "bN2": "31,15", **FAR}
    rolls = [roll, *([] if away else [6, 6, 6])]
    table = played(figures, red="T1 move 24,16", rolls=rolls)
    assert table.state.figures["rT1"] == ("24,16" if away else "30,16")


def test_who_holds() -> None:
    """SLARGEBALL-50: not who lies, but a Coach that stands, and a frozen figure; no roll for one that stays."""
    lying = played({"rT1": "30,16", "bN1": "31,16", **FAR}, down={"bN1": ""}, red="T1 move 24,16", rolls=[6])
    assert lying.state.figures["rT1"] == "24,16"
    coach = {"r1T1": "30,16", "bH": "31,16", "b1N2": "50,5"}
    talk = {"R": {}, "B": {"doing": "talk", "target": "b1N2", "outings": 1, "since": 9}}
    table = Table(coach, squads=3, coaches=talk, rolls=[4, 6, 5, 2], turns=25, turn=2)
    assert table.state.held("r1T1")
    staying = played({"rT1": "30,16", "bN1": "31,16", **FAR}, red="T1 hold; T1 nowhap", blue="N1 nowhap")
    assert staying.told(Moved) == []


def test_no_square_is_left_for_free() -> None:
    """SLARGEBALL-50: even a step that keeps contact needs the roll."""
    table = played({"rT1": "30,16", "bN1": "31,16", **FAR}, red="T1 move 30,15", rolls=[5, 6, 6])
    assert table.told(Moved)[0].walks == (Walk("rT1", "30,16", broke=5, fate="held"),)


# Piles.


PILES = {
    "rT1": "30,16",
    "bN1": "32,16",
    "bN2": "35,16",
    "bD": "32,15",
    "bT1": "32,17",
    "bR": "35,15",
    "bT2": "35,17",
}
LYING = dict.fromkeys(("bN1", "bN2", "bD", "bT1", "bR", "bT2"), "")


@pytest.mark.parametrize(("rolls", "end"), [([3, 3], "36,16"), ([4], "32,16"), ([3, 4], "35,16")])
def test_each_pile_needs_a_roll(rolls: list[int], end: str) -> None:
    """SLARGEBALL-51, SLARGEBALL-52: half the Move or less; a new pile, a new roll; a failure mires."""
    count = 6 if end == "36,16" else 7
    figures = {**PILES, "bG": "10,1"}
    table = played(figures, down=LYING, red="T1 move 36,16 through", rolls=[*rolls, *[6] * count])
    assert table.state.figures["rT1"] == end
    assert ("rT1" in table.state.down) == (end != "36,16")


@pytest.mark.parametrize(("figure", "need"), [("rD", 2), ("rT1", 3), ("rR", 4)])
def test_the_pile_roll(figure: str, need: int) -> None:
    """SLARGEBALL-51: half the Move, rounded up; deep piles cost no more."""
    wall = {
        f"b{each}": f"31,{y}" for each, y in zip(("D", "T1", "T2", "N1", "N2"), range(14, 19), strict=True)
    }
    down = {each: f"32,{square.split(',')[1]}" for each, square in wall.items()}
    for roll in (need, need + 1):
        mired = roll > need
        table = played(
            {figure: "30,16", **wall, "bG": "10,1", "rG": "60,30"},
            down=down,
            red=f"{figure[1:]} move 33,16 through",
            rolls=[roll, *[6] * (5 + mired)],
        )
        assert (figure in table.state.down) == mired
        assert table.told(Moved)[0].walks[0].piles == (roll,)


def test_a_mired_carrier_drops_the_ball_and_lies_without_a_body() -> None:
    """SLARGEBALL-52: it lies on the pile square, wakes like anybody, and its ball falls."""
    figures = {"rT1": "30,16", "bN1": "31,16", "rD": "31,15", "rN1": "31,17", **FAR}
    table = played(
        figures, down={"bN1": "32,16"}, balls=["rT1"], red="T1 move 33,16 through", rolls=[4, 4, 3, 6]
    )
    assert table.told(Dropped)[0].figure == "rT1"
    assert table.told(Moved)[0].walks[0].fate == "mired"
    assert "rT1" not in table.state.down  # it woke with a 3


def test_no_move_ends_on_a_pile() -> None:
    """SLARGEBALL-53: it is cut back, and who does not enter a pile does not roll."""
    figures = {"rD": "30,16", **FAR, **{f"b{each}": f"{x},16" for each, x in (("N1", 32), ("N2", 34))}}
    figures |= {"bT1": "32,15", "bT2": "32,17", "bR": "34,15", "bD": "34,17"}
    down = {"bN1": "33,16", "bN2": "35,16", "bT1": "33,15", "bT2": "33,17", "bR": "35,15", "bD": "35,17"}
    table = played(figures, down=down, red="D move 36,16 through", rolls=[6] * 6)
    assert walk(table, "rD") == ["31,16"]
    assert table.told(Moved)[0].walks[0].piles == ()


def test_coaches_wade_without_a_roll() -> None:
    """SLARGEBALL-54: a Coach's way leads over a pile, and no die is rolled for it."""
    figures = {"r1T1": "20,20", "rH": "20,33", "b1N1": "20,26", "b1D": "60,1"}
    table = played(figures, squads=3, down={"b1N1": ""}, red="H activate 1T1", rolls=[1, 6])
    assert table.state.figures["rH"] == "20,21"


def test_piles_are_avoided_unless_told_otherwise() -> None:
    """SLARGEBALL-55: without `through` the way leads round, with it straight."""
    figures = {"rT1": "30,16", "bN1": "31,16", **FAR}
    assert "31,16" not in walk(played(figures, down={"bN1": ""}, red="T1 move 32,16", rolls=[6]), "rT1")
    through = played(figures, down={"bN1": ""}, red="T1 move 32,16 through", rolls=[1, 6])
    assert walk(through, "rT1") == ["31,16", "32,16"]


def test_a_groundball_is_walked_round() -> None:
    """SLARGEBALL-56: nobody shares a square with a ball on the ground or with a standing figure."""
    table = played({"rT1": "30,16", **FAR}, balls=["31,16"], red="T1 move 32,16; T1 nonab")
    assert walk(table, "rT1") == ["30,17", "31,17", "32,17", "32,16"]
    assert refusal("T1 move 1,16")


# Finding the way.


def test_the_cheapest_target_and_ties() -> None:
    """SLARGEBALL-57: of squares as cheap the most forward, then the most right; a way step by step likewise."""
    table = played({"rT1": "30,16", "bT1": "30,20", **FAR}, red="T1 chase bT1", blue="T1 nowhap", rolls=[6])
    assert walk(table, "rT1") == ["30,17", "30,18", "30,19"]
    table = played({"bT1": "35,17", "rT1": "30,16", **FAR}, blue="T1 chase rT1", red="T1 nowhap", rolls=[6])
    assert table.state.figures["bT1"] == "31,17"
    figures = {"rT1": "30,16", "rD": "32,16", "bT1": "33,16", **FAR}
    table = played(figures, red="T1 chase bT1; all nowhap", blue="T1 nowhap")
    assert table.state.figures["rT1"] == "32,17"


def test_out_of_reach_it_comes_as_near_as_may_be() -> None:
    """SLARGEBALL-57: if no target can be reached, to the reachable square nearest to one, the present one included."""
    table = played({"rT1": "55,16", **FAR}, balls=["61,16"], red="T1 fetch")
    assert table.state.figures["rT1"] == "58,16"
    again = played({"rT1": "58,17", **FAR}, balls=["61,16"], red="T1 fetch")
    assert again.state.figures["rT1"] == "58,17"


def test_waypoints_are_struck_off() -> None:
    """SLARGEBALL-58: the rest of the way goes on next turn; a finished line is deleted."""
    table = Table({"rT1": "30,16", **FAR}, turns=25, rolls=[5, 2, 5, 2])
    table.turn("T1 move 33,16 33,22", "")
    assert table.state.figures["rT1"] == "33,19"
    assert table.state.plan("rT1").move == ["T1 move 33,22"]
    table.turn()
    assert table.state.plan("rT1").move == []


def test_a_waypoint_that_cannot_be_reached_counts_at_the_nearest_square() -> None:
    """SLARGEBALL-58: an occupied waypoint is done with beside it."""
    table = played({"rT1": "30,16", "rD": "33,16", **FAR}, red="T1 move 33,16 30,18")
    assert walk(table, "rT1") == ["31,16", "32,16", "31,17", "30,18"]


@pytest.mark.parametrize(
    ("goal", "edge"), [("0,10", "1,10"), ("5,0", "5,1"), ("65,10", "64,10"), ("20,33", "20,32")]
)
def test_over_every_edge_the_fans_wait(goal: str, edge: str) -> None:
    """SLARGEBALL-59: unconscious on the edge square from which it left, its ball dropped."""
    x, y = map(int, edge.split(","))
    start = f"{min(max(x, 3), 62)},{min(max(y, 3), 30)}"
    table = played({"rT1": start, **FAR}, balls=["rT1"], red=f"T1 move {goal}; T1 nofling", rolls=[4, 6])
    assert table.state.figures["rT1"] == edge
    assert table.state.down == {"rT1": ""}
    assert table.told(Dropped)[0].figure == "rT1"


def test_two_half_inches_are_enough_to_leave_the_field() -> None:
    """SLARGEBALL-59: a figure whose last inch is left over steps off with it."""
    table = played({"rD": "10,29", **FAR}, red="D move 10,33 touch", rolls=[6])
    assert table.state.down == {"rD": ""}


def test_waypoints_before_the_edge_are_struck_off() -> None:
    """SLARGEBALL-58, SLARGEBALL-135: what is left is the step off the field alone."""
    table = Table({"rT1": "10,26", **FAR}, turns=25, rolls=[5, 2])
    table.turn("T1 move 10,28 10,33", "")
    assert table.state.plan("rT1").move == ["T1 move 10,33"]


def test_who_is_mired_has_not_reached_what_lies_behind_the_pile() -> None:
    """SLARGEBALL-52, SLARGEBALL-58: its waypoints stay."""
    table = Table({"rT1": "30,16", "bN1": "31,16", **FAR}, down={"bN1": ""}, turns=25, rolls=[6, 6, 6, 5, 2])
    table.turn("T1 move 32,16 40,16 through", "")
    assert table.state.plan("rT1").move == ["T1 move 32,16 40,16 through"]


def test_leaving_the_field_takes_half_an_inch_or_two() -> None:
    """SLARGEBALL-59, SLARGEBALL-135: with less than 2 half-inches left it leaves next turn, from that square only."""
    table = Table({"rT1": "10,26", **FAR}, turns=25, rolls=[5, 2, 6, 5, 2])
    table.turn("T1 move 10,33", "")
    assert table.state.figures["rT1"] == "10,32"
    assert table.state.down == {}
    assert table.state.plan("rT1").move == ["T1 move 10,33"]
    table.turn()
    assert table.state.down == {"rT1": ""}
    assert table.state.plan("rT1").move == []


def test_only_goalies_enter_zones() -> None:
    """SLARGEBALL-60: either zone; and a Goalie near the rim can be whapped from outside."""
    table = played({"bG": "57,16", "rG": "8,16"}, red="G move 6,16", blue="G move 59,16")
    assert (table.state.figures["rG"], table.state.figures["bG"]) == ("6,16", "59,16")
    rim = played(
        {"rG": "59,14", "bT1": "57,14", "bD": "10,1"}, blue="T1 chase rG", red="G nowhap", rolls=[3, 6]
    )
    assert rim.state.down == {"rG": "60,14"}


def test_only_a_goalie_with_a_ball_goes_in_and_only_by_the_opening() -> None:
    """SLARGEBALL-61: straight or diagonal from the square before it; without a ball `score` is not possible."""
    table = played({"rG": "62,16", "bD": "30,30"}, balls=["rG"], red="G score", rolls=[1])
    assert walk(table, "rG") == ["63,16"]
    assert table.state.score == {"R": 1, "B": 0}
    empty = played({"rG": "61,16", "bD": "30,30"}, balls=["1,1"], red="G score")
    assert walk(empty, "rG") == []
    own = played({"rG": "4,16", "bD": "30,30"}, balls=["rG"], red="G score own", rolls=[1])
    assert own.state.score == {"R": 0, "B": 1}


def test_a_goalie_before_the_opening_needs_an_inch_to_go_in() -> None:
    """SLARGEBALL-61: with nothing left it stands before the bunker, and goes in next turn."""
    table = Table({"rG": "56,16", "bD": "30,30"}, balls=["rG"], turns=25, rolls=[1, 5, 2])
    table.turn("G score; G nofling")
    assert table.state.figures["rG"] == "62,16"
    table.turn()
    assert table.state.score == {"R": 1, "B": 0}


# Details.


def test_nobody_wades_for_nothing() -> None:
    """SLARGEBALL-134: of ways equally long the one with fewer pile steps."""
    figures = {"rT1": "30,16", "bN1": "31,17", **FAR}
    table = played(figures, down={"bN1": ""}, red="T1 move 33,17 through", rolls=[6])
    assert walk(table, "rT1") == ["31,16", "32,16", "33,17"]
    assert table.told(Moved)[0].walks[0].piles == ()


@pytest.mark.parametrize(
    ("body", "goal", "way", "piles"),
    [
        ("30,17", "32,17", ["31,16", "32,17"], 0),
        ("31,16", "31,18", ["30,17", "31,18"], 0),
        ("31,17", "32,18", ["31,17", "32,18"], 1),
    ],
)
def test_pile_steps_count_after_half_inches(body: str, goal: str, way: list[str], piles: int) -> None:
    """SLARGEBALL-134: a body swept by a diagonal step is avoided for nothing, and not for a longer way."""
    figures = {"rT1": "30,16", "bN1": "50,5", **FAR}
    rolls = [*[1] * piles, 6]
    table = played(figures, down={"bN1": body}, red=f"T1 move {goal} through", rolls=rolls)
    assert walk(table, "rT1") == way


def test_a_waypoint_on_a_pile_is_reached_before_it() -> None:
    """SLARGEBALL-57, SLARGEBALL-58: no move ends there, so the nearest square where one may end counts."""
    table = Table({"rT1": "30,16", "bN1": "33,16", **FAR}, down={"bN1": ""}, turns=25, rolls=[6, 5, 2])
    table.turn("T1 move 33,16 32,14 through", "")
    assert walk(table, "rT1") == ["31,16", "32,16", "32,15", "32,14"]
    assert table.state.plan("rT1").move == []


def test_touch_cuts_before_the_allowance() -> None:
    """SLARGEBALL-134: it ends at the first opponent met anew, not at one it stood beside at first."""
    figures = {"rT1": "30,16", "bN1": "33,18", **FAR}
    table = played(figures, red="T1 move 36,16 touch", blue="N1 nowhap", rolls=[])
    assert walk(table, "rT1") == ["31,16", "32,16", "33,16", "34,16", "35,16", "36,16"]
    figures["bN1"] = "33,17"
    table = played(figures, red="T1 move 36,16 touch; T1 nowhap", blue="N1 nowhap")
    assert walk(table, "rT1") == ["31,16", "32,16"]


def test_touch_means_opponents() -> None:
    """SLARGEBALL-123: a teammate cuts no way."""
    table = played({"rT1": "30,16", "rN1": "33,17", **FAR}, red="T1 move 36,16 touch")
    assert walk(table, "rT1")[-1] == "36,16"


def test_touch_passes_over_those_it_stood_beside() -> None:
    """SLARGEBALL-123, SLARGEBALL-134: an opponent in contact at the start does not cut the way."""
    table = played({"rT1": "30,16", "bN1": "31,17", **FAR}, red="T1 move 34,16 touch", rolls=[1])
    assert walk(table, "rT1") == ["31,16", "32,16", "33,16", "34,16"]


def test_a_shut_bunker_is_not_entered() -> None:
    """SLARGEBALL-61: with somebody on every square before the opening the Goalie only comes near."""
    wall = {f"b{each}": f"62,{y}" for each, y in zip(("T1", "T2", "N1", "N2"), range(15, 19), strict=True)}
    figures = {"rG": "57,16", **wall, "bD": "1,1"}
    table = played(figures, balls=["rG"], red="G score; G nofling; G nowhap", blue="all nowhap")
    assert table.state.figures["rG"] == "62,14"
    assert table.state.score == {"R": 0, "B": 0}


def test_the_last_one_standing_may_step_off() -> None:
    """SLARGEBALL-59, SLARGEBALL-140: that is Break Play, and no settle die is rolled for its ball."""
    table = played(
        {"rT1": "30,31", "bD": "1,1"}, down={"bD": ""}, balls=["rT1"], red="T1 move 30,33", rolls=[1]
    )
    assert table.kinds() == ["Moved", "BreakPlay", "BallsPlaced", "Finished"]


def test_touch_keeps_a_figure_on_the_field() -> None:
    """SLARGEBALL-134, SLARGEBALL-135: cut where it meets an opponent, it steps off from nowhere else."""
    figures = {"rT1": "10,29", "bN1": "11,32", **FAR}
    table = played(figures, red="T1 move 10,33 touch; T1 nowhap", blue="all nowhap")
    assert walk(table, "rT1") == ["10,30", "10,31"]
    assert table.state.down == {}


def test_an_exit_that_is_taken_is_no_exit() -> None:
    """SLARGEBALL-135: if the exit square cannot be reached, the waypoint counts as reached and nobody leaves."""
    table = played({"rT1": "10,30", "rD": "10,32", **FAR}, red="T1 move 10,33")
    assert table.state.down == {}
    assert table.state.figures["rT1"] == "10,31"
    assert table.state.plan("rT1").move == []
    assert refusal("G move 0,16", {"rG": "5,5"}).startswith("3,15-18 is as far as one can walk")
    assert refusal("T1 move 0,13", {"rT1": "5,5"}).startswith("Only a Goalie may enter a Goal Zone")


def test_a_held_figure_needs_the_roll_to_step_off() -> None:
    """SLARGEBALL-135: stepping off the field is leaving one's square."""
    table = played({"rT1": "10,32", "bN1": "11,32", **FAR}, red="T1 move 10,33", rolls=[3, 6, 6])
    assert table.state.down == {}


def test_waypoints_already_there_are_passed_over() -> None:
    """SLARGEBALL-136: struck off at once; if none is left the next line is looked at."""
    table = played({"rT1": "30,16", **FAR}, red="T1 move 30,16; T1 move 32,16")
    assert walk(table, "rT1") == ["31,16", "32,16"]
    assert table.state.plan("rT1").move == []


def test_what_is_left_behind_a_waypoint_passed_over() -> None:
    """SLARGEBALL-58, SLARGEBALL-136: the others are reached and struck off as if it had not been there."""
    table = Table({"rT1": "30,16", **FAR}, turns=25, rolls=[5, 2])
    table.turn("T1 move 30,16 33,16 33,22", "")
    assert table.state.figures["rT1"] == "33,19"
    assert table.state.plan("rT1").move == ["T1 move 33,22"]


def test_who_is_boxed_in_keeps_its_waypoints() -> None:
    """SLARGEBALL-136: no step is possible, the line counts as carried out, and no other is tried."""
    box = {"rD": "29,16", "rN1": "31,16", "rN2": "30,15", "rR": "30,17"}
    table = played({"rT1": "30,16", **box, **FAR}, red="T1 move 40,16; T1 move 20,16")
    assert table.state.plan("rT1").move == ["T1 move 40,16", "T1 move 20,16"]
    assert table.told(Moved) == []


def test_the_view_has_the_ways_of_everybody() -> None:
    """SLARGEBALL-46: a figure is drawn where its move has ended."""
    state = played({"rT1": "30,16", **FAR}, red="T1 move 31,16").state
    assert text_board(GAME, state)[2 + 15][4 + 30] == "T"
