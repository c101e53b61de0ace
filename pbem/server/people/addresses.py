"""Where a player's mail goes, and from which addresses they may write: changed by themselves, from one that is theirs
already.

A new address is asked, and only a yes from there makes it theirs. The old one stays theirs, and is told. Whoever has
got hold of somebody's mail could move them away so, drop their old address and make every key to it void; therefore
that mail holds a way back of its own, good for two weeks, whatever has been done since. It leads to the address at
which the player was before the first change of that time, and takes all of them back: to no other, which may be the
thief's.

An address of another player is not asked. Nobody learns that from the answer: it is the same as for any other.
"""

from __future__ import annotations

from msgspec.structs import replace

from pbem.mail.addresses import mailbox
from pbem.mail.prose import listed
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.core.address_changes import GRACE, asked, find_undoable
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.language.names import check_address
from pbem.server.language.yes_no import read_answer
from pbem.server.mailing.broadcasts import Broadcasts
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.people.bounces import Bounces
from pbem.server.people.identity import Ignored, Sender
from pbem.server.reading.letter_context import LetterContext
from pbem.store.rows import AddressChange, Incoming, Player

MOST = 5
"""Maximum number of addresses of a player."""


class Addresses:
    """Changes players' addresses."""

    def __init__(
        self, context: Context, mailer: Mailer, limits: RateLimits, bounces: Bounces, broadcasts: Broadcasts
    ) -> None:
        self._context = context
        self._mailer = mailer
        self._limits = limits
        self._bounces = bounces
        self._broadcasts = broadcasts
        self._store = context.store
        self._people = context.store.people

    def move(self, player: Player, address: str) -> Player:
        """Send a player's mail to an address of theirs from now on, also what waits; returns them as they are then.

        Raises `ValueError` where it is another player's.
        """
        self._people.move(player.id, address)
        self._store.post.readdress(player.address, address)
        self._bounces.note_sign_of_life(self._again(player))
        return self._again(player)

    # What a player writes.

    def told(self, player: Player) -> str:
        """A player's addresses, as a sentence."""
        others = [each for each in self._people.addresses(player.id) if each != player.address]
        also = f"; you may also write from {listed(others)}" if others else ""
        return f"your mail goes to {player.address}{also}"

    def wish(self, letter: LetterContext, address: str) -> str:
        """A player wants their mail at this address: ask there, or do it where it is theirs already. Raises
        `Refused`."""
        player, address = letter.sender, check_address(address)
        own = self._people.addresses(player.id)
        if address == player.address:
            raise Refused(f"Your mail goes to {address} already")
        if address in own:
            self._move(self._people.ask_address(player.id, address, self._context.now()), letter.dispatch)
            return f"your mail goes to {address} from now on"
        domain = f"@{self._context.tokens.domain}"
        if self._context.tokens.reserves(address) or (
            address.endswith(domain)
            and not player.address.endswith(domain)  # where players are, may be others
        ):
            raise Refused(f"{address} is an address of this server")
        if len(own) >= MOST:
            raise Refused(f"You have {MOST} addresses; drop one first, for example: address remove {own[0]}")
        if not self._limits.take("move", player.id):
            raise Refused(
                "You have asked for that often enough today; please look for the mails at that address"
            )
        self._ask(player, address, letter.dispatch)
        return (
            "a mail is on its way there, if nobody else has that address here; when it is answered with yes, your mail"
            " goes there"
        )

    def remove(self, letter: LetterContext, address: str) -> str:
        """An address is a player's no more, and keys that went there open nothing. Raises `Refused`."""
        player, address = letter.sender, check_address(address)
        here = letter.mail.sender
        own = self._people.addresses(player.id)
        if address == here:
            raise Refused("That is the address you write from: write the same from another one of yours")
        if address == player.address:
            change = self._people.ask_address(player.id, here, self._context.now())
            self._move(change, letter.dispatch, kept=False)
        self._people.forget_address(player.id, address)
        if address not in own:
            return "that is not among your addresses, and if it was asked, its yes counts no more"
        self._people.revoke(player.id)
        return (
            f"{address} is forgotten, and all reply addresses before this mail are void; answer only mails from this"
            f" one on. From now on {self.told(self._again(player))}"
        )

    # What comes of it.

    def handle_reply(self, incoming: Incoming, letter: Letter, token: Token) -> str:
        """A new address answers; returns a note for the inbox."""
        change = asked(self._context, token.a)
        assert change is not None
        player = self._people.player(change.player)
        said = read_answer(letter, player.handle if player is not None else "")
        if said == "no":
            return f"a no to change of address {change.id}"
        owner = self._people.at(change.after)
        if player is None or player.disabled or owner is not None:
            raise Ignored("a change of address that nobody waits for any more")
        if len(self._people.addresses(player.id)) >= MOST:
            raise Ignored(f"{player.handle} has {MOST} addresses by now")
        if not said:
            return self._ask_again(player, letter, token, incoming)
        player = self._move(change, Dispatch(f"inbox-{incoming.id}"))
        dispatch = Dispatch(f"inbox-{incoming.id}", letter.message_id)
        told = self.told(player)
        self._mailer.plain(
            "arrived", player.address, "your mail comes here now", dispatch, player=player, told=told
        )
        self._broadcasts.send_boards(player, "Your mail comes here from now on.", f"moved-{change.id}")
        return f"mail for {player.handle} goes to {player.address}"

    def _ask_again(self, player: Player, letter: Letter, token: Token, incoming: Incoming) -> str:
        """Ask a new address once more, today, where its answer was neither yes nor no."""
        if letter.away or not self._limits.take("unsure", mailbox(letter.sender)):
            raise Ignored("neither yes nor no to a change of address")
        self._mailer.plain(
            "unsure_address",
            letter.sender,
            f"shall the mail of {player.handle} come here? Please answer yes or no",
            Dispatch(f"inbox-{incoming.id}", letter.message_id),
            token=token,
            handle=player.handle,
            kind="unsure",
        )
        return "asked again whether that was a yes"

    def take_back(self, incoming: Incoming, letter: Letter, sender: Sender) -> str:
        """An old address answers the mail that told of the change; returns a note, "" for anything but a no."""
        assert sender.token is not None
        change = find_undoable(self._context, sender.token.a)
        player = self._people.player(change.player) if change is not None else None
        if change is None or read_answer(letter, player.handle if player is not None else "") != "no":
            return ""
        owner = self._people.at(change.before)
        first = self._people.first_change_done(change.player, self._context.now() - GRACE)
        mine = first is not None and first.before == change.before
        if player is None or player.disabled or (owner is not None and owner.id != player.id) or not mine:
            raise Ignored("a change of address that cannot be taken back, or not from here")
        assert first is not None
        gone = self._people.take_changes_back(first)
        player = self.move(player, change.before)
        self._people.revoke(player.id)
        player = self._again(player)
        self._mailer.plain(
            "returned",
            player.address,
            "your mail comes here again",
            Dispatch(f"inbox-{incoming.id}", letter.message_id),
            player=player,
            gone=listed(gone),
            told=self.told(player),
        )
        for address in gone:
            self._mailer.plain(
                "dropped",
                address,
                "the mail of a player comes here no more",
                Dispatch(f"dropped-{change.id}"),
                handle=player.handle,
            )
        headline = "Your mail comes here again; your old reply addresses are void: answer this mail."
        self._broadcasts.send_boards(player, headline, f"moved-back-{change.id}")
        return f"mail for {player.handle} goes to {player.address} again"

    def _ask(self, player: Player, address: str, dispatch: Dispatch) -> None:
        change = self._people.ask_address(player.id, address, self._context.now())
        if self._people.at(address) is None and self._limits.take("address", mailbox(address)):
            self._mailer.plain(
                "address",
                address,
                f"shall the mail of {player.handle} come here?",
                Dispatch(dispatch.idempotency_key),
                token=Token("address", change.id),
                handle=player.handle,
            )

    def _move(self, change: AddressChange, dispatch: Dispatch, *, kept: bool = True) -> Player:
        """Do a change, and tell the address before; `kept`: it is still one to write from."""
        before = self._people.player(change.player)
        assert before is not None
        added = change.after not in self._people.addresses(before.id)
        self._people.change_done(
            replace(change, before=before.address, added=added, done=self._context.now())
        )
        player = self.move(before, change.after)
        self._mailer.plain(
            "moved",
            before.address,
            "your mail goes elsewhere now",
            Dispatch(f"moved-{dispatch.idempotency_key}"),
            token=Token("moved", change.id, player.generation),
            player=player if kept else None,
            handle=player.handle,
            before=before.address,
            after=player.address,
            kept=kept,
        )
        return player

    def _again(self, player: Player) -> Player:
        found = self._people.player(player.id)
        assert found is not None
        return found
