"""Whapping: SLARGEBALL-62 to 69."""

import pytest

from pbem.games.slargeball.events import Blow, Dropped, Fall, Whapped

from .pitch import Table, played

FAR = {"bG": "10,1", "rG": "60,30"}


def blows(table: Table) -> list[tuple[str, str, int]]:
    """Who has struck whom, with which roll, in order."""
    return [(blow.figure, blow.target, blow.roll) for event in table.told(Whapped) for blow in event.blows]


def test_who_may_whap() -> None:
    """SLARGEBALL-62: one attempt each, on a standing opponent in contact; not who lies, is frozen or is a Coach."""
    figures = {
        "r1T1": "30,16",
        "r1T2": "31,15",
        "rH": "32,15",
        "b1T1": "31,16",
        "b1N1": "30,17",
        "b1R": "40,1",
    }
    coaches = {"R": {"doing": "talk", "target": "r1T2", "since": 9, "outings": 1}, "B": {}}
    table = played(
        figures, squads=3, coaches=coaches, down={"b1N1": ""}, balls=["1,1", "2,1"], rolls=[6, 6, 6], turn=1
    )
    assert blows(table) == [("r1T1", "b1T1", 6), ("b1T1", "rH", 6)]


@pytest.mark.parametrize(("figure", "whap"), [("rD", 4), ("rT1", 3), ("rN1", 3), ("rG", 2), ("rR", 2)])
def test_the_stat_or_less_is_a_hit(figure: str, whap: int) -> None:
    """SLARGEBALL-63: one more is a miss, and nothing happens."""
    for roll in (whap, whap + 1):
        hit = roll == whap
        others = {"rN2": "60,30", "bG": "10,1"}
        table = played(
            {figure: "30,16", "bT1": "31,16", **others}, blue="T1 nowhap", rolls=[roll, *([6] if hit else [])]
        )
        assert table.told(Whapped)[0].blows == (Blow(figure, "bT1", roll, hit),)
        assert ("bT1" in table.state.down) == hit


def test_the_order_of_attempts() -> None:
    """SLARGEBALL-64: highest Whap first, then initiative, then side order."""
    figures = {"rR": "30,16", "rT1": "29,16", "rD": "30,15", "bN1": "31,16", "bD": "31,15", "bT1": "30,17"}
    table = played({**figures, "rT2": "29,15"}, initiative="B", rolls=[6] * 6)
    assert [figure for figure, _, _ in blows(table)] == ["bD", "rD", "bT1", "bN1", "rT1", "rR"]


def test_who_is_hit_still_strikes() -> None:
    """SLARGEBALL-64, SLARGEBALL-67: two opponents may fell each other."""
    table = played({"rD": "30,16", "bT1": "31,16", **FAR}, rolls=[4, 3, 6, 6])
    assert set(table.state.down) == {"rD", "bT1"}


def test_the_default_target() -> None:
    """SLARGEBALL-65: a carrier, then the highest Whap, then the opponents' side order."""
    figures = {"rT1": "30,16", "bD": "31,15", "bN1": "31,16", "bN2": "31,17", "bR": "29,16", **FAR}
    carrier = played(figures, balls=["bR"], blue="all nowhap; R nofling", rolls=[6])
    assert blows(carrier) == [("rT1", "bR", 6)]
    strongest = played(figures, blue="all nowhap", rolls=[6])
    assert blows(strongest) == [("rT1", "bD", 6)]
    del figures["bD"]
    assert blows(played(figures, blue="all nowhap", rolls=[6])) == [("rT1", "bN1", 6)]
    assert blows(played(figures, blue="all nowhap; N1 last", rolls=[6])) == [("rT1", "bN2", 6)]


def test_who_is_hit_already_is_passed_over() -> None:
    """SLARGEBALL-65: the next attempt goes to somebody else, and without anybody else no die is rolled."""
    figures = {"rD": "30,16", "rT1": "31,15", "bT1": "31,16", **FAR}
    table = played(figures, blue="all nowhap", rolls=[1, 6])
    assert blows(table) == [("rD", "bT1", 1)]
    table = played(
        {**figures, "bN1": "32,16"}, blue="all nowhap", red="D whap bT1; T1 whap bT1", rolls=[1, 6, 6]
    )
    assert blows(table) == [("rD", "bT1", 1), ("rT1", "bN1", 6)]


def test_any_number_of_attempts_on_one_figure() -> None:
    """SLARGEBALL-66: all three may try, until one has hit."""
    figures = {"rD": "30,16", "rT1": "31,15", "rN1": "32,16", "bT1": "31,16", **FAR}
    table = played(figures, blue="all nowhap", rolls=[6, 6, 6])
    assert blows(table) == [("rD", "bT1", 6), ("rT1", "bT1", 6), ("rN1", "bT1", 6)]


def test_all_fall_before_any_ball_drops() -> None:
    """SLARGEBALL-67: the second victim lies already when the first one's ball looks for a place."""
    figures = {"r1D": "30,16", "b1T1": "31,16", "r1T1": "31,17", "b1D": "40,30", "b1N1": "32,18", **FAR}
    table = played(
        figures,
        squads=2,
        balls=["r1T1", "b1T1"],
        red="1D whap b1T1 fall ne; 1T1 whap b1N1 fall se; 1T1 nofling",
        blue="1T1 nowhap; 1N1 whap r1T1 fall s; all nofling",
        rolls=[1, 1, 1, 4, 1, 6, 6, 6],
    )
    assert [type(event).__name__ for event in table.match.events[:3]] == ["Whapped", "Dropped", "Dropped"]
    assert [fall.figure for fall in table.told(Whapped)[0].falls] == ["b1T1", "b1N1", "r1T1"]
    assert [event.figure for event in table.told(Dropped)] == ["b1T1", "r1T1"]


@pytest.mark.parametrize(
    ("order", "over"), [("", "32,16"), ("D whap any fall n", "31,15"), ("D whap bT1 fall sw", "30,17")]
)
def test_which_way_a_figure_falls(order: str, over: str) -> None:
    """SLARGEBALL-68: as the hitter says, or straight away from the hitter."""
    table = played({"rD": "30,16", "bT1": "31,16", **FAR}, red=order, blue="T1 nowhap", rolls=[1, 6])
    assert table.told(Whapped)[0].falls == (Fall("bT1", "31,16", over),)


def test_the_first_hitter_chooses() -> None:
    """SLARGEBALL-68: who misses has no say."""
    figures = {"rD": "30,16", "rT1": "31,15", "bT1": "31,16", **FAR}
    table = played(figures, red="D whap bT1 fall n; T1 whap bT1 fall se", blue="T1 nowhap", rolls=[5, 3, 6])
    assert table.state.down == {"bT1": "32,17"}


@pytest.mark.parametrize(
    ("victim", "fall", "others", "balls"),
    [
        ("64,8", "e", {}, []),
        ("62,14", "se", {}, []),
        ("31,16", "n", {"rN1": "31,15"}, []),
        ("31,16", "n", {"bN1": "31,15"}, []),
        ("31,16", "n", {}, ["31,15"]),
    ],
)
def test_where_a_body_finds_no_room(victim: str, fall: str, others: dict[str, str], balls: list[str]) -> None:
    """SLARGEBALL-68: off the field, in a bunker, or where a base or a ball is, it lies on its own square only."""
    x, y = map(int, victim.split(","))
    figures = {
        "rD": f"{x - 1},{y}" if x != 62 else "61,13",
        "bT1": victim,
        **others,
        "bG": "10,1",
        "rR": "60,30",
    }
    if x == 62:
        figures["bG"], figures["rG"] = "62,14", "61,13"
        del figures["bT1"], figures["rD"]
        figures["bD"] = "10,1"
    down = {"bN1": ""} if "bN1" in others else {}
    hitter, target = ("G", "bG") if x == 62 else ("D", "bT1")
    rolls = [1, *[6] * (1 + len(down))]
    table = played(
        figures,
        down=down,
        balls=balls,
        red=f"all nonab; {hitter} whap {target} fall {fall}",
        blue="all nowhap",
        rolls=rolls,
    )
    assert table.state.down[target] == ""


def test_bodies_may_cross_and_make_piles() -> None:
    """SLARGEBALL-68: two bodies lie over one square, which is then no free square and touches nobody."""
    figures = {"rD": "30,16", "rT1": "34,16", "bT1": "31,16", "bT2": "33,16", **FAR}
    table = played(
        figures, red="D whap bT1 fall e; T1 whap bT2 fall w", blue="all nowhap", rolls=[1, 1, 6, 6]
    )
    assert table.state.down == {"bT1": "32,16", "bT2": "32,16"}
    assert (32, 16) in table.state.piles()
    assert not table.state.held("rD")


def test_sprawl_may_be_left_out() -> None:
    """SLARGEBALL-68: with sprawl=off nobody lies over a second square; other falls never do."""
    table = played({"rD": "30,16", "bT1": "31,16", **FAR}, sprawl=False, blue="T1 nowhap", rolls=[1, 6])
    assert table.state.down == {"bT1": ""}


def test_who_lies_does_nothing() -> None:
    """SLARGEBALL-69: no whap, no hold, no nab, no fling; and nobody may whap it again."""
    table = played(
        {"rD": "30,16", "bT1": "31,16", **FAR},
        down={"bT1": ""},
        balls=["32,17"],
        red="D move 29,16",
        rolls=[6],
    )
    assert table.state.figures["rD"] == "29,16"
    assert table.told(Whapped) == []
    assert table.kinds() == ["Moved", "Woke", "Finished"]
