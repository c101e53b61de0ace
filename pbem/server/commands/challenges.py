"""The command by which matches are offered to others, and what all offers say of a match."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.game import LEVELS, NORMAL, Game, OptionError
from pbem.play.orders import Refused, nearest
from pbem.server.commands.base import Command
from pbem.server.core.terms import read_terms
from pbem.server.core.times import DAY, read_span
from pbem.server.language.arguments import Arguments, Known, split_options
from pbem.server.language.command_table import BETWEEN
from pbem.server.lobby.offers import OFFER_DAYS, Offers, Proposal
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome

OF_EVERY_MATCH = (
    "pace", "bank", "add", "most", "weekends", "vacation", "policy", "level", "seat", "rated", "expires"
)  # fmt: skip
"""What may be said of a match whatever its game."""

LONGEST = 60
"""Maximum number of days that an offer may stand."""


def read_proposal(game: Game[Any], texts: dict[str, str], players: int, *, house: bool = False) -> Proposal:
    """What is offered, out of `key=value` words; `house`: it has a seat. Raises `Refused`."""
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
    """Refuse an option that looks like one of every match (`polcy=skip`), of which the game knows nothing."""
    own = [option.name for option in game.options]
    for name in texts:
        if name not in own and (near := nearest(name, [*own, *OF_EVERY_MATCH])) in OF_EVERY_MATCH:
            raise Refused(f'There is no option "{name}". Did you mean "{near}"?')


class Challenge(Command, frozen=True):
    """An offer to play; it is a match as soon as everybody has accepted."""

    name = "challenge"

    offers: Offers

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        words, people = text.split(), letter.context.store.people
        plain, _ = split_options(words, known)
        games = [word for word in words if word.lower() in letter.context.games.names]
        if words and people.named(words[0]) is not None and games:
            rest = [word for word in words if word != games[0]]
            return f"The game comes first. Write: challenge {' '.join([games[0], *rest])}"
        if words and (people.named(words[0]) is not None or "@" in words[0]):
            return f"Which game? Write for example: challenge dodgeball {' '.join(words)}"
        if len(plain) == 1 and (game := known.find_game(plain[0])):
            return f"Whom do you challenge? For example: challenge {game} ben"
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        people, own = letter.context.store.people, letter.sender.handle
        game = letter.context.games.named(arguments.game)
        names = [
            name for name in arguments.names if name.lower() not in BETWEEN or people.named(name) is not None
        ]
        if not names:
            raise Refused(f"Whom do you challenge? For example: challenge {game.name} ben")
        guests = [self.offers.guest(letter.sender, name, game) for name in names]
        handles = [guest if isinstance(guest, str) else guest.handle for guest in guests]
        check_guests(own, handles, game.name)
        house = HOUSE in handles
        proposal = read_proposal(game, dict(arguments.options), len(guests) + 1, house=house)
        number, outcome = self.offers.offer(letter, proposal, guests)
        if all(handle == HOUSE for handle in handles):
            return replace(outcome, text=f"match {number} against the house begins")
        others = listed("anybody" if handle == OPEN else handle for handle in handles if handle != HOUSE)
        text = f"match {number}, {game.title}, is offered to {others}; it begins when all have accepted"
        return replace(outcome, text=text)


def check_guests(own: str, guests: list[str], game: str) -> None:
    """Refuse what gives somebody two seats: the challenger, the house, or anybody else."""
    if own in guests:
        others = " ".join(handle for handle in guests if handle != own)
        raise Refused(
            f"You have a seat already; name the others alone, for example: challenge {game} {others or 'house'}"
        )
    if guests.count(HOUSE) > 1:
        raise Refused("The house takes one seat in a match; invite people for the others")
    taken = [own, *(handle for handle in guests if handle != OPEN)]
    if len(set(taken)) < len(taken):
        raise Refused("Everybody can have one seat only, you among them; name each other player once")
