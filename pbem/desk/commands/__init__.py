"""All commands that a letter may hold, in the order in which `help` tells them."""

from __future__ import annotations

from pbem.desk.commands.absence import TakeOver, Vacation, Vote
from pbem.desk.commands.base import Command
from pbem.desk.commands.challenges import Accept, Challenge, Decline
from pbem.desk.commands.finding import (
    Block,
    Join,
    Limit,
    Players,
    Rematch,
    Seek,
    Standings,
    Unblock,
)
from pbem.desk.commands.membership import Address, Leave, Register, Revoke
from pbem.desk.commands.others import Note, Nudge, Observe, Tell, Unobserve
from pbem.desk.commands.playing import (
    Clear,
    Confirm,
    Dice,
    Draw,
    Facts,
    History,
    MatchNumber,
    Preview,
    Queue,
    Resign,
    Say,
    Show,
    Undo,
)
from pbem.desk.commands.records import Export, Fork, Import
from pbem.desk.commands.settings import Settings
from pbem.desk.commands.telling import Games, Help, List, Rules

CHAPTERS: tuple[tuple[str, tuple[Command, ...]], ...] = (
    ("TO BEGIN", (Register(), Help(), Games(), Rules(), Settings(), Address(), Revoke(), Leave())),
    (
        "FINDING A MATCH",
        (Challenge(), Accept(), Decline(), Seek(), Join(), Rematch(), Players(), Standings()),
    ),
    ("PLAYING", (List(), Show(), MatchNumber(), Preview(), Queue(), Facts(), Clear())),
    ("TAKING BACK AND ENDING", (Undo(), Draw(), Resign(), Confirm())),
    ("TALKING", (Say(), Tell(), Note(), Nudge())),
    ("BEING AWAY", (Vacation(), Vote(), TakeOver())),
    ("KEEPING IT AGREEABLE", (Limit(), Block(), Unblock())),
    (
        "LOOKING BACK AND LOOKING ON",
        (History(), Dice(), Observe(), Unobserve(), Export(), Fork(), Import()),
    ),
)
"""All commands, under the headings of `help`."""

COMMANDS: tuple[Command, ...] = tuple(command for _, chapter in CHAPTERS for command in chapter)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.also)}


def command_named(word: str) -> Command | None:
    """The command that a line begins with, in any letter case."""
    return _BY_WORD.get(word.lower().rstrip(":"))


def command_words() -> list[str]:
    """The first words of all commands; no order of a game may begin with one."""
    return list(_BY_WORD)


__all__ = [
    "CHAPTERS",
    "COMMANDS",
    "Accept",
    "Command",
    "Decline",
    "Import",
    "MatchNumber",
    "command_named",
    "command_words",
]
