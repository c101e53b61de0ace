"""Chapter: end and ranking."""

from typing import Any

import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.events import Eliminated, GnomeImpatient, MatchWon, RedTileLaid, TreadmillRan
from pbem.games.toxic_gnome.state import Memory, Treadmill
from pbem.play.game import masked
from pbem.play.match import LetterRefused, Match
from pbem.play.record import Result
from tests.games.drawing import text_board
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn, match, told

GAME = ToxicGnome()


def run(tokens: dict[str, str], **fields: Any) -> Match[Treadmill]:
    """Ben sets the treadmill of board C running; rows 4 to 6 go."""
    state = drawn(BOARD_C, to_move="2", **{"stock": ["GNOME", "MARCH", "SPIRE"], **fields})
    state.tokens = {"2": "c13", **tokens}
    state.seats = sorted(state.tokens)
    state.names = {seat: f"P{seat}" for seat in state.seats}
    found = match(state, ["GNOME", "MARCH", "SPIRE"])
    found.play("2", ["word oil to b15"])
    return found


def test_the_last_on_the_treadmill_wins_at_once() -> None:
    """TOXIC-GNOME-33: no tile is drawn anymore, nothing is asked."""
    found = run({"1": "a4", "3": "b5"})
    assert found.state.result == Result((("2",), ("3",), ("1",)), "the last on the treadmill")
    assert told(found, MatchWon) == [MatchWon(("2",))]
    assert found.state.stock == ["GNOME", "MARCH", "SPIRE"]
    assert found.asks == {}
    view = GAME.view(found.state, None)
    assert not [line for line in text_board(GAME, found.state) if "!" in line or "danger" in line]
    assert "Danger zone: none. Tiles in the stock: 3. Turns without a run: 0." in view.lists


def test_ranking_within_a_run_and_between_runs() -> None:
    """TOXIC-GNOME-34: later is better, then the higher row; in one row they share the place."""
    found = run({"1": "a4", "3": "b6", "4": "e6", "5": "e6"}, out=[])
    assert told(found, Eliminated) == [Eliminated(("1",), 4, 5), Eliminated(("3", "4", "5"), 6, 2)]
    assert str(found.state.result) == "2>3=4=5>1"
    later = run({"1": "a4", "3": "b6", "4": "e13"})
    assert later.state.out == [["1"], ["3"]]
    later.leave("4")
    assert str(later.state.result) == "2>4>3>1"


def test_the_runner_is_safe() -> None:
    """TOXIC-GNOME-35: they stand in the top row, which is never discarded."""
    found = run({"1": "a4", "3": "e14"}, danger=11)
    assert str(found.state.result) == "2>3>1"
    assert found.state.tokens == {"2": "b15"}


@pytest.mark.parametrize(
    ("gnome", "idle", "runs"), [(10, 29, 1), (10, 28, 0), (6, 17, 1), (6, 16, 0), (0, 99, 0)]
)
def test_the_gnome_grows_impatient(gnome: int, idle: int, runs: int) -> None:
    """TOXIC-GNOME-36: when the count has reached so many rounds of those left, at the end of a turn without a run."""
    state = drawn(BOARD_C, gnome=gnome, idle=idle, stock=["GNOME", "MARCH", "SPIRE"])
    found = match(state, ["GNOME", "MARCH", "SPIRE"] * runs)
    found.play("1", ["step left"])
    assert told(found, GnomeImpatient) == [GnomeImpatient(idle + 1)] * runs
    assert told(found, TreadmillRan) == [TreadmillRan("", 4, 6)] * runs
    assert found.state.idle == (0 if runs else idle + 1)
    assert found.state.danger == 3 + runs
    assert set(found.asks) == {"2"}


@pytest.mark.parametrize(("line", "runs"), [("word oil to b14", 1), ("word oil to b15", 0)])
def test_patience_is_lost_after_a_word_too(line: str, runs: int) -> None:
    """TOXIC-GNOME-36: the turn that ends below the top may be one of a word; a run of its own begins the count anew."""
    state = drawn(BOARD_C, to_move="2", idle=29, stock=["GNOME", "MARCH", "SPIRE"])
    found = match(state, ["GNOME", "MARCH", "SPIRE"])
    found.play("2", [line])
    assert told(found, GnomeImpatient) == [GnomeImpatient(30)] * runs
    assert len(told(found, TreadmillRan)) == 1
    assert found.state.idle == 0


@pytest.mark.parametrize(("value", "rounds"), [("10", 10), ("6", 6), ("off", 0)])
def test_the_option_gnome(value: str, rounds: int) -> None:
    """TOXIC-GNOME-36: 10 rounds, 6, or never."""
    assert GAME.new(GAME.read_options({"gnome": value}, 2), ("1", "2")).gnome == rounds
    assert GAME.read_options({}, 2)["gnome"] == "10"


def test_the_count_is_of_players_left() -> None:
    """TOXIC-GNOME-36: with one of three out, 20 turns are enough."""
    state = drawn(BOARD_C, idle=19, out=[["3"]], stock=["GNOME", "MARCH", "SPIRE"])
    del state.tokens["3"]
    found = match(state, ["GNOME", "MARCH", "SPIRE"])
    found.play("1", ["step left"])
    assert told(found, TreadmillRan) == [TreadmillRan("", 4, 6)]


def test_the_gnome_asks_nobody_about_red_tiles() -> None:
    """TOXIC-GNOME-36: they are laid straight, whatever the standing order of whoever moved last says."""
    state = drawn(BOARD_C, idle=29, stock=["MAMBO", "MARCH", "TWERK"], private={"1": Memory(shift="left")})
    found = match(state, ["MAMBO", "TWERK", "MARCH"])
    found.play("1", ["step left"])
    assert told(found, RedTileLaid) == [
        RedTileLaid("MAMBO", 16, "straight"),
        RedTileLaid("TWERK", 17, "straight"),
    ]
    assert found.state.shifted == {"SLIDE": 1}
    assert set(found.asks) == {"2"}


def test_the_gnome_takes_all() -> None:
    """TOXIC-GNOME-36: the game is over; who stood highest wins, together if there are several."""
    state = drawn(BOARD_C, idle=29, tokens={"1": "a6", "2": "e6", "3": "b4"})
    found = match(state)
    found.play("1", ["step right"])
    assert found.state.result == Result((("1", "2"), ("3",)), "nobody is left")
    assert told(found, MatchWon) == [MatchWon(("1", "2"))]


def test_the_gnome_takes_all_from_one_row() -> None:
    """TOXIC-GNOME-36: all of them share the first place."""
    found = match(drawn(BOARD_C, idle=29, tokens={"1": "a6", "2": "e6", "3": "b6"}))
    found.play("1", ["step right"])
    assert found.state.result == Result((("1", "2", "3"),), "nobody is left")
    assert told(found, Eliminated) == [Eliminated(("1", "2", "3"), 6, 1)]
    assert told(found, MatchWon) == [MatchWon(("1", "2", "3"))]
    assert found.asks == {}


def test_who_has_fallen_has_no_lines_any_more() -> None:
    """TOXIC-GNOME-33: they are told how it ends; a standing order from them is refused, too."""
    state = drawn(BOARD_C, out=[["3"]])
    del state.tokens["3"]
    assert GAME.still_in(state) == ["1", "2"]
    for line in ("word oil", "step left", "shift left", "always shift left", "never list rows"):
        with pytest.raises(LetterRefused, match=r"^You are out of this match; you will be told how it ends$"):
            match(state).play("3", [line])
    state.left = ["1"]
    assert GAME.still_in(state) == ["2"]


def test_after_a_run_the_next_in_seat_order() -> None:
    """TOXIC-GNOME-37: the one after whoever moved, past those eliminated, round the table."""
    assert set(run({"1": "e14", "3": "b6", "4": "c12"}).asks) == {"4"}
    assert set(run({"1": "e14", "3": "b6"}).asks) == {"1"}


def test_rounds() -> None:
    """TOXIC-GNOME-37: a round ends when play comes back to whoever began, or to their place if they are out."""
    state = drawn(BOARD_A, first="2", to_move="2")
    found = match(state)
    rounds = []
    for seat, line in [("2", "step left"), ("3", "step left"), ("1", "step left"), ("2", "step left")]:
        found.play(seat, [line])
        rounds.append(found.state.round)
    assert rounds == [1, 1, 2, 2]
    found.leave("2")
    found.play("3", ["step right"])
    found.play("1", ["step left"])
    assert found.state.round == 3


def test_who_resigns_is_eliminated_at_that_moment() -> None:
    """TOXIC-GNOME-38: their token is off the board though another's turn is open; they rank below all still in."""
    found = match(drawn(BOARD_C, to_move="2"))
    found.leave("1")
    board = "\n".join(text_board(GAME, masked(found.state, None)))
    assert "E1" not in board
    assert "O2" in board
    found.leave("3")
    assert found.state.result == Result((("2",), ("3",), ("1",)), "resigned")


def test_who_is_out_may_resign_without_effect() -> None:
    """TOXIC-GNOME-38: their place is that of their elimination."""
    state = drawn(BOARD_C, to_move="2", out=[["3"]])
    del state.tokens["3"]
    found = match(state)
    found.leave("3")
    assert found.state.result is None
    found.leave("1")
    assert str(found.state.result) == "2>1>3"


@pytest.mark.parametrize("grace", [True, False])
def test_grace(grace: bool) -> None:
    """TOXIC-GNOME-39: who has had no turn is put on the lowest row that stays, same column; without grace they fall."""
    found = run({"1": "e14", "3": "d5"}, grace=grace, fresh=["3"])
    assert found.state.tokens.get("3") == ("d7" if grace else None)
    assert found.state.out == ([] if grace else [["3"]])
    (event,) = told(found, TreadmillRan)
    assert event.saved == ((("3", "d7"),) if grace else ())


def test_grace_is_for_the_first_turn_only() -> None:
    """TOXIC-GNOME-39: once they have had a turn they fall like anybody else; off unless told otherwise."""
    state = drawn(BOARD_C, grace=True, fresh=["1", "3"], stock=["GNOME", "MARCH", "SPIRE"], idle=5)
    state.tokens["1"] = "b5"
    found = match(state, ["GNOME", "MARCH", "SPIRE"])
    found.play("1", ["step left"])
    assert found.state.fresh == ["3"]
    found.play("2", ["word oil to b15"])
    assert found.state.tokens == {"2": "b15", "3": "b7"}
    fresh = GAME.new(GAME.read_options({}, 2), ("1", "2"))
    assert (fresh.grace, fresh.fresh) == (False, ["1", "2"])
    assert GAME.new(GAME.read_options({"grace": "on"}, 2), ("1", "2")).grace


def test_the_turn_of_whoever_resigns_goes_to_the_next() -> None:
    """TOXIC-GNOME-41: there is no step, and no turn is counted."""
    found = match(drawn(BOARD_C, to_move="2", idle=7))
    found.leave("2")
    assert set(found.asks) == {"3"}
    assert (found.state.idle, found.events) == (7, [])
    assert found.state.tokens == {"1": "e14", "3": "b6"}


def test_who_resigns_before_a_red_tile_is_laid() -> None:
    """TOXIC-GNOME-41: the red tiles left are laid straight, and the next player goes on."""
    state = drawn(BOARD_C, to_move="2", stock=["MAMBO", "MARCH", "TWERK"])
    state.tokens["3"] = "a12"
    found = match(state, ["MAMBO", "TWERK", "MARCH"])
    found.play("2", ["word oil to b15 red left"])
    found.leave("2")
    assert found.state.shifted == {"SLIDE": 1, "MAMBO": -1}
    assert set(found.asks) == {"3"}
    assert "2" not in found.state.tokens


def test_a_draw_is_shared_by_those_still_in() -> None:
    """TOXIC-GNOME-41: whoever is out keeps their place."""
    state = drawn(BOARD_C, out=[["3"]])
    del state.tokens["3"]
    assert GAME.agreed(state) == Result((("1", "2"), ("3",)), "draw agreed")
