"""Quote cutting beyond the golden letters: cost, and what must survive."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.quoting import MARKER, cut, cut_text

# Text on which libraries hang, and text made against each rule of ours; repeated until long enough.
HOSTILE = {
    "blank lines": "\n",
    "openers": "On x\n",
    "colons": "1 2 3 4 a@b:\n",
    "almost introductions": "On 1 2 3 x wrote\n",
    "one long introduction": "On 1 2 3 ",
    "bars": "| x\n\n|\n",
    "quote and text": "> x\ny\n",
    "quote, footer and blanks": "> x\nSent from my\n\n\n",
    "labels": "From: x\nSent: x\n",
    "markers": "==== above\n",
    "rules": "_" * 40 + "\n",
    "frames": "---- a b ----\n",
    "frames above quotes": "-----Original Message-----\n> x\n",
    "blocks of dates": "Date: 26 Oct 2026 10:00\n",
    "blocks with gaps": "From: a@b.c\n\nTo: d\nX\n",
    "labels alone": "A:\n",
    "introductions and quotes": "On 26 Oct 2026 10:00 x@y wrote:\n> x\n",
    "footers and links": "Sent from Spark (https://x\nx\n> x\n",
    "pictures": "[image: " + "x" * 90 + "\n",
    "warnings": "CAUTION: mail from outside of us\n",
    "one line": "x",
    "one line of marks": ">",
}


def work(action: Callable[[], object]) -> int:
    """How many lines of Python an action runs: a measure of work that no busy machine can change."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", HOSTILE)
def test_cost_grows_with_length_and_no_faster(name: str) -> None:
    """Ten times the text is at most eleven times the work, whatever the text is (finding 9)."""
    unit = HOSTILE[name]
    small, large = ((unit * (size // len(unit))).split("\n") for size in (10_000, 100_000))
    assert work(lambda: cut(large)) <= 11 * work(lambda: cut(small))


@given(st.lists(st.text(alphabet=">|-_=: \tOn19a@.wrote", max_size=30)))
def test_only_lines_of_the_letter_come_out_in_their_order(lines: list[str]) -> None:
    rest = iter([line.rstrip() for line in lines])
    assert all(line in rest for line in cut(lines) if line)


def test_b09_the_marker_cuts_what_it_stands_above() -> None:
    assert cut(["MOVE e4", "", MARKER, "MOVE d4"]) == ["MOVE e4"]


def test_b13_our_domain_alone_makes_no_introduction() -> None:
    lines = ["I wrote to pbem@example.com on Friday.", "MOVE e4"]
    assert cut(lines, "pbem@example.com") == lines


def test_b07_our_domain_in_place_of_a_date() -> None:
    lines = ["MOVE e4", "", "Dodgeball 12 <pbem+token@example.com> wrote:", "> MOVE d4"]
    assert cut(lines, "pbem@example.com") == ["MOVE e4"]


def test_paragraphs_are_kept_apart_and_inner_blanks_stay() -> None:
    assert cut(["", "SAY  two  blanks ", "", " ", "  indented", ""]) == ["SAY  two  blanks", "", "  indented"]


def test_b03_what_stands_on_both_sides_of_a_quote_is_two_paragraphs() -> None:
    assert cut(["SAY hello", "> quoted", "> more", "MOVE e4", "| quoted", "PASS"]) == [
        "SAY hello", "", "MOVE e4", "", "PASS"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "orders",
    [
        ["MOVE c3 d4", "THROW a1 b2", "SAY see below:"],
        ["MOVE c3 d4", "THROW a1 b2", "SAY ask bob@example.org"],
        ["MOVE c3 d4", "THROW a1 b2", "SAY bob@example.org says:"],
        ["1 2 3 4", "5 6 7 8:"],
    ],
)
def test_b07_orders_with_coordinates_are_no_date(orders: list[str]) -> None:
    """Orders right above a quote, or above more text, are never taken for its introduction."""
    assert cut([*orders, "> MOVE e5"], "pbem@example.com") == orders
    assert cut([*orders, "", "PASS"], "pbem@example.com") == [*orders, "", "PASS"]


@pytest.mark.parametrize(
    "introduction",
    [
        "21.11.26 10:00, Dodgeball 12:",
        "Le 21/11/26 à 10h00, Dodgeball 12 <x@example.org> a écrit :",
        "2026年11月21日(土) 10:00 Dodgeball 12 <x@example.org>:",
        "Dodgeball 12 <x@example.org> schrieb am Sa., 21. Nov. 2026, 10:00:",
        "On Saturday, November 21, 2026 at 10:00:00 AM GMT+1, Dodgeball 12 <x@example.org> wrote:",
        "Den lör 21 nov. 2026 kl 10:00 skrev Dodgeball 12 <x@example.org>:",
        "W dniu 21.11.2026 o 10:00, Dodgeball 12 pisze:",
        "-----Dodgeball 12 <x@example.org> wrote on 11/21/2026 10:00AM-----",
    ],
)
def test_b07_introductions_of_many_programs(introduction: str) -> None:
    assert cut(["MOVE e4", "", introduction, "> MOVE d4"]) == ["MOVE e4"]


@pytest.mark.parametrize(
    "introduction",
    [
        "On Sat, 21 Nov 2026 at 10:00, pbem match 100000 <pbem@example.com> wrote:",
        "W dniu 21.11.2026 o 10:00, pbem match 100000 pisze:",
    ],
)
def test_b07_the_number_of_a_match_may_be_long(introduction: str) -> None:
    assert cut(["MOVE e4", "", introduction, "> MOVE d4"], "pbem@example.com") == ["MOVE e4"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["> ", ">", "", "|", "From: x", "To: y", "Sent: z", "Ann wrote:", "S1 move b4", " > a"]
            ),
            st.integers(1, 14),
        ),
        max_size=12,
    )
)
def test_a_long_quote_is_left_out_at_once(runs: list[tuple[str, int]]) -> None:
    """Whether line by line or in one piece, the same is left."""
    lines = [line for line, count in runs for _ in range(count)]
    assert cut_text("\n".join(lines)) == cut(lines or [""])
