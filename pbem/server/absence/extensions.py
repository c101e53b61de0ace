"""More time for a player whose clock runs: given by an opponent at once, and for oneself when the others agree.

Everybody has a say but those who get the time, and whoever asks has said yes. The others get a mail that a yes or a no
answers, accept or decline as well. What was asked lapses when the match goes on. A request that stands is mailed to
nobody again, and one that was refused cannot be made again before the next question to the same seat.
"""

import msgspec
from msgspec import Struct

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.clocks.clocks import lengthen
from pbem.server.core.rates import RateLimits
from pbem.server.core.terms import must_suit_mail
from pbem.server.core.times import DAY, moment, span
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.people.confirmations import Flow, Reply, open_question
from pbem.server.settling.settling import Act, Settling, Telling
from pbem.store import Store
from pbem.store.rows import Confirmation, SeatRow

LONGEST = 30 * DAY


class Extension(Struct, frozen=True):
    """More time, in seconds, for these seats of a match, whose clocks have run since these moments; `by` asks."""

    match: int
    seats: tuple[str, ...]
    since: tuple[int, ...]
    more: int
    by: str


def check_span(more: int, *, trial: bool) -> None:
    """Raises `Refused` if nobody can get this much more time."""
    if not trial:
        must_suit_mail(more)
    if not 0 < more <= LONGEST:
        raise Refused(f"{span(LONGEST)} are the most that can be given at once")


def give_time(store: Store, loaded: LoadedMatch, seats: list[SeatRow], more: int, now: int) -> None:
    """Give running clocks more time. Raises `Refused` if the others vote about a seat."""
    for seat in seats:
        if seat.vote:
            raise Refused(
                f"The time of {loaded.title(seat.seat)} is up, so that takes a vote. Write: vote wait"
            )
        loaded.save_seat(store, lengthen(store, loaded.row, seat, now, more))


def running_clocks(loaded: LoadedMatch) -> list[SeatRow]:
    """The seats that are asked something, other than the house. Raises `Refused` if the match is over."""
    loaded.must_go_on()
    return [seat for seat in loaded.seats if seat.since is not None and seat.handle != HOUSE]


class Extensions(Flow):
    """Gives more time, and asks those who have a say in it."""

    kind = "extension"
    question = "may they have more time?"
    keeps_lines = True

    _mailer: Mailer
    _repository: MatchRepository
    _settling: Settling
    _limits: RateLimits

    def ask(self, letter: LetterContext, loaded: LoadedMatch, more: int, name: str) -> Outcome:
        """Give more time to the seat or player of a `name` (or `me`); without one to the sender, if they are asked
        something, or else to those who are. Raises `Refused`."""
        check_span(more, trial=self._context.config.trial)
        seat = letter.seat(loaded)
        seats = self._meant(loaded, seat, name)
        wanted = Extension(
            loaded.number,
            tuple(each.seat for each in seats),
            tuple(each.since or 0 for each in seats),
            more,
            seat.seat,
        )
        others = self._asked(loaded, wanted)
        who = listed(loaded.title(each.seat) for each in seats)
        if not others:
            give_time(self._store, loaded, seats, more, self._context.now())
            headline = f"{loaded.title(seat.seat)} gives {who} {span(more)} more."
            told = f"{who} has {span(more)} more" if seat not in seats else f"you have {span(more)} more"
            return Outcome(told, announces=(Announcement(loaded.number, headline, "more time"),))
        names = listed(each.handle for each in others)
        if any(each.seats == wanted.seats and each.since == wanted.since for _, each in self._open(loaded)):
            return Outcome(f"more time is asked for already; not all of these have answered: {names}")
        key = f"{loaded.number} {seat.seat} extend {wanted.seats} {wanted.since}"
        self._limits.require("request", key)
        for other in others:
            self._mail(letter, loaded, other, wanted, who)
        return Outcome(f"nobody has more time yet; these are asked whether they agree: {names}")

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

    def _asked(self, loaded: LoadedMatch, wanted: Extension) -> list[SeatRow]:
        """Those who have a say: people who are still in, but for whoever asks and those who get the time."""
        still_in = set(loaded.game.still_in(loaded.match.state)) - {wanted.by, *wanted.seats}
        return [
            seat for seat in loaded.seats if seat.seat in still_in and seat.handle != HOUSE and seat.address
        ]

    def _open(self, loaded: LoadedMatch) -> list[tuple[Confirmation, Extension]]:
        rows = self._store.confirmations.pending(self.kind, self._context.now())
        found = [(row, msgspec.json.decode(row.about, type=Extension)) for row in rows]
        return [(row, wanted) for row, wanted in found if wanted.match == loaded.number]

    def _mail(
        self, letter: LetterContext, loaded: LoadedMatch, other: SeatRow, wanted: Extension, who: str
    ) -> None:
        player = self._store.people.player(other.player)
        clock = next(seat for seat in loaded.seats if seat.seat == wanted.seats[0])
        self._mailer.plain(
            "extension",
            player,
            f"more time in match {loaded.number}?",
            Dispatch(f"extension-{loaded.number}-{letter.inbox}", auto_submitted=True),
            token=open_question(
                self._context, self.kind, player=player, about=msgspec.json.encode(wanted).decode()
            ),
            number=loaded.number,
            title=loaded.game.title,
            by=loaded.title(wanted.by),
            who=who,
            own=wanted.seats == (wanted.by,),
            more=span(wanted.more),
            due=moment(clock.due, player.zone) if clock.due is not None else "",
        )

    # Answers.

    def others(self, question: Confirmation) -> list[str]:
        """The players of the match."""
        wanted = msgspec.json.decode(question.about, type=Extension)
        return [seat.handle for seat in self._store.matches.seats(wanted.match)]

    def on_yes(self, reply: Reply) -> str:
        """Note one more yes; with the last one the time is given."""
        loaded, wanted, seats = self._still(reply)
        group = [row for row, each in self._open(loaded) if each == wanted]
        self._store.confirmations.delete(reply.question)
        if len(group) > 1:
            self._answer(reply, "You agree; the others have not all answered yet.")
            return f"agrees to more time in match {loaded.number}"
        give_time(self._store, loaded, seats, wanted.more, self._context.now())
        who = listed(loaded.title(seat.seat) for seat in seats)
        news = MatchNews(headline=f"All agree: {who} has {span(wanted.more)} more.", subject="more time")
        act = Act(loaded.seat_of(reply.player), reply.incoming.id, reply.dispatch)
        self._settling.publish(loaded, Telling(news), act)
        return f"more time in match {loaded.number}"

    def on_no(self, reply: Reply) -> str:
        """Nobody gets more time; whoever has asked is told."""
        loaded, wanted, _ = self._still(reply)
        self._store.confirmations.delete(*(row for row, each in self._open(loaded) if each == wanted))
        asking = next(seat for seat in loaded.seats if seat.seat == wanted.by)
        said = loaded.title(next(s.seat for s in loaded.seats if s.player == reply.player.id))
        dispatch = Dispatch(f"no-extension-{reply.question.id}", auto_submitted=True)
        headline = f"{said} does not agree to more time."
        self._mailer.about_match(loaded, asking, dispatch, MatchNews(headline=headline))
        self._answer(reply, "You do not agree, so the time stays as it is.")
        return f"no more time in match {loaded.number}"

    def _answer(self, reply: Reply, told: str) -> None:
        self._mailer.plain(
            "extension_answered", reply.player, "more time", reply.dispatch, kind="answer", told=told
        )

    def _still(self, reply: Reply) -> tuple[LoadedMatch, Extension, list[SeatRow]]:
        """The match, and the seats that would get more time. Raises `Refused` if that is settled."""
        wanted = msgspec.json.decode(reply.question.about, type=Extension)
        loaded = self._repository.load(wanted.match)
        seats = [seat for seat in loaded.seats if seat.seat in wanted.seats]
        if loaded.match.over or tuple(seat.since or 0 for seat in seats) != wanted.since:
            raise Refused("The match has gone on, so nobody waits for this answer any more")
        if loaded.seat_of(reply.player) is None:
            raise Refused(f"You have no seat in match {wanted.match} any more")
        return loaded, wanted, seats
