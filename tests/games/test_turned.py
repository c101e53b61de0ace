"""Boards turned to a player's own side: whatever the position, they show the same as the usual ones.

Each board is read back out of nothing but what a player sees: the names on its edges or in its hexes, and the signs
that its legend explains. What is read must not depend on which way up the board is drawn.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import pytest

from pbem.play.board import Board, turn
from pbem.play.conformance import kept
from pbem.play.dice import ProvableDice
from pbem.play.drawing import draw
from pbem.play.game import Game, State, masked
from pbem.play.match import Match, opening
from pbem.play.record import Tail
from pbem.play.requests import seeded
from tests.games.ours import OURS

Read: TypeAlias = Mapping[Any, Any]
"""What is drawn where, by the name of the place (a square, or the squares that a corner touches)."""


def boxes(board: Board) -> Read:
    """Dodgeball's board: squares, the lines between their rows, and the signs on their corners."""
    view = draw(board)
    columns = view[0].split()
    assert view[-1].split() == columns
    rows = [line.split()[0] for line in view[2:-1:2]]
    found: dict[Any, Any] = {}
    for row, line in zip(rows, view[2:-1:2], strict=True):
        before, *cells, behind = line.split("|")
        assert before.strip() == behind.strip() == row
        found |= {f"{column}{row}": cell for column, cell in zip(columns, cells, strict=True)}
    for rows_beside, line in zip(pairwise(["", *rows, ""]), view[1:-1:2], strict=True):
        ruled, _, note = line.strip().partition("  ")
        found[frozenset(rows_beside)] = (ruled[1], note)
        for columns_beside, sign in zip(pairwise(["", *columns, ""]), ruled[::5], strict=True):
            found[frozenset(f"{column}{row}" for column in columns_beside for row in rows_beside)] = sign
    return found


def cells(board: Board) -> Read:
    """Gnomeball's field: its squares are six signs wide."""
    view = draw(board)
    columns = view[0].split()
    assert view[-1].split() == columns
    found: dict[Any, Any] = {}
    for line in view[1:-1]:
        row = line[:2].strip()
        assert line[65:].strip() == row
        found |= {f"{column}{row}": line[5 + 6 * at :][:6] for at, column in enumerate(columns)}
    return found


def columns_above(tens: str, ones: str) -> Sequence[int]:
    """The columns that Slargeball's numbers tell: each has its last digit, the round ones their first above it."""
    for columns in (range(1, 65), range(64, 0, -1)):
        first = "".join(str(column // 10) if column % 10 == 0 else " " for column in columns)
        if ones == "".join(str(column % 10) for column in columns) and tens == first.rstrip():
            return columns
    raise AssertionError("these are no columns from 1 to 64")


def signs(board: Board) -> Read:
    """Slargeball's field: its squares are one sign wide."""
    view = draw(board)
    tens, ones, *rows, ones_below = view
    assert ones_below == ones
    columns = columns_above(tens[4:], ones[4:])
    found: dict[Any, Any] = {}
    for line in rows:
        row, ground, row_behind = line.split()
        assert row_behind == row
        found |= {f"{column},{row}": sign for column, sign in zip(columns, ground, strict=True)}
    return found


def hexes(board: Board) -> Read:
    """Elfball's field: hexes are named by the numbers in them, half a hex counting one, and marks say where players
    look; the hexes of the two outermost rows have no numbers."""
    view = draw(board)
    marks = {
        mark: way for line in board.legend for mark, way in re.findall(r"(\S*A\S*) ([1-6] [a-z]+)", line)
    }
    numbered = [(line, list(re.finditer(r"(?<=[ @:+-])\d{1,2}", line))) for line in view]
    ways = {int(one[0]) < int(other[0]) for _, numbers in numbered for one, other in pairwise(numbers)}
    assert len(ways) == 1, "all rows count the same way"
    sign = 1 if ways == {True} else -1
    found: dict[Any, Any] = {}
    for line, numbers in numbered:
        assert line[0] == line[-1]
        if not numbers:
            found[line[0]] = line[1:-1].strip()
            continue
        first, *_ = numbers
        start = first.start() - 1 if line[first.start() - 1] == "-" else first.end() - 3
        for begin in range(start % 3 or 3, len(line) - 3, 3):
            cell = line[begin : begin + 3]
            if not cell.isspace():
                found[f"{line[0]}{int(first[0]) + sign * 2 * (begin - start) // 3}"] = figure(cell, marks)
        assert all(match[0] in found[f"{line[0]}{match[0]}"] for match in numbers)
    return found


def figure(cell: str, marks: Mapping[str, str]) -> str:
    """What stands in a hex: a number, a sign, or a figure with where it looks and whether it has the ball."""
    letter = cell[1]
    if not letter.isalpha():
        return cell
    mark = cell.replace(letter, "A").replace("*", " ").strip()
    return f"{letter} {marks.get(mark, mark)} {'*' in cell}"


READERS: Mapping[str, Callable[[Board], Read]] = {
    "dodgeball": boxes,
    "gnomeball": cells,
    "slargeball": signs,
    "elfball": hexes,
}


def positions(game: Game[Any], players: int, seed: int, letters: int) -> Iterator[State]:
    """The positions of a match that is played at random."""
    pick = seeded(f"{game.name}/{seed}")
    options = game.read_options({}, players)
    seats = game.seats(options, players)
    tail = Tail(opening(game, options, {seat: seat for seat in seats}))
    for _ in range(letters):
        match: Match[Any] = Match(game, tail, ProvableDice(bytes(32), str(seed), ()))
        match.settle()
        yield match.state
        if match.over:
            return
        asked = pick.one(sorted(match.asks))
        match.play(asked, [str(match.asks[asked].sample(pick))])
        tail = kept(match)


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_turned_board_shows_the_same(name: str) -> None:
    """In any position, for any seat: every place has its name there and holds what it holds on the usual board."""
    game, read = OURS[name], READERS[name]
    compared = 0
    for seed in range(4):
        players = game.players[seed % len(game.players)]
        for state in positions(game, players, seed, letters=30):
            for seat in state.seats:
                shown = masked(state, seat)
                board = game.board(shown, seat)
                if board is not None and game.far(shown, seat):
                    assert read(turn(board)) == read(board)
                    compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    ("name", "players", "seats"),
    [
        ("dodgeball", 2, "N"),
        ("elfball", 2, "N"),
        ("slargeball", 6, "B1 B2 B3"),
        ("toxic-gnome", 3, ""),
    ],
)
def test_whose_board_is_turned(name: str, players: int, seats: str) -> None:
    """Theirs whose own end is at the top of the usual board, or on its right: of a treadmill nobody's."""
    game = OURS[name]
    *_, state = positions(game, players, 1, letters=60)
    assert [seat for seat in state.seats if game.far(masked(state, seat), seat)] == seats.split()
