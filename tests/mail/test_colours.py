"""Colours of the HTML part: each side has its own, what is empty is dim, and no text becomes markup."""

import re
from typing import Any

import pytest

from pbem.mail.colours import DARK, DIM, FIELD, NONE, PAGE, SIDES, Paint
from pbem.mail.html_part import board, prose
from pbem.play.game import Game
from tests.games.ours import OURS

CHESS = Paint(board=("[A-Z]", "[a-z]"), words=(r"\bWhite\b|<b>", r"\bBlack\b"), neutral="[*]")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shown(html: str) -> list[tuple[str, str]]:
    """What is in colour, with its colour."""
    found = re.findall(r'<(b|span)\s+style="color:(#\w+)">(.*?)</\1\s*>', html)
    return [(words, colour) for _, colour, words in found]


@pytest.mark.parametrize("background", [PAGE, FIELD])
def test_every_colour_can_be_read(background: str) -> None:
    """4.5 to 1 for text, 3 to 1 for what is empty."""
    assert min(contrast(colour, background) for colour in (*SIDES, DARK)) >= 4.5
    assert contrast(DIM, background) >= 3
    assert contrast(DARK, background) > 2 * contrast(DIM, background)


def test_on_a_board_each_side_has_its_colour_and_the_rest_is_dim() -> None:
    html = board([" . Kq . ", " *  . . "], CHESS)
    assert f";color:{DIM};" in html
    assert shown(html) == [("K", SIDES[0]), ("q", SIDES[1]), ("*", DARK)]
    assert re.sub(r"<[^>]*>", "", html).strip("\n") == " . Kq . \n *  . . "


def test_without_a_word_of_the_game_nothing_is_in_colour() -> None:
    html = board([" . Kq . "], NONE)
    assert f";color:{DARK};" in html
    assert shown(html) == []
    assert shown(prose("White waits for Black.", NONE)) == []


def test_lists_and_the_story_have_the_same_colours() -> None:
    told = "WHAT HAPPENED\n  White takes Ke2.\n\n White  e2  up\n Black  e7  up\n Blacky c1  off"
    found = [each for piece in told.split("\n\n") for each in shown(prose(piece, CHESS))]
    assert found == [("White", SIDES[0]), ("White", SIDES[0]), ("Black", SIDES[1])]


def test_b29_a_name_is_never_markup() -> None:
    """Not even one that is in colour."""
    html = prose("<b> meets <i>&amp;", CHESS)
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "&lt;i&gt;&amp;amp;" in html
    assert shown(html) == [("&lt;b&gt;", SIDES[0])]
    assert "&lt;</b" in board(["<A"], Paint(board=("<",)))


def test_a_game_with_more_sides_than_colours_leaves_the_last_without() -> None:
    many = Paint(board=tuple("ABCDEFGH"), words=tuple("ABCDEFGH"), neutral="x")
    assert [colour for _, colour in shown(board(["ABCDEFGHx"], many))] == [*SIDES, DARK]
    assert len(shown(prose("So: A B C D E F G H", many))) == len(SIDES)


@pytest.mark.parametrize("game", OURS.values(), ids=OURS.keys())
def test_the_patterns_of_every_game_can_be_used(game: Game[Any]) -> None:
    """They compile, have no groups of their own, and match no empty text."""
    for players in game.players:
        seats = game.seats(game.read_options({}, players), players)
        signs = game.signs({seat: f"Ann+{seat}" for seat in seats})
        assert len(signs.board) == len(signs.words) >= 2
        for pattern in (*signs.board, *signs.words, signs.neutral):
            compiled = re.compile(pattern)
            assert compiled.groups == 0
            assert not compiled.fullmatch("")
