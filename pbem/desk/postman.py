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
from pbem.mail.delivery import Delivery, Maildir, Outcome, Relay, next_try
from pbem.mail.tokens import Token
from pbem.store.rows import Outgoing

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
        self._remote = not isinstance(delivery, Maildir)
        self._stopping = False
        self.work = asyncio.Event()

    async def deliver_due(self) -> int:
        """Try everything whose time has come; returns how many letters were tried."""
        tried = 0
        done: list[tuple[Outgoing, Outcome]] = []
        while True:
            now = self._desk.now()
            letters = self._store.post.to_deliver(now, BATCH)
            if not letters:
                return tried
            with self._store.transaction():
                self._store.post.lease([letter.id for letter in letters], now + LEASE_SECONDS)
            for letter in letters:
                if self._stopping:
                    with self._store.transaction():
                        self._store.post.put_back(letter.id, now)
                    continue
                sender = self._desk.mint.bounce_address(Token("bounce", letter.id))
                outcome = await self._delivery.deliver(sender, letter.recipient, letter.raw)
                done.append((letter, outcome))
                if self._remote or letter is letters[-1]:
                    self._note(done)
                tried += 1
            self._note(done)
            if self._stopping:
                return tried

    def _note(self, done: list[tuple[Outgoing, Outcome]]) -> None:
        """Store what became of letters. What went over the net is noted at once, so that none goes twice."""
        if not done:
            return
        with self._store.transaction():
            for letter, outcome in done:
                wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
                if outcome.status == "sent":
                    self._store.post.delivered(letter.id, "sent", outcome.reply)
                elif wait is not None:
                    due = self._desk.now() + int(wait.total_seconds())
                    self._store.post.delivered(letter.id, "new", outcome.reply, due)
                else:
                    log.warning("letter %d to %s given up: %s", letter.id, letter.recipient, outcome.reply)
                    self._store.post.delivered(letter.id, "failed", outcome.reply)
        done.clear()

    def stop(self) -> None:
        """Finish the letter in hand, and no more."""
        self._stopping = True
        self.work.set()

    async def run(self, poll: float) -> None:
        """Deliver until stopped: when told that there is work, and every `poll` seconds."""
        while not self._stopping:
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
