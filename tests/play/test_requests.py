"""The vocabulary of rules: what each request wants back."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.requests import Ask, AskAll, Draw, Order, Roll, Rules, ask, ask_all, die, draw, roll, seeded

from .toy import Duel, HitOdds, Rest, Rested, Ring, Typed, act_ask, hit, plan_ask

RING = Typed(seats=["A", "B"])


def answered(rules: Rules[Any], *answers: object) -> tuple[list[Any], Any]:
    """Run rules with these answers: all that they yielded, and what they returned."""
    wanted: list[Any] = []
    left = list(answers)
    value: object = None
    while True:
        try:
            wanted.append(rules.send(value))
        except StopIteration as end:
            assert not left
            return wanted, end.value
        value = left.pop(0)


def test_each_request_returns_its_answer() -> None:
    request = act_ask(RING, "A")
    assert answered(ask(request), Rest()) == ([request], Rest())
    assert answered(roll("dash", 8, 2), (3, 8)) == ([Roll("dash", 8, 2)], (3, 8))
    assert answered(die("throw"), (5,)) == ([Roll("throw")], 5)
    assert answered(draw("card", ["gem", "ash"]), "ash") == ([Draw("card", ("gem", "ash"))], "ash")
    asks = plan_ask(RING, "A"), plan_ask(RING, "B")
    both: Mapping[str, Order] = {"A": Rest(), "B": Rest()}
    assert answered(ask_all(*asks), both) == ([AskAll(asks)], both)


def test_nobody_is_asked_where_there_is_no_ask() -> None:
    assert answered(ask_all()) == ([], {})


def test_a_roll_may_carry_its_odds() -> None:
    (request,), _ = answered(roll("hit", outlook=lambda: HitOdds("B")), (1,))
    assert request.outlook() == HitOdds("B")


def test_rules_read_from_top_to_bottom() -> None:
    """A turn is tested without a driver, by hand-fed answers."""
    ring = Typed(seats=["A", "B"])
    wanted, _ = answered(hit(ring, "A", "B"), Duel().read("dodge"), (6, 5), (10,), None)
    assert [type(each).__name__ for each in wanted] == ["Ask", "Roll", "Roll", "Struck"]
    assert ring.points == {"A": 1}


@given(st.integers(0, 99))
def test_every_sampled_order_is_legal_and_reads_as_it_is_written(seed: int) -> None:
    pick = seeded(str(seed))
    asks: tuple[Ask[Any], ...] = (act_ask(RING, "A"), plan_ask(RING, "B"))
    for request in asks:
        order = request.check(request.sample(pick))
        assert request.check(order) == order
        assert Duel().read(str(order)) == order


@given(st.integers(0, 99), st.lists(st.integers(), min_size=1, max_size=8), st.integers(0, 8))
def test_a_pick_chooses_what_is_there(seed: int, items: list[int], count: int) -> None:
    pick = seeded(str(seed))
    assert pick.one(items) in items
    some = pick.some(items, min(count, len(items)))
    assert len(some) == min(count, len(items))
    assert all(some.count(item) <= items.count(item) for item in some), "each at most as often as it is there"
    assert 3 <= pick.number(3, 5) <= 5
    assert not pick.chance(0)
    assert pick.chance(100)


def test_a_seeded_pick_is_the_same_on_every_machine() -> None:
    assert [seeded("a").number(0, 99), seeded("b").number(0, 99)] == [76, 50]


def test_orders_and_events_are_values() -> None:
    assert Rest() == Rest()
    assert hash(Rested("A")) == hash(Rested("A"))
    assert msgspec.json.decode(msgspec.json.encode(Rested("A")), type=Rested) == Rested("A")
    with pytest.raises(AttributeError):
        Rested("A").by = "B"  # type: ignore[misc]


def test_an_ask_is_told_by_the_state_alone() -> None:
    """The same ask of an equal state has the same options."""
    other: Ring = msgspec.json.decode(msgspec.json.encode(RING), type=Typed)
    first, second = act_ask(RING, "A").options, act_ask(other, "A").options
    assert first is not None
    assert second is not None
    assert first() == second()
