"""Delivery: finished letters go to a relay, or into a Maildir for each address.

Neither keeps a queue: the caller owns the outbox, records each attempt before it is made, and asks `next_try` when to
try again. Bytes are sent as they are, so that a letter whose fate is unknown can be
sent once more under the same Message-ID: twice is allowed, never is not (O5).
"""

import asyncio
import hashlib
import os
import ssl
from contextlib import suppress
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import quote

import aiosmtplib
import msgspec

# Waits after the first, second, ... failed attempt: four days in all, then the letter is given up.
RETRY = (
    *(timedelta(minutes=m) for m in (1, 5, 15, 30)),
    *(timedelta(hours=h) for h in (1, 2, 4)),
    *(timedelta(hours=8) for _ in range(11)),
)

_CLOSING = 421

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
    about: Literal["", "recipient", "letter", "way", "limit"] = ""


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
        login: tuple[str, str] | None = None,
        ca_file: str = "",
        seconds: float = 60.0,
    ) -> None:
        """`hostname` is the name we greet with; `tls` demands encryption and a good certificate; `login` are name and
        password; `ca_file` has authorities to trust besides those of the system; `seconds` bounds a step."""
        trust = ssl.create_default_context()
        if ca_file:
            trust.load_verify_locations(ca_file)
        user, password = login or (None, None)
        self._client = aiosmtplib.SMTP(
            hostname=host,
            port=port,
            local_hostname=hostname,
            use_tls=tls == "tls",
            start_tls=tls == "starttls",
            username=user,
            password=password,
            tls_context=trust,
            timeout=seconds,
        )
        self._turn = asyncio.Lock()

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`. Refusals of the recipient or the letter (5xx) fail; 4xx, silence and broken connections mean
        later, and so does any earlier refusal: a relay that refuses us (perhaps for lack of a login) says nothing
        against a letter."""
        async with self._turn:
            try:
                await self._begin(sender)
            except aiosmtplib.SMTPSenderRefused as error:
                refused = await self._refused(error)
                return Outcome("later", refused.reply, "way")
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            try:
                await self._client.rcpt(to)
            except aiosmtplib.SMTPRecipientRefused as error:
                return await self._refused(error, "recipient")
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            try:
                response = await self._client.data(raw)
            except aiosmtplib.SMTPResponseException as error:
                return await self._refused(error)
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            return Outcome("sent", _line(response.code, response.message))

    async def greet(self, sender: str, recipient: str) -> Outcome:
        """Check the way: connect, encrypt, log in and offer a letter between these two, but send none."""
        async with self._turn:
            try:
                await self._begin(sender)
                response = await self._client.rcpt(recipient)
                await self._client.rset()
            except aiosmtplib.SMTPRecipientRefused as error:
                return await self._refused(error, "recipient")
            except (aiosmtplib.SMTPException, OSError) as error:
                return self._broken(error)
            return Outcome("sent", _line(response.code, response.message))

    async def close(self) -> None:
        """See `Delivery`."""
        async with self._turn:
            if self._client.is_connected:
                try:
                    await self._client.quit()
                except (aiosmtplib.SMTPException, OSError):
                    self._client.close()

    async def _begin(self, sender: str) -> None:
        """MAIL, on the open connection or on a new one. The relay may have closed a connection kept from an earlier
        letter; a new one can safely be tried at once."""
        if self._client.is_connected:
            try:
                await self._client.mail(sender)
            except ConnectionError:
                self._client.close()
            except aiosmtplib.SMTPSenderRefused as error:
                if error.code != _CLOSING:
                    raise
                self._client.close()
            else:
                return
        await self._client.connect()
        await self._client.mail(sender)

    async def _refused(
        self, error: aiosmtplib.SMTPResponseException, about: Literal["recipient", "letter"] = "letter"
    ) -> Outcome:
        """An error reply: final for the letter if 5xx. The connection stays, reset for the next letter."""
        if error.code == _CLOSING:
            return self._broken(error)
        try:
            await self._client.rset()
        except (aiosmtplib.SMTPException, OSError):
            self._client.close()
        status: Literal["failed", "later"] = "failed" if 500 <= error.code < 600 else "later"
        return Outcome(status, _line(error.code, error.message), about)

    def _broken(self, error: Exception) -> Outcome:
        """No reply at all, or one before our letter's turn came: the result is unknown, or nothing was sent."""
        self._client.close()
        return Outcome("later", " ".join(f"{type(error).__name__}: {error}".split())[:500], "way")


def _line(code: int, message: str) -> str:
    return " ".join(f"{code} {message}".split())[:500]


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
