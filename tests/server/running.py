"""Servers for tests: in this process, or in one of their own that may be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import TracebackType

from pbem.server.core.config import Caps, Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.outbound import TOKEN, check
from tests.place import place

UNCAPPED = Caps(**dict.fromkeys(Caps.__struct_fields__, 0))
"""For tests in which a match is played within seconds, though not on trial."""

ANN, BEN = "ann@localhost", "ben@localhost"


def letter(sender: str, body: str, number: object, to: str = "pbem@localhost") -> bytes:
    """A letter of its own Message-ID."""
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@test.example>\r\nSubject: \r\n\r\n"
    return (head + body.replace("\n", "\r\n") + "\r\n").encode()


def post(port: int, raw: bytes, sender: str = ANN, to: str = "pbem@localhost") -> None:
    """Hand a letter over by SMTP; returns when the server has said 250."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.sendmail(sender, [to], raw)


def running(
    config: Config, work: Callable[[Server, int], None], *, parts: tuple[str, ...] | None = None
) -> Server:
    """Run a server in this process while `work` talks to it from a thread; it gets the server and its SMTP port."""

    async def run() -> Server:
        server = Server(config, parts=parts) if parts else Server(config)
        ready = asyncio.Event()
        task = asyncio.create_task(server.run(lambda _: ready.set()))
        started = asyncio.create_task(ready.wait())
        await asyncio.wait([task, started], return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            started.cancel()
            task.result()
        try:
            bound = server.bound[0].split()[0] if server.bound else ""
            port = int(bound.rpartition(":")[2]) if ":" in bound else 0
            await asyncio.to_thread(work, server, port)
        finally:
            server.stop()
            await task
        return server

    return asyncio.run(run())


class Process:
    """`python -m pbem serve` in a folder, as a context; it is killed at the end if it has not been stopped."""

    def __init__(self, folder: Path, *options: str, port: int | None = None, listen: bool = True) -> None:
        """Unless `listen`, where it listens is left to the folder's configuration."""
        self.folder = folder
        self.port = port or free_port()
        if listen:
            options = ("--listen", f"127.0.0.1:{self.port}", *options)
        if os.environ.get("PBEM_STORE"):
            options = ("--db", place(folder / "games.db"), *options)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "serve", *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> str:
        """Wait for the line that says so, and return it."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "is ready" in line, self.errors()
        return line

    def rest(self) -> str:
        """All else that it has said; only when it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait(20)

    def stop(self) -> int:
        """As an administrator would; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def errors(self) -> str:
        """All that it has written to stderr; only when it has ended."""
        assert self.process.stderr is not None
        text = self.process.stderr.read()
        assert not TOKEN.search(text), "a token in the log"
        return text

    def __enter__(self) -> Process:
        """Nothing more to do: it runs."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


def statuses(config: Config) -> list[str]:
    """What became of the letters, in order."""
    with closing(Store(config.db)) as store:
        return [row.status for row in reversed(store.post.inbox(None, 1000))]


def counts(config: Config) -> dict[str, int]:
    """The numbers of letters and mails in each status."""
    with closing(Store(config.db)) as store:
        return store.post.counts()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def maildir(folder: Path, address: str) -> list[EmailMessage]:
    """The mails that have come to an address."""
    found = []
    for path in sorted((folder / address / "new").glob("*")):
        raw = path.read_bytes()
        if b"\nX-Loop: " in raw:  # not one that the test itself has put into the outbox
            check(raw.replace(b"\n", b"\r\n"), address)
        message = message_from_bytes(raw, policy=default)
        assert isinstance(message, EmailMessage)
        found.append(message)
    return found
