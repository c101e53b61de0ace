"""Boards as HTML tables for mails: no images, no script, and no style that a mail program has to know.

A place is a cell with a background; a figure fills it with its side's color. Colors are attributes and inline styles,
and classes as well, by which `STYLE` gives them for dark screens. Rows of hexes are shifted by half a cell. A field in
inches is wider than a phone, so it is shown upright: what is on the right in text is at the top here, rows that nobody
uses are left out, and so are long empty stretches.

Rows are remembered: between two mails most of them stay as they are. No line is longer than 78 characters, so that a
mail needs no encoding.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct

from pbem.boards.looks import DARK, GROUNDS, LIGHT, Marks, Palette, ground_of, is_figure, look_of, places_of
from pbem.boards.words import names_of
from pbem.play.board import Board, Line, Mark, Place, Shape, Terrain

LABEL = "board; the list beside it says the same in words"

Row: TypeAlias = tuple[tuple[str, Marks], ...]
"""What is on the places of a row, by name."""


class _Size(Struct, frozen=True):
    """How large a board is, in pixels: a figure's letters, the letters of empty places, a row, the column of names, and
    the whole board at most. `checker` is explained in `ground_of`; `gap` is between cells."""

    letters: int
    small: int
    row: int
    names: int
    widest: int
    checker: int = 0
    gap: int = 0


_SIZES: dict[Shape, _Size] = {
    "boxes": _Size(14, 12, 37, 16, 420, 1, 1),
    "dots": _Size(13, 11, 30, 18, 440, 1, 1),
    "tiles": _Size(16, 11, 31, 22, 420, 0, 1),
    "hexes": _Size(12, 8, 15, 11, 460),
    "inches": _Size(12, 9, 13, 17, 460, 4),
}
_SMALL_INCHES = _Size(9, 8, 11, 15, 460, 4)
_NARROW = 28  # columns of inches that leave room for letters of 12 pixels on the narrowest phone
_HIGH = 56  # rows of inches of 13 pixels that leave room for a question above them
_FOLD = 8  # empty rows of inches that are folded into one

_WIDTH = 340  # pixels, for programs that know no share of the window
_COLUMNS = 78  # of a line of the source
_BALL = "&#9679;"
_BADGES = 2  # tokens that have room beside a letter
_EDGES = {1: "top right", 2: "right", 3: "bottom right", 4: "bottom left", 5: "left", 6: "top left"}
_CLASS = re.compile(r" class=(\w+)")
_NOTES: dict[Shape, str] = {
    "hexes": "Edge: looks there. *: has the ball. Underlined: down. Struck out: dazed.",
    "inches": "{top} is at the top here. Frame: has a ball. Underlined: lies.",
}


def draw(board: Board) -> str:
    """The table, in lines of at most 78 characters."""
    return _draw_inches(board) if board.terrain.shape == "inches" else _draw_rows(board)


def _draw_rows(board: Board) -> str:
    terrain = board.seen
    size = _SIZES[terrain.shape]
    first, last = _ends(terrain)
    lines = [_open(board, size)]
    if terrain.above:
        lines.append(_names(terrain.above, size))
    rules = {line.y: line for line in terrain.lines}
    marks = _by_row(board)
    for y in range(len(terrain.rows)):
        if y in rules:
            lines.append(_rule(terrain, rules[y], tuple(_on(board, rules[y].corners))))
        lines.append(_row(terrain, y, marks[y], size, board.turned))
    if terrain.below:
        lines.append(_names(terrain.below, size))
    return _closed(lines, terrain.shape, last - first + 3, "")


def _on(board: Board, places: Iterable[Place]) -> Iterator[tuple[str, Marks]]:
    for place in places:
        if place.name in board.marks:
            yield place.name, board.marks[place.name]


_WHERE, _WHAT = itemgetter(0), itemgetter(1, 2)  # of the name and the marks of a place, behind its column


def _by_row(board: Board) -> list[Row]:
    """What is on the places of each row, in the order of the places."""
    rows: list[list[tuple[int, str, Marks]]] = [[] for _ in board.terrain.rows]
    places, upright = places_of(board.seen), board.terrain.shape == "inches"
    if upright:
        rows = [[] for _ in board.terrain.above]
    for name, marks in board.marks.items():
        place = places[name]
        if place.ground == "corner":
            continue
        if upright:
            rows[len(rows) - 1 - place.x].append((place.y, name, marks))
        else:
            rows[place.y].append((place.x, name, marks))
    return [tuple(map(_WHAT, sorted(row, key=_WHERE))) for row in rows]


def _open(board: Board, size: _Size) -> str:
    return _folded(
        f'<table class="bd" role="img" aria-label="{LABEL}" width="{_WIDTH}" cellspacing="{size.gap}" cellpadding="0"'
        f' border="0" bgcolor="{LIGHT.paper}" style="table-layout:fixed;width:100%;max-width:{size.widest}px;'
        f'text-align:center; font-size:{size.small}px;line-height:1.1;color:{LIGHT.dim}">'
    )


def _closed(lines: list[str], shape: Shape, columns: int, top: str) -> str:
    if shape in _NOTES:
        note = _NOTES[shape].format(top=top)
        lines.append(_folded(f'<tr><td colspan={columns} style="font-size:11px;padding:3px">{note}'))
    lines.append("</table>")
    return "\n".join(lines)


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...], size: _Size) -> str:
    """The names of the columns; their cells have the width of the columns."""
    side = f"<td width={size.names}>"
    return _folded(f"<tr>{side}{''.join([f'<td>{name}' for name in names])}{side}")


@lru_cache(maxsize=64)
def _ends(terrain: Terrain) -> tuple[int, int]:
    """The first and the last column, or half hex."""
    across = [place.x for place in terrain.places]
    return min(across), max(across) + (terrain.shape == "hexes")


@lru_cache(maxsize=64)
def _rows(terrain: Terrain) -> Sequence[Sequence[Place]]:
    """The places of each row as it is shown, from the left."""
    upright = terrain.shape == "inches"
    rows: list[list[Place]] = [[] for _ in (terrain.above if upright else terrain.rows)]
    for place in sorted(terrain.places, key=lambda each: each.y if upright else each.x):
        rows[len(rows) - 1 - place.x if upright else place.y].append(place)
    return rows


@lru_cache(maxsize=8192)
def _row(terrain: Terrain, y: int, marks: Row, size: _Size, about_face: bool) -> str:
    first, last = _ends(terrain)
    span = 2 if terrain.shape == "hexes" else 1
    on, at = dict(marks), first
    width = "" if terrain.above else f" width={size.names}"
    cells = [f"<tr><td{width} height={size.row}>{terrain.rows[y]}"]
    for (name, fill, sign), found in groupby(_rows(terrain)[y], key=lambda each: _alike(each, on, size)):
        places = list(found)
        if places[0].x > at:
            cells.append(f"<td{_across(places[0].x - at)}>")
        at = places[-1].x + span
        if name in on:
            cells.append(_cell(places[0], on[name], size, span, terrain.shape, about_face))
        else:
            shown = _letter(sign, size) if terrain.shape == "tiles" else escape(sign)
            cells.append(f"<td{_across(span * len(places))}{fill}>{shown}")
    if at <= last:
        cells.append(f"<td{_across(last + 1 - at)}>")
    red = "<br>red" if "red" in places[0].ground.split() else ""
    cells.append(f"<td{width}>{terrain.rows[y]}{red}")
    return _folded("".join(cells))


def _alike(place: Place, on: Mapping[str, Marks], size: _Size) -> tuple[str, str, str]:
    """Neighbors of which nothing is seen but the same ground become one cell; every other place is one of its own."""
    own = place.name if place.name in on or place.sign else ""
    return own, _fill(place, size), place.sign


def _across(columns: int) -> str:
    return f" colspan={columns}" if columns > 1 else ""


def _cell(place: Place, marks: Marks, size: _Size, span: int, shape: Shape, about_face: bool) -> str:
    wide, fill = _across(span), _fill(place, size)
    title = f' title="{escape(names_of(marks))}"'
    if shape == "tiles":
        return f"<td{wide}{fill}{title}>{_letter(place.sign, size)}{_badges(marks, size)}"
    fill, styles, text = _shown(marks, fill, size, shape, about_face)
    return f'<td{wide}{fill} style="{styles}"{title}>{text}'


def _letter(sign: str, size: _Size) -> str:
    return f'<big class="ik" style="font-size:{size.letters}px;color:{LIGHT.ink}">{escape(sign)}</big>'


def _fill(place: Place, size: _Size) -> str:
    """The background of an empty place; none where it is that of the board."""
    color, name = ground_of(place, LIGHT, size.checker)
    return f" class={name} bgcolor={color}" if name else ""


def _shown(marks: Marks, fill: str, size: _Size, shape: Shape, about_face: bool) -> tuple[str, str, str]:
    """Background, style and text of a place on which something is."""
    mark, *others = marks
    alone = mark.side is None and mark.kind == "ball"
    styles = [f"font:bold {size.letters * 3 // 2 if alone else size.letters}px Arial"]
    text = _text(mark)
    if is_figure(mark):
        side = (mark.side or 0) % len(LIGHT.sides)
        fill = f" class=s{side} bgcolor={LIGHT.sides[side]}"
        styles.append(f"color:{LIGHT.letters}")
    else:
        if mark.side is not None:
            side = mark.side % len(LIGHT.tints)
            fill = f" class=t{side} bgcolor={LIGHT.tints[side]}"
        fill = _CLASS.sub(r' class="ik \1"', fill) if fill else " class=ik"
        styles.append(f"color:{LIGHT.ink}")
        text = f"<s>{text}</s>" if "dazed" in mark.state else f"<u>{text}</u>" if mark.state else text
    if (looks := look_of(mark, about_face=about_face)) is not None:
        styles += [f"border-{edge}:2px solid #000" for edge in _EDGES[looks].split()]
    if shape == "inches":
        lying = [each for each in marks if "down" in each.state]
        if "down" in mark.state and len(lying) > 1:
            return "", ";".join(styles), "%"
        if any(each.held for each in others):
            styles.append("border:2px solid #000")
        return fill, ";".join(styles), text
    if shape == "hexes" and any(each.held for each in others):  # no room for more than this
        styles.append("white-space:nowrap;letter-spacing:-1px")
        text += "*"
    elif others:
        more = "".join([("" if each.held else "+") + _text(each) for each in others])
        wraps = shape == "dots" or len(others) > 1 or others[0].count > 1
        text += f"<br>{more}" if wraps else more
    return fill, ";".join(styles), text


def _text(mark: Mark) -> str:
    shown = _BALL if mark.kind == "ball" else escape(mark.text)
    return f"{shown}{mark.count}" if mark.count > 1 else shown


def _badges(marks: Marks, size: _Size) -> str:
    """The tokens beside the letter of a tile, smaller ones below it if there are many."""
    many = len(marks) > _BADGES
    letters = 11 if many else size.letters
    badges = [
        f' <b class="s{(mark.side or 0) % 6}"'
        f' style="background:{LIGHT.sides[(mark.side or 0) % 6]};color:{LIGHT.letters};font-size:{letters}px;'
        f' margin-left:{0 if many else 3}px;padding:0 {1 if many else 4}px">{escape(mark.text)}</b>'
        for mark in marks
    ]
    return f"{'<br>' if many else ''}{''.join(badges)}"


@lru_cache(maxsize=256)
def _rule(terrain: Terrain, line: Line, marks: Row) -> str:
    """A line across the board with its note, and what is on its corners."""
    columns, on = len(terrain.above), dict(marks)
    ends = [corner.x + 1 for corner in line.corners if corner.name in on]
    runs = list(pairwise([0, *ends, *([columns] if columns not in ends else [])]))
    widest = max(range(len(runs)), key=lambda run: runs[run][1] - runs[run][0])
    named = {corner.x + 1: escape(names_of(on[corner.name])) for corner in line.corners if corner.name in on}
    cells = []
    for number, (start, end) in enumerate(runs):
        text = [line.note] if number == widest else []
        title = ""
        if end in named:
            text.append(_BALL)
            title = f' align="right" title="{named[end]}"'
        cells.append(f"<td{_across(end - start)}{title}>{' '.join(text)}")
    fill = f'class="ln" bgcolor="{LIGHT.ink}" style="color:{LIGHT.paper};font-size:11px"'
    return _folded(f"<tr {fill}><td>{''.join(cells)}<td>")


# Inches, upright.


def _draw_inches(board: Board) -> str:
    terrain, marks = board.seen, _by_row(board)
    low, high = _used(board)
    kept = {y for y, row in enumerate(marks) if row}
    stretches = list(_stretches(_home(terrain).rows | kept, len(marks), whole=board.whole))
    count = sum(1 if folded else len(found) for found, folded in stretches)
    size = _SIZES["inches"] if high - low <= _NARROW and count <= _HIGH else _SMALL_INCHES
    names = _names(_numbered(terrain.rows[low:high]), size)
    lines = [_open(board, size), names]
    for found, folded in stretches:
        if folded:
            lines.append(_band(terrain, found[0], found[-1], high - low))
        else:
            lines += [_upright(terrain, row, marks[row], size, (low, high)) for row in found]
    return _closed([*lines, names], "inches", high - low + 2, "West" if board.turned else "East")


class _Home(Struct, frozen=True):
    """The rows of the zones as they are shown, and from where to where these go across."""

    rows: frozenset[int]
    low: int
    high: int


@lru_cache(maxsize=64)
def _home(terrain: Terrain) -> _Home:
    rows = _rows(terrain)
    homes = [
        (y, place.y) for y, row in enumerate(rows) for place in row if place.ground in ("zone", "bunker")
    ]
    across = [at for _, at in homes]
    return _Home(frozenset(y for y, _ in homes), min(across), max(across))


def _used(board: Board) -> tuple[int, int]:
    """The columns in use as they are shown, with one to spare at each end."""
    terrain, home, places = board.seen, _home(board.seen), places_of(board.seen)
    if board.whole:
        return 0, len(terrain.rows)
    across = [home.low, home.high, *(places[name].y for name in board.marks)]
    return max(min(across) - 1, 0), min(max(across) + 2, len(terrain.rows))


def _stretches(kept: Set[int], count: int, *, whole: bool) -> Iterator[tuple[list[int], bool]]:
    """The rows from the top in stretches, and whether each of these is folded: nobody is on it, nor beside it."""
    near = {y + step for y in kept for step in (-1, 0, 1)}
    for shown, found in groupby(range(count), key=lambda y: whole or y in near):
        stretch = list(found)
        yield stretch, not shown and len(stretch) >= _FOLD


def _numbered(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of columns, every other one where they are narrow."""
    return names if len(names) <= _NARROW else tuple(name if int(name) % 2 == 0 else "" for name in names)


@lru_cache(maxsize=1024)
def _band(terrain: Terrain, top: int, foot: int, columns: int) -> str:
    """What is folded, and that a line is within it."""
    names = [terrain.above[-1 - y] for y in (top, foot)]
    first, last = sorted(names, key=int)
    lines = [terrain.above[-1 - y] for y in range(top, foot + 1) if _rows(terrain)[y][0].ground == "line"]
    text = f"columns {first} to {last}: nobody{f', slargeline {lines[0]}' if lines else ''}"
    return _folded(
        f'<tr><td><td class="st ik" colspan={columns} bgcolor="{LIGHT.stripe}"'
        f' style="font-size:11px;color:{LIGHT.ink}">{text}<td>'
    )


@lru_cache(maxsize=8192)
def _upright(terrain: Terrain, y: int, marks: Row, size: _Size, columns: tuple[int, int]) -> str:
    """A row in which empty places of one color are one cell."""
    on, name = dict(marks), terrain.above[-1 - y]
    cells = [f"<tr><td height={size.row}>{name}"]
    for (marked, fill, _), found in groupby(
        _rows(terrain)[y][slice(*columns)], key=lambda each: _alike(each, on, size)
    ):
        places = list(found)
        if marked:
            cells.append(_cell(places[0], on[marked], size, 1, "inches", about_face=False))
        else:
            cells.append(f"<td{_across(len(places))}{fill}>")
    cells.append(f"<td>{name}")
    return _folded("".join(cells))


def _folded(html: str) -> str:
    """HTML with its long lines broken at blanks, most of which are within tags, and before cells."""
    lines, start = [], 0
    while len(html) - start > _COLUMNS:
        last = start + _COLUMNS
        end = max(html.rfind(" ", start + 1, last + 1), html.rfind("<td", start + 1, last + len("<td")))
        if end < 0:
            break
        lines.append(html[start:end])
        start = end + (html[end] == " ")
    return "\n".join([*lines, html[start:]])


def _dark(palette: Palette) -> dict[str, str]:
    rules = {"bd": f"background:{palette.paper}!important;\ncolor:{palette.dim}!important"}
    rules |= {f"t{n}": f"background:{color}!important" for n, color in enumerate(palette.tints)}
    rules |= {name: f"background:{getattr(palette, color)}!important" for color, name in GROUNDS.values()}
    rules["ik"] = f"color:{palette.ink}!important"
    rules |= {
        f"s{n}": f"background:{color}!important;\ncolor:{palette.letters}!important;border-color:#fff!important"
        for n, color in enumerate(palette.sides)
    }
    rules |= {f"c{n}": f"color:{color}!important" for n, color in enumerate(palette.sides)}
    rules["ln"] = f"background:{palette.dim}!important;\ncolor:{palette.letters}!important"
    return rules


STYLE = _dark(DARK)
"""What each class looks like on a dark screen, for a `prefers-color-scheme: dark` of the document's style; `c0` is a
word of side 0 in prose."""
