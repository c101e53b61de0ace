"""The server: listener, desk and delivery on one event loop and one database connection.

All writing goes through one loop of short transactions. Each turn of it stores the letters that have arrived and
carries out those that were stored before and have been read since, in one commit; only then is `250` sent for the
arrived ones. So all that came meanwhile share a commit, every accepted letter is on disk before it is acknowledged, and
it takes effect exactly once. Nothing is awaited inside a transaction, and nothing foreign is read in it: see
`readings`.

A disk that is full, fails or is read-only, and a database locked by somebody else, are not a letter's fault: clients
are told to come again, stored letters wait, and all goes on by itself when the trouble is over. Desks of other
processes may share the database, so a letter is carried out only if it still waits, which is checked in the same
transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import logging
import os
import signal
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from pbem.mail.listener import Envelope, Listener
from pbem.server.core.config import LISTENS, SERVED, Address, Config, ConfigError, listens, settings_in_force
from pbem.server.departures.delivery_worker import DeliveryWorker
from pbem.server.departures.ways import delivery_for
from pbem.server.mailbox.letters import BoxLetters, Fetched
from pbem.server.mailbox.opening import open_box
from pbem.server.mailbox.worker import MailboxWorker
from pbem.server.ops.application import Application
from pbem.server.ops.beside import ProcessBeside, watch_parent
from pbem.server.ops.carrier import Carrier, not_its_fault
from pbem.server.ops.competing import look_after
from pbem.server.ops.door import Disk, Door
from pbem.server.ops.heartbeat import Heartbeat
from pbem.server.ops.readings import Readings
from pbem.store import SqlError, Store, busy
from pbem.store.rows import Incoming

log = logging.getLogger("pbem.server")

PARTS = ("listener", "desk", "delivery")
BATCH = 50
TURN_SECONDS = 0.25
"""Maximum time spent on letters in one turn; the rest wait for the next, and the sessions go on in between."""
POLL_SECONDS = 1.0
"""How often to look for letters that came in through another process, or waited for trouble to pass."""
RETRY_SECONDS = 2.0
LOCK_SECONDS = 0.25
"""How long to wait for another process to finish writing before the sessions go on."""
PATIENCE_SECONDS = 20.0
"""How long a client is kept waiting for another process before it is told to come again."""
STOP_SECONDS = 3.0
"""How long a server that is stopping waits for letters on their way in or out."""
LOOK_SECONDS = 0.5
"""How long to look for damage before beginning: enough for several hundred megabytes. Larger files are read completely
by each backup and by `pbem doctor`."""
GRACE_SECONDS = 1.0
"""How much longer it waits for the process that delivers, which waits likewise."""
ROUNDS = 20
"""Rounds of the event loop between two turns: a letter takes five from MAIL to its end, and its client some time for
each. So letters whose clients are ready get into the next commit together, not one step nearer to it with each."""

STORED_AGAIN = "stored again"
"""Name of the note that says when the last trouble was over: a turn with nothing else to store stores this."""

Keep = Callable[[], Incoming | None]
"""Stores a letter, within a transaction; None if it was stored before."""


class Server:
    """A running server. `parts` says which of its three parts this process runs."""

    def __init__(
        self,
        config: Config,
        *,
        parts: Iterable[str] = PARTS,
        beside: Sequence[str] = (),
        site: Sequence[str] = (),
        child: bool = False,
    ) -> None:
        """`beside` starts another process, which delivers instead of this one; `child`: this is that process. `site`
        starts one that writes the pages of a site.

        Raises `SqlError` or `StoreError` if the database cannot be used.
        """
        self.config = config
        self.parts = set(parts)
        self._beside = beside
        self._site = (
            ProcessBeside(site, config, "the process that writes the site has died") if site else None
        )
        self._child = child
        self.store = Store(config.db)
        if not child:  # its parent has just checked
            self.store.must_be_sound(LOOK_SECONDS)
        self._tell_others()
        self.app = Application(self.store, config)
        self.bound: list[str] = []
        self._arrived: list[tuple[Keep, asyncio.Future[None]]] = []
        self._work = asyncio.Event()
        self._stop = asyncio.Event()
        self._readings = Readings(config, self._work.set)
        self._carrier = Carrier(self.app, self._readings)
        self._look = False  # look into the inbox, if there is nothing else to do
        self._locked_since: float | None = None
        self._trouble = ""
        self.door = Door(self.app.context, self.app.identity)
        self._disk = Disk(self.store, config)
        self.letters = BoxLetters(self.app.context, self.app.mailer, self.app.limits)
        self._full = False
        self.left: tuple[int, int] | None = None
        """After stopping: the number of waiting letters and mails. None: the database could not be asked."""

    def stop(self) -> None:
        """Tell it to stop: nothing new is taken, and what is in hand is finished."""
        self._stop.set()

    async def run(self, ready: Callable[[Server], None]) -> None:
        """Run until `stop` or a signal (TERM, INT); `ready` is called once, when everything listens."""
        loop = asyncio.get_running_loop()
        listener = Listener(
            self._deposit,
            self.app.signer.owns,
            limits=self.config.limits,
            hostname=self.config.domain,
            domain=self.config.domain,
        )
        way = delivery_for(self.config)
        worker: DeliveryWorker | ProcessBeside
        if self._beside:
            worker = ProcessBeside(self._beside, self.config, "the process that delivers has died")
        else:
            app = self.app
            worker = DeliveryWorker(app.context, app.departures, app.bounces, app.alarms, way)
        for name in (signal.SIGTERM, signal.SIGINT):
            # The signal goes to all processes but is meant for the parent, which stops its child when it has done its
            # part.
            loop.add_signal_handler(name, (lambda: None) if self._child else self.stop)
        if self._child:
            watch_parent(worker.wake, self.stop)
        self.store.wait_for_lock(LOCK_SECONDS / 50 if self._child else LOCK_SECONDS)
        tasks: list[asyncio.Task[None]] = []
        outgoing: asyncio.Task[None] | None = None
        fetching: MailboxWorker | None = None
        try:
            if "desk" in self.parts:
                heartbeat = Heartbeat(self.app, self._alarm)
                heartbeat.begin()  # first, so that mails have the right deadlines
                self._recover()
                tasks.append(asyncio.create_task(self._tick()))
                beside = look_after(self.app, worker.wake, self._alarm)
                tasks += [asyncio.create_task(heartbeat.run()), asyncio.create_task(beside)]
            if self._site is not None:
                tasks.append(asyncio.create_task(self._site.run()))
            if "listener" in self.parts:
                await self._listen(listener)
            if "listener" in self.parts and self.config.mailbox.address:
                fetching = self._fetcher()
                tasks.append(asyncio.create_task(fetching.run()))
            if "delivery" in self.parts:
                outgoing = asyncio.create_task(worker.run())
                tasks.append(outgoing)
            tasks.append(asyncio.create_task(self._write(worker)))
            tasks.append(asyncio.create_task(self._look_for_the_end_of_trouble()))
            ready(self)
            stopped = asyncio.create_task(self._stop.wait())
            done, _ = await asyncio.wait([stopped, *tasks], return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            for task in done - {stopped}:
                task.result()  # a part has crashed: end with its error
        finally:
            end = loop.time() + STOP_SECONDS
            self._stop.set()
            if self.config.relay:
                worker.stop()
            if self._site is not None:
                self._site.stop()
            if fetching is not None:
                fetching.stop()
            await listener.stop(STOP_SECONDS)
            self._use_up()
            await self._readings.close(max(0.0, end - loop.time()))
            self._use_up()
            worker.stop()
            if outgoing is not None:
                more = GRACE_SECONDS if self._beside else 0.0
                seconds = max(0.0, end - loop.time()) + more if self.config.relay else None
                await asyncio.wait([outgoing], timeout=seconds)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await worker.close()
            if self._site is not None:
                await self._site.close()
            self._count_left()
            self.store.close()

    def _count_left(self) -> None:
        with contextlib.suppress(SqlError):
            came, goes = (self.store.figures.unfinished(box) for box in ("inbox", "outbox"))
            self.left = (came["new"] + came["throttled"], goes["new"])

    def _tell_others(self) -> None:
        """Note in the database what commands beside the server must agree on, and where it listens."""
        notes = {SERVED: settings_in_force(self.config)}
        if "listener" in self.parts:
            notes[LISTENS] = listens(self.config)
        for name, settings in notes.items():
            text = msgspec.json.encode(settings).decode()
            if self.store.note(name) != text:
                self.store.set_note(name, text)

    async def _listen(self, listener: Listener) -> None:
        for setting, text in (("listen", self.config.listen), ("lmtp", self.config.lmtp)):
            if text:
                try:
                    self.bound.append(await self._bind(listener, text, lmtp=setting == "lmtp"))
                except OSError as error:
                    why = error.strerror or str(error)
                    if error.errno == errno.EADDRINUSE:
                        why += f"; is another server running on {text}?"
                        why += f" If so, {Address.parse(text).another}" if setting == "listen" else ""
                    raise ConfigError(f"{setting} = {text!r}: {why}") from error

    def _fetcher(self) -> MailboxWorker:
        box = self.config.mailbox
        self.bound.append(f"the mailbox {box.address}")
        opening = functools.partial(open_box, box)
        return MailboxWorker(self.app.context, self.letters, self.app.alarms, self._take_fetched, opening)

    @staticmethod
    async def _bind(listener: Listener, text: str, *, lmtp: bool) -> str:
        if "/" in text:
            return f"{await listener.start_unix(text)} (LMTP)"
        address = Address.parse(text)
        host, port = await listener.start(address.host, address.port, lmtp=lmtp)
        return f"{Address(host, port)} ({'LMTP' if lmtp else 'SMTP'})"

    # Taking letters.

    async def _deposit(self, envelope: Envelope) -> None:
        """Returns when the letter is on disk; raises when it could not be put there."""
        if not self._has_room():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        try:
            taken = self.door.takes(envelope)
        except SqlError as error:
            self._alarm(error)
            raise OSError(f"not stored: {error}") from error
        if not taken:
            raise OSError("enough letters of this player wait already, or of strangers have come")
        await self._commit(functools.partial(self._keep, envelope))

    async def _take_fetched(self, fetched: Fetched) -> bool:
        """The same for a letter from a mailbox: False if it should be fetched again later."""
        if not self._has_room():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if not self.door.takes(fetched.envelope):
            return False
        await self._commit(functools.partial(self._keep_fetched, fetched))
        return True

    async def _commit(self, keep: Keep) -> None:
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._arrived.append((keep, kept))
        self._work.set()
        await kept

    def _has_room(self) -> bool:
        """Whether the disk has room for new mail; the host is told if it has none."""
        full, self._full = self._full, not self._disk.has_room()
        if self._full and not full:
            text = (
                f"less than {self.config.min_free} MB are free on the disk of the database: new mail is put off until"
                " there is room, and mails still go out. Delete something, or lower min_free"
            )
            try:
                with self.store.transaction():
                    self.app.alarms.send("disk", text)
            except SqlError as error:
                self._alarm(error)
        elif full and not self._full:
            log.warning("there is room on the disk again, new mail is taken")
        return not self._full

    async def _write(self, worker: DeliveryWorker | ProcessBeside) -> None:
        while True:
            if not self._arrived and not self._readings.ready:
                await self._work.wait()
            self._work.clear()
            if self._look and not self._readings.ready:
                self._readings.add(self._waiting())
            if not self._arrived and not self._readings.ready:
                continue
            if self._turn():
                worker.wake()
                for _ in range(ROUNDS):
                    await asyncio.sleep(0)
            elif self._locked_since is not None:
                await asyncio.sleep(LOCK_SECONDS)
            elif self._readings.ready:
                await asyncio.sleep(RETRY_SECONDS)

    async def _tick(self) -> None:
        """Bring matches under today's rules; then look now and then for letters that came in elsewhere."""
        try:
            for numbers in self.app.renewal.outdated():
                await asyncio.sleep(0)
                for number in numbers:
                    self.app.renewal.try_renew(number)
                    await asyncio.sleep(0)
        except SqlError as error:
            self._alarm(error)  # each is renewed when it is next needed
        while True:
            await asyncio.sleep(POLL_SECONDS if "listener" in self.parts else POLL_SECONDS / 4)
            self._look = True
            self._work.set()

    async def _look_for_the_end_of_trouble(self) -> None:
        """The host is told as soon as trouble is over, not only when the next letter comes."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self._full:
                self._has_room()
            if self._trouble and not self._arrived and not self._readings.ready:
                self._turn()

    def _use_up(self) -> None:
        while (self._arrived or self._readings.ready) and self._turn():
            pass

    def _waiting(self) -> list[Incoming]:
        self._look = False
        try:
            return self.store.post.waiting(BATCH, self.app.now())
        except SqlError as error:
            self._alarm(error)
            return []

    def _turn(self) -> bool:
        """One transaction: store what has arrived, carry out what has been read. False if it could not be committed."""
        arrived, kept, done = self._arrived[:BATCH], list[Incoming](), 0
        end = time.monotonic() + TURN_SECONDS
        try:
            with self.store.transaction(beside=not self._readings.ready):
                for keep, _ in arrived:
                    if (letter := keep()) is not None:  # a statement or two
                        kept.append(letter)
                for reading in self._readings.ready:
                    self._carrier.carry_out(reading, beside=not self._stop.is_set())
                    done += 1
                    if time.monotonic() >= end:
                        break
                if self._trouble:
                    self.store.set_note(STORED_AGAIN, str(self.app.now()))
        except Exception as error:
            self._not_stored(error)
            return False
        if self._trouble:
            log.warning("letters are stored again")
        self._locked_since, self._trouble = None, ""
        del self._arrived[: len(arrived)]
        del self._readings.ready[:done]
        for _, future in arrived:
            if not future.done():
                future.set_result(None)
        if "desk" in self.parts:
            self._readings.add(kept)
        if self._readings.ready or self._arrived:
            self._work.set()
        return True

    def _not_stored(self, error: Exception) -> None:
        """Tell clients who are handing letters over to come again, unless the trouble may pass while they wait."""
        if busy(error) and not self._stop.is_set():
            if self._locked_since is None:
                self._locked_since = time.monotonic()
            if time.monotonic() < self._locked_since + PATIENCE_SECONDS:
                return
        else:
            self._locked_since = None
        self._alarm(error)
        arrived, self._arrived = self._arrived, []
        for _, future in arrived:
            if not future.done():
                future.set_exception(OSError(f"not stored: {error}"))

    def _alarm(self, error: Exception) -> None:
        """Log trouble once, for as long as it stays the same."""
        if str(error) != self._trouble:
            self._trouble = str(error)
            log.error(
                "nothing can be stored; new letters are put off, and letters already here wait: %s",
                error,
                exc_info=None if not_its_fault(error) else error,
            )

    def _keep_fetched(self, fetched: Fetched) -> Incoming | None:
        if self.letters.knows(fetched):
            self.letters.note(fetched, "a copy")
            return None
        incoming = self._keep(fetched.envelope, fetched.arrived)
        self.letters.note(fetched)
        return incoming

    def _keep(self, envelope: Envelope, arrived: int | None = None) -> Incoming:
        now = self.app.now() if arrived is None else arrived
        front = envelope.protocol != "smtp" or not self.config.lmtp
        lane = self.door.lane(envelope)
        number = self.store.post.receive(
            envelope.raw,
            envelope.return_path,
            envelope.recipients,
            now,
            front=front,
            peer=envelope.peer,
            lane=lane,
        )
        to, raw = envelope.recipients, envelope.raw
        return Incoming(number, now, envelope.return_path, to, raw, "new", 0, "", front, envelope.peer, lane)

    def _recover(self) -> None:
        try:
            self._carrier.recover()
        except (SqlError, OSError) as error:
            if not not_its_fault(error):
                raise
            self._alarm(error)  # they are looked for again when the server runs
