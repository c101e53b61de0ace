"""Hints: how far the best word leads, never which it is."""

import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.events import BestWord
from pbem.games.toxic_gnome.finder import Finder
from pbem.games.toxic_gnome.state import Formed, Treadmill, row_of
from pbem.mail.prose import Templates
from pbem.play.game import masked
from pbem.play.orders import Refused
from pbem.play.requests import Pick

from .boards import BOARD_A, BOARD_C, drawn, match

GAME = ToxicGnome()


def best_of_all(state: Treadmill, square: str) -> int:
    """The highest end of all words that the finder of the bots meets."""
    words = Finder(state, square).all(Pick(lambda number: number - 1), 10**6)
    return max((row_of(ends[-1]) for _, ends in words), default=0)


@pytest.mark.parametrize("square", ["a1", "d1", "b5", "e9", "c10", "a12"])
def test_the_best_word_is_found(square: str) -> None:
    """TOXIC-GNOME-20: the highest row that any word of the list, traced from here, ends on; used words do not count."""
    state = drawn(BOARD_A)
    assert Finder(state, square).highest_row() == best_of_all(state, square)
    words = [word for word, _ in Finder(state, square).all(Pick(lambda number: number - 1), 10**6)]
    state.used = {word: Formed("1", 1) for word in words}
    assert Finder(state, square).highest_row() == 0


def test_a_hint_tells_rows_and_no_word() -> None:
    """TOXIC-GNOME-20: nothing but a number; for a word, not for the start or a red tile."""
    played = match(drawn(BOARD_A))
    hint = GAME.hint(masked(played.state, "1"), played.asks["1"])
    assert isinstance(hint, BestWord)
    assert hint.rise == best_of_all(played.state, "d1") - 1
    shift = match(drawn(BOARD_C, to_move="2", stock=["MAMBO", "MARCH", "TWERK"]), ["MAMBO", "MARCH", "TWERK"])
    shift.play("2", ["word oil to b15"])
    assert GAME.hint(shift.state, shift.asks["2"]) is None


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        (BestWord(None), "Hint: no word can be formed from here."),
        (BestWord(5), "Hint: the best word from here climbs 5 rows."),
        (BestWord(1, top=True), "Hint: the best word from here climbs 1 row, to the top."),
        (BestWord(0), "Hint: no word leads up from here; the best one ends on the same row."),
        (BestWord(-2), "Hint: every word from here leads down."),
    ],
)
def test_how_hints_are_told(hint: BestWord, told: str) -> None:
    """In a sentence."""
    assert Templates().event("toxic-gnome", hint, {}) == told


def test_where_a_token_can_step() -> None:
    """TOXIC-GNOME-22: no word is told of."""
    state = drawn(BOARD_A)
    assert GAME.reach(state, "1", "1") == ["Token 1 on d1 may step to c1 or e1; words lead further."]
    with pytest.raises(Refused, match="There is no token 7; in play are 1 2"):
        GAME.reach(state, "1", "7")


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("word taffy to c1", "word TAFFY to"),
        ("word taffy", "word TAFFY to"),
        ("word toffees", ""),
        ("step rigth", "step right"),
        ("trace the letters", "step"),
    ],
)
def test_no_other_word_is_proposed(line: str, proposed: str) -> None:
    """TOXIC-GNOME-20: a refused word comes back with an end that it may have, or not at all."""
    played = match(drawn(BOARD_A))
    near = GAME.near(masked(played.state, "1"), played.asks["1"], line)
    assert near is not None
    assert near.startswith(proposed) if proposed else near == ""
