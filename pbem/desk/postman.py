"""From the outbox to the relay or the Maildirs.

Letters are leased before they are tried, and the lease is committed before anything is dialled: if the server dies in
between, the letter is tried again later, with the same bytes under the same Message-ID. Losing one is impossible,
delivering one twice is possible, and told apart by its name.
"""

from __future__ import annotations

import asyncio
import logging

from pbem.desk.config import Address, Config
from pbem.desk.desk import Desk
from pbem.mail.delivery import Delivery, Maildir, Relay, next_try
from pbem.mail.tokens import Token

log = logging.getLogger("pbem.postman")

BATCH = 50
LEASE_SECONDS = 600


def delivery_for(config: Config) -> Delivery:
    """The way out of the house that the configuration names."""
    if not config.relay:
        return Maildir(config.maildir)
    relay = Address.parse(config.relay)
    return Relay(relay.host, relay.port, hostname=config.domain)


class Postman:
    """Delivers what is in the outbox."""

    def __init__(self, desk: Desk, delivery: Delivery) -> None:
        self._desk = desk
        self._store = desk.store
        self._delivery = delivery
        self.work = asyncio.Event()

    async def deliver_due(self) -> int:
        """Try everything whose time has come; returns how many letters were tried."""
        tried = 0
        while True:
            now = self._desk.now()
            letters = self._store.post.to_deliver(now, BATCH)
            if not letters:
                return tried
            with self._store.transaction():
                self._store.post.lease([letter.id for letter in letters], now + LEASE_SECONDS)
            results = []
            for letter in letters:
                sender = self._desk.mint.bounce_address(Token("bounce", letter.id))
                outcome = await self._delivery.deliver(sender, letter.recipient, letter.raw)
                results.append((letter, outcome))
            with self._store.transaction():
                for letter, outcome in results:
                    wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
                    if outcome.status == "sent":
                        self._store.post.delivered(letter.id, "sent", outcome.reply)
                    elif wait is not None:
                        due = self._desk.now() + int(wait.total_seconds())
                        self._store.post.delivered(letter.id, "new", outcome.reply, due)
                    else:
                        log.warning(
                            "letter %d to %s given up: %s", letter.id, letter.recipient, outcome.reply
                        )
                        self._store.post.delivered(letter.id, "failed", outcome.reply)
            tried += len(letters)

    async def run(self, poll: float) -> None:
        """Deliver until cancelled: when told that there is work, and every `poll` seconds."""
        while True:
            self.work.clear()
            try:
                await self.deliver_due()
                due = self._store.post.next_due()
            except Exception:  # the disk is full, the database busy: the letters are safe, it is tried again
                log.exception("the outbox cannot be used")
                await asyncio.sleep(poll)
                continue
            wait = poll if due is None else min(poll, max(0.05, due - self._desk.now()))
            try:
                await asyncio.wait_for(self.work.wait(), wait)
            except TimeoutError:
                continue

    async def close(self) -> None:
        """Let go of the relay."""
        await self._delivery.close()
