"""A thread of its own for calls that block: one after another, awaited from the event loop.

It is a daemon: a server that stops does not wait for a provider that is silent.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
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
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # it is made even if nobody waits anymore

        def work() -> None:
            try:
                future.set_result(function(*arguments))
            except BaseException as error:
                future.set_exception(error)

        self._calls.put(work)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Take no more calls."""
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
