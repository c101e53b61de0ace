"""A thread of its own for calls that block: one after another, awaited from the event loop.

It is a daemon: a server that stops does not wait for a provider that is silent.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Caller:
    """Calls functions in one thread."""

    def __init__(self, name: str) -> None:
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a call, or what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def finish(result: T | None, error: BaseException | None) -> None:
            if future.done():
                return  # nobody waits any more
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # type: ignore[arg-type]  # one of the two is there

        def work() -> None:
            result: T | None = None
            raised: BaseException | None = None
            try:
                result = function(*arguments)
            except BaseException as error:
                raised = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(finish, result, raised)

        self._calls.put(work)
        return await future

    def close(self) -> None:
        """Take no more calls."""
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
