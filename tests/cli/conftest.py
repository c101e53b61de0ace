"""The command line in a folder of its own."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from tests.place import place
from tests.server.office import Office

Pbem: TypeAlias = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of the test, with no configuration in it. Commands find the database that stands for
    `games.db`."""
    monkeypatch.chdir(tmp_path)
    if os.environ.get("PBEM_STORE"):
        monkeypatch.setenv("PBEM_DB", place("games.db"))
    return tmp_path


@pytest.fixture
def pbem(folder: Path) -> Pbem:
    """Runs a command and checks its exit code (0 unless said otherwise), and that no traceback is shown."""

    def run(*arguments: object, code: int = 0, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        if code:
            assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return run


@pytest.fixture
def played(folder: Path) -> Office:
    """`games.db` with a match of Ann and Ben that has gone on for some turns, and some letters."""
    office = Office(path=folder / "games.db")
    office.begin()
    for _ in range(3):
        office.write(office.asked(), "done")
    return office
