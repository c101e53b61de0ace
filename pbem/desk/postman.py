"""From the outbox to the relay or the Maildirs.

Letters are leased before they are tried, and the lease is committed before anything is dialled: if the server dies in
between, the letter is tried again later, with the same bytes under the same Message-ID. Losing one is impossible,
delivering one twice is possible, and told apart by its name.

Several processes may deliver out of one database: each takes letters in hand within a transaction, so that none is in
two hands. What a process had in hand that was killed is tried at once by the next one, if it is then the only one.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.desk.config import Address, Config
from pbem.desk.desk import Desk
from pbem.mail.delivery import Delivery, Maildir, Outcome, Relay, next_try
from pbem.mail.tokens import Token
from pbem.store import SqlError
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


@contextmanager
def delivering(desk: Desk) -> Iterator[None]:
    """Be one of those who deliver out of the desk's database, and free what dead ones had in hand if there is no other.

    Each holds a lock on a file beside the database; the system takes it from a process that is killed.
    """
    with open(f"{desk.config.db}-delivery", "ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log.info("another process delivers, too")
        else:
            try:
                with desk.store.transaction():
                    desk.store.post.release(desk.now())
            except SqlError as error:  # then they are tried when their leases have run out
                log.warning("what was in hand cannot be freed now: %s", error)
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


class Postman:
    """Delivers what is in the outbox."""

    def __init__(self, desk: Desk, delivery: Delivery) -> None:
        self._desk = desk
        self._store = desk.store
        self._delivery = delivery
        self._remote = not isinstance(delivery, Maildir)
        self._stopping = False
        self._hand: deque[Outgoing] = deque()
        self._done: list[tuple[Outgoing, Outcome]] = []
        self._trouble = ""
        self.work = asyncio.Event()

    async def deliver_due(self) -> int:
        """Try everything whose time has come; returns how many letters were tried."""
        tried = 0
        self._note()
        while not self._stopping and (self._hand or self._take()):
            letter = self._hand.popleft()
            self._done.append((letter, await self._deliver(letter)))
            tried += 1
            if self._remote or not self._hand:
                self._note()
        if self._hand:
            with self._store.transaction():
                self._store.post.put_back([letter.id for letter in self._hand], self._desk.now())
            self._hand.clear()
        return tried

    async def _deliver(self, letter: Outgoing) -> Outcome:
        sender = self._desk.mint.bounce_address(Token("bounce", letter.id))
        try:
            return await self._delivery.deliver(sender, letter.recipient, letter.raw)
        except Exception as error:  # ours, or a library's: the other letters must go out nevertheless
            log.exception("letter %d to %s cannot be delivered", letter.id, letter.recipient)
            return Outcome("later", f"{type(error).__name__}: {error}")

    def _take(self) -> bool:
        """Take letters in hand whose time has come; False where there are none."""
        now = self._desk.now()
        due = self._store.post.next_due()
        if due is None or due > now:
            return False  # without asking for the write lock
        with self._store.transaction():
            letters = self._store.post.to_deliver(now, BATCH)
            self._store.post.lease([letter.id for letter in letters], now + LEASE_SECONDS)
        self._hand.extend(letters)
        return bool(letters)

    def _note(self) -> None:
        """Store what became of letters. What went over the net is noted at once, so that none goes twice.

        What cannot be stored, since the disk is full or somebody else writes, is noted the next time.
        """
        if not self._done:
            return
        with self._store.transaction():
            for letter, outcome in self._done:
                wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
                if outcome.status == "sent":
                    self._store.post.delivered(letter.id, "sent", outcome.reply)
                elif wait is not None:
                    due = self._desk.now() + int(wait.total_seconds())
                    self._store.post.delivered(letter.id, "new", outcome.reply, due)
                else:
                    log.warning("letter %d to %s given up: %s", letter.id, letter.recipient, outcome.reply)
                    self._store.post.delivered(letter.id, "failed", outcome.reply)
        self._done.clear()

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
            except (
                SqlError
            ) as error:  # the disk is full, the database busy: the letters are safe, it is tried again
                if str(error) != self._trouble:
                    self._trouble = str(error)
                    log.warning("the outbox cannot be used, letters wait: %s", error)
                await asyncio.sleep(poll)
                continue
            self._trouble = ""
            wait = poll if due is None else min(poll, max(0.05, due - self._desk.now()))
            try:
                await asyncio.wait_for(self.work.wait(), wait)
            except TimeoutError:
                continue

    async def close(self) -> None:
        """Let go of the relay."""
        await self._delivery.close()
