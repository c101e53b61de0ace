"""What the arguments of a command mean: players, a count, a match that stands before a text."""

from pbem.play.orders import Refused, did_you_mean
from pbem.server.language.arguments import is_number
from pbem.server.letters.letter_context import LetterContext
from pbem.server.matches.repository import LoadedMatch
from pbem.server.matches.willing import is_offered_to
from pbem.store.rows import Player


def find_player(letter: LetterContext, name: str, *, or_game: bool = False) -> Player:
    """Find a player by name. Raises `Refused`, also if a game could have been meant."""
    people = letter.context.store.people
    player = people.named(name)
    if player is not None and player.address:
        return player
    if or_game:
        near = did_you_mean(name, [*letter.context.games.names, *people.handles_like(name)])
        raise Refused(f"There is no game or player {name}. {near or 'See: games, players'}")
    near = did_you_mean(name, people.handles_like(name))
    raise Refused(f"There is no player {name}. {near or 'All players: players'}")


def plays_in(letter: LetterContext, word: str) -> bool:
    """Whether a word is the number of one of the sender's running matches."""
    rows = letter.context.store.matches.of_player(letter.sender.id, ("running",))
    return is_number(word) and int(word.rstrip(":")) in [row.id for row in rows]


def take_count(options: dict[str, str], name: str, default: int, most: int) -> int:
    """Take a number from 1 to `most` out of options. Raises `Refused`."""
    word = options.pop(name, str(default))
    if not word.isdecimal() or not 0 < int(word) <= most:
        raise Refused(f"{name}={word}: {name} may be a number from 1 to {most}")
    return int(word)


def has_seat(letter: LetterContext, number: int) -> bool:
    """Whether the sender has a seat in a match, or is offered one."""
    return letter.find_match_if_any(number) is not None or is_offered_to(
        letter.context.store, letter.sender, number
    )


def index_of_turn(loaded: LoadedMatch, turn: int) -> int:
    """Count a turn from 0, given a number that players count from 1, or back from now."""
    return loaded.match.turn.number + turn if turn < 0 else turn - 1
