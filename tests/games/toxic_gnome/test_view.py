"""Chapter: the board and its words."""

from typing import Any

import msgspec
import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.state import Formed, Memory, Treadmill
from pbem.games.toxic_gnome.view import describe
from pbem.play.conformance import BOARD_WIDTH
from pbem.play.game import masked
from tests.games.drawing import board_of, text_board
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn

GAME = ToxicGnome()


def lines(state: Treadmill, seat: str | None = None) -> list[str]:
    """The lists, and below them the table of tiles."""
    shown = GAME.view(masked(state, seat), seat)
    return [*shown.lists, *(line for table in shown.tables for line in table)]


def with_stock(picture: str, count: int, **fields: Any) -> Treadmill:
    return drawn(picture, stock=["GNOME"] * count, **fields)


@pytest.mark.parametrize("picture", [BOARD_A, BOARD_C])
def test_the_boards_of_the_rules(picture: str) -> None:
    """TOXIC-GNOME-40: rows by number with what stands on them, shifted tiles where they stand, the danger zone."""
    assert list(text_board(GAME, drawn(picture))) == picture.strip("\n").split("\n")


def test_the_lists_of_board_a() -> None:
    """TOXIC-GNOME-40: tokens, danger zone, stock, count and words, as in the rules."""
    assert lines(with_stock(BOARD_A, 36)) == [
        "1 Ann  on d1, T   row 1 of 1-12   in danger   to move",
        "2 Ben  on d1, T   row 1 of 1-12   in danger",
        "3 Cat  on b1, R   row 1 of 1-12   in danger",
        "Danger zone: row 1. Tiles in the stock: 36. Turns without a run: 0.",
        "Words used so far: none.",
        "Rows from the top: 12 TOXIC, 11 EAT*R, 10 TREAD, 9 HOUSE, 8 CLO*D, 7 VODKA, "
        "6 FLOUR, 5 FJORD, 4 QU*CK, 3 P*INT, 2 L*NER, 1 IRATE.",
    ]
    assert board_of(GAME, drawn(BOARD_A)).legend == (
        "T12: players 1 and 2 stand on that T     * wild space     ! danger zone",
    )


def test_the_lists_of_board_c() -> None:
    """TOXIC-GNOME-31, TOXIC-GNOME-40: how the tiles stand against one another is said in words."""
    state = with_stock(BOARD_C, 33, to_move="2", idle=4)
    assert lines(state)[:5] == [
        "1 Ann  on e14, E   row 14 of 4-15",
        "2 Ben  on c13, O   row 13 of 4-15   to move",
        "3 Cat  on b6, L    row 6 of 4-15   in danger",
        "Tiles 14-15 stand 1 to the right of tiles 4-13: a14 is straight above b13.",
        "Danger zone: rows 4 to 6. Tiles in the stock: 33. Turns without a run: 4.",
    ]


def test_tiles_to_the_left() -> None:
    """TOXIC-GNOME-31: a single row, and to the other side."""
    state = drawn("""
             a      b      c      d      e
  4          G      R      O      U      P
  3   S      L      I      D      E2       red
  2          M      A      R      C      H1
  1!         P      L      A      N      T
    """)
    assert lines(state)[2:4] == [
        "Tile 3 stands 1 to the left of tiles 1-2: b3 is straight above a2.",
        "Tile 4 stands 1 to the right of tile 3: a4 is straight above b3.",
    ]
    assert state.shifts() == [0, 0, -1, 0]


def test_words_used_are_told_with_who_formed_them() -> None:
    """TOXIC-GNOME-40: player by player, in the order in which they came."""
    used = {"TAFFY": Formed("1"), "ETA": Formed("3"), "YOUR": Formed("1")}
    assert lines(with_stock(BOARD_A, 1, used=used))[4] == "Words used so far (3): Ann TAFFY, YOUR; Cat ETA."


def test_who_is_out() -> None:
    """TOXIC-GNOME-34, TOXIC-GNOME-38: with their place, as it will be."""
    state = with_stock(BOARD_C, 1, out=[["3"]], left=["1"], to_move="2")
    assert lines(state)[:3] == [
        "1 Ann  out, second",
        "2 Ben  on c13, O   row 13 of 4-15   to move",
        "3 Cat  out, third",
    ]
    shared = drawn(BOARD_C, out=[["1", "3"]], to_move="2")
    assert lines(shared)[0] == "1 Ann  out, second"
    assert lines(shared)[2] == "3 Cat  out, second"


def test_rows_spelled_out_for_whom_wants_it() -> None:
    """TOXIC-GNOME-40: every space in words, below the boards of whoever asked for it and of nobody else."""
    state = drawn(BOARD_C, private={"1": Memory(rows=True)})
    assert lines(state, "1")[-12:] == [
        "row 15, 1 right: a P, b L, c A, d N, e T",
        "row 14, 1 right, red: a S, b L, c I, d D, e E",
        "row 13: a G, b R, c O, d U, e P",
        "row 12: a T, b O, c X, d I, e C",
        "row 11: a E, b A, c T, d wild, e R",
        "row 10: a T, b R, c E, d A, e D",
        "row 9: a H, b O, c U, d S, e E",
        "row 8: a C, b L, c O, d wild, e D",
        "row 7: a V, b O, c D, d K, e A",
        "row 6, danger zone: a F, b L, c O, d U, e R",
        "row 5, danger zone: a F, b J, c O, d R, e D",
        "row 4, danger zone: a Q, b U, c wild, d C, e K",
    ]
    assert lines(state, "2")[-1].startswith("Rows from the top: 15 PLANT, 14 SLIDE")


def test_the_order_of_the_stock_is_not_in_the_state() -> None:
    """TOXIC-GNOME-2, TOXIC-GNOME-40: the stock and the discards are sorted; the board tells only how many are left."""
    game = ToxicGnome()
    state = game.new(game.read_options({}, 2), ("1", "2"))
    assert state.stock == sorted(state.stock)
    some = with_stock(BOARD_C, 3)
    other = msgspec.structs.replace(some, stock=["IRATE", "MARCH", "SPIRE"])
    assert describe(some, "1") == describe(other, "1")


def test_before_the_tiles_are_laid() -> None:
    """TOXIC-GNOME-2: there is nothing to draw yet."""
    game = ToxicGnome()
    state = game.new(game.read_options({}, 2), ("1", "2"))
    assert game.board(state, None) is None


def test_a_token_on_a_wild_space() -> None:
    """TOXIC-GNOME-12: said in the list and in the legend."""
    state = drawn(BOARD_A, tokens={"1": "c4"})
    assert "1 Ann  on c4, wild   row 4 of 1-12   to move" in lines(state)
    assert board_of(GAME, state).legend[0].startswith("*1: player 1 stands on that wild space")


def test_the_widest_board() -> None:
    """TOXIC-GNOME-32: three red tiles to one side, all tokens on one space."""
    rows = ["ALIEN", "GROUP", "GNOME", "MAMBO", "SLIDE", "TWERK"]
    state = Treadmill(
        seats=list("12345"),
        names={seat: f"P{seat}" for seat in "12345"},
        rows=rows,
        lowest=150,
        shifted={"MAMBO": 1, "SLIDE": 1, "TWERK": 1},
        tokens=dict.fromkeys("12345", "e155"),
    )
    board = text_board(GAME, state)
    assert max(map(len, board)) <= BOARD_WIDTH
    assert board[1] == "155                        T      W      E      R      K12345   red"
