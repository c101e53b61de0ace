"""Letters are read in a process that may die.

The server parses no foreign bytes in its own process, nor does it wait for a parser: crafted letters stall or crash
every library there is (M34). The process is started for the first letter that is not read at once, and serves all
later ones. It has limits on memory and CPU time; this side adds a limit on elapsed time. A process that dies is
replaced for the next letter.

Letters of one source wait for each other, and sources take turns: one that sends costly letters delays only itself.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from weakref import WeakValueDictionary

import msgspec

import pbem
from pbem.mail import reader_child
from pbem.mail.reader_child import Answer
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_at_once

SECONDS = 30.0
"""Maximum elapsed time for one letter, including the start of the process. Nothing else is held up by it."""


class ReaderDied(Exception):
    """The process has died of a letter, or has not answered in time; the text is for the log."""


def read_alone(task: Task) -> Letter | LetterError:
    """Read a letter, if need be in a process of its own, for a command beside the server. Raises ReaderDied, and
    OSError if no process can be started."""
    return read_at_once(task) or asyncio.run(_read_once(task)).outcome


async def _read_once(task: Task) -> Answer:
    reader = Reader()
    try:
        return await reader.read(task)
    finally:
        await reader.close()


class Reader:
    """A process that reads letters, started on demand."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._sources: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._decoder = msgspec.msgpack.Decoder(Answer)
        self._encoder = msgspec.msgpack.Encoder()

    @property
    def running(self) -> bool:
        """Is there a process now?"""
        return self._process is not None

    async def read(self, task: Task, source: str = "") -> Answer:
        """Read a letter. Raises ReaderDied, and OSError if no process can be started."""
        waiting = self._sources.setdefault(source, asyncio.Lock())
        async with waiting, self._turn:
            process = self._process or await self._start()
            answer = None
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await self._ask(process, task)
            except (OSError, EOFError) as error:
                raise ReaderDied(str(error) or "no answer in time") from error
            finally:
                if answer is None:  # also if nobody waits for it anymore
                    await self.close()
            return answer

    async def close(self) -> None:
        """End the process, if there is one; the next letter starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> Process:
        # It gets nothing of the server's environment or directory, and Ctrl-C in a terminal does not reach it.
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-sP", "-m", reader_child.__name__),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={"PYTHONPATH": str(Path(pbem.__file__).parent.parent)},
            cwd="/",
            start_new_session=True,
        )
        return self._process

    async def _ask(self, process: Process, task: Task) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        frame = self._encoder.encode(task)
        process.stdin.write(len(frame).to_bytes(4, "big") + frame)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(4), "big")
        return self._decoder.decode(await process.stdout.readexactly(size))
