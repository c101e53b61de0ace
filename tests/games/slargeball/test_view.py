"""The picture and the unit list."""

import re
from pathlib import Path

from pbem.games.slargeball.state import Coach
from pbem.games.slargeball.view import MID_GAME
from pbem.play.drawing import draw
from tests.games.drawing import board_of, text_board

from .pitch import GAME, Table

RULES = Path(__file__).parents[3] / "docs" / "rules" / "slargeball.md"


def test_the_position_of_the_rules_is_drawn_as_there() -> None:
    """SLARGEBALL-5, SLARGEBALL-6, SLARGEBALL-7: every sign, the header, and the unit list; in help too."""
    shown = re.search(r"a mail looks like this:\n\n```\n(.*?)```", RULES.read_text(), re.DOTALL)
    assert shown is not None
    view = GAME.view(MID_GAME, None)
    assert [*view.header, *text_board(GAME, MID_GAME), *view.lists, "", *view.tables[0]] == shown[
        1
    ].rstrip().split("\n")


TURNED = """\
        6         5         4         3         2         1
    4321098765432109876543210987654321098765432109876543210987654321
 26 ...................|........................|................... 26
 25 ...................|................T.......|................... 25
 24 ...................|.......n....X...........|................... 24
 23 ...................|........R..*............|................... 23
 22 ...................|.............D..........|................... 22
 21 ::::::.............|...........Tt...........|.............:::::: 21
 20 ::::::.............|........d.........N.....|.............:::::: 20
 19 ::::::.............|..........x.............|.............:::::: 19
 18 ##::::.............|.t........=.............|.............::::## 18
 17 ##::::.............|....................r...|.............:g::## 17
 16 ##::::.............|.....c........C.........|.............::::## 16
 15 ##::G:.............|........................|.............::::## 15
 14 ::::::.............|.......=%...............|.............:::::: 14
 13 ::::::........R....|.........d..............|.............:::::: 13
 12 ::::::............n|..t.r.....D.............|.............:::::: 12
 11 ...................|...B..x=................|................... 11
 10 ...................|.............N..........|................... 10
  9 ...................|.....N..................|................... 9
  8 ...................|........................|................... 8
    4321098765432109876543210987654321098765432109876543210987654321"""


def test_the_position_of_the_rules_turned() -> None:
    """SLARGEBALL-10, SLARGEBALL-11: Blue attacks from left to right, north is below; so is 12 o'clock."""
    turned = board_of(GAME, MID_GAME, turned=True)
    assert turned is not None
    assert "\n".join(draw(turned)) == TURNED
    assert turned.legend[-1] == "In the story 12 o'clock stays north: on this board straight down."
    assert [seat for seat in "RB" if GAME.far(MID_GAME, seat)] == ["B"]


def test_empty_rows_at_the_ends_are_not_drawn() -> None:
    """SLARGEBALL-10: the Goal Zones and all in use are drawn, with a row to spare; for a line-up the whole field."""
    for figures, balls, first, last in (
        ({"rD": "10,15"}, ["30,16"], 11, 22),
        ({"rD": "10,5"}, ["30,16"], 4, 22),
        ({"rD": "10,15"}, ["30,31"], 11, 32),
        ({"rD": "10,1"}, ["30,32"], 1, 32),
    ):
        board = text_board(GAME, Table(figures, balls=balls).state)
        assert [int(row.split()[0]) for row in board[2:-1]] == list(range(first, last + 1))
    assert len(text_board(GAME, Table().state, "R")) == 32 + 3


def test_the_list_names_the_figures_that_there_are() -> None:
    """SLARGEBALL-2: a Captain from two squads on, a Coach from three; also for those who have no board drawn."""
    told = [GAME.view(Table(squads=squads).state, None).tables[0] for squads in (1, 3)]  # of a line-up
    first = "D Defensive Grelker, T Tremple, N Nickelback, R Rushing Grelker,"
    assert told == [
        (first, "G Goalie."),
        (first, "G Goalie, C Captain, H Coach; 1T2 is the second Tremple of squad 1."),
    ]


def test_what_hides_what() -> None:
    """A figure that is up, then those who lie, then a ball, then a body."""
    figures = {"rD": "10,1", "rT1": "11,1", "bT1": "11,1", "bN1": "12,1", "bN2": "20,1", "rR": "14,1"}
    down = {"rT1": "", "bT1": "10,1", "bN1": "13,1", "bN2": "13,1"}
    board = text_board(GAME, Table(figures, down=down, balls=["13,1"]).state)
    assert board[2][4:24] == ".........D%x*R.....x"


def test_carriers_and_coaches() -> None:
    """SLARGEBALL-15, SLARGEBALL-94: a Coach on its spot stands in the list only, with what it is about."""
    figures = {"r1T1": "10,1", "b1T1": "12,1", "rH": "20,33", "bH": "30,10", "b1D": "31,10", "r2T1": "40,5"}
    coaches = {"R": Coach(outings=1), "B": Coach(doing="talk", target="b1D", outings=2)}
    state = Table(figures, squads=3, coaches=coaches, balls=["r1T1", "41,5"]).state
    view, board = GAME.view(state, None), text_board(GAME, state)
    assert board[2][13] == "B"
    assert board[11][33:35] == "hd"
    assert "  H    20,33 off  2 of 3 outings left" in view.lists
    assert "  H    30,10      talks to b1D; 1 of 3 outings left" in view.lists
    assert "  1D   31,10      frozen" in view.lists
    assert "  2T1  40,5       at ball2" in view.lists
    assert view.lists[-1] == "Balls: ball1 carried by r1T1; ball2 on the ground at 41,5"


def test_balls_that_do_not_lie_on_the_field() -> None:
    """SLARGEBALL-82: one that has left it is said to be off."""
    view = GAME.view(Table({"r1D": "1,1"}, squads=2, balls=["off", "air"]).state, None)
    assert view.lists[-1] == "Balls: ball1 off the field; ball2 in the air"


def test_who_has_initiative_and_why() -> None:
    """SLARGEBALL-40, SLARGEBALL-41, SLARGEBALL-44: by dice or by custody."""
    rolled = Table({"rD": "1,1"}, dice=(5, 2), balls=["5,5"]).state
    assert GAME.view(rolled, None).header[0].endswith("Red has initiative")
    one = Table({"rD": "1,1"}, balls=["rD"]).state
    assert GAME.view(one, None).header[0].endswith("Red has initiative (carries the ball)")
    most = Table({"r1D": "1,1"}, squads=2, balls=["off", "off"]).state
    assert GAME.view(most, None).header[0].endswith("Red has initiative (carries most balls)")


def test_the_whole_board_is_72_columns_wide() -> None:
    """SLARGEBALL-10: with sixty-six figures too."""
    table = Table(options={"squads": "5", "lineup": "standard"}, rolls=[1, 5, 2])
    view = GAME.view(table.state, None)
    assert max(map(len, text_board(GAME, table.state))) == 71
    assert len(view.lists) == 2 + 66 + 1
