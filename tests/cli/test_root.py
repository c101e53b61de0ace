"""What holds for all commands: help, exit codes, errors for people, where the database is."""

import json
import logging
import re
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.cli.root import Discreet
from pbem.mail.tokens import Token
from pbem.server.core.config import Config, given
from pbem.server.ops.application import Application
from pbem.store import Store, is_url
from tests.cli.conftest import Pbem
from tests.mail.outbound import TOKEN
from tests.place import place
from tests.server.office import Office
from tests.server.running import free_port, letter, post


def commands(group: click.Group = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, as it is typed."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_every_command_has_help_that_says_what_it_does(pbem: Pbem, path: tuple[str, ...]) -> None:
    text = pbem(*path, "--help").output
    described = " ".join(text.split("Options:")[0].split()).partition(" [OPTIONS]")[2]
    assert len(described) > 10
    assert described.rstrip().endswith((".", "!"))


def test_all_commands_of_the_design_are_there() -> None:
    assert {" ".join(path) for path in commands()} >= {
        "serve", "deliver", "remind", "demo", "send", "scenario", "verify", "check", "backup", "doctor",
        "game list", "game rules",
        "match create", "match list", "match show", "match board", "match undo", "match pause", "match resume",
        "match adjudicate", "match export", "match import",
        "player add", "player list", "player show", "player disable",
        "inbox list", "inbox show", "inbox retry", "outbox list", "outbox retry",
    }  # fmt: skip


def test_version(pbem: Pbem) -> None:
    assert "version" in pbem("--version").output


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["match"],
        ["match", "nonsense"],
        ["match", "show"],
        ["match", "show", "x"],
        ["match", "list", "--status", "lost"],
        ["match", "create", "dodgeball"],
        ["match", "create", "dodgeball", "ann", "ben", "-o", "pawns"],
        ["match", "adjudicate", "1", "S>N"],
        ["match", "import", "missing.json"],
        ["verify", "missing.json"],
        ["scenario"],
        ["send", "help"],
        ["send", "--from", "a@localhost", "--reply", "--to", "b@localhost", "help"],
        ["serve", "--only", "kitchen"],
        ["demo", "-o", "pawns"],
        ["--nonsense"],
    ],
)
def test_wrong_usage_is_exit_code_2(pbem: Pbem, arguments: list[str]) -> None:
    pbem(*arguments, code=2)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "list"],
        ["player", "list"],
        ["inbox", "list"],
        ["outbox", "list"],
        ["remind"],
        ["deliver"],
        ["check"],
        ["backup", "copy.db"],
        ["match", "board", "1"],
    ],
)
def test_without_a_database_it_says_what_to_do(pbem: Pbem, folder: Path, arguments: list[str]) -> None:
    output = pbem(*arguments, code=1).output
    assert output == "Error: there is no database games.db; start a server, or name one with --db\n"
    assert list(folder.iterdir()) == []


def test_the_database_may_be_named_before_and_behind_the_command(pbem: Pbem, folder: Path) -> None:
    mine = place("mine.db")
    pbem("player", "add", "Ann", "ann@example.org", "--db", mine)
    assert [path.name for path in folder.glob("*.db")] == ([] if is_url(mine) else ["mine.db"])
    assert "Ann" in pbem("--db", mine, "player", "list").output
    assert "Ann" in pbem("player", "list", "--db", mine).output
    assert "Ann" in pbem("--db", place("other.db"), "player", "list", "--db", mine).output


def test_settings_come_from_file_environment_and_options_the_later_ones_first(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PBEM_DB", raising=False)
    pbem("player", "add", "Ann", "ann@example.org", "--db", "a.db")
    pbem("player", "add", "Ben", "ben@example.org", "--db", "b.db")
    pbem("player", "add", "Cat", "cat@example.org", "--db", "c.db")
    (folder / "pbem.toml").write_text('db = "a.db"\n')
    assert "Ann" in pbem("player", "list").output
    monkeypatch.setenv("PBEM_DB", "b.db")
    assert "Ben" in pbem("player", "list").output
    assert "Cat" in pbem("--db", "c.db", "player", "list").output


@pytest.mark.sqlite
def test_damaged_and_locked_databases_are_named(
    pbem: Pbem, folder: Path, played: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.store.sqlite.BUSY_SECONDS", 0.01)
    (folder / "garbage.db").write_bytes(b"garbage" * 1000)
    assert "garbage.db cannot be used as a database" in pbem("check", "--db", "garbage.db", code=1).output
    other = sqlite3.connect(folder / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    output = pbem("match", "pause", 1, code=1).output
    other.execute("ROLLBACK")
    other.close()
    assert output == "Error: the database cannot be used: database is locked; see: pbem doctor\n"


def test_debug_shows_tracebacks(pbem: Pbem, folder: Path) -> None:
    result = CliRunner().invoke(
        main, ["--debug", "--db", "postgresql://pbem@/games?host=/none", "match", "list"]
    )
    assert result.exit_code == 1
    assert type(result.exception).__name__ == "StoreError"


# The configuration.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("db = ", "pbem.toml: "),
        ("colour = 'red'\n", "colour"),
        ("db = 3\n", "db"),
        ("listen = 'nowhere'\n", "'nowhere' is not HOST:PORT, for example 127.0.0.1:8025"),
        ("relay = 'mx:70000'\n", "'mx:70000' is not HOST:PORT"),
        ("domain = 'my domain'\n", "is not an address"),
        ("name = 'a+b'\n", "is not an address"),
        ("believe_from = 'perhaps'\n", "believe_from"),
    ],
)
def test_a_configuration_that_cannot_be_used(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    monkeypatch.delenv("PBEM_DB", raising=False)
    (folder / "pbem.toml").write_text(text)
    assert reason in pbem("player", "list", code=1).output


def test_a_configuration_that_is_not_there(pbem: Pbem) -> None:
    assert (
        "there is no configuration file x.toml" in pbem("--config", "x.toml", "player", "list", code=1).output
    )


def test_variables_are_read_as_what_they_are(folder: Path) -> None:
    config = given(
        None, {"PBEM_BELIEVE_FROM": "true", "PBEM_LMTP": "[::1]:24"}, {"domain": "x.example"}
    ).config()
    assert config == Config(believe_from=True, lmtp="[::1]:24", domain="x.example")
    assert config.trusts_from
    assert not config.trial
    assert not Config(lmtp="24").trusts_from
    assert Config().trusts_from


MOMENT = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")
SIZES = {"database", "log", "spare", "free"}
OLD = "queued lines"
"""A key that scripts of others read; it stays as it is."""


def look_at(value: object, key: str = "") -> None:
    """Each key is a plain name, and each moment is in ISO 8601."""
    if isinstance(value, dict):
        for name, each in value.items():
            if key not in ("matches", "games", "unfinished", "caps", "options"):
                assert name.isidentifier() or name == OLD, name
            look_at(each, name)
    elif isinstance(value, list):
        for each in value:
            look_at(each, key)
    elif isinstance(value, int) and value > 1_000_000_000:
        assert key in SIZES, f"{key} is a moment"
    elif key in ("created", "received"):
        assert MOMENT.fullmatch(str(value))


def test_json_is_json(pbem: Pbem, played: Office) -> None:
    for arguments in (
        ["status"],
        ["game", "list"],
        ["match", "list"],
        ["match", "show", "1"],
        ["player", "list"],
        ["player", "show", "ann"],
        ["inbox", "list"],
        ["outbox", "list"],
        ["remind", "--dry-run"],
        ["check"],
    ):
        look_at(json.loads(pbem(*arguments, "--json").stdout))


def test_no_log_line_holds_a_reply_token(folder: Path) -> None:
    """What clients say is logged, as `pbem --debug` shows, but for the keys in it."""
    Store(folder / "games.db").close()
    app = Application(Store(folder / "games.db"), Config())
    address = app.signer.address(Token("seat", 1, 0, 3))
    app.store.close()
    port = free_port()
    command = [sys.executable, "-m", "pbem", "--debug", "serve", "--listen", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "is ready" in server.stdout.readline()
        post(port, letter("ann@localhost", "help", 1, address), to=address)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            post(port, letter("ann@localhost", "help", 2), to=f"{address}.example")
        server.terminate()
        errors = server.communicate(timeout=20)[1]
    assert "RCPT TO:<pbem+" in errors.replace("rcpt", "RCPT")
    assert not TOKEN.search(errors)


def test_a_traceback_is_logged_without_tokens() -> None:
    try:
        int("pbem+aeaxwik74znmxag7epaq@play.example")
    except ValueError:
        record = logging.LogRecord("pbem", logging.ERROR, "", 1, "what %s", ("now",), sys.exc_info())
    line = Discreet().format(record)
    assert "Traceback" in line
    assert "'pbem+(hidden)@play.example'" in line
