"""Inviting people who are not players yet, by one mail, which they may answer with a name, or with a wish for no more.

Nobody can make the server write to strangers without end: the number of invitations a day is limited for each player,
an address is invited once a week, and people who answer `stop` are never invited again.
"""

from typing import Any

from pbem.mail.tokens import Token
from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.language.names import check_address
from pbem.server.letters.handles import nearest_free
from pbem.server.letters.questions import TERM
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Body
from pbem.server.matches.bots import OPEN
from pbem.server.matches.willing import check_willing
from pbem.store.addresses import mailbox
from pbem.store.rows import MatchRow, Player

KIND = "invitation"
"""Kind of the question, and its template. It is about a seat: the numbers of its match and of itself."""


class InvitationMail(Mail, frozen=True):
    """An offer to an address; `handle`: "" for somebody who is no player."""

    template = "invitation"

    handle: str
    host: str
    example: str


class Guests(Service):
    """Invites people by their address."""

    _mailer: Mailer
    _summaries: MatchSummaries
    _limits: RateLimits

    def check(self, host: Player, address: str) -> str:
        """The address in its normal form, if this player may invite somebody there. Raises `Refused`.

        A player's address is treated like a stranger's, so that nothing is revealed.
        """
        if self._context.config.registration == "closed":
            raise Refused(
                "Only the host of this server can add new players, so you cannot invite anybody by mail address"
            )
        address = check_address(address)
        config = self._context.config
        ours = address.rpartition("@")[2] == config.domain
        if ours or self._context.tokens.reserves(address):
            raise Refused(f"{address} is an address of this server")
        player = self._store.people.at(address)
        if player is not None and player.id == host.id:
            raise Refused("That is your own address; you have a seat already")
        self.check_room(host, 1)
        if self._store.company.refuses_mail(address) or self._limits.reached("invitation", mailbox(address)):
            invited = self._open_to(host, address)
            if invited:
                raise Refused(
                    f"You have invited {address} already, to match {invited}; to take that back write:"
                    f" decline {invited}"
                )
            how = f". Write there yourself: they can register with {self._context.own_address}"
            raise Refused(f"Nobody can be invited at {address} now{'' if self._context.joining else how}")
        return address

    def check_room(self, host: Player, more: int) -> None:
        """Whether a player may invite more people today. Raises `Refused`."""
        self._limits.check("guest", host.id, more)

    def _open_to(self, host: Player, address: str) -> int:
        """The match to which a player has invited an address, while it waits for an answer; 0 if there is none."""
        for row in self._store.matches.of_player(host.id, ("offered",)):
            for seat in self._store.matches.seats(row.id):
                about = f"{row.id} {seat.index}"
                asked = self._store.confirmations.address_asked(KIND, host.id, about)
                if (
                    asked
                    and mailbox(asked) == mailbox(address)
                    and seat.handle == OPEN
                    and seat.status == "invited"
                ):
                    return row.id
        return 0

    def _willing(self, host: Player, player: Player, game: Game[Any]) -> bool:
        try:
            check_willing(self._store, host, player, game)
        except Refused:
            return False
        return True

    def invite(self, host: Player, row: MatchRow, index: int, address: str) -> None:
        """Invite somebody to take a seat; a player gets the mail at their current address.

        A player who has blocked their host, or takes no more matches, gets none; the host is not told, or they would
        learn whose address it is.
        """
        self._limits.count("guest", host.id)
        self._limits.count("invitation", mailbox(address))
        now, about = self._context.now(), f"{row.id} {index}"
        number = self._store.confirmations.add(KIND, host.id, address, about, now, row.expires + TERM)
        seat = self._store.matches.seats(row.id)[index]
        player = self._store.people.at(address)
        if player is not None and not self._willing(host, player, self._context.games.of(row.game)):
            return
        self._mailer.plain(
            InvitationMail(
                handle=player.handle if player else "",
                host=host.handle,
                example="accept"
                if player
                else f"accept {nearest_free(self._context, address.partition('@')[0])}",
            ),
            player or address,
            f"{host.handle} invites you to a match of {self._context.games.of(row.game).title}",
            Dispatch(f"invitation-{number}", auto_submitted=True),
            token=Token("invite", number),
            parts=(Body.of(self._summaries.brief_offer(row, seat), row.game),),
        )
