"""Desks on one database: moves a second of one on a file, and of one to four on PostgreSQL, which take turns.

What locks of single matches could bring at most is measured, too: each desk locks the matches of its letters only. pbem
does not do that, since players, limits and ratings would be without a lock (decision 8).

    python -m benchmarks.desks [MOVES]

Each desk does letters to matches of its own, some in each commit; mails are not rendered. It is what a server does in
its transactions: all the rest can be done by any number of machines side by side. Commits reach the disk.
"""

import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from benchmarks.inside import BATCH
from benchmarks.letters import DOMAIN, Letters, Post
from benchmarks.stock import PLAYED, stock, take
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.copying import copy_all
from pbem.store.postgresql import KEY_VARIABLE
from tests import postgresql

TURNS, MATCHES = "in turns", "matches locked"
DESKS = (
    ("sqlite", 1, TURNS),
    ("postgresql", 1, TURNS),
    ("postgresql", 2, TURNS),
    ("postgresql", 4, TURNS),
    ("postgresql", 1, MATCHES),
    ("postgresql", 2, MATCHES),
    ("postgresql", 4, MATCHES),
)
ROUNDS = 3
COMMITS = 300


def work(place: str, posts: list[Post], locks: str, barrier: Barrier, spent: Any) -> None:
    """One desk, in a process of its own; notes its CPU."""
    app = Application(Store(place), Config(db=place, domain=DOMAIN))
    barrier.wait()
    start = time.process_time()
    for first in range(0, len(posts), BATCH):
        some = posts[first : first + BATCH]
        with app.store.transaction(beside=locks == MATCHES):
            if locks == MATCHES:
                for number in sorted(_match(app, post) for post in some):
                    app.store.db.execute("SELECT pg_advisory_xact_lock(?)", (number,))
            for post in some:
                take(app, post)
    spent.put(time.process_time() - start)


def _match(app: Application, post: Post) -> int:
    token = app.signer.find((post.recipient,))
    assert token is not None
    return token.a


def measure(
    place: str, letters: Letters, first: int, desks: int, locks: str, moves: int
) -> tuple[float, float]:
    """Moves a second of so many desks together, and seconds of CPU of a desk for each move; matches from `first` on are
    used up."""
    context = get_context("fork")
    barrier, spent = context.Barrier(desks + 1), context.Queue()
    share = moves // desks
    parts = [
        context.Process(
            target=work,
            args=(
                place,
                list(islice(letters.moves(range(first + n * share, first + (n + 1) * share), PLAYED), share)),
                locks,
                barrier,
                spent,
            ),
        )
        for n in range(desks)
    ]
    for part in parts:
        part.start()
    barrier.wait()
    start = time.monotonic()
    cpu = sum(spent.get() for _ in parts)
    seconds = time.monotonic() - start
    for part in parts:
        part.join()
    return moves / seconds, cpu / moves


def commits(place: str) -> float:
    """Commits a second of one small row each."""
    store = Store(place)
    start = time.monotonic()
    for number in range(COMMITS):
        with store.transaction():
            store.set_note("bench", str(number))
    store.close()
    return COMMITS / (time.monotonic() - start)


def tell(line: str) -> None:
    """Print a figure."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Measure all, in turns."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with tempfile.TemporaryDirectory(prefix="pbem-desks-") as name:
        folder = Path(name)
        os.environ[KEY_VARIABLE] = str(folder / "pbem.key")
        letters = stock(folder / "games.db", moves * ROUNDS * len(DESKS) + 1)
        server = postgresql.Server("autovacuum = on", parent=Path("/tmp"))
        try:
            postgresql.run("CREATE DATABASE games", server.admin)
            places = {"sqlite": str(folder / "games.db"), "postgresql": server.url("games")}
            copy_all(places["sqlite"], places["postgresql"], lambda table, count: None)
            postgresql.run("ANALYZE", places["postgresql"])
            rates, costs = defaultdict(list), defaultdict(list)
            first = 2
            for _ in range(ROUNDS):
                for contender in DESKS:
                    kind, desks, locks = contender
                    rate, cost = measure(places[kind], letters, first, desks, locks, moves)
                    rates[contender].append(rate)
                    costs[contender].append(cost)
                    first += moves
            base = statistics.median(rates[DESKS[0]])
            for contender in DESKS:
                kind, desks, locks = contender
                rate = statistics.median(rates[contender])
                cost = statistics.median(costs[contender])
                tell(
                    f"{desks} on {kind}, {locks}: {rate:.0f} moves/s, {rate / base:.2f} of SQLite,"
                    f" {cost * 1e3:.2f} ms of CPU each"
                )
            for kind, place in places.items():
                tell(f"{kind}: {commits(place):.0f} commits/s")
        finally:
            server.remove()


if __name__ == "__main__":
    main()
