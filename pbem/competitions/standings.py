"""Standings and tie-breaks (FIDE Handbook C.07).

A tie-break is a function of the field and an entrant; the more the better. Unplayed rounds follow C.07, article 16: for
oneself, such a round counts as a draw against somebody with one's own points; for one's opponents, rounds that one has
missed of one's own will up to the end count as draws.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from pbem.competitions.lots import lot
from pbem.competitions.values import Entrant, Field, Number, Result

TieBreak: TypeAlias = Callable[[Field, Number, Sequence[Number]], float]
"""Of an entrant, among those who are level with them so far."""

VOLUNTARY = frozenset({"half bye", "absent"})


WIN_AND_DRAW = (1.0, 0.5)
"""Points for a win and a draw, unless a competition says otherwise."""


class Standing(Struct, frozen=True):
    """A line of a table. `ties` are the tie-breaks in the order of the competition; entrants who are level in all of
    them share a `place`, and lots decide only their order. `scored` and `against` are what the game has counted."""

    place: int
    number: Number
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    ties: tuple[float, ...]
    scored: int = 0
    against: int = 0


def standings(
    field: Field,
    order: Iterable[str] = (),
    *,
    counting: frozenset[Number] | None = None,
    points: tuple[float, float] = WIN_AND_DRAW,
) -> list[Standing]:
    """The table by points, then by the named tie-breaks, then by lot.

    `counting` are the entrants whose results count; without it all do. `points` are those for a win and a draw. Raises
    `KeyError` for an unknown tie-break.
    """
    breaks = [TIE_BREAKS[name] for name in order]
    if counting is not None:
        field = _only(field, counting)
    total = {entrant.number: total_of(field, entrant.number, points) for entrant in field.entrants}
    groups: list[list[Number]] = _split(list(total), total.__getitem__)
    ties: dict[Number, list[float]] = {entrant.number: [] for entrant in field.entrants}
    for tie_break in breaks:
        divided: list[list[Number]] = []
        for level in groups:
            values = {number: tie_break(field, number, level) for number in level}
            for number in level:
                ties[number].append(values[number])
            divided += _split(level, values.__getitem__)
        groups = divided
    place, table = 1, []
    for level in groups:
        level.sort(key=lambda number: lot(field.seed, f"level {number}"))
        table += [_line(field, place, number, total[number], tuple(ties[number])) for number in level]
        place += len(level)
    return table


def total_of(field: Field, number: Number, points: tuple[float, float]) -> float:
    """The points of an entrant in the table."""
    worth = {1.0: points[0], 0.5: points[1]}
    shares = [result.points(number) for result in field.of(number)]
    return sum(worth.get(share, share * points[0]) for share in shares)


def _split(level: Sequence[Number], value: Callable[[Number], float]) -> list[list[Number]]:
    """Entrants who are level, best first, in groups of those who still are."""
    ordered = sorted(level, key=lambda number: -value(number))
    return [list(group) for _, group in groupby(ordered, key=value)]


def _only(field: Field, counting: frozenset[Number]) -> Field:
    """The field without those whose results do not count."""
    return Field(
        tuple(entrant for entrant in field.entrants if entrant.number in counting),
        tuple(result for result in field.results if counting.issuperset(result.pairing.seats)),
        tuple(pairing for pairing in field.running if counting.issuperset(pairing.seats)),
        field.rounds,
        field.seed,
    )


def _line(field: Field, place: int, number: Number, points: float, ties: tuple[float, ...]) -> Standing:
    results = field.of(number)
    matches = [result for result in results if len(result.pairing.seats) > 1]
    drawn = sum(len(_level_with(result, number)) > 1 and number in result.places[0] for result in matches)
    won = sum(result.winner == number for result in matches)
    lost, mine = len(matches) - won - drawn, scored(field, number, ())
    against = mine - difference(field, number, ())
    return Standing(place, number, len(matches), won, drawn, lost, points, ties, round(mine), round(against))


def _level_with(result: Result, number: Number) -> tuple[Number, ...]:
    return next(who for who in result.places if number in who)


# Tie-breaks.


def wins(field: Field, number: Number, level: Sequence[Number]) -> float:
    """Rounds in which one got a win's points, by walkover and bye, too (C.07, 7.1)."""
    return sum(result.points(number) == 1 for result in field.of(number))


def played_wins(field: Field, number: Number, level: Sequence[Number]) -> float:
    """Matches won over the board (C.07, 7.2)."""
    return sum(result.kind == "played" and result.winner == number for result in field.of(number))


def direct(field: Field, number: Number, level: Sequence[Number]) -> float:
    """Points against those who are level, if all of them have met each other (C.07, 6); otherwise 0 for all."""
    meetings = [
        result
        for result in field.results
        if result.kind in ("played", "forfeit") and len(set(result.pairing.seats) & set(level)) > 1
    ]
    met = {frozenset(result.pairing.seats) for result in meetings if len(result.pairing.seats) == 2}
    pairs = {frozenset((one, other)) for one in level for other in level if one != other}
    if len(level) < 2 or not pairs <= met:
        return 0.0
    return sum(result.points(number) for result in meetings if result.pairing.has(number))


def buchholz(field: Field, number: Number, level: Sequence[Number]) -> float:
    """The points of one's opponents (C.07, 8.1)."""
    return sum(points for _, points in _opposition(field, number))


def buchholz_cut_1(field: Field, number: Number, level: Sequence[Number]) -> float:
    """The points of one's opponents without the least: of a round missed of one's own will, if there is one (C.07, 14
    and 16.5)."""
    found = _opposition(field, number)
    missed = [points for voluntary, points in found if voluntary]
    cut = min(missed or [points for _, points in found], default=0.0)
    return sum(points for _, points in found) - cut


def sonneborn_berger(field: Field, number: Number, level: Sequence[Number]) -> float:
    """The points of each opponent, times one's own points against them (C.07, 9.1)."""
    total = 0.0
    for result in field.of(number):
        mine = result.points(number)
        if result.kind == "played":
            others = result.opponents(number)
            total += mine * sum(_adjusted(field, other) for other in others) / len(others)
        else:
            total += mine * field.score(number)
    return total


def _opposition(field: Field, number: Number) -> list[tuple[bool, float]]:
    """What each round adds to one's Buchholz, and whether it was missed of one's own will."""
    found = []
    for result in field.of(number):
        if result.kind == "played":
            others = result.opponents(number)
            found.append((False, sum(_adjusted(field, other) for other in others) / len(others)))
        else:
            found.append((_voluntary(result, number), field.score(number)))
    return found


def _voluntary(result: Result, number: Number) -> bool:
    """Whether a round was missed of one's own will: a bye asked for, absence, or a walkover that one has given."""
    return result.kind in VOLUNTARY or (result.kind == "forfeit" and result.winner != number)


def _adjusted(field: Field, number: Number) -> float:
    """The points of an opponent, with rounds missed of their own will up to the end as draws (C.07, 16.3)."""
    results = field.of(number)
    end = len(results)
    while end and _voluntary(results[end - 1], number):
        end -= 1
    missing = sum(1 for _ in results[end:]) + _rounds_after_leaving(field, field.find(number), results)
    return sum(result.points(number) for result in results[:end]) + missing / 2


def _rounds_after_leaving(field: Field, entrant: Entrant, results: Sequence[Result]) -> int:
    """The rounds since an entrant has withdrawn for which nothing is noted."""
    if not entrant.withdrawn:
        return 0
    noted = {result.pairing.round for result in results}
    return sum(round_ not in noted for round_ in range(entrant.last + 1, _last_round(field) + 1))


def _last_round(field: Field) -> int:
    return max((result.pairing.round for result in field.results), default=0)


def scored(field: Field, number: Number, level: Sequence[Number]) -> float:
    """What the game itself has counted for one: goals, points."""
    return float(sum(_score(result, number) for result in field.of(number)))


def difference(field: Field, number: Number, level: Sequence[Number]) -> float:
    """What the game has counted for one, less what it has for one's opponents, at a table on the average."""
    total = 0.0
    for result in field.of(number):
        others = result.opponents(number)
        if others:
            total += _score(result, number) - sum(_score(result, each) for each in others) / len(others)
    return total


def _score(result: Result, number: Number) -> int:
    return result.scores[result.pairing.seats.index(number)] if result.scores else 0


TIE_BREAKS: dict[str, TieBreak] = {
    "direct": direct,
    "buchholz": buchholz,
    "buchholz-1": buchholz_cut_1,
    "sonneborn-berger": sonneborn_berger,
    "wins": wins,
    "played-wins": played_wins,
    "difference": difference,
    "scored": scored,
}
"""What can be written in a competition's `ties`, in the order that its director wants."""

NAMES = {
    "direct": "direct encounter",
    "buchholz": "Buchholz",
    "buchholz-1": "Buchholz cut 1",
    "sonneborn-berger": "Sonneborn-Berger",
    "wins": "wins",
    "played-wins": "wins over the board",
    "difference": "difference of the scores",
    "scored": "what was scored",
}
