"""Letters to many: to all tables of a player, to himself or to everybody else, and a word of the host to all players.

They change nothing in a match; those to tables tell how each stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.tables import Table
from pbem.desk.times import DAY, HOUR
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

ACTIVE = 180 * DAY
"""Who plays in no match is written to for so long after his last letter, or after he has come."""


def send_boards(desk: Desk, player: Player, headline: str, key: str) -> None:
    """The board of every running match to a player. `key` names the occasion."""
    for table in _tables(desk, player):
        seat = table.seat_of(player)
        assert seat is not None
        desk.mailer.about_match(table, seat, Occasion(key, automatic=True), MatchNews(headline=headline))


def tell_others(desk: Desk, player: Player, headline: str, key: str) -> None:
    """Something about a player to all who play with him, with the board of their match."""
    for table in _tables(desk, player):
        for seat in table.others(table.seat_of(player)):
            desk.mailer.tell(
                table, seat, Occasion(key, automatic=True, tells=True), MatchNews(headline=headline)
            )


def wish(player: Player, quiet: bool) -> str:
    """What those are told who play with somebody that wants no more mail, or wants it again."""
    if quiet:
        return f"{player.handle} wants no more mail. The clocks run on, and so does the match."
    return f"{player.handle} wants mail again."


def audience(desk: Desk) -> list[Player]:
    """The players whom a word of the host to all of them is for: who plays, or has been heard of lately. Who wants no
    mail gets none."""
    since = desk.now() - ACTIVE
    return [
        player
        for player in desk.store.people.all()
        if player.address and not player.disabled and not player.quiet and _active(desk, player, since)
    ]


def broadcast(desk: Desk, players: Sequence[Player], subject: str, text: str) -> None:
    """Write the same to many players, once. No more than half of what may leave the house in an hour is spent on it, so
    that no board waits."""
    an_hour = desk.limits.most("all mails") // 2 or len(players)
    name = hashlib.sha256(f"{subject}/{text}".encode()).hexdigest()[:16]
    for number, player in enumerate(players):
        occasion = Occasion(
            f"broadcast-{name}", automatic=True, tells=True, wait=number // max(1, an_hour) * HOUR
        )
        desk.mailer.plain("broadcast", player.address, subject, occasion, player=player, text=text)


def _active(desk: Desk, player: Player, since: int) -> bool:
    return (
        player.created >= since
        or bool(desk.store.matches.of_player(player.id, ("running",)))
        or any(
            desk.store.post.done_since(address, since) for address in desk.store.people.addresses(player.id)
        )
    )


def _tables(desk: Desk, player: Player) -> Iterator[Table]:
    for row in desk.store.matches.of_player(player.id, ("running",)):
        table = desk.table(row.id)
        assert table is not None
        yield table
