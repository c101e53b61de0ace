"""What a player has achieved: ratings, results by game, how two players stand against each other."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pbem.mail.prose import fill
from pbem.play.record import Result
from pbem.server.core.context import Service
from pbem.server.matches.skills import skill_of, told_rating
from pbem.server.views.lists import Lists
from pbem.store.rows import MatchRow, Player, RatingChange

LAST = 5  # finished matches below a record
MOST = 1000  # finished matches that are counted up
WIDTH, HEIGHT = 40, 4  # of a plot, in characters


class Score(Struct, frozen=True):
    """Results of somebody."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return f"won {self.won}, drawn {self.drawn}, lost {self.lost}"


class Records(Service):
    """Writes the records of players."""

    _lists: Lists

    def of(self, reader: Player, player: Player) -> str:
        """The record of a player: ratings with their course, and the last matches."""
        now, told = self._context.now(), list[str]()
        changes = self._store.company.changes(player=player.id)
        for rating in self._store.company.ratings_of(player.id):
            title = self._context.games.of(rating.game).title
            certain = ", provisional" if skill_of(rating).as_of(now).provisional else ""
            score = Score(rating.won, rating.drawn, rating.lost)
            told.append(f"  {title}: {told_rating(rating, now)}{certain}; {score}")
            told += plot([each for each in changes if each.game == rating.game])
        rated = told or ["  no rated match yet"]
        last = self._lists.ended(reader, LAST, players=[player]) or ["none"]
        lines = [fill(line, "  ", "  ") for line in last]
        return "\n".join([f"RECORD OF {player.handle.upper()}", *rated, "", "LAST MATCHES", *lines])

    def between(self, reader: Player, one: Player, other: Player) -> str:
        """How two players stand against each other, by game, and their last matches."""
        scores: dict[str, Score] = {}
        for row in self._store.matches.finished(players=(one.id, other.id), limit=MOST):
            scores[row.game] = self._add(scores.get(row.game, Score()), row, one, other)
        told = [
            f"  {self._context.games.of(game).title}: {one.handle} {score}"
            for game, score in sorted(scores.items())
        ]
        last = self._lists.ended(reader, LAST, players=[one, other]) or ["none"]
        lines = [fill(line, "  ", "  ") for line in last]
        title = f"{one.handle.upper()} AGAINST {other.handle.upper()}"
        return "\n".join([title, *(told or ["  no finished match"]), "", "LAST MATCHES", *lines])

    def _add(self, score: Score, row: MatchRow, one: Player, other: Player) -> Score:
        seats = {seat.player: seat.seat for seat in self._store.matches.seats(row.id)}
        result = Result.parse(row.result, row.reason)
        place = {seat: at for at, who in enumerate(result.places) for seat in who}
        mine, theirs = place.get(seats[one.id], 0), place.get(seats[other.id], 0)
        if not result.counts:
            return score
        return Score(
            score.won + (mine < theirs), score.drawn + (mine == theirs), score.lost + (mine > theirs)
        )


def plot(changes: Sequence[RatingChange]) -> list[str]:
    """The course of a rating in a few lines of characters; nothing for fewer than three matches."""
    points = [change.after for change in changes][-WIDTH:]
    if len(points) < 3:
        return []
    low, high = min(points), max(points)
    step = max((high - low) / (HEIGHT - 1), 1)
    rows = [round((each - low) / step) for each in points]
    lines = []
    for level in range(max(rows), -1, -1):
        label = f"{round(low + level * step):>6}" if level in (0, max(rows)) else " " * 6
        lines.append(f"  {label} |{''.join('*' if row == level else ' ' for row in rows)}".rstrip())
    return lines


def years(words: Iterable[str]) -> tuple[list[str], int | None]:
    """Names, and the year among them, if there is one."""
    names, year = list[str](), None
    for word in words:
        if len(word) == 4 and word.isdecimal():
            year = int(word)
        else:
            names.append(word)
    return names, year
