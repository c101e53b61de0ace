"""pbem copy, and what other commands say of a database that is no file."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.store import Store

pytestmark = pytest.mark.sqlite

URL = "postgresql://ann:secret@127.0.0.1:1/games"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder without a configuration."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_database_is_copied(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    store.people.add("Ann", "ann@example.org", 1)
    store.close()
    told = run("copy", str(tmp_path / "games.db"), str(tmp_path / "new.db"))
    assert told.exit_code == 0, told.output
    assert "players: 1\n" in told.output
    assert ": 0\n" not in told.output
    assert "rows have been copied and compared; now name the new database as db in pbem.toml" in told.output
    again = run("copy", str(tmp_path / "games.db"), str(tmp_path / "new.db"))
    assert again.exit_code == 1
    assert "new.db is not empty (see its table players); name a new database" in again.output


@pytest.mark.parametrize(
    ("arguments", "instead"),
    [
        (
            ("backup", "copy.db"),
            "write: pg_dump --format=custom --file=games.dump 'postgresql://ann@127.0.0.1:1/games'",
        ),
        (
            ("restore", "copy.db"),
            "put a backup in its place with pg_restore --clean --if-exists"
            " --dbname='postgresql://ann@127.0.0.1:1/games', while no server runs",
        ),
        (("datasette",), "look into it with psql"),
    ],
)
def test_what_only_files_have(arguments: tuple[str, ...], instead: str) -> None:
    told = run("--db", URL, *arguments)
    assert told.exit_code == 1
    assert (
        told.output.strip() == f"Error: postgresql://ann@127.0.0.1:1/games is kept by PostgreSQL; {instead}"
    )


def test_a_server_of_postgresql_that_is_away() -> None:
    told = run("--db", URL, "match", "list")
    assert told.exit_code == 1
    assert "postgresql://ann@127.0.0.1:1/games cannot be used as a database: " in told.output
    assert "secret" not in told.output
