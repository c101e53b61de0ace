"""Boards as SVG: for pages of a site, and for pictures.

The picture is complete in itself: no style sheet, no script, no font but the reader's own; it says in words what it
shows, in `title` and `desc` and in a `title` for each thing. Figures are discs in the color of their side with white
letters; what lies is tinted; a wedge shows where a figure looks.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from math import cos, pi, sin
from typing import TypeAlias

from pbem.boards.looks import LIGHT, Marks, Palette, ground_of, is_figure, look_of, places_of
from pbem.boards.words import describe, names_of
from pbem.play.board import Board, Mark, Place, Shape, Terrain

UNIT = 40
"""The width of a square, and of a hex."""

_MARGIN = 28  # for names
_CHECKER: dict[Shape, int] = {"boxes": 1, "dots": 1, "inches": 4}
_HEX_ROW = UNIT * 3**0.5 / 2  # from one row of hexes to the next
_WAYS = {1: 60, 2: 0, 3: -60, 4: -120, 5: 180, 6: 120}  # degrees counterclockwise from east

Point: TypeAlias = tuple[float, float]


def draw(board: Board, palette: Palette = LIGHT) -> str:
    """The picture as one element, which may stand in a page or be a file of its own."""
    terrain = board.seen
    width, height = _size(terrain)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}"'
        ' font-family="Helvetica,Arial,sans-serif" text-anchor="middle">',
        f"<title>{escape(board.title)}</title>",
        f"<desc>{escape(describe(board))}</desc>",
        *_field(terrain, palette),
    ]
    parts += [_place(terrain, name, marks, palette, board.turned) for name, marks in board.marks.items()]
    parts.append("</svg>")
    return "\n".join(parts)


@lru_cache(maxsize=16_384)
def _place(terrain: Terrain, name: str, marks: Marks, palette: Palette, about_face: bool) -> str:
    """What is on a place. From turn to turn most of it stays where it is."""
    things = _things(
        _center(terrain, places_of(terrain)[name]), marks, terrain.shape, palette, about_face=about_face
    )
    return "\n".join([f"<g><title>{escape(f'{name}: {names_of(marks)}')}</title>", *things, "</g>"])


def columns(board: Board) -> float:
    """How many squares wide the picture is."""
    return _size(board.seen)[0] / UNIT


@lru_cache(maxsize=64)
def _ends(terrain: Terrain) -> tuple[int, int]:
    across = [place.x for place in terrain.places]
    return min(across), max(across)


def _size(terrain: Terrain) -> Point:
    first, last = _ends(terrain)
    if terrain.shape == "hexes":
        return (last - first + 2) * UNIT / 2 + 2 * _MARGIN, len(terrain.rows) * _HEX_ROW + UNIT / 3 + _MARGIN
    return (last - first + 1) * UNIT + 2 * _MARGIN, len(terrain.rows) * UNIT + 2 * _MARGIN


def _center(terrain: Terrain, place: Place) -> Point:
    first, _ = _ends(terrain)
    if terrain.shape == "hexes":
        return _MARGIN + (place.x - first + 1) * UNIT / 2, _MARGIN / 2 + UNIT * 0.6 + place.y * _HEX_ROW
    if place.ground == "corner":
        return _MARGIN + (place.x - first + 1) * UNIT, _MARGIN + place.y * UNIT
    return _MARGIN + (place.x - first + 0.5) * UNIT, _MARGIN + (place.y + 0.5) * UNIT


# The empty field.


@lru_cache(maxsize=64)
def _field(terrain: Terrain, palette: Palette) -> tuple[str, ...]:
    width, height = _size(terrain)
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="{palette.paper}"/>']
    grounds: dict[str, list[Place]] = {}
    for place in terrain.places:
        color, name = ground_of(place, palette, _CHECKER.get(terrain.shape, 0))
        if name or terrain.shape in ("hexes", "tiles"):
            grounds.setdefault(color, []).append(place)
    for number, (color, places) in enumerate(grounds.items()):
        draw_ground = _hexes if terrain.shape == "hexes" else _squares
        parts += draw_ground(terrain, places, color, number, palette)
    for line in terrain.lines:
        y = _MARGIN + line.y * UNIT
        parts.append(
            f'<path d="M{_MARGIN} {y}H{width - _MARGIN:g}" stroke="{palette.ink}" stroke-width="4">'
            f"<title>{escape(line.note)}</title></path>"
        )
    size, color = (22, palette.ink) if terrain.shape == "tiles" else (13, palette.dim)
    parts += _texts(_signs(terrain), size, color)
    parts += _texts(_names(terrain), 13, palette.dim)
    parts += _texts(_notes(terrain), 11, palette.dim)
    return tuple(parts)


def _runs(places: Iterable[Place], step: int) -> Iterator[tuple[int, int, int]]:
    """Places that follow one another in a row, as the row with the first and the last column."""
    found: list[int] = []
    for place in sorted(places, key=lambda place: (place.y, place.x)):
        if found and (place.y, place.x) == (found[0], found[2] + step):
            found[2] = place.x
        else:
            if found:
                yield found[0], found[1], found[2]
            found = [place.y, place.x, place.x]
    if found:
        yield found[0], found[1], found[2]


def _squares(
    terrain: Terrain, places: Sequence[Place], color: str, number: int, palette: Palette
) -> Iterator[str]:
    """Squares of one color as one path: each with an edge, or as rectangles that are as large as can be."""
    first, _ = _ends(terrain)
    if terrain.shape != "inches":
        boxes = [(place.x, place.x, place.y, place.y) for place in places]
    else:
        open_boxes: dict[tuple[int, int], tuple[int, int]] = {}
        boxes = []
        for y, start, end in _runs(places, 1):
            top, bottom = open_boxes.get((start, end), (y, y - 1))
            if bottom < y - 1:
                boxes.append((start, end, top, bottom))
                top = y
            open_boxes[start, end] = (top, y)
        boxes += [(*across, *rows) for across, rows in open_boxes.items()]
    steps = "".join(
        f"M{_MARGIN + (start - first) * UNIT} {_MARGIN + top * UNIT}"
        f"h{(end - start + 1) * UNIT}v{(bottom - top + 1) * UNIT}h{(start - end - 1) * UNIT}z"
        for start, end, top, bottom in boxes
    )
    edge = f' stroke="{palette.paper}"' if terrain.shape != "inches" else ""
    yield f'<path d="{steps}" fill="{color}"{edge}/>'


def _hexes(
    terrain: Terrain, places: Sequence[Place], color: str, number: int, palette: Palette
) -> Iterator[str]:
    """Hexes of one color: one of them, and a path that has it at each of its points."""
    radius = UNIT / 3**0.5
    corners = " ".join(
        f"{radius * sin(way * pi / 3):.1f},{radius * cos(way * pi / 3):.1f}" for way in range(6)
    )
    yield (
        f'<marker id="h{number}" markerUnits="userSpaceOnUse" overflow="visible">'
        f'<polygon points="{corners}" fill="{color}" stroke="{palette.stripe}"/></marker>'
    )
    steps = ""
    for y, start, end in _runs(places, 2):
        at, down = _center(terrain, Place("", start, y))
        steps += f"M{at:g} {down:.1f}" + f"h{UNIT}" * ((end - start) // 2) + "h0"
    yield f'<path d="{steps}" fill="none" style="marker:url(#h{number})"/>'


def _signs(terrain: Terrain) -> Iterator[tuple[Point, str]]:
    for place in terrain.places:
        if place.sign:
            x, y = _center(terrain, place)
            yield (x - UNIT / 4 if terrain.shape == "tiles" else x, y), place.sign


def _names(terrain: Terrain) -> Iterator[tuple[Point, str]]:
    width, height = _size(terrain)
    first, _ = _ends(terrain)
    for names, y in ((terrain.above, _MARGIN / 2), (terrain.below, height - _MARGIN / 2)):
        for x, name in enumerate(names, start=-first):
            if name:
                yield (_MARGIN + (x + 0.5) * UNIT, y), name
    for row, name in enumerate(terrain.rows):
        _, y = _center(terrain, Place("", 0, row))
        yield (_MARGIN / 2, y), name
        yield (width - _MARGIN / 2, y), name


def _notes(terrain: Terrain) -> Iterator[tuple[Point, str]]:
    width, _ = _size(terrain)
    for row in sorted({place.y for place in terrain.places if "red" in place.ground.split()}):
        _, y = _center(terrain, Place("", 0, row))
        yield (width - _MARGIN / 2, y + 14), "red"


def _texts(texts: Iterable[tuple[Point, str]], size: float, color: str) -> Iterator[str]:
    """Words of one size and color; those of one row share an element."""
    rows: dict[str, list[str]] = {}
    for (x, y), text in texts:
        rows.setdefault(f"{y + size * 0.36:.1f}", []).append(f'<tspan x="{x:g}">{escape(text)}</tspan>')
    if rows:
        yield f'<g font-size="{size:g}" fill="{color}">'
        for height, words in rows.items():
            yield f'<text y="{height}">{"".join(words)}</text>'
        yield "</g>"


def _text(at: Point, text: str, size: float, color: str, more: str = "") -> str:
    x, y = at
    return f'<text x="{x:g}" y="{y + size * 0.36:.1f}" font-size="{size:g}" fill="{color}"{more}>{escape(text)}</text>'


# What is on it.


def _things(
    center: Point, marks: Marks, shape: Shape, palette: Palette, *, about_face: bool
) -> Iterator[str]:
    if shape == "tiles":
        yield from _tokens(center, marks, palette)
        return
    x, y = center
    yield from _main(center, marks[0], palette, about_face=about_face)
    under = [mark for mark in marks[1:] if not mark.held]
    for number, mark in enumerate(under):
        if mark.side is None or mark.kind in ("body", "explosives"):
            yield from _thing((x - UNIT * 0.3, y - UNIT * (0.3 - 0.3 * number)), mark, palette)
    if len([mark for mark in marks if "down" in mark.state]) > 1:
        yield _text((x + UNIT * 0.3, y - UNIT * 0.3), "%", 14, palette.ink)
    for mark in marks[1:]:
        if mark.held:
            yield from _thing((x + UNIT * 0.3, y + UNIT * 0.3), mark, palette)


def _main(center: Point, mark: Mark, palette: Palette, *, about_face: bool) -> Iterator[str]:
    """The uppermost thing on a place."""
    x, y = center
    if mark.side is None or mark.kind in ("body", "explosives"):
        yield from _thing(center, mark, palette)
        return
    side = mark.side % len(palette.sides)
    radius = UNIT * 0.42
    if (looks := look_of(mark, about_face=about_face)) is not None:
        ways = [(_WAYS[looks] + turn) * pi / 180 for turn in (-28, 0, 28)]
        far = [radius, radius * 1.35, radius]
        tip = " ".join(
            f"{x + cos(way) * out:.1f},{y - sin(way) * out:.1f}" for way, out in zip(ways, far, strict=True)
        )
        yield f'<polygon points="{tip}" fill="{palette.ink}"/>'
    filled = is_figure(mark)
    fill, letters = (palette.sides[side], palette.letters) if filled else (palette.tints[side], palette.ink)
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{palette.sides[side]}"/>'
    line = ' text-decoration="line-through"' if "dazed" in mark.state else ' text-decoration="underline"'
    text = f"{mark.text}{mark.count}" if mark.count > 1 else mark.text
    yield _text(
        center, text, 22 if len(text) < 2 else 17, letters, f' font-weight="bold"{"" if filled else line}'
    )


def _thing(center: Point, mark: Mark, palette: Palette) -> Iterator[str]:
    """A ball, the gnome, explosives, a body: what is not a figure."""
    x, y = center
    if mark.kind == "ball":
        yield f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="{palette.ink}" stroke="{palette.paper}"/>'
        if mark.count > 1:
            yield _text(center, str(mark.count), 11, palette.paper)
        return
    fill = palette.tints[mark.side % len(palette.tints)] if mark.side is not None else palette.goal
    yield f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="{fill}" stroke="{palette.ink}"/>'
    yield _text(center, mark.text, 14, palette.ink, ' font-weight="bold"')


def _tokens(center: Point, marks: Marks, palette: Palette) -> Iterator[str]:
    """The tokens beside the letter of a tile, smaller if there are many."""
    x, y = center
    for number, mark in enumerate(marks):
        size = 0.24 if len(marks) == 1 else 0.16
        at = (x + UNIT * (0.22 if number % 2 == 0 else 0.4), y + UNIT * (0.34 * (number // 2) - 0.34))
        if len(marks) == 1:
            at = (x + UNIT * 0.22, y)
        color = palette.sides[(mark.side or 0) % len(palette.sides)]
        yield f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{UNIT * size:g}" fill="{color}"/>'
        yield _text(at, mark.text, UNIT * size * 1.4, palette.letters, ' font-weight="bold"')
