"""Chapter: orders. How lines are read, what is kept for later, and standing orders."""

from typing import Any

import msgspec
import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.orders import AlwaysShift, AlwaysStart, Branch, ListRows, Shift, Start, Step, Word
from pbem.games.toxic_gnome.state import Formed, Memory
from pbem.play.match import LetterRefused
from pbem.play.orders import Unreadable
from pbem.play.requests import Order
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn, match

GAME = ToxicGnome()
A_WORD = "a word: words have the letters A to Z only, as in"
A_STEP = 'a direction or a square, as in "step left"'


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("start D", Start("d")),
        ("word TAFFY to C4", Word((Branch("TAFFY", "c4"),))),
        ("w taffy", Word((Branch("TAFFY"),))),
        ("w yours highest or your to e6", Word((Branch("YOURS", "highest"), Branch("YOUR", "e6")))),
        ("w oil red left right", Word((Branch("OIL"),), ("left", "right"))),
        ("w red", Word((Branch("RED"),))),
        ("w red red left", Word((Branch("RED"),), ("left",))),
        ("word CHAR or word MARCH to c4", Word((Branch("CHAR"), Branch("MARCH", "c4")))),
        ("w word or word", Word((Branch("WORD"), Branch("WORD")))),
        ("w taffy to the c4", Word((Branch("TAFFY", "c4"),))),
        ("step to the b4", Step("b4")),
        ("w to to b3", Word((Branch("TO", "b3"),))),
        ("w or or or", Word((Branch("OR"), Branch("OR")))),
        ("w highest highest", Word((Branch("HIGHEST", "highest"),))),
        ("step left", Step("left")),
        ("s l", Step("left")),
        ("s r", Step("right")),
        ("s b", Step("back")),
        ("s bl", Step("backleft")),
        ("s br", Step("backright")),
        ("step back right", Step("backright")),
        ("s b4", Step("b4")),
        ("shift left", Shift(("left",))),
        ("sh left straight", Shift(("left", "straight"))),
        ("always start c", AlwaysStart("c")),
        ("always shift right", AlwaysShift("right")),
        ("always ask shift", AlwaysShift("")),
        ("always list rows", ListRows(True)),
        ("never list rows", ListRows(False)),
    ],
)
def test_reading(line: str, order: Order) -> None:
    """The forms and their shorts; what is written in full is read as the same again."""
    assert GAME.read(line) == order
    assert GAME.read(str(order)) == order


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("word", 'The line cannot be read after "word"', f'{A_WORD} "word TAFFY"'),
        (
            "word don't",
            '"don\'t" is not a word: words have the letters A to Z only',
            f'{A_WORD} "word TAFFY"',
        ),
        ("word your or", 'The line cannot be read after "word your or"', f'{A_WORD} "word TAFFY or TREAD"'),
        ("word your to", 'The line cannot be read after "word your to"', ""),
        ("word your c4", '"c4" is not understood here', ""),
        (
            "word your red",
            'The line cannot be read after "word your red"',
            '"left", "right" or "straight", as in "word TAFFY red left"',
        ),
        (
            "step",
            'The line cannot be read after "step"',
            A_STEP,
        ),
        (
            "step to",
            'The line cannot be read after "step to"',
            A_STEP,
        ),
        (
            "shift up",
            "Red tiles are laid left, right or straight: one to 3 of these words",
            "shift left | right | straight ...",
        ),
        ("start 3", "Choose a column a to e of the bottom tile", "its letter, as in: start c"),
        ("pass", "You may not pass: form a word or step one space level or backwards", "word or step"),
        ("done", "You may not pass: form a word or step one space level or backwards", "word or step"),
        (
            "always win",
            "Standing orders are: always start COLUMN, always shift left | right | straight, "
            "always ask shift, always | never list rows",
            "",
        ),
        (
            "never mind",
            "Standing orders are: always start COLUMN, always shift left | right | straight, "
            "always ask shift, always | never list rows",
            "",
        ),
        (",", '"," is not an order of Toxic Gnome', "word, step, start or shift"),
        ("setp left", '"setp left" is not an order of Toxic Gnome', ""),
    ],
)
def test_what_is_no_order(line: str, text: str, expected: str) -> None:
    """A line that cannot be read says what would be."""
    with pytest.raises(Unreadable) as unreadable:
        GAME.read(line)
    assert (str(unreadable.value), unreadable.value.expected) == (text, expected)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("wrod taffy to c4", "word TAFFY to c4"),
        ("setp left", "step left"),
        ("I start c", "start c"),
        ("start c please", "start c"),
        ("c", "start c"),
        ("start c or d", ""),
        ("go c4", "step c4"),
        ("go north", ""),
        ("c4", "step c4"),
        ("play taffy", "word TAFFY"),
        ("taffy, c4", "word TAFFY to c4"),
        ("taffy", "word TAFFY"),
        ("STONE b12", "word STONE to b12"),
        ("stone to b112", "word STONE to b112"),
        ("taffy b13", "word TAFFY to b13"),
        ("word taffy b13", "word TAFFY to b13"),
        ("b13", "step b13"),
        ("resgin", ""),
        ("word taffy c4", "word TAFFY to c4"),
        ("word taffy c4 east", ""),
        ("word taffy east", ""),
    ],
)
def test_the_nearest_line(line: str, meant: str) -> None:
    """A slip of the pen, another verb, and a word or a square alone come back as the line that would be read."""
    with pytest.raises(Unreadable) as unreadable:
        GAME.read(line)
    assert unreadable.value.nearest == meant


def test_words_ahead_wait_for_their_turns() -> None:
    """TOXIC-GNOME-9: one line for each turn; those behind wait."""
    found = match(drawn(BOARD_A))
    line_results = found.play("1", ["word taffy to c4", "word your to e6", "step left"])
    assert [line_result.status for line_result in line_results] == ["done", "queued", "queued"]
    found.play("2", ["step left"])
    found.play("3", ["step left"])
    assert found.state.tokens["1"] == "e6"


def test_steps_ahead_may_lead_to_any_row() -> None:
    """TOXIC-GNOME-26: rows have no end, so a step to row 13 or 113 may wait; one to row 0 may not."""
    found = match(drawn(BOARD_C, to_move="2"))
    assert [line_result.status for line_result in found.play("1", ["step d14", "step b113"])] == [
        "queued",
        "queued",
    ]
    for line in ("step b0", "step f13", "step b1300"):
        with pytest.raises(LetterRefused, match="is neither a direction nor a square"):
            match(drawn(BOARD_C, to_move="2")).play("1", [line])


@pytest.mark.parametrize("between", [[], ["step left"]])
def test_a_word_twice_in_one_letter_is_the_writers_own(between: list[str]) -> None:
    """TOXIC-GNOME-18: the second is refused because of the first, which is not done either then."""
    with pytest.raises(LetterRefused) as refused:
        match(drawn(BOARD_A)).play("1", ["word taffy to c4", *between, "word taffy to c4"])
    assert str(refused.value) == "TAFFY is your word of round 1: no word is formed twice"
    assert refused.value.index == 1 + len(between)


def test_a_word_twice_in_a_queue_is_refused_at_once() -> None:
    """TOXIC-GNOME-18: it would be used by then; another end makes no difference, another word does."""
    for line in ("word your", "word your highest"):
        with pytest.raises(LetterRefused) as refused:
            match(drawn(BOARD_A)).play("2", ["word your", line])
        assert str(refused.value) == "YOUR appears twice in your letter, and a word can be formed only once"
        later = match(drawn(BOARD_A))
        later.play("2", ["word your"])
        assert later.play("2", [line])[0].status == "queued"  # it replaces the other
        assert refused.value.index == 1
    found = match(drawn(BOARD_A)).play("2", ["word your", "word your or yours", "word yours"])
    assert [result.status for result in found] == ["queued"] * 3


def test_a_word_used_by_another_ends_the_plan() -> None:
    """TOXIC-GNOME-18: the queued word is refused with its reason, those behind it are dropped."""
    state = msgspec.structs.replace(drawn(BOARD_A), tokens={"1": "d1", "2": "c4", "3": "b1"})
    found = match(state)
    found.play("1", ["word taffy to c4", "word your to e6", "word razors"])
    found.play("2", ["word your to e6"])
    found.play("3", ["step left"])
    assert [line_result.text for line_result in found.reports["1"]] == [
        "YOUR was formed by Ben in round 1",
        "a line before it could not be carried out",
    ]
    assert found.state.used["YOUR"] == Formed("2", 1)
    assert set(found.asks) == {"1"}


def test_who_falls_loses_their_plan() -> None:
    """TOXIC-GNOME-33: queued lines of the eliminated are dropped, and they are told why."""
    tokens = {"1": "d9", "2": "a5", "3": "b1"}
    state = msgspec.structs.replace(drawn(BOARD_A), tokens=tokens, stock=["GNOME"], to_move="3")
    found = match(state, ["GNOME"])
    found.play("3", ["step left", "step right"])
    found.play("1", ["word semic to e12"])
    assert [(line_result.line, line_result.text) for line_result in found.reports["3"]] == [
        ("step right", "your token has fallen off the treadmill")
    ]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (
            "always shift left",
            "From now on your red tiles are laid one space to the left, unless your word order says otherwise.",
        ),
        (
            "always shift straight",
            "From now on your red tiles are laid straight, unless your word order says otherwise.",
        ),
        ("always ask shift", "From now on you are asked how a red tile is laid."),
        ("always list rows", "From now on the rows are spelled out below the board."),
        ("never list rows", "From now on the rows are not spelled out below the board."),
    ],
)
def test_standing_orders_are_confirmed(line: str, note: str) -> None:
    """The writer is told what holds from now on, in their turn or not."""
    for seat in ("1", "2"):
        (line_result,) = match(drawn(BOARD_C)).play(seat, [line])
        assert (line_result.status, line_result.text) == ("noted", note)


def test_standing_orders_are_remembered_as_lines() -> None:
    """Lines that would set them again."""
    found = match(drawn(BOARD_C))
    found.play("1", ["always shift left", "always list rows"])
    assert GAME.memory(found.state, "1") == ["always shift left", "always list rows"]
    assert GAME.memory(found.state, "2") == []


def test_a_standing_order_for_the_start() -> None:
    """TOXIC-GNOME-4: confirmed and remembered before the start, refused after it."""
    state = msgspec.structs.replace(drawn(BOARD_A), phase="start", tokens={})
    (line_result,) = match(state).play("2", ["always start d"])
    assert (line_result.status, line_result.text) == ("noted", "From now on your token starts on column d.")
    assert GAME.memory(msgspec.structs.replace(state, private={"2": Memory(start="d")}), "2") == [
        "always start d"
    ]
    with pytest.raises(LetterRefused, match=r"^Tokens are placed once, before the first turn$"):
        match(drawn(BOARD_A)).play("2", ["always start d"])


def test_a_preview_stops_where_tiles_are_drawn() -> None:
    """TOXIC-GNOME-2: nobody knows the order of the stock, previews neither."""
    found = match(drawn(BOARD_C, to_move="2", stock=["GNOME", "MARCH", "SPIRE"]))
    preview: Any = found.preview("2", ["word oil to b15"])
    assert preview.stop == "dice: new tile"
    assert GAME.view(preview.state, "2").lists[0].startswith("1 Ann  on e14")
    with pytest.raises(LetterRefused, match="OIL may end on"):
        found.preview("2", ["word oil"])
