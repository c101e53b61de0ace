"""What happens to who is late: one rung of the match's policy for each deadline missed in a row.

`nag` reminds them and tells the others, `skip` lets the server answer, `vote` asks the others, `forfeit` takes them
out. An answer of their own brings them back to the ground. Whatever leaves them asked gives them new time; at last,
when the others have been asked again and again, nothing happens by itself any more, and their vote stays open. See
`pbem.server.matches.ballots.step` for what stands for a rung that will not do.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.mail.prose import listed
from pbem.play.orders import Refused, did_you_mean
from pbem.server.clocks.clocks import calendar, next_moment, start
from pbem.server.core.context import Context
from pbem.server.core.terms import POLICIES
from pbem.server.core.times import DAY, moment, span
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Story
from pbem.server.matches.ballots import CHOICES, decided, step, voters
from pbem.server.matches.bots import house_player
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.matches.willing import apart, check_willing
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Announcement, Outcome
from pbem.server.reading.waiting import late_seat_for
from pbem.server.views.publishing import Publisher
from pbem.store.rows import MatchRow, Player, SeatRow

IN_VAIN = 3
"""After so many deadlines missed in a row there are no more reminders."""

AT_LAST = 6
"""After so many deadlines missed in a row on the last rung a clock rests."""


def may_be_reminded(seat: SeatRow, now: int) -> bool:
    """Whether a reminder is of use: not twice within a day, nor after deadline upon deadline has been missed, nor to
    one to whom no mail gets through, or who has left."""
    often = seat.missed >= IN_VAIN or seat.unreachable is not None or seat.gone
    return not often and (seat.reminded_at is None or now >= seat.reminded_at + DAY)


def _late_yourself(loaded: LoadedMatch, seat: SeatRow) -> str:
    if seat.vote:
        return "Your time is up: the others are asked now what shall become of your seat. Your answer still counts."
    if seat.next_reminder is None:
        return "Your time is up. From now on nothing happens by itself, but the match waits for you."
    if step(loaded, seat) == "nag":
        return "Your time is up, and the others are waiting for you: you have new time."
    return "Your time is up, and the others are waiting for you: you have new time, once."


def _late_told(loaded: LoadedMatch, late: Sequence[SeatRow]) -> list[str]:
    """What the others are told of those who are late: one sentence for all of whom the same is true."""
    told: dict[str, list[str]] = {}
    for seat in late:
        if seat.vote:
            what = "is up, and you are asked what to do; see below."
        elif seat.next_reminder is None:
            what = "is up; a last reminder has gone out."
        elif step(loaded, seat) == "nag":
            what = "is up; a reminder has gone out, and new time runs."
        else:
            what = "is up; new time runs for a last answer."
        told.setdefault(what, []).append(loaded.title(seat.seat))
    return [f"The time of {listed(who)} {what}" for what, who in told.items()]


def told(row: MatchRow, seat: SeatRow, what: str, now: int) -> str:
    """What a step is about, for the host: when time was up, and which rung of which ladder this is."""
    assert seat.due is not None
    if now < seat.due:
        return f"{span(seat.due - now)} left, until {moment(seat.due, 'UTC')}"
    policy = row.terms.policy
    rung = f", step {min(seat.missed + 1, len(policy))} of {'-'.join(policy)}" if len(policy) > 1 else ""
    return f"time was up on {moment(seat.due, 'UTC')}; policy {what}{rung}"


class Deadlines:
    """Reminders, and what follows a missed deadline."""

    def __init__(self, context: Context, mailer: Mailer, publisher: Publisher) -> None:
        self._context = context
        self._store = context.store
        self._mailer = mailer
        self._publisher = publisher

    def remind(self, loaded: LoadedMatch, seat: SeatRow, dispatch: Dispatch) -> bool:
        """Remind a seat of its deadline, if it may be; returns whether it has been."""
        assert seat.since is not None
        assert seat.due is not None
        assert seat.bank is not None
        now, mailed = self._context.now(), may_be_reminded(seat, self._context.now())
        days = calendar(self._store, loaded.row, seat, seat.since)
        following = next_moment(days, seat.since, seat.bank, seat.due, now)
        self._store.matches.set_clock(
            loaded.number, seat.index, seat.since, seat.due, following, seat.reminded + mailed, seat.bank
        )
        if mailed:
            self._store.matches.set_reminded(loaded.number, seat.index, now)
            left = span(seat.due - now)
            news = MatchNews(
                headline=f"A reminder: you have {left} left.", subject=f"{left} left", passing=True
            )
            self._mailer.tell(loaded, seat, dispatch, news)
        return mailed

    def time_is_up(self, loaded: LoadedMatch, seat: SeatRow) -> bool:
        """Take the next rung for a seat that has missed its deadline.

        True where the match goes on waiting for it: then all are to be told by `tell`, of every such seat at once.
        """
        what = step(loaded, seat)
        who = loaded.title(seat.seat)
        self._store.matches.set_missed(loaded.number, seat.index, seat.missed + 1, what == "vote")
        self._store.people.count_late(seat.player)
        loaded.refresh(self._store)
        seat = loaded.seats[seat.index]
        if what in ("nag", "vote"):
            self.wait_on(loaded, seat, again=seat.missed - len(loaded.row.terms.policy) + 1 < AT_LAST)
            return True
        if what == "skip":
            done = len(loaded.match.rows)
            loaded.match.answer_automatically(seat.seat)
            answer = next(row.text for row in loaded.match.rows[done:] if row.by == "deadline")
            mine, theirs = f"the server has answered for you: {answer}.", "the server has answered instead."
            following = step(loaded, seat)
            if following != "skip":
                mine += f" When it is up again without an answer of yours: {POLICIES[following].partition(':')[0]}."
        else:
            mine, theirs = "you are out of the match now.", "the seat is out of the match now."
            loaded.match.leave(seat.seat, "deadline")
        self._publisher.publish(
            loaded,
            news=lambda own: MatchNews(
                headline=f"Your time was up: {mine}" if own else f"The time of {who} was up: {theirs}"
            ),
            everybody=True,
            late=seat,
        )
        return False

    def wait_on(self, loaded: LoadedMatch, seat: SeatRow, *, again: bool) -> None:
        """Give who is late new time, or let their clock rest for good."""
        if again:
            loaded.seats[seat.index] = start(
                self._store,
                loaded.row,
                seat,
                self._context.now(),
                loaded.row.terms.add or loaded.row.terms.cap,
            )
            return
        assert seat.since is not None
        self._store.matches.set_clock(
            loaded.number, seat.index, seat.since, seat.due, None, seat.reminded + 1, seat.bank
        )
        loaded.refresh(self._store)

    def tell(self, loaded: LoadedMatch, late: Sequence[int], dispatch: Dispatch) -> None:
        """Tell all players of the seats (by their numbers) that are late now: one mail to each of them."""
        who = listed(loaded.title(loaded.seats[index].seat) for index in late)
        self._store.watch.say(loaded.number, loaded.turn_before, f"The time of {who} was up.")
        for reader in loaded.seats:
            others = [loaded.seats[index] for index in late if index != reader.index]
            headline = " ".join(_late_told(loaded, others))
            if reader.index in late:
                headline = " ".join(filter(None, (_late_yourself(loaded, reader), headline)))
                news = MatchNews(headline=headline, subject="your time is up")
                self._mailer.about_match(loaded, reader, dispatch, news)
            elif reader.handle != HOUSE:
                self._mailer.tell(loaded, reader, dispatch, MatchNews(headline=headline))


class Votes:
    """What the others want done about a late seat. Silence decides nothing: time is given anew until a majority has
    spoken, and the late one's own answer ends the vote."""

    def __init__(
        self,
        context: Context,
        repository: MatchRepository,
        mailer: Mailer,
        summaries: MatchSummaries,
        deadlines: Deadlines,
    ) -> None:
        self._context = context
        self._repository = repository
        self._mailer = mailer
        self._summaries = summaries
        self._deadlines = deadlines
        self._store = context.store
        self._matches = context.store.matches

    def vote(self, letter: LetterContext, loaded: LoadedMatch, choice: str, late: SeatRow) -> Outcome:
        """Take a vote; with a majority it is done. Raises `Refused`."""
        mine = letter.seat(loaded)
        if mine.index == late.index:
            raise Refused("It is your own seat that the vote is about: simply answer what you are asked")
        if mine.index not in voters(loaded, late):
            raise Refused("You are out of this match, so you have no vote")
        if choice == "wait" and late.gone:
            raise Refused(f"{late.handle} has left the server for good; there is nobody to wait for")
        if choice not in CHOICES:
            choice = self._substitute(letter.sender, loaded, choice).handle
        self._matches.cast(loaded.number, late.index, mine.index, choice)
        done = decided(self._store, loaded, late)
        if done is None:
            headline = f"{loaded.title(mine.seat)} votes about {loaded.title(late.seat)}: {choice}."
            needed = len(voters(loaded, late)) // 2 + 1
            told = f"your vote: {choice}; {needed} votes for the same decide, and until then you can change yours"
        else:
            told, headline = self._carry_out(letter, loaded, late, done)
        announcement = Announcement(loaded.number, headline)
        return Outcome(told, shows=(loaded.number,), announces=(announcement,))

    def take_over(self, letter: LetterContext, number: int) -> Outcome:
        """Take a seat that a majority has voted one into. Raises `Refused`."""
        player = letter.sender
        loaded, late = self._seat_for(player, number)
        before = loaded.title(late.seat)
        self._replace(loaded, late, player)
        letter.matches.put(loaded)
        return Outcome(
            f"you are {loaded.title(late.seat)} in match {number} now",
            shows=(number,),
            announces=(Announcement(number, f"{player.handle} plays on for {before}."),),
            turns_to=number,
            as_it_is=number,
        )

    def decline(self, player: Player, number: int, key: str) -> str:
        """Say no to the wish to take a seat; those who have wished it are asked anew. Raises `Refused`.

        `key` names the occasion.
        """
        loaded, late = self._seat_for(player, number)
        self._matches.uncast(number, late.index, player.handle)
        who = loaded.title(late.seat)
        headline = f"{player.handle} does not want to play on for {who}."
        for seat in loaded.seats:
            if seat.handle != HOUSE:
                vote = seat.index in voters(loaded, late)
                ask = " So you are asked again what to do; see below." if vote else ""
                self._mailer.tell(
                    loaded,
                    seat,
                    Dispatch(f"no-substitute-{number}-{late.index}-{key}", auto_submitted=True),
                    MatchNews(headline=headline + ask),
                )
        self._store.watch.say(number, loaded.turn_before, headline)
        return f"you do not play on in match {number}; those who asked you are told. Thank you for the answer"

    def _seat_for(self, player: Player, number: int) -> tuple[LoadedMatch, SeatRow]:
        """The same. Raises `Refused` where nobody has asked the player to take a seat there."""
        found = late_seat_for(self._context, self._repository, player, number)
        if found is None:
            where = f" in match {number}" if number else ""
            raise Refused(
                f"Nobody waits for you to take a seat{where}: you have not been asked to, or it is settled by now"
            )
        return found

    def _substitute(self, voter: Player, loaded: LoadedMatch, name: str) -> Player:
        player = self._store.people.named(name)
        if player is None or player.disabled:
            near = did_you_mean(name, [*CHOICES, *self._store.people.handles_like(name)])
            told = f"Vote for {', '.join(CHOICES)}, or for a player's name; there is no player {name}"
            raise Refused(f"{told}. {near}" if near else told)
        if loaded.seat_of(player) is not None:
            raise Refused(f"{player.handle} has a seat in this match already")
        check_willing(self._store, voter, player, loaded.game)
        if apart(self._store, player, loaded.seats):
            raise Refused(f"{player.handle} cannot be asked to play in this match")
        return player

    def _carry_out(
        self, letter: LetterContext, loaded: LoadedMatch, late: SeatRow, choice: str
    ) -> tuple[str, str]:
        """Returns what the last voter is told, and what everybody is."""
        who = loaded.title(late.seat)
        if choice == "wait":
            self._matches.set_missed(loaded.number, late.index, 0, False)
            loaded.refresh(self._store)
            self._deadlines.wait_on(loaded, loaded.seats[late.index], again=True)
            return "a majority wants to wait: new time runs", f"It is decided to wait for {who}."
        if choice == "house":
            self._replace(loaded, late, house_player(self._store, self._context.now()))
            return "the house plays on in that seat", f"It is decided that the house plays on for {who}."
        if choice == "forfeit":
            loaded.match.leave(late.seat, "deadline")
            return "the seat is out of the match", f"It is decided that {who} is out for being late."
        self._invite(loaded, late, choice, str(letter.inbox))
        return f"{choice} is asked to take the seat", f"It is decided to ask {choice} to play on for {who}."

    def _invite(self, loaded: LoadedMatch, late: SeatRow, handle: str, key: str) -> None:
        """Ask a player whether they take the seat; `key` names the occasion."""
        player = self._store.people.named(handle)
        assert player is not None
        dispatch = Dispatch(f"substitute-{loaded.number}-{late.index}-{key}", auto_submitted=True)
        self._mailer.plain(
            "substitute",
            player.address,
            f"will you play on in match {loaded.number}?",
            dispatch,
            player=player,
            number=loaded.number,
            game=loaded.game.name,
            title=loaded.title(late.seat),
            turn=loaded.match.turn.number + 1,
            gone=late.gone,
            due=moment(late.due, player.zone) if late.due is not None and not late.gone else "",
            sheet=self._summaries.told(loaded.row, late, player.zone),
            time=span(loaded.row.terms.add or loaded.row.terms.cap),
            story=Story(
                0,
                b"[]",
                loaded.names,
                loaded.game.view(loaded.seen_by(None), None),
                player.preferences,
                legend=False,
            ),
        )

    def _replace(self, loaded: LoadedMatch, late: SeatRow, player: Player) -> None:
        """Another player goes on in a seat, with new time; who had it is told."""
        before = self._store.people.player(late.player)
        self._repository.hand_over(loaded, late, player)
        if late.since is not None:
            bank = loaded.row.terms.add or loaded.row.terms.cap
            loaded.seats[late.index] = start(
                self._store, loaded.row, loaded.seats[late.index], self._context.now(), bank
            )
        if before is not None and before.address:
            who = f"the {HOUSE}" if player.handle == HOUSE else player.handle
            dispatch = Dispatch(f"replaced-{loaded.number}-{late.index}-{late.missed}", auto_submitted=True)
            self._mailer.plain(
                "replaced",
                before.address,
                f"{who} plays on for you in match {loaded.number}",
                dispatch,
                player=before,
                number=loaded.number,
                game=loaded.game.name,
                who=who,
            )
