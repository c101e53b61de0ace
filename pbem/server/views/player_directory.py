"""Texts about the people who play here: open offers, players, standings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.mail.prose import fill
from pbem.play.game import Game
from pbem.server.core.context import Context
from pbem.server.mailing.match_summaries import MatchSummaries, player_record
from pbem.store.rows import Player, Rating

MOST = 100
"""Maximum number of players, or of offers, in a list."""


class PlayerDirectory:
    """Tells who plays here."""

    def __init__(self, context: Context, summaries: MatchSummaries) -> None:
        self._context = context
        self._summaries = summaries
        self._store = context.store

    def open_offers(self, reader: Player) -> str:
        """The newest offers that anybody may join."""
        told = []
        for row in self._store.matches.with_open_seats(MOST):
            title = self._context.games.named(row.game).title
            how = "your own offer" if row.owner == reader.id else f"to play write: join {row.id}"
            sheet = self._summaries.told(row, None, reader.zone)
            told.append(f"{row.id}: {title}; {how}\n{sheet}")
        how = fill("To offer a match yourself write seek and a game, for example: seek dodgeball")
        return "\n\n".join(["\n".join(["OPEN SEATS", *(told or ["  nothing just now"])[:1]]), *told[1:], how])

    def players(self, part: str) -> str:
        """Players whose names begin with a text, and how much they play."""
        found = self._store.people.active(part, MOST + 1)
        lines = [
            fill(f"{player.handle}: {player_record(self._context, player)}", "  ", "  ")
            for player in found[:MOST]
        ]
        begin = f"{found[MOST].handle[: len(part) + 1].lower()}" if len(found) > MOST else ""
        more = [
            fill(f"There are more. To see others write players and how their names begin: players {begin}")
        ]
        return "\n".join(["PLAYERS", *(lines or ["  nobody"]), *(more if begin else [])])

    def standings(self, games: Iterable[Game[Any]]) -> str:
        """The ratings of games, the established ones first."""
        return "\n\n".join(self._standing(game) for game in games)

    def _standing(self, game: Game[Any]) -> str:
        best = self._store.company.best
        established = best(game.name, MOST, established=True)
        provisional = best(game.name, MOST, established=False)
        parts = [f"STANDINGS OF {game.title.upper()}"]
        for title, some in (("Established", established), ("Provisional", provisional)):
            if some:
                lines = (_line(place, handle, rating) for place, (handle, rating) in enumerate(some, 1))
                parts += [f"  {title}{f' (the first {MOST})' if len(some) == MOST else ''}:", *lines]
        return "\n".join(parts if parts[1:] else [*parts, "  nobody has finished a rated match yet"])


def _line(place: int, handle: str, rating: Rating) -> str:
    record = f"won {rating.won}, drawn {rating.drawn}, lost {rating.lost}"
    return f"  {place:>4}. {handle:<16} {rating.points:>4}   {record}"
