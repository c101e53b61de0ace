"""The words of a competition: entrants, pairings, results, and the field that holds them."""

import functools
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

Number: TypeAlias = int
"""The pairing number of an entrant: 1 is the best seed. A late entrant gets the next free one."""

Kind: TypeAlias = Literal["played", "forfeit", "bye", "half bye", "absent"]
"""How a result came about. A `forfeit` is a walkover: one side was not there. A `bye` is given by the pairing and is
worth a win; a `half bye` was asked for and is worth a draw; who is `absent` gets nothing."""

UNPLAYED: frozenset[Kind] = frozenset({"forfeit", "bye", "half bye", "absent"})


class Entrant(Struct, frozen=True):
    """Somebody who takes part: a player, a team, or a side.

    `rating` orders the seeds; `first` is the first round they may play in; `last` is the last one, 0 as long as they
    have not withdrawn. In the rounds of `byes` they have a half bye.
    """

    number: Number
    rating: float = 0.0
    first: int = 1
    last: int = 0
    byes: tuple[int, ...] = ()

    def is_in(self, round_: int) -> bool:
        """Whether they take part in a round, be it with a bye."""
        return self.first <= round_ and (not self.last or round_ <= self.last)

    def plays_in(self, round_: int) -> bool:
        """Whether they are to be paired in a round."""
        return self.is_in(round_) and round_ not in self.byes

    @property
    def withdrawn(self) -> bool:
        """Whether they have withdrawn."""
        return self.last > 0


class Pairing(Struct, frozen=True, order=True):
    """Entrants who meet, by seat; one alone has a bye.

    `round`, `table` and `game` (of a tie that is best of several) name it: a competition makes each pairing once.
    """

    round: int
    table: int
    seats: tuple[Number, ...]
    game: int = 1

    @property
    def key(self) -> tuple[int, int, int]:
        """What names this pairing within its competition."""
        return self.round, self.table, self.game

    def has(self, number: Number) -> bool:
        """Whether an entrant has a seat in it."""
        return number in self.seats


class Result(Struct, frozen=True):
    """How a pairing has ended: the entrants by place, best first, those who share a place together.

    `scores` are what the game itself has counted for each seat (goals, points), where it was played to a count.
    """

    pairing: Pairing
    places: tuple[tuple[Number, ...], ...]
    kind: Kind = "played"
    scores: tuple[int, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether nobody has done better than anybody else."""
        return len(self.places) == 1 and len(self.places[0]) > 1

    @property
    def winner(self) -> Number | None:
        """The entrant who is alone in the first place."""
        return self.places[0][0] if len(self.places[0]) == 1 else None

    def points(self, number: Number) -> float:
        """The share of opponents an entrant has done better than; one as good counts half. A win of two is 1, a draw
        0.5."""
        if len(self.pairing.seats) == 1:
            return {"bye": 1.0, "half bye": 0.5}.get(self.kind, 0.0)
        place = next(at for at, who in enumerate(self.places) if number in who)
        worse = sum(len(who) for who in self.places[place + 1 :])
        return (worse + (len(self.places[place]) - 1) / 2) / (len(self.pairing.seats) - 1)

    def opponents(self, number: Number) -> tuple[Number, ...]:
        """Those whom an entrant met."""
        return tuple(other for other in self.pairing.seats if other != number)


class Season(Struct, frozen=True):
    """The divisions of one season, the best one first, each by seed; its first round comes after the round `after`."""

    after: int
    divisions: tuple[tuple[Number, ...], ...]


class Field(Struct, frozen=True, dict=True):
    """A competition as it stands: its entrants, the results so far, and the pairings that still run.

    `rounds` is the number of rounds planned, 0 where the form says it. `seed` decides all lots. `seasons` are those of
    a championship in divisions, the last one being played. `closed`: nothing new begins. `declined` has the number of
    an entrant of a ladder once for each challenge that they have declined since their last match. `joined` says who has
    entered, each time after how many results.
    """

    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...] = ()
    running: tuple[Pairing, ...] = ()
    rounds: int = 0
    seed: bytes = b""
    seasons: tuple[Season, ...] = ()
    closed: bool = False
    declined: tuple[Number, ...] = ()
    joined: tuple[tuple[Number, int], ...] = ()

    @property
    def made(self) -> frozenset[tuple[int, int, int]]:
        """The keys of all pairings that have been made."""
        return frozenset(pairing.key for pairing in self.pairings())

    @property
    def round(self) -> int:
        """The last round in which anything has been paired; 0 before the first."""
        return max((pairing.round for pairing in self.pairings()), default=0)

    def pairings(self) -> Iterator[Pairing]:
        """All pairings, settled or not."""
        yield from (result.pairing for result in self.results)
        yield from self.running

    def of(self, number: Number) -> list[Result]:
        """The results of one entrant, by round."""
        return self._results_of.get(number, [])

    @functools.cached_property
    def _results_of(self) -> Mapping[Number, list[Result]]:
        """Found once: tables ask for the results of every entrant again and again."""
        found: dict[Number, list[Result]] = {}
        for result in sorted(self.results, key=lambda result: result.pairing.key):
            for number in result.pairing.seats:
                found.setdefault(number, []).append(result)
        return found

    def score(self, number: Number) -> float:
        """The points of an entrant so far."""
        return self._scores.get(number, 0.0)

    @functools.cached_property
    def _scores(self) -> Mapping[Number, float]:
        return {
            number: sum(result.points(number) for result in results)
            for number, results in self._results_of.items()
        }

    def busy(self, number: Number) -> bool:
        """Whether an entrant has a match that is not over."""
        return any(pairing.has(number) for pairing in self.running)

    def excused(self, round_: int) -> list[Number]:
        """Those who have asked for a bye in a round."""
        return [each.number for each in self.entrants if each.is_in(round_) and round_ in each.byes]

    def find(self, number: Number) -> Entrant:
        """The entrant with a number."""
        return self._by_number[number]

    @functools.cached_property
    def _by_number(self) -> Mapping[Number, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}
