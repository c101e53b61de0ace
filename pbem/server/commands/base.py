"""What a command does: one small object for each entry of `pbem.server.language.command_table`.

A command reads its arguments, acts on the letter that it is part of, and returns what the writer is told; it raises
`Refused` where it cannot be done.
"""

from __future__ import annotations

from typing import ClassVar

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.reading.letter_context import LetterContext


class Command:
    """One line for the server itself."""

    name: ClassVar[str]

    @property
    def spec(self) -> CommandSpec:
        """How it is written and described."""
        spec = command_named(self.name)
        assert spec is not None
        return spec

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Do it. `words` are the arguments, `text` the same as it was written. Raises `Refused`."""
        raise NotImplementedError
