"""Text boards of positions, for tests that are written as drawings."""

from typing import Any

from pbem.play.board import Board, turn
from pbem.play.drawing import draw
from pbem.play.game import Game, State
from pbem.play.requests import Seat


def board_of(game: Game[Any], state: State, seat: Seat | None = None, *, turned: bool = False) -> Board:
    """The board of a position in which there is one."""
    board = game.board(state, seat)
    assert board is not None
    return turn(board) if turned else board


def text_board(
    game: Game[Any], state: State, seat: Seat | None = None, *, turned: bool = False
) -> tuple[str, ...]:
    """The lines of its text board."""
    return draw(board_of(game, state, seat, turned=turned))
