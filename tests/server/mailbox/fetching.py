"""A mailbox in front of an office: letters lie in it, a worker fetches them, and the desk does them."""

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import structs

from pbem.mail.mailbox import Box
from pbem.mail.tasks import read_here
from pbem.server.core.config import Config, Given
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailbox import states
from pbem.server.mailbox.letters import BoxLetters, Fetched
from pbem.server.mailbox.opening import open_box
from pbem.server.mailbox.worker import MailboxWorker
from pbem.store.rows import Incoming
from tests.mail.imap import FakeImap
from tests.server.office import Office

ACCOUNT = "our.games@play.example"
SECONDS = 20.0


def settings(server: FakeImap, folder: Path, **more: Any) -> dict[str, Any]:
    """The table `[mailbox]` for a server; the password and its authority are in files."""
    password = folder / "password"
    password.write_text("secret\n")
    password.chmod(0o600)
    server.authority.cert_pem.write_to_path(folder / "ca.pem")
    return {
        "address": ACCOUNT,
        "imap": f"localhost:{server.port}",
        "imap_tls": server.tls,
        "smtp": "localhost:1",
        "password_file": str(password),
        "ca_file": str(folder / "ca.pem"),
        **more,
    }


def config(server: FakeImap, folder: Path, **more: Any) -> Config:
    """The configuration of a server with such a mailbox."""
    return Given({"mailbox": settings(server, folder, **more)}, {}).config()


class Fetching:
    """An office whose letters come out of a mailbox."""

    def __init__(self, server: FakeImap, folder: Path, **more: Any) -> None:
        self.server = server
        self.office = Office(**structs.asdict(config(server, folder, **more)))
        self.boxes = self.office.store.mailboxes
        self.boxes.note_profile(ACCOUNT, "{}")
        self.full = False
        self.crowded = False
        self.open: Callable[[], Box] = functools.partial(open_box, self.office.config.mailbox)

    def worker(self) -> MailboxWorker:
        """One who fetches."""
        context = self.office.app.context
        letters = BoxLetters(context, self.office.app.mailer, self.office.app.limits)

        async def hand_over(fetched: Fetched) -> bool:
            if self.full:
                raise OSError("no space left")
            if self.crowded:
                return False
            self.commit(letters, fetched)
            return True

        return MailboxWorker(context, letters, self.office.app.alarms, hand_over, lambda: self.open())

    def commit(self, letters: BoxLetters, fetched: Fetched) -> None:
        """As the server does it."""
        store, envelope = self.office.store, fetched.envelope
        with store.transaction():
            known = letters.knows(fetched)
            if not known:
                store.post.receive(envelope.raw, envelope.return_path, envelope.recipients, fetched.arrived)
            letters.note(fetched, "a copy" if known else "")

    def fetch(self, until: Callable[[], object] | None = None) -> None:
        """Fetch until something is so; else until the mailbox has been looked through once more."""
        before = self.looks()
        condition = until or (lambda: self.looks() > before)

        async def work() -> None:
            worker = self.worker()
            task = asyncio.create_task(worker.run())
            try:
                async with asyncio.timeout(SECONDS):
                    while not condition():
                        assert not task.done(), task.exception() or "it has ended"
                        await asyncio.sleep(0.005)
            finally:
                worker.stop()
                await task

        asyncio.run(work())

    def looks(self) -> int:
        """How often the server has been asked for all letters and was idle after it."""
        return sum(line.startswith(("IDLE", "NOOP")) for line in self.server.heard)

    def inbox(self) -> list[Incoming]:
        """The letters that have come in, in order."""
        return list(reversed(self.office.store.post.inbox(None, 100_000)))

    def bodies(self) -> list[str]:
        """The texts of the letters that have come in."""
        return [row.raw.decode("latin-1").partition("\r\n\r\n")[2].strip() for row in self.inbox()]

    def handle(self) -> list[str]:
        """What the desk does with the letters that wait."""
        office = self.office
        with office.store.transaction():
            return [
                office.app.handler.handle(incoming, read_here(task_of(office.app.config, incoming)))
                for incoming in office.store.post.waiting(999, office.time)
            ]

    @property
    def state(self) -> str:
        """The state that the host is told."""
        return self.boxes.status(ACCOUNT).state


def quick(monkeypatch: Any) -> None:
    """Let pauses be short."""
    monkeypatch.setattr(states, "BACKOFF_SECONDS", 0.02)
    monkeypatch.setattr(states, "REFUSED_SECONDS", 0.02)
    monkeypatch.setattr(states, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(states, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(states, "UNTRIED_SECONDS", 0.05)
