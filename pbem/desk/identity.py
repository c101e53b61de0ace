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
from pbem.mail.addresses import without_quotes_and_comments
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

# How mail servers tell the policy of the domain: OpenDMARC `(p=reject dis=none)`, rspamd `(policy=reject)`.
_POLICY = re.compile(r"\bdmarc=fail\b[^;]*?\bp(?:olicy(?:\.[a-z-]+)?)?=(none|quarantine|reject)\b")


class Sender(Struct, frozen=True):
    """Who wrote a letter, and which mail of ours it answers: worked out of From, the reply token and the thread."""

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
            return Sender(player, self.token_of_thread(letter, player), self.vouched(letter))
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
            if self._disowned(letter):
                self._warn(player, "disowned", "a letter in your name was not believed")
                raise Ignored("its own domain says that From is false (DMARC)")
            return Sender(player, token, True)
        robbed = self._store.people.player(owner) if owner is not None else None
        if robbed is None:
            return Sender(player, None, False)
        self._warn(robbed, "leaked", "somebody used your reply address")
        raise Ignored(f"the reply address of {robbed.handle} in a letter from somebody else")

    def token_of_thread(self, letter: Letter, player: Player | None) -> Token | None:
        """What the mail of ours that a letter answers was about, where its reply address has been lost on the way: some
        mail programs answer to From, some servers cut off what stands behind the plus (I9). It proves nothing."""
        mail = self._store.post.latest_of(letter.references) if player is not None else None
        token = self._desk.mint.named_in(mail) if mail is not None else None
        if player is None or token is None or token.kind not in ("seat", "player"):
            return None
        if token.kind == "player":
            return token if token.a == player.id else None
        return token if self._store.matches.player_in(token.a, token.b) == player.id else None

    def vouched(self, letter: Letter) -> bool:
        """Whether From is to be believed by itself."""
        return self._desk.config.trusts_from or self._dmarc(letter)[0] == "pass"

    def _disowned(self, letter: Letter) -> bool:
        """Whether our own front MTA has found From false, and its domain wants such letters refused (I3)."""
        result, policy = self._dmarc(letter)
        return result == "fail" and policy in ("quarantine", "reject")

    def _dmarc(self, letter: Letter) -> tuple[str, str]:
        """What our own front MTA says of From, and what its domain wants done if that is "fail"; "" for neither.

        Its word is the topmost Authentication-Results (RFC 8601): it must remove those of others that carry its name.
        Strings and comments, which the sender of the letter may have filled in, can at most tell the policy.
        """
        if not self._desk.config.authserv_id or not letter.auth:
            return "", ""
        said = letter.auth[0].lower().replace(" = ", "=")
        server, *results = (without_quotes_and_comments(said) or "").split(";")
        if server.split()[:1] != [self._desk.config.authserv_id.lower()]:
            return "", ""
        found = [word for result in results for word in result.split()[:1] if word.startswith("dmarc=")]
        policy = _POLICY.search(said)
        return found[0].removeprefix("dmarc=") if found else "", policy[1] if policy else ""

    def _warn(self, owner: Player, kind: str, subject: str) -> None:
        """Tell a player, once a day, what has been tried with one of his reply addresses."""
        if not self._store.post.count_since(owner.address, kind, self._desk.now() - DAY):
            occasion = Occasion(f"{kind}-{owner.id}-{self._desk.now() // DAY}", automatic=True)
            self._desk.mailer.plain(kind, owner.address, subject, occasion, player=owner)
