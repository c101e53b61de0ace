"""The others' votes about a late seat: to wait, to let the house or another player go on, or to take the seat out."""

from pbem.play.orders import Refused, did_you_mean
from pbem.server.absence.deadlines import Deadlines
from pbem.server.core.context import Service
from pbem.server.core.times import moment, span
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.letters.waiting import late_seat_for
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Story
from pbem.server.mailing.position import Layout
from pbem.server.matches.ballots import CHOICES, decided, voters
from pbem.server.matches.bots import house_player
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.matches.willing import apart, check_willing
from pbem.store.rows import Player, SeatRow


class Votes(Service):
    """What the others want done about a late seat. Silence decides nothing: the deadline is extended until there is a
    majority, and an answer by the late player ends the vote."""

    _repository: MatchRepository
    _mailer: Mailer
    _summaries: MatchSummaries
    _deadlines: Deadlines

    def vote(self, letter: LetterContext, loaded: LoadedMatch, choice: str, late: SeatRow) -> Outcome:
        """Record a vote; a majority is carried out at once. Raises `Refused`."""
        mine = letter.seat(loaded)
        if mine.index == late.index:
            raise Refused("It is your own seat that the vote is about: simply answer what you are asked")
        if mine.index not in voters(loaded, late):
            raise Refused("You are out of this match, so you have no vote")
        if choice == "wait" and late.gone:
            raise Refused(f"{late.handle} has left the server for good; there is nobody to wait for")
        if choice not in CHOICES:
            choice = self._substitute(letter.sender, loaded, choice).handle
        self._store.matches.cast(loaded.number, late.index, mine.index, choice)
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
        """Take a seat that a majority has offered to this player. Raises `Refused`."""
        player = letter.sender
        loaded, late = self._seat_for(player, number)
        before = loaded.title(late.seat)
        self.replace(loaded, late, player)
        letter.matches.put(loaded)
        return Outcome(
            f"you are {loaded.title(late.seat)} in match {number} now",
            shows=(number,),
            announces=(Announcement(number, f"{player.handle} plays on for {before}."),),
            turns_to=number,
            as_it_is=number,
        )

    def decline(self, player: Player, number: int, key: str) -> str:
        """Decline to take a seat; those who voted for this player are asked again. Raises `Refused`.

        `key` names the occasion.
        """
        loaded, late = self._seat_for(player, number)
        self._store.matches.uncast(number, late.index, player.handle)
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
        self._store.watch.say(number, loaded.before.turn, headline, self._context.now())
        return f"you do not play on in match {number}; those who asked you are told. Thank you for the answer"

    def _seat_for(self, player: Player, number: int) -> tuple[LoadedMatch, SeatRow]:
        """Raises `Refused` if nobody has asked the player to take a seat there."""
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
        who = loaded.title(late.seat)
        if choice == "wait":
            self._store.matches.set_missed(loaded.number, late.index, 0, False)
            loaded.refresh(self._store)
            self._deadlines.wait_on(loaded, loaded.seats[late.index], again=True)
            return "a majority wants to wait: the deadline is extended", f"It is decided to wait for {who}."
        if choice == "house":
            self.replace(loaded, late, house_player(self._store, self._context.now()))
            return "the house plays on in that seat", f"It is decided that the house plays on for {who}."
        if choice == "forfeit":
            loaded.match.leave(late.seat, "deadline")
            return "the seat is out of the match", f"It is decided that {who} is out for being late."
        self._invite(loaded, late, choice, str(letter.inbox))
        return f"{choice} is asked to take the seat", f"It is decided to ask {choice} to play on for {who}."

    def _invite(self, loaded: LoadedMatch, late: SeatRow, handle: str, key: str) -> None:
        player = self._store.people.named(handle)
        assert player is not None
        dispatch = Dispatch(f"substitute-{loaded.number}-{late.index}-{key}", auto_submitted=True)
        self._mailer.plain(
            "substitute",
            player,
            f"will you play on in match {loaded.number}?",
            dispatch,
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
                layout=Layout(legend=False),
            ),
        )

    def replace(self, loaded: LoadedMatch, late: SeatRow, player: Player, *, by_host: bool = False) -> None:
        """Give a seat to another player, with new time, because the others or the host want it; the player before is
        told."""
        before = self._store.people.player(late.player)
        self._repository.hand_over(loaded, late, player)
        if late.since is not None:
            self._deadlines.wait_on(loaded, loaded.seats[late.index], again=True)
        if before.address:
            who = f"the {HOUSE}" if player.handle == HOUSE else player.handle
            occasion = f"host-{self._context.now()}" if by_host else late.missed
            dispatch = Dispatch(f"replaced-{loaded.number}-{late.index}-{occasion}", auto_submitted=True)
            self._mailer.plain(
                "replaced",
                before,
                f"{who} plays on for you in match {loaded.number}",
                dispatch,
                number=loaded.number,
                game=loaded.game.name,
                who=who,
                by_host=by_host,
            )
