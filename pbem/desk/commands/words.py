"""What the words behind a command name: a match, a game, a player, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.desk.games import UnknownGame
from pbem.play.game import Game
from pbem.play.orders import Refused, did_you_mean
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.tables import Table
    from pbem.desk.visit import Visit


def read_number(words: list[str], how: str) -> int:
    """The number of a match, which must be the only word. Raises `Refused` with `how` for anything else."""
    if len(words) != 1 or not words[0].isdecimal():
        raise Refused(how)
    return int(words[0])


def read_table(visit: Visit, words: list[str], command: str) -> Table:
    """The match of the sender that a number names; without one that which the letter is about. Raises `Refused`."""
    return visit.table(read_number(words, f"Write {command}, or {command} 12") if words else None)


def read_game(visit: Visit, word: str) -> Game[Any]:
    """The game a word names. Raises `Refused`."""
    try:
        return visit.desk.games.named(word)
    except UnknownGame as error:
        raise Refused(str(error)) from error


def read_player(visit: Visit, name: str) -> Player:
    """The player a word names. Raises `Refused`."""
    player = visit.desk.store.people.named(name)
    if player is None or not player.address:
        near = did_you_mean(name, visit.desk.store.people.handles_like(name))
        raise Refused(f"There is no player {name}. {near or 'All players: players'}")
    return player


def read_either(visit: Visit, word: str) -> Game[Any] | Player:
    """The game or the player a word names; no player has the name of a game. Raises `Refused`."""
    player = visit.desk.store.people.named(word)
    if player is not None and player.address:
        return player
    try:
        return visit.desk.games.named(word)
    except UnknownGame as error:
        names = [*(game.name for game in visit.desk.games), *visit.desk.store.people.handles_like(word)]
        raise Refused(
            f"There is no game and no player {word}. {did_you_mean(word, names) or 'See: games, players'}"
        ) from error


def read_options(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The plain words of a line, and its `key=value` ones."""
    plain = [name for word in words if "=" not in word for name in [word.strip(",;")] if name]
    return plain, dict(word.lower().split("=", 1) for word in words if "=" in word)


def read_count(texts: dict[str, str], name: str, default: int, most: int) -> int:
    """Take a number from 1 to `most` out of options. Raises `Refused`."""
    word = texts.pop(name, str(default))
    if not word.isdecimal() or not 0 < int(word) <= most:
        raise Refused(f"{name}={word}: {name} may be a number from 1 to {most}")
    return int(word)
