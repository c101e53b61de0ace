"""Wanting no mail: asked back before it is done, and taken back at any time.

Mail programs offer a button for it (List-Unsubscribe), which some press by mistake and some by themselves. So a letter
to that address only leads to a question, at most one a day, and nothing changes before it is answered with yes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.circulars import tell_others, wish
from pbem.desk.mailer import Occasion
from pbem.desk.questions import read_answer
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.store.rows import Incoming, Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.identity import Sender


class Quiet:
    """Who wants nothing from the server but answers to his own letters."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def heard(self, incoming: Incoming, letter: Letter, sender: Sender) -> str:
        """The wish, or the answer to the question whether it is meant; returns a note, "" for anything else."""
        assert sender.player is not None
        assert sender.token is not None
        occasion = Occasion(f"inbox-{incoming.id}", letter.message_id)
        if sender.token.kind == "leave":
            return self._ask(sender.player, occasion)
        agrees = read_answer(letter, sender.player.handle) == "yes"
        return self._begin(sender.player, occasion) if agrees else ""

    def _ask(self, player: Player, occasion: Occasion) -> str:
        if not self._desk.limits.take("quiet", player.id):
            return "has been asked today"
        self._desk.mailer.plain(
            "quiet",
            player.address,
            "no more mail?",
            occasion,
            player=player,
            token=Token("quiet", player.id, player.generation),
            matches=self._store.matches.of_player(player.id),
        )
        return "asked whether no more mail is wanted"

    def _begin(self, player: Player, occasion: Occasion) -> str:
        if not player.quiet:
            self._store.people.change(player.id, quiet=True)
            tell_others(self._desk, player, wish(player, True), f"quiet-{occasion.key}")
        self._desk.mailer.plain("quieted", player.address, "no more mail", occasion, player=player)
        return "wants no more mail"
