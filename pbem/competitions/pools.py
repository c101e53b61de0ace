"""Groups of entrants: pools before a knock-out, divisions with promotion and relegation, tables of more than two."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from pbem.competitions.lots import lot
from pbem.competitions.values import Field, Number, Pairing


def pools(numbers: Sequence[Number], count: int) -> list[list[Number]]:
    """Divide entrants, given by seed, among pools of about the same strength: there and back, like a snake."""
    groups: list[list[Number]] = [[] for _ in range(count)]
    for at, number in enumerate(numbers):
        row, column = divmod(at, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(number)
    return groups


def qualified(tables: Sequence[Sequence[Number]], best: int) -> list[Number]:
    """Those who go on from pools, given by their tables, as seeds of a bracket: all winners first, then all seconds.

    The order of the pools changes from row to row, so that two of one pool are in different halves wherever they can
    be.
    """
    seeds: list[Number] = []
    for place in range(best):
        row = [table[place] for table in tables if len(table) > place]
        seeds += row if place % 2 == 0 else row[::-1]
    return seeds


LEAST = 6
"""Entrants of a division, where there are several."""


def divisions(numbers: Sequence[Number], least: int = LEAST, most: int = 10) -> list[list[Number]]:
    """Divide entrants, best first, into divisions of nearly the same size: as few as can be, none above `most`; only
    one if there are too few for two of `least`."""
    count = max(1, -(-len(numbers) // most))
    while count > 1 and len(numbers) // count < least:
        count -= 1
    size, more = divmod(len(numbers), count)
    groups, begin = [], 0
    for at in range(count):
        end = begin + size + (at < more)
        groups.append(list(numbers[begin:end]))
        begin = end
    return groups


def next_season(
    tables: Sequence[Sequence[Number]], moving: int, gone: frozenset[Number] = frozenset()
) -> list[Number]:
    """The order of all entrants for the next season, given the final tables of the divisions, best division first.

    The last `moving` of each division change places with the best of the next. Those who have `gone` are left out, so
    that those below move up.
    """
    order: list[list[Number]] = [list(table) for table in tables]
    for above, below in pairwise(order):
        count = min(moving, len(above) // 2, len(below) // 2)
        if count:
            above[-count:], below[:count] = below[:count], above[-count:]
    return [number for table in order for number in table if number not in gone]


def due_at_tables(field: Field, size: int, least: int) -> list[Pairing]:
    """The next round of a competition whose matches have three or more seats, when the last one is settled.

    Entrants meet at tables of `size`, some of them one smaller, down to `least`: by points, then so that as few as
    possible meet again, and each has the seats they have had least.
    """
    round_ = field.round + 1
    playing = [entrant.number for entrant in field.entrants if entrant.plays_in(round_)]
    excused = field.excused(round_)
    if field.running or (field.rounds and round_ > field.rounds) or len(playing) + len(excused) < least:
        return []
    met = _meetings(field)
    order = sorted(playing, key=lambda each: (-field.score(each), lot(field.seed, f"round {round_} {each}")))
    tables: list[list[Number]] = []
    for places in _sizes(len(order), size, least):
        table = [order.pop(0)]
        while len(table) < places:
            near = order[: 2 * places]  # fairness in points goes before new opponents
            table.append(
                min(near, key=lambda each: sum(met.get(frozenset((each, other)), 0) for other in table))
            )
            order.remove(table[-1])
        tables.append(table)
    _exchange(tables, met, field)
    return [
        Pairing(round_, number, _seated(field, table, round_)) for number, table in enumerate(tables, 1)
    ] + [Pairing(round_, len(tables) + at, (number,)) for at, number in enumerate([*order, *excused], 1)]


def _sizes(count: int, size: int, least: int) -> list[int]:
    """Sizes of tables that seat everybody if it can be done: as many full ones as possible; who is left has a bye."""
    for tables in range(-(-count // size), 0, -1):
        even, more = divmod(count, tables)
        if even + bool(more) <= size and even >= least:
            return [even + 1] * more + [even] * (tables - more)
    return [size] * (count // size)


def _meetings(field: Field) -> dict[frozenset[Number], int]:
    """How often entrants have met."""
    met: dict[frozenset[Number], int] = {}
    for result in field.results:
        for pair in combinations(result.pairing.seats, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def _repeats(table: Sequence[Number], met: Mapping[frozenset[Number], int]) -> int:
    return sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))


def _exchange(tables: list[list[Number]], met: Mapping[frozenset[Number], int], field: Field) -> None:
    """Exchange entrants of neighboring tables with the same points for as long as fewer meet again."""
    better = True
    while better:
        better = False
        for above, below in pairwise(tables):
            for one, other in [(one, other) for one in above for other in below]:
                if field.score(one) != field.score(other) or one not in above or other not in below:
                    continue
                before = _repeats(above, met) + _repeats(below, met)
                swapped = [[other if each == one else each for each in above]]
                swapped += [[one if each == other else each for each in below]]
                if sum(_repeats(table, met) for table in swapped) < before:
                    above[:], below[:] = swapped
                    better = True


def _seated(field: Field, table: Sequence[Number], round_: int) -> tuple[Number, ...]:
    """A table by seat: each seat goes to whoever has had it least; those level draw lots."""
    left, seats = list(table), []
    for seat in range(len(table)):
        had = {
            number: sum(
                len(result.pairing.seats) > seat and result.pairing.seats[seat] == number
                for result in field.results
            )
            for number in left
        }
        chosen = min(left, key=lambda each: (had[each], lot(field.seed, f"seat {round_} {seat} {each}")))
        seats.append(chosen)
        left.remove(chosen)
    return tuple(seats)
