"""Becoming a player: a name is asked for, the address is asked back, and its answer makes the player."""

from __future__ import annotations

import re

from msgspec import structs

from pbem.mail.addresses import mailbox
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.people.identity import Ignored
from pbem.server.reading.letter_context import LetterContext
from pbem.store.rows import MatchRow, Player, Registration


class Registrations:
    """Names that somebody has asked for, and not confirmed yet."""

    def __init__(self, context: Context, mailer: Mailer, limits: RateLimits) -> None:
        self._context = context
        self._store = context.store
        self._mailer = mailer
        self._limits = limits

    def ask(self, letter: LetterContext, handle: str, address: str) -> None:
        """Mail the question whose answer makes a player. Raises `Refused`."""
        if not self._limits.take("confirm", mailbox(address)):
            raise Refused(
                "Enough mails have gone to this address today; please look for them, also among junk mail"
            )
        registration = self._store.people.register(handle, address, self._context.now())
        self._mailer.plain(
            "confirm",
            address,
            f"answer this mail to become {handle}",
            letter.dispatch,
            token=Token("confirm", registration.id),
            handle=handle,
        )

    def handle_reply(self, registration: Registration, letter: Letter, dispatch: Dispatch) -> tuple[str, str]:
        """The answer to the question: returns what becomes of the letter, and a note.

        An empty letter is a yes. A text is one only where it says so: machines answer, too, and not all of them own up
        to it (I17), but none says yes or nothing at all. Whoever says no is left in peace.
        """
        answer = _answer(letter, registration.handle)
        if answer == "yes":
            return "done", self._confirm(registration, dispatch)
        if answer == "no":
            return "done", "said no"
        if not self._limits.take("unsure", mailbox(registration.address)):
            raise Ignored("an answer to a registration that says neither yes nor nothing")
        self._mailer.plain(
            "unsure",
            registration.address,
            f"do you want to become {registration.handle}?",
            dispatch,
            token=Token("confirm", registration.id),
            handle=registration.handle,
        )
        return "done", "asked again whether that was a yes"

    def _confirm(self, registration: Registration, dispatch: Dispatch) -> str:
        """Make the player whose address has answered, and write to them; returns a note for the inbox."""
        address, handle = registration.address, registration.handle
        try:
            player = self._store.people.add(handle, address, self._context.now())
        except ValueError:
            self._mailer.plain("taken", address, "that name is taken", dispatch, handle=handle)
            return "the name was taken in between"
        self.welcome(player, dispatch)
        return f"{handle} is a player"

    def welcome(
        self, player: Player, dispatch: Dispatch, *, invited: MatchRow | None = None, waiting: str = ""
    ) -> None:
        """The first mail of a player: of the match, too, for which they have come, and for whom that waits."""
        self._mailer.plain(
            "welcome",
            player.address,
            f"welcome, {player.handle}",
            dispatch,
            player=player,
            game=invited.game if invited else "",
            invited=invited.id if invited else 0,
            waiting=waiting,
        )


def _answer(letter: Letter, handle: str) -> Answer:
    """What the answer to the question says. To repeat the name agrees, and so does an empty letter."""
    if not any(re.search(r"[^\s*_.,:;-]", line) for line in letter.lines):
        return "" if letter.away else "yes"
    repeated = re.compile(rf"(?:register\s+)?{re.escape(handle)}[\s.!]*", re.IGNORECASE)
    lines = tuple("yes" if repeated.fullmatch(line.strip()) else line for line in letter.lines)
    return read_answer(letter, handle) or read_answer(structs.replace(letter, lines=lines), handle)
