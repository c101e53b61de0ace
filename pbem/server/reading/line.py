"""One line of a letter that has been read."""

from msgspec import Struct

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH

FULL_STOPS = (".", "!", "?", ")", "\u2026")
"""Ends of lines of a message after which the line directly below starts a new sentence."""


class Line(Struct):
    """A line of the letter: a command with its arguments, or (without one) an order."""

    text: str
    command: CommandSpec | None = None
    arguments: str = ""
    match: int | None = None  # the match that an earlier line has turned to
    below: str = ""  # how the message that it is part of begins: say, tell ben
    error: str = ""
    strange: bool = False  # nobody could read it: the error is not just the wrong match
    said: bool = False  # clearly talk, and no order
    meant: str = ""  # a sentence about the command that was probably meant
    ready: str = ""  # that command, if it can be sent as it is
    instead: str = ""  # the order proposed instead
    certain: bool = False  # it can be no other order, but for a slip of the pen
    written: str = ""  # as in the letter, if it is one line of it
    answer: bool = False  # a yes or a no in other words than its command's
    number: int = 0  # its index among the lines of its letter


def by_match(lines: list[Line]) -> list[list[Line]]:
    """The lines for each match that a letter turns to, after those above."""
    parts: list[list[Line]] = [[]]
    for line in lines:
        if line.command is MATCH:
            parts.append([])
        parts[-1].append(line)
    return parts


def changes(line: Line) -> bool:
    """Whether a line does more than ask for information, or be left alone."""
    readable = not line.error or line.certain
    return readable and not line.said and (line.command is None or line.command.changes)


def is_misread(line: Line) -> bool:
    """Whether nobody could read a line, nor guess what is meant."""
    return line.strange and not line.instead
