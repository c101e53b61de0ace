"""Nabbing and Ballbonk: SLARGEBALL-39 and 81 to 90."""

import pytest

from pbem.games.slargeball.events import Bounced, CameDown, Scrambled, Settled, Tried

from .pitch import Table, played

FAR = {"bG": "10,1", "rG": "60,30"}
COACHES: dict[str, dict[str, str]] = {"R": {}, "B": {}}


def tries(table: Table) -> list[str]:
    """Who has tried for a ball in the air, in order."""
    return [event.figure for event in table.told(Tried)]


def flung(figures: dict[str, str], rolls: list[int], **given: object) -> Table:
    """Red's Tremple flings at 40,12, which succeeds; the rolls are those that follow."""
    lines = str(given.pop("red", "all nowhap"))
    return played(
        {"rT1": "30,12", **figures, **FAR},
        balls=["rT1"],
        red=f"{lines}\nT1 fling 40,12",
        blue="all nowhap",
        rolls=[1, *rolls],
        **given,
    )


def test_custody() -> None:
    """SLARGEBALL-39: by nabbing a ball in the air or on the ground; it goes and falls with its carrier."""
    air = flung({"rN1": "40,12"}, [4])
    assert air.state.balls == ["rN1"]
    ground = played({"r1N1": "30,16", "b1D": "60,1"}, squads=2, balls=["31,16", "5,5"], rolls=[4])
    assert ground.state.balls == ["r1N1", "5,5"]
    moved = played({"rN1": "30,16", **FAR}, balls=["rN1"], red="N1 move 34,16; N1 nofling")
    assert moved.state.balls == ["rN1"]
    fallen = played({"rN1": "30,16", "bD": "31,16", **FAR}, balls=["rN1"], red="N1 nowhap", rolls=[1, 4, 6])
    assert fallen.state.balls == ["30,18"]


def test_airballs_come_down_before_groundballs() -> None:
    """SLARGEBALL-81: in the order they were flung; a ball that has just come down is scrambled for too."""
    figures = {"r1T1": "30,12", "r1T2": "30,20", "r1N1": "41,12", "r1N2": "50,28", "b1D": "60,1"}
    table = played(
        figures, squads=4, coaches=COACHES, balls=["r1T2", "50,29", "r1T1"],
        red="1T1 fling 40,12; 1T2 fling 40,20; all nowhap", rolls=[1, 1, 6, 6]
    )  # fmt: skip
    assert table.kinds()[:6] == ["Flung", "Flung", "CameDown", "CameDown", "Scrambled", "Scrambled"]
    assert [event.ball for event in table.told(CameDown)] == [3, 1]
    assert [event.ball for event in table.told(Scrambled)] == [2, 3]


@pytest.mark.parametrize(
    ("aim", "how", "balls"),
    [("64,1", "off", ["32,16"]), ("63,5", "lie", ["63,3"])],
)
def test_where_a_ball_comes_down(aim: str, how: str, balls: list[str]) -> None:
    """SLARGEBALL-82: off the field it is out of play; on open ground it lies."""
    rolls = [6, 1, 1, 1, 1] if how == "off" else [6, 1, 1, 1]
    table = played({"rT1": "60,5", **FAR}, balls=["rT1"], red=f"T1 fling {aim}", rolls=rolls)
    assert [event.how for event in table.told(CameDown)] == [how]
    assert table.state.balls == balls


def test_a_ball_on_a_body_settles_and_hurts_nobody() -> None:
    """SLARGEBALL-82: unconscious figures neither nab nor suffer."""
    table = flung({"bT1": "40,13"}, [4, 6], down={"bT1": "40,12"})
    assert [event.how for event in table.told(CameDown)] == ["pile"]
    assert table.told(Tried) == []
    assert table.told(Settled)[0].roll == 4


@pytest.mark.parametrize(("figure", "nab"), [("bT1", 2), ("bN1", 4), ("rN1", 4), ("bR", 3), ("bD", 4)])
def test_who_stands_under_the_ball_must_try(figure: str, nab: int) -> None:
    """SLARGEBALL-83: friend or foe, its Nab or less."""
    assert flung({figure: "40,12"}, [nab]).state.balls == [figure]
    missed = flung({figure: "40,12"}, [nab + 1, 6, 1], red="all nowhap; all nonab")
    assert missed.told(Tried)[0].caught is False


def test_coaches_try_too() -> None:
    """SLARGEBALL-83, SLARGEBALL-106: a Coach on the field has Nab 2."""
    coaches = {"R": {"doing": "talk", "target": "r1D", "since": 9}, "B": {}}
    figures = {"r1T1": "30,12", "rH": "40,12", "r1D": "41,12", "b1D": "60,1"}
    table = played(
        figures, squads=3, coaches=coaches, balls=["r1T1", "1,1"], red="1T1 fling 40,12", rolls=[1, 2]
    )
    assert table.state.balls[0] == "rH"


def test_who_cannot_try_fails_without_a_roll() -> None:
    """SLARGEBALL-83, SLARGEBALL-97: a figure that is frozen, or carries a ball already."""
    figures = {"r1T1": "30,12", "r1N1": "40,12", "b1D": "60,1"}
    carrier = played(
        figures, squads=2, balls=["r1T1", "r1N1"], red="1T1 fling 1N1; 1N1 nofling", rolls=[1, 5, 4]
    )
    assert carrier.told(Tried) == [Tried("r1N1", 1, 0, 5, caught=False, down=False)]
    coaches = {"R": {"doing": "out", "target": "r1N1", "outings": 1}, "B": {}}
    frozen = played(
        {**figures, "rH": "41,13"},
        squads=3,
        coaches=coaches,
        balls=["r1T1", "1,1"],
        red="1T1 fling 1N1",
        rolls=[1, 6, 1],
    )
    assert frozen.told(Tried)[0].nab == 0


@pytest.mark.parametrize(("bonk", "down"), [(1, True), (4, True), (5, False), (6, False)])
def test_ballbonk(bonk: int, down: bool) -> None:
    """SLARGEBALL-84: 4 or less and it is out; else it keeps its feet, and the ball settles round it."""
    table = flung({"bT1": "40,12"}, [3, bonk, *([1, 3, 6, 6] if down else [1])])
    assert table.told(Tried) == [Tried("bT1", 1, 3, bonk, caught=False, down=down)]
    if not down:
        assert table.told(Settled) == [Settled(1, "40,11", 1)]


def test_a_bonked_carrier_loses_its_own_ball_at_once() -> None:
    """SLARGEBALL-84: before the next one tries."""
    figures = {"r1T1": "30,12", "r1N1": "40,12", "r1N2": "41,12", "b1D": "60,1"}
    table = played(
        figures, squads=2, balls=["r1T1", "r1N1"], red="1T1 fling 1N1; 1N1 nofling", rolls=[1, 4, 1, 4, 6]
    )
    assert table.kinds()[:5] == ["Flung", "Tried", "Dropped", "Tried", "Woke"]
    assert table.state.balls[0] == "r1N2"


def test_both_sides_try_highest_nab_first_until_one_has_it() -> None:
    """SLARGEBALL-85: all in contact with the first victim; a catch ends it."""
    figures = {"bT1": "40,12", "rN1": "41,12", "bN1": "39,12", "bR": "40,13", "bT2": "40,11"}
    table = flung(figures, [6, 1, 6, 1, 6, 1, 3, 6, 6, 6], initiative="R")
    assert tries(table) == ["bT1", "rN1", "bN1", "bR"]
    assert table.state.balls == ["bR"]


@pytest.mark.parametrize(
    ("initiative", "order"),
    [
        ("R", ["bT1", "rN1", "rN2", "bN1", "rR", "bR", "bT2"]),
        ("B", ["bT1", "bN1", "rN1", "rN2", "bR", "rR", "bT2"]),
    ],
)
def test_the_order_within_a_ring(initiative: str, order: list[str]) -> None:
    """SLARGEBALL-85: highest Nab first, of equals the side with initiative, then in side order, wherever they stand."""
    ring = {"bR": "40,13", "rR": "39,11", "bT2": "40,11", "rN2": "39,12", "rN1": "41,12", "bN1": "41,13"}
    dice = [6, 1, *[6, 5] * 6, 1]
    table = flung({"bT1": "40,12", **ring}, [*dice, 6], initiative=initiative)
    assert tries(table) == order


def test_a_ring_with_somebody_on_their_feet_is_the_last() -> None:
    """SLARGEBALL-85: the rest of the ring still tries, the next does not; the ball settles round the first square."""
    figures = {"bT1": "40,12", "bN1": "41,12", "bN2": "39,12", "bT2": "42,12"}
    table = flung(figures, [6, 1, 6, 6, 6, 1, 4, 6, 6])
    assert tries(table) == ["bT1", "bN1", "bN2"]
    assert table.told(Settled)[0].square == "40,13"


def test_the_cluster_is_fixed_when_the_ball_comes_down() -> None:
    """SLARGEBALL-86: who lies neither tries nor links; rings count contacts."""
    figures = {"bT1": "40,12", "bN1": "41,12", "bN2": "42,12", "bT2": "43,12"}
    table = flung(figures, [6, 1, 6, 1, 1, 1, 3, 6, 6, 6], down={"bN2": ""})
    assert tries(table) == ["bT1", "bN1"]
    linked = flung({"bT1": "40,12", "bN1": "41,12", "bN2": "42,12"}, [6, 1, 6, 1, 4, 6, 6])
    assert tries(linked) == ["bT1", "bN1", "bN2"]


def test_a_cluster_all_out_lets_the_ball_bounce() -> None:
    """SLARGEBALL-87: two dice of distance from the first square, and down it comes again, on another head."""
    table = flung({"bT1": "40,12", "bN1": "40,19"}, [6, 1, 4, 3, 4, 4, 6])
    assert table.told(Bounced) == [Bounced(1, 4, (3, 4), "40,19")]
    assert tries(table) == ["bT1", "bN1"]
    assert table.state.balls == ["bN1"]


def test_who_may_try_for_a_groundball() -> None:
    """SLARGEBALL-88: standing, unfrozen, without a ball, no Coach, and not unwilling; a failure costs nothing."""
    figures = {
        "r1N1": "31,15",
        "r1N2": "31,16",
        "r1T1": "31,17",
        "rH": "29,16",
        "r1D": "29,17",
        "b1R": "30,15",
        "rG": "9,9",
    }
    coaches = {"R": {"doing": "talk", "target": "r1D", "since": 9}, "B": {}}
    table = played(
        figures, squads=3, coaches=coaches, down={"r1N1": ""}, balls=["30,16", "r1T1"],
        red="all nowhap; 1T1 nofling; 1N2 nonab", blue="all nowhap", rolls=[6, 6]
    )  # fmt: skip
    assert table.told(Scrambled) == [Scrambled(1, "30,16", (("b1R", 6),), taken=False, full=False)]
    assert not table.state.down.keys() - {"r1N1"}


def test_one_try_at_a_ball_in_a_phase() -> None:
    """SLARGEBALL-88: who has missed it in the air may not grab it from the ground, others may."""
    table = flung({"bT1": "40,12", "bN1": "41,10"}, [6, 6, 1, 4], red="all nowhap; all nonab")
    assert table.told(Settled)[0].square == "40,11"
    assert table.told(Scrambled) == [Scrambled(1, "40,11", (("bN1", 4),), taken=True, full=False)]


def test_the_order_of_tries() -> None:
    """SLARGEBALL-89: highest Nab, then initiative, then as the players wish; the first success ends it."""
    figures = {"rN1": "31,15", "rN2": "31,16", "rT1": "31,17", "bN1": "29,15", "bR": "29,16"}
    quiet = {"blue": "all nowhap"}
    table = played(figures, balls=["30,16"], initiative="B", red="all nowhap", rolls=[6, 6, 6, 6, 6], **quiet)
    assert [each for each, _ in table.told(Scrambled)[0].tries] == ["bN1", "rN1", "rN2", "bR", "rT1"]
    table = played(figures, balls=["30,16"], red="all nowhap; N2 first", rolls=[6, 6, 4], **quiet)
    assert [each for each, _ in table.told(Scrambled)[0].tries] == ["rN2", "rN1", "bN1"]
    assert table.state.balls == ["bN1"]


def test_reaching_into_a_goal_zone() -> None:
    """SLARGEBALL-90: who stands outside may nab a ball inside that it touches."""
    table = played({"rN1": "58,16", "bD": "10,1"}, balls=["59,16"], rolls=[4])
    assert table.state.balls == ["rN1"]
