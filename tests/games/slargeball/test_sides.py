"""Sides, seats and figures: SLARGEBALL-1 to 9."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem.games.slargeball.events import Blow, Whapped
from pbem.games.slargeball.field import RED
from pbem.games.slargeball.teams import STATS, kind_of, roster
from pbem.play.game import OptionError

from .pitch import GAME, Table, played, refusal


@pytest.mark.parametrize("squads", [1, 2, 3, 4, 5])
def test_a_squad_is_six_figures(squads: int) -> None:
    """SLARGEBALL-1: both sides have the same squads, each of one D, two T, two N and one R."""
    kinds = Counter(map(kind_of, roster(squads, "B", range(1, squads + 1))))
    assert (kinds["D"], kinds["T"], kinds["N"], kinds["R"]) == (squads, 2 * squads, 2 * squads, squads)
    sides = Counter(
        figure[0]
        for figure in Table(
            options={"squads": str(squads), "lineup": "standard"}, rolls=[1, 1, 1, 1, 6, 1]
        ).state.figures
    )
    assert sides["r"] == sides["b"]


@pytest.mark.parametrize(("squads", "size"), [(1, 7), (2, 14), (3, 21), (4, 27), (5, 33)])
def test_goalie_captain_and_coach_come_with_the_squads(squads: int, size: int) -> None:
    """SLARGEBALL-2: a Goalie always, a Captain from two squads on, a Coach from three on."""
    team = roster(squads, RED, range(1, squads + 1))
    assert len(team) == size
    assert [figure for figure in team if kind_of(figure) in "GCH"] == ["rG", "rC", "rH"][: min(squads, 3)]


def test_squads_are_dealt_out_in_turn() -> None:
    """SLARGEBALL-3: with two seats on a side of five, the first has squads 1, 3 and 5, the second 2 and 4."""
    state = Table(players=4, options={"squads": "5"}).state
    assert {seat: state.squads_of(seat) for seat in state.seats} == {
        "R1": (1, 3, 5),
        "B1": (1, 3, 5),
        "R2": (2, 4),
        "B2": (2, 4),
    }
    uneven = Table(players=3, options={"squads": "2"}).state
    assert (uneven.squads_of("R1"), uneven.squads_of("R2"), uneven.squads_of("B1")) == ((1,), (2,), (1, 2))


def test_there_is_a_squad_for_each_seat() -> None:
    """SLARGEBALL-3: as many squads as players on the bigger side, unless more are wanted; never fewer."""
    assert GAME.read_options({}, 5)["squads"] == "3"
    assert GAME.read_options({"squads": "4"}, 5)["squads"] == "4"
    with pytest.raises(OptionError, match="5 players need at least 3 squads on each side"):
        GAME.read_options({"squads": "2"}, 5)


def test_what_the_figures_can_do() -> None:
    """SLARGEBALL-46, SLARGEBALL-51, SLARGEBALL-72: every number of the table in the rulebook, and its order."""
    rules = (Path(__file__).parents[3] / "docs" / "rules" / "slargeball.md").read_text()
    rows = [
        row.split(" | ")
        for row in re.findall(r"^\| ((?:\w+ )?\w+ \| [DTNGCRH] \| .*) \|$", rules, re.MULTILINE)
    ]
    for (title, kind, _, move, whap, fling, reach, nab, points, pile, _), (letter, stats) in zip(
        rows, STATS.items(), strict=True
    ):
        assert (title, kind) == (stats.title, letter)
        numbers = (stats.move, stats.whap, stats.fling, stats.nab, stats.points)
        assert numbers == tuple(map(int, (move, whap, fling, nab, points)))
        if kind != "H":
            assert (stats.reach, f"{stats.pile} or less") == (int(reach), pile)


def test_who_commands_goalie_captain_and_coach() -> None:
    """SLARGEBALL-4: those of squads 1, 2 and 3."""
    state = Table(players=6).state
    assert [state.commander(figure) for figure in ("rG", "rC", "rH", "bG", "bH")] == [
        "R1",
        "R2",
        "R3",
        "B1",
        "B3",
    ]
    both = Table(players=4, options={"squads": "3"}).state
    assert (both.commander("rH"), both.commander("rC")) == ("R1", "R2")


def test_names_of_figures() -> None:
    """SLARGEBALL-5: with one squad its number may be written; r, b, red- and blue- say the side; case is free."""
    table = played({"rT1": "30,16", "bT1": "40,16"}, red="1t1 chase Blue-t1")
    assert table.state.plan("rT1").move == ["T1 chase bT1"]
    table = played({"r1T1": "30,16", "r1D": "31,20"}, squads=2, red="r1T1 follow red-1d")
    assert table.state.plan("r1T1").move == ["1T1 follow r1D"]
    assert "There is no ball2" in refusal("T1 fetch ball2")


def test_a_seat_with_one_squad_may_leave_its_number_out() -> None:
    """SLARGEBALL-5: `T1` is then its own; who has several squads must say which."""
    table = Table({"r2T1": "30,16", "b1T1": "40,16"}, players=4, squads=2, balls=["32,10", "32,22"])
    table.play("R2", "T1 fetch ball2")
    assert table.state.memory("R2").plans["r2T1"].move == ["2T1 fetch ball2"]
    table.play("R2", "T2 follow rT1")
    assert table.state.memory("R2").plans["r2T2"].move == ["2T2 follow r2T1"]
    assert refusal("T1 hold", squads=2) == "Which T1? You command 1T1 and 2T1."
    assert refusal("rT1 hold", squads=2) == "Which rT1? You command r1T1 and r2T1."
    assert refusal("1T1 chase bT1", squads=2) == "Which bT1? There are b1T1 and b2T1."


def test_side_order() -> None:
    """SLARGEBALL-6: seats by their lowest squad; within a seat squad by squad, then G, C, H."""
    figures = {figure: f"{x},1" for x, figure in enumerate(roster(3, "R", [1, 2, 3]), start=1)}
    state = Table(figures, players=4, squads=3).state
    squad = ["D", "T1", "T2", "N1", "N2", "R"]
    first = [f"r{number}{each}" for number in (1, 3) for each in squad] + ["rG", "rH"]
    assert state.in_order("R") == [*first, *(f"r2{each}" for each in squad), "rC"]


def test_first_and_last_change_the_order_of_a_seat() -> None:
    """SLARGEBALL-6: `first` before and `last` after all others of the seat, whatever their squad."""
    table = Table({"rD": "1,1", "rT1": "2,1", "rN1": "3,1", "rG": "60,13"})
    table.play("R", "G first", "D last")
    assert table.state.in_order("R") == ["rG", "rT1", "rN1", "rD"]


def test_points_of_those_awake_are_shown() -> None:
    """SLARGEBALL-7: who lies is not counted, a Coach off the field is; nothing is decided by them."""
    figures = {"r1D": "30,16", "rH": "20,33", "rC": "31,20", "b1R": "40,16"}
    state = Table(figures, squads=3, down={"rC": ""}).state
    assert GAME.view(state, None).header[1] == "Points awake: Red 32, Blue 12"
    assert [each.points for each in STATS.values()] == [12, 12, 12, 13, 14, 12, 20]


def test_a_figure_may_have_a_name() -> None:
    """SLARGEBALL-8: it is shown in the unit list from the next turn on, and does nothing."""
    table = Table({"rT1": "30,16", "bT1": "40,16"}, turns=25, rolls=[5, 2])
    table.play("R", "T1 name Ogre")
    assert not any("Ogre" in line for line in GAME.view(table.state, "R").lists)
    table.turn()
    assert '  T1   30,16      "Ogre"' in GAME.view(table.state, None).lists
    assert GAME.memory(table.state, "R") == []


@pytest.mark.parametrize("square", ["29,15", "30,15", "31,15", "29,16", "31,16", "29,17", "30,17", "31,17"])
def test_there_is_no_facing(square: str) -> None:
    """SLARGEBALL-9: a figure whaps in every direction alike."""
    table = played({"rT1": "30,16", "bT1": square}, blue="T1 nowhap", rolls=[6])
    assert table.told(Whapped)[0].blows == (Blow("rT1", "bT1", 6, hit=False),)
