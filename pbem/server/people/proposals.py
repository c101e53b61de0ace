"""Corrected letters: a refusal proposes one, and a plain yes to that mail sends it."""

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
    """A corrected letter for a match or for none, proposed in the mail with this Message-ID."""

    match: int | None
    message_id: str
    lines: tuple[str, ...]


class Proposals(Service):
    """Remembers the last corrected letter of each player and match."""

    def remember(self, player: Player, match: int | None, message_id: str, lines: Iterable[str]) -> None:
        """Propose a letter; an earlier proposal for the same match is void."""
        self._store.confirmations.delete(
            *(row for row, proposal in self._find(player) if proposal.match == match)
        )
        about = msgspec.json.encode(Proposal(match, message_id, tuple(lines))).decode()
        open_question(self._context, KIND, player=player, address=player.address, about=about)

    def accepted(self, mail: Letter, player: Player | None, match: int | None) -> list[str]:
        """The lines that a letter accepts: it says nothing but yes, to the very mail that proposes them."""
        if player is None or read_answer(mail, player.handle) != "yes":
            return []
        answered = find_answered(self._context, mail, player)
        if answered is None:
            return []
        for row, proposal in self._find(player):
            if proposal.match == match and proposal.message_id == answered.message_id:
                self._store.confirmations.delete(row)
                return list(proposal.lines)
        return []

    def _find(self, player: Player) -> list[tuple[Confirmation, Proposal]]:
        rows = self._store.confirmations.pending(KIND, self._context.now(), player=player.id)
        return [(row, msgspec.json.decode(row.about, type=Proposal)) for row in rows]
