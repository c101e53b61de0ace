"""Conditional lines: how they are read, when they hold, and what comes of them in a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.conditional import DEPTH, Conditional, Facts, is_conditional, read_line
from pbem.play.orders import Unreadable
from pbem.play.requests import Order

FACTS: Facts = {"S1": "b4", "S2": "out", "S1 balls": 2, "turn": 7, "asked": "react"}


class Word(Order, frozen=True):
    """Any line that does not begin with `bad`."""

    text: str

    def __str__(self) -> str:
        return self.text


def read(line: str) -> Order:
    if line.startswith("bad"):
        raise Unreadable("bad", "something good")
    return Word(line.lower())


def conditional(line: str) -> Conditional:
    order = read_line(read, line)
    assert isinstance(order, Conditional)
    return order


def taken(line: str, *legal: str) -> list[str]:
    """The branch that a line takes where these orders are legal."""
    return list(conditional(line).choose(FACTS, lambda order: order in legal)[1])


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("S1 is b4", True),
        ("s1 IS B4", True),
        ("S1 = b4", True),
        ("S1 is not b4", False),
        ("S1 != b4", False),
        ("not S1 is b4", False),
        ("S2 is out", True),
        ("S1 balls is 2", True),
        ("S1 balls at least 2", True),
        ("S1 balls >= 3", False),
        ("S1 balls > 1", True),
        ("S1 balls < 2", False),
        ("S1 balls at most 2", True),
        ("S1 at least 2", False),
        ("turn is 7 and asked is react", True),
        ("turn is 7 and asked is throw", False),
        ("turn is 8 or asked is react", True),
        ("S9 is b4", False),
        ("S9 is not b4", True),
        ("can dodge", True),
        ("not can catch", True),
        ("can dodge and S1 is b4", True),
    ],
)
def test_conditions_hold_or_not(condition: str, holds: bool) -> None:
    assert taken(f"if {condition} then yes else no", "dodge") == (["yes"] if holds else ["no"])


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("if S1 is b4 then a; b; c", ["a", "b", "c"]),
        ("if S1 is b5 then a; b; c", []),
        ("if S1 is b5 then a else b; c", ["b", "c"]),
        ("if S1 is b5 then a; else b; c;", ["b", "c"]),
        ("if S1 is b4 then ask else b", ["ask"]),
        ("if S1 is b5 then a else if S2 is out then b else c", ["if S2 is out then b else c"]),
        ("if S1 is b4 then if S2 is b1 then a else b else c", ["if S2 is b1 then a else b"]),
        ("IF S1 is b4 THEN Go On ELSE stay", ["go on"]),
    ],
)
def test_a_branch_is_taken(line: str, orders: list[str]) -> None:
    assert taken(line) == orders


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("if S1 then a", 'I cannot read the condition "S1"'),
        ("if S1 is b4 then bad thing", "bad"),
        ("if can bad thing then a", "bad"),
        ("if S1 is b4 then ask; a", "Nothing can come behind ask"),
    ],
)
def test_lines_that_cannot_be_read(line: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_line(read, line)


def test_a_line_holds_only_so_many_conditions() -> None:
    """Else a letter of many deep ones takes minutes."""
    assert conditional("if S1 is b4 then " * DEPTH + "done").then
    with pytest.raises(Unreadable, match="too many"):
        read_line(read, "if S1 is b4 then " * (DEPTH + 1) + "done")


def test_other_lines_are_left_alone() -> None:
    assert not is_conditional("if only")
    assert read_line(read, "Move b4") == Word("move b4")


def test_a_fact_that_there_is_not_is_named() -> None:
    assert conditional("if S1 is b4 then a").unknown(FACTS) == ""
    told = conditional("if can x and S1 bals is 2 then a").unknown(FACTS)
    assert told == 'There is no fact "S1 bals". Did you mean "S1 balls"?. All of them: facts'.replace(
        "?.", "?."
    )


WORDS = st.sampled_from(["a", "b two", "c 3", "ask"])
TERMS = st.sampled_from(["S1 is b4", "turn at least 3", "not can a", "S1 balls < 2", "S2 is not out"])


@given(
    st.lists(TERMS, min_size=1, max_size=3),
    st.sampled_from([" and ", " or "]),
    st.lists(WORDS.filter(lambda word: word != "ask"), max_size=2),
    WORDS,
    st.lists(WORDS.filter(lambda word: word != "ask"), max_size=2),
)
def test_what_is_written_is_read_again(
    terms: list[str], joint: str, some: list[str], last: str, more: list[str]
) -> None:
    tail = f" else {'; '.join(more)}" if more else ""
    order = read_line(read, f"if {joint.join(terms)} then {'; '.join([*some, last])}{tail}")
    assert read_line(read, str(order)) == order
