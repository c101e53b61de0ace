"""Server processes: started, measured from outside, stopped."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from benchmarks.letters import DOMAIN
from pbem.server.core.config import Caps

_TICKS = os.sysconf("SC_CLK_TCK")
NO_LIMITS = """\
[limits]
letters = 0
connections = 0
connections_per_address = 0
session_seconds = 0
"""
_NO_CAPS = "[caps]\n" + "".join(f"{name} = 0\n" for name in Caps.__struct_fields__)


class Process:
    """A running server. `port` is where it listens, on 127.0.0.1."""

    def __init__(self, pid: int, port: int) -> None:
        self.port = port
        self._proc = Path(f"/proc/{pid}")

    def cpu(self) -> tuple[float, float]:
        """Seconds of CPU so far, its own and the system's for it, with the processes beside it; steps of 10 ms."""
        stats = [(each / "stat").read_text().rpartition(")")[2].split() for each in self._all()]
        return sum(int(stat[11]) for stat in stats) / _TICKS, sum(int(stat[12]) for stat in stats) / _TICKS

    def memory(self) -> int:
        """Bytes that it holds in memory now, with the processes beside it."""
        found = [re.search(r"VmRSS:\s+(\d+) kB", (each / "status").read_text()) for each in self._all()]
        return sum(int(each[1]) * 1024 for each in found if each is not None)

    def _all(self) -> list[Path]:
        children = (self._proc / "task" / self._proc.name / "children").read_text().split()
        return [self._proc, *(Path(f"/proc/{child}") for child in children)]


def bare(*protocol: str) -> AbstractContextManager[Process]:
    """A bare aiosmtpd listener; `lmtp` is what a mail server in front of it speaks."""
    return _started([sys.executable, "-m", "benchmarks.null", *protocol], Path.cwd())


def ours(db: Path, *parts: str) -> AbstractContextManager[Process]:
    """`pbem serve` on a database, with these parts, and without the limits on what one client may send."""
    configure(db, NO_LIMITS)
    command = [sys.executable, "-m", "pbem", "serve", "--db", str(db), "--listen", "127.0.0.1:0"]
    return _started([*command, *(word for part in parts for word in ("--only", part))], db.parent)


def whole(db: Path, relay: int, *, processes: int) -> AbstractContextManager[Process]:
    """`pbem serve` as a host runs it, in so many processes, behind a relay on this port; without limits and caps."""
    configure(db, f"processes = {processes}", NO_LIMITS, _NO_CAPS)
    command = [sys.executable, "-m", "pbem", "serve", "--db", str(db), "--listen", "127.0.0.1:0"]
    return _started([*command, "--relay", f"127.0.0.1:{relay}"], db.parent)


def behind(db: Path, relay: int) -> AbstractContextManager[Process]:
    """`pbem serve` behind a mail server, which hands letters over by LMTP, and before a relay on this port."""
    configure(db, 'lmtp = "127.0.0.1:0"', NO_LIMITS, _NO_CAPS)
    command = [sys.executable, "-m", "pbem", "serve", "--db", str(db), "--listen", ""]
    return _started([*command, "--relay", f"127.0.0.1:{relay}"], db.parent)


def relay(seconds: float = 0) -> AbstractContextManager[Process]:
    """A mail server that takes all mail, and so long for each command."""
    return _started([sys.executable, "-m", "benchmarks.relay", str(seconds)], Path.cwd())


def delivering(db: Path, relay: int) -> AbstractContextManager[Process]:
    """`pbem serve` that only delivers, through a relay on this port, without caps on how much."""
    configure(db, _NO_CAPS)
    command = [sys.executable, "-m", "pbem", "serve", "--db", str(db), "--only", "delivery"]
    return _started([*command, "--relay", f"127.0.0.1:{relay}"], db.parent)


def configure(db: Path, *settings: str) -> None:
    """Write what servers and commands beside this database are to read."""
    (db.parent / "pbem.toml").write_text("\n".join((f'domain = "{DOMAIN}"', *settings)))


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
