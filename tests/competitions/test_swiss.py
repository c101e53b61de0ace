"""Swiss rounds: laws over random tournaments, and the seats of C.04.3 E by cases."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pbem.competitions import groups, swiss
from pbem.competitions.seats import Claim, allot, claim, held
from pbem.competitions.values import Entrant, Field, Pairing, Result
from tests.competitions.playing import better_seed, by_lot, field, play, settled, started, withdraw


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 17), st.integers(2, 5), st.binary(max_size=3))
def test_nobody_meets_twice_and_everybody_has_a_seat(count: int, rounds: int, seed: bytes) -> None:
    rounds = min(rounds, count // 2)
    end = play(field(count, rounds, seed), swiss.due, lambda pairing: by_lot(pairing, seed))
    met = Counter(frozenset(result.pairing.seats) for result in end.results if len(result.pairing.seats) == 2)
    assert set(met.values()) <= {1}
    assert Counter(
        result.pairing.round for result in end.results for _ in result.pairing.seats
    ) == dict.fromkeys(range(1, rounds + 1), count)
    byes = Counter(result.pairing.seats for result in end.results if result.kind == "bye")
    assert set(byes.values()) <= {1}
    for number in range(1, count + 1):  # in the last round that may happen to those at the top (C.04.3, C.3)
        seats = held(
            structs.replace(end, results=tuple(r for r in end.results if r.pairing.round < rounds)), number
        )
        assert abs(seats.count(0) - seats.count(1)) <= 2
        assert count < 8 or not any(len(set(seats[at : at + 3])) == 1 for at in range(len(seats) - 2))


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 9), st.data())
def test_withdrawals_never_stop_it(count: int, data: st.DataObject) -> None:
    """With few players a legal round may not be left: then some meet again, and that can be told."""
    seed = data.draw(st.binary(max_size=3))
    state = field(count, 5, seed)
    for _ in range(5):
        pairings = swiss.due(state)
        again = [pairing for pairing in pairings if groups.is_rematch(state, pairing)]
        playing = [entrant.number for entrant in state.entrants if not entrant.withdrawn]
        if len(playing) >= 2:
            assert sorted(each for pairing in pairings for each in pairing.seats) == playing
        if count >= 8:
            assert not again or len(playing) < 8
        state = play(started(state, pairings), lambda _: [], lambda pairing: by_lot(pairing, seed))
        if len(playing) > 2 and data.draw(st.booleans()):
            state = withdraw(state, data.draw(st.sampled_from(playing)))


def test_who_comes_late_plays_from_their_round_on() -> None:
    late = Field((*field(4).entrants, Entrant(5, first=2)), rounds=3, seed=b"x")
    first = swiss.due(late)
    assert {each for pairing in first for each in pairing.seats} == {1, 2, 3, 4}
    state = play(started(late, first), lambda _: [], lambda pairing: by_lot(pairing, b""))
    assert 5 in {each for pairing in swiss.due(state) for each in pairing.seats}


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([], Claim(None, 0, 0)),
        ([0], Claim(1, 2, 1)),  # strong: one more on the first
        ([0, 1], Claim(0, 1, 0)),  # mild: alternate
        ([0, 1, 1], Claim(0, 3, -1)),  # absolute: twice the same
        ([0, 0], Claim(1, 3, 2)),
        ([0, 1, 0, 0], Claim(1, 3, 2)),
        ([1, 0, 1, 0, 1], Claim(0, 2, -1)),
    ],
)
def test_claims(seats: list[int], expected: Claim) -> None:
    """A.6."""
    assert claim(seats) == expected


def history(*games: tuple[int, int, int]) -> Field:
    """A field of eight after matches (round, first seat, second seat), all won by the first seat."""
    results = tuple(
        Result(Pairing(round_, at, (one, other)), ((one,), (other,)))
        for at, (round_, one, other) in enumerate(games, 1)
    )
    return structs.replace(field(8), results=results)


def test_first_round_seats_alternate_down_the_list() -> None:
    """E.5: the better seed with an odd number gets the seat drawn by lot, one with an even number the other."""
    assert allot(field(8), 1, 5, first_seat=0) == (1, 5)
    assert allot(field(8), 2, 6, first_seat=0) == (6, 2)
    assert allot(field(8), 1, 5, first_seat=1) == (5, 1)


def test_both_claims_are_granted_where_they_can_be() -> None:
    """E.1."""
    state = history((1, 1, 5), (1, 6, 2))
    assert allot(state, 1, 2, first_seat=0) == (2, 1)


def test_the_stronger_claim_is_granted() -> None:
    """E.2: 3 has had the second seat twice, 5 once."""
    state = history((1, 1, 3), (1, 2, 5), (2, 4, 3))
    assert allot(state, 5, 3, first_seat=0) == (3, 5)


def test_seats_alternate_since_the_last_round_in_which_they_differed() -> None:
    """E.3: both have had 1-2 and claim the first seat; in round 2 they had the same, in round 1 they did not differ."""
    state = history((1, 1, 5), (1, 6, 2), (2, 7, 1), (2, 2, 8), (3, 1, 4), (3, 2, 3))
    assert held(state, 1) == [0, 1, 0]
    assert held(state, 2) == [1, 0, 0]
    assert claim(held(state, 2)).strength == 3
    assert allot(state, 1, 2, first_seat=0) == (1, 2)  # E.2: two in a row is the stronger claim
    state = history((1, 1, 5), (1, 6, 2), (2, 7, 1), (2, 2, 8))
    assert allot(state, 1, 2, first_seat=0) == (1, 2)  # E.1: 1 claims the first seat, 2 the second


def test_the_score_goes_before_the_number() -> None:
    """E.4 with A.2: 5 has more points than 1, so the claim of 5 is granted."""
    results = (
        Result(Pairing(1, 1, (1, 7)), ((7,), (1,))),
        Result(Pairing(1, 2, (5, 8)), ((5,), (8,))),
    )
    state = structs.replace(field(8), results=results)
    assert allot(state, 1, 5, first_seat=0) == (1, 5)


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 24), st.integers(2, 5), st.binary(max_size=3))
def test_early_rounds_leave_nobody_out_and_pair_nobody_twice(count: int, rounds: int, seed: bytes) -> None:
    rounds = min(rounds, count // 2)

    def one_by_one(state: Field) -> list[Pairing]:
        return swiss.due(state, early=True)

    end = play(field(count, rounds, seed), one_by_one, lambda pairing: by_lot(pairing, seed), at_once=False)
    met = Counter(frozenset(result.pairing.seats) for result in end.results if len(result.pairing.seats) == 2)
    if count > 2 * rounds:
        assert set(met.values()) <= {1}
    seen = Counter((each, result.pairing.round) for result in end.results for each in result.pairing.seats)
    assert seen == dict.fromkeys(
        ((each, round_) for each in range(1, count + 1) for round_ in range(1, rounds + 1)), 1
    )
    byes = Counter(result.pairing.seats for result in end.results if result.kind == "bye")
    assert set(byes.values()) <= {1}


def test_the_fast_need_not_wait_for_the_slow() -> None:
    state = started(field(16, 4), swiss.due(field(16, 4)))
    *fast, slow = state.running
    for pairing in fast:
        state = settled(state, better_seed(pairing))
    assert swiss.due(state) == []
    again = swiss.due(state, early=True)  # winners and losers alike may still meet those of the slow match
    assert again == []
    state = settled(state, better_seed(slow))
    state = started(state, swiss.due(state, early=True))
    slow = next(pairing for pairing in state.running if state.score(pairing.seats[0]) == 0)
    for pairing in state.running:
        if pairing != slow:
            state = settled(state, better_seed(pairing))
    again = swiss.due(state, early=True)
    assert {state.score(each) for pairing in again for each in pairing.seats} == {2}
    assert all(pairing.round == 3 for pairing in again)
    state = settled(started(state, again), better_seed(slow))
    rest = swiss.due(state, early=True)
    assert sorted(each for pairing in [*again, *rest] for each in pairing.seats) == list(range(1, 17))
    assert [pairing.table for pairing in [*again, *rest]] == list(range(1, 9))


def test_early_makes_no_difference_when_all_results_are_there() -> None:
    state = field(20, 5, b"x")
    for _ in range(4):
        pairings = swiss.due(state)
        assert swiss.due(state, early=True) == pairings
        state = play(started(state, pairings), lambda _: [], lambda pairing: by_lot(pairing, b"x"))


@pytest.mark.slow
def test_large_rounds_are_those_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only near pairs are thought of, the same ones come out."""
    state = field(48, 5, b"x")
    for _ in range(5):
        pairings = swiss.due(state)
        with monkeypatch.context() as small:
            small.setattr(swiss, "EXACT", 10)
            assert swiss.due(state) == pairings
        state = play(started(state, pairings), lambda _: [], lambda pairing: by_lot(pairing, b"x"))


def test_a_round_without_legal_pairings_is_no_matter_for_the_log(caplog: pytest.LogCaptureFixture) -> None:
    state = field(4, 4)
    for _ in range(3):
        state = play(started(state, swiss.due(state)), lambda _: [], lambda pairing: by_lot(pairing, b""))
    assert all(groups.is_rematch(state, pairing) for pairing in swiss.due(state))
    assert not caplog.records
