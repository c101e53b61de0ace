"""What a command loads before it does anything: modules are counted, since seconds depend on the machine."""

import subprocess
import sys

import click
import pytest

from pbem.cli import main
from pbem.cli.root import MODULES


def loaded_by(*words: str) -> set[str]:
    """The modules that a process has loaded when a command ends."""
    code = (
        "import sys\n"
        "from pbem.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "finally:\n"
        "    sys.stderr.write('\\n'.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_version_loads_the_root_command_alone() -> None:
    loaded = loaded_by("--version")
    ours = {name for name in loaded if name.split(".")[0] == "pbem"}
    assert ours == {"pbem", "pbem.cli", "pbem.cli.root", "pbem.cli.terminal"}
    assert not loaded & {"rich", "msgspec", "jinja2", "sqlite_utils", "asyncio", "email_validator"}


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
