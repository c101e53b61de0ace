"""Whether a player's mail should go to a new address, which is asked there."""

from pbem.server.core.context import Ignored
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.mailing.broadcasts import Broadcasts
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.people.addresses import MOST, NEW, QUESTION, Addresses


class ArrivedMail(Mail, frozen=True):
    """The mail of a player comes to their new address."""

    template = "arrived"

    handle: str
    told: str


class NewAddress(Question):
    """Asks a new address whether a player's mail should go there."""

    kind = NEW
    question = QUESTION

    _mailer: Mailer
    _addresses: Addresses
    _broadcasts: Broadcasts

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` if the player has left, or cannot have this address anymore."""
        player = reply.player
        if player.disabled or self._store.people.at(reply.question.address) is not None:
            raise Ignored("a change of address that nobody waits for anymore")
        if len(self._store.people.addresses(player.id)) >= MOST:
            raise Ignored(f"{player.handle} has {MOST} addresses by now")

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Move there."""
        address, dispatch = reply.question.address, reply.dispatch
        player = self._addresses.move_with_way_back(reply.player, address, dispatch)
        told = self._addresses.describe(player)
        self._mailer.plain(ArrivedMail(player.handle, told), player, "your mail comes here now", dispatch)
        key = f"moved-{reply.question.id}"
        self._broadcasts.send_boards(player, "Your mail comes here from now on.", key)
        return noted(f"mail for {player.handle} goes to {address}")
