"""pbem serve, remind, deliver, demo."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pbem.cli.demo import called_as
from pbem.server.core.config import LISTENS, SERVED, Given, listens, settings_in_force
from pbem.server.core.mailbox_settings import Mailbox
from pbem.store import Store
from tests.cli.conftest import Pbem
from tests.operation.sending import until
from tests.place import place
from tests.server.office import Office
from tests.server.running import Process, free_port, letter, maildir, post

DAY = 86_400


def once(folder: Path, *options: str) -> None:
    """Start a server and stop it."""
    with Process(folder, *options) as server:
        server.ready()
        assert server.stop() == 0


def late(office: Office, days: float) -> None:
    """Make the open question of the match as old as that, by the clock on the wall."""
    since = int(time.time() - days * DAY)
    office.store.db.execute(
        "UPDATE seats SET since = ?1, due = ?1 + 7 * 86400, next_reminder = ?1 + 7 * 43200 WHERE since IS NOT NULL",
        (since,),
    )


def test_remind_says_what_it_does(pbem: Pbem, played: Office) -> None:
    late(played, 4)
    before = played.dump()
    dry = pbem("remind", "--dry-run").output
    assert "would remind: match 1 " in dry
    assert dry.endswith("1 to do\n")
    assert played.dump() == before
    assert pbem("remind").output.startswith("remind: match 1 ")
    assert pbem("remind").output == "0 done\n"
    late(played, 8)
    (step,) = json.loads(pbem("remind", "--json").stdout)
    assert (step["what"], step["match"]) == ("nag", 1)
    assert json.loads(pbem("remind", "--json").stdout) == []


def test_a_challenge_that_lapses(pbem: Pbem, played: Office) -> None:
    played.write("ann@example.org", "challenge dodgeball ben")
    played.store.db.execute("UPDATE matches SET created = 1 WHERE status = 'offered'")
    assert "lapse: match 2: the challenge has not been answered in time\n" in pbem("remind").output


def test_serve_on_a_port_that_is_taken(pbem: Pbem) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        told = pbem("serve", "--listen", address, code=1).output
    other = (
        f"use another port: PBEM_LISTEN=127.0.0.1:{int(address.rpartition(':')[2]) + 1}, in both terminals"
    )
    assert f"is another server running on {address}? If so, {other}" in told
    assert (
        f"If another program answers there, {other}"
        in pbem("send", "--from", "ann@localhost", "--server", address, "help", code=1).output
    )
    assert "is not HOST:PORT" in pbem("serve", "--listen", "here", code=1).output


@pytest.mark.sqlite
def test_the_demo_plays_a_match_to_its_end(folder: Path) -> None:
    """In a process of its own, as `make demo` runs it; a configuration for a real server does not disturb it."""
    environment = {**os.environ, "PBEM_RELAY": "mx.example:25", "PBEM_DOMAIN": "play.example"}
    command = [
        sys.executable,
        "-m",
        "pbem",
        "demo",
        "--seed",
        "1",
        "-o",
        "pawns=3",
        "-o",
        "stall=8",
        "--keep",
        "kept",
    ]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The match is over: " in done.stdout
    assert f"    {sys.executable} -m pbem serve\n" in done.stdout
    assert f"    {sys.executable} -m pbem send --from cat@localhost --reply --show yes\n" in done.stdout
    assert "--show 'challenge dodgeball house pawns=3 stall=8'\n" in done.stdout
    assert "\x1b[" not in done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith("     ")]
    assert told
    assert max(map(len, told)) <= 80
    page = folder / "kept" / "demo-site" / "m" / "1" / "index.html"
    assert f"    {page}\n" in done.stdout
    assert "The match is over" in page.read_text()
    office = Office(path=folder / "kept" / "games.db")
    assert office.store.matches.all()[0].status == "over"


def test_what_the_demo_says_next_can_be_typed_where_it_was_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a clone, in an environment in or out of the PATH, and without any script."""
    program = folder / "clone" / ".venv" / "bin" / "pbem"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    monkeypatch.chdir(folder / "clone")
    assert called_as(".venv/bin/pbem", folder / "clone") == ".venv/bin/pbem"
    assert called_as(str(program), folder / "clone") == ".venv/bin/pbem"
    assert called_as(str(program), folder / "with a blank") == str(program)
    assert called_as(str(folder / "a b" / "pbem"), folder / "clone") == f"'{folder}/a b/pbem'"
    assert called_as("/site/pbem/__main__.py", folder) == f"{sys.executable} -m pbem"
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    assert called_as(str(program), folder) == "pbem"


def test_the_demo_of_a_game_that_is_not_there(pbem: Pbem) -> None:
    assert 'There is no game "chess"' in pbem("demo", "chess", code=1).output
    assert "is for 2 players" in pbem("demo", "--players", "7", code=1).output


# What the server was started with.


def test_what_the_server_was_started_with_holds_for_cron(pbem: Pbem, folder: Path) -> None:
    once(folder, "--domain", "play.example", "--maildir", "post")
    pbem("player", "add", "Ann", "ann@example.org")
    assert pbem("deliver").output == "tried: 1\n"
    (mail,) = (folder / "post" / "ann@example.org" / "new").iterdir()
    assert "From: pbem <pbem@play.example>" in mail.read_text()
    assert "mail domain: play.example" in pbem("doctor", code=1).output


@pytest.mark.parametrize(
    ("variable", "value", "known"),
    [
        ("PBEM_DOMAIN", "other.example", "'play.example'"),
        ("PBEM_RELAY", "127.0.0.1:25", "''"),
        ("PBEM_BELIEVE_FROM", "false", "True"),
    ],
)
def test_a_command_that_contradicts_the_server_is_refused(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, known: str
) -> None:
    once(folder, "--domain", "play.example")
    monkeypatch.setenv(variable, value)
    error = pbem("remind", code=1).output
    assert error.startswith(f"Error: {variable} says {variable[5:].lower()} = ")
    assert f"but the server of this database was last started with {known}; restart the server" in error
    assert pbem("check").output == "0 matches checked, 0 problems\n"


@pytest.mark.sqlite
def test_a_backup_is_made_whatever_contradicts_the_server(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once(folder, "--domain", "play.example")
    monkeypatch.setenv("PBEM_DOMAIN", "other.example")
    pbem("backup", "copy.db")


def test_a_server_says_anew_what_holds_and_its_parts_follow(pbem: Pbem, folder: Path) -> None:
    once(folder, "--domain", "play.example", "--maildir", "post")
    once(folder, "--only", "desk")
    pbem("player", "add", "Ann", "ann@example.org")
    once(folder, "--only", "delivery", "--domain", "game.example")
    (mail,) = (folder / "post" / "ann@example.org" / "new").iterdir()
    assert "From: pbem <pbem@play.example>" in mail.read_text()
    pbem("player", "add", "Ben", "ben@example.org")
    once(folder)
    (mail,) = (folder / "mail" / "ben@example.org" / "new").iterdir()
    assert "From: pbem <pbem@game.example>" in mail.read_text()


@pytest.mark.parametrize(
    "command", [["remind"], ["status"], ["match", "list"], ["player", "list"], ["metrics"]]
)
def test_beside_a_server_with_a_mailbox_a_command_needs_the_database_alone(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """As cron and the units of docs/hosts call it, in a folder without a configuration."""
    box = Mailbox(
        address="our.games@p.example", imap="imap.p.example:993", smtp="smtp.p.example:465", plus=False
    )
    served = Given({"mailbox": msgspec.to_builtins(box)}, {}).config()
    with closing(Store(place(folder / "games.db"))) as store:
        store.set_note(SERVED, msgspec.json.encode(settings_in_force(served)).decode())
        store.set_note(LISTENS, msgspec.json.encode(listens(served)).decode())
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    pbem("--db", place(folder / "games.db"), *command)


# The log of letters.


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_has_a_line_for_each_letter(folder: Path, form: str) -> None:
    (folder / "pbem.toml").write_text(f'letter_log = "{form}"\n')
    with Process(folder) as server:
        server.ready()
        post(server.port, letter("ann@localhost", "register Ann", 1))
        until(lambda: len(maildir(folder / "mail", "ann@localhost")) == 1)
        assert server.stop() == 0
        lines = server.errors().splitlines()
    assert len(lines) == 2
    if form == "json":
        came, went = map(json.loads, lines)
        assert (came["way"], came["letter"], came["fate"], came["mails"]) == ("in", 1, "done", 1)
        assert (went["way"], went["letter"], went["fate"], went["kind"]) == ("out", 1, "sent", "confirm")
        assert "ann" not in "".join(lines)
    else:
        assert re.search(r" pbem.letters letter 1: done, 1 mail, after \d s$", lines[0])
        assert re.search(r" pbem.letters mail 1 \(confirm\): sent, after \d s$", lines[1])


def test_no_letter_is_logged_unless_wanted(folder: Path) -> None:
    with Process(folder) as server:
        server.ready()
        post(server.port, letter("ann@localhost", "register Ann", 1))
        assert server.stop() == 0
        assert server.errors() == ""


def test_a_listener_for_everybody_is_warned_of(folder: Path) -> None:
    with Process(folder, "--listen", f"0.0.0.0:{free_port()}", listen=False) as server:
        server.ready()
        assert server.stop() == 0
        assert "everybody reaches the server, with no mail server in front" in server.errors()
