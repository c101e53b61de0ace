"""Tie-breaks by worked examples, and the laws of tables."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pbem.competitions import round_robin, swiss
from pbem.competitions.standings import (
    TIE_BREAKS,
    buchholz,
    buchholz_cut_1,
    direct,
    sonneborn_berger,
    standings,
)
from pbem.competitions.values import Field, Kind, Pairing, Result
from tests.competitions.playing import by_lot, field, play, withdraw


def results(*lines: str) -> tuple[Result, ...]:
    """Results as `ROUND ONE>OTHER`, `ROUND ONE=OTHER`, `ROUND ONE+OTHER` (walkover), `ROUND ONE bye`."""
    found = []
    for at, line in enumerate(lines, 1):
        round_, text = line.split(" ", 1)
        kind: Kind = "played"
        for sign in ">=+":
            if sign in text:
                one, other = map(int, text.split(sign))
                kind = "forfeit" if sign == "+" else "played"
                places = ((one, other),) if sign == "=" else ((one,), (other,))
                found.append(Result(Pairing(int(round_), at, (one, other)), places, kind))
                break
        else:
            number, word = text.split(" ", 1)
            kinds: dict[str, Kind] = {"bye": "bye", "half bye": "half bye", "absent": "absent"}
            found.append(Result(Pairing(int(round_), at, (int(number),)), ((int(number),),), kinds[word]))
    return tuple(found)


def after(count: int, *lines: str) -> Field:
    return structs.replace(field(count), results=results(*lines))


EXAMPLE = after(4, "1 1>4", "1 2=3", "2 1=2", "2 3>4", "3 1=3", "3 2>4")
"""1, 2 and 3 have 2 points each and have drawn with each other; 4 has lost to all."""


def test_buchholz_sums_up_the_opponents() -> None:
    assert buchholz(EXAMPLE, 1, ()) == 2 + 2 + 0
    assert buchholz_cut_1(EXAMPLE, 1, ()) == 4


def test_sonneborn_berger() -> None:
    """A win over 0 points, draws with 2 and 2."""
    assert sonneborn_berger(EXAMPLE, 1, ()) == 0 + 1 + 1


def test_direct_encounter_needs_all_meetings() -> None:
    assert direct(EXAMPLE, 1, (1, 2, 3)) == 1
    assert direct(after(4, "1 1>2", "2 3>4"), 1, (1, 3)) == 0
    assert direct(after(4, "1 1>2", "2 2>3"), 1, (1, 2)) == 1


def test_who_is_level_shares_a_place() -> None:
    table = standings(EXAMPLE, ("direct", "sonneborn-berger"))
    assert [line.place for line in table] == [1, 1, 1, 4]
    assert [line.points for line in table] == [2, 2, 2, 0]


def test_own_unplayed_round_is_a_draw_with_oneself() -> None:
    """C.07, 16.4: 5 has a bye and beats 4: 1 (own: 2 points) and the 0 of 4."""
    state = after(5, "1 1>4", "1 2=3", "1 5 bye", "2 5>4", "2 1=2", "2 3 half bye")
    assert buchholz(state, 5, ()) == 2 + 0
    assert buchholz_cut_1(state, 5, ()) == 2


def test_rounds_missed_up_to_the_end_count_as_draws_for_the_opponents() -> None:
    """C.07, 16.3: 4 has left after losing one match of three."""
    state = after(4, "1 1>4", "1 2=3", "2 4 absent", "2 1=2", "3 4 absent")
    assert buchholz(state, 1, ()) == (0 + 0.5 + 0.5) + 1


def test_a_round_missed_of_ones_own_will_is_cut_first() -> None:
    """C.07, 16.5: 1 has 1.5 points of their own in the round that they missed; the opponent's 0 stays."""
    state = after(4, "1 1>4", "1 2>3", "2 1 half bye", "2 2>4", "3 1=2", "3 3>4")
    assert buchholz_cut_1(state, 1, ()) == 0 + 2.5


def test_a_walkover_is_a_result_of_its_own_kind() -> None:
    state = after(2, "1 1+2")
    (first, last) = standings(state, ("played-wins", "wins"))
    assert (first.number, first.points, first.ties) == (1, 1, (0, 1))
    assert last.lost == 1


@given(st.integers(2, 8), st.binary(max_size=3), st.permutations(sorted(TIE_BREAKS)))
def test_a_table_holds_everybody_once_in_order(count: int, seed: bytes, order: list[str]) -> None:
    end = play(field(count), round_robin.due, lambda pairing: by_lot(pairing, seed))
    table = standings(end, order)
    assert sorted(line.number for line in table) == list(range(1, count + 1))
    keys = [(-line.points, tuple(-tie for tie in line.ties)) for line in table]
    assert keys == sorted(keys)
    assert sum(line.points for line in table) == count * (count - 1) / 2
    for one, other in itertools.pairwise(table):
        same = (one.points, one.ties) == (other.points, other.ties)
        assert (one.place == other.place) == same


def test_an_unknown_tie_break_is_an_error() -> None:
    with pytest.raises(KeyError):
        standings(EXAMPLE, ("luck",))


def test_a_withdrawn_player_of_a_swiss_stays_in_the_table() -> None:
    state = play(field(6, 1), swiss.due, lambda pairing: by_lot(pairing, b""))
    state = withdraw(state, 3)
    end = play(structs.replace(state, rounds=3), swiss.due, lambda pairing: by_lot(pairing, b""))
    assert 3 in {line.number for line in standings(end, ("buchholz-1",))}
    assert all(not result.pairing.has(3) for result in end.results if result.pairing.round > 1)


def test_a_table_of_teams() -> None:
    """Three points for a win, one for a draw; then the difference of the scores, then what was scored."""
    matches = [((1, 2), (2, 1)), ((2, 3), (1, 1)), ((1, 3), (0, 1)), ((4, 5), (3, 3))]
    results = []
    for at, (seats, scores) in enumerate(matches, 1):
        best = [each for each, score in zip(seats, scores, strict=True) if score == max(scores)]
        places = tuple(filter(None, (tuple(best), tuple(each for each in seats if each not in best))))
        results.append(Result(Pairing(at, 1, seats), places, scores=scores))
    state = structs.replace(field(6), results=tuple(results))
    table = standings(state, ("difference", "scored"), points=(3, 1))
    assert [(line.place, line.number, line.points, line.scored, line.against) for line in table[:3]] == [
        (1, 3, 4, 2, 1),
        (2, 1, 3, 2, 2),
        *[(3, each.number, 1, 3, 3) for each in table[2:3]],
    ]
    assert [(line.place, line.number) for line in table[4:]] == [(5, 2), (6, 6)]


def test_a_win_may_be_decided_against_the_score() -> None:
    state = structs.replace(field(2), results=(Result(Pairing(1, 1, (1, 2)), ((2,), (1,)), scores=(5, 0)),))
    (first, second) = standings(state, ("difference", "scored"), points=(3, 1))
    assert (first.number, first.points, first.scored, second.against) == (2, 3, 0, 0)
