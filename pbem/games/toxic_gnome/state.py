"""The position: the treadmill, the tokens, the stock, the words used.

Rows have numbers that never change: the first tile laid is row 1 (`lowest` is the number of the row now at the bottom).
Spaces are written with the column within the tile and the row: `a14`. How far a tile is shifted is not kept for each
row; it follows from the red tiles in the treadmill that were not laid straight.
"""

from typing import Literal

from msgspec import Struct, field

from pbem.games.toxic_gnome.orders import Way
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.play.game import State
from pbem.play.requests import Seat


class Memory(Struct, forbid_unknown_fields=True):
    """A seat's standing orders. Empty: it is asked. `rows`: the rows are spelled out in its mails."""

    start: str = ""
    shift: Way | Literal[""] = ""
    rows: bool = False


class Formed(Struct, forbid_unknown_fields=True):
    """Who formed a word, and when."""

    by: Seat
    round: int = 1


class Treadmill(State, kw_only=True, forbid_unknown_fields=True):
    """The whole position.

    - `rows`: the names of the tiles in the treadmill, from the bottom; `shifted`: those of the red ones among them that
      lie to the left (-1) or to the right (1) of the tile below.
    - `danger`: how many rows at the bottom are the danger zone.
    - `stock`, `discards`: sorted, since nobody knows their order.
    - `tokens`: where the tokens of those still in stand.
    - `out`: who has been eliminated, in that order; who shares a place is named together.
    - `fresh`: who has not had a turn yet; `first`: who had the first; rounds are counted from that seat.
    - `idle`: turns since the treadmill last ran.
    - `gnome`: rounds until the gnome loses patience; 0: never.
    """

    phase: Literal["start", "play"] = "play"
    length: int = 12
    words: str = "standard"
    shortest: int = 3
    gnome: int = 10
    grace: bool = False

    rows: list[str] = field(default_factory=list)
    lowest: int = 1
    shifted: dict[str, int] = field(default_factory=dict)
    danger: int = 1
    stock: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    tokens: dict[Seat, str] = field(default_factory=dict)
    used: dict[str, Formed] = field(default_factory=dict)
    to_move: Seat = "1"
    first: Seat = "1"
    round: int = 1
    idle: int = 0
    fresh: list[Seat] = field(default_factory=list)
    out: list[list[Seat]] = field(default_factory=list)
    private: dict[Seat, Memory] = field(default_factory=dict)

    @property
    def highest(self) -> int:
        """The number of the top row."""
        return self.lowest + len(self.rows) - 1

    @property
    def danger_end(self) -> int:
        """The number of the highest row in the danger zone."""
        return self.lowest + self.danger - 1

    @property
    def still_in(self) -> list[Seat]:
        """The players neither eliminated nor resigned, in seat order (TOXIC-GNOME-33, TOXIC-GNOME-38)."""
        return [seat for seat in self.seats if seat not in self.left and not self.is_out(seat)]

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat has been eliminated, or taken off after it resigned."""
        return any(seat in together for together in self.out)

    def shifts(self) -> list[int]:
        """How far each row stands to the right of the lowest one, from the bottom (TOXIC-GNOME-31)."""
        turns = [self.shifted.get(tile, 0) for tile in self.rows]
        return [sum(turns[1 : row + 1]) for row in range(len(turns))]

    def letter(self, square: str) -> str:
        """The letter of a space of the treadmill, or `*`."""
        return self.rows[row_of(square) - self.lowest][COLUMNS.index(square[0])]

    def last_word(self, seat: Seat) -> str:
        """The last word that a player has formed, or empty."""
        return next((word for word, formed in reversed(self.used.items()) if formed.by == seat), "")

    def memory(self, seat: Seat) -> Memory:
        """The seat's memory to write in, made on demand."""
        return self.private.setdefault(seat, Memory())

    def take_off_leavers(self) -> None:
        """Take off players who have resigned, in that order: their tokens leave the treadmill (TOXIC-GNOME-38)."""
        for seat in self.left:
            if not self.is_out(seat):
                self.out.append([seat])
                self.tokens.pop(seat, None)


def row_of(square: str) -> int:
    """The row of a space: `a14` is in row 14."""
    return int(square[1:])
