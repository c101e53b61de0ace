"""Everybody meets everybody, once or twice, by the Berger tables (FIDE Handbook C.05, annex 1).

Nobody waits for strangers: a match starts as soon as both of its players have finished theirs of earlier rounds.
"""

from pbem.competitions.values import Field, Number, Pairing


def berger(count: int) -> list[list[tuple[int, int]]]:
    """The rounds of a table for an even number of players; the first of each pair has the first seat."""
    half, last = count // 2, count
    base = [(at, last + 1 - at) for at in range(1, half + 1)]
    rounds: list[list[tuple[int, int]]] = []
    for number in range(1, count):
        first, *others = base
        rounds.append([first if number % 2 else (first[1], first[0]), *others])
        base = [(_step(one, count), _step(other, count)) for one, other in base]
    return rounds


def _step(number: int, count: int) -> int:
    """Every number moves half a table on, but for the last, which stays."""
    return number if number == count else (number + count // 2 - 1) % (count - 1) + 1


def schedule(count: int, cycles: int = 1) -> list[list[tuple[int, int]]]:
    """All rounds for a number of players, without those of a bye where it is odd.

    In a double round robin the seats change in the second cycle, and the last two rounds of the first are exchanged, so
    that nobody has the same seat three times in a row (C.05, annex 1).
    """
    table = berger(count + count % 2)
    if count % 2:
        table = [[pair for pair in pairs if count + 1 not in pair] for pairs in table]
    if cycles == 1:
        return table
    first = [*table[:-2], *reversed(table[-2:])]
    return [*first, *([(other, one) for one, other in pairs] for pairs in table)]


def due(field: Field, cycles: int = 1) -> list[Pairing]:
    """The pairings that can start now: both players are here, and neither has an unfinished one of an earlier round."""
    numbers = [entrant.number for entrant in field.entrants]
    made = field.made
    waiting = {number for pairing in field.running for number in pairing.seats}
    found = []
    for round_, pairs in enumerate(schedule(len(numbers), cycles), 1):
        for table, pair in enumerate(pairs, 1):
            seats = tuple(numbers[at - 1] for at in pair)
            if (round_, table, 1) in made or any(field.find(each).withdrawn for each in seats):
                continue
            if not waiting & set(seats):
                found.append(Pairing(round_, table, seats))
            waiting |= set(seats)
    return found


def ahead(field: Field, number: Number, cycles: int = 1) -> list[Number]:
    """Those whom an entrant has still to meet, in the order of the rounds."""
    numbers, made = [entrant.number for entrant in field.entrants], field.made
    return [
        other
        for round_, pairs in enumerate(schedule(len(numbers), cycles), 1)
        for table, pair in enumerate(pairs, 1)
        if (round_, table, 1) not in made and number in (seats := [numbers[at - 1] for at in pair])
        for other in seats
        if other != number and not field.find(other).withdrawn
    ]


def counts(field: Field, cycles: int = 1) -> frozenset[int]:
    """The entrants whose results count: who withdraws before half of their matches are played is taken out of the
    table, with all results against them (C.05, 5). What they lose by walkover, as by leaving, they have not played."""
    return frozenset(
        entrant.number
        for entrant in field.entrants
        if not entrant.withdrawn or has_played_half(field, entrant.number, cycles)
    )


def has_played_half(field: Field, number: Number, cycles: int = 1) -> bool:
    """Whether an entrant has played half of their matches."""
    played = sum(result.kind == "played" or result.winner == number for result in field.of(number))
    return 2 * played >= (len(field.entrants) - 1) * cycles
