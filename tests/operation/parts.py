"""The parts of pbem in processes of their own, made to be killed.

They are forked from a process that has loaded everything, so that one lives after some milliseconds; killing it hits
it as `kill -9` hits a program: wherever it is. Or it kills itself, before the n-th statement that it gives the
database: so every place between two statements can be tried.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing
import os
import secrets
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from msgspec import structs

from pbem.cli.running import CHILD
from pbem.mail.delivery import Outcome, Relays
from pbem.mail.reading import Letter, LetterError
from pbem.server.admin.host import check
from pbem.server.core.config import Config
from pbem.server.departures.delivery_worker import DeliveryWorker
from pbem.server.inbox.handler import LetterHandler
from pbem.server.mailing.notices import Notice, Writer
from pbem.server.ops import application
from pbem.server.ops.application import Application
from pbem.server.ops.reminders import run_reminders
from pbem.server.ops.server import PARTS, Server
from pbem.store import Store, is_url
from pbem.store.rows import Incoming, Outgoing
from pbem.store.seals import KEY_FILE
from tests.mail.outbound import TOKEN
from tests.place import place
from tests.server.office import TEMPLATES

KILLED = -signal.SIGKILL
FOUND = 3


class Part:
    """One process, as a context; it is killed at the end if it still lives."""

    def __init__(self, work: Callable[..., None], config: Config, *more: Any, doom: int = 0) -> None:
        """Start `work` on a configuration. With a `doom` it kills itself before that statement, counted from 1."""
        self._log = Path(config.maildir if is_url(config.db) else config.db).with_suffix(".log")
        config = structs.replace(config, db=place(config.db))
        self.process = _forks().Process(target=_live, args=(work, config, self._log, more, doom))
        main = sys.modules["__main__"]
        # With it the child would load pytest anew, as its main module.
        file = main.__dict__.pop("__file__", None)
        try:
            self.process.start()
        finally:
            if file is not None:
                main.__file__ = file

    @property
    def pid(self) -> int:
        """Its number."""
        pid: int | None = self.process.pid
        assert pid is not None
        return pid

    def alive(self) -> bool:
        """Whether it has not ended."""
        return bool(self.process.is_alive())

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.wait()

    def stop(self) -> int:
        """As an administrator would; returns the exit code."""
        self.process.terminate()
        return self.wait()

    def wait(self, seconds: float = 120) -> int:
        """Its exit code; `KILLED` if it was killed, by whomever."""
        self.process.join(seconds)
        code: int | None = self.process.exitcode
        assert code is not None, "it does not end"
        return code

    def __enter__(self) -> Part:
        """Nothing more to do: it runs."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.alive():
            self.kill()
        self.process.close()
        if self._log.exists():
            assert not TOKEN.search(self._log.read_text()), "a token in the log"


def copy_database(source: str, target: str) -> None:
    """Copy a database, and the key of its seals, into another folder."""
    shutil.copy(source, target)
    shutil.copy(Path(source).parent / KEY_FILE, Path(target).parent / KEY_FILE)


def run(work: Callable[..., None], config: Config, *more: Any, doom: int = 0) -> int:
    """Let a part work to its end, and return its exit code."""
    with Part(work, config, *more, doom=doom) as part:
        return part.wait()


@functools.cache
def _forks() -> Any:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.operation.warm"])
    return context


def _live(work: Callable[..., None], config: Config, log: Path, more: tuple[Any, ...], doom: int) -> None:
    """In the new process: no output but a log, no chance, and an end when it is time."""
    os.setsid()  # what the terminal sends is not for it
    logging.basicConfig(filename=log, level=logging.WARNING, force=True)
    vars(application)["Words"] = lambda folders=None: TEMPLATES
    vars(secrets)["token_bytes"] = lambda nbytes=None: b"x" * (nbytes or 32)
    if doom:
        _condemn(doom)
    try:
        work(config, *more)
    except BaseException:
        logging.exception("it has ended")
        raise


def _condemn(doom: int) -> None:
    """Count statements on every connection that is opened from now on, and die before that one."""
    connect = sqlite3.connect
    left = doom

    def count(statement: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    def counting(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(count)
        return connection

    vars(sqlite3)["connect"] = counting


# What a part may do.


def serve(config: Config, parts: tuple[str, ...] = PARTS) -> None:
    """`pbem serve`."""
    asyncio.run(Server(config, parts=parts).run(lambda server: None))


def serve_in_two(config: Config) -> None:
    """`pbem serve` with `processes = 2`."""
    asyncio.run(Server(config, beside=CHILD).run(lambda server: None))


def serve_doomed(config: Config, where: str, doom: int) -> None:
    """`pbem serve` that is killed at a mail: when it is rendered, dialled, answered, or noted."""
    left = doom

    def die_at(place: str) -> None:
        nonlocal left
        left -= place == where
        if place == where and not left:
            os.kill(os.getpid(), signal.SIGKILL)

    deliver, write = Relays.deliver, Writer.write
    sent, failed = DeliveryWorker._note_sent, DeliveryWorker._note_failure

    async def delivering(relays: Relays, sender: str, to: str, raw: bytes) -> Outcome:
        die_at("dial")
        outcome = await deliver(relays, sender, to, raw)
        die_at("answer")
        return outcome

    def writing(writer: Writer, notice: Notice, recipient: str) -> bytes:
        raw = write(writer, notice, recipient)
        die_at("render")
        return raw

    def noting_sent(worker: DeliveryWorker, letters: list[tuple[Outgoing, str]], now: int) -> None:
        sent(worker, letters, now)
        die_at("note")

    def noting_failure(worker: DeliveryWorker, letter: Outgoing, outcome: Outcome, now: int) -> None:
        failed(worker, letter, outcome, now)
        die_at("note")

    vars_of: dict[type, dict[str, Any]] = {
        Relays: {"deliver": delivering},
        Writer: {"write": writing},
        DeliveryWorker: {"_note_sent": noting_sent, "_note_failure": noting_failure},
    }
    for owner, changed in vars_of.items():
        for name, function in changed.items():
            setattr(owner, name, function)  # in this process only
    serve(config, ("delivery",))


def child_of(part: Part) -> int | None:
    """The process that delivers for a server, if it is there."""
    children = Path(f"/proc/{part.pid}/task/{part.pid}/children")
    found = [
        int(child)
        for child in children.read_text().split()
        if CHILD[-1].encode() in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    return found[0] if found else None


def remind(config: Config, now: int) -> None:
    """`pbem remind`, at a moment."""
    app = Application(Store(config.db), config, now=lambda: now)
    if any(step.what == "failed" for step in run_reminders(app)):
        raise SystemExit(FOUND)


def backup(config: Config, path: str) -> None:
    """`pbem backup`."""
    Store(config.db).backup(path)


def verify(config: Config) -> None:
    """`pbem check`."""
    if problems := check(Application(Store(config.db), config)):
        logging.error("%s", msgspec.json.encode(problems).decode())
        raise SystemExit(FOUND)


def serve_poisoned(config: Config, poison: bytes) -> None:
    """`pbem serve`, with a letter about that takes the whole process down, as a library in C may."""
    handle = LetterHandler.handle

    def deadly(handler: LetterHandler, incoming: Incoming, letter: Letter | LetterError) -> str:
        if poison in incoming.raw:
            os.kill(os.getpid(), signal.SIGKILL)
        return handle(handler, incoming, letter)

    LetterHandler.handle = deadly  # type: ignore[method-assign, assignment]  # in this process only
    serve(config)
