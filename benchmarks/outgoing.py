"""How many mails a second leave through a relay that answers each command after 5 ms, and knows PIPELINING.

What waits are the notices of moves: they are rendered, stored, sent and noted.
"""

import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.servers import delivering, relay
from benchmarks.stock import PLAYED, open_desk, stock, take

MOVES = 2_000
SECONDS = 0.005
FIRST = 0.2
"""This share of the mails is not measured: the server starts, and opens its connections."""

PATIENCE = 300.0


def mails_per_second(folder: Path | None = None) -> float:
    """Mails that leave in a second, of two thousand moves, each told to two players. The database is put into `folder`,
    or where temporary files are."""
    with tempfile.TemporaryDirectory(prefix="pbem-outgoing-", dir=folder) as name:
        path = Path(name) / "games.db"
        letters = stock(path, MOVES).moves(range(1, MOVES + 1), PLAYED)
        app = open_desk(path)
        with app.store.transaction():
            app.store.db.execute("DELETE FROM outbox")
            for _ in range(MOVES):
                take(app, next(letters))
        app.store.close()
        with relay(SECONDS) as far, delivering(path, far.port):
            return _rate(path, 2 * MOVES)


def _rate(path: Path, mails: int) -> float:
    began: tuple[float, int] | None = None
    end = time.perf_counter() + PATIENCE
    with closing(sqlite3.connect(path)) as conn:
        while time.perf_counter() < end:
            (sent,) = conn.execute("SELECT count(*) FROM outbox WHERE status = 'sent'").fetchone()
            if began is None and sent >= FIRST * mails:
                began = time.perf_counter(), sent
            if began is not None and sent == mails:
                return float(mails - began[1]) / (time.perf_counter() - began[0])
            time.sleep(0.1)
    raise TimeoutError(f"{sent} of {mails} mails have left")


if __name__ == "__main__":
    print(f"{mails_per_second():,.0f} mails a second")  # noqa: T201
