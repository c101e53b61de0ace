"""Who of a Swiss can be paired: all of a round, or, early, the score groups that nobody who still plays can reach."""

from collections.abc import Iterable

from pbem.competitions.values import Entrant, Field, Number, Pairing


def next_round(field: Field) -> int:
    """The round that is to be paired: the first one in which anybody has no pairing yet."""
    last = field.round
    return last if waiting(field, last) else last + 1


def waiting(field: Field, round_: int) -> list[Entrant]:
    """Those who take part in a round and have no pairing in it."""
    made = {number for pairing in field.pairings() if pairing.round == round_ for number in pairing.seats}
    return [entrant for entrant in field.entrants if entrant.is_in(round_) and entrant.number not in made]


def is_rematch(field: Field, pairing: Pairing) -> bool:
    """Whether the players of a pairing have really played each other in another round."""
    return len(pairing.seats) == 2 and any(
        result.kind == "played"
        and result.pairing != pairing
        and set(result.pairing.seats) == set(pairing.seats)
        for result in field.of(pairing.seats[0])
    )


def is_between_rounds(field: Field) -> bool:
    """Whether no match of a round before the next one is running."""
    round_ = next_round(field)
    return not any(pairing.round < round_ for pairing in field.running)


def ready(field: Field, *, early: bool) -> list[list[Number]]:
    """Those who can be paired now, with byes for those who are excused or left over; none after the last round.

    All who wait for the next round are one group when no earlier match is running. Else, `early`, those of neighboring
    scores are one, if nobody who still plays can have these scores.
    """
    round_ = next_round(field)
    if field.rounds and round_ > field.rounds:
        return []
    there = waiting(field, round_)
    busy = {number for pairing in field.running if pairing.round < round_ for number in pairing.seats}
    if not busy:
        begun = any(pairing.round == round_ for pairing in field.pairings())
        return [[each.number for each in there]] if begun or len(there) > 1 else []
    if not early:
        return []
    free = {
        each.number: field.score(each.number)
        for each in there
        if each.number not in busy and each.plays_in(round_)
    }
    reach = [(field.score(number), field.score(number) + 1) for number in sorted(busy)]
    groups: list[list[Number]] = []
    joined = False
    for score in sorted({*free.values(), *_halves(reach)}, reverse=True):
        if any(least <= score <= most for least, most in reach):
            joined = False
            continue
        group = [number for number, mine in free.items() if mine == score]
        groups = [*groups[:-1], [*groups[-1], *group]] if joined else [*groups, group]
        joined = True
    return [group for group in groups if len(group) > 1]


def _halves(reach: Iterable[tuple[float, float]]) -> set[float]:
    """The scores that those who still play may have after their match."""
    return {least + half for least, _ in reach for half in (0, 0.5, 1)}
