"""What a command is: one small object with a name, a usage line, help, and `run`.

A command reads its arguments, acts through the `Visit` it is part of, and returns what the writer is told; it raises
`Refused` where it cannot be done. The list of all commands, from which help and the tests are drawn, is in
`pbem.desk.commands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from pbem.desk.visit import Visit


class Command:
    """One line for the server itself."""

    name: ClassVar[str]
    usage: ClassVar[tuple[str, ...]]
    summary: ClassVar[str]
    help: ClassVar[str]
    example: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    who: ClassVar[Literal["anyone", "player"]] = "player"
    changes: ClassVar[bool] = True
    """Whether it changes anything: then the letter must prove who wrote it, and a failure makes all of it void."""
    final: ClassVar[bool] = False
    """Whether it cannot be taken back: a Subject above a text that says something else does not do it."""
    prose: ClassVar[bool] = False
    """Whether the rest of the line is text, in which `;` separates nothing."""

    @property
    def form(self) -> str:
        """The first way to write it, without what may be left out: for lists."""
        return self.usage[0].split(" [")[0]

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Do it. `words` are the arguments, `text` the same as it was written. Raises `Refused`."""
        raise NotImplementedError
