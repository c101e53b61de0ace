"""What a whole move costs in counts: bytes written and kept, statements, calls. They are the same on every machine.

Letters are stored in one transaction and carried out in the next, as a server does it; then their mails are rendered,
leased and handed to a relay that takes everything at once.

    python -m benchmarks.written [MOVES]
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct

from benchmarks.inside import BATCH
from benchmarks.letters import DOMAIN, Post
from benchmarks.stock import PLAYED, stock
from pbem.mail.delivery import Outcome
from pbem.mail.tasks import read_here
from pbem.server.core.config import Caps, Config
from pbem.server.core.letter_tasks import task_of
from pbem.server.departures.delivery_worker import DeliveryWorker
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming

WARM = 100
"""Moves before those that are counted: templates, orders and sentences are known by then, and pages are split."""

PAGE, FRAME = 4096, 4096 + 24
"""Bytes of a page of the database, and of one in the log of SQLite."""

_KEPT = (
    ("letters", "SELECT sum(length(raw)), count(*) FROM inbox"),
    ("mails", "SELECT sum(length(raw) + length(notice)), count(*) / 2 FROM outbox"),
)


class Counts(Struct, frozen=True):
    """Of a move: bytes `written` to the log, those `kept` of its letter and its mails for `keep_days`, statements, and
    calls of functions written in Python and in C."""

    written: float
    kept: float
    statements: float
    python_calls: float
    c_calls: float


class TakesAll:
    """A way out that takes everything."""

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """Take a mail."""
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing to close."""


def measure(folder: Path, moves: int) -> Counts:
    """Count what some moves in matches of their own cost, in batches."""
    path = folder / "counted.db"
    letters = stock(path, WARM + 2 * moves)
    no_caps = Caps(**dict.fromkeys(Caps.__struct_fields__, 0))
    config = Config(db=str(path), domain=DOMAIN, relay="127.0.0.1:25", relay_connections=8, caps=no_caps)
    app = Application(Store(path), config)
    worker = DeliveryWorker(app.context, app.departures, app.bounces, app.alarms, TakesAll())
    app.store.db.conn.execute("PRAGMA wal_autocheckpoint = 0")
    posts = letters.moves(range(1, WARM + 2 * moves + 1), PLAYED)
    with asyncio.Runner() as runner:

        def do(count: int) -> None:
            runner.run(_do(app, worker, list(islice(posts, count))))

        do(WARM)
        before = _log_bytes(path)
        with _statements(app) as statements:
            do(moves)
        written = (_log_bytes(path) - before) / moves
        with _calls() as calls:
            do(moves)
    kept = 0.0
    for _, statement in _KEPT:
        size, rows = app.store.db.conn.execute(statement).fetchone()
        kept += size / rows
    app.store.close()
    return Counts(
        written, kept, sum(statements.values()) / moves, calls["call"] / moves, calls["c_call"] / moves
    )


async def _do(app: Application, worker: DeliveryWorker, posts: Sequence[Post]) -> None:
    for first in range(0, len(posts), BATCH):
        some, stored = posts[first : first + BATCH], list[Incoming]()
        with app.store.transaction():
            for post in some:
                now, to = app.now(), (post.recipient,)
                number = app.store.post.receive(post.raw, post.sender, to, now)
                stored.append(Incoming(number, now, post.sender, to, post.raw, "new", 0, ""))
        letters = [read_here(task_of(app.config, incoming)) for incoming in stored]
        with app.store.transaction():
            for incoming, letter in zip(stored, letters, strict=True):
                if app.handler.handle(incoming, letter) != "done":
                    raise RuntimeError("a letter of the benchmark was not done")
        await worker.deliver_due()


def _log_bytes(path: Path) -> int:
    return path.with_name(f"{path.name}-wal").stat().st_size


@contextmanager
def _statements(app: Application) -> Iterator[Counter[str]]:
    found = Counter[str]()
    app.store.db.conn.set_trace_callback(lambda statement: found.update((statement.partition(" ")[0],)))
    try:
        yield found
    finally:
        app.store.db.conn.set_trace_callback(None)


@contextmanager
def _calls() -> Iterator[Counter[str]]:
    found = Counter[str]()

    def count(frame: FrameType, event: str, arg: Any) -> None:
        found[event] += 1

    sys.setprofile(count)
    try:
        yield found
    finally:
        sys.setprofile(None)


def main() -> None:
    """Print the counts."""
    with tempfile.TemporaryDirectory(prefix="pbem-written-", dir=".") as name:
        counts = measure(Path(name).resolve(), int(sys.argv[1]) if len(sys.argv) > 1 else 400)
    for field in counts.__struct_fields__:
        sys.stdout.write(f"{field} {getattr(counts, field):,.1f}\n")


if __name__ == "__main__":
    main()
