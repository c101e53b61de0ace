"""Text boards: what each shape of field looks like."""

from pbem.play.board import Board, Line, Mark, Place, Terrain, turn
from pbem.play.drawing import draw
from pbem.play.grid import Grid

SMALL = Grid(3, 2)
CORNER = Place("a/b", 0, 1, "corner")
HALVES = SMALL.terrain("boxes", lines=(Line(0, "#"), Line(1, "=", "half way", (CORNER,)), Line(2, "~")))
BALL = Mark("o", kind="ball")


def test_boxes_are_drawn_with_names_on_all_sides() -> None:
    board = Board("", SMALL.terrain("boxes"), {"a2": (Mark("X"),), "c1": (Mark("N5"), BALL)})
    assert draw(board) == (
        "      a    b    c",
        "   +----+----+----+",
        " 2 | X  |    |    | 2",
        "   +----+----+----+",
        " 1 |    |    | N5 | 1",
        "   +----+----+----+",
        "      a    b    c",
    )


def test_lines_may_be_drawn_otherwise_and_have_things_on_their_corners() -> None:
    assert draw(Board("", HALVES, {"a/b": (Mark("O"),)}))[1::2] == (
        "   +####+####+####+",
        "   +====O====+====+  half way",
        "   +~~~~+~~~~+~~~~+",
    )


def test_turned_half_round_boxes_have_north_at_the_foot() -> None:
    """Texts stay as they are; a line stays between its rows, a thing on its corner."""
    marks = {"a2": (Mark("X"),), "c1": (Mark("N5"), Mark("o", held=True, count=2)), "a/b": (Mark("O"),)}
    assert draw(turn(Board("", HALVES, marks))) == (
        "      c    b    a",
        "   +~~~~+~~~~+~~~~+",
        " 1 |N5*2|    |    | 1",
        "   +====+====O====+  half way",
        " 2 |    |    | X  | 2",
        "   +####+####+####+",
        "      c    b    a",
    )


def test_rows_may_have_two_digits() -> None:
    picture = draw(Board("", Grid(2, 10).terrain("boxes"), {"b10": (Mark("k"),)}))
    assert picture[2] == "10 |    | k  | 10"
    assert picture[4] == " 9 |    |    | 9"


def test_squares_without_lines_show_what_is_held_and_what_lies_at_somebodys_feet() -> None:
    home = SMALL.place_of("a1", "home", 0, "=A=")
    marks = {
        "a2": (Mark("A1"), Mark("@", held=True)),
        "b2": (Mark("B2"), Mark("@"), Mark("x", state=("covered",))),
    }
    assert draw(Board("", SMALL.terrain("dots", {"a1": home}), marks)) == (
        "     a     b     c",
        " 2   A1@   B2+@  .      2",
        " 1   =A=   .     .      1",
        "     a     b     c",
    )


def test_hexes_show_numbers_figures_and_where_these_look() -> None:
    places = (
        Place("a3", 3, 0, "goal", sign="3"),
        Place("a5", 5, 0, "line", sign="5"),
        Place("b2", 2, 1, "edge"),
        Place("b4", 4, 1, sign="4"),
        Place("b6", 6, 1, sign="6"),
    )
    marks = {"b4": (Mark("A", looks=1), Mark("*", held=True)), "b6": (Mark("m", state=("down",)),)}
    board = Board("", Terrain("hexes", places, ("a", "b")), marks)
    assert draw(board) == ("a     @ 3-5        a", "b     # *A'_m_     b")
    assert draw(turn(board))[0] == "b    _m_,A* #      b"
