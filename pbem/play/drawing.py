"""Boards as text: 7-bit, at most 76 columns wide, one drawing for each shape of field. Every mail contains it, and
tests of positions are written as it.

A place of which nothing can be seen but its ground is drawn from the field alone, so the empty rows of a field are
drawn once.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from pbem.play.board import Board, Line, Mark, Place, Shape, Terrain
from pbem.play.hexgrid import facing, turned

_BOX = 4  # characters of a square in a box
_DOT = 6  # of one without a box
_TILE = 7  # of a space of a tile, and of a shift by one
_HEX = 3  # of a hex; a half hex is half as wide, rounded down

_ABOUT_FACE = 3  # sixths of a circle
_POSTURES = {"down": "_", "dazed": "~"}
_HEX_SIGNS = {"goal": "@", "spot": "+", "circle": ":"}
_INCH_SIGNS = {"zone": ":", "bunker": "#", "line": "|"}


def draw(board: Board) -> tuple[str, ...]:
    """The board, line by line from the top."""
    return tuple(_FAMILIES[board.terrain.shape](board))


def _overwritten(lines: Iterable[str], texts: Iterable[tuple[int, int, str]]) -> list[str]:
    """Lines in which texts stand over what was there, each at its line and column."""
    picture = list(lines)
    for line, column, text in texts:
        before = picture[line]
        picture[line] = before[:column] + text + before[column + len(text) :]
    return picture


@lru_cache(maxsize=64)
def _places(terrain: Terrain) -> dict[str, Place]:
    """The places of a field and of its lines, by name."""
    return {place.name: place for place in terrain.every_place}


@lru_cache(maxsize=64)
def _rows(terrain: Terrain) -> tuple[tuple[Place, ...], ...]:
    """The places of each row, from the left."""
    rows: list[list[Place]] = [[] for _ in terrain.rows]
    for place in sorted(terrain.places, key=lambda each: each.x):
        rows[place.y].append(place)
    return tuple(map(tuple, rows))


def _ground(place: Place) -> str:
    """The most important word for the ground of a place."""
    return place.ground.partition(" ")[0]


# Squares in boxes.


def _boxes(board: Board) -> list[str]:
    seen = board.seen
    places, texts = _places(seen), []
    for name, marks in board.marks.items():
        place = places[name]
        if place.ground == "corner":
            texts.append((1 + 2 * place.y, 3 + (_BOX + 1) * (place.x + 1), marks[0].text))
        else:
            texts.append((2 + 2 * place.y, 4 + (_BOX + 1) * place.x, _boxed(marks)))
    return _overwritten(_empty_boxes(seen), texts)


@lru_cache(maxsize=64)
def _empty_boxes(terrain: Terrain) -> tuple[str, ...]:
    lines = {line.y: line for line in terrain.lines}
    left, right = _BOX // 2, _BOX - _BOX // 2
    names = "   " + "".join([f" {'':{left}}{name:{right}}" for name in terrain.above])

    def ruled(y: int) -> str:
        line = lines.get(y, Line(y))
        return f"   +{(line.stroke * _BOX + '+') * len(terrain.above)}  {line.note}".rstrip()

    picture = [names.rstrip()]
    for y, (name, places) in enumerate(zip(terrain.rows, _rows(terrain), strict=True)):
        cells = "|".join([f" {place.sign}".ljust(_BOX) for place in places])
        picture += (ruled(y), f"{name:>2} |{cells}| {name}")
    return (*picture, ruled(len(terrain.rows)), names.rstrip())


@lru_cache(maxsize=1024)
def _boxed(marks: tuple[Mark, ...]) -> str:
    """A figure with several things fills its box."""
    first, *others = marks
    held = "".join([f"*{_several(mark)}" for mark in others if mark.held])
    return f" {first.text}{_several(first)}{held}"[-_BOX:].ljust(_BOX)


def _several(mark: Mark) -> str:
    return str(mark.count) if mark.count > 1 else ""


# Squares without lines.


def _dots(board: Board) -> list[str]:
    seen = board.seen
    places, texts = _places(seen), []
    for name, marks in board.marks.items():
        place = places[name]
        texts.append((1 + place.y, 5 + _DOT * place.x, _loaded(marks).ljust(_DOT)))
    return _overwritten(_empty_dots(seen), texts)


@lru_cache(maxsize=64)
def _empty_dots(terrain: Terrain) -> tuple[str, ...]:
    names = "     " + "".join([name.ljust(_DOT) for name in terrain.above]).rstrip()
    rows = [
        f"{name:>2}   {''.join([(place.sign or '.').ljust(_DOT) for place in places])}{name:>2}"
        for name, places in zip(terrain.rows, _rows(terrain), strict=True)
    ]
    return (names, *rows, names)


def _loaded(marks: tuple[Mark, ...]) -> str:
    """A figure, what it holds, and what lies at its feet."""
    first, *others = marks
    return first.text + "".join(
        [f"{'' if mark.held else '+'}{mark.text}" for mark in others if "covered" not in mark.state]
    )


# Tiles: a letter in each space, and figures behind it.


def _tiles(board: Board) -> list[str]:
    seen = board.seen
    places, texts, lines = _places(seen), [], [line.y for line in seen.lines]
    for name, marks in board.marks.items():
        place = places[name]
        line = 1 + place.y + sum(y <= place.y for y in lines)
        standing = place.sign + "".join([mark.text for mark in marks])
        texts.append((line, 6 + _TILE * place.x, standing.ljust(_TILE)))
    return [line.rstrip() for line in _overwritten(_empty_tiles(seen), texts)]


@lru_cache(maxsize=64)
def _empty_tiles(terrain: Terrain) -> tuple[str, ...]:
    lines = {line.y: line for line in terrain.lines}
    above, below = (
        "      " + "".join([name.ljust(_TILE) for name in names]) for names in (terrain.above, terrain.below)
    )
    picture = [above]
    for y, (name, places) in enumerate(zip(terrain.rows, _rows(terrain), strict=True)):
        if y in lines:
            picture.append(f"      {lines[y].stroke} {lines[y].note} {lines[y].stroke}")
        ground = places[0].ground.split()
        letters = " " * (_TILE * places[0].x) + "".join([place.sign.ljust(_TILE) for place in places])
        red = "  red" if "red" in ground else ""
        picture.append(f"{name:>3}{'!' if 'danger' in ground else ' '}  {letters}{red}")
    return (*picture, below)


# Hexes.


def _hexes(board: Board) -> list[str]:
    seen = board.seen
    places, texts = _places(seen), []
    for name, marks in board.marks.items():
        place = places[name]
        texts.append((place.y, _start(place), _figure(marks, about_face=board.turned)))
    return _overwritten(_empty_hexes(seen), texts)


@lru_cache(maxsize=64)
def _empty_hexes(terrain: Terrain) -> tuple[str, ...]:
    across = [place.x for place in terrain.places]
    width = _HEX * (min(across) + max(across)) // 2 + 8
    picture = []
    for name, places in zip(terrain.rows, _rows(terrain), strict=True):
        row = [" "] * width
        row[0] = row[-1] = name
        for place in places:
            row[_start(place) : _start(place) + _HEX] = _empty_hex(place)
        picture.append("".join(row))
    return tuple(picture)


def _start(place: Place) -> int:
    return 2 + _HEX * place.x // 2


def _empty_hex(place: Place) -> str:
    """A hex without anything: its number, and the sign of what is drawn on it."""
    ground = _ground(place)
    if ground == "edge":
        return " # "
    if ground == "line":
        return f"-{place.sign:<2}"
    return f"{_HEX_SIGNS.get(ground, ' ')}{place.sign:>2}"


def _figure(marks: tuple[Mark, ...], *, about_face: bool) -> str:
    first, *others = marks
    for state in first.state:
        return f"{_POSTURES[state]}{first.text}{_POSTURES[state]}"
    if first.looks is None:
        return f"({first.text})"
    shown = facing(first.text, turned(first.looks, _ABOUT_FACE) if about_face else first.looks)
    return shown.replace(" ", "*") if any(mark.held for mark in others) else shown


# Inches: one character for each square.


def _inches(board: Board) -> list[str]:
    """Empty rows at either end are left out, but for one."""
    seen = board.seen
    places, texts, used = _places(seen), [], set(_zones(seen))
    for name, marks in board.marks.items():
        place = places[name]
        texts.append((place.y, 4 + place.x, _inch(marks)))
        used.add(place.y)
    tens, ones, *rows = _empty_inches(seen)
    rows = _overwritten(rows, texts)
    if not board.whole:
        rows = rows[max(min(used) - 1, 0) : max(used) + 2]
    return [tens, ones, *rows, ones]


@lru_cache(maxsize=64)
def _zones(terrain: Terrain) -> frozenset[int]:
    """The rows of the zones."""
    return frozenset(place.y for place in terrain.places if _ground(place) == "zone")


@lru_cache(maxsize=64)
def _empty_inches(terrain: Terrain) -> tuple[str, ...]:
    tens = "    " + "".join([name[:-1] if name.endswith("0") else " " for name in terrain.above])
    ones = "    " + "".join([name[-1] for name in terrain.above])
    rows = [
        f"{name:>3} {''.join([_INCH_SIGNS.get(_ground(place), '.') for place in places])} {name}"
        for name, places in zip(terrain.rows, _rows(terrain), strict=True)
    ]
    return (tens.rstrip(), ones, *rows)


def _inch(marks: tuple[Mark, ...]) -> str:
    """Who is up, by side a capital or a small letter, with a ball another one; else who lies there; else what."""
    first = marks[0]
    if first.kind == "body":
        return "="
    if first.kind == "ball":
        return "*"
    small = first.text.islower()
    if "down" in first.state:
        lying = [mark for mark in marks if "down" in mark.state]
        return "%" if len(lying) > 1 else "x" if small else "X"
    if any(mark.held for mark in marks[1:]):
        return "b" if small else "B"
    return first.text


_FAMILIES: Mapping[Shape, Callable[[Board], list[str]]] = {
    "boxes": _boxes,
    "dots": _dots,
    "tiles": _tiles,
    "hexes": _hexes,
    "inches": _inches,
}
