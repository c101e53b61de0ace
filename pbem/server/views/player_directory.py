"""Texts about the people who play here: open offers, players, standings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.mail.prose import fill
from pbem.play.game import Game
from pbem.server.core.context import Context
from pbem.server.mailing.match_summaries import MatchSummaries, player_record
from pbem.server.matches.ratings import PROVISIONAL
from pbem.store.rows import Player, Rating

MOST = 200
"""A list of players tells so many."""


class PlayerDirectory:
    """Tells who plays here."""

    def __init__(self, context: Context, summaries: MatchSummaries) -> None:
        self._context = context
        self._summaries = summaries
        self._store = context.store

    def open_offers(self, reader: Player) -> str:
        """The offers that anybody may join."""
        told = []
        for row in self._store.matches.with_open_seats():
            title = self._context.games.named(row.game).title
            how = "your own offer" if row.owner == reader.id else f"to play write: join {row.id}"
            sheet = self._summaries.told(row, None, reader.zone)
            told.append(f"{row.id}: {title}; {how}\n{sheet}")
        how = fill("To offer a match yourself write seek and a game, for example: seek dodgeball")
        return "\n\n".join(["\n".join(["OPEN SEATS", *(told or ["  nothing just now"])[:1]]), *told[1:], how])

    def players(self, part: str) -> str:
        """All players whose names hold a text, and how much they play."""
        found = [player for player in self._store.people.all() if player.address and not player.disabled]
        found = [player for player in found if part.lower() in player.handle.lower()]
        lines = [
            fill(f"{player.handle}: {player_record(self._context, player)}", "  ", "  ")
            for player in found[:MOST]
        ]
        more = [f"  and {len(found) - MOST} more"] if len(found) > MOST else []
        return "\n".join(["PLAYERS", *(lines or ["  nobody"]), *more])

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
