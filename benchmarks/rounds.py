"""Servers against each other, in turns: all are up the whole time, and each gets its slice of every round.

What else the machine does hits all of them alike; a ratio is taken within each round, and of these the median.
"""

import os
import random
import socket
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from msgspec import Struct

from benchmarks.client import deliver
from benchmarks.letters import Letters, Post
from benchmarks.servers import Process, bare, ours, relay, whole
from benchmarks.stock import PLAYED, stock

CONNECTIONS = 32
FEW = 10
"""So many matches has the small database, and so many connections may play them: one each keeps moves in order."""

NOISE = 40 * 1024 * 1024
PATIENCE = 60.0
SYNCS = 400
SOME = 20_000
"""So many matches have the databases in which whole servers do all there is to a move."""

NULL, ACCEPTED, MOVES, SINGLE = "null", "accepted", "whole moves", "whole moves, one process"
MANY, SMALL = "desk", "desk, 10 matches"


class Slice(Struct, frozen=True):
    """What a server did in a slice of a round; `seconds` last until the last effect of the last letter.

    `user` and `system` are seconds of CPU of the server alone.
    """

    letters: int
    seconds: float
    user: float
    system: float

    @property
    def rate(self) -> float:
        """Letters a second."""
        return self.letters / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of CPU a letter."""
        return (self.user + self.system) / self.letters


class Rounds(Struct):
    """All that was measured between servers. Delays and syncs in seconds, memory in bytes."""

    slices: dict[str, list[Slice]]
    delays: list[float]
    syncs: list[float]
    memory_before: int
    memory_after: int

    def ratio(self, one: str, other: str, of: Callable[[Slice], float]) -> float:
        """The median over all rounds of what one contender did by what another did."""
        pairs = zip(self.slices[one], self.slices[other], strict=True)
        return statistics.median(of(mine) / of(theirs) for mine, theirs in pairs)

    def median(self, one: str, of: Callable[[Slice], float]) -> float:
        """The median over all rounds, for one contender."""
        return statistics.median(map(of, self.slices[one]))


class Plan(Struct, frozen=True):
    """How long everything takes: rounds, the seconds of a slice in them, the seconds in which delays are measured."""

    rounds: int
    moves: float
    others: float
    delays: float


class Contender:
    """A server with the letters that it gets, and what its database must show for each: rows of a table."""

    def __init__(
        self,
        server: Process,
        sources: Sequence[Iterator[Post]],
        effect: tuple[Path, str, int] | None = None,
        *,
        delivered: bool = False,
    ) -> None:
        """`delivered`: all of its mails must have left, too."""
        self.server = server
        self._sources = sources
        self._effect = effect
        self._delivered = delivered

    def run(self, seconds: float, rate: float | None = None) -> tuple[Slice, list[float]]:
        """One slice, with the delays of its letters; raises `TimeoutError` where a letter has no effect."""
        rows = self._rows()
        (user, system), start = self.server.cpu(), time.perf_counter()
        delays = deliver(self.server.port, self._sources, seconds, rate=rate)
        if self._effect is not None:
            self._await(rows + self._effect[2] * len(delays))
        took = time.perf_counter() - start
        user_after, system_after = self.server.cpu()
        return Slice(len(delays), took, user_after - user, system_after - system), delays

    def _rows(self) -> int:
        if self._effect is None:
            return 0
        path, loaded, _ = self._effect
        with closing(sqlite3.connect(path)) as conn:
            (last,) = conn.execute(f"SELECT max(id) FROM {loaded}").fetchone()
        return int(last or 0)

    def _await(self, rows: int) -> None:
        end = time.perf_counter() + PATIENCE
        while (found := self._rows()) != rows or (self._delivered and self._waits()):
            if time.perf_counter() > end:
                raise TimeoutError(f"{self._effect}: {found} rows of {rows}, or mails that have not left")
            time.sleep(0.005)

    def _waits(self) -> bool:
        assert self._effect is not None
        with closing(sqlite3.connect(self._effect[0])) as conn:
            (waits,) = conn.execute("SELECT EXISTS (SELECT 1 FROM outbox WHERE status = 'new')").fetchone()
        return bool(waits)


def run(folder: Path, matches: int, plan: Plan, tell: Callable[[str], None]) -> Rounds:
    """Measure everything between servers; leaves a database of so many matches as `many.db` in the folder."""
    accepted, few, many, shared, single = (
        folder / f"{name}.db" for name in ("accepted", "few", "many", "shared", "single")
    )
    tell(f"making {matches:,} matches")
    waiting, small_letters, letters = stock(accepted, FEW), stock(few, FEW), stock(many, matches)
    shared_letters, single_letters = stock(shared, SOME), stock(single, SOME)
    with ExitStack() as stack:
        null, sink = stack.enter_context(bare()), stack.enter_context(relay())
        accepting = stack.enter_context(ours(accepted, "listener"))
        small = stack.enter_context(ours(few, "listener", "desk"))
        large = stack.enter_context(ours(many, "listener", "desk"))
        one = stack.enter_context(whole(single, sink.port, processes=1))
        two = stack.enter_context(whole(shared, sink.port, processes=2))

        dealt = deal(letters, matches, FEW)
        plain = [waiting.moves([n], PLAYED) for n in range(1, CONNECTIONS + 1)]
        alone = [small_letters.moves([n], PLAYED) for n in range(1, FEW + 1)]
        by_two, by_one = (deal(each, SOME, CONNECTIONS) for each in (shared_letters, single_letters))
        contenders = {
            NULL: (Contender(null, plain), plan.others),
            ACCEPTED: (Contender(accepting, plain, (accepted, "inbox", 1)), plan.others),
            MOVES: (Contender(two, by_two, (shared, "outbox", 2), delivered=True), plan.moves),
            SINGLE: (Contender(one, by_one, (single, "outbox", 2), delivered=True), plan.moves),
            MANY: (Contender(large, dealt, (many, "outbox", 2)), plan.others),
            SMALL: (Contender(small, alone, (few, "outbox", 2)), plan.others),
        }
        for contender, _ in contenders.values():
            contender.run(0.5)  # everything imported, compiled and cached
        before = two.memory()

        slices: dict[str, list[Slice]] = {name: [] for name in contenders}
        for number in range(plan.rounds):
            for name, (contender, seconds) in contenders.items():
                tell(f"round {number + 1} of {plan.rounds}: {name}")
                slices[name].append(contender.run(seconds)[0])

        tell("delays at a tenth of the null rate")
        syncs = _syncs(folder)
        rate = 0.1 * statistics.median(each.rate for each in slices[NULL])
        _, delays = contenders[MOVES][0].run(plan.delays, rate)
        syncs += _syncs(folder)

        _pour(two.port)
        return Rounds(slices, delays, syncs, before, two.memory())


def deal(letters: Letters, matches: int, connections: int) -> list[Iterator[Post]]:
    """Moves in all these matches, in no order, shared out among connections."""
    numbers = list(range(1, matches + 1))
    random.Random(1).shuffle(numbers)
    return [letters.moves(numbers[n::connections], PLAYED) for n in range(connections)]


def _syncs(folder: Path) -> list[float]:
    """How long it takes to write 4 KB and have them on disk."""
    took = []
    path = folder / "sync"
    with path.open("wb") as file:
        for number in range(SYNCS):
            start = time.perf_counter()
            os.pwrite(file.fileno(), bytes([number % 256]) * 4096, number * 4096)
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - start)
    path.unlink()
    return took


def _pour(port: int) -> None:
    """Begin a letter and send bytes without a line end until the server has had enough."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        for line in ("", "HELO x", "MAIL FROM:<x@client.example>", "RCPT TO:<pbem@bench.example>", "DATA"):
            client.sendall(f"{line}\r\n".encode() if line else b"")
            client.recv(4096)
        try:
            for _ in range(NOISE // 65536):
                client.sendall(b"x" * 65536)
        except ConnectionError:
            return
