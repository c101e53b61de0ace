"""Lists: matches, open seats, players, ratings. Players do not see matches here of anybody who has blocked them."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.mail.prose import fill, listed
from pbem.play.game import Game
from pbem.play.record import Result
from pbem.server.clocks import clocks
from pbem.server.core.context import Context, Service
from pbem.server.core.times import moment, span, year_of
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.match_summaries import MatchSummaries, player_record
from pbem.server.matches.ballots import Ballot
from pbem.server.matches.outcomes import outcome
from pbem.server.matches.repository import MatchRepository, shown_name
from pbem.server.matches.skills import listed_since, told_rating
from pbem.store.rows import MatchRow, Player, Rating, SeatRow

LISTED = 50  # maximum number of matches in a list
ENDED = 5  # maximum number of finished matches listed below a player's running ones
MOST = 100  # maximum number of players, or of offers, in a list


def is_hidden(context: Context, reader: Player, seats: Iterable[SeatRow]) -> bool:
    """Whether one of the players in these seats has blocked the reader."""
    return any(context.store.company.blocks(seat.player, reader.id) for seat in seats)


class Lists(Service):
    """Writes the lists."""

    _repository: MatchRepository
    _mailer: Mailer
    _summaries: MatchSummaries

    # Matches.

    def own(self, player: Player) -> str:
        """A player's matches, as seen by them."""
        matches = self._store.matches
        rows = matches.of_player(player.id, ("offered", "running"))
        ended = matches.of_player(player.id, ("over",))[-ENDED:]
        return _page("YOUR MATCHES", [self._own(row, player) for row in [*rows, *ended]])

    def running(self, reader: Player, *, game: Game[Any] | None = None, player: Player | None = None) -> str:
        """Running matches, of a game or a player, and those of a player that ended last."""
        followed = self._store.watch.observed_by(reader.id)
        lines = []
        for row in self._visible(reader, "running", LISTED, game, player):
            who = " and ".join(shown_name(seat, row.terms) for seat in self._store.matches.seats(row.id))
            mine = ", which you follow" if row.id in followed else ""
            lines.append(f"{row.id}: {self._title(row)}, {who}{mine}")
        page = _page(f"MATCHES{_of(game, player)} THAT ARE BEING PLAYED", lines)
        if player is None:
            return page
        over = self._visible(reader, "over", ENDED, None, player)
        return f"{page}\n\n{_page('THAT ENDED LAST', [self._ended(reader, row) for row in over])}"

    def to_follow(self, reader: Player) -> str:
        """Running matches, for a player who looks for something to follow."""
        games = map(self._context.games.of, self._store.watch.games_observed_by(reader.id))
        titles = ", ".join(game.title for game in games)
        every = fill(f"You follow every new match of: {titles}")
        return f"{self.running(reader)}\n\n{every}" if titles else self.running(reader)

    def finished(
        self,
        reader: Player,
        game: Game[Any] | None,
        players: Sequence[Player],
        year: int | None = None,
        page: int = 1,
    ) -> str:
        """Finished matches, the newest first: of a game, with all these players, of a year."""
        lines = self.ended(
            reader, LISTED + 1, game=game, players=players, year=year, skip=(page - 1) * LISTED
        )
        foot = [
            "",
            fill("The board at the end: show NUMBER. The story: history NUMBER. The record: export NUMBER."),
        ]
        if len(lines) > LISTED:
            foot.append(fill(f"There are more: write page={page + 1} behind it."))
        named = [game.title if game is not None else "", " and ".join(each.handle for each in players)]
        title = "FINISHED MATCHES" + "".join(f" OF {name.upper()}" for name in named if name)
        title += f" IN {year}" if year is not None else ""
        return _page(title, lines[:LISTED], *foot)

    def ended(
        self,
        reader: Player,
        most: int,
        *,
        game: Game[Any] | None = None,
        players: Sequence[Player] = (),
        year: int | None = None,
        skip: int = 0,
    ) -> list[str]:
        """Finished matches that a reader may see, each in a line."""
        since, until = year_of(year, reader.zone) if year is not None else (0, None)
        rows = self._store.matches.finished(
            game=game.name if game is not None else None,
            players=[each.id for each in players],
            since=since,
            until=until,
            limit=most,
            skip=skip,
        )
        matches = self._store.matches
        shown = [row for row in rows if not is_hidden(self._context, reader, matches.seats(row.id))]
        return [self._ended(reader, row) for row in shown]

    def open_votes(self, row: MatchRow, player: Player) -> list[Ballot]:
        """The open votes of a match that wait for a player."""
        running = row.status == "running" and self._repository.is_playable(row)
        if not running or not any(seat.vote for seat in self._store.matches.seats(row.id)):
            return []
        loaded = self._repository.load(row.id)
        seat = loaded.seat_of(player)
        return self._mailer.standing.votes_wanted(loaded, seat) if seat is not None else []

    def _own(self, row: MatchRow, player: Player) -> str:
        seats = self._store.matches.seats(row.id)
        mine = next(seat for seat in seats if seat.player == player.id)
        others = ", ".join(shown_name(seat, row.terms) for seat in seats if seat.player != player.id)
        if row.status == "over":
            told = [f"over, you {self._made(row, seats, mine)} ({row.reason})"]
        else:
            votes = self.open_votes(row, player)
            told = [f"your vote about {vote.handle}; write for example {vote.line(row.id)}" for vote in votes]
            if mine.since is not None or not told:
                told.insert(0, self._state(row, seats, mine, player.zone))
        return f"{row.id}: {self._title(row)} with {others}: {'; '.join(told)}"

    def _state(self, row: MatchRow, seats: Sequence[SeatRow], mine: SeatRow, zone: str) -> str:
        if mine.status == "invited":
            return f"offered to you; write accept {row.id} or decline {row.id}"
        if row.status == "offered":
            return f"begins when {self._summaries.missing(row, 'accept', reader=mine.player)}"
        if not self._repository.is_playable(row):
            return "waits until the host installs the game again"
        if mine.since is None:
            asked = [
                shown_name(seat, row.terms) for seat in seats if seat.since is not None and not seat.gone
            ]
            return f"waits for {listed(asked) or 'the vote'}"
        if row.paused is not None:
            left = clocks.left(self._store, row, mine, self._context.now())
            return f"your move, {span(left)} left, paused"
        # A moment: the time left would not show days off.
        return "your move" if mine.due is None else f"your move until {moment(mine.due, zone)}"

    def _ended(self, reader: Player, row: MatchRow) -> str:
        seats = self._store.matches.seats(row.id)
        what = ", ".join(f"{shown_name(seat, row.terms)} {self._made(row, seats, seat)}" for seat in seats)
        date = moment(row.finished or 0, reader.zone).partition(",")[0]
        return f"{row.id}: {self._title(row)}, {what} ({row.reason}), {date}"

    def _made(self, row: MatchRow, seats: Sequence[SeatRow], seat: SeatRow) -> str:
        game, result = self._context.games.of(row.game), Result.parse(row.result, row.reason)
        return outcome(game, [each.seat for each in seats], result, seat.seat)

    def _title(self, row: MatchRow) -> str:
        title = self._context.games.of(row.game).title
        name = self._store.competitions.name_of(row.id) if row.stake else ""
        return f"{title} ({name})" if name else title

    def _visible(
        self, reader: Player, status: str, most: int, game: Game[Any] | None, player: Player | None
    ) -> list[MatchRow]:
        matches = self._store.matches
        name, number = game.name if game is not None else None, player.id if player is not None else None
        rows = matches.all(status, most, game=name, player=number)
        return [row for row in rows if not is_hidden(self._context, reader, matches.seats(row.id))]

    # People.

    def open_seats(self, reader: Player) -> str:
        """The newest offers that anybody may join."""
        told = []
        for row in self._store.matches.with_open_seats(MOST):
            how = "your own offer" if row.owner == reader.id else f"to play write: join {row.id}"
            told.append(
                f"{row.id}: {self._title(row)}; {how}\n{self._summaries.told(row, None, reader.zone)}"
            )
        how = fill("To offer a match yourself write seek and a game, for example: seek dodgeball")
        first, *others = told or ["  nothing just now"]
        return "\n\n".join([f"OPEN SEATS\n{first}", *others, how])

    def players(self, part: str) -> str:
        """Players whose names begin with a text, and how much they play."""
        found = self._store.people.active(part, MOST + 1)
        lines = [f"{player.handle}: {player_record(self._context, player)}" for player in found[:MOST]]
        if len(found) <= MOST:
            return _page("PLAYERS", lines or ["nobody"])
        begin = found[MOST].handle[: len(part) + 1].lower()
        more = f"There are more. To see others write players and how their names begin: players {begin}"
        return _page("PLAYERS", lines, fill(more))

    def standings(self, games: Iterable[Game[Any]]) -> str:
        """The ratings of games, the established ones first."""
        return "\n\n".join(map(self._standing, games))

    def _standing(self, game: Game[Any]) -> str:
        now, lines = self._context.now(), []
        for title, established in (("Established", True), ("Provisional", False)):
            best = self._store.company.best(game.name, MOST, listed_since(now), established=established)
            if best:
                lines.append(f"  {title}{f' (the first {MOST})' if len(best) == MOST else ''}:")
                lines += [
                    _rated(place, handle, rating, now) for place, (handle, rating) in enumerate(best, 1)
                ]
        title = f"STANDINGS OF {game.title.upper()}"
        return "\n".join([title, *(lines or ["  nobody has finished a rated match lately"])])


def _page(title: str, lines: Sequence[str], *foot: str) -> str:
    return "\n".join([title, *(fill(line, "  ", "  ") for line in lines or ["none"]), *foot])


def _of(game: Game[Any] | None, player: Player | None) -> str:
    named = [game.title if game is not None else "", player.handle if player is not None else ""]
    return "".join(f" OF {name.upper()}" for name in named if name)


def _rated(place: int, handle: str, rating: Rating, now: int) -> str:
    record = f"won {rating.won}, drawn {rating.drawn}, lost {rating.lost}"
    return f"  {place:>4}. {handle:<16} {told_rating(rating, now):>9}   {record}"
