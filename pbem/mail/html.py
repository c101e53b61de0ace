"""HTML to text, in a child process that may die.

No HTML parser is trusted with foreign bytes in the server's own process: crafted documents stall or crash
every one of them (M34). The child is started when the first HTML-only letter comes, serves all later ones,
and has limits on memory and CPU time; the parent adds sizes and a wall clock, and at any trouble kills the
child and starts another one for the next letter.
"""

import atexit
import os
import select
import subprocess
import sys
import threading
import time
from pathlib import Path

from pbem.mail import html_child

MAX_HTML = 256 * 1024  # characters read of a document; what is longer is cut
MAX_TAGS = 20_000  # no letter has as many; a document of nothing else is an attack on the parser
SECONDS = 4.0  # wall clock of one document, the start of the child included


class HtmlError(Exception):
    """The document could not be turned into text; the text is for the log."""


class Converter:
    """A child process, started on demand. Safe to call from several threads; calls take turns."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether a child process exists now."""
        return self._child is not None

    def text(self, html: str) -> str:
        """The text of `html`, at most 64 Ki characters; raises HtmlError."""
        html = html[:MAX_HTML]
        if html.count("<") > MAX_TAGS:
            raise HtmlError(f"HTML with {html.count('<')} tags")
        data = html.encode("utf-8", "replace")
        with self._lock:
            try:
                return self._ask(data).decode("utf-8", "replace")
            except (OSError, EOFError) as error:
                self._kill()
                raise HtmlError(f"HTML of {len(data)} bytes: {error}") from error

    def close(self) -> None:
        """End the child, if there is one; the next call starts another."""
        with self._lock:
            self._kill()

    def _ask(self, data: bytes) -> bytes:
        deadline = time.monotonic() + self._seconds
        child = self._child = self._child or self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        reader, writer = child.stdout.fileno(), child.stdin.fileno()
        frame = memoryview(len(data).to_bytes(4, "big") + data)
        while frame:
            _wait(deadline, writing=writer)
            frame = frame[os.write(writer, frame) :]
        size = int.from_bytes(_read(reader, 4, deadline), "big")
        if size > 4 * html_child.MAX_TEXT:
            raise EOFError(f"answer of {size} bytes")
        return _read(reader, size, deadline)

    def _start(self) -> subprocess.Popen[bytes]:
        # By path and isolated: nothing of the server's environment or directory is imported in there.
        command = [sys.executable, "-I", str(Path(html_child.__file__).resolve())]
        child = subprocess.Popen(  # noqa: S603  # our own file, no foreign word in the command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
        )
        assert child.stdin is not None
        os.set_blocking(child.stdin.fileno(), False)
        return child

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.__exit__(None, None, None)  # closes both pipes and waits


def _wait(deadline: float, *, reading: int | None = None, writing: int | None = None) -> None:
    left = deadline - time.monotonic()
    poll = select.poll()
    if reading is not None:
        poll.register(reading, select.POLLIN)
    if writing is not None:
        poll.register(writing, select.POLLOUT)
    if left <= 0 or not poll.poll(left * 1000):
        raise TimeoutError("no answer in time")


def _read(fd: int, size: int, deadline: float) -> bytes:
    data = b""
    while len(data) < size:
        _wait(deadline, reading=fd)
        more = os.read(fd, size - len(data))
        if not more:
            raise EOFError("the child has died")
        data += more
    return data


_converter = Converter()
atexit.register(_converter.close)


def to_text(html: str) -> str:
    """The text of an HTML document, by the process-wide child; raises HtmlError."""
    return _converter.text(html)


def running() -> bool:
    """Whether the process-wide child exists: it must not for letters that have a text part."""
    return _converter.running


def close() -> None:
    """End the process-wide child; a later `to_text` starts another."""
    _converter.close()
