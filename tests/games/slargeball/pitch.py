"""Positions written in a test, and turns played from them.

    turn = played({"rD": "34,17", "bT1": "35,17"}, red="D whap bT1 fall e", rolls=[4, 6])

Every seat gets one letter, with `done` behind it. Unless `turns` says otherwise the turn played is the last of the
match, so that no initiative is rolled after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from pbem.games.slargeball import Slargeball
from pbem.games.slargeball.events import Moved
from pbem.games.slargeball.state import Coach, Pitch
from pbem.play.dice import ScriptedDice
from pbem.play.match import LetterRefused, LineResult, Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Event

E = TypeVar("E", bound=Event)

GAME = Slargeball()
HANDLES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


class Table:
    """A match in a given position, or from its start, with forced dice."""

    def __init__(
        self,
        figures: Mapping[str, str] | None = None,
        *,
        rolls: Sequence[int] = (),
        players: int = 2,
        options: Mapping[str, str] | None = None,
        **given: Any,
    ) -> None:
        """`given` are fields of the state; without `figures` the match begins with its set-up."""
        squads = given.get("squads", 1)
        texts = {"squads": str(max(squads, (players + 1) // 2)), **(options or {})}
        values = GAME.read_options(texts, players)
        seats = GAME.seats(values, players)
        turn = opening(GAME, values, dict(zip(seats, HANDLES, strict=False)))
        if figures is not None:
            fresh = GAME.decode(turn.state)
            if squads >= 3:
                given.setdefault("coaches", {"R": Coach(), "B": Coach()})
            facts = {
                "seats": fresh.seats,
                "names": fresh.names,
                "figures": dict(figures),
                "turns": 1,
                **given,
            }
            turn = msgspec.structs.replace(turn, state=msgspec.json.encode(Pitch(**facts)))
        self.dice = ScriptedDice(rolls)
        self.match = Match(GAME, Tail(turn), self.dice)
        self.match.settle()

    @property
    def state(self) -> Pitch:
        """The position now."""
        return self.match.state

    @property
    def asks(self) -> dict[str, str]:
        """The names of the open asks by seat."""
        return {seat: ask.name for seat, ask in self.match.asks.items()}

    def play(self, seat: str, *lines: str) -> list[LineResult]:
        """One letter, which must not be refused."""
        return self.match.play(seat, split_lines("\n".join(lines).split("\n")))

    def turn(self, red: str = "", blue: str = "") -> Table:
        """A plan of each side's only seat."""
        self.play("R", red, "done")
        self.play("B", blue, "done")
        return self

    def told(self, kind: type[E]) -> list[E]:
        """All events of one kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The kinds of all events so far, in order."""
        return [type(event).__name__ for event in self.match.events]


def played(
    figures: Mapping[str, str],
    *,
    red: str = "",
    blue: str = "",
    rolls: Sequence[int] = (),
    **given: Any,
) -> Table:
    """The turn played from a position; all the dice must have been rolled."""
    table = Table(figures, rolls=rolls, **given).turn(red, blue)
    assert not table.dice.left, f"dice left over: {table.dice.left}"
    return table


def refusal(line: str, figures: Mapping[str, str] | None = None, *, seat: str = "R", **given: Any) -> str:
    """Why a line is refused; one squad a side unless `squads` says otherwise."""
    table = Table({"rT1": "30,16", "bT1": "40,16"} if figures is None else figures, **given)
    with pytest.raises(LetterRefused) as refused:
        table.play(seat, line)
    return str(refused.value)


def walk(table: Table, figure: str) -> list[str]:
    """The squares that a figure has entered this turn."""
    walks = [walk for event in table.told(Moved) for walk in event.walks if walk.figure == figure]
    return [square for walk in walks for square in walk.route]
