"""What the commands of `pbem.server.language.command_table` do."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.server.commands.base import Command
from pbem.server.language.command_spec import CommandSpec
from pbem.server.reading.letter_context import LetterContext


class Commands:
    """All commands, by name."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self._by_name = {command.name: command for command in commands}

    @property
    def names(self) -> list[str]:
        """The names of all commands."""
        return list(self._by_name)

    def run(self, command: CommandSpec, letter: LetterContext, arguments: str) -> str:
        """Run a command; returns what its writer is told. Raises `Refused`."""
        if command.names_game:
            arguments = letter.context.games.joined(arguments)
        return self._by_name[command.name].run(letter, arguments.split(), arguments)
