"""The record of a match: the rows of its log, its snapshots, and the file that anybody may check.

The append-only log *is* the match; state, board, open questions and mails are derived from it. A `Turn` is a
snapshot taken between two turns, so that a load replays only the rows of the turn in progress. A `Record` is
the whole of a match in one piece, for export, `pbem verify` and `pbem check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct, field

from pbem.play.dice import ProvableDice, commitment
from pbem.play.requests import Roll, Seat

Kind: TypeAlias = Literal["roll", "draw", "answer", "edit", "heard", "handover", "leave", "end"]
By: TypeAlias = Literal["order", "queue", "standing", "auto", "deadline", "host"]


class ReplayError(Exception):
    """The log no longer leads to the same result; `row` is the number of the first row that differs."""

    def __init__(self, row: int, text: str) -> None:
        super().__init__(f"row {row}: {text}")
        self.row = row


class Row(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One entry of the log.

    `name` names the request that the row answers; `text` is the order in full, the item drawn, or the places
    of an `end` row (see `Result`); `faces` are dice of `sides` sides, for a `draw` one die over its items.
    """

    kind: Kind
    name: str = ""
    seat: Seat = ""
    text: str = ""
    faces: tuple[int, ...] = ()
    by: By = "order"
    sides: int = 0


class Turn(Struct, frozen=True):
    """A snapshot between two turns.

    `row`, `die` and `event` count what precedes it in the live log. `state` is msgspec JSON; `events` are
    those of the turn that ended here, likewise, or empty if they have been dropped.
    """

    number: int
    row: int
    die: int
    event: int
    version: int
    state: bytes
    events: bytes = b"[]"


class Tail(Struct):
    """Everything needed to load a match: a snapshot, the live rows since, and the queued lines of the seats."""

    turn: Turn
    rows: list[Row] = field(default_factory=list)
    queues: dict[Seat, list[str]] = field(default_factory=dict)


ANNULLED = "annulled"
"""First word of the reason if a match was annulled; all seats then share the first place."""

WALKOVER = "walkover"
"""First word of the reason if somebody was not there: the others go on, but the match itself counts for nothing."""

VOID = (ANNULLED, WALKOVER)
"""First words of the reasons of matches that count for nothing."""


class Result(Struct, frozen=True):
    """How a match ended: seats by place (`places[0]` won; more than one in a place share it), and why."""

    places: tuple[tuple[Seat, ...], ...]
    reason: str = ""

    @property
    def drawn(self) -> bool:
        """Does everybody share the first place?"""
        return len(self.places) <= 1

    @property
    def annulled(self) -> bool:
        """Does the match count for nothing, and nobody win?"""
        return self.reason.startswith(ANNULLED)

    @property
    def counts(self) -> bool:
        """Does the match count for ratings and records?"""
        return not self.reason.startswith(VOID)

    def __str__(self) -> str:
        """As text that `parse` reads: `S>N`, `S=N`."""
        return ">".join("=".join(place) for place in self.places)

    @classmethod
    def parse(cls, text: str, reason: str = "") -> Result:
        """The inverse of `str`."""
        return cls(tuple(tuple(place.split("=")) for place in text.split(">")), reason)


class Record(Struct, kw_only=True):
    """A whole match in one piece.

    `seed` is hex, and empty while the match runs. `origin` describes where a forked match began: at a turn of another
    one.
    """

    game: str
    version: int
    match: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    players: dict[Seat, str]
    salts: tuple[str, ...]
    commitment: str
    seed: str = ""
    rows: list[Row] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    result: Result | None = None
    origin: str = ""

    @property
    def moved(self) -> bool:
        """Has a player made a move, by a letter or by a queued line?"""
        return any(row.kind == "answer" and row.by in ("order", "queue") for row in self.rows)

    def to_json(self) -> bytes:
        """The record in readable JSON, one field per line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)

    @classmethod
    def from_json(cls, data: bytes) -> Record:
        """Raises `msgspec.ValidationError` or `msgspec.DecodeError` if it is not a record."""
        try:
            return msgspec.json.decode(data, type=cls)
        except RecursionError as error:
            raise msgspec.DecodeError("it is nested too deeply") from error


def dice_in(rows: Sequence[Row]) -> int:
    """Number of dice in these rows."""
    return sum(len(row.faces) for row in rows)


def verify_dice(record: Record) -> int:
    """Work out every die of a finished match anew and return how many there were.

    Raises `ReplayError` with the first row that differs, and `ValueError` if the seed does not match the commitment.
    """
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commitment:
        raise ValueError("the seed is not the one promised: its SHA-256 differs from the commitment")
    dice = ProvableDice(seed, record.match, record.salts)
    number = 0
    for index, row in enumerate(record.rows):
        if row.kind not in ("roll", "draw"):
            continue
        count = len(row.faces) if row.kind == "roll" else 1
        try:
            faces = dice.roll(number, Roll(row.name, row.sides, count))
        except ValueError as error:
            raise ReplayError(index, f"{row.name}: {error}") from error
        if faces != row.faces:
            raise ReplayError(index, f"{row.name}: the seed gives {faces}, the record says {row.faces}")
        number += len(row.faces)
    return number
