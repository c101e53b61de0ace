"""O10: what cannot work is refused at the start, in one sentence that says what to change."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.store import Store
from tests.server.running import Process

SETTINGS = [
    ("listen = '127.0.0.1'", "'127.0.0.1' is not HOST:PORT, for example 127.0.0.1:8025"),
    ("listen = 'no.such.host.invalid:8025'", "listen = 'no.such.host.invalid:8025': "),
    ("listen = '127.0.0.1:0'\nlmtp = '203.0.113.1:24'", "lmtp = '203.0.113.1:24': "),
    (
        "listen = '0.0.0.0:8025'\nauthserv_id = 'mx'",
        "pbem.toml, line 2: authserv_id = \"mx\": whoever reaches listen = '0.0.0.0:8025' could write as your",
    ),
    ("listen = 8025", "pbem.toml, line 1: listen = 8025: it must be a text in quotes"),
    ("relay = 'mail.example.org'", "'mail.example.org' is not HOST:PORT"),
    (
        "domain = 'two words'",
        "is not an address: name is what stands before the @ (pbem), domain a plain host name",
    ),
    ("maildirs = 'mail'", "there is no setting maildirs; did you mean maildir?"),
    ("believe_from = 'sometimes'", "believe_from"),
    ("[limits]\nletter_bytes = 'many'", "letter_bytes"),
    ("listen = ", "pbem.toml: Invalid value"),
    ("db = 'missing/games.db'", "there is no folder missing"),
    ("db = '.'", "unable to open database file"),
    ("db = 'garbage.db'", "garbage.db cannot be used as a database: file is not a database"),
    ("db = 'later.db'", "later.db is of a later version of pbem (it knows 9999_tomorrow); install that one"),
    ("maildir = 'garbage.db'", 'maildir = "garbage.db": it is not a folder'),
]


@pytest.mark.sqlite
@pytest.mark.parametrize(("setting", "sentence"), SETTINGS)
def test_o10_a_configuration_that_cannot_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, sentence: str
) -> None:
    """One line on stderr, exit code 1, and nothing has been listening."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garbage.db").write_bytes(b"garbage" * 1000)
    Store(tmp_path / "later.db").close()
    with closing(sqlite3.connect(tmp_path / "later.db", isolation_level=None)) as later:
        later.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('pbem', '9999_tomorrow')")
    free = "" if "listen" in setting else 'listen = "127.0.0.1:0"\n'  # whoever may be on the usual port
    (tmp_path / "pbem.toml").write_text(f"{free}{setting}\n")
    refused = CliRunner().invoke(main, ["serve"])
    assert refused.exit_code == 1
    assert isinstance(refused.exception, SystemExit)
    error = refused.stderr
    assert refused.stdout == ""
    assert error.startswith("Error: ")
    assert sentence in error
    assert error.count("\n") == 1
    assert not (tmp_path / "mail").exists()


@pytest.mark.sqlite
def test_o10_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with Process(tmp_path, port=port) as server:
            assert server.process.wait(60) == 1
            assert f"is another server running on 127.0.0.1:{port}?" in server.errors()
