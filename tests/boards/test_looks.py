"""Colors of boards: what is written on them can be read, on light and on dark screens, and on inverted ones."""

import pytest

from pbem.boards.looks import DARK, LIGHT, Palette


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, as WCAG 2 defines it."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def inverted(color: str) -> str:
    """A color as a program shows it that turns light into dark."""
    return "#" + "".join(f"{255 - int(color[at : at + 2], 16):02x}" for at in (1, 3, 5))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_letters_of_figures(palette: Palette) -> None:
    """5.3 to 1 and better."""
    assert min(contrast(side, palette.letters) for side in palette.sides) >= 5.3
    assert min(contrast(inverted(side), inverted(palette.letters)) for side in palette.sides) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_letters_on_the_ground(palette: Palette) -> None:
    """4.5 to 1, on every ground that has any."""
    grounds = (palette.paper, palette.light, palette.dark, palette.danger, palette.wild, *palette.tints)
    for ground in (*grounds, palette.goal, palette.stripe):
        assert contrast(palette.ink, ground) >= 4.5, ground
        assert contrast(inverted(palette.ink), inverted(ground)) >= 4.5, ground
    for ground in (palette.paper, palette.dark, palette.goal, palette.stripe):
        assert contrast(palette.dim, ground) >= 4.5, ground
