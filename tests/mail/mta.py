"""A mail server that answers as it is told: for the way out, and for players' mailboxes."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from tests.mail.outbound import check

DROP = "(drop)"  # the server closes instead of answering
SILENCE = "(silence)"


class FakeMta:
    """`says[verb]` lists the next replies, then "250 ok" again. The verbs are those of SMTP, "connect", and "." for the
    reply to a letter; what is told an address goes before: `says["RCPT ann@example.org"]`.

    `letters` are all that came up to their final dot, whatever was answered then; `handed` the same, with recipients.
    `faults` is what is wrong with letters of our own, or with the sender on their envelopes.
    """

    def __init__(self) -> None:
        self.says: defaultdict[str, list[str]] = defaultdict(list)
        self.connections = 0
        self.letters: list[bytes] = []
        self.handed: list[tuple[str, bytes]] = []
        self.heard: list[str] = []
        self.faults: list[str] = []
        self.port = 0

    async def _answer(self, writer: asyncio.StreamWriter, verb: str, usual: str = "250 ok") -> str:
        reply = self.says[verb].pop(0) if self.says[verb] else usual
        if reply == DROP:
            raise ConnectionAbortedError
        if reply != SILENCE:
            writer.write(reply.encode() + b"\r\n")
        return reply

    def _look_at(self, sender: str, recipient: str, raw: bytes) -> None:
        if b"\r\nX-Loop: " not in raw:
            return  # not one of ours
        try:
            check(raw, recipient)
            assert re.fullmatch(r"[a-z]+-b\+[a-z2-7]{18,}@[a-z.]+", sender), sender
        except AssertionError as error:
            self.faults.append(str(error))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One session."""
        self.connections += 1
        sender = recipient = ""
        try:
            await self._answer(writer, "connect", "220 fake ESMTP")
            while line := await reader.readline():
                self.heard.append(line.decode().strip())
                verb = line.split()[0].decode().upper()
                if verb == "MAIL":
                    sender = line.decode().partition("<")[2].partition(">")[0]
                if verb == "RCPT":
                    recipient = line.decode().partition("<")[2].partition(">")[0]
                    if self.says[f"RCPT {recipient}"]:
                        verb = f"RCPT {recipient}"
                if verb == "DATA":
                    if not (await self._answer(writer, verb, "354 go on")).startswith("354"):
                        continue
                    raw = await reader.readuntil(b"\r\n.\r\n")
                    self.letters.append(raw)
                    self.handed.append((recipient, raw[:-3].replace(b"\r\n..", b"\r\n.")))
                    self._look_at(sender, *self.handed[-1])
                    verb = "."
                await self._answer(writer, verb, "221 bye" if verb == "QUIT" else "250 ok")
                if verb == "QUIT":
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@contextmanager
def mta_beside() -> Iterator[FakeMta]:
    """A mail server in a thread of its own, on `port`."""
    mta = FakeMta()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def open_it() -> asyncio.Server:
        return await asyncio.start_server(mta.serve, "127.0.0.1", 0, limit=2**24)

    async def close_it(server: asyncio.Server) -> None:
        server.close()
        sessions = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for session in sessions:
            session.cancel()
        await asyncio.gather(*sessions, return_exceptions=True)

    server = asyncio.run_coroutine_threadsafe(open_it(), loop).result(20)
    mta.port = server.sockets[0].getsockname()[1]
    try:
        yield mta
    finally:
        asyncio.run_coroutine_threadsafe(close_it(server), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()
    assert mta.faults == []
