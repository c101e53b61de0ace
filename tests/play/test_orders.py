"""Lines as players type them: tidied, split, and answered with a suggestion."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.orders import (
    Ambiguous,
    Refused,
    Skipped,
    did_you_mean,
    first_legal,
    nearest,
    split_lines,
    tidy,
)

from .toy import Hit

typed = st.text(
    st.sampled_from("ab1S .,!;#*-+)(\t\u00a0\u201c\u2013\u200b\u2022\uff1b\u037e\uff03\u2192\ufeff>'"),
    max_size=30,
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("S1 move b4", "S1 move b4"),
        ("  S1   move\tb4 ", "S1 move b4"),
        ("S1 Move b4.", "S1 Move b4"),
        ("done!", "done"),
        ("done . ! .", "done"),
        ("- S1 move b4", "S1 move b4"),
        ("* S1 move b4", "S1 move b4"),
        ("\u2022 S1 move b4", "S1 move b4"),
        ("\u25e6S1 move b4", "S1 move b4"),
        ("2) S1 move b4", "S1 move b4"),
        ("12. S1 move b4", "S1 move b4"),
        ("*S1 move b4*", "S1 move b4"),
        ("*S1 move b4*.", "S1 move b4"),
        ("S1\u00a0move\u2003b4", "S1 move b4"),
        ("S1 move b4\u200b", "S1 move b4"),
        ("\u201cfog\u201d \u2018n\u2019", "\"fog\" 'n'"),
        ("b4 \u2192 b5", "b4 -> b5"),
        ("b4\u2013b5", "b4-b5"),
        ("\uff33\uff11 move", "S1 move"),
        ("3.", "3"),
        ("3", "3"),
        ("-", ""),
        ("...", ""),
        ("", ""),
    ],
)
def test_a_line_is_tidied(text: str, line: str) -> None:
    assert tidy(text) == line


@given(st.text() | typed)
def test_a_tidy_line_stays_as_it_is(text: str) -> None:
    line = tidy(text)
    assert tidy(line) == line


@given(st.text() | typed)
def test_a_tidy_line_has_single_blanks_and_no_line_end(text: str) -> None:
    line = tidy(text)
    assert line == " ".join(line.split())
    assert not line.endswith((".", "!"))


@given(st.text(st.sampled_from("abcSN123 ->'\"=")))
def test_ordinary_characters_are_kept(text: str) -> None:
    words = text.split()
    if words and words[0] != "-":
        assert tidy(text) == " ".join(words)


@given(st.lists(st.text() | typed))
def test_split_lines_gives_tidy_lines_without_separators_or_comments(lines: list[str]) -> None:
    orders = split_lines(lines)
    assert all(order and order == tidy(order) for order in orders)
    assert not set("".join(orders)) & set(";\n")
    assert not any(re.search(r"#(?!-?\d+(\s|$))", order) for order in orders)  # but for numbers of turns: #7


def test_lines_are_split_at_semicolons_and_end_at_a_comment() -> None:
    assert split_lines(["S1 move b4; S2 pass # quick; S3 pass", "", "# nothing", " ; done."]) == [
        "S1 move b4",
        "S2 pass",
        "done",
    ]


def test_a_wide_semicolon_separates_as_well() -> None:
    assert split_lines(["rest\uff1b grab \uff03 no"]) == ["rest", "grab"]


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("\u201cS1 move b4\u201d", ["S1 move b4"]),
        ("- 'S1 move b4.'", ["S1 move b4"]),
        ("`S1 move b4; done`", ["S1 move b4", "done"]),
        ('"S1 move b4"; "done"', ["S1 move b4", "done"]),
        ("S1: move b4", ["S1 move b4"]),
        ('"S1: move b4"', ["S1 move b4"]),
        ("if B2 holds: A3 hunt", ["if B2 holds: A3 hunt"]),
        ('"fog" and "mist"', ['"fog" and "mist"']),
        ("n'", ["n'"]),
        ('""', []),
        ('"', ['"']),
    ],
)
def test_orders_lose_quotation_marks_and_a_colon_behind_the_first_word(typed: str, orders: list[str]) -> None:
    assert split_lines([typed]) == orders


def test_a_misspelt_word_finds_its_nearest_whatever_its_case() -> None:
    assert nearest("MVOE", ["Move", "pass"]) == "Move"
    assert nearest("xyzzy", ["move", "pass"]) == ""
    assert did_you_mean("mvoe", ["move"]) == 'Did you mean "move"?'
    assert did_you_mean("xyzzy", ["move"]) == ""
    assert did_you_mean("", []) == ""


@given(st.sampled_from(["move", "throw", "dodge"]), st.integers(0, 4))
def test_a_word_with_two_letters_swapped_is_recognised(word: str, at: int) -> None:
    at %= len(word) - 1
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    assert nearest(swapped, ["move", "throw", "dodge"]) == word


def test_the_first_legal_branch_is_taken() -> None:
    def check(seat: str) -> Hit:
        if seat == "B":
            return Hit("B")
        raise Refused(f"no {seat}")

    assert first_legal(["Z", "B", "Y"], check) == Hit("B")
    with pytest.raises(Refused, match=r"^no Z / no Y$"):
        first_legal(["Z", "Y", "Z"], check)


def test_a_condition_in_a_branch_is_no_refusal() -> None:
    def check(seat: str) -> Hit:
        raise Skipped("not now")

    with pytest.raises(Skipped):
        first_legal(["Z", "B"], check)


def test_an_ambiguous_line_is_refused_with_the_lines_that_say_which() -> None:
    error = Ambiguous("which?", ["hit A", "hit B"])
    assert isinstance(error, Refused)
    assert error.choices == ("hit A", "hit B")
