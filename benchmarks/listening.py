"""A listener in a process of its own, for the servers that ours is compared with or delivers to."""

import asyncio
import signal
from collections.abc import Callable

from rich.console import Console


async def listen(make: Callable[[], asyncio.Protocol]) -> None:
    """Listen on a free port, say which, and go on until told to stop; `make` makes a session."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    server = await loop.create_server(make, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    Console().print(f"ready: {host}:{port}")
    await stop.wait()
    server.close()
