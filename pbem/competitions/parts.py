"""Competitions made of others: pools first, then a knock-out of the best of each.

A part is a competition of its own, with numbers, rounds and tables from 1; what it makes is translated into those of
the whole.
"""

from msgspec import Struct, structs

from pbem.competitions.values import Entrant, Field, Number, Pairing, Result

STRIDE = 1000
"""Tables of one part are numbered from a multiple of this on."""


class Part(Struct, frozen=True):
    """Where a part has its place: the entrants it consists of, by seed, and what comes before its first round and
    table. `last` is its last round in the whole (0: the end)."""

    title: str
    numbers: tuple[Number, ...]
    round: int = 0
    table: int = 0
    last: int = 0

    def holds(self, pairing: Pairing) -> bool:
        """Whether a pairing of the whole belongs to it."""
        return self.round < pairing.round <= (self.last or pairing.round) and (
            self.table < pairing.table <= self.table + STRIDE
        )

    def inner(self, pairing: Pairing) -> Pairing:
        """A pairing of the whole as one of the part; an entrant who is not in it gets the number 0."""
        seats = tuple(self.numbers.index(each) + 1 if each in self.numbers else 0 for each in pairing.seats)
        return Pairing(pairing.round - self.round, pairing.table - self.table, seats, pairing.game)

    def outer(self, pairing: Pairing) -> Pairing:
        """A pairing of the part as one of the whole."""
        seats = tuple(self.numbers[each - 1] for each in pairing.seats)
        return Pairing(pairing.round + self.round, pairing.table + self.table, seats, pairing.game)

    def field(self, whole: Field) -> Field:
        """The field of the part."""
        return Field(
            tuple(self._entrant(whole.find(number), at) for at, number in enumerate(self.numbers, 1)),
            tuple(self._result(result) for result in whole.results if self._is_mine(result.pairing)),
            tuple(self.inner(pairing) for pairing in whole.running if self._is_mine(pairing)),
            seed=whole.seed,
        )

    def _is_mine(self, pairing: Pairing) -> bool:
        return self.holds(pairing) and set(pairing.seats) <= set(self.numbers)

    def _entrant(self, entrant: Entrant, number: Number) -> Entrant:
        """An entrant as one of the part. Who has entered since it began has left it, and has come back."""
        left = entrant.first - 1 if entrant.first > self.round + 1 else 0
        return structs.replace(entrant, number=number, last=entrant.last or left)

    def _result(self, result: Result) -> Result:
        places = tuple(tuple(self.numbers.index(each) + 1 for each in place) for place in result.places)
        return Result(self.inner(result.pairing), places, result.kind, result.scores)
