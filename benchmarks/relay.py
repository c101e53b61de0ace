"""`python -m benchmarks.relay SECONDS`: a mail server that takes every letter, and so long for each command."""

import asyncio
import functools
import sys
from typing import cast

from benchmarks.listening import listen

_REPLIES = {b"EHLO": b"250-far\r\n250 PIPELINING", b"DATA": b"354 go on"}


class Session(asyncio.Protocol):
    """One connection; it knows PIPELINING, so that commands may come together. Letters end where a segment does."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._in_data = False
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        self._transport = cast("asyncio.Transport", transport)
        self._answer(b"220 far")

    def data_received(self, data: bytes) -> None:
        """Answer a command, or a letter when it is complete."""
        self._heard += data
        end = b"\r\n.\r\n" if self._in_data else b"\r\n"
        if not self._heard.endswith(end):
            return
        commands = [b""] if self._in_data else self._heard.splitlines()
        self._in_data, self._heard = commands[-1].upper() == b"DATA", b""
        for command in commands:
            self._answer(_REPLIES.get(command[:4].upper(), b"250 ok"))

    def _answer(self, reply: bytes) -> None:
        if self._seconds:
            asyncio.get_running_loop().call_later(self._seconds, self._transport.write, reply + b"\r\n")
        else:
            self._transport.write(reply + b"\r\n")


if __name__ == "__main__":
    asyncio.run(listen(functools.partial(Session, float(sys.argv[1]))))
