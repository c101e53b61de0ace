"""One desk in this process: where the CPU of a move goes, whether long matches cost more."""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from benchmarks.letters import Letters
from benchmarks.stock import PLAYED, take
from pbem.mail import tasks
from pbem.mail.reading import read
from pbem.play.match import Match
from pbem.server.mailing import mailer as mailer_module
from pbem.server.mailing.notices import Writer
from pbem.server.matches.repository import MatchRepository
from pbem.server.ops.application import Application
from pbem.store.company import Company
from pbem.store.log import Log
from pbem.store.matches import Matches
from pbem.store.news import News
from pbem.store.people import People
from pbem.store.post import Post
from pbem.store.stops import Stops
from pbem.store.watch import Watch

BATCH = 10
"""Letters that share a commit, about as many as under load."""

STAGES: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("read", tasks, ("read",)),
    ("load", MatchRepository, ("load", "events_since")),
    ("play", Match, ("play",)),
    ("tell", mailer_module.Mailer, ("about_match",)),
    ("write", Writer, ("write",)),
    *(
        ("store", drawer, tuple(name for name in vars(drawer) if not name.startswith("_")))
        for drawer in (Company, News, Log, Matches, People, Post, Stops, Watch)
    ),
)
"""What is timed for the breakdown; time within an inner stage is not counted for the outer one."""


class Stopwatch:
    """CPU by stage."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._stage = "other"
        self._since = time.thread_time_ns()

    @contextmanager
    def observers(self) -> Iterator[None]:
        """Time all `STAGES` within this context."""
        kept = [(owner, name, getattr(owner, name)) for _, owner, names in STAGES for name in names]
        for stage, owner, names in STAGES:
            for name in names:
                setattr(owner, name, self._timed(stage, getattr(owner, name)))
        try:
            yield
        finally:
            for owner, name, function in kept:
                setattr(owner, name, function)

    def switch(self, stage: str) -> str:
        """Count for this stage from now on; returns the one before."""
        now = time.thread_time_ns()
        before, self._stage = self._stage, stage
        self.spent[before] += now - self._since
        self._since = now
        return before

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **facts: Any) -> Any:
            before = self.switch(stage)
            try:
                return function(*args, **facts)
            finally:
                self.switch(before)

        return timed


def breakdown(app: Application, letters: Letters, moves: int) -> dict[str, float]:
    """Microseconds of CPU a move by stage, each letter to another match."""
    posts = list(islice(letters.moves(range(1, moves + 1), PLAYED), moves))
    watch = Stopwatch()
    with watch.observers():
        for start in range(0, moves, BATCH):
            watch.switch("other")
            with app.store.transaction():
                for post in posts[start : start + BATCH]:
                    take(app, post)
                watch.switch("commit")
        watch.switch("other")
    return {
        stage: watch.spent[stage] / moves / 1000
        for stage in (*dict.fromkeys(s for s, _, _ in STAGES), "other", "commit")
    }


def late_vs_early(app: Application, letters: Letters, first: int, moves: int, pairs: int) -> float:
    """CPU of a move in a match that is `moves` old by that in a young one, from match number `first` on."""
    long = letters.moves([first], PLAYED)
    young = letters.moves(range(first + 1, first + 1 + pairs), PLAYED)
    for _ in range(moves // BATCH):
        with app.store.transaction():
            for _ in range(BATCH):
                take(app, next(long))
    late: list[float] = []
    early: list[float] = []
    for _ in range(pairs):
        for costs, posts in ((late, long), (early, young)):
            post = next(posts)
            start = time.process_time()
            with app.store.transaction():
                take(app, post)
            costs.append(time.process_time() - start)
    return statistics.median(late) / statistics.median(early)


def quoted_vs_plain(letters: Letters, times: int) -> float:
    """CPU of reading a letter with 100 KB of quotes by that of one of 1.3 KB."""
    raw = letters.move(1, PLAYED).raw
    head, _, quoted = raw.partition(b"wrote:\r\n")
    costs = []
    for size in (100_000, 1_300):
        body = quoted * (size // len(quoted) + 1)
        letter = (head + b"wrote:\r\n" + body)[:size] + b"\r\n"
        start = time.process_time()
        for _ in range(times):
            read(letter, domain="bench.example")
        costs.append(time.process_time() - start)
    return costs[0] / costs[1]


def plain_order(letters: Letters, times: int) -> float:
    """Microseconds of CPU of reading a move."""
    raw = letters.move(1, PLAYED).raw
    start = time.process_time()
    for _ in range(times):
        read(raw, domain="bench.example")
    return (time.process_time() - start) / times * 1e6


def worst_letter() -> float:
    """Milliseconds of CPU of reading the worst letter known of those that are read at once: each of its lines might
    introduce a quote."""
    head, costs = b"From: a@b.example\r\n\r\n", []
    for line in (b"x:\r\n", b":\r\n", b"a@b 1:1 2 3 4:\r\n"):
        raw = head + line * ((tasks.SHORT - len(head)) // len(line))
        start = time.process_time()
        tasks.read_at_once(tasks.Task(raw))
        costs.append(time.process_time() - start)
    return max(costs) * 1e3
