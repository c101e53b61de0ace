"""Letters that prove nothing: their player is asked, at his own address, whether it was he.

Only a yes does anything; silence never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from pbem.desk.identity import Ignored, Sender
from pbem.desk.lines import Line
from pbem.desk.visit import Visit
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.store.rows import Incoming

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

YES = ("yes", "y", "yes please", "yes, it was me", "ja", "oui", "si", "ok", "confirm")


def says_yes(letter: Letter) -> bool:
    """Whether the first line of a letter is a yes, and no machine's."""
    return bool(letter.lines) and not letter.away and letter.lines[0].strip().lower().rstrip(".!, ") in YES


def must_prove(visit: Visit, lines: Sequence[Line]) -> bool:
    """Whether a letter would change something for a player and does not show that he wrote it."""
    if visit.player is None or visit.proven:
        return False
    return any(line.command is None or line.command.changes for line in lines if not line.error)


class Questions:
    """The letters of a desk that are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._post = desk.store.post

    def hold(self, incoming: Incoming, letter: Letter, visit: Visit, sender: Sender) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note."""
        player = visit.sender
        if not self._desk.breakers.may_ask(player.address, "held"):
            raise Ignored("too many letters of this address that prove nothing")
        self._desk.mailer.plain(
            "held",
            player.address,
            "was this you?",
            visit.occasion,
            player=player,
            token=Token("held", incoming.id, player.id, player.generation),
            lines=letter.lines or (letter.subject,),
            cut=sender.cut,
        )
        return "held", player.handle

    def answered(self, question: Letter, token: Token) -> tuple[str, str]:
        """The answer to such a question: with a yes the letter that was held is done now, else it is dropped."""
        held = self._post.incoming(token.a)
        if held is None or held.status != "held":
            return "ignored", "what was held is done already"
        if not says_yes(question):
            self._post.close(held.id, "ignored", "its sender has not said yes")
            return "ignored", f"no yes to letter {held.id}"
        letter = self._desk.read(held)
        sender = structs.replace(self._desk.identity.of(letter), proven=True)
        self._post.close(
            held.id, "done", "confirmed", now=self._desk.now(), sender=sender.address, proven=True
        )
        return self._desk.visit(held, letter, sender)
