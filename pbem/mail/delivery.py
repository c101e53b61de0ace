"""Delivery: finished letters go to a relay, or into a Maildir for each address.

Neither keeps a queue: the caller owns the outbox, records each attempt before it is made, and asks `next_try` when to
try again. Bytes are sent as they are, so that a letter whose fate is unknown can be
sent once more under the same Message-ID: twice is allowed, never is not (O5).
"""

import asyncio
import copy
import functools
import hashlib
import os
import ssl
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, Protocol, cast
from urllib.parse import quote

import aiosmtplib
import msgspec

from pbem.mail.transfer import Reply, Transfer

# Waits after the first, second, ... failed attempt: four days in all, then the letter is given up.
RETRY = (
    *(timedelta(minutes=m) for m in (1, 5, 15, 30)),
    *(timedelta(hours=h) for h in (1, 2, 4)),
    *(timedelta(hours=8) for _ in range(11)),
)

GO_ON = 354
About = Literal["", "recipient", "letter", "way", "limit"]
_ABOUT: tuple[About, ...] = ("way", "recipient", "letter")
"""What refusals of MAIL, RCPT and DATA are about."""

Tls = Literal["", "starttls", "tls"]
"""Encryption on the way to a relay: none, by STARTTLS, or from the first byte."""


def next_try(attempts: int) -> timedelta | None:
    """How long to wait after `attempts` (1 or more) failed attempts; None: give the letter up."""
    return RETRY[attempts - 1] if attempts <= len(RETRY) else None


class Outcome(msgspec.Struct, frozen=True):
    """The result of one attempt. `later` includes an unknown result; `reply` is one line for the log.

    `about`: was the refusal about the recipient's address or about the letter (or its sender), or was the connection
    itself in trouble, so that the next letter would fail, too? Or does a provider take no more for now (`limit`)?
    """

    status: Literal["sent", "later", "failed"]
    reply: str
    about: About = ""


class Delivery(Protocol):
    """A way to deliver letters."""

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """Hand over `raw`, from envelope sender `sender` ("" is the null sender) to the address `to`. Raises nothing
        for anything the other side does."""

    async def close(self) -> None:
        """Close connections; a later `deliver` opens new ones."""


class Relay:
    """An SMTP server that accepts our letters: one connection, kept open, one letter at a time."""

    def __init__(
        self,
        host: str,
        port: int = 25,
        *,
        hostname: str,
        tls: Tls = "",
        login: Callable[[], tuple[str, str]] | None = None,
        ca_file: str = "",
        seconds: float = 60.0,
    ) -> None:
        """`hostname` is the name we greet with; `tls` demands encryption and a good certificate; `login` looks up name
        and password for each connection; `ca_file` has authorities to trust besides those of the system; `seconds`
        bounds a step."""
        trust = ssl.create_default_context() if tls else None  # it takes some time
        if trust is not None and ca_file:
            trust.load_verify_locations(ca_file)
        self._make = functools.partial(
            aiosmtplib.SMTP,
            hostname=host,
            port=port,
            local_hostname=hostname,
            use_tls=tls == "tls",
            start_tls=tls == "starttls",
            tls_context=trust,
            timeout=seconds,
        )
        self._login = login
        self._seconds = seconds
        self._talk: Transfer | None = None
        self._turn = asyncio.Lock()

    def another(self) -> "Relay":
        """One more connection to the same server."""
        relay = copy.copy(self)
        relay._talk = None
        relay._turn = asyncio.Lock()
        return relay

    async def open(self) -> Outcome | None:
        """Connect, unless that has been done; returns why it cannot be."""
        async with self._turn:
            try:
                if self._kept() is None:
                    await self._connect()
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            return None

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`. Refusals of the recipient or the letter (5xx) fail; 4xx, silence and broken connections mean
        later, and so does any earlier refusal: a relay that refuses us (perhaps for lack of a login) says nothing
        against a letter."""
        async with self._turn:
            try:
                talk, replies = await self._offer(sender, to, b"DATA")
                go_on = replies[-1].code == GO_ON
                for reply, about in zip(replies, _ABOUT, strict=False):
                    if not reply.good:
                        if go_on:  # though nobody may get it; the relay waits for a letter (RFC 2920, 3.1)
                            await talk.say(b".")
                        return await self._refused(talk, reply, about)
                if not go_on:
                    return await self._refused(talk, replies[-1], "letter")
                reply = await talk.send(raw)
                return (
                    Outcome("sent", reply.line) if reply.good else await self._refused(talk, reply, "letter")
                )
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)

    async def greet(self, sender: str, recipient: str) -> Outcome:
        """Check the way: connect, encrypt, log in and offer a letter between these two, but send none."""
        async with self._turn:
            try:
                talk, replies = await self._offer(sender, recipient)
                for reply, about in zip(replies, _ABOUT, strict=False):
                    if not reply.good:
                        return await self._refused(talk, reply, about)
                await talk.say(b"RSET")
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            return Outcome("sent", reply.line)

    async def close(self) -> None:
        """See `Delivery`."""
        async with self._turn:
            if self._talk is not None:
                await self._talk.end()
                self._talk = None

    def _kept(self) -> Transfer | None:
        return self._talk if self._talk is not None and self._talk.usable else None

    async def _offer(self, sender: str, to: str, *more: bytes) -> tuple[Transfer, list[Reply]]:
        """MAIL and RCPT, on the open connection or on a new one. The relay may have closed a connection kept from an
        earlier letter; a new one can safely be tried at once."""
        commands = (f"MAIL FROM:<{sender}>".encode("ascii"), f"RCPT TO:<{to}>".encode("ascii"), *more)
        if (talk := self._kept()) is not None:
            try:
                replies = await talk.say(*commands)
            except ConnectionError:
                if talk.replies:
                    raise
            else:
                if not replies[0].closing:
                    return talk, replies
            await talk.end()
        talk = await self._connect()
        return talk, await talk.say(*commands)

    async def _connect(self) -> Transfer:
        user, password = await asyncio.to_thread(self._login) if self._login else (None, None)
        client = self._make(username=user, password=password)
        try:
            await client.connect()
            if client.is_ehlo_or_helo_needed:
                try:
                    await client.ehlo()
                except aiosmtplib.SMTPHeloError:
                    await client.helo()
        except BaseException:
            client.close()
            raise
        transport = cast("asyncio.Transport", client.transport)
        pipelining = client.supports_extension("pipelining")
        self._talk = Transfer(transport, seconds=self._seconds, pipelining=pipelining)
        return self._talk

    async def _refused(self, talk: Transfer, reply: Reply, about: About) -> Outcome:
        """An error reply: final for the letter if 5xx. The connection stays, reset for the next letter."""
        if reply.closing:
            talk.drop()
            return Outcome("later", reply.line, "way")
        with suppress(OSError):
            await talk.say(b"RSET")
        final = 500 <= reply.code < 600 and about != "way"
        return Outcome("failed" if final else "later", reply.line, about)

    def _broken(self, error: Exception) -> Outcome:
        """No reply at all, or one before our letter's turn came: the result is unknown, or nothing was sent."""
        if self._talk is not None:
            self._talk.drop()
        return Outcome("later", " ".join(f"{type(error).__name__}: {error}".split())[:500], "way")


class Relays:
    """A relay to which several letters go at the same time: each over a connection of its own, which is opened when
    there is none to spare.

    A relay may let in fewer at a time than there are letters: then these take turns, until all connections are closed.
    """

    def __init__(self, relay: Relay, most: int) -> None:
        """`relay` is the first connection, `most` the maximum number of them."""
        self._relay = relay
        self._idle = [relay]
        self._room = asyncio.Semaphore(most)
        self._turned_away = 0
        self._at_work = 0

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`. If the relay accepts no further connection, that does not count as an attempt."""
        while True:
            await self._room.acquire()
            relay = self._idle.pop() if self._idle else self._relay.another()
            shut = await relay.open()
            if shut is None or not self._at_work:
                break
            self._turned_away += 1
        self._at_work += 1
        try:
            return shut or await relay.deliver(sender, to, raw)
        finally:
            self._at_work -= 1
            self._idle.append(relay)
            self._room.release()

    async def close(self) -> None:
        """See `Delivery`."""
        while self._turned_away:
            self._turned_away -= 1
            self._room.release()
        idle, self._idle = self._idle, []
        await asyncio.gather(*(relay.close() for relay in idle))


class Maildir:
    """A Maildir for each address, `root/<address>/{new,cur,tmp}`: delivery without any mail server.

    The file name follows from the letter, so that delivering the same bytes twice leaves one unread letter. A file is
    complete and synced before it appears in `new`, and so is `new` before the letter counts as sent: a power cut loses
    none. Line ends are LF, as mail programs expect on disk.
    """

    def __init__(self, root: Path | str) -> None:
        self._root = Path(root)
        self._made: set[Path] = set()

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`. A full disk and the like mean later."""
        try:
            name = self._write(self.folder(to), raw)
        except OSError as error:
            return Outcome("later", str(error), "way")
        return Outcome("sent", f"kept as {name}")

    async def close(self) -> None:
        """See `Delivery`."""

    def folder(self, address: str) -> Path:
        """The folder for letters to `address`. Characters that are unsafe in file names are percent-encoded."""
        name = quote(address.strip().lower(), safe="@+=")
        if name.startswith("."):
            name = "%2E" + name[1:]
        if len(name) > 200:
            name = f"{name[:150]}~{hashlib.sha256(name.encode()).hexdigest()[:32]}"
        return self._root / (name or "%00")

    def _write(self, folder: Path, raw: bytes) -> str:
        if folder not in self._made:
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            for made in (folder, self._root, self._root.parent):
                _sync(made)
            self._made.add(folder)
        name = _file_name(raw)
        temporary = folder / "tmp" / name
        with temporary.open("wb") as file:
            file.write(raw.replace(b"\r\n", b"\n"))
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(folder / "new" / name)
        _sync(folder / "new")
        return name


def _sync(folder: Path) -> None:
    """Make sure that new files in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _file_name(raw: bytes) -> str:
    """The second of the letter's Date, so that names sort by age, and a hash of the letter."""
    _, found, rest = raw.partition(b"\r\nDate: ")
    second = 0
    if found:
        with suppress(ValueError, OverflowError):
            date = rest[:40].partition(b"\r\n")[0].decode("ascii")
            second = int(parsedate_to_datetime(date).timestamp())
    return f"{second}.{hashlib.sha256(raw).hexdigest()[:32]}.pbem"
