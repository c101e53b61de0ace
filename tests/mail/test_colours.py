"""Colours of the HTML part: each side has its own, what is empty is dim, and no text becomes markup."""

import re
from html import unescape
from typing import Any

import pytest

from pbem.mail.colours import DARK, DIM, FIELD, NONE, PAGE, SIDES, Paint
from pbem.mail.html_part import board, prose
from pbem.play.game import Game
from pbem.server.mailing.notices import paint_for
from tests.games.ours import OURS

CHESS = Paint(board=("[A-Z]", "[a-z]"), words=("White|<b>", "Black"), neutral="[*]")


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
    for paint in (NONE, Paint()):
        html = board([" . Kq . "], paint)
        assert f";color:{DARK};" in html
        assert shown(html) == []
        assert shown(prose("White waits for Black.", paint)) == []


def test_lists_and_the_story_have_the_same_colours() -> None:
    told = "WHAT HAPPENED\n  White takes Ke2.\n\n White  e2  up\n Black  e7  up\n Blacky c1  off"
    found = [each for piece in told.split("\n\n") for each in shown(prose(piece, CHESS))]
    assert found == [("White", SIDES[0]), ("White", SIDES[0]), ("Black", SIDES[1])]


def test_the_rows_of_a_table_are_its_sides() -> None:
    """The line above tells whose it is, unless a row itself does."""
    rows = "  a      e2  up\n  b      e4  up\n  White  e7  up\n"
    told = f" Black (small letters)\n{rows}Both\n{rows.replace('White', 'c    ')}"
    found = [("Black", 1), ("a", 1), ("b", 1), ("White", 0)]
    assert [(words, SIDES.index(colour)) for words, colour in shown(prose(told, CHESS))] == found


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


def test_a_name_is_in_colour_as_a_whole_word_only() -> None:
    """Also one that begins another one."""
    names = ("Ann", "Ann-a")
    told_of = told(
        "gnomeball", "Ann-a (B1) meets Ann; Anna, Ann-abel, xAnn and Ann_ look on. A Ann, A, Anne.", *names
    )
    assert told_of == [("Ann-a", 1), ("B1", 1), ("Ann", 0), ("A", 0), ("Ann", 0)]


def test_the_colours_of_a_match_serve_others_where_no_name_is() -> None:
    one, other = (paint_for(OURS["gnomeball"], (("A", "Ann"), ("B", name))) for name in ("Ben", "Bo"))
    assert one.within("A1 waits") is other.within("A1 waits")
    assert one.within("Ben waits") is one
    assert other.within("Ben waits") is one.within("A1 waits")


@pytest.mark.parametrize("game", OURS.values(), ids=OURS.keys())
def test_every_game_has_colours_for_its_sides(game: Game[Any]) -> None:
    for players in game.players:
        seats = game.seats(game.read_options({}, players), players)
        signs = game.signs({seat: f"Ann+{seat}" for seat in seats})
        assert len(signs.words) == len(game.sides(seats))


def told(game: str, text: str, *names: str) -> list[tuple[str, int]]:
    """The words of a text that are in colour in a game, with the number of their side."""
    html = prose(text, paint_for(OURS[game], tuple(zip(OURS[game].seats({}, 2), names, strict=False))))
    return [(words.replace("&nbsp;", " "), SIDES.index(colour)) for words, colour in shown(html)]


def drawn(game: str, *lines: str) -> list[tuple[str, int]]:
    """The signs of a board that are in a side's colour in a game of two."""
    signs = OURS[game].signs(dict(zip(OURS[game].seats({}, 2), ("Ann", "Ben"), strict=False)))
    html = board(list(lines), Paint(signs.board, signs.words, signs.neutral))
    return [(unescape(words), SIDES.index(colour)) for words, colour in shown(html) if colour != DARK]


def test_whose_is_what_in_dodgeball() -> None:
    assert told("dodgeball", "S1 throws ball 2 at N3 on b8.") == [("S1", 0), ("N3", 1)]
    assert drawn("dodgeball", " 5 |S1*2|    | N3*| o2 |") == [("S1*2", 0), ("N3*", 1)]


def test_whose_is_what_in_elfball() -> None:
    """Row letters, dice, attributes and the word A are nobody's."""
    assert told("elfball", "A reaches for it (target 1+1(A); S X -: net 0), and S on m22 is next to X.") == [
        ("A", 0), ("A", 0), ("S", 1),
    ]  # fmt: skip
    assert told("elfball", "A hex is a letter. J Jog   M Might   S Skill   X flop. North D, South Q.") == [
        ("North", 0), ("D", 0), ("South", 1), ("Q", 1),
    ]  # fmt: skip
    assert drawn("elfball", "m     # -4 -16,D _m_-24<A  *q'(*)#      m") == [
        (",D", 0),
        ("_m_", 1),
        ("<A", 0),
        ("*q'", 1),
    ]


def test_whose_is_what_in_slargeball() -> None:
    """Red is not blue."""
    assert told("slargeball", "Red: rT2 knocks bN1 senseless.") == [("Red", 1), ("rT2", 1), ("bN1", 0)]
    assert drawn("slargeball", "16 ##:g::...D.*.=.r|BX  16") == [("g", 0), ("D", 1), ("r", 0), ("BX", 1)]


def test_whose_is_what_in_gnomeball() -> None:
    """Its story tells of players by their names, whatever these are."""
    assert told("gnomeball", "Ann+x sends out A1 Troll. B2 waits for Ben.", "Ann+x", "Ben") == [
        ("Ann+x", 0), ("A1", 0), ("B2", 1), ("Ben", 1),
    ]  # fmt: skip
    assert drawn("gnomeball", " 6   .   =A=  B1@   @  A3+@") == [("=A=", 0), ("B1@", 1), ("A3+@", 0)]


def test_whose_is_what_in_toxic_gnome() -> None:
    """Several players may stand on one letter; the numbers of rows are nobody's."""
    assert told("toxic-gnome", " 1 Ann  on b1. Player 2 (Ben) forms ANNA.", "Ann", "Ben") == [
        ("1 Ann", 0), ("Player 2", 1), ("Ben", 1),
    ]  # fmt: skip
    assert drawn("toxic-gnome", " 12   P   N2   *12   red", "  1!  C1") == [
        ("N2", 1),
        ("1", 0),
        ("2", 1),
        ("C1", 0),
    ]
