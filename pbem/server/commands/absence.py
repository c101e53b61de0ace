"""Commands about being away, and about players who are."""

import datetime
import re
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.answering.periods import contradiction_in
from pbem.server.clocks.vacations import Vacations, read_day
from pbem.server.commands.base import Command
from pbem.server.core.terms import must_suit_mail
from pbem.server.core.times import read_span
from pbem.server.language.arguments import Arguments, Known
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.ballots import CHOICES
from pbem.server.matches.repository import LoadedMatch
from pbem.server.questions.extension import Extension
from pbem.server.questions.router import Router
from pbem.server.questions.substitute import Substitute
from pbem.server.questions.vote import Votes
from pbem.store.rows import Player

_SPAN = re.compile(r"\b(\d+)\s*([hdw])(?:ours?|ays?|eeks?)\b")
_DATE = re.compile(r"\b(\d\d?)\.(\d\d?)\.(\d{4})\b")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _iso(found: re.Match[str]) -> str:
    """`24.12.2026` as `2026-12-24`."""
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"


class Vacation(Command, frozen=True):
    vacations: Vacations

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return super().understand(letter, _SPAN.sub(r"\1\2", _DATE.sub(_iso, text.lower())))

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        here = datetime.datetime.fromtimestamp(letter.context.now(), ZoneInfo(letter.sender.zone)).date()
        if both := contradiction_in(text, here):
            return (
                f"These are not the same days. Write one of them: vacation {both[0]}, or vacation {both[1]}"
            )
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        vacations, player = self.vacations, letter.sender
        match arguments.words:
            case ():
                return Outcome(vacations.told(player))
            case ("auto", wanted):
                letter.context.store.people.change(player.id, auto_vacation=wanted == "on")
                if wanted == "off":
                    return Outcome("you are away only when you have booked it")
                told = vacations.allowance_told(player)
                return Outcome(f"a day is taken whenever your time would be up; {told}")
            case ("cancel",):
                told = vacations.cancel(player)
            case (day,) if _DAY.fullmatch(day):
                told = vacations.book(player, read_day(day), read_day(day))
            case (span,):
                told = self._from_now(player, span)
            case (first, last, *_):
                told = vacations.book(player, read_day(first), read_day(last))
        letter.matches.reckon(player)
        return Outcome(told)

    def _from_now(self, player: Player, word: str) -> str:
        try:
            span = read_span(word)
        except ValueError as error:
            raise Refused(f"{error}; or two days, as in {self.spec.example}") from error
        must_suit_mail(span)
        return self.vacations.book_from_now(player, span)


class Extend(Command, frozen=True):
    extensions: Extension

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return super().understand(letter, _SPAN.sub(r"\1\2", text.lower()))

    def known(self, letter: LetterContext) -> Known:
        return replace(super().known(letter), is_name=lambda word: not word[:1].isdigit())

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        try:
            more = read_span(arguments.word)
        except ValueError as error:
            raise Refused(f"{error}. {self.spec.how()}") from error
        return self.extensions.ask(letter, letter.find_match(arguments.number), more, arguments.name)


class Vote(Command, frozen=True):
    votes: Votes

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = self._match(letter, arguments.number)
        late = [seat for seat in loaded.seats if seat.vote]
        if not late or loaded.match.over:
            raise Refused(f"There is nothing to vote about in match {loaded.number}")
        choice, *seats = (*arguments.names, *arguments.words) or ("",)
        if not choice:
            raise Refused(self.spec.how())
        if seats:
            named = seats[0].lower().rstrip(".!")
            found = [seat for seat in late if named in (seat.seat.lower(), seat.handle.lower())]
            if not found:
                about = listed(loaded.title(seat.seat) for seat in late)
                raise Refused(f"The vote is about {about}, not {seats[0]}")
            late = found
        if len(late) > 1:
            which = ", ".join(seat.seat for seat in late)
            raise Refused(f"Several are late: {which}. Write for example: vote {choice} {late[0].seat}")
        choice = choice.lower() if choice.lower() in CHOICES else choice
        return self.votes.vote(letter, loaded, choice, late[0])

    @staticmethod
    def _match(letter: LetterContext, number: int | None) -> LoadedMatch:
        """The match that is meant, even without a number if only one of several has a vote."""
        if number is not None or letter.current is not None:
            return letter.find_match(number)
        matches = letter.context.store.matches
        running = matches.of_player(letter.sender.id, ("running",))
        voting = [row.id for row in running if any(seat.vote for seat in matches.seats(row.id))]
        return letter.find_match(voting[0] if len(voting) == 1 else None)


class TakeOver(Command, frozen=True):
    router: Router

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return self.router.answer(letter, "accept", Substitute.kind, arguments.number)
