"""Positions written in a line or drawn, and a match played from one.

    pitch = Pitch("A1 orc d4, A2 worgen g9 form=1 wounds=3, B1 human j9", gnome="A1", rolls=(5, 4))

Each character is its id, its race, its square (`-` off the field) and what else is to be said of it. A drawing has
ten rows of ten cells, row 10 first: an id, an id with `@` for the holder, `@` for a loose gnome, or a dot; all
characters drawn are Humans unless `races` says otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from pbem.games.gnomeball import Gnomeball
from pbem.games.gnomeball.squares import FIELD
from pbem.games.gnomeball.state import Character, Field
from pbem.play.dice import ScriptedDice
from pbem.play.match import LetterRefused, LineResult, Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Event

E = TypeVar("E", bound=Event)

GAME = Gnomeball()
NAMES = {"A": "Ann", "B": "Ben", "C": "Cat", "D": "Dan"}
HOMES = {"A": "a1", "B": "j10", "C": "a10", "D": "j1"}


def parse(characters: str) -> dict[str, dict[str, Any]]:
    """The characters of a line, by id."""
    found: dict[str, dict[str, Any]] = {}
    for text in characters.split(","):
        who, race, square, *rest = text.split()
        facts: dict[str, Any] = dict(each.split("=") for each in rest)
        found[who] = {"race": race, "at": square.strip("-"), **facts}
    return found


def drawn(picture: str, races: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Characters and gnome of a drawing, as fields of the state."""
    rows = [line.split() for line in picture.strip().splitlines()]
    assert [len(row) for row in rows] == [10] * 10, "a picture has ten rows of ten squares"
    characters: dict[str, dict[str, Any]] = {}
    gnome = "f5"
    for row, cells in zip(reversed(FIELD.rows), rows, strict=True):
        for column, cell in zip(FIELD.columns, cells, strict=True):
            who = cell.strip(".@")
            if who:
                characters[who] = {"race": (races or {}).get(who, "human"), "at": f"{column}{row}"}
            if "@" in cell:
                gnome = who or f"{column}{row}"
    return {"characters": characters, "gnome": {"at": gnome}}


class Pitch:
    """A match in a given position, or (with no characters) from its start, with forced dice."""

    def __init__(
        self,
        characters: str = "",
        *,
        picture: dict[str, Any] | None = None,
        gnome: str = "f5",
        hp: int = 3,
        rolls: Sequence[int] = (),
        players: int = 2,
        options: Mapping[str, str] | None = None,
        **given: Any,
    ) -> None:
        """`given` are fields of the state, those of `settings` among them under `settings`."""
        seats = GAME.seats({}, players)
        turn = opening(GAME, GAME.read_options(options or {}, players), {seat: NAMES[seat] for seat in seats})
        if characters or picture:
            facts = {
                "seats": seats,
                "names": {seat: NAMES[seat] for seat in seats},
                "homes": {seat: HOMES[seat] for seat in seats},
                "gnome": {"at": gnome, "hp": hp},
                **(picture or {"characters": parse(characters)}),
                **given,
            }
            state = msgspec.convert(GAME.upgrade(facts, 0), Field, strict=False)
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

    def one(self, who: str) -> Character:
        """A character."""
        return self.state.characters[who]

    def at(self, *ids: str) -> list[str]:
        """Where characters stand."""
        return [self.one(who).at for who in ids]

    def play(self, seat: str, *lines: str) -> list[LineResult]:
        """One letter, which must not be refused."""
        return self.match.play(seat, split_lines(lines))

    def line_results(self, seat: str, *lines: str) -> list[str]:
        """What became of the lines of a letter."""
        return [line_result.status for line_result in self.play(seat, *lines)]

    def refusal(self, seat: str, *lines: str) -> str:
        """Why a letter is refused; the position stays as it is."""
        tail = Tail(self.match.turn, self.match.rows[self.match.turn.row - self.match.loaded.turn.row :])
        with pytest.raises(LetterRefused) as refused:
            Match(GAME, tail, ScriptedDice([])).play(seat, split_lines(lines))
        return str(refused.value)

    def told(self, kind: type[E]) -> list[E]:
        """All events of one kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def reports(self, seat: str) -> list[tuple[str, str]]:
        """What a seat was told of its queued lines: line and text."""
        return [(line_result.line, line_result.text) for line_result in self.match.reports.get(seat, [])]

    def queue(self, seat: str) -> list[str]:
        """The lines a seat has waiting."""
        return [str(order) for order in self.match.queues.get(seat, [])]
