"""A board as data: the places of a field, and what is on them. Renderers (`pbem.boards`) draw it.

A game describes its position once, as a `Board`; the text of mails, the HTML table and the SVG picture are drawn from
the same description. The field itself, a `Terrain`, seldom changes: make it once, and use the same object for as long
as it stays the same, because renderers remember by the object what they have drawn of it.
"""

import functools
from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from pbem.marks import own as own
from pbem.marks import said as said

Shape: TypeAlias = Literal["boxes", "dots", "tiles", "hexes", "inches"]
"""How a field is divided, and which of the text drawings suits it.

`boxes`, `dots` and `tiles` are squares: in boxes with lines around them; wide and without lines; with a letter in each,
in rows that may be shifted. `hexes` stand on their points and lie in rows. `inches` are squares one character wide.
"""


class Mark(Struct, frozen=True, omit_defaults=True):
    """One thing on one place.

    - `text`: its name as players write it (`S3`, `d`); `name`: the full one, where the board has no room for it.
    - `side`: the number of the side whose it is, see `Board`; None: nobody's.
    - `kind`: what it is, in a word: a shape in pictures, a word in descriptions.
    - `looks`: the direction in which it looks, 1 to 6 on hexes, on a board that is not turned.
    - `state`: words such as `down`; `covered`: the text board does not show it below the mark before it.
    - `held`: belongs to the mark before it, as a ball in somebody's hands.
    - `count`: how many there are of it.
    """

    text: str
    side: int | None = None
    kind: str = ""
    looks: int | None = None
    state: tuple[str, ...] = ()
    held: bool = False
    count: int = 1
    name: str = ""


class Place(Struct, frozen=True, omit_defaults=True):
    """A place of a field.

    - `x`: its column from the left, on hexes in half hexes; `y`: its row from the top.
    - `ground`: words for what it is, the most important first: `danger red`, `home`, `goal`.
    - `side`: whose home or zone it is; `sign`: what it shows when it is empty.
    """

    name: str
    x: int
    y: int
    ground: str = ""
    side: int | None = None
    sign: str = ""


class Line(Struct, frozen=True):
    """A line drawn across the field above row `y`.

    `corners` are places on it, where four squares meet: `x` is the column to whose right one lies.
    """

    y: int
    stroke: str = "-"
    note: str = ""
    corners: tuple[Place, ...] = ()


class Terrain(Struct, frozen=True, eq=False):
    """A field without anything on it. It is compared as an object.

    - `above`, `below`: the names of the columns from the left, as they are written above and below the field; the same
      unless the rows are shifted.
    - `rows`: the names of the rows from the top.
    - `lines`: what is drawn between rows.
    """

    shape: Shape
    places: tuple[Place, ...]
    rows: tuple[str, ...]
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def every_place(self) -> tuple[Place, ...]:
        """The places of the field, and those on its lines."""
        return (*self.places, *(place for line in self.lines for place in line.corners))


class Board(Struct, frozen=True, eq=False):
    """A position as a picture shows it.

    - `title`: what the picture shows, in a few words; `sides`: the names of the sides, by their numbers. The number is
      a color: 0 blue, 1 vermilion, 2 green, 3 purple, 4 ochre, 5 violet.
    - `marks`: what is on a place, by its name, the uppermost first.
    - `legend`: what the signs of the text board mean; `turned_legend`: the same for the board turned, where it differs.
    - `turned`: the board is seen from the far end: everything is turned by half.
    - `whole`: nothing of the field may be left out, since places are chosen on it.
    """

    title: str
    terrain: Terrain
    marks: Mapping[str, tuple[Mark, ...]]
    sides: Mapping[int, str] = {}
    legend: tuple[str, ...] = ()
    turned_legend: tuple[str, ...] = ()
    turned: bool = False
    whole: bool = False

    @property
    def seen(self) -> Terrain:
        """The field as the board's reader sees it."""
        return _turned(self.terrain) if self.turned else self.terrain


def turn(board: Board) -> Board:
    """The board as it is seen from the far end; places keep their names."""
    return structs.replace(board, turned=True, legend=board.turned_legend or board.legend)


@functools.lru_cache(maxsize=64)
def _turned(terrain: Terrain) -> Terrain:
    """A field turned by half: the far end is at the foot, and left is right."""
    across = [place.x for place in terrain.places]
    ends, rows = min(across) + max(across), len(terrain.rows)

    def turn_line(line: Line) -> Line:
        corners = tuple(
            structs.replace(corner, x=ends - 1 - corner.x, y=rows - corner.y)
            for corner in reversed(line.corners)
        )
        return structs.replace(line, y=rows - line.y, corners=corners)

    return structs.replace(
        terrain,
        places=tuple(
            structs.replace(place, x=ends - place.x, y=rows - 1 - place.y)
            for place in reversed(terrain.places)
        ),
        rows=terrain.rows[::-1],
        above=terrain.below[::-1],
        below=terrain.above[::-1],
        lines=tuple(turn_line(line) for line in reversed(terrain.lines)),
    )
