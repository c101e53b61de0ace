"""Conditional lines: how they are read, what is refused, when they hold, and what comes of them in a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.conditional import DEPTH, AskMe, Conditional, is_conditional, read_line, told
from pbem.play.conditions import comparison
from pbem.play.dice import ScriptedDice
from pbem.play.facts import Facts, Number, Word
from pbem.play.match import LetterRefused
from pbem.play.orders import Refused, Unreadable
from pbem.play.requests import Order

from .toy import Duel, Table, Typed

SQUARES = tuple(f"{column}{row}" for column in "abcd" for row in range(1, 6))
FACTS: Facts = {
    "S1": Word("b4", (*SQUARES, "out"), "a square (b4) or out"),
    "S1 posture": Word("standing", ("standing", "down")),
    "S2": Word("out", (*SQUARES, "out"), "a square (b4) or out"),
    "N1": Word("out", ("out",)),
    "S1 balls": Number(2, high=3),
    "turn": Number(7, low=7),
    "asked": Word("react", ("react", "throw", "nothing")),
}


class Say(Order, frozen=True):
    """Any line that does not begin with `bad`."""

    text: str

    def __str__(self) -> str:
        return self.text


def read(line: str) -> Order:
    if line.startswith("bad"):
        raise Unreadable("bad", "something good")
    return Say(line.lower())


def conditional(line: str) -> Conditional:
    order = read_line(read, line)
    assert isinstance(order, Conditional)
    return order


def taken(line: str, *legal: str) -> str:
    """The branch that a line takes where these orders are legal."""
    return told(conditional(line).fitted(FACTS).choose(FACTS, lambda order: order in legal)[1])


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("S1 is b4", True),
        ("s1 IS B4", True),
        ("S1 = b4", True),
        ("S1 is not b4", False),
        ("S1 != b4", False),
        ("not S1 is b4", False),
        ("not S1 is not b4", True),
        ("S2 is out", True),
        ("S1 balls is 2", True),
        ("S1 balls is not 2", False),
        ("S1 balls at least 2", True),
        ("S1 balls >= 3", False),
        ("S1 balls > 1", True),
        ("S1 balls < 2", False),
        ("S1 balls at most 2", True),
        ("not S1 balls at most 1", True),
        ("turn is 7 and asked is react", True),
        ("turn is 7 and asked is throw", False),
        ("turn is 8 or asked is react", True),
        ("turn at least 1", True),
        ("turn is at least 7", True),
        ("turn IS  at most 7", True),
        ("turn is more than 7", False),
        ("S1 balls is less than 3", True),
        ("can dodge", True),
        ("not can catch", True),
        ("can dodge and S1 is b4", True),
    ],
)
def test_conditions_hold_or_not(condition: str, holds: bool) -> None:
    assert taken(f"if {condition} then yes else no", "dodge") == ("yes" if holds else "no")


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("if S1 is b4 then a; b; c", "a; b; c"),
        ("if S1 is b5 then a; b; c", ""),
        ("if S1 is b5 then a else b; c", "b; c"),
        ("if S1 is b5 then a; else b; c;", "b; c"),
        ("if S1 is b4 then ask else b", "ask"),
        ("if S1 is b5 then a else if S2 is out then b else c", "if S2 is out then b else c"),
        ("if S1 is b4 then if S2 is b1 then a else b else c", "if S2 is b1 then a else b"),
        ("if S1 is b4 then x; if S2 is b1 then a else b else c", "x; if S2 is b1 then a else b"),
        ("if S1 is b5 then fetch if held else stay", "stay"),
        ("if S1 is b4 then fetch if held; go else stay", "fetch if held; go"),
        ("IF S1 is b4 THEN Go On ELSE stay", "go on"),
    ],
)
def test_a_branch_is_taken(line: str, orders: str) -> None:
    assert taken(line) == orders


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("if s1 = B4 then GO", "if S1 is b4 then go"),
        ("if not s1 balls >= 02 then a", "if S1 balls < 2 then a"),
        ("if not can Go then a", "if not can go then a"),
        (
            "IF S1 IS  OUT THEN a ;b; ELSE if TURN is 9 then ASK",
            "if S1 is out then a; b else if turn is 9 then ask",
        ),
    ],
)
def test_a_line_is_told_as_the_game_writes_it(line: str, understood: str) -> None:
    assert str(conditional(line).fitted(FACTS)) == understood


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("if S1 then a", 'I cannot read the condition "S1"'),
        ("if S1 is b4 then bad thing", "bad"),
        ("if can bad thing then a", "bad"),
        ("if S1 is b4 then ask; a", "ask must be alone in its branch"),
        ("if S1 is b4 then a; ask", "ask must be alone in its branch"),
        ("if S1 is b4 then ; else a", "There is no order after then"),
        ("if S1 is b4 then a else", "There is no order after else"),
    ],
)
def test_lines_that_cannot_be_read(line: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_line(read, line)


@pytest.mark.parametrize(
    ("condition", "why", "nearest"),
    [
        ("S1 bals is 2", 'There is no fact "S1 bals"', "S1 balls is 2"),
        ("S9 is b4", 'There is no fact "S9"', ""),
        ("XYZZY is b4", 'There is no fact "XYZZY"', ""),
        ("S1 is b9", r"S1 can never be b9: it is a square \(b4\) or out", ""),
        ("N1 is b4", "N1 can never be b4: it is out", ""),
        ("N1 is not b4", "N1 can never be b4: it is out", ""),
        ("S1 < b4", "S1 is not a number", "S1 is b4"),
        ("S1 at least 7", "S1 is not a number", ""),
        ("S1 balls is many", "S1 balls is a number, 0 to 3", ""),
        ("S1 balls at least 4", "S1 balls can never be so: from now on it is 0 to 3", ""),
        ("S1 balls > 3", "S1 balls can never be so", ""),
        ("S1 balls < 0", "S1 balls can never be so", ""),
        ("not S1 balls at most 3", "S1 balls can never be so", ""),
        ("S1 balls is 99999999999", "S1 balls is a number", ""),
        ("turn is 3", "turn can never be so: from now on it is 7 or more", ""),
        ("turn < 7", "turn can never be so", ""),
        ("turn is banana", "turn is a number, 7 or more: it cannot be compared with banana", ""),
        ("S1 is down", "S1 can never be down", "S1 posture is down"),
        ("S1 is not dwon", "S1 can never be dwon", ""),
        ("asked is thorw", "asked can never be thorw: it is react or throw or nothing", "asked is throw"),
        ("S1 is b4 and S2 < 3", "S2 is not a number", ""),
    ],
)
def test_what_could_never_hold_is_refused(condition: str, why: str, nearest: str) -> None:
    """A slip of the pen is put right; no number, square or word is proposed in place of another that was written."""
    for line in (
        "if {} then a else b",
        "if S1 is b4 then a else if {} then b",
        "if S1 is b4 then if {} then b",
    ):
        with pytest.raises(Unreadable, match=why) as error:
            conditional(line.format(condition)).fitted(FACTS)
        assert error.value.nearest == (line.format(nearest) if nearest else "")
        if nearest:
            assert str(conditional(nearest_line := error.value.nearest).fitted(FACTS)) == nearest_line


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("if a is 1 and b is 2 or c is 3 then x", "if a is 1 and b is 2 then x else if c is 3 then x"),
        (
            "if a is 1 or b is 2 and c is 3 then x else y",
            "if a is 1 then x else if b is 2 and c is 3 then x else y",
        ),
        ("if a is 1 or b is 2 and c is 3 then if d is 4 then x else y", ""),
    ],
)
def test_and_and_or_in_one_condition_are_refused(line: str, nearest: str) -> None:
    """The nearest line means what is usually meant by it: `and` before `or`."""
    with pytest.raises(Unreadable, match="with and, or with or, not with both") as error:
        read_line(read, line)
    assert error.value.nearest == nearest


def test_a_line_holds_only_so_many_conditions() -> None:
    """Else a letter of many deep ones takes minutes."""
    assert conditional("if S1 is b4 then " * DEPTH + "done").then
    with pytest.raises(Unreadable, match="too many"):
        read_line(read, "if S1 is b4 then " * (DEPTH + 1) + "done")


def test_other_lines_are_left_alone() -> None:
    assert not is_conditional("if only")
    assert read_line(read, "Move b4") == Say("move b4")


def test_a_fact_that_is_gone_when_its_time_comes_is_no_answer() -> None:
    with pytest.raises(Refused, match='There is no fact "S9" anymore'):
        conditional("if S9 is b4 then a").choose(FACTS, bool)


ORDERS = st.lists(st.sampled_from(["a", "b two", "c 3"]), min_size=1, max_size=3).map("; ".join)
BRANCHES = st.just("ask") | ORDERS
TERMS = st.sampled_from(
    ["S1 is b4", "turn at least 3", "not can a", "can b two", "S1 balls < 2", "S2 is not out"]
)


@given(
    st.lists(TERMS, min_size=1, max_size=3),
    st.sampled_from([" and ", " or "]),
    BRANCHES,
    BRANCHES | st.none(),
)
def test_what_is_written_is_read_again(
    terms: list[str], joint: str, then: str, otherwise: str | None
) -> None:
    tail = "" if otherwise is None else f" else {otherwise}"
    line = f"if {joint.join(terms)} then {then}{tail}"
    assert str(read_line(read, line)) == line
    assert read_line(read, line) == conditional(line).fitted(FACTS)


# In a match.


def acts() -> Table:
    """A and B have planned, and A has the first of her two acts."""
    t = Table()
    t.play("A", "done")
    t.play("B", "done")
    assert t.asks == {"A": "act"}
    return t


def queued(t: Table, seat: str) -> list[str]:
    return list(map(str, t.match.queues.get(seat, [])))


SIGNS = [
    "not",
    "is",
    "at",
    "least",
    "most",
    "more",
    "less",
    "than",
    "=",
    "!=",
    ">=",
    "<=",
    ">",
    "<",
    "the",
    "S1",
    "b4",
]


@given(st.lists(st.sampled_from(SIGNS), min_size=2, max_size=7).map(" ".join))
def test_a_comparison_and_its_opposite_are_read_again_as_themselves(text: str) -> None:
    """A queue keeps them as they are written."""
    found = comparison(text)
    if found is not None:
        assert comparison(str(found)) == found
        assert comparison(str(found.opposite)) == found.opposite


@pytest.mark.parametrize(
    ("line", "condition"),
    [("if S1 = not b4 then a", "S1 is not b4"), ("if not S1 = not b4 then a", "S1 is b4")],
)
def test_a_sign_in_two_pieces_is_one(line: str, condition: str) -> None:
    order = read_line(read, line)
    assert isinstance(order, Conditional)
    assert str(order.condition) == condition


@pytest.mark.parametrize(
    "condition", ["not not S1 is b4", "the not S1 is b4", "S1 != more than 3", "S1 != not b4"]
)
def test_a_comparison_that_would_be_read_as_another_one_is_not_understood(condition: str) -> None:
    with pytest.raises(Unreadable, match="I cannot read the condition"):
        read_line(read, f"if {condition} then a")


def test_ask_asks_and_nothing_behind_it_acts() -> None:
    t = acts()
    t.play("B", "if turn at least 1 then ask else rest", "rest", "put moon")
    t.play("A", "rest", "rest")
    assert t.asks == {"B": "act"}
    assert [(line_result.status, line_result.text) for line_result in t.match.reports["B"]] == [
        ("noted", "it is so: you are asked"),
        ("dropped", "you wanted to be asked first"),
    ]
    assert queued(t, "B") == ["ask", "put moon"]
    t.play("B", "rest")
    assert queued(t, "B") == ["put moon"]


def test_ask_comes_before_standing_orders_too() -> None:
    """Until that player has answered, whoever writes in between; then they are in force again."""
    t = acts()
    t.play("B", "always dodge", "if turn at least 1 then ask")
    t.play("A", "hit B")
    assert t.asks == {"B": "react"}
    t.play("A", "always block")
    assert t.asks == {"B": "react"}
    t.play("B", "block")
    t.play("A", "hit B")
    assert "B" not in t.asks or t.asks["B"] == "act"


def test_a_line_that_only_asks_is_looked_at_whatever_is_asked() -> None:
    t = acts()
    t.play("B", "if turn is 99 then ask")
    t.play("A", "hit B")
    assert t.asks == {"B": "react"}
    assert t.match.reports["B"][0].text == "it is not so: nothing is done"
    assert queued(t, "B") == []


def test_what_stands_behind_a_condition_waits_for_it() -> None:
    """Also where it is asked for at once: else the letter would be carried out back to front."""
    t = acts()
    t.play("A", "if turn at least 1 then grab", "rest")
    assert [row.text for row in t.rows if row.kind == "answer" and row.name == "act"] == ["grab", "rest"]
    t = acts()
    t.play("A", "if turn at least 1 then ask", "grab", "rest")
    assert t.asks == {"A": "act"}
    assert queued(t, "A") == ["ask"]


@pytest.mark.parametrize(
    ("waiting", "new", "left"),
    [
        ("rest", "if turn is 9 then grab", ["if turn is 9 then grab"]),
        ("if turn is 9 then grab", "rest", ["rest"]),
        ("if turn is 9 then grab", "put sun", ["if turn is 9 then grab", "put sun"]),
        (
            "if turn is 9 then grab",
            "if turn is 8 then put sun",
            ["if turn is 9 then grab", "if turn is 8 then put sun"],
        ),
        ("if turn is 9 then grab", "if turn is 8 then rest", ["if turn is 8 then rest"]),
        ("if turn is 9 then grab else put sun", "put fog", ["put fog"]),
        ("if turn is 9 then ask", "rest", ["if turn is 9 then ask", "rest"]),
        ("if turn is 9 then ask", "if turn is 8 then ask", ["if turn is 8 then ask"]),
    ],
)
def test_new_lines_replace_waiting_ones_of_their_kind(waiting: str, new: str, left: list[str]) -> None:
    """The same rule for lines with and without a condition."""
    t = acts()
    t.play("B", waiting)
    t.play("B", new)
    assert queued(t, "B") == left
    assert list(map(str, t.match.replaced)) == ([] if waiting in left else [waiting])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("if turn is 9 then always dodge", "always dodge is a standing order, which nothing asks for"),
        ("if turn is 9 then rest else always dodge", "always dodge is a standing order"),
        ("if turn is 9 then rest else if turn is 8 then always dodge", "always dodge is a standing order"),
        ("if can always dodge then rest", "always dodge is a standing order"),
        ("if turn is 9 then if can always dodge then rest", "always dodge is a standing order"),
        ("if turn is 9 then always fly", '"fly" cannot be done always'),
        ("if tern is 9 then rest", 'There is no fact "tern"'),
    ],
)
def test_what_could_never_be_carried_out_is_refused(line: str, why: str) -> None:
    t = acts()
    before = t.match.state
    with pytest.raises(LetterRefused, match=why):
        t.play("B", line)
    assert t.match.state.private == before.private
    assert queued(t, "B") == []


def test_a_condition_may_wait_for_what_is_refused_while_nothing_asks_for_it() -> None:
    t = Table(position=Typed(phase="play", points={"A": 8, "B": 0}, goal=8))
    with pytest.raises(LetterRefused, match="There is nobody to bow to"):
        t.play("B", "bow deep")
    assert t.play("B", "if turn at least 1 then bow deep")[0].status == "queued"
    t.play("A", "rest")
    assert [row.text for row in t.rows if row.name == "bow"] == ["bow deep"]


def test_lines_that_have_lost_their_meaning_go_with_or_without_a_condition() -> None:
    """The bell ends the round, and nobody acts anymore."""
    t = Table(dice=ScriptedDice(["bell"]), position=Typed())
    t.play("B", "if turn is 9 then rest", "if turn is 9 then dodge", "if turn is 9 then ask")
    t.play("A", "grab")
    assert t.told == [("if turn is 9 then rest", "dropped"), ("if turn is 9 then ask", "noted")]
    assert queued(t, "B") == ["if turn is 9 then dodge"]


def test_a_refused_condition_takes_the_later_lines_of_its_kinds_with_it() -> None:
    """As any line does that cannot be carried out after a die."""
    t = acts()
    done = t.play("A", "grab", "if turn is 0 then rest", "put moon", "rest")
    assert [line.status for line in done] == ["done", "refused", "queued", "dropped"]
    assert t.asks == {"A": "act"}


def test_ask_is_kept_with_the_queue() -> None:
    t = acts()
    t.play("B", "if turn at least 1 then ask")
    t.play("A", "rest", "rest")
    assert [type(order) for order in t.load().queues["B"]] == [AskMe]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("if turn is 9 then rest", ["if turn is 9 then rest"]),
        ("if turn is 9 then rest else grab; rest", ["if turn is 9 then rest", "else grab; rest"]),
        (
            "if turn > 3 and not can grab then if turn < 9 then rest else grab else ask",
            [
                "if turn > 3 and not can grab then",
                "  if turn < 9 then rest",
                "  else (turn at least 9) grab",
                "else (turn at most 3 or can grab) ask",
            ],
        ),
        (
            "if turn is 4 or turn is 5 then rest; if turn is 5 then grab",
            ["if turn is 4 or turn is 5 then rest", "  if turn is 5 then grab"],
        ),
    ],
)
def test_the_tree_tells_which_else_is_whose(line: str, lines: list[str]) -> None:
    """Where conditions stand within each other every `else` names what is not so."""
    read = read_line(Duel().read, line)
    assert isinstance(read, Conditional)
    assert read.tree() == lines


def read_plain(line: str) -> Order:
    """As a game whose own lines know no conditions."""
    if line.startswith(("if", "unless")):
        raise Unreadable("bad", "something good")
    return read(line)


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("unless S1 is out: a else if S2 is out: b", "if S1 is not out then a else if S2 is out then b"),
        ("if S1 is out then a else if S2 is out: b", "if S1 is out then a else if S2 is out then b"),
        ("if S1 is out then if S2 is out: b", "if S1 is out then if S2 is out then b"),
    ],
)
def test_a_colon_stands_for_then_in_a_branch_too(line: str, whole: str) -> None:
    assert str(read_line(read_plain, line)) == whole


def test_what_a_condition_with_a_colon_would_take_into_its_branch_is_refused() -> None:
    """`c` is for whether S1 is out; in the line as it is said again it would be for S2."""
    with pytest.raises(Unreadable, match="After a condition with a colon nothing can follow else"):
        read_line(read_plain, "if S1 is out then a else if S2 is out: b; c")


def test_a_condition_without_then_is_told() -> None:
    with pytest.raises(Unreadable, match='There is no "then" after the condition'):
        read_line(read_plain, "if S1 is out, done")
