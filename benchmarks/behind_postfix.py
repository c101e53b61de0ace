"""How much of what Postfix hands over a whole server takes, beside a bare aiosmtpd listener behind the same Postfix,
and beside a turn server of the classic shape: a Perl script for each letter, which mails by sendmail (`classic.pl`).

Postfix has to be installed, and wants to be started by root. It runs in a mount namespace of its own, in which its
configuration is that of the machine: sendmail accepts no other.

    python -m benchmarks.behind_postfix
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

from msgspec import Struct

from benchmarks.client import deliver
from benchmarks.letters import DOMAIN, RUNNERS, Post, address
from benchmarks.rounds import CONNECTIONS, PATIENCE, SOME, Contender, deal
from benchmarks.servers import Process, bare, behind, relay
from benchmarks.stock import PLAYED, stock

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
relay_transport = {transport}
relayhost = [127.0.0.1]:{sink}
smtp_discard_ehlo_keywords = pipelining
classic_destination_concurrency_limit = {classic}
classic_destination_recipient_limit = 1
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

CLASSIC = """\
classic unix - n n - - pipe user=nobody argv={perl} {script} {games}
"""

CLASSIC_AT_ONCE = 4
"""Scripts beside each other: more of them take longer on two cores."""


def missing() -> str:
    """Why there can be no Postfix here; empty where there can."""
    if os.getuid() != 0:
        return "Postfix can be started by root only"
    return "" if shutil.which("postfix") else "Postfix is not installed"


class Behind(Struct, frozen=True):
    """Moves a second behind Postfix by the letters of a bare listener behind it, and by the moves of the classic shape;
    and the letters, and its moves, a second."""

    by_bare: float
    by_classic: float
    bare: float
    classic: float


def ratio(folder: Path, rounds: int, seconds: float) -> Behind:
    """The medians of some rounds."""
    path = folder / "behind.db"
    letters = stock(path, SOME)
    moves, plain, by_script = (deal(letters, SOME, CONNECTIONS) for _ in range(3))
    with ExitStack() as stack:
        sink = stack.enter_context(relay())
        server = stack.enter_context(behind(path, sink.port))
        null = stack.enter_context(bare("lmtp"))
        ours = stack.enter_context(_postfix(f"lmtp:inet:127.0.0.1:{server.port}", sink.port))
        theirs = stack.enter_context(_postfix(f"lmtp:inet:127.0.0.1:{null.port}", sink.port))
        classic = stack.enter_context(_postfix("classic:", sink.port))
        contender = Contender(ours, moves, (path, "outbox", 2), delivered=True)
        contender.run(1.0)
        _letters_a_second(theirs, plain, 1.0)
        _letters_a_second(classic, by_script, 1.0)
        bare_rates, classic_rates, own_rates = [], [], []
        for _ in range(rounds):
            bare_rates.append(_letters_a_second(theirs, plain, seconds))
            own_rates.append(contender.run(seconds)[0].rate)
            classic_rates.append(_letters_a_second(classic, by_script, seconds))
        return Behind(
            by_bare=_median_ratio(own_rates, bare_rates),
            by_classic=_median_ratio(own_rates, classic_rates),
            bare=statistics.median(bare_rates),
            classic=statistics.median(classic_rates),
        )


def _median_ratio(rates: Sequence[float], others: Sequence[float]) -> float:
    return statistics.median(rate / other for rate, other in zip(rates, others, strict=True))


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
def _postfix(transport: str, sink: int) -> Iterator[_Postfix]:
    """A Postfix in a folder of its own, before a server or a script; other mail leaves through the relay `sink`."""
    with tempfile.TemporaryDirectory(prefix="pbem-postfix-") as name, create_server(("127.0.0.1", 0)) as free:
        root = Path(name)
        root.chmod(0o755)
        shutil.copytree("/etc/postfix", root / "conf", symlinks=True)
        for part in ("queue", "data", "games"):
            (root / part).mkdir()
        shutil.copy(Path(__file__).with_name("classic.pl"), root)
        if transport == "classic:":
            _write_games(root / "games")
        shutil.chown(root / "data", "postfix")
        here = free.getsockname()[1]
        free.close()
        facts = {
            "root": root,
            "port": here,
            "transport": transport,
            "sink": sink,
            "classic": CLASSIC_AT_ONCE,
            "domain": DOMAIN,
            "perl": shutil.which("perl"),
            "script": root / "classic.pl",
            "games": root / "games",
        }
        (root / "conf/main.cf").write_text(MAIN.format(**facts))
        (root / "conf/master.cf").write_text((MASTER + CLASSIC).format(**facts))
        begin = f"mount --bind {root}/conf /etc/postfix && postfix start"
        subprocess.run(["unshare", "--mount", "sh", "-c", begin], check=True, capture_output=True)
        try:
            postfix = _Postfix(int((root / "queue/pid/master.pid").read_text()), here)
            postfix.queue = root / "queue"
            yield postfix
        finally:
            subprocess.run(["postfix", "-c", str(root / "conf"), "stop"], check=True, capture_output=True)


def _write_games(folder: Path) -> None:
    """The files of the classic server: all pawns where the letters of the benchmark expect them."""
    shutil.chown(folder, "nobody")
    pawns = [
        f"pawn {seat}{pawn} {column}{row}" for seat, row in (("S", 1), ("N", 8)) for pawn, column in RUNNERS
    ]
    for number in range(1, SOME + 1):
        facts = [f"south {address(number, 0)}", f"north {address(number, 1)}", f"turn {PLAYED}", *pawns]
        path = folder / f"{number}.game"
        path.write_text("\n".join(facts) + "\n")
        shutil.chown(path, "nobody")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pbem-bench-", dir=".") as place:
        found = ratio(Path(place).resolve(), 3, 8)
    print(found)  # noqa: T201
