"""Who wrote a letter, by its From, its reply token, and what the host's own MTA says of them.

Anybody can write any From. A letter proves who wrote it by a reply token of the address it came from, or if the host's
own MTA vouches for From, or if the host says that From is enough. If that MTA knows From to be false, a token is of no
use, and nothing is answered (I3).

Mail systems that drop everything behind a plus lose the token (I9). Then the answered letter tells what is meant: its
Message-ID is known only to those who have read it. That is enough for a question that waits for a yes; orders also need
somebody to vouch for From, since Message-IDs travel on in further answers.
"""

from collections.abc import Iterable
from typing import NoReturn

from msgspec import Struct, structs

from pbem.mail.authentication import Verdict, verdict_of_provider, verdict_on_from
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.addresses import mailbox
from pbem.store.rows import Player


class LeakedMail(Mail, frozen=True):
    """Somebody else has used the reader's reply address."""

    template = "leaked"


class DisownedMail(Mail, frozen=True):
    """A letter in the reader's name was not believed."""

    template = "disowned"


class Sender(Struct, frozen=True):
    """Who wrote a letter, and which mail of ours it answers: worked out of From, the reply token and the thread.

    `address` is that of From, as its player has confirmed it. `cut`: the token was lost on the way, so that it had to
    be looked up by the thread. `source` is the origin of a letter that proves nothing, see `pbem.mail.origin`.
    `throttled`, `bounced` and `proposed` are as in `pbem.store.rows.Writer`.
    """

    address: str
    player: Player | None
    token: Token | None = None
    proven: bool = False
    cut: bool = False
    source: str = ""
    throttled: bool = False
    bounced: bool = False
    proposed: bool = False

    @property
    def limit_key(self) -> str:
        """The key for counting their letters. Letters that prove nothing count for their source, so that nobody can use
        up what another may write; anybody can have many addresses with a `+tag`."""
        return self.address if self.proven else f"{mailbox(self.address)} {self.source}"


NOBODY = Sender("", None)


class Identity(Service):
    """Finds out who wrote a letter."""

    _mailer: Mailer
    _limits: RateLimits

    def __post_init__(self) -> None:
        super().__post_init__()
        self._trusts_from = self._context.config.trusts_from

    def identify(self, letter: Letter) -> Sender:
        """Find out who wrote a letter. A token and a From that do not belong together are refused without an answer."""
        if not letter.sender:
            raise Ignored("From is not exactly one address")
        tokens = self._context.tokens.find_all(letter.recipients)
        seat = next(((each.a, each.b) for each in tokens if each.kind == "seat"), (None, None))
        writer = self._store.people.writer(letter.sender, *seat)
        player, holder = (writer.player, writer.holder) if writer is not None else (None, None)
        verdict = self._verdict(letter)
        vouched = verdict == "true" or (self._trusts_from and verdict != "false")
        nothing = Sender(
            writer.address if writer is not None else letter.sender,
            player,
            proven=vouched and player is not None,
            throttled=writer is not None and writer.throttled,
            bounced=writer is not None and writer.bounced,
            proposed=writer is not None and writer.proposed,
        )
        token = next(iter(tokens), None)
        if verdict == "false":
            self._disown(token, player)
        if (
            self._context.config.mailbox.address
            and len({structs.replace(each, mail=0) for each in tokens}) > 1
        ):
            return nothing  # no envelope tells which of them was meant, so its writer is asked
        cut = token is None
        if token is None:
            token = self._of_thread(letter, player)
        if token is None:
            return nothing
        asked = self._asked_at(token, player) if token.kind in ("confirm", "invite") else None
        if asked is not None:
            if not asked and player is not None:
                return nothing  # its subject is settled, or has lapsed: it proves nothing anymore
            if mailbox(letter.sender) not in map(mailbox, asked):
                raise Ignored("the answer to a question that was asked somebody else, or has lapsed")
            if letter.away:
                raise Ignored(f"a notice of absence: {letter.subject}")
            return structs.replace(nothing, token=token, proven=True, cut=cut)
        owner, void = self._owner(token, player, holder if (token.a, token.b) == seat else None)
        if owner is None:
            return nothing
        if player is None or player.id != owner.id:
            if not void:
                self._warn(owner, LeakedMail(), "somebody used your reply address")
            raise Ignored(f"the reply address of {owner.handle} in a letter from somebody else")
        proven = not void and (not cut or token.kind == "confirm")
        if not proven and token.kind not in ("seat", "player"):
            return nothing
        return structs.replace(nothing, token=token, proven=proven or vouched, cut=cut)

    def _disown(self, token: Token | None, player: Player | None) -> NoReturn:
        """Ignore a letter whose From is known to be false: an answer would reach somebody who has not written. The
        owner of its reply address is told."""
        owner, void = self._owner(token, player) if token is not None else (None, True)
        if owner is not None and player is not None and player.id == owner.id:
            self._warn(owner, DisownedMail(), "a letter in your name was not believed")
        elif owner is not None and not void:
            self._warn(owner, LeakedMail(), "somebody used your reply address")
        raise Ignored("its own domain says that From is false (DMARC)")

    def _verdict(self, letter: Letter) -> Verdict:
        """What the host's mail server, or the provider of the mailbox, says of From."""
        config = self._context.config
        box = config.mailbox
        if not box.address:
            return verdict_on_from(letter.auth, config.authserv_id, letter.sender)
        return verdict_of_provider(letter.auth, letter.auth_hops, box.vouches, box.received, letter.sender)

    def _asked_at(self, token: Token, writer: Player | None) -> list[str] | None:
        """The addresses that may answer the question of a token, if it went to an address instead of a player; None if
        it went to a player.

        It proves nothing about anybody but this address, or a stranger could be taken for any player.
        """
        question = self._store.confirmations.find(token.a)
        if question is None or (question.address and question.has_expired(self._context.now())):
            return []
        if not question.address:
            return None
        own = self._store.people.addresses(writer.id) if writer is not None else []
        is_own = mailbox(question.address) in map(mailbox, own)
        return own if token.kind == "invite" and is_own else [question.address]

    def owner_of(self, recipients: Iterable[str]) -> Player | None:
        """The player whose reply address is among these, void or not; nobody knows yet who wrote the letter."""
        token = self._context.tokens.find(recipients)
        return self._owner(token, None)[0] if token is not None else None

    def _of_thread(self, letter: Letter, player: Player | None) -> Token | None:
        """The token of our latest letter that this one answers, if that had gone to its sender."""
        own = self._store.people.addresses(player.id) if player is not None else [letter.sender]
        answered = self._store.post.latest_of(letter.references, own)
        return self._context.tokens.find((answered.reply_to,)) if answered is not None else None

    def _owner(
        self, token: Token, writer: Player | None, holder: tuple[int, int] | None = None
    ) -> tuple[Player | None, bool]:
        """The owner of a token, mostly the writer, and whether it has been made void since. `holder` is that of the
        token's seat, if it is known."""
        people = self._store.people
        if token.kind == "seat":
            holder = holder or self._store.matches.holder(token.a, token.b)
            if holder is None:
                return None, True
            seated, generation = holder
            is_writer = writer is not None and writer.id == seated
            return writer if is_writer else people.player(seated), token.d != generation
        if token.kind == "leave":
            return people.find(token.a), False
        number: int | None = token.a if token.kind == "player" else None
        if token.kind == "confirm":
            question = self._store.confirmations.find(token.a)
            number = question.player if question is not None and not question.address else None
        owner = people.find(number) if number is not None else None
        return owner, owner is None or token.b != owner.generation

    def _warn(self, owner: Player, mail: Mail, subject: str) -> None:
        """Tell a player, once a day, what was tried with one of their reply addresses."""
        kind = mail.template
        if self._limits.take(kind, owner.id):
            dispatch = Dispatch(f"{kind}-{owner.id}-{self._context.now() // DAY}", auto_submitted=True)
            self._mailer.plain(mail, owner, subject, dispatch)
