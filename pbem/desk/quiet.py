"""Wanting no mail: asked back before it is done, and taken back at any time.

Mail programs offer a button for it (List-Unsubscribe), which some press by mistake and some by themselves. So a letter
to that address only leads to a question, at most one a day, and nothing changes before it is answered with yes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.circulars import tell_others
from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY
from pbem.mail.tokens import Token
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


class Quiet:
    """Who wants nothing from the server but answers to his own letters."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def ask(self, player: Player, occasion: Occasion) -> str:
        """Ask whether it is meant; returns a note for the inbox."""
        if self._store.post.count_since(player.address, "quiet", self._desk.now() - DAY):
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

    def obey(self, player: Player, occasion: Occasion) -> str:
        """He has said yes; returns a note for the inbox."""
        if not player.quiet:
            self._store.people.change(player.id, quiet=True)
            tell_others(self._desk, player, wish(player, True), f"quiet-{occasion.key}")
        self._desk.mailer.plain("quieted", player.address, "no more mail", occasion, player=player)
        return "wants no more mail"


def wish(player: Player, quiet: bool) -> str:
    """What those are told who play with somebody that wants no more mail, or wants it again."""
    if quiet:
        return f"{player.handle} wants no more mail. The clocks run on, and so does the match."
    return f"{player.handle} wants mail again."
