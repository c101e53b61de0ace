"""Questions that wait for a yes by mail: whether somebody wrote a letter, wants to be a player, to move, to leave.

Each is stored with its kind, who may answer, what it is about, and its term; its number is in the reply address of the
mail that asks. A `Flow` for each kind says what comes of an answer; `pbem.server.inbox.confirmation_replies` reads it.
Silence never agrees to anything, and an answer that says neither yes nor no is asked once more.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from pbem.mail.addresses import mailbox
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY, moment
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.store.rows import Confirmation, Incoming, Player

TERM = 14 * DAY
"""How long most questions wait for their answer."""


class Reply(Struct, frozen=True):
    """A letter that answers a question. `renewed` are the matches brought under new rules for it."""

    question: Confirmation
    asked: Player | None
    says: Answer
    incoming: Incoming
    letter: Letter
    renewed: frozenset[int] = frozenset()

    @property
    def player(self) -> Player:
        """The player whom the question is about."""
        assert self.asked is not None
        return self.asked

    @property
    def dispatch(self) -> Dispatch:
        """For the mails that answer this one."""
        return Dispatch(f"inbox-{self.incoming.id}", self.letter.message_id)


class Flow:
    """What comes of the answers to one kind of question.

    Each step returns a note for the inbox, or "" where the letter is to be read like any other. It may raise `Ignored`,
    and `Refused` with what its sender is told.
    """

    kind: ClassVar[str]
    """Also the template of the question."""
    subject: ClassVar[str] = ""
    """The question in a few words, where they are always the same."""
    keeps_lines: ClassVar[bool] = False
    """An answer that is no yes, and holds a line for the server, is read like any other letter."""
    asks_again: ClassVar[bool] = True
    """Where an answer is neither yes nor no; else that is read like any other letter."""

    def describe(self, question: Confirmation, player: Player | None) -> str:
        """The question in a few words; `player` is the one whom it is about."""
        return self.subject

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter says to the question."""
        return read_answer(letter, player.handle if player is not None else "")

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` where nobody waits for the answer any more."""

    def on_yes(self, reply: Reply) -> str:
        """Do it."""
        raise NotImplementedError

    def on_no(self, reply: Reply) -> str:
        """Leave it."""
        return f"a no to question {reply.question.id}"

    def on_late(self, reply: Reply) -> str:
        """Say that the term is over."""
        return ""


class Confirmations:
    """Asks such questions."""

    def __init__(self, context: Context, mailer: Mailer, limits: RateLimits) -> None:
        self._context = context
        self._mailer = mailer
        self._limits = limits

    def ask(
        self,
        kind: str,
        subject: str,
        dispatch: Dispatch,
        *,
        player: Player | None = None,
        address: str = "",
        about: str = "",
        term: int | None = TERM,
        **facts: Any,
    ) -> None:
        """Mail a question: to a player, or to an address, from which alone it can be answered. `term` None: no answer
        is too late."""
        now = self._context.now()
        question = self._context.store.confirmations.add(
            kind,
            player.id if player is not None else None,
            address,
            about,
            now,
            now + term if term is not None else None,
        )
        self._mail(kind, subject, dispatch, question, player, facts)

    def ask_again(self, reply: Reply, subject: str) -> str:
        """Ask once more, today, where an answer was neither yes nor no; returns a note."""
        kind = reply.question.kind
        self._limits.require("unsure", f"{mailbox(reply.letter.sender)} {kind}")
        facts = {"question": subject}
        self._mail(
            "unsure", f"{subject} Please answer yes or no", reply.dispatch, reply.question, reply.asked, facts
        )
        return f"asked again about question {reply.question.id}"

    def _mail(
        self,
        template: str,
        subject: str,
        dispatch: Dispatch,
        question: Confirmation,
        player: Player | None,
        facts: dict[str, Any],
    ) -> None:
        owner = self._context.store.people.at(question.address) if question.address else player
        reader = player if owner is not None and player is not None and owner.id == player.id else None
        zone = reader.zone if reader is not None else "UTC"
        if player is not None:
            facts = {"handle": player.handle, **facts}
        self._mailer.plain(
            template,
            question.address or (player.address if player is not None else ""),
            subject,
            dispatch,
            player=reader,
            token=Token("confirm", question.id, player.generation if player is not None else 0),
            until=moment(question.expires, zone) if question.expires is not None else "",
            **facts,
        )
