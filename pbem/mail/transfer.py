"""Letters over an SMTP connection that is open.

A library opens it: greetings, encryption, login. For the letters themselves its one command after one answer costs four
times the processor, and on a long way four times the time: where the relay knows PIPELINING (RFC 2920), whatever may be
said at once is said at once.
"""

import asyncio
import re
from contextlib import suppress
from typing import NamedTuple

_LINE_END = re.compile(rb"\r\n|\r|\n")
LONGEST_REPLY = 64 * 1024
FAREWELL_SECONDS = 2.0
"""How long to wait for the other side to close the connection: TLS is ended by both sides."""


class Reply(NamedTuple):
    """What the relay says to a command."""

    code: int
    text: str

    @property
    def good(self) -> bool:
        """Was the command accepted?"""
        return 200 <= self.code < 400

    @property
    def closing(self) -> bool:
        """Does the relay say that it ends the connection?"""
        return self.code == 421

    @property
    def line(self) -> str:
        """One line for the log."""
        return " ".join(f"{self.code} {self.text}".split())[:500]


class Transfer(asyncio.Protocol):
    """The talk over one connection: groups of commands, and the replies to them."""

    def __init__(self, transport: asyncio.Transport, *, seconds: float, pipelining: bool) -> None:
        """Take over an open connection; `seconds` bounds the wait for replies."""
        self._transport = transport
        self._seconds = seconds
        self._pipelining = pipelining
        self._heard = b""
        self._text: list[bytes] = []  # of a reply of several lines
        self._missing = 0
        self._complete: asyncio.Future[None] | None = None
        self._over = asyncio.Event()
        self.replies: list[Reply] = []
        transport.set_protocol(self)

    @property
    def usable(self) -> bool:
        """Is the connection open?"""
        return not self._transport.is_closing()

    async def say(self, *commands: bytes) -> list[Reply]:
        """Say some commands, of which only the last may be DATA or QUIT; returns the replies.

        Without PIPELINING nothing more is said after the first refusal. A connection that ends after a refusal has said
        why. Otherwise raises `ConnectionError` where it ends, and `TimeoutError`; it cannot be used after that.
        """
        self.replies = []
        groups = [commands] if self._pipelining else [(command,) for command in commands]
        for group in groups:
            await self._exchange(b"".join(command + b"\r\n" for command in group), len(group))
            if not self.replies[-1].good:
                break
        return self.replies

    async def send(self, raw: bytes) -> Reply:
        """Send a letter after DATA: its lines end with CRLF, and dots that begin them are doubled (RFC 5321, 4.5.2)."""
        if not raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r"):
            raw = _LINE_END.sub(b"\r\n", raw)
        end = b"" if raw.endswith(b"\r\n") else b"\r\n"
        stuffed = (b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:]
        self.replies = []
        await self._exchange(stuffed + end + b".\r\n", 1)
        return self.replies[0]

    def drop(self) -> None:
        """Close the connection without a word."""
        self._transport.close()

    async def end(self) -> None:
        """Close the connection, and wait until it is closed."""
        if self.usable:
            with suppress(OSError):
                await self.say(b"QUIT")
            self.drop()
        try:
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._over.wait()
        except TimeoutError:
            self._transport.abort()
            await asyncio.sleep(0)  # the loop closes the socket in its next round

    async def _exchange(self, said: bytes, count: int) -> None:
        if self._transport.is_closing():
            raise ConnectionResetError("the connection has ended")
        self._missing = count
        self._complete = asyncio.get_running_loop().create_future()
        try:
            self._transport.write(said)
            async with asyncio.timeout(self._seconds):
                await self._complete
        except TimeoutError:
            self.drop()
            raise TimeoutError(f"no answer within {self._seconds:g} s") from None
        except BaseException:
            self.drop()
            raise
        finally:
            self._complete = None

    # Called by the event loop.

    def data_received(self, data: bytes) -> None:
        """Read replies. One that nobody asked for would be taken for the answer to something else, so it ends the
        connection."""
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            self._text.append(line[4:].strip())
            if line[3:4] == b"-" and line[:3].isdigit():
                continue
            code = int(line[:3]) if line[:3].isdigit() else 0
            self.replies.append(Reply(code, b" ".join(self._text).decode("utf-8", "replace")))
            self._text = []
            self._missing -= 1
        if self._missing <= 0 and self._complete is not None and not self._complete.done():
            self._complete.set_result(None)
        if self._missing < 0 or len(self._heard) + sum(map(len, self._text)) > LONGEST_REPLY:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Nothing more will come."""
        self._over.set()
        if self._complete is not None and not self._complete.done():
            if self.replies and not self.replies[-1].good:
                self._complete.set_result(None)
            else:
                self._complete.set_exception(ConnectionResetError("the relay has closed the connection"))
