"""Ladders: who may challenge whom, and the order after results, late entries and returns."""

import random

import pytest

from pbem.competitions import forms, ladder
from pbem.competitions.forms import Plan
from pbem.competitions.record import Event, Joined, Settled, Started, Withdrawn, field_after
from pbem.competitions.values import Entrant, Pairing, Result


def test_a_ladder() -> None:
    assert ladder.reachable([1, 2, 3, 4, 5], 5) == [4, 3, 2]
    assert ladder.reachable([1, 2], 1) == []
    assert ladder.after([1, 2, 3, 4], 4, 2, won=True) == [1, 4, 2, 3]
    assert ladder.after([1, 2, 3, 4], 4, 2, won=False) == [1, 2, 3, 4]
    assert ladder.without([1, 2, 3], 2) == [1, 3]


START = Started(tuple(Entrant(number) for number in (1, 2, 3)))


def _beaten(round_: int, challenger: int, challenged: int) -> Settled:
    return Settled(Result(Pairing(round_, 1, (challenger, challenged)), ((challenger,), (challenged,))))


def _rungs(*events: Event) -> list[int]:
    return forms.ladder_order(field_after(b"x", (START, *events)))


def test_who_enters_a_ladder_later_is_on_its_lowest_rung() -> None:
    late = (_beaten(1, 3, 1), Joined(Entrant(4, first=2)))
    assert _rungs(*late) == [3, 1, 2, 4]
    plan = Plan("ladder")
    assert [line.number for line in forms.table(plan, field_after(b"x", (START, *late)))] == [3, 1, 2, 4]
    assert _rungs(*late, _beaten(2, 4, 1)) == [3, 4, 1, 2]


def test_who_comes_back_to_a_ladder_begins_at_the_bottom_and_moves_nobody() -> None:
    course: list[Event] = [_beaten(1, 3, 1), _beaten(2, 2, 3), Withdrawn(2, 2)]
    assert _rungs(*course) == [3, 1]
    course.append(Joined(Entrant(2, first=3)))
    assert _rungs(*course) == [3, 1, 2]
    assert _rungs(*course, _beaten(3, 2, 3)) == [2, 3, 1]


@pytest.mark.parametrize("seed", range(50))
def test_leaving_and_coming_back_never_changes_the_order_of_the_others(seed: int) -> None:
    chance = random.Random(seed)
    events: list[Event] = [Started(tuple(Entrant(number) for number in range(1, 6)))]
    for round_ in range(1, 20):
        one, other = chance.randint(1, 5), chance.randint(1, 5)
        before = forms.ladder_order(field_after(b"x", events))
        if one == other:
            events += [Withdrawn(one, round_), Joined(Entrant(one, first=round_ + 1))]
            assert forms.ladder_order(field_after(b"x", events)) == [*ladder.without(before, one), one]
        else:
            events.append(_beaten(round_, one, other))
