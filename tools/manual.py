"""`make man`: the man page docs/pbem.1, written from the commands: its texts are those that `--help` prints."""

import inspect
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version

import click

from pbem.cli import main

FILES = (
    ("games.db", "the database, in the current folder unless configured"),
    ("pbem.toml", "the configuration, likewise"),
    ("mail/", "where outgoing mail is put when there is no relay: a Maildir for each address"),
)
CODES = (("0", "done"), ("1", "it failed, or found something"), ("2", "the command was written wrongly"))


def manual() -> str:
    """The page in the man macros of roff."""
    return "".join(f"{line}\n" for line in _page())


def commands(group: click.Group, ctx: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """Every command that does something, with the context that knows its whole name."""
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        below = click.Context(command, info_name=name, parent=ctx)
        if isinstance(command, click.Group):
            yield from commands(command, below)
        else:
            yield command, below


def _page() -> Iterator[str]:
    root = click.Context(main, info_name="pbem")
    yield f'.TH PBEM 1 "" "pbem {version("pbem")}" "Games by email"'
    yield from (".SH NAME", "pbem \\- a play-by-email turn server")
    yield from (".SH SYNOPSIS", _bold("pbem"), _plain("[OPTIONS] COMMAND [ARGS]..."))
    yield from (".SH DESCRIPTION", *_prose(main.help or ""))
    yield from (".SH OPTIONS", *_options(main, root))
    yield ".SH COMMANDS"
    yield _plain(
        "Every command takes --help, and those that open the database take --db behind their name as well."
    )
    for command, ctx in commands(main, root):
        yield f".SS {_plain(' '.join((ctx.command_path, *command.collect_usage_pieces(ctx))))}"
        yield from _prose(command.help or "")
        yield from _options(command, ctx)
    yield ".SH EXIT STATUS"
    yield from _list(CODES)
    yield ".SH ENVIRONMENT"
    yield from _list([("PBEM_CONFIG", "the configuration file")])
    yield from _list(
        [
            (
                "PBEM_...",
                "any setting that is not in a table, as PBEM_DB or PBEM_LISTEN; options of a command come first",
            )
        ]
    )
    yield ".SH FILES"
    yield from _list(FILES)


def _options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    """What it takes with an explanation of its own; --help and --db are the same everywhere."""
    records = (
        param.get_help_record(ctx) for param in command.params if not (ctx.parent and param.name == "db")
    )
    return _list([record for record in records if record is not None and record[1]])


def _list(rows: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, text in rows:
        yield from (".TP", _bold(term), _plain(text))


def _prose(text: str) -> Iterator[str]:
    r"""Paragraphs; one that `\b` marks keeps its lines."""
    for number, paragraph in enumerate(inspect.cleandoc(text).split("\n\n")):
        kept = paragraph.startswith("\b\n")
        lines = paragraph.removeprefix("\b\n").splitlines()
        yield from [".PP"] if number else []
        yield from [".nf"] if kept else []
        yield from map(_plain, lines if kept else [" ".join(line.strip() for line in lines)])
        yield from [".fi"] if kept else []


def _bold(text: str) -> str:
    return f"\\fB{_plain(text)}\\fR"


def _plain(text: str) -> str:
    """Text as roff prints it unchanged."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("^", "\\(ha")
    return re.sub(r"^([.'])", r"\\&\1", escaped.replace("~", "\\(ti"))


if __name__ == "__main__":
    sys.stdout.write(manual())
