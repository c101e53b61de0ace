"""Reading letters of the inbox, before the transaction that carries them out.

Short plain ones are read at once. The others, and those where that fails, wait for the process that reads them
(`pbem.mail.reader`), without delaying anybody else's letters: only those of the same sender keep their order. A source
whose letters have used too much processor time waits for the next hour.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, TypeAlias

from msgspec import structs

from pbem.mail.guests import Rate
from pbem.mail.origin import claimed, source
from pbem.mail.reader import Reader, ReaderDied
from pbem.mail.reader_child import CPU_SECONDS
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_at_once
from pbem.server.core.config import Config
from pbem.server.core.letter_tasks import task_of
from pbem.server.core.times import HOUR
from pbem.store.rows import Incoming

log = logging.getLogger("pbem.server")

MAX_ATTEMPTS = 3
RETRY_SECONDS = 2.0
"""Time before a process that could not be started is tried again, for lack of memory or files."""


class PutOff(NamedTuple):
    """The letter is to be read later."""

    seconds: float


Outcome: TypeAlias = Letter | LetterError | ReaderDied | PutOff
"""The result of reading a letter."""


class Reading(NamedTuple):
    """A letter of the inbox, and the result of reading it. `thought`: a bot has made up its mind about it."""

    incoming: Incoming
    outcome: Outcome
    thought: bool = False

    @property
    def sender(self) -> str:
        """The address that it claims to come from, or empty."""
        return self.outcome.sender if isinstance(self.outcome, Letter) else ""


class Readings:
    """Reads letters. `wake` is called when one becomes ready that was not ready at once."""

    def __init__(self, config: Config, wake: Callable[[], None]) -> None:
        self._config = config
        self._wake = wake
        self._reader = Reader()
        self._spent = Rate(config.limits.reading_seconds, HOUR, time.monotonic)
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._last: dict[str, asyncio.Task[None]] = {}  # the last one of each sender
        self._thinking: dict[str, asyncio.Task[None]] = {}  # about a letter of each sender
        self.ready: list[Reading] = []

    def add(self, letters: Iterable[Incoming]) -> None:
        """Read letters, or begin to."""
        for incoming in letters:
            if incoming.id in self._under_way:
                continue
            outcome = self._read_at_once(incoming)
            sender = outcome.sender if isinstance(outcome, Letter) else ""
            if outcome is None:
                sender = claimed(incoming.raw, self._config.limits)
            before = self._last.get(sender) if sender else None
            if outcome is not None and before is None:
                self.ready.append(Reading(incoming, outcome))
                continue
            self._begin(incoming, sender, self._read_in_turn(incoming, outcome, before))

    def _read_at_once(self, incoming: Incoming) -> Letter | LetterError | None:
        try:
            return read_at_once(task_of(self._config, incoming))
        except Exception:  # of such a letter the process that reads may die, the server never
            log.exception("letter %d cannot be read", incoming.id)
            return None

    def think(self, reading: Reading, think: Callable[[], None]) -> None:
        """Let a bot think in a thread; then the letter is ready again. Later letters of its sender wait for that."""
        self._thinking[reading.sender] = self._begin(
            reading.incoming, reading.sender, self._think(reading, think)
        )

    def waits(self, reading: Reading) -> bool:
        """Whether a bot is still thinking about an earlier letter of the same sender; then this one comes again
        later."""
        before = self._thinking.get(reading.sender)
        if before is None or before.done():
            return False
        incoming, outcome, _ = reading
        self._begin(incoming, reading.sender, self._read_in_turn(incoming, outcome, before))
        return True

    async def close(self, seconds: float) -> None:
        """Finish what is being read, within this many seconds, and stop; letters not ready by then stay in the
        inbox."""
        if tasks := list(self._under_way.values()):
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._reader.close()

    def _begin(self, incoming: Incoming, sender: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._under_way[incoming.id] = self._last[sender] = task
        task.add_done_callback(functools.partial(self._forget, incoming.id, sender))
        return task

    async def _think(self, reading: Reading, think: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(think)
        except Exception:
            log.exception("a bot has failed at letter %d", reading.incoming.id)
        self.ready.append(reading._replace(thought=True))
        self._wake()

    async def _read_in_turn(
        self, incoming: Incoming, outcome: Outcome | None, before: asyncio.Task[None] | None
    ) -> None:
        """Read a letter, if that is still to be done, and release it after the one before it from the same sender."""
        if outcome is None:
            outcome = await self._read_beside(incoming)
        if before is not None:
            await asyncio.wait([before])
        self.ready.append(Reading(incoming, outcome))
        self._wake()

    async def _read_beside(self, incoming: Incoming) -> Outcome:
        """Read a letter in the other process. If that dies, it is tried again without HTML."""
        task, came_from = task_of(self._config, incoming), source(incoming.raw, "", incoming.return_path)
        if wait := self._spent.opens_in(came_from):
            return PutOff(wait)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                return await self._read_once(task, came_from)
            except ReaderDied as error:
                log.warning("the reader of letter %d has died: %s", incoming.id, error)
                self._spent.count(came_from, CPU_SECONDS)
                if attempt == MAX_ATTEMPTS:
                    return error
                task = structs.replace(task, plainly=True)
        raise AssertionError

    async def _read_once(self, task: Task, came_from: str) -> Letter | LetterError:
        while True:
            try:
                answer = await self._reader.read(task, came_from)
            except OSError as error:
                log.warning("letters wait to be read: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._spent.count(came_from, answer.seconds)
            return answer.outcome

    def _forget(self, number: int, sender: str, task: asyncio.Task[None]) -> None:
        """A task is done. The same letter may be under way again already, in another one, whose entries stay."""
        if self._under_way.get(number) is task:
            del self._under_way[number]
        for tasks in (self._last, self._thinking):
            if tasks.get(sender) is task:
                del tasks[sender]
