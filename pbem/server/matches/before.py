"""A match as a letter, a clock or the host found it.

What is new, whom it concerns and what others know of it are questions about two values: `Before`, taken when the match
is loaded, and the match as it is now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.play.match import Match
from pbem.play.requests import Seat
from pbem.store.rows import Clock, SeatRow


class Before(Struct, frozen=True):
    """A match before anything was done to it.

    `turn` is the number of its turn, `rows` and `asked` count the rows of its log and its asks; `waiting` are the seats
    that were asked, `answered` those whose answers were still secret, `clocks` is what each batch notes of them.
    `unseen`: something done in this turn is known to its writer alone. `renewed`: its turn has just been started again,
    since the rules have changed. `rolled`: it has begun just now, with dice. `declining`: who acts after this many rows
    without agreeing to a draw has declined it.
    """

    turn: int
    rows: int
    asked: int
    waiting: frozenset[Seat]
    answered: frozenset[Seat]
    clocks: bytes
    declining: int
    unseen: bool = False
    renewed: bool = False
    rolled: bool = False

    @classmethod
    def take(
        cls, match: Match[Any], seats: Sequence[SeatRow], votes: Mapping[Seat, dict[int, str]]
    ) -> Before:
        """The match as it is now; `votes` are those about late seats."""
        return cls(
            turn=match.turn.number,
            rows=len(match.rows),
            asked=match.asked,
            waiting=frozenset(match.asks),
            answered=frozenset(match.answered),
            clocks=msgspec.json.encode(
                {
                    seat.seat: Clock(seat.since, seat.bank, seat.missed, seat.vote, votes.get(seat.seat, {}))
                    for seat in seats
                }
            ),
            declining=len(match.rows),
        )

    def with_asks_of(self, match: Match[Any]) -> Before:
        """The same, but only what is asked from here on counts as new."""
        return structs.replace(
            self, asked=match.asked, waiting=frozenset(match.asks), answered=frozenset(match.answered)
        )

    def goes_on(self, after: Match[Any]) -> bool:
        """Whether the rules have asked for anything since."""
        return after.asked > self.asked or bool(after.turns)

    def is_known_to_go_on(self, after: Match[Any]) -> bool:
        """Whether anything that others know of has been done since."""
        new = range(len(after.loaded.rows), len(after.rows))
        return frozenset(after.asks) != self.waiting or not all(map(after.log.is_secret, new))

    def newly_asks(self, after: Match[Any], seat: Seat) -> bool:
        """Whether a seat is asked something that it was not asked before."""
        return seat in after.asks and (self.goes_on(after) or seat not in self.waiting)

    def is_piecemeal(self, after: Match[Any], seat: SeatRow, by: SeatRow | None) -> bool:
        """Whether a seat has gone on with a turn of its own by its own letter, both times asked alone."""
        own = by is not None and by.index == seat.index
        together = len(self.waiting) + len(self.answered) > 1 or len(after.asks) + len(after.answered) > 1
        return own and not (after.turns or together)
