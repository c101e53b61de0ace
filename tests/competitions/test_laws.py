"""Random tournaments keep the laws, and what does not keep them is found: a short run of `make laws`."""

import pytest
from msgspec import structs

from pbem.competitions.record import Paired
from pbem.competitions.values import Pairing, Result
from tools import laws
from tools.laws import Broken, Played


def test_random_tournaments_keep_the_laws() -> None:
    assert sum(laws.run(100).values()) == 100


def paired_otherwise(played: Played, swap: tuple[int, int]) -> Played:
    """The same tournament with two numbers exchanged in its second round of pairings."""
    at = [at for at, event in enumerate(played.events) if isinstance(event, Paired)][1]
    event = played.events[at]
    assert isinstance(event, Paired)
    other = dict((swap, swap[::-1]))
    pairings = tuple(
        structs.replace(each, seats=tuple(other.get(number, number) for number in each.seats))
        for each in event.pairings
    )
    return structs.replace(played, events=[*played.events[:at], Paired(pairings), *played.events[at + 1 :]])


def whole_swiss() -> Played:
    """A Swiss whose second round is paired as a whole."""
    return next(
        played
        for seed in range(100)
        if not (played := laws.play("swiss", seed)).plan.early and played.count > 7
    )


def test_a_meeting_that_is_repeated_is_found() -> None:
    played = whole_swiss()
    rounds = [event for event in played.events if isinstance(event, Paired)]
    first = next(each for each in rounds[0].pairings if len(each.seats) == 2)
    other = next(
        number
        for each in rounds[1].pairings
        if first.seats[0] in each.seats
        for number in each.seats
        if number != first.seats[0]
    )
    with pytest.raises(Broken):
        laws.check(paired_otherwise(played, (other, first.seats[1])))


def test_seats_of_a_round_robin_that_are_exchanged_are_found() -> None:
    played = laws.play("round-robin", 1)
    result = played.field.results[0]
    turned = Result(structs.replace(result.pairing, seats=result.pairing.seats[::-1]), result.places)
    field = structs.replace(played.field, results=(turned, *played.field.results[1:]))
    with pytest.raises(Broken, match="has its seats"):
        laws.check(structs.replace(played, fields=[*played.fields[:-1], field]))


def test_a_match_outside_the_bracket_is_found() -> None:
    played = laws.play("knock-out", 3)
    stray = Result(Pairing(1, 99, (1, 2)), ((1,), (2,)))
    field = structs.replace(played.field, results=(*played.field.results, stray))
    with pytest.raises(Broken):
        laws.check(structs.replace(played, fields=[*played.fields[:-1], field]))
