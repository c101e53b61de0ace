"""Somebody is asked to play on for a late player, as a majority of the others wants; nobody else can."""

from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.absence.deadlines import give_new_time
from pbem.server.core.times import moment, span
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.letters.questions import Question, Reply
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import NOTHING, Story
from pbem.server.mailing.position import Layout, position_for
from pbem.server.matches.ballots import decided, voters
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.store.rows import Confirmation, Player, SeatRow


class SubstituteMail(Mail, frozen=True, kw_only=True):
    """Will you take over a seat?"""

    template = "substitute"

    number: int
    title: str
    turn: int
    gone: bool
    due: str
    sheet: str
    time: str


class ReplacedMail(Mail, frozen=True):
    """Somebody else has the seat now."""

    template = "replaced"

    number: int
    who: str
    by: str


class Substitute(Question):
    """Gives a late seat to whoever has been asked to take it. It is about the seat."""

    kind = "substitute"
    question = "will you play on in the match?"
    keeps_lines = True
    nothing = "Nobody waits for you to take a seat: you have not been asked to, or it is settled by now"

    _repository: MatchRepository
    _mailer: Mailer
    _summaries: MatchSummaries

    def ask(self, loaded: LoadedMatch, late: SeatRow, handle: str, key: str) -> None:
        """Ask a player, whom a majority wants, to take a late seat; `key` names the occasion."""
        player = self._store.people.named(handle)
        assert player is not None
        number = self._store.confirmations.add(
            self.kind,
            player.id,
            "",
            late.seat,
            self._context.now(),
            None,
            match=loaded.number,
            seat=late.seat,
            mail=self._store.post.last_sent(),
        )
        loaded.reread_questions(self._store)
        dispatch = Dispatch(f"substitute-{loaded.number}-{late.index}-{key}", auto_submitted=True)
        self._mailer.plain(
            SubstituteMail(
                number=loaded.number,
                title=loaded.title(late.seat),
                turn=loaded.match.turn.number + 1,
                gone=late.gone,
                due=moment(late.due, player.zone) if late.due is not None and not late.gone else "",
                sheet=self._summaries.told(loaded.row, late, player.zone),
                time=span(loaded.row.terms.add or loaded.row.terms.cap),
            ),
            player,
            f"will you play on in match {loaded.number}?",
            dispatch,
            token=Token("confirm", number, player.generation),
            game=loaded.game.name,
            story=Story(
                0,
                NOTHING,
                loaded.names,
                position_for(loaded.game, loaded.seen_by(None), None, player.preferences),
                player.preferences,
                layout=Layout(legend=False),
            ),
        )

    def withdraw(self, loaded: LoadedMatch, late: SeatRow) -> None:
        """Stop asking for a seat to be taken, since the votes about it have changed."""
        about = [each for each in loaded.open(self.kind) if each.seat == late.seat]
        self._store.confirmations.delete(*about)
        loaded.reread_questions(self._store)

    def lapses(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """As soon as there is no vote about the seat anymore."""
        return None if any(seat.vote and seat.seat == question.seat for seat in loaded.seats) else ""

    # Answering.

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Take the seat. Raises `Refused` if the others have settled it by now."""
        letter, player = reply.letter, reply.player
        loaded, late = self._seat_of(reply.question, player)
        before = loaded.title(late.seat)
        self.replace(loaded, late, player)
        letter.matches.put(loaded)
        return Outcome(
            f"you are {loaded.title(late.seat)} in match {loaded.number} now",
            shows=(loaded.number,),
            announces=(Announcement(loaded.number, f"{player.handle} plays on for {before}."),),
            turns_to=loaded.number,
            as_it_is=loaded.number,
        )

    def on_no(self, reply: Reply) -> Outcome | None:
        """Leave it; those who voted for this player are asked again. Raises `Refused`."""
        letter, player = reply.letter, reply.player
        loaded, late = self._seat_of(reply.question, player)
        number = loaded.number
        self.withdraw(loaded, late)
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
                    Dispatch(f"no-substitute-{number}-{late.index}-{letter.inbox}", auto_submitted=True),
                    MatchNews(headline=headline + ask),
                )
        self._store.watch.say(number, loaded.before.turn, headline, self._context.now())
        return Outcome(
            f"you do not play on in match {number}; those who asked you are told. Thank you for the answer"
        )

    def _seat_of(self, question: Confirmation, player: Player) -> tuple[LoadedMatch, SeatRow]:
        assert question.match is not None
        loaded = self._repository.load(question.match)
        for late in loaded.seats:
            if late.seat == question.seat and decided(self._store, loaded, late) == player.handle:
                return loaded, late
        raise Refused(self.nothing)

    def replace(self, loaded: LoadedMatch, late: SeatRow, player: Player, *, by: str = "") -> None:
        """Give a seat to another player, with new time, because the others want it, or somebody decides it, `by`; the
        player before is told."""
        before = self._store.people.player(late.player)
        self._repository.hand_over(loaded, late, player)
        if late.since is not None:
            give_new_time(self._store, loaded, loaded.seats[late.index], self._context.now())
        if before.address:
            who = f"the {HOUSE}" if player.handle == HOUSE else player.handle
            occasion = f"host-{self._context.now()}" if by else late.missed
            dispatch = Dispatch(f"replaced-{loaded.number}-{late.index}-{occasion}", auto_submitted=True)
            self._mailer.plain(
                ReplacedMail(loaded.number, who, by=by),
                before,
                f"{who} plays on for you in match {loaded.number}",
                dispatch,
                game=loaded.game.name,
            )
