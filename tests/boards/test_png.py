"""Boards as PNG."""

from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from pbem.boards import svg
from pbem.boards.looks import LIGHT
from pbem.boards.png import draw_png
from tests.boards.test_laws import boards
from tests.games.ours import OURS

WORD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" font-family="Helvetica,Arial,sans-serif">{}</svg>'


def pixels(drawn: bytes) -> Image.Image:
    return Image.open(BytesIO(drawn)).convert("RGB")


def colors(picture: Image.Image) -> list[tuple[int, tuple[int, int, int]]]:
    """Each color of an RGB picture, behind how often it is there."""
    return cast("list[tuple[int, tuple[int, int, int]]]", picture.getcolors(1 << 16) or [])


def rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


@pytest.mark.parametrize("game", OURS)
def test_each_game_has_a_small_picture(game: str) -> None:
    """It is as wide as was asked for, has the colors of the palette, and at most 55,000 bytes."""
    drawn = draw_png(svg.draw(boards(game, 1)[-1]), 720)
    picture = pixels(drawn)
    assert picture.width == 720
    assert len(drawn) < 55_000
    found = [color for _, color in colors(picture)]
    for color in (LIGHT.paper, *LIGHT.sides[:2]):
        distance = min(max(abs(a - b) for a, b in zip(rgb(color), each, strict=True)) for each in found)
        assert distance <= 8, (color, distance)


def test_letters_need_no_font_of_the_machine() -> None:
    """Letters are drawn, bold ones wider, and a letter of another language too."""
    inks: list[int] = []
    for more, text in (("", "S1"), (' font-weight="bold"', "S1"), ("", "Ж")):
        word = f'<text y="15"{more}>{text}</text>'
        picture = pixels(draw_png(WORD.format(word), 400))
        inks.append(sum(count for count, color in colors(picture) if sum(color) < 200))
    assert 0 < inks[0] < inks[1]
    assert inks[2] > 0


def test_what_is_no_svg() -> None:
    with pytest.raises(ValueError, match="SVG"):
        draw_png("<p>no picture</p>", 400)
