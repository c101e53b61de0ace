"""The field: pawns, balls and dice, and the questions about a position that every chapter asks.

Nothing is said twice. A pawn in play stands in `pawns`, one that is out does not; each ball is on its starting
corner, in a square, with a pawn, or in the air, and its entry in `balls` says which. Secrets are in `Memory` alone.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct, field

from pbem.play.game import State
from pbem.play.grid import Grid, Square
from pbem.play.requests import Figure, Seat

PawnId: TypeAlias = Figure
"""`S1` to `S5` and `N1` to `N5`: the seat's letter and a number."""

SOUTH, NORTH = "S", "N"
SEATS = (SOUTH, NORTH)
TITLES = {SOUTH: "South", NORTH: "North"}
OTHER = {SOUTH: NORTH, NORTH: SOUTH}

BOARD = Grid(8, 8)
BACK_ROW = {SOUTH: 1, NORTH: 8}
CENTRE_ROW = {SOUTH: 4, NORTH: 5}  # the row of each half that touches the center line
HALF = {
    SOUTH: frozenset(square for square in BOARD if BOARD.place(square)[1] <= 4),
    NORTH: frozenset(square for square in BOARD if BOARD.place(square)[1] >= 5),
}

_PAWNS = {seat: tuple(f"{seat}{number}" for number in range(1, 6)) for seat in SEATS}

LINE = "line"
"""Position of a ball that nobody has taken yet: on its corner of the center line (DODGEBALL-1)."""

AIR = "air"
"""Position of a ball while a throw is being settled."""

CORNERS = (("a", "b"), ("d", "e"), ("g", "h"))
"""For each ball the columns on either side of its starting corner."""

AROUND = tuple(
    frozenset(f"{column}{row}" for column in columns for row in CENTRE_ROW.values()) for columns in CORNERS
)
"""For each ball the four squares round its starting corner."""

Takings: TypeAlias = Mapping[Square, frozenset[int]]
"""Balls by square: those that a pawn takes by entering it (DODGEBALL-17, 18)."""


class Memory(Struct, forbid_unknown_fields=True):
    """What a seat has told the server for later; nobody else sees it.

    `turn` is the answer to all throws of the turn in progress (`dodge all`), empty between turns.
    """

    columns: tuple[str, ...] = ()
    react: Literal["ask", "dodge", "catch"] = "ask"
    put: Literal["front", "back", "ask"] = "front"
    turn: Literal["", "dodge", "catch"] = ""


class Field(State, kw_only=True):
    """A position. Defaults mean mid-game.

    - `pawns`: the square of each pawn in play; `size`: how many each side began with.
    - `balls`: for balls 1, 2 and 3, where each is: `line`, a square, the pawn that carries it, or `air`.
    - `dice`: what the side to act has left; `next_dice`: what its opponent will have.
    - `quiet`: turns in a row without a throw; the game is stopped at `stall` of them, never where that is 0.
    - `fixed`: the pawns are placed by default instead of by the players.
    """

    phase: Literal["placing", "play"] = "play"
    to_act: Seat = SOUTH
    pawns: dict[PawnId, Square] = field(default_factory=dict)
    balls: list[str] = field(default_factory=lambda: [LINE] * len(CORNERS))
    dice: list[int] = field(default_factory=list)
    next_dice: list[int] = field(default_factory=list)
    quiet: int = 0
    size: int = 5
    stall: int = 16
    fixed: bool = False
    private: dict[Seat, Memory] = field(default_factory=dict)

    def roster(self, seat: Seat) -> tuple[PawnId, ...]:
        """All pawns the seat began with, by number."""
        return _PAWNS[seat][: self.size]

    def team(self, seat: Seat) -> list[PawnId]:
        """The seat's pawns in play, by number."""
        return [pawn for pawn in _PAWNS[seat] if pawn in self.pawns]

    def out(self, seat: Seat) -> list[PawnId]:
        """The seat's pawns that are out, by number."""
        return [pawn for pawn in self.roster(seat) if pawn not in self.pawns]

    def standing_on(self, square: Square) -> PawnId | None:
        """The pawn in a square."""
        return next((pawn for pawn, at in self.pawns.items() if at == square), None)

    def square_of(self, ball: int) -> Square | None:
        """The square a ball is in, alone or with a pawn; None for one on its starting corner or in the air."""
        place = self.balls[ball - 1]
        return None if place in (LINE, AIR) else self.pawns.get(place, place)

    def heaps(self) -> dict[str, list[int]]:
        """The numbers of the balls, lowest first, by where they are: a square, a pawn, `line` or `air`."""
        heaps: dict[str, list[int]] = {}
        for ball, place in enumerate(self.balls, start=1):
            heaps.setdefault(place, []).append(ball)
        return heaps

    def carried(self, pawn: PawnId) -> list[int]:
        """The numbers of the balls a pawn carries, lowest first."""
        return [ball for ball, place in enumerate(self.balls, start=1) if place == pawn]

    def takings(self) -> Takings:
        """Where balls wait for a pawn."""
        return _takings(tuple(self.balls))

    def memory(self, seat: Seat) -> Memory:
        """The seat's memory for reading; an empty one is not kept."""
        return self.private.get(seat) or Memory()

    def memorise(self, seat: Seat) -> Memory:
        """The seat's memory for writing, made where there is none."""
        return self.private.setdefault(seat, Memory())


@lru_cache(maxsize=1024)  # asked several times for each order, and most of them move no ball
def _takings(balls: tuple[str, ...]) -> Takings:
    waiting: dict[Square, frozenset[int]] = {}
    for ball, (place, around) in enumerate(zip(balls, AROUND, strict=True), start=1):
        for square in around if place == LINE else (place,) if place in BOARD else ():
            waiting[square] = waiting.get(square, frozenset()) | {ball}
    return waiting
