"""Positions drawn in a test, and a match played from one.

    court = Court(\"\"\"
        .   .   .   .   .   .   .   .
        N1  .   .   .   .   /2  .   .
        ...                                eight rows, from row 8 down to row 1
    \"\"\", dice=[5, 3, 2])

`S1` is a pawn, `S1/13` one with balls 1 and 3, `/2` a loose ball; balls not drawn are at their start.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from pbem.games.dodgeball import Dodgeball
from pbem.games.dodgeball.state import BOARD, LINE, Field
from pbem.play.dice import ScriptedDice
from pbem.play.match import LetterRefused, LineResult, Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Event

E = TypeVar("E", bound=Event)

GAME = Dodgeball()

M = """
    .     .     .     .     .     .     .     .
    N1    .     .     .     .     /2    .     .
    .     .     .     .     N3    .     .     .
    .     .     .     N2    .     .     N5/3  .
    .     S1/1  .     .     .     .     .     .
    .     .     .     .     .     .     .     S5
    .     .     .     S2    .     .     .     .
    .     .     .     .     .     S4    .     .
"""


def parse(picture: str) -> tuple[dict[str, str], list[str]]:
    """Where the pawns and the balls of a picture are."""
    pawns: dict[str, str] = {}
    balls = [LINE] * 3
    rows = [line.split() for line in picture.strip().splitlines()]
    assert [len(row) for row in rows] == [8] * 8, "a picture has eight rows of eight squares"
    for row, cells in zip(reversed(BOARD.rows), rows, strict=True):
        for column, cell in zip(BOARD.columns, cells, strict=True):
            pawn, _, numbers = cell.replace(".", "").partition("/")
            if pawn:
                pawns[pawn] = f"{column}{row}"
            for number in numbers:
                balls[int(number) - 1] = pawn or f"{column}{row}"
    return pawns, balls


class Court:
    """A match in a drawn position, or from its start, with forced dice."""

    def __init__(
        self,
        picture: str = "",
        *,
        rolls: Sequence[int] = (),
        options: dict[str, str] | None = None,
        **given: Any,
    ) -> None:
        """`given` are fields of the state, also instead of what is drawn; else South has 5 3 2 and North 6 4 1."""
        turn = opening(GAME, GAME.read_options(options or {}, 2), {"S": "Ann", "N": "Ben"})
        if picture:
            pawns, balls = parse(picture)
            facts = {"pawns": pawns, "balls": balls, "dice": [5, 3, 2], "next_dice": [6, 4, 1], **given}
            state = Field(seats=["S", "N"], names={"S": "Ann", "N": "Ben"}, **facts)
            turn = msgspec.structs.replace(turn, state=msgspec.json.encode(state))
        self.dice = ScriptedDice(rolls)
        self.match = Match(GAME, Tail(turn), self.dice)
        self.match.settle()

    @property
    def state(self) -> Field:
        """The position now."""
        return self.match.state

    @property
    def asks(self) -> dict[str, str]:
        """The names of the open asks by seat."""
        return {seat: ask.name for seat, ask in self.match.asks.items()}

    def play(self, seat: str, *lines: str) -> list[LineResult]:
        """One letter, which must not be refused."""
        return self.match.play(seat, split_lines(lines))

    def refusal(self, seat: str, *lines: str) -> str:
        """Why a letter is refused; the position stays as it is."""
        tail = Tail(self.match.turn, self.match.rows[self.match.turn.row - self.match.loaded.turn.row :])
        with pytest.raises(LetterRefused) as refused:
            Match(GAME, tail, ScriptedDice([])).play(seat, split_lines(lines))
        return str(refused.value)

    def told(self, kind: type[E]) -> list[E]:
        """All events of one kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def shows(self, picture: str) -> bool:
        """Whether the position is as drawn."""
        assert (self.state.pawns, self.state.balls) == parse(picture)
        return True
