"""From the outbox to the relay or the Maildirs.

Letters are leased before they are tried, and the lease is committed before anything is dialled: if the server dies in
between, the letter is tried again later, with the same bytes under the same Message-ID. Losing one is impossible,
delivering one twice is possible, and told apart by its name.
"""

from __future__ import annotations

import asyncio
import logging

from pbem.desk.alarms import ALARMS
from pbem.desk.config import Address, Config, ConfigError, relay_login
from pbem.desk.desk import Desk
from pbem.mail.delivery import Delivery, Maildir, Outcome, Relay, next_try
from pbem.mail.signing import Signed, Signer, SigningError
from pbem.mail.tokens import Token, without_tokens
from pbem.store.rows import Outgoing

log = logging.getLogger("pbem.postman")

BATCH = 50
LEASE_SECONDS = 600
NO_WAY_SECONDS = 60
"""So long nothing more is tried when the relay cannot be reached."""


def delivery_for(config: Config) -> Delivery:
    """The way out of the house that the configuration names. Raises `ConfigError`."""
    if not config.relay:
        return Maildir(config.maildir)
    relay = relay_for(config)
    signer = signer_for(config)
    return relay if signer is None else Signed(relay, signer)


def relay_for(config: Config) -> Relay:
    """The relay, with its encryption and login. Raises `ConfigError`."""
    address = Address.parse(config.relay)
    return Relay(
        address.host, address.port, hostname=config.domain, tls=config.relay_tls, login=relay_login(config)
    )


def signer_for(config: Config) -> Signer | None:
    """What signs the letters, if that is not the mail server's business. Raises `ConfigError`."""
    if not config.dkim.key_file:
        return None
    try:
        return Signer(config.domain, config.dkim.selector, config.dkim.key_file)
    except SigningError as error:
        raise ConfigError(f"dkim: {error}") from error


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
        while letters := self._take():
            done: list[tuple[Outgoing, Outcome]] = []
            for letter in letters:
                if self._stopping:
                    break
                sender = self._desk.mint.bounce_address(Token("bounce", letter.id))
                done.append((letter, await self._delivery.deliver(sender, letter.recipient, letter.raw)))
                if self._remote:  # what went over the net is noted at once, so that none goes twice
                    self._note(done[-1:])
                if done[-1][1].about == "way":
                    break
            if not self._remote:
                self._note(done)
            tried += len(done)
            if len(done) < len(letters):
                self._give_back(letters[len(done) :])
                break
        return tried

    def _take(self) -> list[Outgoing]:
        """Some letters whose time has come and that no cap holds back, taken in hand; committed before dialling."""
        now, post = self._desk.now(), self._store.post
        while letters := post.to_deliver(now, BATCH):
            with self._store.transaction():
                if self._remote and (shut := self._desk.breakers.shut_until()) is not None:
                    post.put_off_all(now, shut, ALARMS)
                    letters = [letter for letter in letters if letter.kind.startswith(ALARMS)]
                going = self._desk.breakers.within_caps(letters) if self._remote else letters
                post.lease([letter.id for letter in going], now + LEASE_SECONDS)
            if going:
                return going
        return []

    def _give_back(self, letters: list[Outgoing]) -> None:
        """Letters in hand that have not been tried: the server stops, or there is no way now."""
        due = self._desk.now() + (0 if self._stopping else NO_WAY_SECONDS)
        with self._store.transaction():
            for letter in letters:
                self._store.post.put_back(letter.id, due)

    def _note(self, done: list[tuple[Outgoing, Outcome]]) -> None:
        """Store what became of letters."""
        post, now = self._store.post, self._desk.now()
        with self._store.transaction():
            for letter, outcome in done:
                reply = without_tokens(outcome.reply)
                wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
                if outcome.status == "sent":
                    post.delivered(letter.id, "sent", reply, now=now)
                elif wait is not None:
                    post.delivered(letter.id, "new", reply, now + int(wait.total_seconds()))
                else:
                    post.delivered(letter.id, "failed", reply, now=now)
                    self._desk.bounces.refused(letter, outcome)

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
