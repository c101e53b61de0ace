"""What the commands of `pbem.server.language.command_table` do."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.language.command_spec import CommandSpec
from pbem.server.reading.letter_context import PLAYERS_ONLY, LetterContext
from pbem.server.reading.outcome import Outcome


class Commands:
    """All commands, by name."""

    def __init__(self, commands: Iterable[Command]) -> None:
        self._by_name = {command.name: command for command in commands}

    @property
    def names(self) -> list[str]:
        """The names of all commands."""
        return list(self._by_name)

    def run(self, command: CommandSpec, letter: LetterContext, arguments: str) -> Outcome:
        """Run a command; returns what comes of it. Raises `Refused`."""
        if command.who == "player" and letter.player is None:
            raise Refused(PLAYERS_ONLY)
        if command.names_game:
            arguments = letter.context.games.joined(arguments)
        return self._by_name[command.name].run(letter, arguments.split(), arguments)
