"""What the cases of operation begin with."""

from pathlib import Path

import pytest

from pbem.server.core.config import Config
from tests.server.office import Office
from tests.server.running import free_port


@pytest.fixture
def office() -> Office:
    """A server on trial, without sockets, whose clock only moves when told."""
    return Office()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A server on trial, with a port and folders of its own."""
    return Config(
        db=str(tmp_path / "games.db"), listen=f"127.0.0.1:{free_port()}", maildir=str(tmp_path / "mail")
    )
