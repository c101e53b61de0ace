"""The readers of all games: whatever a line holds, it is an order or unreadable, and never anything else."""

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.play import conditional
from pbem.play.conditional import read_line
from pbem.play.game import Game
from pbem.play.orders import OrderError, Unreadable, split_lines
from tests.games.lines import lines_of
from tests.games.ours import OURS

NAMES = st.sampled_from(sorted(OURS))
SIGNS = st.sampled_from(
    [
        " ",
        ",",
        ", ",
        ":",
        "-",
        "->",
        "/",
        "=",
        "%",
        "*",
        "+",
        ".",
        "'",
        '"',
        "(",
        ")",
        "0",
        "99",
        "x",
        "²",
        "٣",
        "ß",
        "İ",
        "ﬁ",
    ]
)
CONDITIONS = st.sampled_from(
    ["if", "if x is 3 then", "then", "else", ";", "is", "not", "and", "or", "can", "ask", "at least"]
)
# What a mail program, or a telephone, makes of plain signs.
LOOKALIKES = {"-": "\u2010\u2011\u2012\u2013\u2014\u2212", "'": "\u2018\u2019", " ": "\u00a0\u2009\u3000\t"}


@st.composite
def written(draw: st.DrawFn, name: str) -> str:
    """A line much like one of a game: pieces of real ones, put together anew, with odd signs in between."""
    lines = lines_of(name)
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        words = draw(st.sampled_from(lines)).split()
        start = draw(st.integers(0, len(words) - 1))
        pieces += words[start : draw(st.integers(start + 1, len(words)))]
        pieces += draw(st.lists(SIGNS | CONDITIONS, max_size=2))
    return draw(st.sampled_from([" ", ""])).join(pieces)


def read(game: Game[Any], line: str) -> str:
    """The order as it is written in full, or why it is none."""
    try:
        order = read_line(game.read, line)
    except Unreadable:
        return "unreadable"
    assert read_line(game.read, str(order)) == order
    return str(order)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(NAMES, st.data())
def test_lines_much_like_orders_are_read_or_refused(name: str, data: st.DataObject) -> None:
    for line in conditional.lines_of(data.draw(written(name))):
        read(OURS[name], line)


@settings(deadline=None)
@given(NAMES, st.text(max_size=80))
@example("elfball", "A momentum 9999999999999999999999")
@example("slargeball", "done 99999999999999999999")
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    for line in split_lines([text]):
        read(OURS[name], line)


@pytest.mark.parametrize("name", OURS)
def test_b18_orders_in_other_signs_are_the_same_orders(name: str) -> None:
    """Dashes, apostrophes and blanks of every kind, and letters as wide as Chinese ones."""
    game = OURS[name]
    for line in lines_of(name):
        order = read(game, line)
        for sign, others in LOOKALIKES.items():
            for other in others:
                assert [read(game, each) for each in split_lines([line.replace(sign, other)])] == [order]
        wide = "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in line)
        assert [read(game, each) for each in split_lines([wide])] == [order]


@pytest.mark.parametrize(
    "line",
    ["S1 b4", "S1-b4", "S1\u2013b4", "S1 - b4", "S1 \u2192 b4", "s1 to B4", "S1 move to b4", "S1: move b4."],
)
def test_b18_one_move_of_dodgeball_in_many_hands(line: str) -> None:
    assert [str(OURS["dodgeball"].read(each)) for each in split_lines([line])] == ["S1 move b4"]


PARTS = st.sampled_from(
    [
        *(
            "shove n",
            "tackle n all aim 1",
            "stand",
            "dash 1",
            "go ball",
            "face 3",
            "tackle q, if down: stand",
        ),
        *(
            "throw d no catch",
            "momentum rival needed",
            "on fail wait",
            "stop if not ball",
            "face goal",
            "end",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS, min_size=5, max_size=9), st.data())
def test_b19_of_a_long_line_broken_in_two_both_halves_are_never_orders(
    parts: list[str], data: st.DataObject
) -> None:
    """Elfball has the longest lines, and parts that are orders by themselves: `shove n` answers an ask."""
    game = OURS["elfball"]
    words = ", ".join(["A move k20 j19", *parts]).split(" ")
    widths = [len(" ".join(words[:at])) for at in range(len(words))]
    breaks = [at for at, width in enumerate(widths) if 60 <= width <= 78]
    if not breaks:
        return
    at = data.draw(st.sampled_from(breaks))
    for half in (words[:at], words[at:]):
        try:
            game.read(split_lines([" ".join(half)])[0])
        except OrderError:
            return
    pytest.fail(f"both halves of {words} broken at {at} are orders")
