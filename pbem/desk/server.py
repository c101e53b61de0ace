"""The server: listener, desk and postman on one event loop and one database connection.

All writing goes through one loop of short transactions. Each turn of it keeps the letters that have arrived and does
those that were kept the turn before, in one commit; only then is `250` said for the arrived ones. So a commit is
shared by all that came meanwhile, every accepted letter is on disk before it is acknowledged, and its effect is there
exactly once. Nothing is awaited inside a transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import traceback
from collections.abc import Callable, Iterable

from pbem.desk.config import Address, Config
from pbem.desk.desk import Desk
from pbem.desk.outages import BEAT_SECONDS, beat, give_back
from pbem.desk.postman import Postman, delivery_for
from pbem.mail.listener import Envelope, Listener
from pbem.store import Store
from pbem.store.rows import Incoming

log = logging.getLogger("pbem.server")

PARTS = ("listener", "desk", "delivery")
BATCH = 50
POLL_SECONDS = 1.0
RETRY_SECONDS = 2.0
STOP_SECONDS = 60.0
"""So long a server that is told to stop waits for the letter which the relay is taking."""
MAX_ATTEMPTS = 3
ROUNDS = 20
"""Rounds of the event loop between two turns: a letter takes five from MAIL to its end, and its client some time for
each. So letters whose clients are ready get into the next commit together, not one step nearer to it with each."""


class Server:
    """A running server. `parts` says which of its three parts this process runs."""

    def __init__(self, config: Config, *, parts: Iterable[str] = PARTS) -> None:
        self.config = config
        self.parts = set(parts)
        self.store = Store(config.db)
        self.desk = Desk(self.store, config)
        self.bound: list[str] = []
        self._arrived: list[tuple[Envelope, asyncio.Future[None]]] = []
        self._kept: list[Incoming] = []
        self._work = asyncio.Event()
        self._stop = asyncio.Event()

    def stop(self) -> None:
        """Ask it to stop: nothing new is taken, what is in hand is finished."""
        self._stop.set()

    async def run(self, ready: Callable[[Server], None]) -> None:
        """Run until `stop` or a signal (TERM, INT); `ready` is called once, when everything listens."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, self.stop)
        listener = Listener(
            self._deposit,
            self.desk.mint.owns,
            limits=self.config.limits,
            hostname=self.config.domain,
            domain=self.config.domain,
        )
        postman = Postman(self.desk, delivery_for(self.config))
        tasks: list[asyncio.Task[None]] = []
        delivering: asyncio.Task[None] | None = None
        try:
            self._recover()
            self._beat()
            if "delivery" in self.parts:
                self.store.post.release(self.desk.now())
            if "listener" in self.parts:
                await self._listen(listener)
            if "delivery" in self.parts:
                delivering = asyncio.create_task(postman.run(POLL_SECONDS))
                tasks.append(delivering)
            tasks.append(asyncio.create_task(self._write(postman)))
            tasks.append(asyncio.create_task(self._live()))
            ready(self)
            stopped = asyncio.create_task(self._stop.wait())
            done, _ = await asyncio.wait([stopped, *tasks], return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            for task in done - {stopped}:
                task.result()  # a part has crashed: end with its error
        finally:
            await listener.stop()
            while (self._arrived or self._kept) and self._turn():
                pass
            if "delivery" in self.parts and not self.config.relay:
                with contextlib.suppress(OSError):
                    await postman.deliver_due()
            postman.stop()
            if delivering is not None:
                await asyncio.wait([delivering], timeout=STOP_SECONDS)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await postman.close()
            self.store.close()

    async def _listen(self, listener: Listener) -> None:
        for text, lmtp in ((self.config.listen, False), (self.config.lmtp, True)):
            if text:
                address = Address.parse(text)
                host, port = await listener.start(address.host, address.port, lmtp=lmtp)
                self.bound.append(f"{Address(host, port)} ({'LMTP' if lmtp else 'SMTP'})")

    # Taking letters.

    async def _deposit(self, envelope: Envelope) -> None:
        """Returns when the letter is on disk; raises when it could not be put there."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._arrived.append((envelope, kept))
        self._work.set()
        await kept

    async def _write(self, postman: Postman) -> None:
        while True:
            if not self._arrived and not self._kept:
                if "listener" in self.parts:
                    await self._work.wait()
                else:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._work.wait(), POLL_SECONDS / 4)
                    self._kept = self.store.post.waiting(BATCH) if "desk" in self.parts else []
            self._work.clear()
            if self._turn():
                postman.work.set()
                for _ in range(ROUNDS):
                    await asyncio.sleep(0)
            elif self._kept:
                await asyncio.sleep(RETRY_SECONDS)

    def _turn(self) -> bool:
        """One transaction: keep what has arrived, do what was kept. False when it could not be committed."""
        arrived, self._arrived = self._arrived[:BATCH], self._arrived[BATCH:]
        doing = self._kept
        kept: list[Incoming] = []
        try:
            with self.store.transaction():
                for envelope, _ in arrived:
                    kept.append(self._keep(envelope))  # each one is a statement
                for incoming in doing:
                    self._do(incoming)
        except Exception as error:
            log.exception("nothing could be stored")
            for _, future in arrived:
                if not future.done():
                    future.set_exception(OSError(f"not stored: {error}"))
            return False
        self._kept = kept if "desk" in self.parts else []
        for _, future in arrived:
            if not future.done():
                future.set_result(None)
        if self._kept or self._arrived:
            self._work.set()
        return True

    def _keep(self, envelope: Envelope) -> Incoming:
        now = self.desk.now()
        number = self.store.post.receive(envelope.raw, envelope.return_path, envelope.recipients, now)
        return Incoming(number, now, envelope.return_path, envelope.recipients, envelope.raw, "new", 0, "")

    # Being there.

    def _beat(self) -> None:
        """Note that the server is there; after an outage all clocks get the time back."""
        if "desk" in self.parts:
            with self.store.transaction():
                give_back(self.desk.tables)
                beat(self.store, self.desk.now())

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                self._beat()
            except Exception:  # the disk is full, the database busy: a silence is an outage
                log.exception("the server cannot note that it is there")

    # Doing what they say.

    def _do(self, incoming: Incoming) -> None:
        """One letter, in a savepoint of its own. One that crashes the desk is set aside; the next goes on."""
        try:
            with self.store.transaction():
                self.desk.handle(incoming)
        except Exception:
            log.exception("letter %d is set aside, see: pbem inbox show %d", incoming.id, incoming.id)
            self.store.post.close(incoming.id, "failed", traceback.format_exc())

    def _recover(self) -> None:
        """Do the letters that a stopped server has left. One that kills the process is given up at the third try."""
        if "desk" not in self.parts:
            return
        while waiting := self.store.post.waiting(1):
            (incoming,) = waiting
            with self.store.transaction():
                self.store.post.attempt(incoming.id)
            with self.store.transaction():
                if incoming.attempts >= MAX_ATTEMPTS:
                    self.store.post.close(incoming.id, "failed", f"given up after {incoming.attempts} tries")
                else:
                    self._do(incoming)
