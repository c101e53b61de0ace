"""What the commands of `pbem.server.language.command_table` do."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS
from pbem.server.letters.letter_context import PLAYERS_ONLY, LetterContext
from pbem.server.letters.outcome import Outcome


class Commands:
    """All commands, by name."""

    def __init__(self, commands: Iterable[Command]) -> None:
        """Raises `ValueError` unless there is just one for each entry of the table."""
        self._by_name = {command.name: command for command in commands}
        odd = self._by_name.keys() ^ {spec.name for spec in COMMANDS}
        if odd:
            raise ValueError(
                f"in the table of commands or among their handlers, but not in both: {sorted(odd)}"
            )

    def run(self, spec: CommandSpec, letter: LetterContext, text: str) -> Outcome:
        """Run a command with what stands behind its word; returns what comes of it. Raises `Refused`."""
        if spec.who == "player" and letter.player is None:
            raise Refused(PLAYERS_ONLY)
        if spec.names_game:
            text = letter.context.games.joined(text)
        command = self._by_name[spec.name]
        return command.run(letter, command.understand(letter, text))
