"""Finds the commands of `pbem.server.language.command_table`, and runs the one that a line names."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator

from msgspec import structs

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS, command_named
from pbem.server.letters.letter_context import PLAYERS_ONLY, LetterContext
from pbem.server.letters.outcome import Outcome


class Commands:
    """All commands, by name."""

    def __init__(self, commands: Iterable[Command]) -> None:
        """Raises `ValueError` unless there is exactly one command for each entry of the table."""
        self._by_name: dict[str, Command] = {}
        for command in commands:
            if self._by_name.setdefault(command.spec.name, command) is not command:
                raise ValueError(f"two handlers for one command: {command.spec.name}")
        odd = self._by_name.keys() ^ {spec.name for spec in COMMANDS}
        if odd:
            raise ValueError(
                f"in the table of commands or among their handlers, but not in both: {sorted(odd)}"
            )

    def run(self, spec: CommandSpec, letter: LetterContext, text: str) -> Outcome:
        """Run a command with the text after its word; returns its outcome. Raises `Refused`."""
        if spec.who == "player" and letter.player is None:
            raise Refused(PLAYERS_ONLY)
        if spec.names_game:
            text = letter.context.games.joined(text)
        command = self._by_name[spec.name]
        return command.run(letter, command.understand(letter, text))


def all_commands(*services: object) -> Commands:
    """The commands of this room, each with the services that the types of its fields name."""
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    known = {type(service): service for service in services}
    return Commands(
        kind(*(known[field.type] for field in structs.fields(kind))) for kind in _kinds_of(Command)
    )


def _kinds_of(base: type[Command]) -> Iterator[type[Command]]:
    for kind in base.__subclasses__():
        if command_named(kind.__name__) is not None:
            yield kind
        yield from _kinds_of(kind)
