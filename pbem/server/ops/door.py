"""Which letters are accepted from clients, before anybody has read them.

A letter to a reply address, or from a player by its envelope or its From, is counted for that player and its source, so
nobody can use up what another may send. All others are from strangers, who share a limit by source: each may have had
as much as is still left for all. So the source of a flood is the first to be refused, and something is always left for
others. Refused clients come again later (451), and so do all clients while the disk is nearly full (452).
"""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.mail.addresses import normalise
from pbem.mail.listener import Envelope
from pbem.mail.origin import claimed, source
from pbem.server.core.config import Config
from pbem.server.core.context import Service
from pbem.server.core.limits import limits_of
from pbem.server.core.rates import Memory, RateLimits, fits_share
from pbem.server.people.identity import Identity
from pbem.store import Store

AGAIN_SECONDS = 60  # clients who come again sooner have not waited as mail servers do
LOOKS_SECONDS = 1.0  # minimum time between two looks at the disk


class Disk:
    """The room for the database: on its disk, and within its file, which never shrinks."""

    def __init__(self, store: Store, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._folder = store.file.resolve().parent if store.file else Path()
        self._least = config.min_free << 20 if store.file else 0  # a database server looks after its own disk
        self._clock = clock
        self._looked = float("-inf")
        self._has_room = True

    def has_room(self) -> bool:
        """Whether new mail may be accepted, so that there is room for outgoing mails."""
        if self._least and self._clock() >= self._looked + LOOKS_SECONDS:
            self._looked = self._clock()
            found = os.statvfs(self._folder)
            free = found.f_bavail * found.f_frsize
            self._has_room = free >= self._least or free + self._store.spare_bytes() >= self._least
        return self._has_room


class Door(Service):
    """The limits on letters that clients hand over; they are kept in memory."""

    _identity: Identity

    def __post_init__(self) -> None:
        super().__post_init__()
        self._config, self._tokens = self._context.config, self._context.tokens
        self._limits = RateLimits(limits_of(self._config), Memory(), lambda: self._context.now())

    def takes(self, envelope: Envelope) -> bool:
        """Count a letter, and say whether it is accepted now."""
        came_from = source(envelope.raw, envelope.peer, envelope.return_path)
        size = max(1, len(envelope.raw))
        claim = self._claim(envelope)
        if not claim:
            return self._takes_stranger(came_from, size)
        key = f"{claim} {came_from}"
        fits = self._limits.take("arriving", key) and self._limits.take("bytes", key, size)
        return bool(fits) and not self._too_many_wait(envelope.recipients)

    def lane(self, envelope: Envelope) -> str:
        """The lane of a letter: letters to one match, or else from one writer, are handled in order, whichever servers
        accept them."""
        token = self._tokens.find(envelope.recipients)
        if token is not None and token.kind == "seat":
            return f"match {token.a}"
        return claimed(envelope.raw, self._config.limits)

    def _takes_stranger(self, came_from: str, size: int) -> bool:
        had = self._limits.used("strangers", came_from)
        if self._share(came_from, size):
            return True
        since = self._limits.ends("put off", came_from) - self._limits.window("put off")
        self._limits.count("put off", came_from)
        return (
            not had
            and self._context.now() >= since + AGAIN_SECONDS
            and self._share(came_from, size, " again")
        )

    def _claim(self, envelope: Envelope) -> str:
        if self._tokens.find(envelope.recipients) is not None:
            return min(envelope.recipients)
        for address in (normalise(envelope.return_path), claimed(envelope.raw, self._config.limits)):
            if player := self._store.people.at(address):
                return f"player {player.id}"
        return ""

    def _share(self, came_from: str, size: int, which: str = "") -> bool:
        """Count a stranger's letter if its source has had less than is left for all, not counting what is under way."""
        letters, sizes = f"strangers{which}", f"strangers' bytes{which}"
        if not self._fits(letters, came_from, 1, self._store.post.waiting_outside()):
            return False
        if not self._fits(sizes, came_from, size):
            return False
        for name, amount in ((letters, 1), (sizes, size)):
            self._limits.count(name, "", amount)
            self._limits.count(name, came_from, amount)
        return True

    def _fits(self, name: str, came_from: str, amount: int, busy: int = 0) -> bool:
        taken, own = max(self._limits.used(name), busy), self._limits.used(name, came_from)
        return fits_share(self._limits.most(name), taken, own, amount)

    def _too_many_wait(self, recipients: Sequence[str]) -> bool:
        most = self._config.caps.letters_waiting
        if not most or not self._store.post.any_throttled():
            return False
        owner = self._identity.owner_of(recipients)
        waiting = map(self._store.post.waiting_from, self._store.people.addresses(owner.id) if owner else ())
        return sum(waiting) >= most
