"""`make man`: docs/hosts/commands.md, the commands of the host, from the same texts as the man page and `--help`."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli import main
from tools.manual import commands

PAGE = Path(__file__).resolve().parents[1] / "docs/hosts/commands.md"

_INTRODUCTION = """\
# Commands

<!-- Written by `make man` from the help of the commands. Do not edit this page. -->

Every command takes `--help`. In front of a command you can write `--db FILE` (or a `postgresql://` URL),
`--config FILE` and `--debug`, which shows tracebacks and the log. Commands that open the database take `--db` behind
their name as well.

Commands that list something take `--json`. Times are then in ISO 8601 (UTC), and each thing has one name everywhere
(`match`, `letter`, `player`).

| Exit code | Meaning |
|---|---|
| 0 | done |
| 1 | it failed, or found something |
| 2 | the command was written wrongly |

For completion in bash, add `eval "$(pbem completion bash)"` to `~/.bashrc`. `pbem completion --help` has the lines for
zsh and fish. The man page is installed with the program: `man /opt/pbem/share/man/man1/pbem.1`.
"""


def manual() -> str:
    """The whole page."""
    found = list(commands(main, click.Context(main, info_name="pbem")))
    rows = [f"| [`{ctx.command_path}`](#{_anchor(ctx)}) | {_summary(command)} |" for command, ctx in found]
    table = "\n".join(["## All commands\n", "| Command | What it does |", "|---|---|", *rows, ""])
    return "\n".join(
        [_INTRODUCTION, table, *("\n\n".join(_entry(command, ctx)) + "\n" for command, ctx in found)]
    )


def _anchor(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def _paragraphs(command: click.Command) -> list[str]:
    return inspect.cleandoc(command.help or "").split("\n\n")


def _summary(command: click.Command) -> str:
    return _cell(_paragraphs(command)[0])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _entry(command: click.Command, ctx: click.Context) -> Iterator[str]:
    yield f"## {ctx.command_path}"
    yield "    " + " ".join((ctx.command_path, *command.collect_usage_pieces(ctx)))
    for paragraph in _paragraphs(command):
        kept = paragraph.startswith("\b\n")
        lines = [line.strip() for line in paragraph.removeprefix("\b\n").splitlines()]
        yield "\n".join(f"    {line}" for line in lines) if kept else " ".join(lines)
    records = [
        record
        for param in command.params
        if param.name != "db" and (record := param.get_help_record(ctx)) is not None and record[1]
    ]
    if records:
        rows = [f"| `{_cell(option)}` | {_cell(text)} |" for option, text in records]
        yield "\n".join(["| Option | Meaning |", "|---|---|", *rows])


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
