"""What happens to who is late: one rung of the match's policy for each deadline missed in a row.

`nag` reminds him and tells the others, `skip` lets the server answer, `vote` asks the others, `host` stops the match
for the host, `forfeit` takes him out. An answer of his own brings him back to the ground. Whatever leaves him asked
gives him new time; at last, when the others have been asked again and again, nothing happens by itself any more, and
their vote stays open. See `pbem.server.matches.ballots.step` for what stands for a rung that will not do.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.mail.prose import listed
from pbem.play.orders import Refused, did_you_mean
from pbem.play.record import Result
from pbem.server.clocks.clocks import calendar, next_moment, start
from pbem.server.core.context import Context
from pbem.server.core.terms import POLICIES
from pbem.server.core.times import DAY, moment, span
from pbem.server.mailing.mailer import Mailer, MatchNews, Occasion
from pbem.server.mailing.match_summaries import Sheets
from pbem.server.mailing.position import laid_out
from pbem.server.matches.ballots import CHOICES, decided, step, voters
from pbem.server.matches.bots import house_player
from pbem.server.matches.repository import ANNULLED, HOUSE, Table, Tables
from pbem.server.matches.turn_clocks import pause
from pbem.server.matches.willing import apart, check_willing
from pbem.server.reading.letter_context import Visit
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


def _late_yourself(table: Table, seat: SeatRow) -> str:
    if seat.vote:
        return "Your time is up: the others are asked now what shall become of your seat. Your answer still counts."
    if seat.next_reminder is None:
        return "Your time is up. From now on nothing happens by itself, but the match waits for you."
    if step(table, seat) == "nag":
        return "Your time is up, and the others are waiting for you: you have new time."
    return "Your time is up, and the others are waiting for you: you have new time, once."


def _late_told(table: Table, late: Sequence[SeatRow]) -> list[str]:
    """What the others are told of those who are late: one sentence for all of whom the same is true."""
    told: dict[str, list[str]] = {}
    for seat in late:
        if seat.vote:
            what = "is up, and you are asked what to do; see below."
        elif seat.next_reminder is None:
            what = "is up; a last reminder has gone out."
        elif step(table, seat) == "nag":
            what = "is up; a reminder has gone out, and new time runs."
        else:
            what = "is up; new time runs for a last answer."
        told.setdefault(what, []).append(table.title(seat.seat))
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

    def remind(self, table: Table, seat: SeatRow, occasion: Occasion) -> bool:
        """Remind a seat of its deadline, if it may be; returns whether it has been."""
        assert seat.since is not None
        assert seat.due is not None
        assert seat.bank is not None
        now, mailed = self._context.now(), may_be_reminded(seat, self._context.now())
        days = calendar(self._store, table.row, seat, seat.since)
        following = next_moment(days, seat.since, seat.bank, seat.due, now)
        self._store.matches.set_clock(
            table.number, seat.index, seat.since, seat.due, following, seat.reminded + mailed, seat.bank
        )
        if mailed:
            self._store.matches.set_reminded(table.number, seat.index, now)
            left = span(seat.due - now)
            news = MatchNews(
                headline=f"A reminder: you have {left} left.", subject=f"{left} left", passing=True
            )
            self._mailer.tell(table, seat, occasion, news)
        return mailed

    def time_is_up(self, table: Table, seat: SeatRow) -> bool:
        """Take the next rung for a seat that has missed its deadline.

        True where the match goes on waiting for it: then all are to be told by `tell`, of every such seat at once.
        """
        what = step(table, seat)
        who = table.title(seat.seat)
        self._store.matches.set_missed(table.number, seat.index, seat.missed + 1, what == "vote")
        self._store.people.count_late(seat.player)
        table.refresh(self._store)
        seat = table.seats[seat.index]
        if what in ("nag", "vote"):
            self.wait_on(table, seat, again=seat.missed - len(table.row.terms.policy) + 1 < AT_LAST)
            return True
        if what == "skip":
            done = len(table.match.rows)
            table.match.answer_automatically(seat.seat)
            answer = next(row.text for row in table.match.rows[done:] if row.by == "deadline")
            mine, theirs = f"the server has answered for you: {answer}.", "the server has answered instead."
            following = step(table, seat)
            if following != "skip":
                mine += f" When it is up again without an answer of yours: {POLICIES[following].partition(':')[0]}."
        elif what == "host":
            mine = theirs = "the match stops until the host has decided."
            self.wait_on(table, seat, again=True)  # when it goes on he has time to answer
            pause(self._store, table, self._context.now())
        else:
            mine, theirs = "you are out of the match now.", "the seat is out of the match now."
            table.match.leave(seat.seat, "deadline")
        self._publisher.publish(
            table,
            news=lambda own: MatchNews(
                headline=f"Your time was up: {mine}" if own else f"The time of {who} was up: {theirs}"
            ),
            everybody=True,
            late=seat,
        )
        return False

    def wait_on(self, table: Table, seat: SeatRow, *, again: bool) -> None:
        """Give who is late new time, or let his clock rest for good."""
        if again:
            table.seats[seat.index] = start(
                self._store, table.row, seat, self._context.now(), table.row.terms.add or table.row.terms.cap
            )
            return
        assert seat.since is not None
        self._store.matches.set_clock(
            table.number, seat.index, seat.since, seat.due, None, seat.reminded + 1, seat.bank
        )
        table.refresh(self._store)

    def tell(self, table: Table, late: Sequence[int], occasion: Occasion) -> None:
        """Tell all players of the seats (by their numbers) that are late now: one mail to each of them."""
        who = listed(table.title(table.seats[index].seat) for index in late)
        self._store.watch.say(table.number, table.turn_before, f"The time of {who} was up.")
        for reader in table.seats:
            others = [table.seats[index] for index in late if index != reader.index]
            headline = " ".join(_late_told(table, others))
            if reader.index in late:
                headline = " ".join(filter(None, (_late_yourself(table, reader), headline)))
                news = MatchNews(headline=headline, subject="your time is up")
                self._mailer.about_match(table, reader, occasion, news)
            elif reader.handle != HOUSE:
                self._mailer.tell(table, reader, occasion, MatchNews(headline=headline))


class Votes:
    """What the others want done about a late seat. Silence decides nothing: time is given anew until a majority has
    spoken, and the late one's own answer ends the vote."""

    def __init__(
        self, context: Context, tables: Tables, mailer: Mailer, sheets: Sheets, deadlines: Deadlines
    ) -> None:
        self._context = context
        self._tables = tables
        self._mailer = mailer
        self._sheets = sheets
        self._deadlines = deadlines
        self._store = context.store
        self._matches = context.store.matches

    def vote(self, visit: Visit, table: Table, choice: str, late: SeatRow) -> str:
        """Take a vote; with a majority it is done. Raises `Refused`."""
        mine = visit.seat(table)
        if mine.index == late.index:
            raise Refused("It is your own seat that the vote is about: simply answer what you are asked")
        if mine.index not in voters(table, late):
            raise Refused("You are out of this match, so you have no vote")
        if choice == "wait" and late.gone:
            raise Refused(f"{late.handle} has left the server for good; there is nobody to wait for")
        if choice not in CHOICES:
            choice = self._substitute(visit.sender, table, choice).handle
        self._matches.cast(table.number, late.index, mine.index, choice)
        visit.shown.add(table.number)
        done = decided(self._store, table, late)
        if done is None:
            visit.everybody.add(table.number)
            visit.announce(table, f"{table.title(mine.seat)} votes about {table.title(late.seat)}: {choice}.")
            needed = len(voters(table, late)) // 2 + 1
            return f"your vote: {choice}; {needed} votes for the same decide, and until then you can change yours"
        return self._carry_out(visit, table, late, done)

    def take_over(self, visit: Visit, number: int) -> str:
        """Take a seat that a majority has voted one into. Raises `Refused`."""
        player = visit.sender
        table, late = self._seat_for(player, number)
        before = table.title(late.seat)
        self._replace(table, late, player)
        visit.turn_to(table)
        visit.announce(table, f"{player.handle} plays on for {before}.")
        return f"you are {table.title(late.seat)} in match {number} now"

    def decline(self, player: Player, number: int, key: str) -> str:
        """Say no to the wish to take a seat; those who have wished it are asked anew. Raises `Refused`.

        `key` names the occasion.
        """
        table, late = self._seat_for(player, number)
        self._matches.uncast(number, late.index, player.handle)
        who = table.title(late.seat)
        headline = f"{player.handle} does not want to play on for {who}."
        for seat in table.seats:
            if seat.handle != HOUSE:
                vote = seat.index in voters(table, late)
                ask = " So you are asked again what to do; see below." if vote else ""
                self._mailer.tell(
                    table,
                    seat,
                    Occasion(f"no-substitute-{number}-{late.index}-{key}", automatic=True),
                    MatchNews(headline=headline + ask),
                )
        self._store.watch.say(number, table.turn_before, headline)
        return f"you do not play on in match {number}; those who asked you are told. Thank you for the answer"

    def _seat_for(self, player: Player, number: int) -> tuple[Table, SeatRow]:
        """The same. Raises `Refused` where nobody has asked the player to take a seat there."""
        found = late_seat_for(self._context, self._tables, player, number)
        if found is None:
            where = f" in match {number}" if number else ""
            raise Refused(
                f"Nobody waits for you to take a seat{where}: you have not been asked to, or it is settled by now"
            )
        return found

    def _substitute(self, voter: Player, table: Table, name: str) -> Player:
        player = self._store.people.named(name)
        if player is None or player.disabled:
            near = did_you_mean(name, [*CHOICES, *self._store.people.handles_like(name)])
            told = f"Vote for {', '.join(CHOICES)}, or for a player's name; there is no player {name}"
            raise Refused(f"{told}. {near}" if near else told)
        if table.seat_of(player) is not None:
            raise Refused(f"{player.handle} has a seat in this match already")
        check_willing(self._store, voter, player, table.game)
        if apart(self._store, player, table.seats):
            raise Refused(f"{player.handle} cannot be asked to play in this match")
        return player

    def _carry_out(self, visit: Visit, table: Table, late: SeatRow, choice: str) -> str:
        who = table.title(late.seat)
        if choice == "wait":
            visit.announce(table, f"It is decided to wait for {who}.")
            self._matches.set_missed(table.number, late.index, 0, False)
            table.refresh(self._store)
            self._deadlines.wait_on(table, table.seats[late.index], again=True)
            return "a majority wants to wait: new time runs"
        if choice == "house":
            self._replace(table, late, house_player(self._store, self._context.now()))
            visit.announce(table, f"It is decided that the house plays on for {who}.")
            return "the house plays on in that seat"
        if choice == "forfeit":
            visit.announce(table, f"It is decided that {who} is out for being late.")
            table.match.leave(late.seat, "deadline")
            return "the seat is out of the match"
        if choice == "annul":
            visit.announce(table, "It is decided to annul the match.")
            table.match.end(Result((table.match.state.seats,), ANNULLED), "host")
            return "the match is annulled"
        self._invite(table, late, choice, str(visit.inbox))
        visit.announce(table, f"It is decided to ask {choice} to play on for {who}.")
        return f"{choice} is asked to take the seat"

    def _invite(self, table: Table, late: SeatRow, handle: str, key: str) -> None:
        """Ask a player whether he takes the seat; `key` names the occasion."""
        player = self._store.people.named(handle)
        assert player is not None
        occasion = Occasion(f"substitute-{table.number}-{late.index}-{key}", automatic=True)
        self._mailer.plain(
            "substitute",
            player.address,
            f"will you play on in match {table.number}?",
            occasion,
            player=player,
            number=table.number,
            game=table.game,
            title=table.title(late.seat),
            turn=table.match.turn.number + 1,
            gone=late.gone,
            due=moment(late.due, player.zone) if late.due is not None and not late.gone else "",
            sheet=self._sheets.told(table.row, late, player.zone),
            time=span(table.row.terms.add or table.row.terms.cap),
            position=laid_out(table.game.view(table.seen_by(None), None), player.preferences, legend=False),
        )

    def _replace(self, table: Table, late: SeatRow, player: Player) -> None:
        """Another player goes on in a seat, with new time; who had it is told."""
        before = self._store.people.player(late.player)
        self._tables.hand_over(table, late, player)
        if late.since is not None:
            bank = table.row.terms.add or table.row.terms.cap
            table.seats[late.index] = start(
                self._store, table.row, table.seats[late.index], self._context.now(), bank
            )
        if before is not None and before.address:
            who = f"the {HOUSE}" if player.handle == HOUSE else player.handle
            occasion = Occasion(f"replaced-{table.number}-{late.index}-{late.missed}", automatic=True)
            self._mailer.plain(
                "replaced",
                before.address,
                f"{who} plays on for you in match {table.number}",
                occasion,
                player=before,
                number=table.number,
                game=table.game,
                who=who,
            )
