"""Ratings: laws of the model as players see it."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.competitions.ratings import DAY, SIGMA, Skill, rate, win_chance

skills = st.builds(Skill, st.floats(0, 50), st.floats(1, SIGMA))


def test_a_newcomer_has_1500_and_is_provisional() -> None:
    assert (Skill().points, Skill().spread, Skill().provisional) == (1500, 500, True)


@given(skills, skills)
def test_the_winner_rises_and_the_loser_falls(one: Skill, other: Skill) -> None:
    """Both become better known, but for the little (tau) that skill may change from match to match."""
    ((winner,), (loser,)) = rate([[one], [other]], [0, 1], 1)
    assert winner.mu >= one.mu
    assert loser.mu <= other.mu
    for before, after in ((one, winner), (other, loser)):
        assert after.sigma**2 <= before.sigma**2 + (25 / 300) ** 2 + 1e-9


def test_newcomers_are_better_known_after_each_match() -> None:
    ((winner,), (loser,)) = rate([[Skill()], [Skill()]], [0, 1], 1)
    assert winner.sigma == loser.sigma < SIGMA


@given(st.lists(skills, min_size=2, max_size=10))
def test_the_same_match_gives_the_same_bits(players: list[Skill]) -> None:
    sides = [[player] for player in players]
    assert rate(sides, range(len(sides)), 5) == rate(sides, range(len(sides)), 5)


def test_sides_of_two() -> None:
    (winners, losers) = rate([[Skill(), Skill(30.0)], [Skill(), Skill()]], [0, 1], 9)
    assert all(each.mu > before for each, before in zip(winners, (25.0, 30.0), strict=True))
    assert all(each.mu < 25 for each in losers)


def test_who_is_idle_becomes_uncertain_but_keeps_the_number() -> None:
    known = Skill(30.0, 2.0, DAY)
    half, later = known.as_of(181 * DAY), known.as_of((181 + 730) * DAY)
    assert half == known
    assert later.points == known.points
    assert abs(later.sigma - 4.0) < 1e-9
    assert not known.idle(181 * DAY)
    assert known.idle(182 * DAY)


@given(skills, skills)
def test_chances_add_up(one: Skill, other: Skill) -> None:
    assert abs(win_chance(one, other) + win_chance(other, one) - 1) < 1e-9
