"""What a command does: one small object for each entry of `pbem.server.language.command_table`.

A command reads its arguments, does it within the transaction of its letter, and returns what comes of it; it raises
`Refused` where it cannot be done.
"""

from __future__ import annotations

from typing import ClassVar

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome


class Command:
    """One line for the server itself."""

    name: ClassVar[str]

    @property
    def spec(self) -> CommandSpec:
        """How it is written and described."""
        spec = command_named(self.name)
        assert spec is not None
        return spec

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Do it. `words` are the arguments, `text` the same as it was written. Raises `Refused`."""
        raise NotImplementedError
