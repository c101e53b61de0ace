"""Texts about the people who play here: open offers, players, standings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pbem.desk.house import OPEN
from pbem.desk.offers import changed_options
from pbem.desk.ratings import PROVISIONAL
from pbem.desk.terms import told_terms
from pbem.desk.times import moment
from pbem.mail.prose import fill, listed
from pbem.play.game import Game
from pbem.store.rows import Player, Rating

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

MOST = 200
"""A list of players tells so many."""


class Company:
    """What can be told of the players of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def open_offers(self, reader: Player) -> str:
        """The offers that anybody may join."""
        told = []
        for row in self._store.matches.with_open_seats():
            game = self._desk.games.named(row.game)
            seats = self._store.matches.seats(row.id)
            free = [game.seat_title(seat.seat) for seat in seats if seat.status == "open"]
            who = [seat.handle for seat in seats if seat.handle not in (OPEN, reader.handle)]
            mine = "your own offer" if row.owner == reader.id else f"with {', '.join(who)}"
            options = [f"{name}={value}" for name, value in changed_options(game, row.options).items()]
            terms = told_terms(row.terms)[0]
            told.append(
                f"{row.id}: {game.title}, {mine}; free: {', '.join(free)}."
                f"{f' Options: {listed(options)}.' if options else ''} {terms}{' Not rated.' if not row.rated else ''}"
            )
        lines = [fill(text, "  ", "  ") for text in told] or ["  nothing just now"]
        how = fill("To take a seat write join and the number. To offer a match yourself: seek GAME.")
        return "\n".join(["OPEN SEATS", *lines, "", how])

    def players(self, part: str) -> str:
        """All players whose names hold a text, and how much they play."""
        found = [player for player in self._store.people.all() if player.address and not player.disabled]
        found = [player for player in found if part.lower() in player.handle.lower()]
        lines = [fill(f"{player.handle}: {self.record(player)}", "  ", "  ") for player in found[:MOST]]
        more = [f"  and {len(found) - MOST} more"] if len(found) > MOST else []
        return "\n".join(["PLAYERS", *(lines or ["  nobody"]), *more])

    def record(self, player: Player) -> str:
        """What a player has played, and how dependably."""
        counts = self._store.matches.counts(player.id)
        running = sum(count for (_, status), count in counts.items() if status == "running")
        over = sum(count for (_, status), count in counts.items() if status == "over")
        late = self._store.people.late(player.id)
        told = [f"{running} running, {over} finished", f"late {late} times" if late != 1 else "late once"]
        now = self._desk.now()
        away = [
            stop
            for stop in self._store.stops.of_player(player.id, "vacation")
            if stop.end is not None and stop.start <= now < stop.end
        ]
        return ", ".join(told + [f"away until {moment(stop.end or 0, 'UTC')}" for stop in away])

    def standings(self, games: Iterable[Game[Any]]) -> str:
        """The ratings of games, the established ones first."""
        return "\n\n".join(self._standing(game) for game in games)

    def _standing(self, game: Game[Any]) -> str:
        ratings = self._store.company.ratings(game.name)
        parts = [f"STANDINGS OF {game.title.upper()}"]
        for title, wanted in (("Established", True), ("Provisional", False)):
            some = [rating for rating in ratings if (rating.matches >= PROVISIONAL) == wanted]
            if some:
                parts += [f"  {title}:", *(self._line(place, each) for place, each in enumerate(some, 1))]
        return "\n".join(parts if ratings else [*parts, "  nobody has finished a rated match yet"])

    def _line(self, place: int, rating: Rating) -> str:
        player = self._store.people.player(rating.player)
        assert player is not None
        return (
            f"  {place:>4}. {player.handle:<16} {rating.points:>4}"
            f"   won {rating.won}, drawn {rating.drawn}, lost {rating.lost}"
        )
