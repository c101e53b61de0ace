"""Becoming a player: a person asks for a name, we ask their address to confirm, and the answer makes the player."""

import re
from collections.abc import Callable, Sequence

from msgspec import structs

from pbem.mail.prose import listed
from pbem.mail.reading import Letter
from pbem.play.orders import Refused
from pbem.server.core.rates import RateLimits
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.lobby.guests import KIND as INVITATION
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import AnswerMail, Mail
from pbem.server.matches.repository import HOUSE
from pbem.server.people.identity import Identity
from pbem.store.addresses import mailbox
from pbem.store.rows import Confirmation, MatchRow, Player


class ConfirmMail(Mail, frozen=True):
    """Do you want to be a player?"""

    template = "confirm"

    handle: str
    follows: str = ""  # mails of before have none
    sections: tuple[str, ...] = ()


class TakenMail(Mail, frozen=True):
    """The name has been taken meanwhile."""

    template = "taken"

    handle: str


class WelcomeMail(Mail, frozen=True):
    """The first mail to a player; `invited`: the number of the match that they have joined, or 0; `follows`: what they
    have asked for comes next."""

    template = "welcome"

    handle: str
    invited: int
    waiting: str
    follows: bool = False  # mails of before have none


class Registrations(Question):
    """Asks people to confirm that they want to be players. It is about the name, and below it the lines that are
    carried out then."""

    kind = "confirm"
    keeps_lines = True
    question = "do you want to become {about}?"
    first_word = True

    _mailer: Mailer
    _limits: RateLimits
    _identity: Identity
    _run: Callable[..., tuple[str, str]]

    def check_admitted(self, address: str) -> None:
        """Whether somebody may become a player by mail. Raises `Refused`."""
        if self._context.joining and not self._is_invited(address):
            raise Refused(self._context.joining.removesuffix("."))

    def require_room(self, address: str) -> None:
        """Count a mail that asks somebody. Raises `Refused` if they have got enough of them."""
        self._limits.require(self.kind, mailbox(address))

    def _is_invited(self, address: str) -> bool:
        """Whether a player's invitation waits for this address, and invitations count."""
        now, invited = self._context.now(), self._context.config.registration == "invited"
        return invited and bool(self._store.confirmations.pending(INVITATION, now, address=address))

    def ask(
        self, handle: str, address: str, dispatch: Dispatch, follows: Sequence[str], sections: Sequence[str]
    ) -> None:
        """Mail the question whose answer makes a player, for whom the lines that follow are carried out; the sections
        answer what else they have asked. Of two questions the later one counts."""
        pending = self._store.confirmations.pending(self.kind, self._context.now(), address=address)
        about = "\n".join((handle, *follows))
        self._store.confirmations.delete(*(each for each in pending if each.about != about))
        promised = listed(["you are in", *map(self._promise, follows)])
        self._mailer.plain(
            ConfirmMail(handle, promised if follows else "", tuple(sections)),
            address,
            f"answer this mail to become {handle}",
            dispatch,
            token=open_question(self._context, self.kind, address=address, about=about, term=None),
        )

    def _promise(self, line: str) -> str:
        """What a line will do, as a clause."""
        word, *rest = line.split()
        games = self._context.games
        if rest[:1] and rest[0] in games.names:
            title = games.of(rest[0]).title.rstrip("!")
            if word == "rules" and len(rest) == 1:
                return f"I send you the rules of {title}"
            if word == "challenge" and rest[1:2] == [HOUSE]:
                options = f" ({', '.join(rest[2:])})" if rest[2:] else ""
                return f"a match of {title} against the house begins{options}"
        shown = " ".join("..." if "/" in each else each for each in (word, *rest))  # whoever wrote it
        return f'I carry out "{shown}"'

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """Repeating the name agrees, and so does an empty letter.

        Any text must say yes: machines answer, too, and not all of them admit it (I17), but none says yes or nothing at
        all.
        """
        (name,) = self.others(question)
        if not any(re.search(r"[^\s*_.,:;-]", line) for line in letter.lines):
            return "yes"
        repeated = re.compile(rf"(?:register\s+)?{re.escape(name)}[\s.!]*", re.IGNORECASE)
        lines = tuple("yes" if repeated.fullmatch(line.strip()) else line for line in letter.lines)
        return super().read(question, letter, player) or read_answer(
            structs.replace(letter, lines=lines), name
        )

    def others(self, question: Confirmation) -> list[str]:
        """The name that was asked for."""
        return question.about.split("\n")[:1]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Make the player whose address has answered, and write to them."""
        address = reply.question.address
        handle, *follows = reply.question.about.split("\n")
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
        self.welcome(player, reply.dispatch, follows=bool(follows))
        if follows:
            letter = reply.letter
            mail = structs.replace(letter.mail, lines=tuple(follows), subject="")
            incoming = self._store.post.incoming(letter.inbox)
            assert incoming is not None
            self._run(incoming, mail, self._identity.identify(mail), letter.matches.renewed)
        return noted(f"{handle} is a player")

    def welcome(
        self,
        player: Player,
        dispatch: Dispatch,
        *,
        invited: MatchRow | None = None,
        waiting: str = "",
        follows: bool = False,
    ) -> None:
        """Send a player's first mail: also about the match that they have joined, and whom that waits for."""
        self._mailer.plain(
            WelcomeMail(player.handle, invited.id if invited else 0, waiting, follows),
            player,
            f"welcome, {player.handle}",
            dispatch,
            game=invited.game if invited else "",
        )
