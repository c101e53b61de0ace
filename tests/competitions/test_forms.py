"""Every form, by its plan: it ends, names a champion, pairs nobody with themselves or twice at a time, and can be
verified from its record."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pbem.competitions import forms
from pbem.competitions.forms import FORMS, TIES, Form, Plan
from pbem.competitions.record import (
    Event,
    Excused,
    Paired,
    Record,
    Settled,
    Started,
    Voided,
    Withdrawn,
    commitment,
    field_after,
    verify,
)
from pbem.competitions.values import Entrant, Field, Pairing, Result
from tests.competitions.playing import by_lot, withdraw

SEED = b"forms".ljust(32, b".")
PLAYED = sorted(set(FORMS) - forms.ENDLESS)


def plan_of(form: Form) -> Plan:
    return Plan(form, seats=3 if form == "tables" else 2, ties=TIES.get(form, ()), pool=3)


def through(plan: Plan, count: int, seed: bytes, leaves: int = 0, byes: int = 0) -> tuple[Field, list[Event]]:
    """Play to the end by lot: one entrant leaves in the second round, one has a bye then."""
    entrants = tuple(Entrant(number) for number in range(1, count + 1))
    events: list[Event] = [Started(entrants, forms.rounds_for(plan, count))]
    field = field_after(seed, events)

    def note(event: Event) -> None:
        nonlocal field
        events.append(event)
        field = field_after(seed, events)

    for _ in range(500):
        for pairing in forms.overtaken(plan, field):
            note(Voided(pairing))
        due = forms.due(plan, field)
        busy = [number for pairing in (*field.running, *due) for number in pairing.seats]
        if plan.form not in ("round-robin", "double-round-robin"):
            assert len(busy) == len(set(busy))
        if due:
            note(Paired(tuple(due)))
        for pairing in field.running:
            if len(pairing.seats) == 1:
                excused = pairing.round in field.find(pairing.seats[0]).byes
                note(Settled(Result(pairing, (pairing.seats,), "half bye" if excused else "bye")))
        if forms.is_over(plan, field):
            return field, events
        assert field.running
        note(Settled(by_lot(field.running[0], seed, draws=plan.form not in forms.BRACKETS)))
        if leaves and field.round == 1 and not field.find(leaves).withdrawn:
            note(Withdrawn(leaves, 1))
            for pairing in field.running:
                if pairing.has(leaves):
                    rest = tuple(each for each in pairing.seats if each != leaves)
                    note(Settled(Result(pairing, (rest, (leaves,)), "forfeit")))
        if byes and field.round == 1 and not field.find(byes).byes and plan.form in ("swiss", "tables"):
            note(Excused(byes, 2))
    raise AssertionError("it does not end")


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(PLAYED),
    st.integers(3, 9),
    st.binary(min_size=32, max_size=32),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_every_form_ends_and_is_verified(form: Form, count: int, seed: bytes, leaves: int, byes: int) -> None:
    plan = plan_of(form)
    field, events = through(plan, count, seed, leaves, byes)
    made = [pairing.key for pairing in field.pairings()]
    assert len(made) == len(set(made))
    assert len(forms.champions(plan, field)) >= 1
    record = Record(
        name="Any",
        game="toy",
        plan=plan,
        commitment=commitment(seed),
        seed=seed.hex(),
        names={},
        events=events,
        table=forms.table(plan, field),
    )
    assert verify(record) == []


@pytest.mark.parametrize("form", PLAYED)
def test_a_pairing_that_the_form_has_not_made_is_found(form: Form) -> None:
    plan = plan_of(form)
    field, events = through(plan, 6, SEED)
    at, first = next((at, each) for at, each in enumerate(events) if isinstance(each, Paired))
    seats = first.pairings[0].seats
    forged = Pairing(first.pairings[0].round, first.pairings[0].table, seats[::-1], first.pairings[0].game)
    changed = [*events[:at], Paired((forged, *first.pairings[1:])), *events[at + 1 :]]
    record = Record(
        name="Any",
        game="toy",
        plan=plan,
        commitment=commitment(SEED),
        seed=SEED.hex(),
        names={},
        events=changed,
        table=forms.table(plan, field),
    )
    assert any("is not a pairing" in problem for problem in verify(record))


def test_an_entrant_alone_and_one_with_a_bye_need_no_opponent() -> None:
    entrants = (Entrant(1), Entrant(2, byes=(1,)))
    (one, other) = forms.due(Plan("swiss"), Field(entrants, rounds=1, seed=SEED))
    assert (one.seats, other.seats) == ((1,), (2,))


def test_who_withdraws_from_the_knock_out_after_pools_is_not_replaced() -> None:
    plan = Plan("pools", pool=3, best=2)
    field, _ = through(plan, 6, SEED)
    last = forms.parts(plan, field)[0][0].last
    begun = structs.replace(
        field, results=tuple(each for each in field.results if each.pairing.round <= last), running=()
    )
    begun = structs.replace(begun, running=tuple(forms.due(plan, begun)))
    part, _ = forms.parts(plan, begun)[-1]
    gone = withdraw(begun, part.numbers[0])
    assert forms.parts(plan, gone)[-1][0].numbers == part.numbers
    assert forms.overtaken(plan, gone) == []
    early = withdraw(structs.replace(begun, running=()), part.numbers[0])
    assert part.numbers[0] not in forms.parts(plan, early)[-1][0].numbers


def test_pools_from_which_only_one_goes_on_end_with_them() -> None:
    plan = Plan("pools", pool=5, best=1, ties=TIES["pools"])
    field, _ = through(plan, 4, SEED)
    assert forms.champions(plan, field) == [forms.table(plan, field)[0].number]
