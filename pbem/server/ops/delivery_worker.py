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

from pbem.mail.delivery import Delivery, Maildir, Outcome, Relay, next_try
from pbem.mail.signing import Signed, Signer, SigningError
from pbem.mail.submission import Submission
from pbem.mail.tokens import Token, without_tokens
from pbem.server.core.config import Address, Config, ConfigError, relay_login
from pbem.server.core.context import Context
from pbem.server.core.fates import note_outgoing
from pbem.server.departures.limits import Departures
from pbem.server.departures.quota import Quota, urgency
from pbem.server.mailing.alarms import ALARMS, Alarms
from pbem.server.mailing.notices import Notice, Writer, merge, read
from pbem.server.people.bounces import Bounces
from pbem.store import SqlError
from pbem.store.rows import Outgoing

log = logging.getLogger("pbem.delivery")

BATCH = 50
LEASE_SECONDS = 600
NO_WAY_AFTER, NO_WAY_SECONDS = 10, 60
"""After so many letters in a row that could not even be offered to the relay the others wait for so long."""


def delivery_for(config: Config) -> Delivery:
    """The way out of the house that the configuration names. Raises `ConfigError`."""
    if not config.relay:
        return Maildir(config.maildir)
    relay = relay_for(config)
    if box := config.mailbox.address:
        return Submission(relay, box, config.mailbox.seconds_between)
    signer = signer_for(config)
    return relay if signer is None else Signed(relay, signer)


def relay_for(config: Config) -> Relay:
    """The relay, with its encryption and login. Raises `ConfigError`."""
    address = Address.parse(config.relay)
    login = relay_login(config)
    try:
        return Relay(
            address.host,
            address.port,
            hostname=config.domain,
            tls=config.relay_tls,
            login=login,
            ca_file=config.mailbox.ca_file,
        )
    except OSError as error:  # of the file: nothing is connected yet
        raise ConfigError(f"mailbox.ca_file = {config.mailbox.ca_file!r}: {error}") from error


def signer_for(config: Config) -> Signer | None:
    """What signs the letters, if that is not the mail server's business. Raises `ConfigError`."""
    if not config.dkim.key_file:
        return None
    try:
        return Signer(config.domain, config.dkim.selector, config.dkim.key_file)
    except SigningError as error:
        raise ConfigError(f"dkim: {error}") from error


@contextmanager
def delivering(context: Context) -> Iterator[None]:
    """Be one of those who deliver out of the database, and free what dead ones had in hand if there is no other.

    Each holds a lock on a file beside the database; the system takes it from a process that is killed.
    """
    with open(f"{context.config.db}-delivery", "ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log.info("another process delivers, too")
        else:
            try:
                with context.store.transaction():
                    context.store.post.release(context.now())
            except SqlError as error:  # then they are tried when their leases have run out
                log.warning("what was in hand cannot be freed now: %s", error)
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


class DeliveryWorker:
    """Delivers what is in the outbox."""

    def __init__(
        self, context: Context, departures: Departures, bounces: Bounces, alarms: Alarms, delivery: Delivery
    ) -> None:
        self._context = context
        self._writer = Writer(context)
        self._store = context.store
        self._departures = departures
        self._bounces = bounces
        self._alarms = alarms
        self._delivery = delivery
        self._quota = Quota(context, alarms)
        self._remote = not isinstance(delivery, Maildir)
        self._stopping = False
        self._hand: deque[Outgoing] = deque()
        self._done: list[tuple[Outgoing, Outcome]] = []
        self._trouble = ""
        self.work = asyncio.Event()

    async def deliver_due(self) -> int:
        """Try everything whose time has come; returns how many letters were tried."""
        tried = in_vain = 0
        self._note()
        while not self._stopping and in_vain < NO_WAY_AFTER and (self._hand or self._take()):
            letter = self._hand.popleft()
            outcome = await self._deliver(letter)
            self._done.append((letter, outcome))
            tried += 1
            in_vain = in_vain + 1 if outcome.about == "way" else 0
            if outcome.about == "limit":
                break
            if self._remote or not self._hand:
                self._note()
        self._note()
        if self._hand:
            due = self._quota.shut_until() or self._context.now() + (0 if self._stopping else NO_WAY_SECONDS)
            with self._store.transaction():
                self._store.post.put_back([letter.id for letter in self._hand], due)
            self._hand.clear()
        return tried

    async def _deliver(self, letter: Outgoing) -> Outcome:
        sender = self._context.tokens.bounce_address(Token("bounce", letter.id))
        try:
            return await self._delivery.deliver(sender, letter.recipient, letter.raw)
        except Exception as error:  # ours, or a library's: the other letters must go out nevertheless
            log.exception("letter %d to %s cannot be delivered", letter.id, letter.recipient)
            return Outcome("later", f"{type(error).__name__}: {error}", "letter")

    def _take(self) -> bool:
        """Take letters in hand whose time has come and that no cap holds back; False where there are none."""
        now, post = self._context.now(), self._store.post
        while (due := post.next_due()) is not None and due <= now:  # looked for without the write lock
            if (shut := self._quota.shut_until()) is not None:
                self._wait_for_provider(now, shut)
                return False
            words, merged = self._put_into_words(now)
            with self._store.transaction():
                for number, raw in words.items():
                    self._keep_words(number, raw)
                for number, later in merged.items():
                    post.merge(number, later, now)
                    self._note_merged(number, now)
                if self._remote:
                    self._hold_back(now)
                letters = [letter for letter in post.to_deliver(now, BATCH) if letter.raw]
                if (room := self._quota.room()) is not None:
                    letters = sorted(letters, key=urgency)[:room]
                going = self._within_limits(letters) if self._remote else letters
                post.lease([letter.id for letter in going], now + LEASE_SECONDS)
            self._hand.extend(going)
            if going:
                return True
        return False

    def _note_merged(self, number: int, now: int) -> None:
        letter = self._store.post.outgoing(number)
        if letter is not None and letter.status == "merged":
            note_outgoing(self._store, letter, "merged", now)

    def _put_into_words(self, now: int) -> tuple[dict[int, bytes | None], dict[int, int]]:
        """The notices whose time has come, as mails, or None for each that cannot be put into words; and those that are
        told in a later one: two mails to one reader about one match that have not left yet are one."""
        words: dict[int, bytes | None] = {}
        merged: dict[int, int] = {}
        latest: dict[tuple[str, int], tuple[int, Notice]] = {}
        letters = [letter for letter in self._store.post.to_deliver(now, BATCH) if not letter.raw]
        for letter in sorted(letters, key=lambda letter: letter.id):
            try:
                notice = read(letter)
                key = (letter.recipient, letter.match or 0)
                before = latest.get(key)
                both = merge(before[1], notice) if before is not None and letter.match is not None else None
                if both is not None and before is not None:
                    merged[before[0]] = letter.id
                    words.pop(before[0])
                latest[key] = letter.id, both or notice
                words[letter.id] = self._writer.write(both or notice, letter.recipient)
            except Exception:
                log.exception("letter %d to %s cannot be put into words", letter.id, letter.recipient)
                words[letter.id] = None
        return words, merged

    def _keep_words(self, number: int, raw: bytes | None) -> None:
        if raw is not None:
            self._store.post.put_into_words(number, raw)
            return
        # One mail is lost by a faulty template; the letter that led to it is done, and the match goes on.
        self._store.post.delivered(number, "failed", "cannot be put into words", now=self._context.now())
        self._alarms.send(
            "words",
            f"letter {number} of the outbox cannot be put into words: a template is faulty, see the log of the server."
            f" When it is mended: pbem outbox retry {number}",
        )

    def _hold_back(self, now: int) -> None:
        """Put everything off where too much has left for players, and tell the host."""
        shut = self._departures.shut_until()
        if shut is None:
            return
        self._store.post.put_off_all(now, shut, ALARMS)
        self._alarms.send(
            "flood",
            f"{self._departures.most('all mails')} mails have been sent within an hour; the others wait. If that is"
            " right for your server, set all_mails_an_hour in [caps]; if not, something makes it write too much: see"
            " pbem outbox list",
        )

    def _wait_for_provider(self, now: int, until: int) -> None:
        """The provider takes no more before a moment: everything waits, in its order."""
        with self._store.transaction():
            self._store.post.put_off_everything(now, until)
            self._quota.tell_used_up()

    def _within_limits(self, letters: list[Outgoing]) -> list[Outgoing]:
        """Those that may go now; the host is told where strangers get too many."""
        going, crowd = self._departures.choose(letters)
        if crowd:
            self._alarms.send(
                "strangers",
                f"{self._departures.most('mails outside')} mails have been sent to strangers within an hour; the"
                " others wait. Players get theirs as ever. Somebody may be writing to the server in made-up names: see"
                " pbem inbox list",
            )
        return going

    def _note(self) -> None:
        """Store what became of letters. What went over the net is noted at once, so that none goes twice.

        What cannot be stored, since the disk is full or somebody else writes, is noted the next time.
        """
        if not self._done:
            return
        post, now = self._store.post, self._context.now()
        with self._store.transaction():
            for letter, outcome in self._done:
                reply = without_tokens(outcome.reply)
                if outcome.about == "limit":
                    post.put_back([letter.id], self._quota.pause(reply))
                    continue
                if outcome.about != "way":
                    self._quota.count()
                wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
                if outcome.status == "sent":
                    post.delivered(letter.id, "sent", reply, now=now)
                    note_outgoing(self._store, letter, "sent", now)
                    if self._remote:
                        self._departures.count(letter)
                elif wait is not None:
                    post.delivered(letter.id, "new", reply, now + int(wait.total_seconds()))
                    note_outgoing(self._store, letter, "waits", now)
                else:
                    log.warning("letter %d to %s given up: %s", letter.id, letter.recipient, reply)
                    post.delivered(letter.id, "failed", reply, now=now)
                    note_outgoing(self._store, letter, "failed", now)
                    self._bounces.count_undelivered(letter, outcome)
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
            except SqlError as error:
                # The disk is full, or the database busy: the letters are safe, and it is tried again.
                if str(error) != self._trouble:
                    self._trouble = str(error)
                    log.warning("the outbox cannot be used, letters wait: %s", error)
                await asyncio.sleep(poll)
                continue
            self._trouble = ""
            wait = poll if due is None else min(poll, max(0.05, due - self._context.now()))
            try:
                await asyncio.wait_for(self.work.wait(), wait)
            except TimeoutError:
                continue

    async def close(self) -> None:
        """Let go of the relay."""
        await self._delivery.close()
