"""The lines for the server itself that a letter may hold: all commands, in the order in which `help` tells them.

What a command does is in `pbem.server.commands`. This is what must be known of it to read a letter, to write help,
and to suggest what may have been meant.
"""

from __future__ import annotations

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.commands_in_matches import (
    LOOKING_BACK_AND_LOOKING_ON,
    PLAYING,
    TAKING_BACK_AND_ENDING,
    TALKING,
)
from pbem.server.language.commands_of_players import (
    BEING_AWAY,
    FINDING_A_MATCH,
    KEEPING_IT_AGREEABLE,
    TO_BEGIN,
)

CHAPTERS: tuple[tuple[str, tuple[CommandSpec, ...]], ...] = (
    ("TO BEGIN", TO_BEGIN),
    ("FINDING A MATCH", FINDING_A_MATCH),
    ("PLAYING", PLAYING),
    ("TAKING BACK AND ENDING", TAKING_BACK_AND_ENDING),
    ("TALKING", TALKING),
    ("BEING AWAY", BEING_AWAY),
    ("KEEPING IT AGREEABLE", KEEPING_IT_AGREEABLE),
    ("LOOKING BACK AND LOOKING ON", LOOKING_BACK_AND_LOOKING_ON),
)
"""All commands, under the headings of `help`."""

COMMANDS: tuple[CommandSpec, ...] = tuple(command for _, chapter in CHAPTERS for command in chapter)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.also)}

MATCH = _BY_WORD["match"]
"""The line that turns to another match."""


def command_named(word: str) -> CommandSpec | None:
    """The command that a line begins with, in any letter case."""
    return _BY_WORD.get(word.lower().rstrip(":"))


def command_words() -> list[str]:
    """The first words of all commands; no order of a game may begin with one."""
    return list(_BY_WORD)


BETWEEN = ("with", "against", "and", "vs")
"""Words that people put between a game and those who are to play it."""
