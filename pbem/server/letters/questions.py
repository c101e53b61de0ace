"""Questions that wait for a yes: to a player, to an address, or to the players of a match.

Each is a row with its kind, who may answer, what it is about, and when it expires. A `Question` for each kind, in
`pbem.server.questions`, handles the answers. Silence never agrees to anything.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Context, Service
from pbem.server.core.times import DAY
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.mailing.mailer import Dispatch
from pbem.store.rows import Confirmation, Player

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


def noted(what: str) -> Outcome:
    """The outcome of an answer to which separate mails say everything; `what` is a note for the inbox."""
    return Outcome(what, mailed=True)


class Reply(Struct, frozen=True):
    """An answer to a question: a whole letter, or a line of one."""

    question: Confirmation
    letter: LetterContext
    says: Answer = ""

    @property
    def player(self) -> Player:
        """The player whom the question is about, for questions that are always about one."""
        assert self.letter.player is not None
        return self.letter.player

    @property
    def dispatch(self) -> Dispatch:
        """For the mails that answer this one."""
        return self.letter.dispatch


class Question(Service):
    """Handles the answers to one kind of question.

    Each step returns an outcome, or None if the letter should be read like any other. It may raise `Ignored`, and
    `Refused` with a text for its sender.
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

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Do what was asked about."""
        raise NotImplementedError

    def on_no(self, reply: Reply) -> Outcome | None:
        """Leave it."""
        return noted(f"a no to question {reply.question.id}")

    def on_late(self, reply: Reply) -> Outcome | None:
        """Say that the question has expired."""
        return None
