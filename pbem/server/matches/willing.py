"""Whether a player may be asked to play with another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.store import Store
from pbem.store.rows import Player, SeatRow


def check_willing(store: Store, host: Player, player: Player, game: Game[Any]) -> None:
    """Whether a player may be asked by another to play a game. Raises `Refused`."""
    if not player.address:  # the house, or nobody in particular
        return
    company = store.company
    if player.disabled:
        raise Refused(f"{player.handle} does not play here any more")
    if company.blocks(host.id, player.id):
        raise Refused(f"You have blocked {player.handle}; see: block")
    if company.blocks(player.id, host.id):
        raise Refused(f"{player.handle} takes no challenges now")
    if player.quiet:
        raise Refused(f"{player.handle} wants no mail at present, and cannot be challenged")
    limits = company.limits(player.id)
    counts = store.matches.counts(player.id)
    playing = {name: count for (name, status), count in counts.items() if status == "running"}
    if game.name in limits and playing.get(game.name, 0) >= limits[game.name]:
        raise Refused(f"{player.handle} takes no more challenges to {game.title} for now")
    if "" in limits and sum(playing.values()) >= limits[""]:
        raise Refused(f"{player.handle} takes no more challenges for now")


def apart(store: Store, player: Player, seats: Sequence[SeatRow]) -> bool:
    """Whether a player has blocked one of those who sit in some seats, or one of them has blocked them."""
    blocks = store.company.blocks
    return any(blocks(seat.player, player.id) or blocks(player.id, seat.player) for seat in seats)


def is_offered_to(store: Store, player: Player, number: int) -> bool:
    """Whether a match that has not begun is offered to a player, or by them."""
    return any(row.id == number for row in store.matches.of_player(player.id, ("offered",)))
