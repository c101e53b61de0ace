"""Who wrote a letter: From, the reply token, and what our own front MTA says of them.

A From can be written by anybody. A letter proves who wrote it by a reply token of the address it came from, or where
the host's own MTA vouches for From, or where the host says that From is enough.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

# Strings and comments of an Authentication-Results header, which the sender of the letter may have filled in.
_WITHIN = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')


class Sender(Struct, frozen=True):
    """Who wrote a letter, and about what: worked out of From and the reply token."""

    player: Player | None
    token: Token | None
    proven: bool


class Ignored(Exception):
    """The letter is neither obeyed nor answered; the text goes into the inbox row."""


class Identity:
    """Finds out who wrote the letters of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def of(self, letter: Letter) -> Sender:
        """Who wrote it. A token and a From that do not belong together are refused without an answer."""
        token = self._desk.mint.find(letter.recipients)
        player = self._store.people.at(letter.sender)
        if token is None:
            return Sender(player, None, self.vouched(letter))
        owner: int | None = None
        if token.kind == "seat":
            owner = self._store.matches.player_in(token.a, token.b)
        elif token.kind == "player":
            owner = token.a
        elif token.kind == "held":
            owner = token.b if self._store.post.incoming(token.a) else None
        elif token.kind in ("confirm", "invite"):
            return Sender(None, token, True)
        if player is not None and player.id == owner:
            return Sender(player, token, True)
        robbed = self._store.people.player(owner) if owner is not None else None
        if robbed is None:
            return Sender(player, None, False)
        self._warn(robbed)
        raise Ignored(f"the reply address of {robbed.handle} in a letter from somebody else")

    def vouched(self, letter: Letter) -> bool:
        """Whether From is to be believed by itself."""
        return self._desk.config.trusts_from or self._passed(letter)

    def _passed(self, letter: Letter) -> bool:
        """Whether our own front MTA vouches for From (RFC 8601)."""
        if not self._desk.config.authserv_id or not letter.auth:
            return False
        server, *results = _WITHIN.sub("", letter.auth[0]).split(";")
        return server.split()[:1] == [self._desk.config.authserv_id] and any(
            result.lower().replace(" = ", "=").split()[:1] == ["dmarc=pass"] for result in results
        )

    def _warn(self, owner: Player) -> None:
        """Tell a player, once a day, that somebody else has used one of his reply addresses."""
        if not self._store.post.count_since(owner.address, "leaked", self._desk.now() - DAY):
            occasion = Occasion(f"leaked-{owner.id}-{self._desk.now() // DAY}", automatic=True)
            self._desk.mailer.plain(
                "leaked", owner.address, "somebody used your reply address", occasion, player=owner
            )
