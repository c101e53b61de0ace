"""What happens to a late player: one step of the match's policy for each deadline missed in a row.

`nag` reminds them and tells the others, `skip` lets the server answer, `vote` asks the others, `forfeit` takes them
out. An answer of their own brings them back to its beginning. A step after which they are still asked gives them new
time; when the others have been asked often enough, nothing more happens by itself, and their vote stays open.
`pbem.server.matches.ballots.step` replaces a step that cannot be taken.
"""

from collections.abc import Sequence

from msgspec import structs

from pbem.mail.prose import listed
from pbem.server.clocks.clocks import calendar, next_moment, start
from pbem.server.core.context import Service
from pbem.server.core.terms import POLICIES
from pbem.server.core.times import DAY, moment, span
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.matches.ballots import step
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.server.settling.settling import Settling, Telling
from pbem.store import Store
from pbem.store.rows import MatchRow, SeatRow

WAITS = ("nag", "vote")
"""Steps of a policy after which the match still waits for the late seat."""

IN_VAIN = 3  # number of deadlines missed in a row after which there are no more reminders
AT_LAST = 6  # number of deadlines missed in a row on the last step after which a clock rests


def may_be_reminded(seat: SeatRow, now: int) -> bool:
    """Whether a reminder is of use: not twice within a day, nor after many missed deadlines, nor to a player whom no
    mail reaches, or who has left."""
    often = seat.missed >= IN_VAIN or seat.unreachable is not None or seat.gone
    return not often and (seat.reminded_at is None or now >= seat.reminded_at + DAY)


def _lateness(loaded: LoadedMatch, seat: SeatRow) -> tuple[str, str]:
    """What a late player is told about a missed deadline, and what the others are told after their name."""
    if seat.vote:
        mine = ": the others are now asked what should happen to your seat. Your answer still counts."
        return mine, ", and you are asked what to do; see below."
    if seat.next_reminder is None:
        mine = ". The match waits for you, and nothing more happens by itself."
        return mine, "; a last reminder has gone out."
    mine = ", and the others are waiting for you: you have more time"
    if step(loaded, seat) == "nag":
        return f"{mine}.", "; a reminder has gone out, with more time."
    return f"{mine}, once.", "; there is more time for a last answer."


def _late_told(loaded: LoadedMatch, late: Sequence[SeatRow]) -> list[str]:
    """What the others are told of late players: one sentence for all of whom the same is true."""
    told: dict[str, list[str]] = {}
    for seat in late:
        told.setdefault(_lateness(loaded, seat)[1], []).append(loaded.title(seat.seat))
    return [f"The time of {listed(who)} is up{what}" for what, who in told.items()]


def told(row: MatchRow, seat: SeatRow, what: str, now: int) -> str:
    """Describe a step to the host: when the deadline was, and which step of which policy this is."""
    assert seat.due is not None
    if now < seat.due:
        return f"{span(seat.due - now)} left, until {moment(seat.due, 'UTC')}"
    policy = row.terms.policy
    place = f", step {min(seat.missed + 1, len(policy))} of {'-'.join(policy)}" if len(policy) > 1 else ""
    return f"time was up on {moment(seat.due, 'UTC')}; policy {what}{place}"


def give_new_time(store: Store, loaded: LoadedMatch, seat: SeatRow, now: int) -> None:
    """Start the clock of a late seat anew."""
    bank = loaded.row.terms.add or loaded.row.terms.cap
    loaded.save_seat(store, start(store, loaded.row, seat, now, bank))


class Deadlines(Service):
    """Reminders, and what follows a missed deadline."""

    _mailer: Mailer
    _settling: Settling

    def remind(self, loaded: LoadedMatch, seat: SeatRow, dispatch: Dispatch) -> bool:
        """Remind a seat of its deadline, if a reminder is of use; returns whether it was sent."""
        assert seat.since is not None
        assert seat.due is not None
        assert seat.bank is not None
        now, mailed = self._context.now(), may_be_reminded(seat, self._context.now())
        days = calendar(self._store, loaded.row, seat)
        following = next_moment(days, seat.since, seat.bank, seat.due, now)
        left = span(seat.due - now)
        seat = structs.replace(seat, next_reminder=following, reminded=seat.reminded + mailed)
        loaded.save_seat(self._store, seat)
        if mailed:
            self._store.matches.set_reminded(loaded.number, seat.index, now)
            news = MatchNews(
                headline=f"A reminder: you have {left} left.", subject=f"{left} left", passing=True
            )
            self._mailer.tell(loaded, seat, dispatch, news)
        return mailed

    def time_is_up(self, loaded: LoadedMatch, seat: SeatRow) -> None:
        """Take the next step of the policy for a seat that has missed its deadline.

        After a step that `WAITS` the caller must `tell` everybody, about all such seats at once.
        """
        what = step(loaded, seat)
        who = loaded.title(seat.seat)
        self._store.matches.set_missed(loaded.number, seat.index, seat.missed + 1, what == "vote")
        self._store.people.count_late(seat.player, loaded.number, seat.index)
        loaded.refresh(self._store)
        seat = loaded.seats[seat.index]
        if what in WAITS:
            self.wait_on(loaded, seat, again=seat.missed - len(loaded.row.terms.policy) + 1 < AT_LAST)
            return
        if what == "skip":
            done = len(loaded.match.rows)
            loaded.match.answer_automatically(seat.seat)
            answer = next(row.text for row in loaded.match.rows[done:] if row.by == "deadline")
            mine, theirs = f"the server has answered for you: {answer}.", "the server has answered instead."
            following = step(loaded, seat)
            if following != "skip":
                mine += f" When it is up again without an answer of yours: {POLICIES[following].partition(':')[0]}."
        else:
            mine, theirs = "you are out of the match now.", "they are out of the match now."
            loaded.match.leave(seat.seat, "deadline")
        telling = Telling(
            MatchNews(headline=f"The time of {who} was up: {theirs}"),
            own=MatchNews(headline=f"Your time was up: {mine}"),
            late=seat,
        )
        self._settling.publish(loaded, telling)

    def wait_on(self, loaded: LoadedMatch, seat: SeatRow, *, again: bool) -> None:
        """Give a late player new time, or stop their clock for good."""
        if again:
            give_new_time(self._store, loaded, seat, self._context.now())
        else:
            stopped = structs.replace(seat, next_reminder=None, reminded=seat.reminded + 1)
            loaded.save_seat(self._store, stopped)

    def tell(self, loaded: LoadedMatch, late: Sequence[int], dispatch: Dispatch) -> None:
        """Tell all players which seats (by their numbers) are late now, in one mail to each of them."""
        who = listed(loaded.title(loaded.seats[index].seat) for index in late)
        self._store.watch.say(
            loaded.number, loaded.before.turn, f"The time of {who} was up.", self._context.now()
        )
        for reader in loaded.seats:
            others = [loaded.seats[index] for index in late if index != reader.index]
            headline = " ".join(_late_told(loaded, others))
            if reader.index in late:
                headline = " ".join(
                    filter(None, (f"Your time is up{_lateness(loaded, reader)[0]}", headline))
                )
                news = MatchNews(headline=headline, subject="your time is up")
                self._mailer.about_match(loaded, reader, dispatch, news)
            elif reader.handle != HOUSE:
                self._mailer.tell(loaded, reader, dispatch, MatchNews(headline=headline))
