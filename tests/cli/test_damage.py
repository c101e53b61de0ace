"""O14: a damaged page of the database: nothing is begun, nothing is lost, and each command says what to do."""

import smtplib
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.server.office import Office
from tests.server.running import Process, letter, post

RESTORE = "stop the server and restore a backup, see docs/hosts.md"


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table, as a failing disk does."""
    office = Office(path=path)
    office.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ((size,),) = office.store.db.execute("PRAGMA page_size")
    ((page,),) = office.store.db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    office.store.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.parametrize("table", ["players", "log", "settings"])
@pytest.mark.parametrize("command", ["check", "doctor", "serve --listen 127.0.0.1:0"])
def test_o14_a_damaged_database_is_restored_not_served(
    folder: Path, pbem: Pbem, table: str, command: str
) -> None:
    """`check` and `doctor` do not send the host from one to the other."""
    Office(path=folder / "games.db").begin()
    damage(folder / "games.db", table)
    said = pbem(*command.split(), code=1).output
    assert said.startswith("Error: the database cannot be used: ")
    assert said.endswith(f"; {RESTORE}\n")


def test_o14_a_page_that_is_damaged_while_the_server_runs(tmp_path: Path) -> None:
    """Mail servers are told to come again; the log has one line for all of it, without a traceback."""
    with Process(tmp_path) as server:
        server.ready()
        Office(path=tmp_path / "games.db").begin()
        damage(tmp_path / "games.db", "players")
        for number in range(3):
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                post(server.port, letter("ann@example.org", "help", number), "ann@example.org")
        assert server.stop() == 0
        errors = server.errors()
    assert errors.count("nothing can be stored") == 1
    assert "Traceback" not in errors
