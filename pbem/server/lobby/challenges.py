"""Rules about offers and guests, as functions of values."""

from collections.abc import Sequence
from typing import Any

from pbem.play.game import LEVELS, NORMAL, Game, OptionError
from pbem.play.orders import Refused, nearest
from pbem.server.core.terms import read_terms
from pbem.server.core.times import DAY, read_span
from pbem.server.lobby.offers import OFFER_DAYS, Proposal
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE

OF_EVERY_MATCH = (
    "pace", "bank", "add", "most", "weekends", "vacation", "policy", "level", "seat", "rated", "expires"
)  # fmt: skip
"""Options of every match, whatever its game."""

LONGEST = 60  # maximum number of days for which an offer is valid


def read_proposal(game: Game[Any], texts: dict[str, str], players: int, *, house: bool = False) -> Proposal:
    """Read an offer from `key=value` words; `house`: it has a seat. Raises `Refused`."""
    terms = read_terms(texts)
    if "level" in texts and all(option.name != "level" for option in game.options):
        raise Refused(f"level={texts['level']}: level may be {', '.join(LEVELS)}")
    if terms.level != NORMAL and not house:
        raise Refused(
            f"level={terms.level} says how well the house plays. Write for example: challenge {game.name} house"
            f" level={terms.level}"
        )
    seat = texts.pop("seat", "")
    rated = texts.pop("rated", "yes")
    if rated not in ("yes", "no"):
        raise Refused(f"rated={rated}: rated may be yes or no")
    try:
        lasts = read_span(texts.pop("expires", f"{OFFER_DAYS}d"))
    except ValueError as error:
        raise Refused(f"expires: {error}") from error
    _check_names(game, texts)
    try:
        options = game.read_options(texts, players)
    except OptionError as error:
        raise Refused(str(error)) from error
    if lasts > LONGEST * DAY:
        raise Refused(f"An offer stands for {LONGEST} days at most")
    return Proposal(game, options, terms, seat, lasts, rated == "yes")


def _check_names(game: Game[Any], texts: dict[str, str]) -> None:
    """Refuse an option that looks like one of every match (`polcy=skip`) and is unknown to the game."""
    own = [option.name for option in game.options]
    for name in texts:
        if name not in own and (near := nearest(name, [*own, *OF_EVERY_MATCH])) in OF_EVERY_MATCH:
            raise Refused(f'There is no option "{name}". Did you mean "{near}"?')


def check_guests(own: str, guests: Sequence[str], game: str) -> None:
    """Refuse to give anybody two seats: the challenger, the house, or anybody else."""
    if own in guests:
        others = " ".join(handle for handle in guests if handle != own)
        raise Refused(
            f"You have a seat already. Name only the others, for example: challenge {game} {others or 'house'}"
        )
    if guests.count(HOUSE) > 1:
        raise Refused("The house takes one seat in a match; invite people for the others")
    taken = [own, *(handle for handle in guests if handle != OPEN)]
    if len(set(taken)) < len(taken):
        raise Refused("Nobody can have two seats: name each of the other players once")
