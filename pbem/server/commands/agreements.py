"""Commands by which players agree with one another: accept and decline, draw, undo."""

from typing import TypeAlias

from msgspec.structs import replace

from pbem.play.orders import Refused
from pbem.server.absence.votes import Votes
from pbem.server.commands.base import Command, InMatch
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.waiting import asked_to_play_on
from pbem.server.lobby.offers import Offers
from pbem.server.matches.repository import LoadedMatch
from pbem.server.questions import draw as questions
from pbem.server.questions.router import Router
from pbem.server.questions.takeback import Takeback
from pbem.store.rows import MatchRow, SeatRow

Offer: TypeAlias = tuple[MatchRow, SeatRow]  # a challenge, and the sender's seat in it


class Undo(InMatch, frozen=True):
    takebacks: Takeback

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self.takebacks.ask(letter, loaded)


class Draw(InMatch, frozen=True):
    draws: questions.Draw

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self.draws.ask(letter, loaded)


class Accept(Command, frozen=True):
    offers: Offers
    votes: Votes
    router: Router

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        match _find_question(letter, arguments, self.spec.name):
            case int(number):
                return self.votes.take_over(letter, number)
            case (row, seat):
                outcome = self.offers.accept(letter, row, seat)
                waits = f"you play in match {row.id}; the others have not all answered yet"
                return replace(outcome, text=waits if outcome.offers else f"match {row.id} begins")
        return self.router.answer(letter, "accept", arguments.word, arguments.number)


class Decline(Command, frozen=True):
    offers: Offers
    votes: Votes
    router: Router

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        key = str(letter.inbox)
        match _find_question(letter, arguments, self.spec.name):
            case int(number):
                return Outcome(self.votes.decline(letter.sender, number, key))
            case (row, seat):
                stands = self.offers.give_back(letter.sender, row, seat, key)
                off = f"challenge {row.id} is off"
                return Outcome(f"you have given your seat in match {row.id} back" if stands else off)
        return self.router.answer(letter, "decline", arguments.word, arguments.number)


def _find_question(letter: LetterContext, arguments: Arguments, verb: str) -> int | Offer | None:
    """What is answered if it is no question of a running match: the number of one to play on in, or a challenge."""
    kind, number = arguments.word, arguments.number
    if not kind:
        asked = asked_to_play_on(letter.context, letter.repository, letter.mail, letter.sender, number)
        if asked is not None:
            return asked
    if kind in ("", "challenge"):
        offer = _find_offer(letter, number, verb)
        if offer is not None:
            return offer
        if kind:
            raise Refused("No challenge waits for your answer")
    _check_open(letter, number or letter.current)
    return None


def _check_open(letter: LetterContext, number: int | None) -> None:
    row = letter.context.store.matches.find(number) if number is not None else None
    if row is None or all(
        seat.player != letter.sender.id for seat in letter.context.store.matches.seats(row.id)
    ):
        return
    if row.status == "void":
        raise Refused(f"Challenge {row.id} is off: {row.reason}")
    if row.status == "offered":
        raise Refused(f"You have accepted match {row.id} already; the others have not all answered")


def _find_offer(letter: LetterContext, number: int | None, verb: str) -> Offer | None:
    offers = {
        each: (row, seat)
        for each, (row, seat) in letter.offers().items()
        if seat.status == "invited" or verb == "decline"
    }
    wanted = number if number is not None else letter.current
    if wanted is not None or not offers:
        return offers.get(wanted or 0)
    first, *others = offers
    if others:
        which = ", ".join(map(str, offers))
        raise Refused(f"Several challenges wait: {which}. Write for example: {verb} {first}")
    return offers[first]
