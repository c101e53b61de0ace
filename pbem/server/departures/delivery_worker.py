"""From the outbox to the relay or the Maildirs.

Letters are leased before they are tried, and the lease is committed before anything is dialed: if the server dies in
between, the letter is tried again later, under the same Message-ID. Losing one is impossible, delivering one twice is
possible, and its Message-ID shows it. See `rendering` for when bytes are stored.

Several letters may go through a relay at the same time, each over its own connection, while the next ones are rendered
and leased. Results are stored together, every few milliseconds, in the transaction that leases the next letters if
there are any.

Several processes may deliver out of one database: each takes letters in hand within a transaction, so that none is in
two hands; see `deliverers`.
"""

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Callable

from pbem.mail.delivery import Delivery, Maildir, Outcome, next_try
from pbem.mail.tokens import Token, without_tokens
from pbem.server.core.context import Context
from pbem.server.core.fates import note_outgoing
from pbem.server.departures.deliverers import one_of_them
from pbem.server.departures.hand import Hand
from pbem.server.departures.limits import Departures
from pbem.server.departures.quota import Quota, urgency
from pbem.server.departures.rendering import Rendered, Rendering
from pbem.server.departures.ways import at_once
from pbem.server.mailing.alarms import ALARMS, Alarms
from pbem.server.people.bounces import Bounces
from pbem.store import SqlError, busy
from pbem.store.rows import Outgoing

log = logging.getLogger("pbem.delivery")

BATCH = 100
LEASE_SECONDS = 600
NO_WAY_AFTER, NO_WAY_SECONDS = 10, 60
"""After this many letters in a row that could not even be offered to the relay, the others wait this long."""
NOTE_SECONDS = 0.02
"""Time between two transactions that store results: letters whose result is not stored when the server dies are sent
again."""
POLL_SECONDS = 1.0
"""How often to look for letters that we were not woken for."""
LOCK_SECONDS, PATIENCE_SECONDS = 0.002, 20.0
"""While another process writes: how long to wait between two tries, and when to give up."""
OTHERS_SECONDS = 5.0
"""How long to wait for others who have letters in hand: what a killed server left ends within that time, and letters to
one recipient stay in order. A process that delivers on purpose stays longer."""
IDLE_SECONDS = 10.0
"""Connections that have been idle for this long are closed."""


class DeliveryWorker:
    """Delivers what is in the outbox."""

    def __init__(
        self, context: Context, departures: Departures, bounces: Bounces, alarms: Alarms, delivery: Delivery
    ) -> None:
        self._context = context
        self._rendering = Rendering(context, alarms)
        self._store = context.store
        self._departures = departures
        self._bounces = bounces
        self._alarms = alarms
        self._delivery = delivery
        self._quota = Quota(context, alarms)
        self._remote = not isinstance(delivery, Maildir)
        self._most = at_once(context.config)
        self._stopping = False
        self._hand = Hand()
        self._done: list[tuple[Outgoing, Outcome]] = []
        self._tried = self._in_vain = 0
        self._enough = self._let_in = False
        self._trouble = ""
        self._used = 0.0
        self.work = asyncio.Event()

    async def deliver_due(self) -> int:
        """Try all due letters; returns how many were tried."""
        self._tried = self._in_vain = 0
        self._enough = False
        lanes: list[asyncio.Task[None]] = []
        try:
            while True:
                self.work.clear()
                if self._goes_on() and len(self._hand) - len(self._done) < BATCH:
                    await self._take()
                await self._note()
                lanes = self._staff(lanes)
                if not lanes:
                    break
                await self.work.wait()
                if self._hand.under_way:
                    await asyncio.sleep(NOTE_SECONDS)
        except SqlError:  # what is on its way arrives, and its result is stored the next time
            self._enough = True
            await asyncio.gather(*lanes)
            raise
        finally:
            for lane in lanes:
                lane.cancel()
            await asyncio.gather(*lanes, return_exceptions=True)
        await self._put_back()
        if self._in_vain >= NO_WAY_AFTER:
            await self.close()
        return self._tried

    def _goes_on(self) -> bool:
        """Whether more letters may begin. When told to stop, a server still fills the Maildirs of its own machine."""
        return not self._enough and not (self._stopping and self._remote)

    def _staff(self, lanes: list[asyncio.Task[None]]) -> list[asyncio.Task[None]]:
        """Start lanes for letters that can begin, beside those at work; only one until the relay accepts something."""
        for lane in lanes:
            if lane.done():
                lane.result()
        lanes = [lane for lane in lanes if not lane.done()]
        if self._goes_on():
            most = self._most if self._let_in else 1
            new = min(most - len(lanes), self._hand.can_begin)
            lanes += [asyncio.create_task(self._deliver_by_turns()) for _ in range(new)]
        return lanes

    async def _deliver_by_turns(self) -> None:
        """Deliver one letter after the other, until none can begin."""
        while self._goes_on() and (letter := self._hand.begin()) is not None:
            outcome = await self._deliver(letter)
            self._hand.end(letter)
            self._done.append((letter, outcome))
            self._tried += 1
            self._let_in = outcome.about != "way"
            self._in_vain = 0 if self._let_in else self._in_vain + 1
            self._enough = self._enough or outcome.about == "limit" or self._in_vain >= NO_WAY_AFTER
            self.work.set()

    async def _deliver(self, letter: Outgoing) -> Outcome:
        sender = self._context.tokens.bounce_address(Token("bounce", letter.id))
        try:
            return await self._delivery.deliver(sender, letter.recipient, letter.raw)
        except Exception as error:  # our fault, or a library's: the other letters must go out nevertheless
            log.exception("mail %d to %s cannot be delivered", letter.id, letter.recipient)
            return Outcome("later", f"{type(error).__name__}: {error}", "letter")

    async def _in_transaction(self, work: Callable[[], None], *, beside: bool = False) -> None:
        """Run something in a transaction, and retry while another process writes."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._store.transaction(beside=beside):
                    work()
            except SqlError as error:
                if not busy(error) or time.monotonic() > end:
                    raise
                await asyncio.sleep(LOCK_SECONDS)
            else:
                return

    async def _take(self) -> None:
        """Take due letters in hand, unless a cap holds them back."""
        now, post = self._context.now(), self._store.post
        while letters := post.to_deliver(now, BATCH):  # looked for without the write lock
            if (shut := self._quota.shut_until()) is not None:
                await self._in_transaction(functools.partial(self._wait_for_provider, now, shut))
                return
            rendered = await self._rendering.render(letters)
            done, going = self._done[:], list[Outgoing]()
            lease = functools.partial(self._note_and_lease, done, letters, rendered, now, going)
            await self._in_transaction(lease)
            self._have_noted(done)
            self._hand.add(going)
            if self._hand:
                return
            await asyncio.sleep(LOCK_SECONDS)  # another process has them in hand

    def _note_and_lease(
        self,
        done: list[tuple[Outgoing, Outcome]],
        letters: list[Outgoing],
        rendered: Rendered,
        now: int,
        going: list[Outgoing],
    ) -> None:
        """Store the results of letters that are done, and lease those of some others that are `going`."""
        self._note_all(done, now)
        noted = {letter.id for letter, _ in done}
        before = [letter for letter in self._hand if letter.id not in noted]
        if self._remote:
            self._hold_back(now)
        due = [letter for letter in self._store.post.still_due(letters, now) if letter not in self._hand]
        ready = self._rendering.with_words(due, rendered, now)
        if (room := self._quota.room()) is not None:
            ready = sorted(ready, key=urgency)[: max(0, room - len(before))]
        going[:] = self._within_limits(ready, before) if self._remote else ready
        if going:
            self._store.post.lease([letter.id for letter in going], now + LEASE_SECONDS)

    def _hold_back(self, now: int) -> None:
        """Put everything off if too much has left for players, and tell the host."""
        shut = self._departures.shut_until()
        if shut is None:
            return
        self._store.post.put_off_all(now, shut, ALARMS)
        self._alarms.send(
            "flood",
            f"{self._departures.most('all mails')} mails have been sent within an hour; the others wait. If your"
            " server is that busy, raise all_mails_an_hour in [caps]. If not, something makes it write too much; see:"
            " pbem outbox list",
        )

    def _wait_for_provider(self, now: int, until: int) -> None:
        """Put everything off, in order: the provider accepts no more before a moment."""
        self._store.post.put_off_everything(now, until)
        self._quota.tell_used_up()

    def _within_limits(self, letters: list[Outgoing], before: list[Outgoing]) -> list[Outgoing]:
        """The letters that may go now, after those `before`; the host is told if strangers get too many."""
        going, crowd = self._departures.choose(letters, before)
        if crowd:
            self._alarms.send(
                "strangers",
                f"{self._departures.most('mails outside')} mails have been sent to strangers within an hour; the"
                " others wait. Mail to players is not affected. Somebody may be writing from invented addresses; see:"
                " pbem inbox list",
            )
        return going

    async def _put_back(self) -> None:
        """Give back letters that have not begun."""
        if numbers := self._hand.waiting():
            due = self._quota.shut_until() or self._context.now() + (0 if self._stopping else NO_WAY_SECONDS)
            await self._in_transaction(functools.partial(self._store.post.put_back, numbers, due))
            self._hand.clear()

    async def _note(self) -> None:
        """Store the results of letters.

        Results that cannot be stored, because the disk is full or somebody else writes, are stored the next time.
        """
        if not (done := self._done[:]):
            return
        # A failure may stop the clocks of matches, so this has to take its turn with other writers.
        sent = all(outcome.status == "sent" for _, outcome in done)
        await self._in_transaction(functools.partial(self._note_all, done, self._context.now()), beside=sent)
        self._have_noted(done)

    def _have_noted(self, done: list[tuple[Outgoing, Outcome]]) -> None:
        del self._done[: len(done)]
        for letter, _ in done:
            self._hand.drop(letter)

    def _note_all(self, done: list[tuple[Outgoing, Outcome]], now: int) -> None:
        if sent := [(letter, outcome.reply) for letter, outcome in done if outcome.status == "sent"]:
            self._note_sent(sent, now)
        for letter, outcome in done:
            if outcome.status != "sent":
                self._note_failure(letter, outcome, now)

    def _note_sent(self, sent: list[tuple[Outgoing, str]], now: int) -> None:
        self._store.post.sent({letter.id: without_tokens(reply) for letter, reply in sent}, now)
        for letter, _ in sent:
            self._quota.count()
            note_outgoing(self._store, letter, "sent", now)
        if self._remote:
            self._departures.count([letter for letter, _ in sent])

    def _note_failure(self, letter: Outgoing, outcome: Outcome, now: int) -> None:
        post, reply = self._store.post, without_tokens(outcome.reply)
        post.put_into_words(letter.id, letter.raw)
        if outcome.about == "limit":
            self._quota.pause(reply)
            post.put_back([letter.id], now)
            return
        if outcome.about != "way":
            self._quota.count()
        wait = next_try(letter.attempts + 1) if outcome.status == "later" else None
        if wait is not None:
            post.delivered(letter.id, "new", reply, now + int(wait.total_seconds()))
            note_outgoing(self._store, letter, "waits", now)
        else:
            log.warning("mail %d to %s given up: %s", letter.id, letter.recipient, reply)
            post.delivered(letter.id, "failed", reply, now=now)
            note_outgoing(self._store, letter, "failed", now)
            self._bounces.count_undelivered(letter, outcome)

    def stop(self) -> None:
        """Finish the letters on their way, and start no more."""
        self._stopping = True
        self.work.set()

    def wake(self) -> None:
        """Something can be delivered."""
        self.work.set()

    async def run(self, poll: float = POLL_SECONDS) -> None:
        """Deliver until stopped: when woken, and every `poll` seconds."""
        with one_of_them(self._context) as others:
            end = time.monotonic() + OTHERS_SECONDS
            while others.wait() and not self._stopping and time.monotonic() < end:  # noqa: ASYNC110  # a file lock
                await asyncio.sleep(poll / 20)
            with contextlib.suppress(SqlError):  # or they go when their time comes
                await self._in_transaction(self._free_put_off)
            while not self._stopping:
                others.free()
                await self._deliver_and_wait(poll)
            if not self._remote:
                with contextlib.suppress(OSError, SqlError):
                    await self.deliver_due()

    def _free_put_off(self) -> None:
        """Let letters that wait for a cap be judged by the current caps."""
        self._store.post.free_put_off(self._context.now())

    async def _deliver_and_wait(self, poll: float) -> None:
        now = time.monotonic()
        try:
            if await self.deliver_due():
                self._used = time.monotonic()
            elif now > self._used + IDLE_SECONDS:
                await self.close()
            due = self._store.post.next_due()
        except SqlError as error:
            # The disk is full, or the database busy: the letters are safe, and this is tried again.
            if str(error) != self._trouble:
                self._trouble = str(error)
                log.warning("the outbox cannot be used, mails wait: %s", error)
            await asyncio.sleep(poll)
            return
        self._trouble = ""
        wait = poll if due is None else min(poll, max(0.05, due - self._context.now()))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.work.wait(), wait)

    async def close(self) -> None:
        """Close the connection to the relay."""
        await self._delivery.close()
