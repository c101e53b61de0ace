"""Laws: text, table and picture show the same marks on the same places, in random positions of every game."""

import functools
import importlib
import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.boards import svg, table
from pbem.boards.words import describe, names_of
from pbem.play.board import Board, Mark, Place, turn
from pbem.play.drawing import draw
from pbem.play.game import Game, masked
from tests.games.ours import OURS
from tests.games.test_turned import positions

EXAMPLE: Any = importlib.import_module("connect_four")
GAMES: Mapping[str, Game[Any]] = {**OURS, "connect-four": EXAMPLE.ConnectFour()}
SEEDS = st.integers(0, 11)


@functools.cache
def boards(name: str, seed: int) -> list[Board]:
    """The boards of a random match, as they are seen by everybody and by each seat."""
    game = GAMES[name]
    players = game.players[seed % len(game.players)]
    found = []
    for number, state in enumerate(positions(game, players, seed, letters=40)):
        if number % 4 != seed % 4:
            continue
        for seat in (None, *state.seats):
            board = game.board(masked(state, seat), seat)
            if board is not None:
                found.append(turn(board) if seat is not None and game.far(state, seat) else board)
    return found


def shown(board: Board) -> dict[str, str]:
    """What is on each place, in words."""
    return {name: names_of(marks) for name, marks in board.marks.items()}


def cells(board: Board) -> Iterator[tuple[str, LexborNode]]:
    """The marked cells of a table with the names of their places, which follow from where a cell stands."""
    terrain = board.seen
    corners = {(line.y, corner.x): corner.name for line in terrain.lines for corner in line.corners}
    places = {(place.y, place.x): place.name for place in terrain.places}
    first = min(place.x for place in terrain.places)
    rows = LexborHTMLParser(table.draw(board)).css("tr")
    upright = terrain.shape == "inches"
    low = 0
    if upright:
        numbers = [cell.text(deep=True).strip() for cell in rows[0].css("td")][1:-1]
        offset, name = next((at, each) for at, each in enumerate(numbers) if each)
        low = terrain.rows.index(name) - offset
    y = -1
    for row in rows:
        own, *others = row.css("td")
        name = own.text(deep=True).strip()
        line = "ln" in (row.attributes.get("class") or "")
        if name and name in (terrain.above if upright else terrain.rows) and others:
            y = terrain.above.index(name) if upright else terrain.rows.index(name)
        elif not line:
            continue
        x = first + low if upright else first
        for cell in others:
            span = int(cell.attributes.get("colspan") or 1)
            if "title" in cell.attributes:
                if line:
                    yield corners[y + 1, x + span - 1], cell
                else:
                    yield places[(x, y) if upright else (y, x)], cell
            x += span


def _title(cell: LexborNode) -> str:
    return " ".join((cell.attributes.get("title") or "").split())


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_table_and_picture_show_the_same_marks_on_the_same_places(name: str, seed: int) -> None:
    for board in boards(name, seed):
        expected = shown(board)
        assert {place: _title(cell) for place, cell in cells(board)} == expected
        told = re.findall(r"<g><title>(.*?): (.*?)</title>", svg.draw(board))
        assert {unescape(place): unescape(text) for place, text in told} == expected


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_nothing_that_the_text_board_shows_is_missing(name: str, seed: int) -> None:
    """Every figure by its letters, every thing by its sign, every note and every name of a row; what is covered in text
    may be shown, too."""
    for board in boards(name, seed):
        text, page, picture = "\n".join(draw(board)), table.draw(board), svg.draw(board)
        words = " ".join(unescape(re.sub("<[^>]*>", " ", page)).split())
        for line in board.terrain.lines:
            assert all(line.note in drawn for drawn in (text, words, picture))
        for row in board.terrain.rows:
            if re.search(rf"(?<!\w){row}(?!\w)", text) and board.terrain.shape != "inches":
                assert row in words.split()
        by_place = dict(cells(board))
        for place, marks in board.marks.items():
            seen = by_place[place].text(deep=True).strip()
            for mark in _uncovered(marks):
                assert sign_of(mark, board) in seen, (place, marks, seen)
        assert ("  red" in text) == ("red" in words.split()) == (">red</tspan>" in picture)


def _uncovered(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    """Those of which the text board has a sign of its own."""
    lying = [mark for mark in marks if "down" in mark.state]
    if len(lying) > 1 and "down" in marks[0].state:
        yield Mark("%")
        return
    yield marks[0]
    for mark in marks[1:]:
        if (
            mark.kind not in ("figure", "body")
            and "covered" not in mark.state
            and not mark.name.startswith("ball")
        ):
            yield mark


def sign_of(mark: Mark, board: Board) -> str:
    narrow = board.terrain.shape == "hexes" and mark.held
    sign = "\N{BLACK CIRCLE}" if mark.kind == "ball" and not narrow else mark.text
    return f"{sign}{mark.count}" if mark.count > 1 else sign


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_has_a_title_and_a_description(name: str) -> None:
    """Which is told of every mark that is on the board; and it is well-formed."""
    for board in boards(name, 0)[-3:]:
        root = ElementTree.fromstring(svg.draw(board))  # it is our own
        texts = {child.tag.partition("}")[2]: child.text for child in root[:2]}
        assert texts == {"title": board.title, "desc": describe(board)}
        for place, marks in board.marks.items():
            assert f"on {place}" in describe(board)
            assert marks[0].name in describe(board)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_needs_no_encoding(name: str) -> None:
    """Plain ASCII, lines of at most 78 characters, no image, no script."""
    for board in boards(name, 1):
        page = table.draw(board)
        assert page.isascii()
        assert max(map(len, page.split("\n"))) <= 78
        assert not re.search("<(img|script|style)|url\\(", page)


def test_a_place_name_is_escaped() -> None:
    terrain = next(iter(boards("connect-four", 0))).terrain
    board = Board("<b>", terrain, {"a1": (Mark("<", 0, name="<i>"),)})
    assert "<i>" not in table.draw(board)
    assert "<b>" not in svg.draw(board)
    assert Place("a1", 0, 5) in terrain.places
