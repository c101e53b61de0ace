"""`make commands`: the table of commands in docs/players.md, written from `pbem/server/language/commands.toml`."""

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS

PAGE = Path(__file__).resolve().parents[1] / "docs/players.md"

HIDDEN = frozenset({"signup", "join-server"})
"""Words of other servers, understood but not taught."""

_HEAD = "| Command | What it does |\n|---|---|\n"
_TABLE = re.compile(rf"{re.escape(_HEAD)}(?:\|.*\n)*")


def renewed(page: str) -> str:
    """The page with its table as it should be."""
    found, count = _TABLE.subn(lambda _: _HEAD + "".join(map(_row, COMMANDS)), page)
    assert count == 1, "docs/players.md must have one table of commands"
    return found


def _row(command: CommandSpec) -> str:
    forms = ", ".join(_code(form) for form in command.usage)
    also = ", ".join(_code(word) for word in _taught(command))
    return f"| {forms} | {command.summary}{f'. Also {also}' if also else ''} |\n"


def _taught(command: CommandSpec) -> Iterator[str]:
    return (word for word in command.also if word not in HIDDEN)


def _code(text: str) -> str:
    escaped = text.replace("|", "\\|")
    return f"`{escaped}`"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
