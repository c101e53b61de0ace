"""Letters that a plain yes to one of our mails sends: the corrected one that a refusal proposes, or the line that
confirms what cannot be taken back."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from pbem.mail.reading import Letter
from pbem.server.core.context import Service
from pbem.server.language.yes_no import read_answer
from pbem.server.letters.answered import find_answered
from pbem.server.people.confirmations import open_question
from pbem.store.rows import Confirmation, Player

KIND = "proposal"


class Proposal(Struct, frozen=True):
    """A letter for a match or for none, proposed in the mail with this Message-ID. `strict`: only the word yes itself
    sends it."""

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
            *(row for row, proposal in self._find(player) if proposal.match == match)
        )
        about = msgspec.json.encode(Proposal(match, message_id, tuple(lines), strict)).decode()
        open_question(self._context, KIND, player=player, address=player.address, about=about)

    def accepted(self, mail: Letter, player: Player | None, match: int | None) -> list[str]:
        """The lines that a letter accepts: it says nothing but yes, to the very mail that proposes them."""
        if player is None or mail.away:
            return []
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

    def _find(self, player: Player) -> list[tuple[Confirmation, Proposal]]:
        rows = self._store.confirmations.pending(KIND, self._context.now(), player=player.id)
        return [(row, msgspec.json.decode(row.about, type=Proposal)) for row in rows]
