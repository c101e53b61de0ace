"""A server of PostgreSQL's for tests: started when the first one wants it, stopped with the process that started it.

Its programs are looked for where they are installed, or in the package `pgserver`. Each test has a database of its own,
a copy of one in which the tables have been made.
"""

import atexit
import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path

import psycopg

from pbem.store import Store
from pbem.store.engine import Engine, open_engine
from pbem.store.places import is_url
from pbem.store.postgresql import KEY_VARIABLE

VARIABLE = "PBEM_STORE"
"""`postgresql` lets all tests keep what they store in PostgreSQL; or it is the URL of a server where they may make
databases, as that of another engine that speaks its protocol."""

USER = "nobody"
"""Who runs the server where tests run as root: PostgreSQL refuses to."""

EMPTY = "pbem_empty"


def wanted() -> bool:
    """Whether tests are to keep what they store in PostgreSQL."""
    return bool(os.environ.get(VARIABLE))


def programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`; None if they are not installed."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pgserver")
    if package is not None and package.origin is not None:
        places.append(Path(package.origin).parent / "pginstall" / "bin")
    return next((place for place in places if (place / "initdb").exists()), None)


class Server:
    """A server that listens on a socket in a folder. It loses what it has not written yet if the machine stops."""

    def __init__(self, *settings: str, parent: Path | None = None) -> None:
        bin_folder = programs()
        assert bin_folder is not None, "PostgreSQL is not installed"
        self._bin = bin_folder
        memory = Path("/dev/shm")
        parent = parent or (memory if memory.is_dir() else None)
        self.folder = Path(tempfile.mkdtemp(prefix="pbem-pg-", dir=parent))
        self._user = USER if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._data = self.folder / "data"
        self._run("initdb", "--auth=trust", "--username=pbem", "--encoding=UTF8", "--locale=C", "--no-sync")
        options = {
            "listen_addresses": "''",
            "unix_socket_directories": f"'{self.folder}'",
            "max_connections": "300",
            "autovacuum": "off",
        }
        lines = [f"{name} = {value}" for name, value in options.items()]
        with (self._data / "postgresql.conf").open("a") as file:
            file.write("\n".join([*lines, *settings, ""]))
        self.start()
        self.admin = f"postgresql://pbem@/postgres?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._bin / program, "--pgdata", str(self._data), *arguments],
            check=True,
            user=self._user,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )

    def start(self) -> None:
        """Start it; returns when it takes connections."""
        self._run("pg_ctl", "start", "--wait", "--log", str(self.folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: at once, as a crash does, or `fast`, in order."""
        self._run("pg_ctl", "stop", "--wait", "--mode", mode)

    def remove(self) -> None:
        """Stop it, and delete what it has stored."""
        with contextlib.suppress(subprocess.CalledProcessError):  # a test has stopped it
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://pbem@/{name}?host={self.folder}"


def prepare() -> None:
    """Start the server that all tests share, unless one is named, with a key for its databases."""
    if os.environ[VARIABLE] != "postgresql":
        return
    server = Server()
    os.environ[VARIABLE] = server.admin  # for the processes that are started from here
    os.environ[KEY_VARIABLE] = str(server.folder / "pbem.key")
    Store(database(EMPTY, make="")).close()
    owner = os.getpid()
    atexit.register(lambda: server.remove() if os.getpid() == owner else None)


def run(statement: str, url: str = "") -> None:
    """Run statements, as the one who owns the server."""
    with psycopg.connect(url or os.environ[VARIABLE], autocommit=True) as conn:
        conn.execute(statement)


def database(name: str, *, make: str = f"TEMPLATE {EMPTY}") -> str:
    """Make a database; returns its URL."""
    run(f"CREATE DATABASE {name} {make}")
    parts = psycopg.conninfo.conninfo_to_dict(os.environ[VARIABLE])
    return f"postgresql://{parts['user']}@/{name}?host={parts['host']}"


_RESET = """
SET session_replication_role = replica;
DO $$
DECLARE each RECORD; filled BOOLEAN;
BEGIN
    FOR each IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
            AND relname NOT IN ('migrations', 'settings') LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', each.relname) INTO filled;
        IF filled THEN EXECUTE format('DELETE FROM %I', each.relname); END IF;
    END LOOP;
    FOR each IN SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL LOOP
        PERFORM setval(format('%I', each.sequencename)::regclass, 1, false);
    END LOOP;
END $$;
DELETE FROM settings WHERE key != 'sealed with';
"""


class Pool:
    """Databases for tests: those of a test that is over are emptied and used again."""

    def __init__(self) -> None:
        self._free: list[str] = []
        self._used: dict[str, str] = {}
        self._open: list[Engine] = []

    def url(self, place: str | Path) -> str:
        """The URL of the database that stands for a file, or of a new one for `:memory:`."""
        if is_url(place):
            return str(place)
        name = uuid.uuid4().hex if str(place) == ":memory:" else str(Path(place).absolute())
        if name not in self._used:
            self._used[name] = self._free.pop() if self._free else database(f"t{uuid.uuid4().hex}")
        return self._used[name]

    def open(self, place: str | Path, *, must_exist: bool) -> Engine:
        """As `open_engine` does."""
        engine = open_engine(self.url(place), must_exist=must_exist)
        self._open.append(engine)
        return engine

    def clear(self) -> Callable[[], None]:
        """Begin a test; what is returned ends it."""
        used, engines = dict(self._used), list(self._open)

        def end() -> None:
            for engine in self._open[len(engines) :]:
                engine.close()
            del self._open[len(engines) :]
            for name in self._used.keys() - used.keys():
                url = self._used.pop(name)
                run(_RESET, url)
                self._free.append(url)

        return end


pool = Pool()
