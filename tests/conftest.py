"""What all tests share: a bare environment in which somebody's game is installed beside ours, a flag that writes golden
files anew, a look at every mail and log line."""

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import settings

from pbem.mail.colours import Paint
from pbem.mail.writing import NO_PICTURES, Outgoing, compose
from pbem.server.mailing import notices
from pbem.store import database
from tests.mail.outbound import TOKEN, check

KEPT = {"PATH", "TMPDIR", "PBEM_KILLS", "PBEM_SEED", "PBEM_INTEGRATION", "PBEM_STORE", "PBEM_KEY"}

# No test, and no program that a test starts, depends on the user's settings. This is not a fixture because some modules
# look at the environment when they are imported.
for name in os.environ.keys() - KEPT:
    if not name.startswith("PYTEST_"):
        del os.environ[name]
os.environ["HOME"] = "/nonexistent"

# A game that is not ours is installed wherever tests run, and in every program that they start. These programs run this
# tree.
FOREIGN = str(Path(__file__).parent / "foreign")
os.environ["PYTHONPATH"] = os.pathsep.join((str(Path(__file__).parent.parent), FOREIGN))
sys.path.append(FOREIGN)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --bless` takes what comes out now for right; look at the difference before you commit it."""
    parser.addoption("--bless", action="store_true", help="write the golden mails anew")


# Laws are tried on the same examples each time, so that what passes here passes everywhere; `make random` tries others.
# A busy machine is no failure.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """With PBEM_STORE=postgresql whatever tests store is kept in PostgreSQL; see tests/postgresql.py."""
    if os.environ.get("PBEM_STORE"):
        from tests import postgresql

        postgresql.prepare()
        vars(database)["open_engine"] = postgresql.pool.open


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of what only files have are left out where there are none."""
    if os.environ.get("PBEM_STORE"):
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason="of a database in a file"))


@pytest.fixture(autouse=True)
def databases() -> Iterator[None]:
    """Each test has databases of its own."""
    if not os.environ.get("PBEM_STORE"):
        yield
        return
    from tests import postgresql

    end = postgresql.pool.clear()
    yield
    end()


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--bless"))


@pytest.fixture(scope="session", autouse=True)
def every_mail() -> Iterator[None]:
    """Each mail that a desk writes, in whatever test, is as mails must be."""

    def checked(letter: Outgoing, paint: Paint, pictures: Mapping[str, bytes] = NO_PICTURES) -> bytes:
        raw = compose(letter, paint, pictures)
        check(raw, letter.to)
        return raw

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notices, "compose", checked)
        yield


class _NoSecrets(logging.Handler):
    """Finds reply tokens in what the project itself logs."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Look at the line as it would be written, traceback and all."""
        line = logging.Formatter().format(record)
        if TOKEN.search(line):
            self.found.append(line)


@pytest.fixture(scope="session", autouse=True)
def every_log_line() -> Iterator[None]:
    """No line that is logged holds a token, and none a password."""
    handler = _NoSecrets()
    log = logging.getLogger("pbem")
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    yield
    log.setLevel(before)
    log.removeHandler(handler)
    assert handler.found == []


@pytest.fixture(scope="session", autouse=True)
def ordinary_beginning(every_mail: None, every_log_line: None) -> None:
    """The match with which most tests of the server begin, made before any of them changes how letters are handled."""
    if not os.environ.get("PBEM_STORE"):
        from tests.server import office

        office.ordinary_beginning()


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An RSA key, in the form in which `openssl genrsa` makes it."""
    file = tmp_path_factory.mktemp("dkim") / "key.pem"
    file.write_bytes(
        rsa.generate_private_key(65537, 2048).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return str(file)
