"""The events of a game of Dodgeball, and the further contents of prompts and previews.

Pawns are named by id, squares by name, sides by seat, balls by number; dice are faces.
"""

from typing import Literal

from pbem.play.grid import Square
from pbem.play.requests import Event, Figure, Outlook, Seat


class Placed(Event, frozen=True):
    """The pawns of both sides stand on their back rows: their squares by number."""

    south: tuple[Square, ...]
    north: tuple[Square, ...]


class StartDice(Event, frozen=True):
    """Both sides have rolled their first dice; `first` has the lower total, or is empty for a tie."""

    south: tuple[int, ...]
    north: tuple[int, ...]
    first: Seat = ""


class Moved(Event, frozen=True):
    """A pawn has gone from `start` through every square of `route` and taken `balls` on its way."""

    pawn: Figure
    start: Square
    route: tuple[Square, ...]
    balls: tuple[int, ...]
    die: int


class Passed(Event, frozen=True):
    """A pawn has given a ball to a teammate on `square`."""

    pawn: Figure
    to: Figure
    square: Square
    ball: int
    die: int


class Thrown(Event, frozen=True):
    """A ball is in the air: `pawn` throws it at `target` on `square`."""

    pawn: Figure
    target: Figure
    square: Square
    ball: int
    die: int


class Hit(Event, frozen=True):
    """The target is out; `balls`, the thrown one and those it carried, lie on `square`."""

    pawn: Figure
    target: Figure
    square: Square
    answer: Literal["dodge", "catch"]
    rolls: tuple[int, int]
    balls: tuple[int, ...]


class Missed(Event, frozen=True):
    """The target has dodged."""

    pawn: Figure
    target: Figure
    rolls: tuple[int, int]


class Landed(Event, frozen=True):
    """A ball that missed has come to lie on a square near its target."""

    ball: int
    square: Square
    target: Figure


class Caught(Event, frozen=True):
    """The target has caught the ball and carries it; the thrower is out, its other balls (`left`) lie on `square`."""

    pawn: Figure
    target: Figure
    ball: int
    rolls: tuple[int, int]
    left: tuple[int, ...]
    square: Square


class TurnOver(Event, frozen=True):
    """A side has ended its turn, giving up `unspent`, and has rolled `dice` for its next one.

    `quiet` counts the turns in a row without a throw.
    """

    seat: Seat
    unspent: tuple[int, ...]
    dice: tuple[int, ...]
    quiet: int


class AllOut(Event, frozen=True):
    """The last pawn of a side is out; the other side has won with `left` pawns."""

    loser: Seat
    winner: Seat
    left: int


class Stalled(Event, frozen=True):
    """Nobody has thrown for too long: `loser` sat on `balls` balls with fewer pawns, or is empty for a draw."""

    quiet: int
    loser: Seat = ""
    balls: int = 0


# What prompts and previews tell beside the state.


class Placing(Outlook, frozen=True):
    """A side must place this many pawns on this row."""

    seat: Seat
    pawns: int
    row: int
    example: str


class Aimed(Outlook, frozen=True):
    """A throw must be answered; if it misses, the ball may go to any of these squares."""

    throw: Thrown
    squares: tuple[Square, ...]


class Landing(Outlook, frozen=True):
    """A ball that missed `target` may go to any of these squares."""

    target: Figure
    ball: int
    squares: tuple[Square, ...]


class Odds(Outlook, frozen=True):
    """The chances of a throw: cases out of 36 in which it hits, misses or is caught, for each answer still open."""

    pawn: Figure
    target: Figure
    cases: dict[Literal["dodge", "catch"], dict[Literal["hit", "missed", "caught"], int]]
