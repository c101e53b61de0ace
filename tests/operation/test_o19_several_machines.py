"""O19: two servers over one PostgreSQL. Each is killed at any moment, as is the database; connections are cut.

The servers stand for two machines: they share nothing but the database and the key. PBEM_SEED and PBEM_KILLS as
in O1.
"""

import contextlib
import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from pbem.server.core.config import Config
from pbem.server.departures import delivery_worker
from pbem.store import SqlError, Store, StoreError
from tests import postgresql
from tests.mail.mta import FakeMta, mta_beside
from tests.operation import test_o01_at_random as at_random
from tests.operation.parts import KILLED, Part, remind, serve
from tests.operation.sending import PATIENCE, listening, post_until_taken, until
from tests.server.running import UNCAPPED, free_port

KILLS = int(os.environ.get("PBEM_KILLS", "15"))
SEED = os.environ.get("PBEM_SEED", str(time.time_ns()))

pytestmark = [
    pytest.mark.skipif(not postgresql.wanted(), reason=f"needs {postgresql.VARIABLE}=postgresql"),
    pytest.mark.timeout(120 + 30 * KILLS),
]


def serve_with_short_leases(config: Config) -> None:
    """`pbem serve`; what a dead one had in hand is tried after seconds, and not after minutes."""
    vars(delivery_worker)["LEASE_SECONDS"] = 3
    serve(config)


class Players(at_random.Players):
    """They hand each letter to one of two servers, as two MX records of one weight let mail servers do, and to the
    other if that is down. Their view of the matches comes out of the database, which may be away."""

    def __init__(self, config: Config, relay: FakeMta, ports: list[int]) -> None:
        super().__init__(config, relay)
        self.ports = ports
        self.chance = random.Random(SEED)

    def moves(self, pick: object) -> int:
        """As before, when the database is there."""
        try:
            return super().moves(pick)
        except (SqlError, StoreError):
            time.sleep(0.1)
            return 0

    def hand_over(self, raw: bytes, address: str, to: str = "pbem@localhost") -> None:
        """To one server, or the other."""
        self.port = self.chance.choice(self.ports)

        def turn() -> None:
            self.port = self.chance.choice(self.ports)

        post_until_taken(lambda: self.port, raw, address, to, meanwhile=turn)


class House:
    """A database, and two servers on it."""

    def __init__(self, folder: Path, relay: FakeMta) -> None:
        self.database = postgresql.Server()
        postgresql.run("CREATE DATABASE games", self.database.admin)
        base = Config(
            db=self.database.url("games"),
            relay=f"127.0.0.1:{relay.port}",
            caps=UNCAPPED,
            believe_from=True,
        )
        self.configs = [
            structs.replace(base, listen=f"127.0.0.1:{free_port()}", maildir=str(folder / name))
            for name in ("one", "two")
        ]
        Store(base.db).close()
        self.servers: list[Part | None] = [None, None]
        self.told: Counter[str] = Counter()

    @property
    def ports(self) -> list[int]:
        return [int(config.listen.rpartition(":")[2]) for config in self.configs]

    def start(self, which: int) -> None:
        """Start a server; while the database is away it ends at once, and is started again as systemd does."""
        part = self.servers[which] = Part(serve_with_short_leases, self.configs[which])
        until(lambda: listening(self.ports[which]) or not part.alive())
        if not part.alive():
            time.sleep(0.2)
            self.start(which)

    def kill(self, which: int) -> None:
        part = self.servers[which]
        assert part is not None
        assert part.alive(), "a server has ended by itself"
        part.kill()

    def crash(self, mode: str) -> None:
        """Restart the database under the servers."""
        self.database.stop(mode)
        time.sleep(0.3)
        self.database.start()

    def cut(self) -> None:
        """Cut connections: each with an even chance."""
        postgresql.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = 'games' AND pid != pg_backend_pid() AND random() < 0.5",
            self.database.url("games"),
        )

    def remind(self, later: int) -> None:
        """Cron's work at a later time, which may be killed."""
        with Part(remind, self.configs[0], int(time.time()) + later) as part:
            if random.random() < 0.5:
                time.sleep(random.random() * 0.1)
                part.process.kill()
            assert part.wait() in (0, KILLED)

    def disturb(self, chance: random.Random, number: int) -> None:
        """One of the things that happen."""
        what = chance.choices(["kill", "both", "cut", "crash", "stop", "remind"], [6, 1, 4, 2, 1, 2])[0]
        self.told[what] += 1
        match what:
            case "kill":
                which = chance.randrange(2)
                self.kill(which)
                time.sleep(chance.random() * 0.5)
                self.start(which)
            case "both":
                for which in (0, 1):
                    self.kill(which)
                for which in (0, 1):
                    self.start(which)
            case "cut":
                self.cut()
            case "crash":
                self.crash("immediate")
            case "stop":
                self.crash("fast")
            case "remind":
                self.remind(number * at_random.HOUR)


@contextlib.contextmanager
def house_of(folder: Path, relay: FakeMta) -> Iterator[House]:
    house = House(folder, relay)
    try:
        for which in (0, 1):
            house.start(which)
        yield house
    finally:
        for part in house.servers:
            if part is not None and part.alive():
                part.kill()
        with contextlib.suppress(subprocess.CalledProcessError):
            house.database.remove()


def test_o19_two_servers_and_their_database_killed_at_random(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    print("PBEM_SEED =", SEED)
    with mta_beside() as relay, house_of(tmp_path, relay) as house:
        players = Players(house.configs[0], relay, house.ports)
        players.thread.start()
        db = house.configs[0].db
        for number in range(KILLS):
            house.disturb(chance, number)
            at_random.nuisance(relay, chance)
            time.sleep(chance.random() * 0.6)
            at_random.time_passes(db)
        players.enough.set()
        relay.says.clear()
        until(lambda: at_random.time_passes(db) and not players.thread.is_alive(), PATIENCE * 5)
        until(lambda: at_random.time_passes(db) and at_random.delivered(house.configs[0]))
        for part in house.servers:
            assert part is not None
            assert part.alive(), "a server has ended by itself"
            assert part.stop() == 0
        assert players.error is None
        at_random.reckon(house.configs[0], players)
        print("kills:", dict(house.told), "letters:", len(players.sent), "mails:", len(relay.handed))
