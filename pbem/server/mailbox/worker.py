"""Fetches letters from a mailbox, for as long as the server runs.

The store is the truth and the mailbox only a pile. A letter is looked at without marking it as read, stored together
with its row in the ledger, and only then moved to the folder of done letters. If the server is killed anywhere, this is
done again: a letter whose bytes are known is only moved. So each has its effect once, however often it is fetched.

Talking to the server blocks, so it has a thread of its own; all else happens on the event loop. The order of steps is
in `states`, decisions about a letter in `decisions`.
"""

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from pbem.mail.mailbox import GROUP, MOVES, Box, BoxError, Denied, Garbled, Listed, LoginRefused
from pbem.server.core.context import Context
from pbem.server.core.mailbox_settings import PasswordError
from pbem.server.core.times import DAY, moment
from pbem.server.mailbox.decisions import TRIES, decide
from pbem.server.mailbox.letters import TOO_LARGE, BoxLetters, Fetched
from pbem.server.mailbox.probe import read_profile
from pbem.server.mailbox.states import Connection, Event, follow
from pbem.server.mailbox.thread import Caller
from pbem.server.mailing.alarms import Alarms
from pbem.store import SqlError
from pbem.store.mailbox import Place

log = logging.getLogger("pbem.mailbox")

LEASE_SECONDS = 30  # how long nobody else may fetch after this server's last sign of life
SYNC_LETTERS, SYNC_SECONDS = 2000, 600.0  # maximum size that is fetched in one go
JUNK_SECONDS = 600.0
HEADERS = 100  # maximum number of headers that are fetched at once
PUT_OFF_SECONDS = 300.0  # when a letter is tried again if there are too many from its sender
DONE_DAYS = 30
FULL_PERCENT = 80
FORGET_DAYS = 400
PASSWORD_SECONDS = 15.0  # how often to look whether a password that was refused has been changed

T = TypeVar("T")

HandOver = Callable[[Fetched], Awaitable[bool]]
"""Stores a letter durably; False: not now, there are too many from its sender. Raises OSError if it cannot be
stored."""


class MailboxWorker:
    """Looks into the mailbox."""

    def __init__(
        self,
        context: Context,
        letters: BoxLetters,
        alarms: Alarms,
        hand_over: HandOver,
        open_box: Callable[[], Box],
    ) -> None:
        self._context = context
        self._settings = context.config.mailbox
        self._boxes = context.store.mailboxes
        self._letters = letters
        self._alarms = alarms
        self._hand_over = hand_over
        self._open_box = open_box
        self._account = letters.account
        self._holder = secrets.token_hex(8)
        self._caller = Caller("mailbox")
        self._stop = asyncio.Event()
        self._box: Box | None = None
        self._epoch = 0
        self._told = ""
        self._refused_password = ""
        self._leased = 0  # number of seconds for which another process has the mailbox
        self._group = GROUP
        self._settled: set[int] = set()  # letters that this connection leaves in the inbox
        self._put_off: dict[int, float] = {}
        self._junk_seen: set[tuple[int, int]] = set()
        self._looked_at_junk = self._tidied = float("-inf")

    async def run(self) -> None:
        """Fetch letters until stopped."""
        connection = Connection()
        heart = asyncio.create_task(self._hold())
        try:
            while not self._stop.is_set():
                self._note(connection)
                event = await self._take_step(connection)
                idles = self._box is not None and self._box.idles
                connection = follow(
                    connection,
                    event,
                    idles=idles,
                    jitter=random.uniform(0.5, 1),  # noqa: S311
                    leased=self._leased,
                )
        finally:
            # Nothing is awaited before the lease is given back: a server that stops may cancel this at any time.
            heart.cancel()
            with contextlib.suppress(SqlError):
                self._boxes.release(self._account, self._holder)
            try:
                await self._close()
            finally:
                self._caller.close()

    def stop(self) -> None:
        """End at once, including whatever is under way: nothing of it is lost."""
        self._stop.set()
        if self._box is not None:
            self._box.abort()

    async def _take_step(self, connection: Connection) -> Event:
        try:
            match connection.state:
                case "connect":
                    return await self._connect()
                case "sync":
                    return await self._sync()
                case "watch":
                    return await self._watch(connection.seconds)
                case "backoff" | "stopped":
                    await self._close()
                    await self._sleep(connection.seconds or None)
                    return "rested"
                case "refused":
                    await self._close()
                    return await self._wait_for_password(connection.seconds)
        except LoginRefused as error:
            self._told = f"the login is refused: {error}"
            self._refused_password = await self._caller.call(self._read_password)
            return "refused"
        except (BoxError, Denied, SqlError, OSError) as error:
            self._told = str(error)
            return "broken"
        except Exception as error:  # of ours: matches, mails and deadlines go on without the mailbox
            log.exception("the mailbox %s cannot be read", self._account)
            self._told = f"{type(error).__name__}: {error}"
            return "broken"

    def _note(self, connection: Connection) -> None:
        """Tell the log and the database how things stand, if that has changed for the worse or the better."""
        if connection.state in ("connect", "sync") or self._leased:
            return
        told = "" if connection.state == "watch" else self._told
        now = self._context.now()
        with contextlib.suppress(SqlError):
            before = self._boxes.status(self._account)
            if connection.state == "refused":
                at = moment(now + round(connection.seconds), "UTC")
                next_try = f"next try {at}" if connection.seconds else "no further try with this password"
                told = f"{told}; {next_try}, and at once after the password has been changed"
            if (before.state, before.told) == (connection.state, told):
                return
            self._boxes.note_state(self._account, connection.state, told, now)
            if connection.state == "refused":
                self._alarms.send(
                    "mailbox-login",
                    f"letters wait in the mailbox {self._account}: {told}; see: pbem doctor --mailbox",
                )
            elif connection.state == "stopped":
                log.error("the mailbox %s is not used: %s", self._account, told)
            elif told and told != before.told:
                log.warning("the mailbox %s cannot be reached, letters wait there: %s", self._account, told)
            elif before.told:
                log.warning("the mailbox %s can be reached again", self._account)

    # The connection.

    async def _connect(self) -> Event:
        profile = read_profile(self._boxes.status(self._account).profile)
        if profile is None or (self._settings.plus and not profile.plus):
            self._told = "it has not been tested with these settings; run: pbem doctor --mailbox"
            return "untried"
        if not self._renew_lease():
            left = max(1, self._boxes.status(self._account).leased - self._context.now())
            if not self._leased:
                log.warning(
                    "another process fetches from the mailbox %s, or did when it was killed: if it does not go on, this"
                    " one begins in %d seconds",
                    self._account,
                    left,
                )
            self._leased = left
            return "busy"
        self._leased = 0
        self._box = await self._caller.call(self._open_box)
        if self._stop.is_set():
            raise BoxError("stopped")
        if self._refused_password:
            self._refused_password = ""
            with self._context.store.transaction():
                self._boxes.pause(self._account, 0)  # sending has the same password
                self._context.store.post.free_put_off(self._context.now())
        await self._select_inbox()
        return "connected"

    async def _select_inbox(self) -> None:
        epoch = await self._ask(self._its.select, self._settings.inbox)
        status = self._boxes.status(self._account)
        if self._epoch and epoch != self._epoch:
            log.warning("the mailbox %s has been numbered anew: all its letters are compared", self._account)
            self._alarms.send(
                "mailbox",
                f"the provider has recreated the mailbox {self._account}. Its letters are compared with those already"
                " known; you need not do anything",
            )
        if epoch != self._epoch:
            self._settled.clear()
            self._put_off.clear()
        self._epoch = epoch
        self._boxes.file_former(self._account, self._settings.inbox, epoch)
        for row in self._boxes.with_state(self._account, self._settings.inbox, epoch, "skipped"):
            if row.size < 0:
                self._settled.add(row.uid)
        if status.began is None:
            uids = await self._ask(self._its.uids)
            listed = [each for group in _groups(uids, self._group) for each in await self._peek(group)]
            self._letters.skip_old(listed, self._settings.inbox, epoch)

    @property
    def _its(self) -> Box:
        if self._box is None:
            raise BoxError("not connected")
        return self._box

    async def _ask(self, method: Callable[..., T], *arguments: object) -> T:
        return await self._caller.call(method, *arguments)

    async def _close(self) -> None:
        box, self._box = self._box, None
        self._settled.clear()
        self._put_off.clear()
        if box is not None:
            box.abort()
            await self._caller.call(box.close)

    def _renew_lease(self) -> bool:
        now = self._context.now()
        with self._context.store.transaction():
            return self._boxes.lease(self._account, self._holder, now, now + LEASE_SECONDS)

    async def _hold(self) -> None:
        """Keep the lease; a process that has lost it (on a machine that was asleep) lets go of the mailbox."""
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            with contextlib.suppress(SqlError):
                if self._box is not None and not self._renew_lease():
                    self._box.abort()

    async def _wait_for_password(self, seconds: float) -> Event:
        """Wait until the password is another one, or so long (0: forever)."""
        end = time.monotonic() + (seconds or float("inf"))
        while (left := end - time.monotonic()) > 0 and not self._stop.is_set():
            await self._sleep(min(left, PASSWORD_SECONDS))
            if await self._caller.call(self._read_password) not in ("", self._refused_password):
                return "changed"
        return "rested"

    def _read_password(self) -> str:
        """The password of now; empty if there is none."""
        try:
            return self._settings.password()
        except PasswordError:
            return ""

    async def _sleep(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)

    # Fetching.

    async def _sync(self) -> Event:
        """Fetch all new letters. A look counts only once it has ended: until then no deadline is applied."""
        began, end = self._context.now(), time.monotonic() + SYNC_SECONDS
        while True:
            uids = await self._ask(self._its.uids)
            self._file_vanished(uids)
            waiting = {uid for uid, until in self._put_off.items() if until > time.monotonic()}
            fresh = [uid for uid in uids if uid not in self._settled and uid not in waiting]
            if not fresh:
                self._boxes.note_sync(self._account, began)
                return "synced"
            for group in _groups(fresh[:SYNC_LETTERS], self._group):
                await self._fetch_group(group)
                if time.monotonic() > end:
                    return "more"

    def _file_vanished(self, uids: Iterable[int]) -> None:
        """Mark letters as filed that were stored and have left the folder since: by us, or by another program."""
        there = set(uids)
        rows = self._boxes.with_state(self._account, self._settings.inbox, self._epoch, "stored")
        if gone := [row.uid for row in rows if row.uid not in there]:
            with self._context.store.transaction():
                self._boxes.file(self._account, self._settings.inbox, self._epoch, gone)

    async def _peek(self, uids: Sequence[int]) -> list[Listed]:
        """What the server lists. If that cannot be understood, letters are asked about one by one from now on; the one
        to blame is given up after some tries."""
        try:
            return list((await self._ask(self._its.peek, uids)).values())
        except Garbled:
            if len(uids) == 1:
                self._count_try(uids[0])
            self._group = 1
            raise

    def _count_try(self, uid: int) -> None:
        place = Place(self._settings.inbox, self._epoch, uid)
        if self._letters.count_try(place, TRIES):
            log.warning(
                "letter %d of the mailbox %s cannot be fetched, and is left there", uid, self._account
            )

    async def _fetch_group(self, uids: Sequence[int]) -> None:
        done: list[int] = []
        too_large: list[int] = []
        for listed in await self._peek(uids):
            await self._fetch(listed, done, too_large)
            if len(done) >= MOVES:
                await self._move(done)
                done = []
        await self._move(done)
        if too_large:
            await self._move_to(too_large, self._settings.refused)
        self._settled.update(uid for uid in uids if uid not in self._put_off)

    async def _fetch(self, listed: Listed, done: list[int], too_large: list[int]) -> None:
        place = Place(self._settings.inbox, self._epoch, listed.uid)
        row = self._boxes.at(self._account, place)
        largest = self._context.config.limits.lmtp_letter_bytes
        match decide(listed, row, old=self._is_old(listed), largest=largest):
            case "move":
                done.append(listed.uid)
            case "skip":
                self._letters.skip(place, listed, "it is older than the server's use of the mailbox")
            case "refuse":
                self._refuse(place, listed, await self._ask(self._its.header, listed.uid))
                too_large.append(listed.uid)
            case "read":
                raw = await self._whole(listed.uid)
                if raw is not None and len(raw) > largest:  # whatever size was listed
                    self._refuse(place, listed, raw.partition(b"\r\n\r\n")[0])
                    too_large.append(listed.uid)
                elif raw is not None and await self._store(place, listed, raw):
                    done.append(listed.uid)
            case "leave":
                pass

    def _is_old(self, listed: Listed) -> bool:
        """Whether a letter in a mailbox that was recreated had been there before the server first looked."""
        if self._settings.read_old:
            return False
        status = self._boxes.status(self._account)
        return status.epoch != self._epoch and status.began is not None and 0 < listed.arrived < status.began

    def _refuse(self, place: Place, listed: Listed, header: bytes | None) -> None:
        """Leave a letter unread that is too large, and tell a player so."""
        if header:
            self._letters.refuse_large(header[: self._context.config.limits.header_bytes])
        self._letters.skip(place, listed, TOO_LARGE)

    async def _whole(self, uid: int) -> bytes | None:
        try:
            return await self._ask(self._its.whole, uid)
        except Garbled:
            self._count_try(uid)
            raise

    async def _store(self, place: Place, listed: Listed, raw: bytes) -> bool:
        if not await self._hand_over(self._letters.fetched(place, listed, raw)):
            self._put_off[listed.uid] = time.monotonic() + PUT_OFF_SECONDS
            return False
        self._put_off.pop(listed.uid, None)
        return True

    async def _move(self, uids: Sequence[int]) -> None:
        """Move stored letters to the folder of done ones. If that is refused they stay: the ledger knows them."""
        if await self._move_to(uids, self._settings.done):
            with self._context.store.transaction():
                self._boxes.file(self._account, self._settings.inbox, self._epoch, uids)

    async def _move_to(self, uids: Sequence[int], folder: str) -> bool:
        try:
            moved = True
            for group in _groups(uids, MOVES):
                moved = await self._ask(self._its.move, group, folder) and moved
        except Denied as error:
            log.warning("letters of the mailbox %s cannot be moved to %s: %s", self._account, folder, error)
            return False
        return moved

    # Waiting, and what is done now and then.

    async def _watch(self, seconds: float) -> Event:
        if time.monotonic() >= self._looked_at_junk + JUNK_SECONDS:
            self._looked_at_junk = time.monotonic()
            await self._look_at_junk()
            return "more"
        if time.monotonic() >= self._tidied + DAY:
            self._tidied = time.monotonic()
            await self._tidy()
            return "more"
        if self._its.idles:
            await self._ask(self._its.idle, seconds)
        else:
            await self._sleep(seconds)
        return "woken"

    async def _look_at_junk(self) -> None:
        """Fetch letters to valid reply addresses from the junk folder; all others are left alone."""
        folder = await self._ask(self._its.junk)
        if not folder:
            return
        try:
            epoch = await self._ask(self._its.select, folder)
            uids = await self._ask(self._its.uids)
            fresh = [uid for uid in uids if (epoch, uid) not in self._junk_seen]
            for group in _groups(fresh, HEADERS):
                headers = await self._ask(self._its.addressed, group)
                ours = [uid for uid, header in headers.items() if self._letters.is_for_us(header)]
                if ours:
                    await self._move_to(ours, self._settings.inbox)
                self._junk_seen.update((epoch, uid) for uid in group)
        except Denied as error:
            log.info("the junk of the mailbox %s cannot be looked at: %s", self._account, error)
        await self._select_inbox()

    async def _tidy(self) -> None:
        """Once a day: delete done letters after some weeks, and look how full the mailbox is."""
        now = self._context.now()
        full = await self._ask(self._its.fullness)
        if full >= FULL_PERCENT:
            self._alarms.send(
                "mailbox-full",
                f"the mailbox {self._account} is {full} % full. Once it is full, its provider refuses letters",
            )
        day = datetime.fromtimestamp(now, UTC) - timedelta(days=DONE_DAYS)
        try:
            await self._ask(self._its.select, self._settings.done)
            for group in _groups(await self._ask(self._its.before, day), GROUP):
                ours = [
                    each
                    for each in (await self._ask(self._its.peek, group)).values()
                    if each.message_id and self._boxes.is_filed(self._account, each.message_id, each.size)
                ]
                if not ours:
                    continue
                if await self._ask(self._its.delete, [each.uid for each in ours]):
                    with self._context.store.transaction():
                        for each in ours:
                            self._boxes.note_deleted(self._account, each.message_id, each.size)
        except Denied:
            pass  # there is no such folder yet
        self._boxes.clear(self._account, now - FORGET_DAYS * DAY)
        await self._select_inbox()


def _groups(uids: Sequence[int], size: int) -> list[Sequence[int]]:
    return [uids[at : at + size] for at in range(0, len(uids), size)]
