"""What a player may still send by one word.

By a plain yes to the mail that proposes it: the letter that a refusal has put right, or the line that confirms what
cannot be taken back. By `say`: what was left alone in their last letter about a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct, structs

from pbem.mail.reading import Letter
from pbem.play.orders import tidy
from pbem.server.language.yes_no import Answer, read_answer
from pbem.server.letters.answered import find_answered
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.people.identity import Identity, Sender
from pbem.store.rows import Confirmation, Player

SAY = "say"


class Proposed(Struct, frozen=True):
    """A letter for a match or for none, proposed in the mail with this Message-ID; without one it is talk. `strict`:
    only the word yes itself sends it."""

    match: int | None
    message_id: str
    lines: tuple[str, ...]
    strict: bool = False

    @classmethod
    def of(cls, question: Confirmation) -> Proposed:
        """What a question is about."""
        return msgspec.json.decode(question.about, type=cls)

    def is_replaced_by(self, later: Proposed) -> bool:
        """Whether a later one makes it void."""
        return self.match == later.match and bool(self.message_id) == bool(later.message_id)


class Proposal(Question):
    """Shall the letter be sent so? The last one of each player and match waits. It has no reply address of its own,
    since most answers to its mail are other orders."""

    kind = "proposal"
    asks_again = False

    _identity: Identity
    _run: Callable[..., tuple[str, str]]

    def ask(
        self,
        player: Player,
        match: int | None,
        message_id: str,
        lines: Iterable[str],
        *,
        strict: bool = False,
    ) -> None:
        """Propose a letter; an earlier proposal for the same match is void."""
        new = Proposed(match, message_id, tuple(lines), strict)
        void = [row for row in self._waiting(player) if Proposed.of(row).is_replaced_by(new)]
        self._store.confirmations.delete(*void)
        about = msgspec.json.encode(new).decode()
        open_question(self._context, self.kind, player=player, address=player.address, about=about)

    def find_accepted(self, letter: Letter, sender: Sender) -> Confirmation | None:
        """The proposal that a letter accepts: it is a yes to the very mail that proposes it, or
        the word say."""
        player, token = sender.player, sender.token
        if player is None or not (sender.proposed and sender.proven) or letter.away:
            return None
        mail = ""
        if not _says(letter):
            answered = find_answered(self._context, letter, player)
            mail = answered.message_id if answered is not None else ""
            if not mail:
                return None
        match = token.a if token is not None and token.kind == "seat" else None
        for row in self._waiting(player):
            about = Proposed.of(row)
            if (about.match, about.message_id) == (match, mail) and self.read(row, letter, player) == "yes":
                return row
        return None

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter answers; talk is sent by the word say."""
        about = Proposed.of(question)
        if not about.message_id:
            return "yes" if _says(letter) else ""
        assert player is not None
        return read_answer(letter, player.handle, strict=about.strict)

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Carry out the proposed lines, as if the letter had them."""
        self._store.confirmations.delete(reply.question)
        letter = reply.letter
        incoming = self._store.post.incoming(letter.inbox)
        assert incoming is not None
        sender = self._identity.identify(letter.mail)
        mail = structs.replace(letter.mail, lines=Proposed.of(reply.question).lines, subject="")
        _, note = self._run(incoming, mail, sender, letter.matches.renewed)
        return noted(note or "accepts what was proposed")

    def _waiting(self, player: Player) -> list[Confirmation]:
        return self._store.confirmations.pending(self.kind, self._context.now(), player=player.id)


def _says(letter: Letter) -> bool:
    """Whether a letter wants what was left alone in the one before to be passed on."""
    return [tidy(line).lower() for line in letter.lines if line.strip()] == [SAY]
