"""Chapter: set-up."""

from collections import Counter

import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.events import FirstChosen
from pbem.games.toxic_gnome.state import Treadmill
from pbem.games.toxic_gnome.tiles import DIFFICULT, EASY, RED, tile_set
from pbem.play.dice import ScriptedDice
from pbem.play.game import OptionError
from pbem.play.glossary import find_word
from pbem.play.match import LetterRefused, Match, opening
from pbem.play.record import Tail
from tests.games.toxic_gnome.boards import told

GAME = ToxicGnome()
SIX = ["ALIEN", "MAMBO", "GROUP", "TOXIC", "*RISE", "FJORD"]


def new(players: int, script: list[int | str], **options: str) -> Match[Treadmill]:
    values = GAME.read_options({"tiles": "6", **options}, players)
    seats = GAME.seats(values, players)
    turn = opening(GAME, values, {seat: f"P{seat}" for seat in seats})
    match = Match(GAME, Tail(turn), ScriptedDice(script))
    match.settle()
    return match


def test_the_tiles() -> None:
    """TOXIC-GNOME-1: 48 tiles; the easy game leaves out the difficult ones, the hard game the easy ones, red stay."""
    everything = tile_set("normal")
    assert (len(everything), len(set(everything))) == (48, 48)
    assert set(tile_set("easy")) == set(everything) - set(DIFFICULT.split())
    assert set(tile_set("hard")) == set(everything) - set(EASY.split())
    for difficulty in ("normal", "easy", "hard"):
        assert set(RED) <= set(tile_set(difficulty))
    assert len(tile_set("easy")) == len(tile_set("hard")) == 33


def test_the_letters() -> None:
    """TOXIC-GNOME-1: the letters on all tiles are as often as the rules say, with 14 wild spaces."""
    letters = Counter("".join(tile_set("normal")))
    table = "E23 R20 A19 O16 L13 I13 T13 N12 S11 C9 D8 P8 U8 M7 Y7 K6 B5 H5 Z5 W4 F2 G2 J3 Q2 V3 X2 *14"
    assert letters == {each[0]: int(each[1:]) for each in table.split()}


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five(players: int) -> None:
    """TOXIC-GNOME-1: not for one, not for six."""
    with pytest.raises(OptionError, match=f"Toxic Gnome is for 2, 3, 4 or 5 players, not {players}"):
        GAME.read_options({}, players)


def test_as_many_rows_as_wanted_the_rest_is_the_stock() -> None:
    """TOXIC-GNOME-2: the first tile drawn is row 1; what is not drawn is the stock, which shows no order."""
    match = new(2, [*SIX])
    assert match.state.rows == SIX
    assert match.state.lowest == 1
    assert match.state.stock == sorted(set(tile_set("normal")) - set(SIX))
    easy = GAME.new(GAME.read_options({"difficulty": "easy", "tiles": "20"}, 2), ("1", "2"))
    assert (easy.stock, easy.length) == (tile_set("easy"), 20)


@pytest.mark.parametrize("tiles", ["5", "21", "many"])
def test_six_to_twenty_tiles(tiles: str) -> None:
    """TOXIC-GNOME-2: a treadmill has 6 to 20 rows, 12 unless told otherwise."""
    with pytest.raises(OptionError, match=f"tiles={tiles}: tiles may be 6 to 20"):
        GAME.read_options({"tiles": tiles}, 2)
    assert GAME.read_options({}, 2)["tiles"] == "12"


def test_red_tiles_are_laid_straight_at_first() -> None:
    """TOXIC-GNOME-3: MAMBO is among the first tiles; nobody is asked, no row is out of line."""
    match = new(2, [*SIX])
    assert match.state.shifts() == [0] * 6
    assert {ask.name for ask in match.asks.values()} == {"start"}


def test_tokens_are_placed_at_once_and_in_secret() -> None:
    """TOXIC-GNOME-4: a choice may be changed until the last is in, and shows nowhere before."""
    match = new(3, [*SIX, 2])
    match.play("1", ["start e"])
    match.play("2", ["start b"])
    before = GAME.view(match.state, "3")
    match.play("1", ["start b"])
    assert GAME.view(match.state, "3") == before
    assert match.state.tokens == {}
    match.play("3", ["start a"])
    assert match.state.tokens == {"1": "b1", "2": "b1", "3": "a1"}


def test_always_start() -> None:
    """TOXIC-GNOME-4: a standing order answers for the start."""
    match = new(2, [*SIX, 2])
    assert match.play("1", ["always start d"])[0].status == "noted"
    assert set(match.asks) == {"2"}
    match.play("2", ["start a"])
    assert match.state.tokens == {"1": "d1", "2": "a1"}


def test_who_does_not_choose_starts_in_the_middle() -> None:
    """TOXIC-GNOME-4: the automatic answer is column c."""
    match = new(2, [*SIX, 2])
    match.answer_automatically("1")
    match.answer_automatically("2")
    assert match.state.tokens == {"1": "c1", "2": "c1"}


@pytest.mark.parametrize("line", ["start f", "start", "start a1", "start a b", "always start z"])
def test_a_column_of_the_bottom_tile(line: str) -> None:
    """TOXIC-GNOME-4: anything but a to e is refused."""
    with pytest.raises(LetterRefused, match=r"^Choose a column a to e of the bottom tile$"):
        new(2, [*SIX]).play("1", [line])


def test_tokens_are_placed_once() -> None:
    """TOXIC-GNOME-4: a start after the start is refused."""
    match = new(2, [*SIX, 1])
    match.play("1", ["start a"])
    match.play("2", ["start a"])
    with pytest.raises(LetterRefused, match=r"^Tokens are placed once, before the first turn$"):
        match.play("1", ["start b"])


def test_a_die_says_who_begins_then_seat_order() -> None:
    """TOXIC-GNOME-5: a die with as many faces as players; after the last seat the first is next."""
    match = new(3, [*SIX, 2])
    for seat in "123":
        match.play(seat, ["start c"])
    assert told(match, FirstChosen) == [FirstChosen("2", 2, 3)]
    assert match.state.first == "2"
    order, rounds = [], []
    for _ in range(4):
        (seat,) = match.asks
        order.append(seat)
        rounds.append(match.state.round)
        match.play(seat, ["step left" if len(order) < 4 else "step right"])
    assert order == ["2", "3", "1", "2"]
    assert rounds == [1, 1, 1, 2]  # TOXIC-GNOME-37: counted from whoever began


def test_who_resigned_during_the_set_up_has_no_face_on_the_die() -> None:
    """TOXIC-GNOME-5: the die has as many faces as there are players left."""
    match = new(3, [*SIX, 2])
    match.leave("1")
    match.play("2", ["start c"])
    match.play("3", ["start d"])
    assert told(match, FirstChosen) == [FirstChosen("3", 2, 2)]
    assert [row.sides for row in match.loaded.rows + match.rows if row.name == "who begins"] == [2]
    assert match.state.tokens == {"2": "c1", "3": "d1"}


def test_the_danger_zone_is_where_everybody_starts() -> None:
    """TOXIC-GNOME-6: one row, the lowest."""
    state = new(2, [*SIX]).state
    assert (state.danger, state.danger_end, state.lowest) == (1, 1, 1)


@pytest.mark.parametrize("word", ["wild space", "wild spaces"])
def test_help_on_a_wild_space_is_that_on_wild(word: str) -> None:
    assert find_word(GAME.entries, word) == "wild space"
    assert GAME.entries["wild space"] == GAME.entries["wild"]
