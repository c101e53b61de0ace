"""Commands by which matches come about: challenge, accept, decline."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.game import LEVELS, NORMAL, Game, OptionError
from pbem.play.orders import Refused, nearest
from pbem.server.absence.deadlines import Votes
from pbem.server.commands.base import Command
from pbem.server.commands.words import read_game, read_options
from pbem.server.core.terms import read_terms
from pbem.server.core.times import DAY, read_span
from pbem.server.language.command_table import BETWEEN
from pbem.server.lobby.draws_and_takebacks import DrawsAndTakebacks
from pbem.server.lobby.offers import OFFER_DAYS, Offers, Proposal
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome
from pbem.server.reading.waiting import asked_to_play_on
from pbem.store.rows import MatchRow, SeatRow

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


def _check_order(letter: LetterContext, words: list[str]) -> None:
    """Refuse a line in which the game stands behind a player's name."""
    games = letter.context.games.names
    later = [at for at, word in enumerate(words) if word.lower() in games]
    if later and later[0] and letter.context.store.people.named(words[0]) is not None:
        rest = [word for at, word in enumerate(words) if at != later[0]]
        raise Refused(f"The game comes first. Write: challenge {' '.join([words[later[0]], *rest])}")


class Challenge(Command):
    """An offer to play; it is a match as soon as everybody has accepted."""

    name = "challenge"

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Offer the match and mail the invitations."""
        if not words:
            raise Refused(f"Which game, and whom? For example: {self.spec.example}")
        _check_order(letter, words)
        people = letter.context.store.people
        if people.named(words[0]) is not None or "@" in words[0]:
            raise Refused(f"Which game? Write for example: challenge dodgeball {' '.join(words)}")
        game = read_game(letter, words[0])
        names, texts = read_options(words[1:], game)
        names = [name for name in names if name.lower() not in BETWEEN or people.named(name) is not None]
        if not names:
            raise Refused(f"Whom do you challenge? For example: challenge {game.name} ben")
        guests = [self._offers.guest(letter.sender, name, game) for name in names]
        handles = [guest if isinstance(guest, str) else guest.handle for guest in guests]
        if letter.sender.handle in handles:
            others = " ".join(handle for handle in handles if handle != letter.sender.handle)
            raise Refused(
                "You have a seat already; name the others alone, for example:"
                f" challenge {game.name} {others or 'house'}"
            )
        if handles.count(HOUSE) > 1:
            raise Refused("The house takes one seat in a match; invite people for the others")
        taken = [letter.sender.handle, *(handle for handle in handles if handle != OPEN)]
        if len(set(taken)) < len(taken):
            raise Refused("Everybody can have one seat only, you among them; name each other player once")
        number, outcome = self._offers.offer(
            letter, read_proposal(game, texts, len(guests) + 1, house=HOUSE in handles), guests
        )
        if all(handle == HOUSE for handle in handles):
            return replace(outcome, text=f"match {number} against the house begins")
        others = listed("anybody" if handle == OPEN else handle for handle in handles if handle != HOUSE)
        text = f"match {number}, {game.title}, is offered to {others}; it begins when all have accepted"
        return replace(outcome, text=text)


class _Answer(Command):
    """What accept and decline share: which thing is answered."""

    verb = ""

    def __init__(self, offers: Offers, votes: Votes, agreements: DrawsAndTakebacks) -> None:
        self._offers = offers
        self._votes = votes
        self._agreements = agreements

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Answer a challenge, a draw offer or a wish to undo."""
        kinds = [word.lower() for word in words if not word.isdecimal()]
        numbers = [int(word) for word in words if word.isdecimal()]
        if len(numbers) > 1 or len(kinds) > 1 or (kinds and kinds[0] not in ("draw", "undo", "challenge")):
            raise Refused(f"Write {self.verb}, {self.verb} 12, {self.verb} draw, or {self.verb} undo")
        kind = kinds[0] if kinds else ""
        number = numbers[0] if numbers else None
        asked = (
            asked_to_play_on(letter.context, letter.repository, letter.mail, letter.sender, number)
            if not kind
            else None
        )
        if asked is not None:
            return self.seat(letter, asked)
        if kind in ("", "challenge"):
            offer = self._offer(letter, number)
            if offer is not None:
                return self.challenge(letter, *offer)
            if kind:
                raise Refused("No challenge waits for your answer")
        self._not_off(letter, number or letter.current)
        loaded = letter.find_match(number)
        seat = letter.seat(loaded)
        draw = any(other.draw for other in loaded.others(seat))
        undo = loaded.row.undo is not None and loaded.row.undo.seat != seat.seat
        agreements = self._agreements
        if kind == "draw" or (not kind and draw and not undo):
            agreements.must_have_read(letter, loaded, "draw", self.verb, named=bool(kind))
            return self.draw(letter, loaded.number)
        if kind == "undo" or (not kind and undo and not draw):
            agreements.must_have_read(letter, loaded, "undo", self.verb, named=bool(kind))
            return self.undo(letter, loaded.number)
        if draw and undo:
            raise Refused(f"{self.verb.capitalize()} what? Write: {self.verb} draw, or: {self.verb} undo")
        raise Refused(f"There is nothing to {self.verb}")

    def _not_off(self, letter: LetterContext, number: int | None) -> None:
        """Say so when it is about a challenge that is off, or one that the sender has accepted already."""
        row = letter.context.store.matches.match(number) if number is not None else None
        if row is None or all(
            seat.player != letter.sender.id for seat in letter.context.store.matches.seats(row.id)
        ):
            return
        if row.status == "void":
            raise Refused(f"Challenge {row.id} is off: {row.reason}")
        if row.status == "offered":
            raise Refused(f"You have accepted match {row.id} already; the others have not all answered")

    def _offer(self, letter: LetterContext, number: int | None) -> tuple[MatchRow, SeatRow] | None:
        """The challenge that is meant, and the sender's place in it; None where no challenge is open."""
        matches = letter.context.store.matches
        open_offers = []
        for row in matches.of_player(letter.sender.id, ("offered",)):
            seat = next(seat for seat in matches.seats(row.id) if seat.player == letter.sender.id)
            if seat.status == "invited" or self.verb == "decline":
                open_offers.append((row, seat))
        wanted = number if number is not None else letter.current
        found = [offer for offer in open_offers if offer[0].id == wanted]
        if found:
            return found[0]
        if number is not None or not open_offers:
            return None
        if len(open_offers) == 1 and letter.current is None:
            return open_offers[0]
        if letter.current is None:
            which = ", ".join(str(row.id) for row, _ in open_offers)
            raise Refused(
                f"Several challenges wait: {which}. Write for example: {self.verb} {open_offers[0][0].id}"
            )
        return None

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """Answer a challenge."""
        raise NotImplementedError

    def draw(self, letter: LetterContext, number: int) -> Outcome:
        """Answer a draw offer."""
        raise NotImplementedError

    def undo(self, letter: LetterContext, number: int) -> Outcome:
        """Answer a wish to undo."""
        raise NotImplementedError

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        """Answer the wish that one may play on for somebody."""
        raise NotImplementedError


class Accept(_Answer):
    """Yes."""

    name = verb = "accept"

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """The seat is taken; with the last one the match begins."""
        outcome = self._offers.accept(letter, row, seat)
        waits = f"you play in match {row.id}; the others have not all answered yet"
        return replace(outcome, text=waits if outcome.offers else f"match {row.id} begins")

    def draw(self, letter: LetterContext, number: int) -> Outcome:
        """Agree to a draw that somebody else has offered."""
        loaded = letter.find_match(number)
        if not any(other.draw for other in loaded.others(letter.seat(loaded))):
            raise Refused("Nobody else has offered a draw. To offer one write: draw")
        return self._agreements.accept_draw(letter, loaded)

    def undo(self, letter: LetterContext, number: int) -> Outcome:
        """Agree to an undo."""
        return self._agreements.accept_undo(letter, letter.find_match(number))

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        """Take the seat, as `takeover` does."""
        return self._votes.take_over(letter, number)


class Decline(_Answer):
    """No."""

    name = verb = "decline"

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """The challenge is off."""
        if self._offers.give_back(letter.sender, row, seat, str(letter.inbox)):
            return Outcome(f"you have given your seat in match {row.id} back")
        return Outcome(f"challenge {row.id} is off")

    def draw(self, letter: LetterContext, number: int) -> Outcome:
        """Refuse a draw."""
        return self._agreements.decline_draw(letter, letter.find_match(number))

    def undo(self, letter: LetterContext, number: int) -> Outcome:
        """Refuse an undo."""
        return self._agreements.decline_undo(letter, letter.find_match(number))

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        """Do not play on for anybody; the others are told."""
        return Outcome(self._votes.decline(letter.sender, number, str(letter.inbox)))
