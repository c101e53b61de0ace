"""Wanting no mail: asked back before it is done, and taken back at any time.

Mail programs offer a button for it (List-Unsubscribe), which some press by mistake and some by themselves. So a letter
to that address only leads to a question, at most one a day, and nothing changes before it is answered with yes.
"""

from __future__ import annotations

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.language.yes_no import read_answer
from pbem.server.mailing.broadcasts import Broadcasts, wish
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.people.identity import Sender
from pbem.store.rows import Incoming, Player


class Unsubscribe:
    """Who wants nothing from the server but answers to their own letters."""

    def __init__(self, context: Context, mailer: Mailer, broadcasts: Broadcasts, limits: RateLimits) -> None:
        self._context = context
        self._mailer = mailer
        self._broadcasts = broadcasts
        self._limits = limits
        self._store = context.store

    def handle_reply(self, incoming: Incoming, letter: Letter, sender: Sender) -> str:
        """The wish, or the answer to the question whether it is meant; returns a note, "" for anything else."""
        assert sender.player is not None
        assert sender.token is not None
        dispatch = Dispatch(f"inbox-{incoming.id}", letter.message_id)
        if sender.token.kind == "leave":
            return self._ask(sender.player, dispatch)
        agrees = read_answer(letter, sender.player.handle) == "yes"
        return self._begin(sender.player, dispatch) if agrees else ""

    def _ask(self, player: Player, dispatch: Dispatch) -> str:
        if not self._limits.take("quiet", player.id):
            return "has been asked today"
        self._mailer.plain(
            "quiet",
            player.address,
            "no more mail?",
            dispatch,
            player=player,
            token=Token("quiet", player.id, player.generation),
            matches=self._store.matches.of_player(player.id),
        )
        return "asked whether no more mail is wanted"

    def _begin(self, player: Player, dispatch: Dispatch) -> str:
        if not player.quiet:
            self._store.people.change(player.id, quiet=True)
            self._broadcasts.tell_others(player, wish(player, True), f"quiet-{dispatch.idempotency_key}")
        self._mailer.plain("quieted", player.address, "no more mail", dispatch, player=player)
        return "wants no more mail"
