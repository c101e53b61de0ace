"""Chapter: words."""

import msgspec
import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.events import Stepped, WordFormed
from pbem.games.toxic_gnome.state import Formed, Treadmill
from pbem.play.match import LetterRefused
from pbem.play.orders import Ambiguous, Refused
from pbem.play.requests import seeded
from tests.games.toxic_gnome.boards import BOARD_A, check, drawn, match, told

A = drawn(BOARD_A)


def standing(square: str, **fields: object) -> Treadmill:
    """Board A with player 1 on this square."""
    return msgspec.structs.replace(A, tokens={**A.tokens, "1": square}, **fields)


def refusal(state: Treadmill, seat: str, line: str) -> str:
    with pytest.raises(Refused) as refused:
        check(state, seat, line)
    return str(refused.value)


@pytest.mark.parametrize(
    ("square", "line", "text"),
    [
        ("d1", "word tuzzy", "TUZZY is not in the word list"),
        ("d1", "word at", "AT is too short: at least 3 letters"),
        ("c4", "word your to e6", "YOUR was formed by Ben in round 2"),
        ("d1", "word yours", "You stand on T (d1): your word must begin with T"),
        ("d1", "word toast", "TOAST cannot be traced from d1: no way on after T"),
        ("a10", "word terror", "TERROR cannot be traced from a10: no way on after TER"),
        (
            "c4",
            "word yours",
            "YOURS may end on b2, b3, c4: write for example: word YOURS to c4",
        ),
        ("c4", "word yours to c5", "YOURS cannot end on c5. It may end on b2, b3, c4"),
        ("c4", "word yours to a99", "YOURS cannot end on a99. It may end on b2, b3, c4"),
        ("d1", "word taffy to f9", "TAFFY cannot end on f9. It may end on b2, c4"),
        ("c4", "word yours to top", "YOURS cannot end on top. It may end on b2, b3, c4"),
    ],
)
def test_refusals(square: str, line: str, text: str) -> None:
    """TOXIC-GNOME-10, TOXIC-GNOME-11, TOXIC-GNOME-16 to TOXIC-GNOME-20: each with its reason, to the letter."""
    state = standing(square, used={"YOUR": Formed("2", 2)})
    assert refusal(state, "1", line) == text


def test_several_ends_are_listed_and_may_be_chosen_from() -> None:
    """TOXIC-GNOME-19: the lowest row first, then by column; the choices are lines that would do."""
    with pytest.raises(Ambiguous) as ambiguous:
        check(standing("c4"), "1", "word your")
    assert str(ambiguous.value) == ("YOUR may end on b1, b3, c4, d5, e6: write for example: word YOUR to e6")
    assert ambiguous.value.choices[:2] == ("word YOUR to b1", "word YOUR to b3")
    assert len(ambiguous.value.choices) == 5
    assert (
        refusal(standing("c4"), "1", "word your to c5")
        == "YOUR cannot end on c5. It may end on b1, b3, c4, d5, e6"
    )


@pytest.mark.parametrize(
    ("square", "line", "full"),
    [
        ("d1", "word tread", "word TREAD to b2"),
        ("c4", "w your to E6", "word YOUR to e6"),
        ("c4", "w your highest", "word YOUR to e6"),
        ("a10", "word treat highest red left", "word TREAT to a12 red left"),
        ("c4", "word your or yours or your highest", "word YOUR to e6"),
        ("c4", "word qqq or you to d6 or your highest", "word YOU to d6"),
    ],
)
def test_the_order_in_full(square: str, line: str, full: str) -> None:
    """TOXIC-GNOME-19: the one end, the end named, or the highest; of alternatives the first that is legal."""
    assert check(standing(square), "1", line) == full


def test_highest_is_the_leftmost_of_the_highest_row() -> None:
    """TOXIC-GNOME-19: THE from a space between two spaces E of one row goes to the left one."""
    state = drawn("""
   3   N      N      N      N      N
   2   N      E      H      E      N
   1!  N      N      T1     N      N2
    """)
    with pytest.raises(Ambiguous, match="THE may end on b2, d2"):
        check(state, "1", "word the")
    assert check(state, "1", "word the highest") == "word THE to b2"


def test_the_reasons_of_all_alternatives() -> None:
    """TOXIC-GNOME-19: if none is legal, the refusal names the reason of each."""
    assert refusal(standing("d1"), "1", "word turn or tuzzy or taffy") == (
        "TURN cannot be traced from d1: no way on after T / TUZZY is not in the word list / "
        "TAFFY may end on b2, c4: write for example: word TAFFY to c4"
    )


def test_the_first_letter_is_that_of_the_space() -> None:
    """TOXIC-GNOME-11: Cat stands on an R; a word with another first letter is refused wherever it could go."""
    assert refusal(A, "3", "word treat") == "You stand on R (b1): your word must begin with R"
    assert check(A, "3", "word rat to d1") == "word RAT to d1"


@pytest.mark.parametrize("line", ["word YOUR to e6", "word FOUR to e6", "word JOTS to b3"])
def test_a_wild_resting_place_begins_any_word(line: str) -> None:
    """TOXIC-GNOME-12: whatever letter it stood for on the way there: Y, F or J on c4."""
    assert check(standing("c4"), "1", line) == line


def test_tokens_do_not_hinder_one_another() -> None:
    """TOXIC-GNOME-14: TREAD passes over and ends on spaces where others stand."""
    crowded = msgspec.structs.replace(A, tokens={"1": "d1", "2": "d2", "3": "b2"})
    assert check(crowded, "1", "word tread") == "word TREAD to b2"


@pytest.mark.parametrize(
    ("square", "line", "end"),
    [("a12", "word tea", "b11"), ("d1", "word tea", "c1"), ("c11", "word tea to d11", "d11")],
)
def test_only_the_end_matters(square: str, line: str, end: str) -> None:
    """TOXIC-GNOME-15: down from the top row, along the danger zone, or level, as the path leads."""
    found = match(standing(square))
    found.play("1", [line])
    assert found.state.tokens["1"] == end


@pytest.mark.parametrize(("word", "allowed"), [("ann", 0), ("nato", 0), ("toads", 1), ("taken", 1)])
def test_the_word_list_decides(word: str, allowed: int) -> None:
    """TOXIC-GNOME-16: names and abbreviations are not in the list, plurals and verb forms are words of their own."""
    text = refusal(standing("d1"), "1", f"word {word}")
    assert (text != f"{word.upper()} is not in the word list") == allowed


def test_capital_and_small_letters_are_the_same() -> None:
    """TOXIC-GNOME-16: and there are no other signs."""
    assert check(standing("d1"), "1", "WORD tReAd") == "word TREAD to b2"
    with pytest.raises(LetterRefused, match='"t-read" is not a word: words have the letters A to Z only'):
        match(A).play("1", ["word t-read"])


def test_two_letters_with_the_option() -> None:
    """TOXIC-GNOME-17: with `minlen` 2 AT is a word, A is still too short."""
    state = standing("c1", shortest=2)
    assert check(state, "1", "word at to d1") == "word AT to d1"
    assert refusal(state, "1", "word a") == "A is too short: at least 2 letters"
    game = ToxicGnome()
    assert game.new(game.read_options({"minlen": "2"}, 2), ("1", "2")).shortest == 2


def test_a_larger_list_with_the_option() -> None:
    """TOXIC-GNOME-16: TAIN is in the large list only; the option says which is played with."""
    assert refusal(standing("d1"), "1", "word tain to c2") == "TAIN is not in the word list"
    assert check(standing("d1", words="large"), "1", "word tain to c2") == "word TAIN to c2"
    game = ToxicGnome()
    assert game.new(game.read_options({"words": "large"}, 2), ("1", "2")).words == "large"


def test_a_word_is_formed_once_in_a_game() -> None:
    """TOXIC-GNOME-18: by nobody again, also if who formed it is out; a refused word is not used up."""
    state = msgspec.structs.replace(A, tokens={"1": "c4", "2": "c4", "3": "b1"})
    found = match(state)
    with pytest.raises(LetterRefused):
        found.play("1", ["word your to a1"])
    found = match(state)
    found.play("1", ["word your to c4"])
    assert found.state.used == {"YOUR": Formed("1", 1)}
    found.leave("1")
    with pytest.raises(LetterRefused, match="YOUR was formed by Ann in round 1"):
        found.play("2", ["word your to e6"])


def test_a_refusal_names_the_round_in_which_a_word_was_formed() -> None:
    """TOXIC-GNOME-18: not that of the refusal, and not the first."""
    found = match(msgspec.structs.replace(A, tokens={"1": "d1", "2": "c4", "3": "b1"}))
    for seat in "123":
        found.play(seat, ["step left"])
    found.play("1", ["step right"])
    found.play("2", ["step right"])
    found.play("3", ["step right"])
    assert found.state.round == 3
    found.play("1", ["word taffy to c4"])
    found.play("2", ["word your to e6"])
    found.play("3", ["step left"])
    assert (found.state.used["YOUR"], found.state.round) == (Formed("2", 3), 4)
    with pytest.raises(LetterRefused, match=r"^YOUR was formed by Ben in round 3$"):
        found.play("1", ["word your to e6"])


def test_a_wrong_word_costs_nothing() -> None:
    """TOXIC-GNOME-20: the same player is asked again, no turn is counted, nothing is told."""
    state = standing("d1")
    with pytest.raises(LetterRefused):
        match(state).play("1", ["word turn"])
    again = match(state)
    assert {seat: ask.name for seat, ask in again.asks.items()} == {"1": "turn"}
    assert (again.state.idle, again.state.used, again.events) == (0, {}, [])


def test_the_example_of_the_sheet() -> None:
    """TOXIC-GNOME-21: TAFFY, YOUR, RAZORS, SEMIC from a T in the bottom row of board A to the top row."""
    found = match(A, ["GNOME"])
    found.play("1", ["word taffy to c4", "word your to e6", "word razors", "word semic to e12"])
    for _ in range(3):
        found.play("2", ["step left" if found.state.tokens["2"] == "d1" else "step right"])
        found.play("3", ["step left" if found.state.tokens["3"] == "b1" else "step right"])
    assert [event.word for event in told(found, WordFormed)] == ["TAFFY", "YOUR", "RAZORS", "SEMIC"]
    assert len(told(found, Stepped)) == 6
    assert found.state.tokens == {"1": "e12"}


def test_no_passing() -> None:
    """TOXIC-GNOME-9: a turn is a word or a step, and nothing else."""
    for line in ("pass", "done"):
        with pytest.raises(LetterRefused) as refused:
            match(A).play("1", [line])
        assert str(refused.value) == ("You may not pass: form a word or step one space level or backwards")


def test_nobody_is_shown_a_word() -> None:
    """TOXIC-GNOME-20: the line that shows how to answer is a step."""
    assert ToxicGnome().example(match(A).state, match(A).asks["1"], seeded("any")) == "step right"
