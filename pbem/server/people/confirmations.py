"""Questions that wait for a yes by mail: whether somebody wrote a letter, wants to be a player, to move, to leave.

Each is stored with its kind, who may answer, what it is about, and when it expires; its number is in the reply address
of the mail that asks. A `Flow` for each kind handles the answers; `pbem.server.inbox.confirmation_replies` reads it.
Silence never agrees to anything, and an answer that says neither yes nor no is asked once more.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Context, Service
from pbem.server.core.times import DAY
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.mailing.mailer import Dispatch
from pbem.store.rows import Confirmation, Incoming, Player

TERM = 14 * DAY  # how long most questions wait for an answer


def open_question(
    context: Context,
    kind: str,
    *,
    player: Player | None = None,
    address: str = "",
    about: str = "",
    term: int | None = TERM,
) -> Token:
    """Store a question to a player, or to an address from which alone it can be answered; returns the token of the mail
    that asks it. Without a `term` no answer is too late."""
    now, whose = context.now(), player.id if player is not None else None
    expires = now + term if term is not None else None
    number = context.store.confirmations.add(kind, whose, address, about, now, expires)
    return Token("confirm", number, player.generation if player is not None else 0)


class Reply(Struct, frozen=True):
    """A letter that answers a question. `owner` is the player whom it is about, if there is one yet; `renewed` are the
    matches brought under new rules for it."""

    question: Confirmation
    owner: Player | None
    says: Answer
    incoming: Incoming
    letter: Letter
    renewed: frozenset[int] = frozenset()

    @property
    def player(self) -> Player:
        """The player whom the question is about, for questions that are always about one."""
        assert self.owner is not None
        return self.owner

    @property
    def dispatch(self) -> Dispatch:
        """For the mails that answer this one."""
        return Dispatch(f"inbox-{self.incoming.id}", self.letter.message_id)


class Flow(Service):
    """Handles the answers to one kind of question.

    Each step returns a note for the inbox, or "" if the letter should be read like any other. It may raise `Ignored`,
    and `Refused` with a text for its sender.
    """

    kind: ClassVar[str]
    question: ClassVar[str] = ""
    """In a few words; `{about}` is what the question is about, `{handle}` whom."""
    strict: ClassVar[bool] = False
    """Only the word yes itself agrees."""
    keeps_lines: ClassVar[bool] = False
    """An answer that is no yes, and contains a line for the server, is read like any other letter."""
    asks_again: ClassVar[bool] = True
    """The question is asked again after an answer that is neither yes nor no; otherwise that is read like any other
    letter."""

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter answers to the question."""
        own = player.handle if player is not None else ""
        return read_answer(letter, own, *self.others(question), strict=self.strict)

    def others(self, question: Confirmation) -> Iterable[str]:
        """The names of the others whom the question concerns: an answer may name them."""
        return ()

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` if nobody waits for the answer any more."""

    def on_yes(self, reply: Reply) -> str:
        """Do what was asked about."""
        raise NotImplementedError

    def on_no(self, reply: Reply) -> str:
        """Leave it."""
        return f"a no to question {reply.question.id}"

    def on_late(self, reply: Reply) -> str:
        """Say that the question has expired."""
        return ""
