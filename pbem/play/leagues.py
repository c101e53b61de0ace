"""Leagues: teams of players that outlive a match, and what a game declares about them.

The server keeps teams and what matches have brought them, and knows who may change what: which player manages a team,
which match it is in, that a result counts once. What a team is made of, and what a match does to it, only the game
knows: it says so by an object of a subclass of `Teams` (`Game.teams`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from pbem.play.record import Result
from pbem.play.requests import Seat

Verdict: TypeAlias = Literal["won", "drawn", "lost"]

CHANGES = ("hire", "cut", "buy", "sell", "name", "learn")
"""What a manager may do to a team. A game allows those for which it has a form."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What a match has brought one team; a game adds what the match has done to the team itself."""

    verdict: Verdict
    scored: int = 0
    against: int = 0


T = TypeVar("T", bound=Struct)
O = TypeVar("O", bound=Outcome)  # noqa: E741  # an outcome
P = TypeVar("P")


class Teams(Generic[P, T, O]):
    """The teams of a game. They are immutable values, and so are outcomes: the server stores both as JSON.

    Every method raises `Refused` with a text for the manager. Where it is given `options`, they are those of the league
    in which the team plays, or `free` ones.
    """

    team: ClassVar[type[Struct]]
    outcome: ClassVar[type[Outcome]]
    options: ClassVar[Mapping[str, str]] = {}  # that every match of a league has
    free: ClassVar[Mapping[str, str]] = {}  # for a team in no league yet: whatever some league may allow
    forms: ClassVar[tuple[str, ...]] = ()  # how its lines are written: `team cut SLOT`

    def found(self, text: str, options: Mapping[str, str]) -> T:
        """Make a new team from the text after `team new NAME`."""
        raise NotImplementedError

    def change(self, team: T, verb: str, text: str, options: Mapping[str, str], playing: int) -> T:
        """Apply one of `CHANGES` to a team; `playing` is the number of the match it is in, or 0."""
        raise NotImplementedError

    def describe(self, before: T, after: T) -> str:
        """What one of `CHANGES` has done to a team, in words."""
        raise NotImplementedError

    def admit(self, team: T, options: Mapping[str, str]) -> None:
        """Refuse a team that a league of these options cannot have."""

    def sheet(self, team: T, options: Mapping[str, str]) -> Sequence[str]:
        """The team in lines of at most 74 characters, the first of which sums it up."""
        raise NotImplementedError

    def enter(self, state: P, seat: Seat, team: T) -> None:
        """Put a team into the state of a match that has not begun."""
        raise NotImplementedError

    def result(self, state: P, seat: Seat) -> O:
        """What a finished match has brought the team of a seat, however it has ended."""
        raise NotImplementedError

    def take_over(self, team: T, match: int, outcome: O) -> T:
        """The team after a match. The server sees to it that this happens once."""
        raise NotImplementedError

    def report(self, before: T, after: T, outcome: O, options: Mapping[str, str]) -> dict[str, Any]:
        """What the manager is told of it: plain values for the macro `report` of the game's `league.j2`."""
        raise NotImplementedError


def verdict(result: Result, seat: Seat) -> Verdict:
    """How a match has ended for a seat."""
    if result.drawn:
        return "drawn"
    return "won" if seat in result.places[0] else "lost"
