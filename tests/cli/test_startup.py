"""What a command loads before it does anything: modules are counted, since seconds depend on the machine."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbem.cli import main
from pbem.cli.root import MODULES
from pbem.store import Store
from tests.cli.conftest import Pbem
from tests.server.office import Office

HEAVY = {
    *("aiosmtplib", "asyncio", "cryptography", "email_validator", "imapclient", "jinja2", "markdown_it"),
    *("psycopg", "rapidfuzz", "rich", "sqlite_utils", "pbem.server.core.context", "pbem.store.database"),
}
"""What takes longer to load than a shell may wait for."""


def loaded_by(*words: str, folder: Path | None = None, **variables: str) -> set[str]:
    """The modules that a process has loaded when a command ends."""
    code = (
        "import sys\n"
        "from pbem.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:], prog_name='pbem')\n"
        "finally:\n"
        "    sys.stderr.write('\\n'.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_version_loads_the_root_command_alone() -> None:
    loaded = loaded_by("--version")
    ours = {name for name in loaded if name.split(".")[0] == "pbem"}
    assert ours == {"pbem", "pbem.cli", "pbem.cli.root", "pbem.cli.terminal"}
    assert not loaded & {*HEAVY, "msgspec"}


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "words", ["match show ", "player show ", "game rules ", "team new x --game ", "inbox list "]
)
def test_a_shell_that_completes_a_command_loads_no_service(played: Office, folder: Path, words: str) -> None:
    completing = {
        "COMP_WORDS": f"pbem {words}",
        "COMP_CWORD": str(len(words.split()) + 1),
        "_PBEM_COMPLETE": "bash_complete",
    }
    loaded = loaded_by(folder=folder, **completing)
    assert {"pbem.cli.completion", "click.shell_completion"} <= loaded
    assert not loaded & HEAVY


@pytest.mark.sqlite
def test_reminders_with_nothing_to_do_load_no_application(pbem: Pbem, folder: Path) -> None:
    pbem("player", "add", "Ann", "ann@example.org")
    pbem("remind")
    assert not loaded_by("remind", folder=folder) & HEAVY
    assert Store("games.db").note("reminded after")


@pytest.mark.sqlite
def test_a_look_at_the_status_loads_no_service(played: Office, folder: Path) -> None:
    """It opens the database as a server does, which unseals seeds."""
    loaded = loaded_by("status", folder=folder)
    assert not loaded & HEAVY - {"cryptography", "pbem.store.database"}
    assert not {name for name in loaded if name.startswith("pbem.games.")}


@pytest.mark.sqlite
def test_reminders_that_are_due_are_not_overlooked(pbem: Pbem, played: Office, folder: Path) -> None:
    """The clock of this match is years behind."""
    assert "pbem.store.database" in loaded_by("remind", folder=folder)
    assert "pbem.server.ops.reminders" in loaded_by("remind", "--dry-run", folder=folder)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_each_command_is_in_the_module_that_the_table_names(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    inner = next(iter(command.commands.values())) if isinstance(command, click.Group) else command
    assert inner.callback is not None
    assert module_of(inner.callback) == f"pbem.cli.{MODULES[name]}"


def module_of(callback: object) -> str:
    """The module in which a function stands, behind its decorators."""
    while hasattr(callback, "__wrapped__"):
        callback = callback.__wrapped__
    return str(callback.__module__)


def test_the_table_names_all_commands() -> None:
    for name in MODULES:
        main.get_command(click.Context(main), name)
    assert set(main.commands) == set(MODULES)
