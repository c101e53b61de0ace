"""The Check for Consciousness: SLARGEBALL-91 to 93."""

import pytest

from pbem.games.slargeball.events import Woke

from .pitch import played

FAR = {"bG": "10,1", "rG": "60,30"}


@pytest.mark.parametrize(("figure", "whap"), [("rD", 4), ("rT1", 3), ("rN1", 3), ("rR", 2)])
def test_the_whap_stat_wakes(figure: str, whap: int) -> None:
    """SLARGEBALL-91: that or less and it stands up."""
    for roll in (whap, whap + 1):
        table = played({figure: "30,16", **FAR}, down={figure: "31,16"}, rolls=[roll])
        assert (figure in table.state.down) == (roll > whap)


def test_who_fell_this_turn_rolls_too_and_initiative_first() -> None:
    """SLARGEBALL-91: in side order on each side."""
    figures = {"rD": "30,16", "bT1": "31,16", "rT1": "1,1", "rN1": "1,5", "bD": "40,1", **FAR}
    table = played(
        figures,
        down={"rT1": "", "rN1": "", "bD": ""},
        initiative="B",
        blue="T1 nowhap",
        rolls=[1, 6, 6, 6, 6],
    )
    assert [figure for figure, _ in table.told(Woke)[0].asleep] == ["bD", "bT1", "rT1", "rN1"]


def test_it_stands_up_where_it_lay_if_nobody_is_near() -> None:
    """SLARGEBALL-92: its own square, its body gone."""
    table = played({"rT1": "30,16", **FAR}, down={"rT1": "31,16"}, rolls=[1])
    assert table.state.figures["rT1"] == "30,16"
    assert table.state.piles() == set()
    assert table.told(Woke) == [Woke((("rT1", 1, "30,16"),), ())]


@pytest.mark.parametrize(("figure", "place"), [("rT1", "2,1"), ("bT1", "1,2")])
def test_it_may_stand_up_on_the_edge(figure: str, place: str) -> None:
    """SLARGEBALL-92: the first column and the first row are on the field."""
    foe = "bD" if figure == "rT1" else "rD"
    quiet = {"red": "all nowhap", "blue": "all nowhap"}
    table = played({figure: "2,2", foe: "3,3", **FAR}, down={figure: ""}, rolls=[1], **quiet)
    assert table.state.figures[figure] == place


@pytest.mark.parametrize(
    ("others", "down", "balls", "place"),
    [
        ({"bT1": "31,16"}, {}, [], "29,16"),
        ({"bT1": "31,16"}, {"bT1": ""}, [], "29,16"),
        ({}, {}, ["31,16"], "29,16"),
        ({"bT1": "29,16"}, {}, [], "31,16"),
        ({"bT1": "30,18"}, {"bT1": "30,17"}, [], "30,16"),
    ],
)
def test_it_keeps_out_of_contact(
    others: dict[str, str], down: dict[str, str], balls: list[str], place: str
) -> None:
    """SLARGEBALL-92: the nearest square that touches no base and no ball, the most forward of those as near; bodies
    do not touch."""
    rolls = [1, *[6] * len(down)]
    red, blue = "all nonab", "all nowhap"
    table = played(
        {"rT1": "30,16", **others, **FAR},
        down={"rT1": "", **down},
        balls=balls,
        red=red,
        blue=blue,
        rolls=rolls,
    )
    assert table.state.figures["rT1"] == place


def test_where_it_is_surrounded_it_touches_as_few_as_may_be() -> None:
    """SLARGEBALL-92: fewest contacts first, then the least way, then the most forward square."""
    ring = {f"{x},{y}" for x in (27, 30, 33) for y in (13, 16, 19)} - {"30,16"}
    names = ("rD", "rT2", "rN1", "rN2", "rR", "bD", "bN1", "bN2")
    figures = dict(zip(names, sorted(ring), strict=True))
    table = played({"rT1": "30,16", **figures, **FAR}, down={"rT1": ""}, rolls=[1])
    assert table.state.figures["rT1"] == "30,16"
    inner = dict(
        zip(names, ("29,15", "30,15", "31,15", "29,16", "31,16", "29,17", "30,17", "31,17"), strict=True)
    )
    quiet = {"red": "all nowhap", "blue": "all nowhap"}
    crowded = {"rT1": "30,16", **inner, **FAR}
    table = played(crowded, down={"rT1": ""}, rolls=[1], **quiet)
    assert table.state.figures["rT1"] == "32,18"


def test_another_base_on_its_square_drives_it_off() -> None:
    """SLARGEBALL-92: who lies below another in a pile finds a square beside."""
    table = played({"rT1": "30,16", "bD": "30,16", **FAR}, down={"rT1": "", "bD": ""}, rolls=[1, 6])
    assert table.state.figures["rT1"] == "32,16"


def test_no_zone_for_others_than_goalies() -> None:
    """SLARGEBALL-92: a square of a Goal Zone is chosen for a Goalie only."""
    box = {"bT1": "57,14", "bT2": "57,16", "bN1": "57,15"}
    runner = played({"rT1": "58,15", **box, **FAR}, down={"rT1": ""}, blue="all nowhap", rolls=[1])
    assert int(runner.state.figures["rT1"].split(",")[0]) < 59
    goalie = played(
        {"rG": "58,15", **box, "bG": "10,1", "rD": "60,30"}, down={"rG": ""}, blue="all nowhap", rolls=[1]
    )
    assert goalie.state.figures["rG"] == "59,15"


def test_the_search_widens_where_nothing_is_free() -> None:
    """SLARGEBALL-92: beyond two columns and rows, by one at a time."""
    squares = [f"{x},{y}" for x in range(28, 33) for y in range(14, 19) if (x, y) != (30, 16)]
    kinds = ("D", "T1", "T2", "N1", "N2", "R")
    names = [f"r{squad}{each}" for squad in range(1, 5) for each in kinds]
    figures = dict(zip(names, squares, strict=True))
    table = played(
        {"r5D": "30,16", "r5T1": "30,16", **figures, "b1D": "60,1"},
        squads=5,
        down={"r5T1": "", "r5D": ""},
        rolls=[6, 1],
    )
    x, y = map(int, table.state.figures["r5T1"].split(","))
    assert max(abs(x - 30), abs(y - 16)) == 3


def test_a_frozen_figure_stands_up_where_it_lay() -> None:
    """SLARGEBALL-93: on its own square whatever it touches, and it stays frozen; else as anybody."""
    coaches = {"R": {"doing": "out", "target": "r1T1", "outings": 1}, "B": {}}
    figures = {"r1T1": "30,16", "b1T1": "31,16", "rH": "29,15", "b1D": "60,1"}
    table = played(figures, squads=3, coaches=coaches, down={"r1T1": ""}, blue="all nowhap", rolls=[1])
    assert table.state.figures["r1T1"] == "30,16"
    assert table.state.frozen("r1T1")
    over = {**figures, "b1N1": "29,16"}
    down = {"r1T1": "", "b1N1": "30,16"}
    table = played(over, squads=3, coaches=coaches, down=down, blue="all nowhap", rolls=[1, 6])
    assert table.state.figures["r1T1"] != "30,16"  # somebody's body lies over it
    piled = {**figures, "b1T1": "30,16"}
    table = played(piled, squads=3, coaches=coaches, down={"r1T1": "", "b1T1": ""}, rolls=[1, 6])
    assert table.state.figures["r1T1"] != "30,16"
