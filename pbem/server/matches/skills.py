"""Ratings of players: what a match does to them, and all of them anew from the stored results.

The reckoning is `pbem.competitions.ratings`. Everything that a rating depends on is stored with the match, so that a
replay leads to the same numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import structs

from pbem.competitions.rated import Rated, RatingsRecord
from pbem.competitions.ratings import IDLE_DAYS, Skill, rate
from pbem.play.game import Game
from pbem.play.record import VOID, Result
from pbem.play.requests import Seat
from pbem.server.core.context import Service
from pbem.server.core.times import DAY
from pbem.store.rows import RatedMatch, Rating

BEGIN = Skill().points

BATCH = 20_000  # changes that are replayed at a time


def skill_of(rating: Rating) -> Skill:
    """What is believed of a player; of a newcomer, and while a rating is of the old kind, next to nothing."""
    if rating.mu is None or rating.sigma is None:
        return Skill()
    return Skill(rating.mu, rating.sigma, rating.at)


def _rating(player: int, game: str, skill: Skill) -> Rating:
    """What is believed of a player, before their matches have been counted."""
    return Rating(player, game, skill.points, mu=skill.mu, sigma=skill.sigma, at=skill.at)


def told_rating(rating: Rating, now: int) -> str:
    """A rating as players see it: `1542 ±95`."""
    skill = skill_of(rating).as_of(now)
    return f"{skill.points} \N{PLUS-MINUS SIGN}{skill.spread}"


def listed_since(now: int) -> int:
    """Whoever has played since then is listed."""
    return now - IDLE_DAYS * DAY


def ranks_of(result: Result, sides: Sequence[Sequence[Seat]]) -> list[int]:
    """The rank of each side, 0 the best."""
    place = {seat: index for index, seats in enumerate(result.places) for seat in seats}
    return [min(place[seat] for seat in side) for side in sides]


def after_match(
    ratings: Mapping[Seat, Rating], result: Result, sides: Sequence[Sequence[Seat]], now: int
) -> list[tuple[Rating, int]]:
    """The ratings after a match, from those before it, each with its points before; the same if it does not count."""
    if not result.counts:
        return [(rating, rating.points) for rating in ratings.values()]
    ranks = ranks_of(result, sides)
    skills = rate([[skill_of(ratings[seat]) for seat in side] for side in sides], ranks, now)
    rated = []
    for side, rank, after in zip(sides, ranks, skills, strict=True):
        better = any(other < rank for other in ranks)
        worse = any(other > rank for other in ranks)
        for seat, skill in zip(side, after, strict=True):
            mine = ratings[seat]
            rating = Rating(
                mine.player,
                mine.game,
                skill.points,
                mine.won + (worse and not better),
                mine.drawn + (not worse and not better),
                mine.lost + better,
                skill.mu,
                skill.sigma,
                skill.at,
            )
            rated.append((rating, mine.points))
    return rated


Change: TypeAlias = tuple[int, Rating, int, int]
"""A change anew: its number, the rating after it, the points before it, and when its match ended."""


def _again(game: Game[Any], match: RatedMatch, before: Mapping[Seat, Rating]) -> list[Change]:
    """What a match does to the ratings before it."""
    numbers = {player: change for change, _, player in match.seats}
    result, sides = Result.parse(match.result, match.reason), game.sides(list(before))
    return [
        (numbers[rating.player], rating, points, match.at)
        for rating, points in after_match(before, result, sides, match.at)
    ]


class Skills(Service):
    """Keeps the ratings of all players."""

    def catch_up(self) -> bool:
        """Replace ratings of the old kind, and let their players know; False if there are none."""
        company, now = self._store.company, self._context.now()
        old = company.ratings_of_old(self._context.games.names)
        if not old:
            return False
        self.rebuild()
        for before in old:
            after = company.rating(before.player, before.game)
            if after is not None and after.mu is not None:
                title = self._context.games.of(before.game).title
                self._store.people.add_tidings(
                    before.player,
                    f"Ratings now show how certain they are. Yours in {title}, computed again from all your results, is"
                    f" {told_rating(after, now)} (before: {before.points}). Newcomers begin with"
                    f" {BEGIN}. More: help standings",
                )
        return True

    def record(self, game: str) -> RatingsRecord:
        """The rated matches of a game, and its ratings, in one piece."""
        company, people = self._store.company, self._store.people
        found, last = list[Rated](), 0
        names: dict[int, str] = {}
        while matches := company.rated_matches(last, BATCH):
            for match in matches:
                last = match.seats[-1][0]
                result = Result.parse(match.result, match.reason)
                if match.game == game and result.counts:
                    names |= {
                        player: people.player(player).handle
                        for _, _, player in match.seats
                        if player not in names
                    }
                    player_of = {seat: names[player] for _, seat, player in match.seats}
                    sides = self._context.games.of(game).sides(list(player_of))
                    ranks = ranks_of(result, sides)
                    by_name = tuple(tuple(player_of[seat] for seat in side) for side in sides)
                    found.append(Rated(match.match, match.at, by_name, tuple(ranks)))
        ratings = {
            name: skill_of(rating)
            for player, name in names.items()
            if (rating := company.rating(player, game)) is not None
        }
        return RatingsRecord(game=game, matches=found, ratings=ratings)

    def rebuild(self) -> int:
        """Work all ratings out again from the stored results; returns the number of matches. Games that are not
        installed keep theirs."""
        company, ratings = self._store.company, dict[tuple[int, str], Rating]()
        last, count = 0, 0
        while matches := company.rated_matches(last, BATCH):
            changes = []
            for match in matches:
                last = match.seats[-1][0]
                if match.game not in self._context.games.names:
                    continue
                game = self._context.games.of(match.game)
                before = {
                    seat: ratings.get((player, match.game)) or _rating(player, match.game, Skill())
                    for _, seat, player in match.seats
                }
                for change in _again(game, match, before):
                    ratings[change[1].player, match.game] = change[1]
                    changes.append(change)
                count += 1
            company.replay(changes)
        company.set_ratings(ratings.values())
        return count

    def correct(self, number: int, result: Result) -> None:
        """Give a match that is over another result, and work out what follows: the ratings of its players, and of all
        who have met them since. A match that has not been rated stays so."""
        company, row = self._store.company, self._store.matches.match(number)
        was = Result.parse(row.result, row.reason)
        self._store.matches.correct(number, str(result), result.reason, msgspec.json.encode(was).decode())
        first = company.first_change(number)
        if first is None or row.game not in self._context.games.names:
            return
        game, last = self._context.games.of(row.game), first - 1
        ratings, scores = dict[int, Rating](), dict[int, tuple[Rating, Rating]]()
        while matches := company.rated_matches(last, BATCH):
            changes = list[Change]()
            for match in matches:
                last = match.seats[-1][0]
                concerned = match.match == number or any(player in ratings for *_, player in match.seats)
                if match.game != row.game or not concerned:
                    continue
                before = {
                    seat: ratings.get(player) or self._before(player, row.game, change)
                    for change, seat, player in match.seats
                }
                again = _again(game, match, before)
                if match.match == number:
                    as_it_was = structs.replace(match, result=row.result, reason=row.reason)
                    old = {rating.player: rating for _, rating, *_ in _again(game, as_it_was, before)}
                    scores = {rating.player: (old[rating.player], rating) for _, rating, *_ in again}
                ratings |= {rating.player: rating for _, rating, *_ in again}
                changes += again
            company.replay(changes)
        company.set_ratings(
            self._now(each, *scores.get(each.player, (each, each))) for each in ratings.values()
        )

    def told(self, number: int) -> list[str]:
        """The ratings, as they are now, of those whose ratings a match has changed: `Ann 1542 ±95`."""
        company, now = self._store.company, self._context.now()
        found = [(each.handle, company.rating(each.player, each.game)) for each in company.changes(number)]
        return [f"{handle} {told_rating(rating, now)}" for handle, rating in found if rating is not None]

    def _before(self, player: int, game: str, change: int) -> Rating:
        """What was believed of a player before a change."""
        believed = self._store.company.believed(player, game, change, VOID)
        return _rating(player, game, Skill(*(believed or ())))

    def _now(self, rating: Rating, was: Rating, now: Rating) -> Rating:
        """A rating that has been worked out again, with the matches that have been won, drawn and lost: as many as
        before, but for the one that led to one rating and leads to another now."""
        stored = self._store.company.rating(rating.player, rating.game)
        assert stored is not None
        return structs.replace(
            rating,
            won=stored.won + now.won - was.won,
            drawn=stored.drawn + now.drawn - was.drawn,
            lost=stored.lost + now.lost - was.lost,
        )
