"""What a player may still send by one word.

By a plain yes to the mail that proposes it: the letter that a refusal has put right, or the line that confirms what
cannot be taken back. By `say`: what was left alone in their last letter about a match.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from pbem.mail.reading import Letter
from pbem.play.orders import tidy
from pbem.server.core.context import Service
from pbem.server.language.yes_no import read_answer
from pbem.server.letters.answered import find_answered
from pbem.server.letters.questions import open_question
from pbem.store.rows import Confirmation, Player

KIND = "proposal"
SAY = "say"


class Proposal(Struct, frozen=True):
    """A letter for a match or for none, proposed in the mail with this Message-ID; without one it is talk. `strict`:
    only the word yes itself sends it."""

    match: int | None
    message_id: str
    lines: tuple[str, ...]
    strict: bool = False


class Proposals(Service):
    """Remembers the last such letter of each player and match."""

    def remember(
        self,
        player: Player,
        match: int | None,
        message_id: str,
        lines: Iterable[str],
        *,
        strict: bool = False,
    ) -> None:
        """Propose a letter; an earlier proposal for the same match is void."""
        self._store.confirmations.delete(
            *(
                row
                for row, proposal in self._find(player)
                if proposal.match == match and bool(proposal.message_id) == bool(message_id)
            )
        )
        about = msgspec.json.encode(Proposal(match, message_id, tuple(lines), strict)).decode()
        open_question(self._context, KIND, player=player, address=player.address, about=about)

    def accepted(self, mail: Letter, player: Player | None, match: int | None) -> list[str]:
        """The lines that a letter accepts: it says nothing but yes, to the very mail that proposes them; or nothing but
        say."""
        if player is None or mail.away:
            return []
        if [tidy(line).lower() for line in mail.lines if line.strip()] == [SAY]:
            return self._take(player, match)
        answered = find_answered(self._context, mail, player)
        if answered is None:
            return []
        for row, proposal in self._find(player):
            if (
                proposal.match == match
                and proposal.message_id == answered.message_id
                and read_answer(mail, player.handle, strict=proposal.strict) == "yes"
            ):
                self._store.confirmations.delete(row)
                return list(proposal.lines)
        return []

    def _take(self, player: Player, match: int | None) -> list[str]:
        for row, proposal in self._find(player):
            if proposal.match == match and not proposal.message_id:
                self._store.confirmations.delete(row)
                return list(proposal.lines)
        return []

    def _find(self, player: Player) -> list[tuple[Confirmation, Proposal]]:
        rows = self._store.confirmations.pending(KIND, self._context.now(), player=player.id)
        return [(row, msgspec.json.decode(row.about, type=Proposal)) for row in rows]
