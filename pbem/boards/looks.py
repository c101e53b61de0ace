"""What table and picture have in common: colors, and what is where.

A side's color fills the place of its figure, and the letters on it are white: this stays readable when a mail program
darkens or inverts a page, while colored letters do not. The colors are those of Okabe and Ito, which the color-blind
tell apart, made darker; their contrast with white is at least 5.3 to 1. Color is never the only sign.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from pbem.play.board import Mark, Place, Terrain
from pbem.play.hexgrid import turned

Marks: TypeAlias = tuple[Mark, ...]


class Palette(Struct, frozen=True):
    """The colors of a board: by the number of a side, its own and a tint for its places; the rest by what it is."""

    sides: tuple[str, ...]
    tints: tuple[str, ...]
    letters: str  # on a side's color
    paper: str  # around the field
    light: str
    dark: str  # the other squares of a checkered ground
    ink: str
    dim: str
    danger: str
    wild: str
    goal: str
    wall: str
    stripe: str


LIGHT = Palette(
    sides=("#00609a", "#a83c00", "#006e52", "#8f4577", "#6b5b00", "#5a5a9c"),
    tints=("#d3e6f5", "#f7dccb", "#cfeadf", "#f0dce9", "#efe6bd", "#e0e0f2"),
    letters="#ffffff",
    paper="#f4f1ea",
    light="#f4f1ea",
    dark="#e1dcc8",
    ink="#1a1a1a",
    dim="#555555",
    danger="#f7c8c2",
    wild="#fcefc0",
    goal="#ffd54f",
    wall="#8c8a80",
    stripe="#d9d6c2",
)
DARK = Palette(
    sides=("#7cc0ff", "#ffa060", "#5fd3ab", "#eba0d0", "#dcc64e", "#b6b6f5"),
    tints=("#173a55", "#4d2a15", "#124536", "#4a2340", "#453c0c", "#33335c"),
    letters="#111111",
    paper="#202225",
    light="#202225",
    dark="#30363a",
    ink="#e8e8e8",
    dim="#b4b4b4",
    danger="#5c2523",
    wild="#57501f",
    goal="#4f3d0c",
    wall="#6a6a6e",
    stripe="#3d3f46",
)


def _variable(name: str) -> str:
    return f"var(--{name.replace('_', '-')})"


PAGE = Palette(
    sides=tuple(_variable(f"s{side}") for side in range(len(LIGHT.sides))),
    tints=tuple(_variable(f"t{side}") for side in range(len(LIGHT.tints))),
    **{name: _variable(name) for name in Palette.__struct_fields__ if name not in ("sides", "tints")},
)
"""The colors by name, for pages whose style sheet has the `variables` of a palette."""


def variables(palette: Palette) -> str:
    """What a style sheet says of a palette, for pictures that are drawn with `PAGE`."""
    colors = {f"s{side}": color for side, color in enumerate(palette.sides)}
    colors |= {f"t{side}": color for side, color in enumerate(palette.tints)}
    colors |= {
        name: getattr(palette, name) for name in Palette.__struct_fields__ if name not in ("sides", "tints")
    }
    return ";".join(f"--{name}:{color}" for name, color in colors.items())


GROUNDS = {
    "danger": ("danger", "dz"),
    "wild": ("wild", "wd"),
    "goal": ("goal", "gl"),
    "edge": ("wall", "wl"),
    "bunker": ("wall", "wl"),
    "line": ("stripe", "st"),
    "spot": ("stripe", "st"),
    "circle": ("dark", "dk"),
}
"""By the word for a ground its color in a palette, and the color's name."""

_ABOUT_FACE = 3  # sixths of a circle


def is_figure(mark: Mark) -> bool:
    """Whether a mark fills its place: somebody's figure that is not lying down."""
    return mark.side is not None and not mark.state and mark.kind not in ("body", "explosives")


def look_of(mark: Mark, *, about_face: bool) -> int | None:
    """The direction in which a mark looks on the board as it is seen."""
    if mark.looks is None or mark.state:
        return None
    return turned(mark.looks, _ABOUT_FACE) if about_face else mark.looks


def ground_of(place: Place, palette: Palette, checker: int) -> tuple[str, str]:
    """The color of a place's ground, and its name; an empty name where it is that of the whole board.

    `checker` is how many squares are one field of the checkered ground, 0: it is plain.
    """
    for word in place.ground.split():
        if word in GROUNDS:
            color, name = GROUNDS[word]
            return getattr(palette, color), name
    if place.side is not None:
        side = place.side % len(palette.tints)
        return palette.tints[side], f"t{side}"
    if checker and (place.x // checker + place.y // checker) % 2:
        return palette.dark, "dk"
    return palette.light, ""


@lru_cache(maxsize=64)
def places_of(terrain: Terrain) -> Mapping[str, Place]:
    """The places of a field and of its lines, by name."""
    return {place.name: place for place in terrain.every_place}
