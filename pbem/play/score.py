"""How a match stands, for players who ask who is winning."""

from collections.abc import Mapping

from msgspec import Struct

from pbem.play.requests import Seat


class Score(Struct, frozen=True):
    """What each seat has (seats of one side have the same), the more the better.

    `unit` is what is counted, in the plural: `goals`. `ends` is a sentence or two: what wins, and how long the match
    can still last. `decides`: the result is told by the points (`wins 3 to 1`), not only who is ahead.
    """

    points: Mapping[Seat, int]
    unit: str
    ends: str
    decides: bool = True
