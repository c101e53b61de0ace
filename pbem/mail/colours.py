"""Whose is what in prose: the names of figures and players in a text carry marks, which become colors in HTML.

A text that tells of figures is rendered from data that say which of its words are figures, and whose (`Owned`). There
each of these words stands between a mark, a control character for its side, and an end. The marks count as nothing
where a text is broken into lines, become elements in the HTML part, and are left out of the text part. Color is never
the only sign: every word keeps its letters.
"""

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TypeAlias

from msgspec import Struct

from pbem.marks import END, MARKS, is_marked, own, plain, said

DARK = "#1a1a1a"
PAGE = "#ffffff"
FIELD = "#f4f1ea"  # behind drawings
NIGHT, NIGHT_INK, NIGHT_FIELD = "#16171a", "#e8e8e8", "#202225"  # the same on dark screens

MARKED = MARKS + END
"""All characters that are marks."""

_OWNED = re.compile(f"([{MARKS}])([^{MARKS}{END}\n]*){END}")

Span: TypeAlias = tuple[int, int, int]
"""Where a word begins and ends in a text, and the number of its side."""


class Owned(str):
    """A word that belongs to a side. It is equal to the word, but shows its mark where it becomes part of a text.

    `spoken` is how it is said; "": as it is written.
    """

    __slots__ = ("side", "spoken")
    side: int
    spoken: str

    def __new__(cls, word: str, side: int, spoken: str = "") -> "Owned":
        """The word, for the side of a number."""
        new = super().__new__(cls, word)
        new.side, new.spoken = side, spoken
        return new

    def __str__(self) -> str:
        written = own(self[:], self.side)
        return said(written, own(self.spoken, self.side)) if self.spoken else written


def like(word: str, other: str) -> str:
    """A word in the color of another one."""
    return Owned(word, other.side) if isinstance(other, Owned) else word


def bare(words: Iterable[str]) -> list[str]:
    """Words that are said as they are written."""
    return [Owned(word[:], word.side) if isinstance(word, Owned) else word for word in words]


def split_marks(text: str) -> tuple[str, list[Span]]:
    """A text without its marks, and which words they were around. Marks without an end are dropped."""
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for found in _OWNED.finditer(text):
        before = plain(text[at : found.start()])
        length += len(before)
        spans.append((length, length + len(found[2]), MARKS.index(found[1])))
        length += len(found[2])
        pieces += (before, found[2])
        at = found.end()
    return "".join([*pieces, plain(text[at:])]), spans


class Paint(Struct, frozen=True, eq=False):
    """What the HTML part takes from elsewhere; it is compared as an object.

    - `sides`: the colors of the sides, on a white page.
    - `style`: what classes look like on dark screens, by their names; later ones win.
    - `draw`: HTML of a board, from the data that stand behind its drawing.
    """

    sides: Sequence[str] = ()
    style: Mapping[str, str] = {}
    draw: Callable[[str], str] = str


NONE = Paint()


def to_html(text: str, paint: Paint) -> str:
    """Marked text as HTML, with the words of sides in color. Marks without an end are dropped."""
    html = escape(text)
    if not is_marked(html):
        return html
    return plain(_OWNED.sub(functools.partial(_element, paint.sides), html))


def _element(sides: Sequence[str], found: re.Match[str]) -> str:
    side = MARKS.index(found[1])
    return f"<font class=c{side} color={sides[side]}>{found[2]}</font>" if side < len(sides) else found[2]
