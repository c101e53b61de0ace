"""Chapters: the treadmill, red tiles."""

from typing import Any

import pytest

from pbem.games.toxic_gnome.events import (
    Eliminated,
    RedTileLaid,
    Reshuffled,
    TilesDrawn,
    TreadmillRan,
)
from pbem.games.toxic_gnome.state import Treadmill
from pbem.play.match import LetterRefused, Match
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn, match, told

TILES = ["GNOME", "MAMBO", "MARCH", "SPIRE", "TWERK"]


def before_a_run(**fields: Any) -> Treadmill:
    """Board C with Ben to move, and five tiles in the stock."""
    return drawn(BOARD_C, to_move="2", stock=TILES, **fields)


def run(order: str, *script: str, **fields: Any) -> Match[Treadmill]:
    """Ben ends OIL in the top row, and these tiles come."""
    found = match(before_a_run(**fields), script)
    found.play("2", [f"word oil to b15 {order}".strip()])
    return found


def test_only_a_word_that_ends_in_the_top_row() -> None:
    """TOXIC-GNOME-25: OIL to row 14 or 11 sets off nothing; OIL to row 15 does, once."""
    for end in ("b14", "d11"):
        found = match(before_a_run())
        found.play("2", [f"word oil to {end}"])
        assert found.state.lowest == 4
        assert told(found, TreadmillRan) == []
    assert told(run("", "GNOME", "MARCH", "SPIRE"), TreadmillRan) == [TreadmillRan("2", 4, 6)]


def test_nobody_stands_in_the_top_row_when_a_turn_begins() -> None:
    """TOXIC-GNOME-25: the run has laid rows over the runner before the next turn."""
    found = run("", "GNOME", "MARCH", "SPIRE")
    assert found.state.tokens["2"] == "b15"
    assert found.state.highest == 18


def test_a_run() -> None:
    """TOXIC-GNOME-26: three tiles go, Cat with them, three come in the order drawn, the zone grows by one."""
    found = run("", "SPIRE", "GNOME", "MARCH")
    state = found.state
    assert state.rows[-3:] == ["SPIRE", "GNOME", "MARCH"]
    assert state.discards == ["FJORD", "FLOUR", "QU*CK"]
    assert state.stock == ["MAMBO", "TWERK"]
    assert told(found, Eliminated) == [Eliminated(("3",), 6, 3)]
    assert told(found, TilesDrawn) == [TilesDrawn(16, ("SPIRE", "GNOME", "MARCH"), (), (7, 10))]
    assert (state.danger, state.danger_end) == (4, 10)


def test_each_run_takes_one_row_more_and_all_else_stays() -> None:
    """TOXIC-GNOME-27: as many come as go; the rows that stay, their numbers and the tokens on them are the same."""
    before = before_a_run()
    found = run("", "GNOME", "MARCH", "SPIRE")
    assert len(found.state.rows) == len(before.rows)
    assert found.state.rows[:9] == before.rows[3:]
    assert found.state.tokens == {"1": "e14", "2": "b15"}
    assert found.state.lowest == 7
    first = match(drawn(BOARD_A, stock=["GNOME"], tokens={"1": "d9", "2": "b2", "3": "b2"}), ["GNOME"])
    first.play("1", ["word semic to e12"])
    assert (first.state.lowest, first.state.danger) == (2, 2)


def test_the_zone_never_covers_the_top_row() -> None:
    """TOXIC-GNOME-28, TOXIC-GNOME-35: with all rows but the top one in danger the runner alone stays, and wins."""
    found = match(drawn(BOARD_C, to_move="2", danger=11, stock=TILES))
    found.play("2", ["word oil to b15"])
    assert str(found.state.result) == "2>1>3"
    assert found.state.rows == ["PLANT"]
    assert found.state.stock == TILES
    grown = run("", "GNOME", "MARCH", "SPIRE", danger=3)
    assert grown.state.danger == 4


def test_the_zone_stops_growing() -> None:
    """TOXIC-GNOME-28: one row less than all is the most; nobody falls here, as Ben has not had a turn yet."""
    state = drawn(
        """
   4   G      R      O      U      T
   3!  C      A      O1     S      M
   2!  C      A      T      S2     M
   1!  C      A      T      S      M
        """,
        stock=["GNOME", "MARCH", "SPIRE"],
        grace=True,
        fresh=["2"],
    )
    found = match(state, ["GNOME", "MARCH", "SPIRE"])
    found.play("1", ["word out"])
    assert found.state.rows == ["GROUT", "GNOME", "MARCH", "SPIRE"]
    assert (found.state.danger, found.state.tokens["2"]) == (3, "d4")


def test_the_stock_runs_out() -> None:
    """TOXIC-GNOME-29: the discards, those of this run included, are the new stock; the words used stay used."""
    found = match(
        drawn(BOARD_C, to_move="2", stock=["GNOME"], discards=["SPIRE"]), ["GNOME", "FJORD", "SPIRE"]
    )
    found.play("2", ["word oil to b15"])
    assert told(found, Reshuffled) == [Reshuffled(4)]
    assert (found.state.stock, found.state.discards) == (["FLOUR", "QU*CK"], [])
    assert "OIL" in found.state.used


def test_a_stock_that_is_just_enough_is_not_renewed() -> None:
    """TOXIC-GNOME-29: only when a tile is wanted and there is none."""
    found = match(drawn(BOARD_C, to_move="2", stock=TILES[:1] + TILES[2:4]), ["GNOME", "MARCH", "SPIRE"])
    found.play("2", ["word oil to b15"])
    assert found.state.stock == []
    assert told(found, Reshuffled) == []


def test_they_decide_when_they_have_seen_all_tiles() -> None:
    """TOXIC-GNOME-30: meanwhile the tiles lie in the treadmill; the lowest red one comes first."""
    found = run("", "TWERK", "GNOME", "MAMBO")
    assert found.state.rows[-3:] == ["TWERK", "GNOME", "MAMBO"]
    about: Any = found.asks["2"].about
    assert (about.tile, about.row, about.after) == ("TWERK", 16, ("MAMBO",))
    found.play("2", ["shift left"])
    about = found.asks["2"].about
    assert (about.tile, about.row, about.after) == ("MAMBO", 18, ())
    found.play("2", ["sh right"])
    assert told(found, RedTileLaid) == [
        RedTileLaid("TWERK", 16, "left"),
        RedTileLaid("MAMBO", 18, "right"),
    ]
    assert found.state.shifts() == [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("red", "standing", "expected"),
    [
        ("red left right", "always shift straight", {"TWERK": -1, "MAMBO": 1}),
        ("red left", "always shift right", {"TWERK": -1, "MAMBO": 1}),
        ("red straight right left", "always shift left", {"MAMBO": 1}),
        ("", "always shift left", {"TWERK": -1, "MAMBO": -1}),
        ("", "always shift straight", {}),
    ],
)
def test_the_word_order_comes_before_the_standing_order(
    red: str, standing: str, expected: dict[str, int]
) -> None:
    """TOXIC-GNOME-30: a red tile is laid as the word order says, else as the standing order does; nobody is asked."""
    found = match(before_a_run(), ["TWERK", "GNOME", "MAMBO"])
    found.play("2", [standing, f"word oil to b15 {red}".strip()])
    assert found.state.shifted == {"SLIDE": 1, **expected}
    assert set(found.asks) == {"1"}


def test_red_answers_for_whichever_word_is_formed() -> None:
    """TOXIC-GNOME-30: behind alternatives it belongs to the whole order."""
    found = match(before_a_run(), ["TWERK", "GNOME", "MAMBO"])
    found.play("2", ["word yours highest or oil to b15 red left right"])
    assert found.state.shifted == {"SLIDE": 1, "TWERK": -1, "MAMBO": 1}


def test_one_answer_for_two_red_tiles_of_a_run() -> None:
    """TOXIC-GNOME-30: the first word is for the lowest; nobody is asked again, nor about a third."""
    found = run("", "TWERK", "GNOME", "MAMBO")
    found.play("2", ["shift left right"])
    assert told(found, RedTileLaid) == [
        RedTileLaid("TWERK", 16, "left"),
        RedTileLaid("MAMBO", 18, "right"),
    ]
    assert set(found.asks) == {"1"}


def test_a_standing_order_is_taken_back() -> None:
    """TOXIC-GNOME-30: after `always ask shift` the player is asked again."""
    found = match(before_a_run(), ["TWERK", "GNOME", "SPIRE"])
    found.play("2", ["always shift left", "always ask shift", "word oil to b15"])
    assert found.asks["2"].name == "shift"


def test_red_in_the_order_means_nothing_without_a_red_tile() -> None:
    """TOXIC-GNOME-30: no message, no question."""
    found = run("red left right", "GNOME", "MARCH", "SPIRE")
    assert found.state.shifted == {"SLIDE": 1}
    assert set(found.asks) == {"1"}


def test_more_words_than_tiles() -> None:
    """TOXIC-GNOME-30: one word for each red tile at most."""
    found = run("", "GNOME", "TWERK", "SPIRE")
    with pytest.raises(LetterRefused) as refused:
        found.play("2", ["shift left left"])
    assert str(refused.value) == "Only 1 red tile can be laid: TWERK"
    both = run("", "MAMBO", "TWERK", "SPIRE")
    with pytest.raises(LetterRefused) as refused:
        both.play("2", ["shift left left left"])
    assert str(refused.value) == "Only 2 red tiles can be laid: MAMBO and TWERK"


def test_shift_without_a_red_tile() -> None:
    """TOXIC-GNOME-30: refused, it does not wait for one."""
    with pytest.raises(LetterRefused) as refused:
        match(before_a_run()).play("2", ["shift left"])
    assert str(refused.value) == "There is no red tile to lay"


def test_a_shift_moves_all_above_it() -> None:
    """TOXIC-GNOME-31: tiles laid later stand over the tile below; shifts add up."""
    found = run("red right right", "TWERK", "GNOME", "MAMBO")
    assert found.state.shifts()[-5:] == [1, 1, 2, 2, 3]


def test_a_shift_goes_with_its_tile() -> None:
    """TOXIC-GNOME-31: when SLIDE is discarded it is forgotten how it lay, and it is laid anew when it comes again."""
    found = match(
        drawn(BOARD_C, to_move="2", danger=11, stock=[], discards=[], grace=True, fresh=["1"]),
        ["SLIDE", "QU*CK", "FJORD", "FLOUR", "VODKA", "CLO*D", "HOUSE", "TREAD", "EAT*R", "TOXIC", "GROUP"],
    )
    found.play("2", ["word oil to b15"])
    assert found.state.rows[:2] == ["PLANT", "SLIDE"]
    assert found.state.shifted == {}
    found.play("2", ["shift left"])
    assert found.state.shifted == {"SLIDE": -1}
