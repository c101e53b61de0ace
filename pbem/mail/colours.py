"""Colours of the HTML part: each side of a match has one, and what is empty on a board is dim.

A game says by patterns which words and signs are whose. Colour is never the only sign: every word keeps its letters,
and the text part has no colour at all. The colours are those of Okabe and Ito, which the colour-blind tell apart, made
darker: their contrast is at least 4.5 to 1 on both backgrounds.

A text is marked first, escaped then, and the marks become elements last, so that no player's name can be an element.
The marks are control characters, of which `clean_body` has left none.

Patterns are the same in all matches of a game: players stand in them as `stand_in` says, and their names are replaced
in a text before it is searched. So nothing is compiled for a match, and a line without names is formatted for them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape

from msgspec import Struct

DARK = "#1a1a1a"
DIM = "#6a6a6a"
PAGE = "#ffffff"
FIELD = "#f7f7f3"  # behind boards
SIDES = ("#00609a", "#b03f00", "#006e52", "#8f4577", "#6b5b00", "#5a5a9c")

_NAME = 0xE000  # private-use characters stand for the players
_REST = "\x00"  # for each further letter of a name
_MARKS = "\x0e\x0f\x10\x11\x12\x13"  # one for each side
_NEUTRAL = "\x14"
_END = "\x15"
_NO_LETTER = (r"(?<![\w-])", r"(?![\w-])")
_COLOURS = dict(zip(_MARKS + _NEUTRAL, (*SIDES, DARK), strict=True))
_BOARD = {mark: f'<b style="color:{colour}">' for mark, colour in _COLOURS.items()} | {_END: "</b>"}
_WORDS = {mark: f'<span style="color:{colour}">' for mark, colour in _COLOURS.items()} | {_END: "</span>"}


class Paint(Struct, frozen=True, eq=False):
    """Which signs of a board and which whole words are whose: regular expressions without groups, one for each side, in
    the same order.

    `neutral` is what is nobody's on a board and yet not empty, such as a ball. `names` are those of the players for
    whom something stands in the patterns, by that; `nameless` is the same without them. It is compared as an object,
    since every line is looked up by it.
    """

    board: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    neutral: str = ""
    names: Mapping[str, str] = {}
    nameless: Paint | None = None

    def within(self, text: str) -> Paint:
        """The patterns that a text needs: without names if it contains none."""
        if self.nameless is None:
            return self
        for name in self.names.values():
            if name in text:
                return self
        return self.nameless


def stand_in(number: int) -> str:
    """The character that represents a player's name in patterns."""
    return chr(_NAME + number)


NONE = Paint()


def paint_board(text: str, paint: Paint) -> str:
    """The lines of a board as HTML, its signs in colour on a board that is dim."""
    if not paint.board:
        return escape(text)
    sides = paint.board[: len(_MARKS)]
    neutral = (paint.neutral,) if paint.neutral else ()
    return _paint(text, text, _either((*sides, *neutral)), _MARKS[: len(sides)] + _NEUTRAL, _BOARD)


def paint_words(text: str, shown: str, paint: Paint) -> str:
    """Text as HTML, with the words of each side in its colour. `shown` is the same text with other blanks: words are
    looked for in the one and shown as they stand in the other."""
    if not paint.words:
        return escape(shown)
    return _paint(_replaced(text, paint), shown, _words_of(paint), _MARKS, _WORDS)


def find_side(text: str, paint: Paint) -> int:
    """The number of the side of which a text speaks first, at its very beginning; -1: it begins with none."""
    found = _words_of(paint).match(_replaced(text, paint)) if paint.words else None
    return (found.lastindex or 0) - 1 if found else -1


def in_colour(html: str, side: int) -> str:
    """HTML in the colour of a side."""
    return f"{_WORDS[_MARKS[side]]}{html}{_WORDS[_END]}"


def _paint(text: str, shown: str, either: re.Pattern[str], marks: str, elements: dict[str, str]) -> str:
    """What is shown, as HTML, with an element around all that a pattern matches in the text."""
    pieces: list[str] = []
    at = 0
    for found in either.finditer(text):
        start, end = found.span()
        pieces += (shown[at:start], marks[(found.lastindex or 0) - 1], shown[start:end], _END)
        at = end
    if not pieces:
        return escape(shown)
    pieces.append(shown[at:])
    html = escape("".join(pieces))
    for mark in {*pieces[1::4], _END}:
        html = html.replace(mark, elements[mark])
    return html


def _replaced(text: str, paint: Paint) -> str:
    """A text of the same length in which each name is replaced by what represents it."""
    for player, name in paint.names.items():
        text = text.replace(name, player + _REST * (len(name) - 1))
    return text


@lru_cache(maxsize=256)
def _words_of(paint: Paint) -> re.Pattern[str]:
    if paint.nameless is not None:
        return _words_of(paint.nameless)
    words = [re.sub(f"([{stand_in(0)}-{stand_in(999)}])", rf"\1{_REST}*+", word) for word in paint.words]
    return _either(tuple(words[: len(_MARKS)]), _NO_LETTER)


@lru_cache(maxsize=256)
def _either(patterns: tuple[str, ...], around: tuple[str, str] = ("", "")) -> re.Pattern[str]:
    """One of the patterns, of several that match the first one; `around` is what may not stand at either end."""
    before, behind = around
    return re.compile(f"{before}(?:{'|'.join(f'({pattern})' for pattern in patterns)}){behind}")
