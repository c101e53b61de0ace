"""Divisions: a standing championship, season after season."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pbem.competitions import forms
from pbem.competitions.forms import Plan
from pbem.competitions.values import Entrant, Field
from tests.competitions.playing import better_seed, by_lot, field, play

PLAN = Plan("divisions", ties=("direct", "wins", "sonneborn-berger"), moving=2)


def season_of(state: Field, plan: Plan = PLAN) -> Field:
    """The field with its next season."""
    season = forms.next_season(plan, state)
    assert season is not None
    return structs.replace(state, seasons=(*state.seasons, season))


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 32), st.binary(max_size=3))
def test_everybody_meets_everybody_of_their_division_once_a_season(count: int, seed: bytes) -> None:
    state = field(count, seed=seed)
    for number in (1, 2):
        state = season_of(state)
        season = state.seasons[-1]
        assert sorted(each for division in season.divisions for each in division) == list(range(1, count + 1))
        if count >= 12:
            assert all(6 <= len(division) <= 10 for division in season.divisions)
        assert forms.next_season(PLAN, state) is None
        state = play(state, lambda state: forms.due(PLAN, state), lambda pairing: by_lot(pairing, seed))
        mine = [result for result in state.results if result.pairing.round > season.after]
        assert len(mine) == sum(len(each) * (len(each) - 1) // 2 for each in season.divisions)
        assert len(state.seasons) == number
        assert not forms.is_over(PLAN, state)


def test_the_best_go_up_and_the_last_go_down() -> None:
    state = play(season_of(field(12)), lambda state: forms.due(PLAN, state), better_seed)
    assert state.seasons[0].divisions == (tuple(range(1, 7)), tuple(range(7, 13)))
    assert season_of(state).seasons[-1].divisions == ((1, 2, 3, 4, 7, 8), (5, 6, 9, 10, 11, 12))
    assert forms.champions(PLAN, state) == [1]


def test_who_has_left_makes_room_and_newcomers_begin_below() -> None:
    state = play(season_of(field(12)), lambda state: forms.due(PLAN, state), better_seed)
    gone = structs.replace(state.find(3), last=state.round)
    entrants = tuple(gone if each.number == 3 else each for each in state.entrants)
    state = structs.replace(state, entrants=(*entrants, Entrant(13, first=state.round + 1)))
    assert season_of(state).seasons[-1].divisions == ((1, 2, 4, 7, 8, 5), (6, 9, 10, 11, 12, 13))


def test_a_result_corrected_later_moves_nobody() -> None:
    state = play(season_of(field(12)), lambda state: forms.due(PLAN, state), better_seed)
    state = season_of(state)
    first = state.results[0]
    turned = structs.replace(first, places=first.places[::-1])
    state = structs.replace(state, results=(turned, *state.results[1:]))
    assert forms.overtaken(PLAN, state) == []
    assert state.seasons[-1].divisions[0] == (1, 2, 3, 4, 7, 8)


def test_it_goes_on_until_it_is_closed_and_the_season_is_played() -> None:
    state = structs.replace(season_of(field(6)), closed=True)
    assert not forms.is_over(PLAN, state)
    state = play(state, lambda state: forms.due(PLAN, state), better_seed)
    assert forms.is_over(PLAN, state)
    assert forms.next_season(PLAN, state) is None
