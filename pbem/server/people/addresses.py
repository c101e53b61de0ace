"""Where a player's mail goes, and from which addresses they may write: changed by the player, from an address that is
already theirs.

A new address is asked, and only a yes from there makes it theirs. The old one stays theirs, and is told. A thief with
access to somebody's mail could move them away in this way, drop their old address and make every key to it void;
therefore the mail to the old address contains a way back, which is valid for two weeks, whatever has been done since.
It leads to the address at which the player was before the first change of that time, and takes all of them back: any
other may be the thief's.

An address of another player is not asked. The answer does not reveal that: it is the same as for any other.
"""

from msgspec import structs

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.core.context import Context, Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.language.names import check_address
from pbem.server.letters.questions import open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.people.bounces import Bounces
from pbem.store.addresses import mailbox
from pbem.store.rows import Confirmation, Player

MOST = 5  # maximum number of addresses of a player

NEW = "address"
"""The kind of the question whether a player's mail should go to a new address."""

MOVED = "moved"
"""The kind of the mail that tells an old address where the mail goes now."""

QUESTION = "should the mail of {handle} come here?"


class MovedMail(Mail, frozen=True):
    """The mail of a player goes elsewhere; `kept`: the old address remains theirs."""

    template = "moved"

    handle: str
    before: str
    after: str
    kept: bool


class AddressMail(Mail, frozen=True):
    """Is this an address of yours?"""

    template = "address"

    handle: str


def is_settled(context: Context, player: Player) -> bool:
    """Whether no address change of a player can be taken back anymore."""
    return not context.store.confirmations.pending(MOVED, context.now(), player=player.id)


class Addresses(Service):
    """Changes players' addresses."""

    _mailer: Mailer
    _limits: RateLimits
    _bounces: Bounces

    def describe(self, player: Player) -> str:
        """A player's addresses, as a sentence."""
        others = [each for each in self._store.people.addresses(player.id) if each != player.address]
        also = f"; you may also write from {listed(others)}" if others else ""
        return f"your mail goes to {player.address}{also}"

    def move(self, player: Player, address: str) -> Player:
        """Send a player's mail, including what waits, to an address of theirs; returns the player as they then are.

        Raises `ValueError` if it is another player's.
        """
        self._store.people.move(player.id, address)
        self._store.post.readdress(player.address, address)
        self._bounces.note_sign_of_life(self.reload(player))
        return self.reload(player)

    def move_with_way_back(
        self, player: Player, address: str, dispatch: Dispatch, *, keeps: bool = True
    ) -> Player:
        """Do as `move`, and tell the old address, which can take it back; `keeps`: it remains the player's."""
        before = player.address
        added = "" if self._is_theirs(player, address) else address
        player = self.move(player, address)
        self._mailer.plain(
            MovedMail(player.handle, before, address, kept=keeps),
            structs.replace(player, address=before) if keeps else before,
            "your mail goes elsewhere now",
            Dispatch(f"moved-{dispatch.idempotency_key}"),
            token=open_question(self._context, MOVED, player=player, address=before, about=added),
        )
        return player

    # What a player writes.

    def change(self, player: Player, address: str, dispatch: Dispatch) -> str:
        """Change the address of a player's mail: ask there, or do it at once if the address is already theirs. Raises
        `Refused`."""
        address = check_address(address)
        own = self._store.people.addresses(player.id)
        if address == player.address:
            raise Refused(f"Your mail goes to {address} already")
        if self._is_theirs(player, address):
            self.move_with_way_back(player, address, dispatch)
            return f"your mail goes to {address} from now on"
        domain = f"@{self._context.tokens.domain}"
        if self._context.tokens.reserves(address) or (
            address.endswith(domain) and not player.address.endswith(domain)  # other players may be there
        ):
            raise Refused(f"{address} is an address of this server")
        if len(own) >= MOST:
            raise Refused(
                f"You have {MOST} addresses; remove one first, for example: address remove {own[0]}"
            )
        self._limits.require("move", player.id)
        if self._store.people.at(address) is None and self._limits.take(NEW, mailbox(address)):
            self._mailer.plain(
                AddressMail(player.handle),
                address,
                QUESTION.format(handle=player.handle),
                Dispatch(dispatch.idempotency_key),
                token=open_question(self._context, NEW, player=player, address=address),
            )
        return (
            "a mail is on its way there, if nobody else has that address here; when it is answered with yes, your mail"
            " goes there"
        )

    def remove(self, player: Player, address: str, here: str, dispatch: Dispatch) -> str:
        """Remove an address from a player; keys sent there no longer work; `here` is the address that they write from.
        Raises `Refused`."""
        address = check_address(address)
        key = mailbox(address)
        if key == mailbox(here):
            raise Refused("You are writing from this address: send the line from another address of yours")
        theirs = self._is_theirs(player, address)
        if key == mailbox(player.address):
            self.move_with_way_back(player, here, dispatch, keeps=False)
        pending = self._pending(NEW, player)
        self._store.confirmations.delete(*(each for each in pending if mailbox(each.address) == key))
        if not theirs:
            return "that is not one of your addresses; if it was asked to confirm, its yes no longer counts"
        self._store.people.forget_address(player.id, address)
        self._store.people.revoke(player.id)
        return (
            f"{address} is forgotten, and all reply addresses before this mail are void; answer only mails from this"
            f" one on. From now on {self.describe(self.reload(player))}"
        )

    def take_back(self, player: Player, question: Confirmation) -> list[str]:
        """Undo the first change that can be taken back and all later ones; returns the addresses that they added.

        Raises `Ignored` if that does not lead to the address that was asked.
        """
        changes = self._pending(MOVED, player)
        before = question.address
        owner = self._store.people.at(before)
        if changes[0].address != before or (owner is not None and owner.id != player.id):
            raise Ignored("a change of address that cannot be taken back, or not from here")
        self._store.confirmations.delete(*changes, *self._pending(NEW, player))
        gone = list(dict.fromkeys(each.about for each in changes if each.about not in ("", before)))
        for address in gone:
            self._store.people.forget_address(player.id, address)
        self.move(player, before)
        self._store.people.revoke(player.id)
        return gone

    def reload(self, player: Player) -> Player:
        """A player as they are now."""
        return self._store.people.player(player.id)

    def _is_theirs(self, player: Player, address: str) -> bool:
        owner = self._store.people.at(address)
        return owner is not None and owner.id == player.id

    def _pending(self, kind: str, player: Player) -> list[Confirmation]:
        return self._store.confirmations.pending(kind, self._context.now(), player=player.id)
