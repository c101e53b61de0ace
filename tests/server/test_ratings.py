"""Ratings: what a result does to points, and laws that hold for all results."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.play.record import Result
from pbem.server.admin import host
from pbem.server.matches.ratings import expected, rate
from pbem.store.company import ESTABLISHED
from pbem.store.rows import Rating
from tests.server.office import Office

SEATS = "ABCDEF"


def points(result: str, *before: tuple[int, int], sides: tuple[str, ...] = ()) -> list[int]:
    """The points after a result of seats A, B, ... that had so many points and so many matches."""
    ratings = {SEATS[i]: Rating(i, "toy", score, won=count) for i, (score, count) in enumerate(before)}
    return [after.points for after, _ in rate(ratings, Result.parse(result), sides or tuple(ratings))]


def test_equals_win_and_lose_half_a_step() -> None:
    assert points("A>B", (1600, 50), (1600, 50)) == [1616, 1584]
    assert points("A=B", (1600, 50), (1600, 50)) == [1600, 1600]


def test_a_surprise_counts_for_more() -> None:
    assert round(expected(1800, 1600), 2) == 0.76
    assert points("A>B", (1600, 50), (1800, 50)) == [1624, 1776]
    assert points("B>A", (1600, 50), (1800, 50)) == [1592, 1808]


def test_a_newcomer_moves_fast_and_moves_others_slowly() -> None:
    assert points("A>B", (1600, ESTABLISHED - 1), (1600, 50)) == [1632, 1592]
    assert points("A>B", (1600, ESTABLISHED), (1600, 50)) == [1616, 1584]


def test_of_several_each_pair_is_reckoned() -> None:
    assert points("A>B>C", (1600, 50), (1600, 50), (1600, 50)) == [1616, 1600, 1584]


def test_those_of_one_side_do_not_play_against_each_other() -> None:
    assert points("A=B>C=D", *[(1600, 50)] * 4, sides=("AB", "CD")) == [1616, 1616, 1584, 1584]


def test_wins_draws_and_losses_are_counted() -> None:
    ratings = {seat: Rating(i, "toy", 1600) for i, seat in enumerate("ABC")}
    told = [(after.won, after.drawn, after.lost) for after, _ in rate(ratings, Result.parse("A=B>C"), "ABC")]
    assert told == [(1, 0, 0), (1, 0, 0), (0, 0, 1)]
    told = [(after.won, after.drawn, after.lost) for after, _ in rate(ratings, Result.parse("A=B=C"), "ABC")]
    assert told == [(0, 1, 0)] * 3


def test_a_check_finds_a_rating_that_no_match_has_made() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed")
    office.play_on()
    office.write("ann@example.org", "confirm resign 1")
    assert host.check(office.app) == []
    office.store.db.execute("UPDATE ratings SET points = 2000 WHERE player = 1")
    assert host.check(office.app) == [
        "the rating of player 1 in dodgeball is not 1568, where its changes lead"
    ]
    office.store.db.execute("UPDATE rating_changes SET before = 1500 WHERE player = 2")
    assert "match 1: the rating of Ben was not 1500" in host.check(office.app)


@given(
    st.integers(2, 6).flatmap(
        lambda n: st.tuples(
            st.lists(st.integers(1000, 2400), min_size=n, max_size=n), st.permutations(list(SEATS[:n]))
        )
    )
)
def test_among_established_players_points_only_change_hands(case: tuple[list[int], list[str]]) -> None:
    before, order = case
    after = points(">".join(order), *[(score, 50) for score in before])
    assert abs(sum(after) - sum(before)) <= len(before)  # rounding
    best, worst = SEATS.index(order[0]), SEATS.index(order[-1])
    assert after[best] >= before[best]
    assert after[worst] <= before[worst]
