"""What the page of a player shows: ratings with their course, the record by game and by opponent, reliability."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from pbem.play.record import Result
from pbem.server.core.context import Context
from pbem.server.core.times import moment
from pbem.server.matches.repository import HOUSE
from pbem.server.matches.skills import skill_of
from pbem.server.site import charts
from pbem.server.site.names import Names
from pbem.store.pages import PageResult
from pbem.store.rows import Rating, RatingChange

NEWEST = 8
"""Maximum number of rows of the table beside a plot."""
PLOTTED = 3
"""Minimum number of matches of a rating that is worth a plot."""
POINTS = 120
"""Maximum number of points of a plot."""
RIVALS = 20
"""Maximum number of opponents in a record: those whom one has met most."""
COUNTED = 2000
"""Maximum number of matches that are counted up, the newest ones."""
HIDDEN = "Players who are not shown"
THE_HOUSE = "The house"


class Tally(Struct):
    """Results of a player, in a game or against an opponent."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """How many they are."""
        return self.won + self.drawn + self.lost


class Rated(Struct, frozen=True):
    """A rating with its course: the newest changes as (match, date, before, after)."""

    name: str
    title: str
    points: str
    provisional: bool
    plot: Markup
    newest: Sequence[tuple[int, str, int, int]]


def ratings(context: Context, player: int) -> list[Rated]:
    """All ratings of a player in games that are installed."""
    changes = context.store.company.changes(player=player)
    found = []
    for rating in context.store.company.ratings_of(player):
        course = [each for each in changes if each.game == rating.game]
        if course:
            found.append(_rated(context.games.of(rating.game).title, rating, course))
    return found


def told_points(rating: Rating) -> str:
    """A rating as of the last match, with how certain it is."""
    skill = skill_of(rating)
    return f"{skill.points} \N{PLUS-MINUS SIGN}{skill.spread}"


def _rated(title: str, rating: Rating, course: Sequence[RatingChange]) -> Rated:
    values = [course[0].before, *(each.after for each in course)]
    step = -(-len(values) // POINTS)
    shown = [*range(0, len(values), step)]
    if shown[-1] != len(values) - 1:
        shown.append(len(values) - 1)
    day = [moment(course[at].at, "UTC").partition(",")[0] for at in (0, -1)]
    told = (
        f"From {values[0]} on {day[0]} to {values[-1]} on {day[1]}, in {len(course)}"
        f" {'match' if len(course) == 1 else 'matches'}; between {min(values)} and {max(values)}."
    )
    drawn = charts.plot(
        f"Rating in {title}",
        told,
        [charts.Line(0, [(at, values[at]) for at in shown])],
        day[0],
        day[1],
        stepped=False,
    )
    newest = [
        (each.match, moment(each.at, "UTC").partition(",")[0], each.before, each.after)
        for each in course[: -NEWEST - 1 : -1]
    ]
    plot = drawn if len(course) >= PLOTTED else Markup()
    return Rated(rating.game, title, told_points(rating), skill_of(rating).provisional, plot, newest)


def record(
    results: Sequence[PageResult], player: int, names: Names
) -> tuple[Mapping[str, Tally], Sequence[tuple[str, str, Tally]]]:
    """The record of a player: by game, and by opponent as (name, handle if they are shown, results). Opponents who are
    not shown are counted together. In a match of more than two it counts who has done better."""
    by_game: dict[str, Tally] = {}
    rivals: dict[tuple[str, str], Tally] = {}
    for each in results:
        result = Result.parse(each.result, each.reason)
        if not result.counts:
            continue
        place = {seat: at for at, who in enumerate(result.places) for seat in who}
        mine = next(place.get(seat, 0) for seat, who, _ in each.seats if who == player)
        others = [(who, handle, place.get(seat, 0)) for seat, who, handle in each.seats if who != player]
        ahead, behind = any(at < mine for *_, at in others), any(at > mine for *_, at in others)
        _count(by_game.setdefault(each.game, Tally()), better=behind and not ahead, worse=ahead)
        for who, handle, at in others:
            shown = names.shown.get(who, "")
            named = THE_HOUSE if handle == HOUSE else shown or HIDDEN
            _count(rivals.setdefault((named, shown), Tally()), better=mine < at, worse=mine > at)
    most = sorted(rivals.items(), key=lambda item: (-item[1].matches, item[0]))[:RIVALS]
    return by_game, [(named, shown, tally) for (named, shown), tally in most]


def _count(tally: Tally, *, better: bool, worse: bool) -> None:
    tally.won += better
    tally.lost += worse
    tally.drawn += not better and not worse
