"""A mail server that answers as it is told: for the way out, and for players' mailboxes."""

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
    It answers after `seconds`; `at_once` is the greatest number of connections that there were beside each other, and
    more than `most` are turned away. It knows `pipelining` or does not. `faults` is what is wrong with letters of our
    own, or with the sender on their envelopes.
    """

    pipelining = True

    def __init__(self) -> None:
        self.says: defaultdict[str, list[str]] = defaultdict(list)
        self.seconds = 0.0
        self.most = 1000
        self.connections = self.at_once = self._now = 0
        self.letters: list[bytes] = []
        self.handed: list[tuple[str, bytes]] = []
        self.heard: list[str] = []
        self.faults: list[str] = []
        self.port = 0

    async def _answer(self, writer: asyncio.StreamWriter, verb: str, usual: str = "250 ok") -> str:
        await asyncio.sleep(self.seconds)
        reply = self.says[verb].pop(0) if self.says[verb] else usual
        if reply == DROP:
            raise ConnectionAbortedError
        if reply != SILENCE:
            writer.write(reply.encode() + b"\r\n")
        if reply.startswith("421"):
            await writer.drain()
            raise ConnectionAbortedError
        return reply

    def _look_at(self, sender: str, recipient: str, raw: bytes) -> None:
        if b"\r\nX-Loop: " not in raw:
            return  # not one of ours
        try:
            check(raw, recipient)
            assert re.fullmatch(r"[a-z]+-b\+[a-z2-7]{18,}@[a-z.]+", sender), sender
        except AssertionError as error:
            self.faults.append(str(error))

    async def _lines(self, reader: asyncio.StreamReader) -> list[bytes]:
        lines = [await reader.readline()]
        while lines[-1] != b".\r\n":
            if not lines[-1]:
                raise ConnectionResetError
            lines.append(await reader.readline())
        return lines

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One session."""
        self.connections += 1
        self._now += 1
        sender = recipient = None
        try:
            if self._now > self.most:
                await self._answer(writer, "connect", "421 4.7.0 too many connections")
                return
            self.at_once = max(self.at_once, self._now)
            await self._answer(writer, "connect", "220 fake ESMTP")
            while line := await reader.readline():
                self.heard.append(line.decode().strip())
                verb = line.split()[0].decode().upper()
                address = line.decode().partition("<")[2].partition(">")[0]
                usual = "250 ok"
                if verb == "EHLO" and self.pipelining:
                    usual = "250-fake\r\n250 PIPELINING"
                elif verb == "MAIL":
                    usual = usual if sender is None else "503 5.5.1 nested MAIL command"
                elif verb == "RCPT":
                    verb = f"RCPT {address}" if self.says[f"RCPT {address}"] else verb
                    usual = "503 5.5.1 MAIL first" if sender is None else usual
                elif verb == "DATA":
                    usual = "503 5.5.1 no valid recipients" if recipient is None else "354 go on"
                elif verb == "QUIT":
                    usual = "221 bye"
                reply = await self._answer(writer, verb, usual)
                if verb == "MAIL" and reply.startswith("250"):
                    sender = address
                elif verb.startswith("RCPT") and reply.startswith("250"):
                    recipient = address
                elif verb == "DATA" and reply.startswith("354"):
                    raw = b"".join(await self._lines(reader))
                    if recipient is None:
                        await self._answer(writer, "", "554 5.5.1 no valid recipients")
                        continue
                    self.letters.append(raw)
                    self.handed.append((recipient, raw[:-3].replace(b"\r\n..", b"\r\n.")))
                    self._look_at(sender or "", *self.handed[-1])
                    await self._answer(writer, ".")
                if verb in ("RSET", "DATA"):
                    sender = recipient = None
                if verb == "QUIT":
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self._now -= 1
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
