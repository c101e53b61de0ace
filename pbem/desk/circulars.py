"""Letters to all tables of a player at once: to himself, with every board, or to everybody else.

They change nothing in a match; each tells how it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.tables import Table
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


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


def _tables(desk: Desk, player: Player) -> Iterator[Table]:
    for row in desk.store.matches.of_player(player.id, ("running",)):
        table = desk.table(row.id)
        assert table is not None
        yield table
