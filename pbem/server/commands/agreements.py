"""Commands by which players agree with one another: accept and decline, draw, undo."""

from typing import TypeAlias

from msgspec.structs import replace

from pbem.play.orders import Refused
from pbem.server.absence.votes import Votes
from pbem.server.commands.base import Command, InMatch
from pbem.server.core.rates import RateLimits
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.waiting import asked_to_play_on
from pbem.server.lobby import draws_and_takebacks as agreements
from pbem.server.lobby.offers import Offers
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import MatchRow, SeatRow

Offer: TypeAlias = tuple[MatchRow, SeatRow]  # a challenge, and the sender's seat in it


class Undo(InMatch, frozen=True):
    limits: RateLimits

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return agreements.undo(letter, loaded, self.limits)


class Draw(InMatch, frozen=True):
    limits: RateLimits

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return agreements.offer_draw(letter, loaded, self.limits)


class Accept(Command, frozen=True):
    offers: Offers
    votes: Votes
    limits: RateLimits

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        match _find_question(letter, arguments, self.spec.name):
            case int(number):
                return self.votes.take_over(letter, number)
            case (row, seat):
                outcome = self.offers.accept(letter, row, seat)
                waits = f"you play in match {row.id}; the others have not all answered yet"
                return replace(outcome, text=waits if outcome.offers else f"match {row.id} begins")
            case "undo":
                return agreements.accept_undo(letter, letter.find_match(arguments.number))
        loaded = letter.find_match(arguments.number)
        if not any(other.draw for other in loaded.others(letter.seat(loaded))):
            raise Refused("Nobody else has offered a draw. To offer one write: draw")
        return agreements.offer_draw(letter, loaded, self.limits)


class Decline(Command, frozen=True):
    offers: Offers
    votes: Votes

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        key = str(letter.inbox)
        match _find_question(letter, arguments, self.spec.name):
            case int(number):
                return Outcome(self.votes.decline(letter.sender, number, key))
            case (row, seat):
                stands = self.offers.give_back(letter.sender, row, seat, key)
                off = f"challenge {row.id} is off"
                return Outcome(f"you have given your seat in match {row.id} back" if stands else off)
            case "undo":
                return agreements.decline_undo(letter, letter.find_match(arguments.number))
        return agreements.decline_draw(letter, letter.find_match(arguments.number))


def _find_question(
    letter: LetterContext, arguments: Arguments, verb: str
) -> int | Offer | agreements.Question:
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
    loaded = letter.find_match(number)
    seat, undo = letter.seat(loaded), loaded.row.undo
    asked_draw = any(other.draw for other in loaded.others(seat))
    asked_undo = undo is not None and undo.seat != seat.seat
    if kind == "draw" or (not kind and asked_draw and not asked_undo):
        question: agreements.Question = "draw"
    elif kind == "undo" or (not kind and asked_undo and not asked_draw):
        question = "undo"
    elif asked_draw:
        raise Refused(f"{verb.capitalize()} what? Write: {verb} draw, or: {verb} undo")
    else:
        raise Refused(f"There is nothing to {verb}")
    agreements.must_have_read(letter, loaded, question, verb, named=bool(kind))
    return question


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
