"""Becoming a player: a person asks for a name, we ask their address to confirm, and the answer makes the player."""

import re

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.play.orders import Refused
from pbem.server.core.rates import RateLimits
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.lobby.guests import KIND as INVITATION
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import AnswerMail, Mail
from pbem.store.addresses import mailbox
from pbem.store.rows import Confirmation, MatchRow, Player


class ConfirmMail(Mail, frozen=True):
    """Do you want to be a player?"""

    template = "confirm"

    handle: str


class TakenMail(Mail, frozen=True):
    """The name has been taken meanwhile."""

    template = "taken"

    handle: str


class WelcomeMail(Mail, frozen=True):
    """The first mail to a player; `invited`: the number of the match that they have joined, or 0."""

    template = "welcome"

    handle: str
    invited: int
    waiting: str


class Registrations(Question):
    """Asks people to confirm that they want to be players."""

    kind = "confirm"
    keeps_lines = True
    question = "do you want to become {about}?"
    first_word = True

    _mailer: Mailer
    _limits: RateLimits

    def check_admitted(self, address: str) -> None:
        """Whether somebody may become a player by mail. Raises `Refused`."""
        if self._context.joining and not self._is_invited(address):
            raise Refused(self._context.joining.removesuffix("."))

    def _is_invited(self, address: str) -> bool:
        """Whether a player's invitation waits for this address, and invitations count."""
        now, invited = self._context.now(), self._context.config.registration == "invited"
        return invited and bool(self._store.confirmations.pending(INVITATION, now, address=address))

    def ask(self, handle: str, address: str, dispatch: Dispatch) -> None:
        """Mail the question whose answer makes a player; of two names the later one counts. Raises `Refused`."""
        self.check_admitted(address)
        self._limits.require(self.kind, mailbox(address))
        pending = self._store.confirmations.pending(self.kind, self._context.now(), address=address)
        self._store.confirmations.delete(*(each for each in pending if each.about != handle))
        self._mailer.plain(
            ConfirmMail(handle),
            address,
            f"answer this mail to become {handle}",
            dispatch,
            token=open_question(self._context, self.kind, address=address, about=handle, term=None),
        )

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """Repeating the name agrees, and so does an empty letter.

        Any text must say yes: machines answer, too, and not all of them admit it (I17), but none says yes or nothing at
        all.
        """
        name = question.about
        if not any(re.search(r"[^\s*_.,:;-]", line) for line in letter.lines):
            return "yes"
        repeated = re.compile(rf"(?:register\s+)?{re.escape(name)}[\s.!]*", re.IGNORECASE)
        lines = tuple("yes" if repeated.fullmatch(line.strip()) else line for line in letter.lines)
        return super().read(question, letter, player) or read_answer(
            structs.replace(letter, lines=lines), name
        )

    def others(self, question: Confirmation) -> list[str]:
        """The name that was asked for."""
        return [question.about]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Make the player whose address has answered, and write to them."""
        address, handle = reply.question.address, reply.question.about
        try:
            self.check_admitted(address)
        except Refused as refused:
            self._mailer.plain(
                AnswerMail(handle="", refused=f"{refused}.", told_how=True),
                address,
                "Re: your letter",
                reply.dispatch,
            )
            return noted("registration has been closed in between")
        try:
            player = self._store.people.add(handle, address, self._context.now())
        except ValueError:
            self._mailer.plain(TakenMail(handle), address, "that name is taken", reply.dispatch)
            return noted("the name was taken in between")
        self.welcome(player, reply.dispatch)
        return noted(f"{handle} is a player")

    def welcome(
        self, player: Player, dispatch: Dispatch, *, invited: MatchRow | None = None, waiting: str = ""
    ) -> None:
        """Send a player's first mail: also about the match that they have joined, and whom that waits for."""
        self._mailer.plain(
            WelcomeMail(player.handle, invited.id if invited else 0, waiting),
            player,
            f"welcome, {player.handle}",
            dispatch,
            game=invited.game if invited else "",
        )
