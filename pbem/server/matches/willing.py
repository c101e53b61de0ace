"""Whether a player may be asked to play with another."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.store import Store
from pbem.store.rows import Player, SeatRow


class Relations(Struct, frozen=True):
    """The relations between a host and a player whom they would like to play with.

    `blocked`: by the host; `blocks`: the player has blocked them. `limits` are the numbers of matches, by game ("": of
    all), beyond which the player takes no challenges; `playing` is how many they play now.
    """

    blocked: bool = False
    blocks: bool = False
    limits: Mapping[str, int] = {}
    playing: Mapping[str, int] = {}


def why_not(player: Player, game: Game[Any], relations: Relations) -> str:
    """Why a player may not be asked to play a game; empty if they may."""
    if not player.address:  # the house, or nobody in particular
        return ""
    if player.disabled:
        return f"{player.handle} does not play here anymore"
    if relations.blocked:
        return f"You have blocked {player.handle}; see: block"
    if relations.blocks:
        return f"{player.handle} takes no challenges now"
    if player.quiet:
        return f"{player.handle} wants no mail at present, and cannot be challenged"
    limits, playing = relations.limits, relations.playing
    if game.name in limits and playing.get(game.name, 0) >= limits[game.name]:
        return f"{player.handle} takes no more challenges to {game.title} for now"
    if "" in limits and sum(playing.values()) >= limits[""]:
        return f"{player.handle} takes no more challenges for now"
    return ""


def check_willing(store: Store, host: Player, player: Player, game: Game[Any]) -> None:
    """Refuse if a player may not be asked by another to play a game. Raises `Refused`."""
    company, counts = store.company, store.matches.counts(player.id)
    relations = Relations(
        blocked=company.blocks(host.id, player.id),
        blocks=company.blocks(player.id, host.id),
        limits=company.limits(player.id),
        playing={name: count for (name, status), count in counts.items() if status == "running"},
    )
    if why := why_not(player, game, relations):
        raise Refused(why)


def apart(store: Store, player: Player, seats: Sequence[SeatRow]) -> bool:
    """Whether a player has blocked somebody in one of these seats, or one of them has blocked the player."""
    blocks = store.company.blocks
    return any(blocks(seat.player, player.id) or blocks(player.id, seat.player) for seat in seats)


def is_offered_to(store: Store, player: Player, number: int) -> bool:
    """Whether a match that has not begun is offered to a player, or by them."""
    return any(row.id == number for row in store.matches.of_player(player.id, ("offered",)))
