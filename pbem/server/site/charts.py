"""Plots as SVG: the score of a match turn by turn, a rating match by match. A table beside each says the same."""

from collections.abc import Sequence
from html import escape

from markupsafe import Markup
from msgspec import Struct

WIDTH, HEIGHT = 480, 200
_LEFT, _RIGHT, _TOP, _FOOT = 44, 12, 10, 24
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "1 5", "12 3")
"""Lines differ in more than their colors."""


class Line(Struct, frozen=True):
    """A line of a plot: a color by the number of a side, and points from left to right."""

    side: int
    points: Sequence[tuple[int, int]]


def plot(title: str, told: str, lines: Sequence[Line], first: str, last: str, *, stepped: bool) -> Markup:
    """A plot that says in words what it shows. `first` and `last` stand below its ends; `stepped`: a value holds until
    the next point."""
    across = [x for line in lines for x, _ in line.points]
    up = [y for line in lines for _, y in line.points]
    left, right, low, high = min(across), max(across), min(up), max(up)
    wide, tall = max(right - left, 1), max(high - low, 1)

    def at(x: int, y: int) -> tuple[str, str]:
        return (
            f"{_LEFT + (x - left) / wide * (WIDTH - _LEFT - _RIGHT):.4g}",
            f"{HEIGHT - _FOOT - (y - low) / tall * (HEIGHT - _TOP - _FOOT):.4g}",
        )

    parts = [
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f'<path d="M{_LEFT} {_TOP}V{HEIGHT - _FOOT}H{WIDTH - _RIGHT}"/>'
    ]
    for value in sorted({low, high}):
        _, height = at(left, value)
        parts.append(f'<text x="{_LEFT - 6}" y="{height}" dy="4" text-anchor="end">{value}</text>')
    for where, word, anchor in ((_LEFT, first, "start"), (WIDTH - _RIGHT, last, "end")):
        parts.append(f'<text x="{where}" y="{HEIGHT - 6}" text-anchor="{anchor}">{escape(word)}</text>')
    for line in lines:
        steps, height = "", ""
        for point in line.points:
            x, y = at(*point)
            steps += f"H{x}V{y}" if stepped and steps else f"{'L' if steps else 'M'}{x} {y}"
            height = y
        if stepped:
            steps += f"H{WIDTH - _RIGHT}"
        elif len(line.points) == 1:
            steps += f"h3V{height}"
        side = line.side % len(_DASHES)
        dashes = f' stroke-dasharray="{_DASHES[side]}"' if _DASHES[side] else ""
        parts.append(f'<path d="{steps}" style="stroke:var(--s{side});stroke-width:2.5"{dashes}/>')
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704  # our own; words in it are escaped
