"""How much of what Postfix hands over by LMTP a whole server takes, beside a bare aiosmtpd listener behind the same
Postfix. Postfix has to be installed, and wants to be started by root.
"""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_server

from benchmarks.client import deliver
from benchmarks.letters import DOMAIN, Post
from benchmarks.rounds import CONNECTIONS, PATIENCE, SOME, Contender, deal
from benchmarks.servers import Process, bare, behind, relay
from benchmarks.stock import stock

MAIN = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
maillog_file = {root}/log
maillog_file_prefixes = {root}
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = mail.{domain}
mydestination =
alias_maps =
alias_database =
relay_domains = {domain}
relay_transport = lmtp:inet:127.0.0.1:{behind}
notify_classes =
smtpd_client_connection_count_limit = 0
"""

MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def missing() -> str:
    """Why there can be no Postfix here; empty where there can."""
    if os.getuid() != 0:
        return "Postfix can be started by root only"
    return "" if shutil.which("postfix") else "Postfix is not installed"


def ratio(folder: Path, rounds: int, seconds: float) -> tuple[float, float]:
    """Whole moves a second behind Postfix by the letters a second of the bare listener behind it, the median of some
    rounds; and these letters a second."""
    path = folder / "behind.db"
    letters = stock(path, SOME)
    moves, plain = (deal(letters, SOME, CONNECTIONS) for _ in range(2))
    with ExitStack() as stack:
        sink = stack.enter_context(relay())
        server = stack.enter_context(behind(path, sink.port))
        null = stack.enter_context(bare("lmtp"))
        ours = stack.enter_context(_postfix(server.port))
        theirs = stack.enter_context(_postfix(null.port))
        contender = Contender(ours, moves, (path, "outbox", 2), delivered=True)
        contender.run(1.0)
        _letters_a_second(theirs, plain, 1.0)
        ratios, rates = [], []
        for _ in range(rounds):
            rates.append(_letters_a_second(theirs, plain, seconds))
            ratios.append(contender.run(seconds)[0].rate / rates[-1])
        return statistics.median(ratios), statistics.median(rates)


class _Postfix(Process):
    """A running Postfix, and its queue."""

    queue: Path

    def waits(self) -> bool:
        """Is any letter on its way?"""
        folders = (self.queue / name for name in ("maildrop", "incoming", "active", "deferred"))
        return any(path.is_file() for folder in folders for path in folder.rglob("*"))


def _letters_a_second(postfix: _Postfix, sources: Sequence[Iterator[Post]], seconds: float) -> float:
    """Until the last of them has been handed over."""
    start = time.perf_counter()
    count = len(deliver(postfix.port, sources, seconds))
    end = time.perf_counter() + PATIENCE
    while postfix.waits():
        if time.perf_counter() > end:
            raise TimeoutError("letters wait in the queue of Postfix")
        time.sleep(0.005)
    return count / (time.perf_counter() - start)


@contextmanager
def _postfix(port: int) -> Iterator[_Postfix]:
    """A Postfix in a folder of its own, before a server that speaks LMTP on this port."""
    with tempfile.TemporaryDirectory(prefix="pbem-postfix-") as name, create_server(("127.0.0.1", 0)) as free:
        root = Path(name)
        root.chmod(0o755)
        for part in ("conf", "queue", "data"):
            (root / part).mkdir()
        shutil.chown(root / "data", "postfix")
        here = free.getsockname()[1]
        free.close()
        facts = {"root": root, "port": here, "behind": port, "domain": DOMAIN}
        (root / "conf/main.cf").write_text(MAIN.format(**facts))
        (root / "conf/master.cf").write_text(MASTER.format(**facts))
        command = ["postfix", "-c", str(root / "conf")]
        subprocess.run([*command, "start"], check=True, capture_output=True)
        try:
            postfix = _Postfix(int((root / "queue/pid/master.pid").read_text()), here)
            postfix.queue = root / "queue"
            yield postfix
        finally:
            subprocess.run([*command, "stop"], check=True, capture_output=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pbem-bench-", dir=".") as place:
        share, rate = ratio(Path(place).resolve(), 3, 8)
    print(f"{share:.2f} of {rate:,.0f} letters a second")  # noqa: T201
