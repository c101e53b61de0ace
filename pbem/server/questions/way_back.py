"""An old address is told where the mail goes now, and may take that back."""

from pbem.mail.prose import listed
from pbem.server.core.context import Ignored
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.mailing.broadcasts import Broadcasts
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.people.addresses import MOVED, Addresses


class ReturnedMail(Mail, frozen=True):
    """The mail of a player comes to the old address again."""

    template = "returned"

    gone: str
    told: str


class DroppedMail(Mail, frozen=True):
    """An address belongs to a player no more."""

    template = "dropped"

    handle: str


class WayBack(Question):
    """Tells an old address where the mail goes now. A no from there takes that back; anything else is read like any
    other letter."""

    kind = MOVED
    asks_again = False

    _mailer: Mailer
    _addresses: Addresses
    _broadcasts: Broadcasts

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Nothing: no question was asked that a yes could answer."""
        return None

    def on_no(self, reply: Reply) -> Outcome | None:
        """Take the changes back; the addresses that they added are told, too."""
        if reply.player.disabled:
            raise Ignored("a disabled player")
        number, handle = reply.question.id, reply.player.handle
        gone = self._addresses.take_back(reply.player, reply.question)
        player = self._addresses.reload(reply.player)
        told = self._addresses.describe(player)
        self._mailer.plain(
            ReturnedMail(listed(gone), told), player, "your mail comes here again", reply.dispatch
        )
        for address in gone:
            dispatch = Dispatch(f"dropped-{number}")
            self._mailer.plain(
                DroppedMail(handle), address, "the mail of a player comes here no more", dispatch
            )
        headline = "Your mail comes here again; your old reply addresses are void: answer this mail."
        self._broadcasts.send_boards(player, headline, f"moved-back-{number}")
        return noted(f"mail for {handle} goes to {player.address} again")
