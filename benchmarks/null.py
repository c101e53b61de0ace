"""`python -m benchmarks.null`: a bare aiosmtpd listener that reads letters and throws them away."""

from __future__ import annotations

import asyncio
import signal

from aiosmtpd.smtp import SMTP
from rich.console import Console


class Nothing:
    """A handler without hooks: aiosmtpd says yes to everything and does nothing."""


async def main() -> None:
    """Listen on a free port, say which, and go on until told to stop."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    server = await loop.create_server(lambda: SMTP(Nothing(), hostname="null", loop=loop), "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    Console().print(f"ready: {host}:{port}")
    await stop.wait()
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
