"""Commands about being away, and about those who are."""

from __future__ import annotations

import re

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.absence.deadlines import Votes
from pbem.server.clocks.vacations import Vacations, read_day
from pbem.server.commands.base import Command
from pbem.server.commands.words import match_first, read_number
from pbem.server.core.terms import must_suit_mail
from pbem.server.core.times import read_span
from pbem.server.matches.ballots import CHOICES
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome
from pbem.server.reading.waiting import asked_to_play_on

_SPAN = re.compile(r"\b(\d+)\s*([hdw])(?:ours?|ays?|eeks?)\b")
_DATE = re.compile(r"\b(\d\d?)\.(\d\d?)\.(\d{4})\b")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _iso(found: re.Match[str]) -> str:
    """`24.12.2026` as `2026-12-24`."""
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"


class Vacation(Command):
    """Days on which no clock runs."""

    name = "vacation"

    def __init__(self, vacations: Vacations) -> None:
        self._vacations = vacations

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Book, cancel, or tell."""
        vacations, player = self._vacations, letter.sender
        plain = _SPAN.sub(r"\1\2", _DATE.sub(_iso, text.lower()))
        words = [word for word in plain.split() if word not in ("to", "until", "-", "from", "for")]
        if not words:
            return Outcome(vacations.told(player))
        if words == ["cancel"]:
            told = vacations.cancel(player)
            letter.matches.reckon(player)
            return Outcome(told)
        if words in (["auto", "on"], ["auto", "off"]):
            letter.context.store.people.change(player.id, auto_vacation=words[1] == "on")
            if words[1] == "off":
                return Outcome("you only are away when you have booked it")
            told = vacations.allowance_told(player)
            return Outcome(f"a day is taken whenever your time would be up; {told}")
        if len(words) == 1 and _DAY.fullmatch(words[0]):
            words *= 2  # one day
        if len(words) == 1:
            try:
                span = read_span(words[0])
            except ValueError as error:
                raise Refused(f"{error}; or two days, as in {self.spec.example}") from error
            must_suit_mail(span)
            told = vacations.book_from_now(player, span)
        elif len(words) == 2:
            told = vacations.book(player, read_day(words[0]), read_day(words[1]))
        else:
            raise Refused(f"Write for example: {self.spec.example}, or: vacation 10d")
        letter.matches.reckon(player)
        return Outcome(told)


class Vote(Command):
    """What shall be done about a late player."""

    name = "vote"

    def __init__(self, votes: Votes) -> None:
        self._votes = votes

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Cast a vote."""
        loaded, text = self._table(letter, text)
        words = [word for word in text.split() if word.lower() not in ("for", "to", "please")]
        late = [seat for seat in loaded.seats if seat.vote]
        if not late or loaded.match.over:
            raise Refused(f"There is nothing to vote about in match {loaded.number}")
        if not words or len(words) > 2:
            raise Refused(
                f"Vote for {', '.join(CHOICES)}, or for the name of a player who should take the seat, for example:"
                f" {self.spec.example}"
            )
        if len(words) == 2:
            named = (words[1].lower(), words[1].lower().rstrip(".!"))
            late = [
                seat for seat in late if seat.seat.lower() in named or seat.handle.lower() in named
            ] or late
            if not {late[0].seat.lower(), late[0].handle.lower()} & set(named):
                raise Refused(
                    f"The vote is about {listed(loaded.title(seat.seat) for seat in late)}, not {words[1]}"
                )
        if len(late) > 1:
            seats = ", ".join(seat.seat for seat in late)
            raise Refused(f"Several are late: {seats}. Write for example: vote {words[0]} {late[0].seat}")
        choice = words[0].lower() if words[0].lower() in CHOICES else words[0]
        return self._votes.vote(letter, loaded, choice, late[0])

    def _table(self, letter: LetterContext, text: str) -> tuple[LoadedMatch, str]:
        """The match that is meant, also where it is the only one of several in which there is a vote, and the rest."""
        if letter.current is not None or text.split(" ", 1)[0].isdecimal():
            return match_first(letter, text, always=True)  # no choice is a number
        running = letter.context.store.matches.of_player(letter.sender.id, ("running",))
        voting = [
            row.id for row in running if any(seat.vote for seat in letter.context.store.matches.seats(row.id))
        ]
        return (letter.find_match(voting[0]) if len(voting) == 1 else letter.find_match()), text


class TakeOver(Command):
    """Playing on for somebody."""

    name = "takeover"

    def __init__(self, votes: Votes) -> None:
        self._votes = votes

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Sit down."""
        votes = self._votes
        number = None
        if not words:
            number = asked_to_play_on(letter.context, letter.repository, letter.mail, letter.sender)
        if number is None:
            wanted = f"Write takeover and the number of the match, for example: {self.spec.example}"
            number = read_number(words, wanted)
        return votes.take_over(letter, number)
