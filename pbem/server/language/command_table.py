"""The lines for the server itself that a letter may hold: all commands, in the order in which `help` tells them.

What a command does is in `pbem.server.commands`. Here is what is needed to read letters, to write help, and to suggest
what may have been meant; the texts are in `commands.toml`.
"""

from importlib import resources

import msgspec
from msgspec import Struct, structs

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.setting_table import FORMS


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands under one heading of `help commands`."""

    title: str
    commands: tuple[CommandSpec, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[Chapter, ...]


def _complete(command: CommandSpec) -> CommandSpec:
    """`settings` has a form for each value of its own table."""
    return structs.replace(command, usage=(*command.usage, *FORMS)) if command.name == "settings" else command


CHAPTERS = tuple(
    Chapter(chapter.title, tuple(map(_complete, chapter.commands)))
    for chapter in msgspec.toml.decode(
        resources.files(__package__).joinpath("commands.toml").read_bytes(), type=_Table
    ).chapters
)
"""All commands, under the headings of `help`."""

COMMANDS: tuple[CommandSpec, ...] = tuple(command for chapter in CHAPTERS for command in chapter.commands)

BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.also)}

MATCH = BY_WORD["match"]  # the command that turns to another match


def command_named(word: str) -> CommandSpec | None:
    """The command that a line begins with, in any letter case."""
    return BY_WORD.get(word.lower().rstrip(":"))


def command_words() -> list[str]:
    """The first words of commands, which no order of a game may begin with."""
    return [word for word, command in BY_WORD.items() if not command.shared]


BETWEEN = ("with", "against", "and", "vs")
"""Words that people put between a game and its players."""
