"""Many SMTP clients in one loop, cheap enough not to be what is measured.

Each connection waits for every reply, as most mail servers do. Replies are read only as far as their code: a wrong one
ends the run.
"""

import selectors
import socket
import time
from collections import deque
from collections.abc import Iterator, Sequence

from benchmarks.letters import Post

PATIENCE = 30.0  # seconds without any reply


def deliver(
    port: int, sources: Sequence[Iterator[Post]], seconds: float, *, rate: float | None = None
) -> list[float]:
    """Send letters for a while, over one connection for each source; what was begun is finished.

    Returns for each letter how many seconds it took from DATA's end to its 250.

    Without a `rate` every connection sends as fast as it is answered; with one, so many letters a second are sent in
    all.
    """
    delays: list[float] = []
    begun = 0
    with selectors.DefaultSelector() as selector:
        idle: deque[_Connection] = deque()
        for source in sources:
            connection = _Connection(port, source)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        greeted = 0
        start = time.perf_counter()
        while True:
            now = time.perf_counter()
            running = now - start < seconds
            if greeted == len(sources):
                while running and idle and (rate is None or begun < (now - start) * rate):
                    idle.popleft().begin()
                    begun += 1
                if not running and len(delays) == begun:
                    break
            due = 0.001 if rate is not None and idle else PATIENCE
            ready = selector.select(due)
            if not ready and due == PATIENCE:
                raise TimeoutError(f"no reply within {PATIENCE} seconds")
            for key, _ in ready:
                connection = key.data
                if connection.hear():
                    if connection.delay is None:
                        greeted += 1
                        start = time.perf_counter()
                    else:
                        delays.append(connection.delay)
                    idle.append(connection)
        for connection in idle:
            connection.socket.close()
    return delays


class _Connection:
    """One client. `delay` is how long its last letter has waited for the 250; None before the first."""

    def __init__(self, port: int, source: Iterator[Post]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.delay: float | None = None
        self._source = source
        self._sent = 0.0
        self._steps: deque[tuple[bytes, bytes]] = deque([(b"220", b"HELO client.example\r\n"), (b"250", b"")])

    def begin(self) -> None:
        """Send the next letter."""
        post = next(self._source)
        self._steps.extend(
            (
                (b"250", f"RCPT TO:<{post.recipient}>\r\n".encode()),
                (b"250", b"DATA\r\n"),
                (b"354", post.raw + b".\r\n"),
                (b"250", b""),
            )
        )
        self.socket.sendall(f"MAIL FROM:<{post.sender}>\r\n".encode())

    def hear(self) -> bool:
        """A reply has come: go on; True when there is nothing more to say."""
        reply = self.socket.recv(4096)
        code, answer = self._steps.popleft()
        if not reply.startswith(code) or not reply.endswith(b"\r\n"):
            raise RuntimeError(f"expected {code.decode()}, heard: {reply!r}")
        if answer:
            self.socket.sendall(answer)
            if code == b"354":
                self._sent = time.perf_counter()
        elif self._sent:
            self.delay = time.perf_counter() - self._sent
        return not answer
