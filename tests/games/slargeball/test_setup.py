"""Set-up: SLARGEBALL-32 to 37 and 133."""

import pytest

from pbem.games.slargeball.events import Choosing, Initiative, LinedUp
from pbem.play.game import masked
from tests.games.drawing import text_board

from .pitch import GAME, Table, played

START = [1, 6, 1]  # centre, then initiative
SEVEN = ("rD", "rT1", "rT2", "rN1", "rN2", "rR", "rG")


def test_where_everybody_starts() -> None:
    """SLARGEBALL-32: Goalies in the opposing zone, Coaches idle on their spots, one figure on each square."""
    state = Table(options={"squads": "3", "lineup": "standard"}, rolls=START).state
    assert (state.figures["rG"], state.figures["bG"]) == ("61,16", "4,16")
    assert (state.figures["rH"], state.figures["bH"]) == ("20,33", "45,0")
    assert {coach.doing for coach in state.coaches.values()} == {"idle"}
    assert len(set(state.figures.values())) == 42


def test_nobody_is_asked_where_the_coach_stands() -> None:
    """SLARGEBALL-32: it starts on its spot."""
    about = Table(options={"squads": "3"}).match.asks["R"].about
    assert isinstance(about, Choosing)
    assert about.figures[-3:] == ("3R", "G", "C")


def test_done_is_for_several_turns_only_in_a_plan() -> None:
    """SLARGEBALL-130: a line-up is handed in by a plain one."""
    assert Table().play("R", "done 5")[0].text == "done"


def test_all_line_up_at_once_and_in_secret() -> None:
    """SLARGEBALL-33: nobody sees a square before all are done; a figure not placed stands on its standard square."""
    table = Table(rolls=START)
    assert table.asks == {"R": "lineup", "B": "lineup"}
    table.play("R", "T1 18,12; T2 lineup 5,5; done")
    assert table.state.figures == {}
    assert GAME.view(table.state, None).lists == (
        "Red (attacks east; Ann) lines up, in secret.",
        "Blue (attacks west; Ben) lines up, in secret.",
    )
    assert GAME.view(table.state, None).tables == (
        ("D Defensive Grelker, T Tremple, N Nickelback, R Rushing Grelker,", "G Goalie."),
    )
    table.play("B", "standard")
    figures = table.state.figures
    assert [figures[each] for each in SEVEN] == ["16,16", "18,12", "5,5", "20,14", "20,18", "20,16", "61,16"]
    assert table.told(LinedUp) == [LinedUp(7)]


def test_standard_takes_back_what_was_placed() -> None:
    """SLARGEBALL-33: `standard` puts all of a seat's figures on their standard squares, and is an answer in itself."""
    table = Table(rolls=START)
    table.play("R", "T1 18,12; standard")
    table.play("B", "done")
    assert table.state.figures["rT1"] == "18,14"


def test_standard_may_be_followed_by_done_and_by_corrections() -> None:
    """SLARGEBALL-33: `done` behind it waits for no plan, and what was placed before it does not come back."""
    table = Table(rolls=START)
    table.play("R", "T1 18,12; T2 3,3; standard; done")
    assert table.asks == {"B": "lineup"}
    table.play("R", "T2 5,5")
    assert table.asks == {"R": "lineup", "B": "lineup"}
    table.play("R", "done")
    table.play("B", "standard")
    assert (table.state.figures["rT1"], table.state.figures["rT2"]) == ("18,14", "5,5")
    assert table.asks == {"R": "plan", "B": "plan"}
    with pytest.raises(Exception, match="The figures have lined up"):
        table.play("R", "standard")


def test_a_seat_sees_its_own_line_up() -> None:
    """SLARGEBALL-33, SLARGEBALL-133: on the field and in words, ordered squares before standard ones; nobody else
    does."""
    table = Table()
    table.play("R", "T1 20,16")  # the standard square of R, which gives way
    own = GAME.view(masked(table.state, "R"), "R")
    board = text_board(GAME, masked(table.state, "R"), "R")
    assert board[2 + 15][4 + 15 : 4 + 20] == "D...T"
    assert board[2 + 16][4 + 19] == "R"
    assert own.lists[1:4] == (
        "  D    16,16 standard square",
        "  T1   20,16 as ordered",
        "  T2   18,18 standard square",
    )
    assert own.lists[6] == "  R    20,17 beside the standard square"
    for seat in ("B", None):
        assert "T" not in "".join(text_board(GAME, masked(table.state, seat), seat))


@pytest.mark.parametrize(
    ("squads", "rows"),
    [(1, [16]), (2, [10, 22]), (3, [10, 16, 22]), (4, [4, 12, 20, 28]), (5, [4, 10, 16, 22, 28])],
)
def test_standard_squares(squads: int, rows: list[int]) -> None:
    """SLARGEBALL-34: each squad round its center row, Blue mirrored."""
    figures = Table(options={"squads": str(squads), "lineup": "standard"}, rolls=START).state.figures
    for number, row in enumerate(rows, start=1):
        squad = str(number) if squads > 1 else ""
        places = {
            "R": (20, row),
            "N1": (20, row - 2),
            "N2": (20, row + 2),
            "T1": (18, row - 2),
            "T2": (18, row + 2),
        }
        for each, (x, y) in {**places, "D": (16, row)}.items():
            assert figures[f"r{squad}{each}"] == f"{x},{y}"
            assert figures[f"b{squad}{each}"] == f"{65 - x},{y}"
    if squads > 1:
        assert (figures["rC"], figures["bC"]) == ("12,16", "53,16")


def test_the_line_moves_squares_and_spots() -> None:
    """SLARGEBALL-34: with another slargeline they move along, the Goalies do not."""
    figures = Table(options={"squads": "3", "lineup": "standard", "line": "24"}, rolls=START).state.figures
    assert (figures["r1R"], figures["rC"], figures["rH"]) == ("24,10", "16,16", "24,33")
    assert (figures["b1R"], figures["bH"], figures["bG"]) == ("41,10", "41,0", "4,16")


def test_the_nearest_free_square() -> None:
    """SLARGEBALL-33, SLARGEBALL-35: of two seats that want one square the later gets the nearest free one."""
    table = Table(players=4, rolls=START)
    table.play("R1", "T1 10,10; T2 11,10; N1 10,11; N2 9,10; R 10,9; done")
    table.play("R2", "T1 10,10; done")
    table.play("B1", "T1 55,10; T2 54,10; N1 55,11; N2 56,10; R 55,9; done")
    table.play("B2", "T1 55,10; done")
    assert table.state.figures["r1T1"] == "10,10"
    assert table.state.figures["r2T1"] == "11,11"  # 9,9, 11,9, 9,11 and 11,11 are all as near
    assert table.state.figures["b2T1"] == "54,9"


def test_ordered_squares_come_before_standard_ones() -> None:
    """SLARGEBALL-133: who ordered a square has it; whose standard square that is goes beside."""
    table = Table(players=4, rolls=START)
    table.play("R1", "done")
    table.play("R2", "T1 20,10; done")  # the standard square of 1R
    for seat in ("B1", "B2"):
        table.play(seat, "done")
    assert table.state.figures["r2T1"] == "20,10"
    assert table.state.figures["r1R"] == "20,11"


def test_squares_are_remembered_for_break_play() -> None:
    """SLARGEBALL-36: those of the set-up, until a plan changes them."""
    table = Table(rolls=[*START, 2, 5, 1, 4, 5, 1], options={"turns": "5"})
    table.play("R", "T1 18,12; T2 18,24; done")
    table.play("B", "done")
    table.turn("agree break; T2 lineup 3,3", "agree break")
    assert table.state.figures["rT1"] == "18,12"
    assert table.state.figures["rT2"] == "3,3"
    table.turn("agree break", "agree break")
    assert table.state.figures["rT2"] == "3,3"


def test_initiative_is_rolled_after_the_balls_are_placed() -> None:
    """SLARGEBALL-37: once for turn 1, again while the dice are equal, and the high die has it."""
    table = Table(options={"lineup": "standard"}, rolls=[1, 4, 4, 2, 3])
    assert table.told(Initiative) == [Initiative(1, "B", ((4, 4), (2, 3)))]
    assert not table.dice.left
    assert table.asks == {"R": "plan", "B": "plan"}


def test_one_square_for_two_figures_of_a_seat() -> None:
    """SLARGEBALL-133: the second line is refused."""
    table = Table()
    table.play("R", "T2 18,12")
    line_results = table.play("R", "T1 18,13")
    assert [line_result.text for line_result in line_results] == ["T1 lines up on 18,13"]
    with pytest.raises(Exception, match="18,12 is already T2's place"):
        table.play("R", "N1 18,12")


def test_nobody_is_asked_with_standard_squares() -> None:
    """SLARGEBALL-33: the option lineup=standard saves the mail; a lying figure's place is not lined up."""
    table = played({"rD": "16,16", "bD": "49,16"})
    assert table.kinds() == ["Finished"]
    assert Table(options={"lineup": "standard"}, rolls=START).asks == {"R": "plan", "B": "plan"}
