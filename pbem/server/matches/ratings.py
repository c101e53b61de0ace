"""Ratings after Elo: what a match between people does to the points of its players.

Everybody begins with 1600. After a match each pair of players of different sides is rated: a player who has done better
than expected gains points from the other, at most 32 in all pairs together. Ratings of players with fewer than ten
rated matches of the game change twice as fast, and change others' half as fast.
"""

from collections.abc import Mapping, Sequence

from pbem.play.record import Result
from pbem.play.requests import Seat
from pbem.store.company import ESTABLISHED
from pbem.store.rows import Rating

BEGIN = 1600
STEP = 32


def rate(
    ratings: Mapping[Seat, Rating], result: Result, sides: Sequence[Sequence[Seat]]
) -> list[tuple[Rating, int]]:
    """The ratings after a match, from those before it, each with its points before."""
    place = {seat: index for index, seats in enumerate(result.places) for seat in seats}
    side = {seat: index for index, seats in enumerate(sides) for seat in seats}
    rated = []
    for seat, mine in ratings.items():
        rivals = [other for other in ratings if side[other] != side[seat]]
        change = sum(
            _step(mine, ratings[other]) * _surprise(mine, ratings[other], place[seat], place[other])
            for other in rivals
        )
        points = mine.points + round(change / len(rivals))
        better = [other for other in rivals if place[other] < place[seat]]
        worse = [other for other in rivals if place[other] > place[seat]]
        after = Rating(
            mine.player,
            mine.game,
            points,
            mine.won + (not better and bool(worse)),
            mine.drawn + (not better and not worse),
            mine.lost + bool(better),
        )
        rated.append((after, mine.points))
    return rated


def expected(mine: int, other: int) -> float:
    """The expected share of a win: 0.5 between equals, 0.76 with 200 points more."""
    return 1 / (1 + 10 ** ((other - mine) / 400))


def _surprise(mine: Rating, other: Rating, my_place: int, other_place: int) -> float:
    score = 1.0 if my_place < other_place else 0.0 if my_place > other_place else 0.5
    return score - expected(mine.points, other.points)


def _step(mine: Rating, other: Rating) -> float:
    if mine.matches < ESTABLISHED:
        return STEP * 2
    return STEP / 2 if other.matches < ESTABLISHED else STEP
