"""A part of the server in a process of its own: started, woken, started again when it has died, stopped.

The desk's process is the parent. They are connected by one pipe: first the parent says what to run, each byte after
that means that there is something to do, and its end means to stop. So the child never outlives its parent for
long, however that ends.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

import pbem
from pbem.server.core.config import Config

log = logging.getLogger("pbem.server")

PIPE_END = 0
"""The child's end of the pipe: its standard input."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a child that has died is restarted; doubled each time it did not live long."""

LONG = 60.0
"""Seconds that are a long life."""


class Order(Struct, frozen=True):
    """What a child is to run. `level` is that of the log."""

    config: Config
    level: int


def processes_for(config: Config) -> int:
    """The number of processes of a server: if it may choose, two if there are two cores to use. On trial one is
    enough."""
    if config.processes != "auto":
        return config.processes
    return 1 if config.trial or len(os.sched_getaffinity(0)) == 1 else 2


def read_order() -> Order:
    """In the child: read what to run."""
    return msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)


def watch_parent(wake: Callable[[], None], stop: Callable[[], None]) -> None:
    """In the child: call one of these when the parent says so, or has gone."""
    loop = asyncio.get_running_loop()

    def look() -> None:
        if os.read(PIPE_END, 4096):
            wake()
        else:
            loop.remove_reader(PIPE_END)
            stop()

    loop.add_reader(PIPE_END, look)


class ProcessBeside:
    """A part of the server in another process."""

    def __init__(self, command: Sequence[str], config: Config, died: str) -> None:
        """`command` starts a child, which reads its order first; `died` says in the log that it has."""
        self._command = command
        self._died = died
        self._order = msgspec.json.encode(Order(config, logging.getLogger().level)) + b"\n"
        self._process: Process | None = None
        self._stopping = asyncio.Event()

    def wake(self) -> None:
        """There is something to do."""
        if self._process is not None and self._process.stdin is not None:
            pipe = self._process.stdin.transport
            if not pipe.is_closing() and not pipe.get_write_buffer_size():  # or it has been told already
                pipe.write(b"\n")

    async def run(self) -> None:
        """Keep a child alive until `stop`; then wait for its end."""
        pause = FIRST_PAUSE
        clock = asyncio.get_running_loop().time
        while not self._stopping.is_set():
            began = clock()
            how = await self._live()
            if self._stopping.is_set():
                return
            if clock() > began + LONG:
                pause = FIRST_PAUSE
            log.error("%s (%s), it is started again in %g s", self._died, how, pause)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _live(self) -> str:
        """Run a child to its end; returns how it ended."""
        # It finds this very package, wherever it was started, and is not reached by Ctrl-C in a terminal.
        places = [str(Path(pbem.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, env=environment, start_new_session=True
            )
        except OSError as error:  # there is no memory, or there are no files
            return str(error)
        assert self._process.stdin is not None
        self._process.stdin.write(self._order)
        if self._stopping.is_set():
            self._process.stdin.close()
        return f"exit code {await self._process.wait()}"

    def stop(self) -> None:
        """Let it finish what it has in hand, and end."""
        self._stopping.set()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    async def close(self) -> None:
        """End it if it has not ended."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
