"""More time for a player whose clock runs: given by an opponent at once, and for oneself when the others agree.

Everybody has a say but those who get the time, and whoever asks has said yes. The others get a mail that a yes or a no
answers.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from pbem.mail.prose import listed
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.clocks.clocks import lengthen
from pbem.server.core.terms import must_suit_mail
from pbem.server.core.times import DAY, moment, span
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.letters.questions import MatchQuestion, handles
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.store import Store
from pbem.store.rows import Confirmation, SeatRow

LONGEST = 30 * DAY


class ExtensionMail(Mail, frozen=True, kw_only=True):
    """May somebody have more time? `own`: it is who asks."""

    template = "extension"

    number: int
    title: str
    by: str
    who: str
    own: bool
    more: str
    due: str


class More(Struct, frozen=True):
    """More time, in seconds, for these seats of a match, whose clocks have run since these moments."""

    seats: tuple[str, ...]
    since: tuple[int, ...]
    more: int

    @classmethod
    def of(cls, question: Confirmation) -> More:
        """What a question is about."""
        return msgspec.json.decode(question.about, type=cls)


def check_span(more: int, *, trial: bool) -> None:
    """Raises `Refused` if nobody can get this much more time."""
    if not trial:
        must_suit_mail(more)
    if not 0 < more <= LONGEST:
        raise Refused(f"You can give at most {span(LONGEST)} at once")


def give_time(store: Store, loaded: LoadedMatch, seats: list[SeatRow], more: int, now: int) -> None:
    """Give running clocks more time. Raises `Refused` if the others vote about a seat."""
    for seat in seats:
        if seat.vote:
            raise Refused(
                f"The time of {loaded.title(seat.seat)} is up, so the others must vote. Write: vote wait"
            )
        loaded.save_seat(store, lengthen(store, loaded.row, seat, now, more))


def running_clocks(loaded: LoadedMatch) -> list[SeatRow]:
    """The seats that are asked something, other than the house. Raises `Refused` if the match is over."""
    loaded.must_go_on()
    return [seat for seat in loaded.seats if seat.since is not None and seat.handle != HOUSE]


class Extension(MatchQuestion):
    """Gives more time, and asks those who have a say in it."""

    kind = "extension"
    question = "may they have more time?"
    asks_again = True
    nothing = "Nobody else has asked for more time, or the match has gone on since"
    agrees = "agrees to more time."
    declined = "does not agree to more time."
    ended = "you do not agree, so the time stays as it is"

    _mailer: Mailer

    def ask(self, letter: LetterContext, loaded: LoadedMatch, more: int, name: str) -> Outcome:
        """Give more time to the seat or player of a `name` (or `me`); without one to the sender, if they are asked
        something, or else to those who are. Raises `Refused`."""
        check_span(more, trial=self._context.config.trial)
        seat = letter.seat(loaded)
        seats = self._meant(loaded, seat, name)
        wanted = More(tuple(each.seat for each in seats), tuple(each.since or 0 for each in seats), more)
        without = {seat.seat, *wanted.seats}
        others = [each for each in loaded.people() if each.seat not in without and each.address]
        who = listed(loaded.title(each.seat) for each in seats)
        if not others:
            give_time(self._store, loaded, seats, more, self._context.now())
            headline = f"{loaded.title(seat.seat)} gives {who} {span(more)} more."
            told = f"{who} has {span(more)} more" if seat not in seats else f"you have {span(more)} more"
            return Outcome(told, announces=(Announcement(loaded.number, headline, "more time"),))
        stands = [each for each in loaded.open(self.kind) if More.of(each).since == wanted.since]
        if stands:
            missing = handles(loaded.waiting(stands))
            return Outcome(f"more time is asked for already; not all of these have answered: {missing}")
        self.require_patience(letter, loaded)
        for question in self.put(loaded, seat.seat, msgspec.json.encode(wanted).decode(), others):
            self._mail(letter, loaded, question, wanted, who)
        return Outcome(f"nobody has more time yet; these are asked whether they agree: {handles(others)}")

    def _meant(self, loaded: LoadedMatch, seat: SeatRow, name: str) -> list[SeatRow]:
        clocks = running_clocks(loaded)
        named = name.lower().rstrip(".!")
        if named in ("me", "myself") or (not named and any(each.index == seat.index for each in clocks)):
            found = [each for each in clocks if each.index == seat.index]
        elif named:
            found = [each for each in clocks if named in (each.seat.lower(), each.handle.lower())]
        else:
            found = clocks
        if not found:
            who = "anybody" if not named else "you" if named in ("me", "myself") else name
            raise Refused(f"No clock runs for {who} in match {loaded.number}")
        return found

    def _mail(
        self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation, wanted: More, who: str
    ) -> None:
        assert question.player is not None
        player = self._store.people.player(question.player)
        clock = next(seat for seat in loaded.seats if seat.seat == wanted.seats[0])
        self._mailer.plain(
            ExtensionMail(
                number=loaded.number,
                title=loaded.game.title,
                by=loaded.title(question.seat),
                who=who,
                own=wanted.seats == (question.seat,),
                more=span(wanted.more),
                due=moment(clock.due, player.zone) if clock.due is not None else "",
            ),
            player,
            f"more time in match {loaded.number}?",
            Dispatch(f"extension-{loaded.number}-{letter.inbox}", auto_submitted=True),
            token=Token("confirm", question.id, player.generation),
        )

    def check_answer(self, loaded: LoadedMatch, question: Confirmation) -> None:
        """Raise `Refused` if the clocks that were asked about do not run anymore."""
        if self.lapses(loaded, question) is not None:
            raise Refused("The match has gone on, so this answer is no longer needed")

    def carry_out(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """Give the time."""
        told = self._give(loaded, question)
        return Outcome(
            told,
            shows=(loaded.number,),
            announces=(Announcement(loaded.number, f"All agree: {told}.", "more time"),),
        )

    def settle(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """Give the time once all who are left have agreed."""
        if loaded.waiting(loaded.same(question)):
            return None
        return f"All who are left agree: {self._give(loaded, question)}."

    def _give(self, loaded: LoadedMatch, question: Confirmation) -> str:
        wanted = More.of(question)
        seats = [seat for seat in loaded.seats if seat.seat in wanted.seats]
        give_time(self._store, loaded, seats, wanted.more, self._context.now())
        return f"{listed(loaded.title(seat.seat) for seat in seats)} has {span(wanted.more)} more"

    def lapses(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """As soon as one of the clocks has stopped, or has been started anew."""
        wanted = More.of(question)
        since = tuple(seat.since or 0 for seat in loaded.seats if seat.seat in wanted.seats)
        return "" if since != wanted.since else None
