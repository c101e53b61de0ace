"""Server processes: started, measured from outside, stopped."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from benchmarks.letters import DOMAIN

_TICKS = os.sysconf("SC_CLK_TCK")
_NO_LIMITS = """\
[limits]
letters = 0
connections = 0
connections_per_address = 0
session_seconds = 0
"""


class Process:
    """A running server. `port` is where it listens, on 127.0.0.1."""

    def __init__(self, pid: int, port: int) -> None:
        self.port = port
        self._proc = Path(f"/proc/{pid}")

    def cpu(self) -> tuple[float, float]:
        """Seconds of CPU so far, its own and the system's for it, of all its threads; steps of 10 ms."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) / _TICKS, int(fields[12]) / _TICKS

    def memory(self) -> int:
        """Bytes that it holds in memory now."""
        found = re.search(r"VmRSS:\s+(\d+) kB", (self._proc / "status").read_text())
        assert found is not None
        return int(found[1]) * 1024


def bare() -> AbstractContextManager[Process]:
    """A bare aiosmtpd listener."""
    return _started([sys.executable, "-m", "benchmarks.null"], Path.cwd())


def ours(db: Path, *parts: str) -> AbstractContextManager[Process]:
    """`pbem serve` on a database, with these parts, and without the limits on what one client may send."""
    folder = db.parent
    (folder / "pbem.toml").write_text(f'domain = "{DOMAIN}"\n{_NO_LIMITS}')
    command = [sys.executable, "-m", "pbem", "serve", "--db", str(db), "--listen", "127.0.0.1:0"]
    return _started([*command, *(word for part in parts for word in ("--only", part))], folder)


@contextmanager
def _started(command: list[str], folder: Path) -> Iterator[Process]:
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = re.search(r"127\.0\.0\.1:(\d+)", line)
        if port is None:
            raise RuntimeError(f"the server did not start: {' '.join(command)}")
        yield Process(process.pid, int(port[1]))
    finally:
        process.terminate()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
