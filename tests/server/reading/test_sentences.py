"""Lines made plain: marks and smileys go, and nothing that could be a number or a square."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.server.reading.sentences import plainly


@given(
    st.integers(min_value=0, max_value=9999),
    st.sampled_from(["accept {}", "match {}", "undo {} please", "({})"]),
)
def test_no_number_is_a_smiley(number: int, line: str) -> None:
    """R2: `accept 83` is about match 83, and `(row 8)` about row 8."""
    assert str(number) in re.findall(r"\d+", plainly(line.format(number)))


@pytest.mark.parametrize("smiley", [":-)", ":)", ";-)", "=)", "8-)", "xD", "XD", "<3", "^^", ":3", "x)"])
def test_a_smiley_says_nothing(smiley: str) -> None:
    assert plainly(f"S1 move b4 {smiley}") == "S1 move b4"


@pytest.mark.parametrize("line", ["if cap <3 then done", "if cap =3 then done", "if cap >=3 then done"])
def test_no_comparison_is_a_smiley(line: str) -> None:
    assert plainly(line) == line


@pytest.mark.parametrize("square", ["x3", "X8", "d8", "o3"])
def test_no_square_is_a_smiley(square: str) -> None:
    assert plainly(f"A move {square}") == f"A move {square}"
