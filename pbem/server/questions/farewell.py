"""Leaving the server for good: confirmed after a list of all consequences, and never undone.

Matches cannot be left hanging: where the others may vote on a seat, they are asked at once what to do with it; in every
other match the seat resigns. What is known of the player is forgotten, but for their name, which stands in the records
of their matches and is never given to anybody else.
"""

from typing import Literal

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import LEAVE_QUESTION, TERM, Question, Reply, noted, open_question
from pbem.server.lobby.offers import Offers
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.mails import Mail
from pbem.server.matches.ballots import voters
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.people.addresses import is_settled
from pbem.server.settling.settling import Settling, Telling
from pbem.store.rows import MatchRow, Player, SeatRow


class FarewellMail(Mail, frozen=True):
    """Do you want to leave for good?"""

    template = "farewell"

    handle: str
    consequences: list[str]


class StaysMail(Mail, frozen=True):
    """Nothing has changed."""

    template = "stays"

    handle: str


class GoneMail(Mail, frozen=True):
    """The last mail to a player."""

    template = "gone"

    handle: str


class AccountDeletion(Question):
    """Lets players leave for good, if their answer is the word yes itself."""

    kind = "farewell"
    question = LEAVE_QUESTION
    strict = True
    keeps_lines = True

    _mailer: Mailer
    _repository: MatchRepository
    _limits: RateLimits
    _offers: Offers
    _settling: Settling

    def ask(self, player: Player, dispatch: Dispatch) -> None:
        """Mail the question whether they mean it. Raises `Refused`."""
        self._check_settled(player)
        self._limits.require(self.kind, player.id)
        self._mailer.plain(
            FarewellMail(player.handle, self.consequences(player)),
            player,
            LEAVE_QUESTION,
            Dispatch(f"farewell-{dispatch.idempotency_key}", dispatch.in_reply_to),
            token=open_question(self._context, self.kind, player=player),
        )

    def _check_settled(self, player: Player) -> None:
        if not is_settled(self._context, player):
            raise Refused(
                f"Your mail address has changed within the last {TERM // DAY} days. Until they are over you cannot"
                " leave, because somebody else might be writing in your name"
            )

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Delete the account, unless somebody else may have taken over their mail since."""
        self._check_settled(reply.player)
        self.leave(reply.player, reply.dispatch)
        return noted(f"{reply.player.handle} has left for good")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Say that nothing has changed."""
        player = reply.player
        self._limits.require("stays", player.id)
        self._mailer.plain(StaysMail(player.handle), player, "you stay", reply.dispatch)
        return noted("said no to leaving")

    def on_late(self, reply: Reply) -> Outcome | None:
        """Treat a yes that comes too late as a wish to be asked again."""
        if reply.says != "yes":
            return None
        self.ask(reply.player, reply.dispatch)
        return noted("said yes to a question that counts no more, and is asked again")

    def consequences(self, player: Player) -> list[str]:
        """What would happen to each of a player's matches and competitions."""
        found = []
        for row, seats in self._matches(player, "running"):
            title = f"Match {row.id}, {self._context.games.of(row.game).title}"
            others = [seat.handle for seat in seats if seat.player != player.id]
            with_whom = f" with {listed(others)}" if others else ""
            what = (
                "you are out of it when the host has installed the game again"
                if not self._repository.is_playable(row)
                else "the others decide who plays on for you, or what else happens to your seat"
                if self._is_voted_on(row, seats, player)
                else "you resign"
            )
            found.append(f"{title}{with_whom}: {what}")
        for row, seats in self._matches(player, "offered"):
            title = f"Match {row.id}, {self._context.games.of(row.game).title}, which has not begun"
            seat = _seat_of(player, seats)
            stands = seat.public and row.owner != player.id
            found.append(f"{title}: {'your seat is free again' if stands else 'the offer is off'}")
        competitions = self._store.competitions
        entered = [row.name for row in competitions.of_player(player.id) if row.status != "over"]
        found += [f"{name}: you withdraw" for name in entered]
        found += [f"{row.name}: the host directs it" for row in competitions.directed_by(player.id)]
        return found

    def leave(self, player: Player, dispatch: Dispatch) -> None:
        """Take a player off this server. Those who play with them are told; they get one last mail."""
        running, offered = self._matches(player, "running"), self._matches(player, "offered")
        self._forget(player)
        self._mailer.plain(GoneMail(player.handle), player.address, "good-bye", dispatch)
        for row, _ in running:
            self.leave_match(row, player)
        for row, seats in offered:
            self._offers.give_back(player, row, _seat_of(player, seats), f"left-{player.id}")

    def leave_match(self, row: MatchRow, player: Player) -> None:
        """Take a player who has left the server out of a match; if its game is not installed, that waits until it is
        again."""
        if self._repository.is_playable(row):
            self._take_leave(self._repository.load(row.id), player)

    def _forget(self, player: Player) -> None:
        store, now = self._store, self._context.now()
        for address in store.people.addresses(player.id):
            store.post.withdraw(address)
        store.stops.end(player.id, now)
        store.watch.forget(player.id)
        store.news.forget(player.id)
        store.company.forget(player.id)
        store.competitions.look_for(player.id)
        store.people.leave(player.id)

    def _take_leave(self, loaded: LoadedMatch, player: Player) -> None:
        seat = loaded.seat_of(player)
        assert seat is not None
        who = loaded.title(seat.seat)
        if "vote" in loaded.row.terms.policy and voters(loaded, seat):
            self._store.matches.set_missed(loaded.number, seat.index, max(seat.missed, 1), True)
            loaded.refresh(self._store)
            headline = f"{who} has left the server for good. You are asked what should happen to the seat; see below."
        else:
            headline = f"{who} has left the server for good, and this match with it."
            # If nobody is left who could vote on them, the seats of those who left earlier are given up, too.
            alone = not voters(loaded, seat)
            for each in loaded.seats:
                if each.index == seat.index or (each.gone and alone):
                    loaded.match.leave(each.seat)
        self._settling.publish(loaded, Telling(MatchNews(headline=headline)))

    def _matches(
        self, player: Player, status: Literal["running", "offered"]
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        matches = self._store.matches
        return [(row, matches.seats(row.id)) for row in matches.of_player(player.id, (status,))]

    def _is_voted_on(self, row: MatchRow, seats: list[SeatRow], player: Player) -> bool:
        """Whether the others vote on a seat; those who have left do not vote, nor does the house."""
        if "vote" not in row.terms.policy:
            return False
        return bool(voters(self._repository.load(row.id), _seat_of(player, seats)))


def _seat_of(player: Player, seats: list[SeatRow]) -> SeatRow:
    return next(seat for seat in seats if seat.player == player.id)
