"""Playing competitions to their end with made-up results."""

from collections.abc import Callable

from msgspec import structs

from pbem.competitions.lots import lot
from pbem.competitions.values import Entrant, Field, Kind, Pairing, Result

Due = Callable[[Field], list[Pairing]]


def field(count: int, rounds: int = 0, seed: bytes = b"seed") -> Field:
    """A competition of entrants 1 to `count`, before its first round."""
    return Field(tuple(Entrant(number) for number in range(1, count + 1)), rounds=rounds, seed=seed)


def started(field: Field, pairings: list[Pairing]) -> Field:
    """The field with these matches running; byes are settled at once."""
    for pairing in pairings:
        if len(pairing.seats) == 1:
            field = settled(field, Result(pairing, (pairing.seats,), "bye"))
        else:
            field = structs.replace(field, running=(*field.running, pairing))
    return field


def settled(field: Field, result: Result) -> Field:
    """The field with one more result."""
    running = tuple(each for each in field.running if each != result.pairing)
    return structs.replace(field, running=running, results=(*field.results, result))


def by_lot(pairing: Pairing, seed: bytes, *, draws: bool = True, kind: Kind = "played") -> Result:
    """A result drawn by lot."""
    number = lot(seed, f"result {pairing.key} {pairing.seats}")
    if draws and number % 5 == 0:
        return Result(pairing, (pairing.seats,), kind)
    order = sorted(pairing.seats, key=lambda each: lot(seed, f"{pairing.key} {each}"))
    return Result(pairing, tuple((each,) for each in order), kind)


def better_seed(pairing: Pairing) -> Result:
    """The result in which the better seeds are ahead."""
    return Result(pairing, tuple((each,) for each in sorted(pairing.seats)))


def withdraw(field: Field, number: int) -> Field:
    """The field after an entrant has withdrawn; a running match of theirs is a walkover."""
    last = max(field.round, 1)
    entrants = tuple(
        structs.replace(each, last=last) if each.number == number else each for each in field.entrants
    )
    field = structs.replace(field, entrants=entrants)
    for pairing in field.running:
        if pairing.has(number):
            (other,) = (each for each in pairing.seats if each != number)
            field = settled(field, Result(pairing, ((other,), (number,)), "forfeit"))
    return field


def play(
    field: Field, due: Due, result: Callable[[Pairing], Result], *, at_once: bool = True, most: int = 5000
) -> Field:
    """Play until nothing is due and nothing runs. Not `at_once`: one match at a time is settled, the youngest first."""
    for _ in range(most):
        pairings = due(field)
        assert len({*field.made, *(each.key for each in pairings)}) == len(field.made) + len(pairings)
        field = started(field, pairings)
        if not field.running:
            if not pairings:
                return field
            continue
        for pairing in field.running if at_once else field.running[-1:]:
            field = settled(field, result(pairing))
    raise AssertionError("it does not end")
