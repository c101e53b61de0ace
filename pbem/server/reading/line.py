"""One line of a letter that has been read."""

from msgspec import Struct

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH

FULL_STOPS = (".", "!", "?", ")", "\u2026")
"""How a line of a message ends if what stands directly below it is not the end of its sentence."""


class Line(Struct):
    """A line of the letter: a command with its arguments, or (without one) an order."""

    text: str
    command: CommandSpec | None = None
    arguments: str = ""
    match: int | None = None  # the match that a line before it has turned to
    below: str = ""  # how the message begins below which it stands: say, tell ben
    error: str = ""
    strange: bool = False  # nobody could read it: what is wrong is not merely which match it is for
    said: bool = False  # clearly said to people, and no order
    meant: str = ""  # a sentence about the command that it may have been meant to be
    ready: str = ""  # that command, where it can be sent as it is
    instead: str = ""  # the order that is proposed in its place
    certain: bool = False  # that is the only order it can be, but for a slip of the pen
    written: str = ""  # as it stands in the letter, where it is one line of it
    answer: bool = False  # a yes or a no in other words than those of its command
    number: int = 0  # where it stands among the lines of its letter


def by_match(lines: list[Line]) -> list[list[Line]]:
    """The lines for each match that a letter turns to, behind those above."""
    parts: list[list[Line]] = [[]]
    for line in lines:
        if line.command is MATCH:
            parts.append([])
        parts[-1].append(line)
    return parts


def changes(line: Line) -> bool:
    """Whether a line would do more than tell something, or be left alone."""
    readable = not line.error or line.certain
    return readable and not line.said and (line.command is None or line.command.changes)


def is_misread(line: Line) -> bool:
    """Whether nobody could read a line, nor guess what is meant."""
    return line.strange and not line.instead
