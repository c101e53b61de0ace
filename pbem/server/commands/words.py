"""What the words behind a command name: a match, a game, a player, options."""

from __future__ import annotations

import re
from typing import Any

from pbem.play.game import Game
from pbem.play.orders import Refused, did_you_mean
from pbem.server.core.games import UnknownGame
from pbem.server.core.terms import POLICIES
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.letter_context import LetterContext
from pbem.store.rows import Player

_OF_NUMBERS = ("pace", "bank", "add", "most", "expires", "players", "games")
"""Options of every match whose value begins with a number."""

_SIGN = re.compile(r"(?<=\w)\s*=\s*(?=\w)(?!\w+\s*=)")
_SPAN = re.compile(r"(?<==)(\d+)\s*(minutes?|hours?|days?|weeks?|[mhdw])(?!\w)", re.IGNORECASE)
_POLICY = re.compile(rf"policy=\w+(?:\s*[,+]\s*(?:{'|'.join(POLICIES)})(?![\w=]))+", re.IGNORECASE)


def read_number(words: list[str], how: str) -> int:
    """The number of a match, which must be the only word. Raises `Refused` with `how` for anything else."""
    if len(words) != 1 or not words[0].isdecimal():
        raise Refused(how)
    return int(words[0])


def read_table(letter: LetterContext, words: list[str], command: str) -> LoadedMatch:
    """The match of the sender that a number names; without one that which the letter is about. Raises `Refused`."""
    return letter.find_match(read_number(words, f"Write {command}, or {command} 12") if words else None)


def read_game(letter: LetterContext, word: str) -> Game[Any]:
    """The game a word names. Raises `Refused`."""
    try:
        return letter.context.games.named(word)
    except UnknownGame as error:
        raise Refused(str(error)) from error


def read_player(letter: LetterContext, name: str) -> Player:
    """The player a word names. Raises `Refused`."""
    player = letter.context.store.people.named(name)
    if player is None or not player.address:
        near = did_you_mean(name, letter.context.store.people.handles_like(name))
        raise Refused(f"There is no player {name}. {near or 'All players: players'}")
    return player


def read_either(letter: LetterContext, word: str) -> Game[Any] | Player:
    """The game or the player a word names; no player has the name of a game. Raises `Refused`."""
    player = letter.context.store.people.named(word)
    if player is not None and player.address:
        return player
    try:
        return letter.context.games.named(word)
    except UnknownGame as error:
        names = [*letter.context.games.names, *letter.context.store.people.handles_like(word)]
        raise Refused(
            f"There is no game and no player {word}. {did_you_mean(word, names) or 'See: games, players'}"
        ) from error


def read_options(words: list[str], game: Game[Any]) -> tuple[list[str], dict[str, str]]:
    """The plain words of a line, and its `key=value` ones, those too that are written with blanks or without the sign:
    `pawns = 4`, `pace 3 days`. A number is nobody's name."""
    names = "|".join((*(re.escape(option.name) for option in game.options), *_OF_NUMBERS))
    text = re.sub(rf"(?<!\S)({names})\s+(?=\d)", r"\1=", " ".join(words), flags=re.IGNORECASE)
    text = _SIGN.sub("=", text)
    text = _SPAN.sub(lambda found: f"{found[1]}{found[2][0]}", text)
    text = _POLICY.sub(lambda found: "".join(found[0].split()), text)
    parts = [part for word in text.split() for part in [word.strip(",;")] if part]
    plain = [part for part in parts if "=" not in part]
    return plain, dict(part.lower().split("=", 1) for part in parts if "=" in part)


def read_count(texts: dict[str, str], name: str, default: int, most: int) -> int:
    """Take a number from 1 to `most` out of options. Raises `Refused`."""
    word = texts.pop(name, str(default))
    if not word.isdecimal() or not 0 < int(word) <= most:
        raise Refused(f"{name}={word}: {name} may be a number from 1 to {most}")
    return int(word)


def match_first(letter: LetterContext, text: str, *, always: bool = False) -> tuple[LoadedMatch, str]:
    """The match whose number a text begins with, and the rest of it; else the one that the letter is about, and the
    text as it is. Raises `Refused`.

    In an answer to a mail of a match a number is such only before a colon (`3: hello`), or `always`.
    """
    first, _, rest = text.partition(" ")
    running = letter.context.store.matches.of_player(letter.sender.id, ("running",))
    meant = always or letter.current is None or first.endswith(":")
    if meant and first.removesuffix(":") in (str(row.id) for row in running):
        return letter.find_match(int(first.removesuffix(":"))), rest.strip()
    return letter.find_match(), text
