"""What the commands of `pbem.desk.command_table` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.command_spec import CommandSpec
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

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

HANDLERS: dict[str, Command] = {
    command.name: command
    for command in (
        Register(),
        Help(),
        Games(),
        Rules(),
        Settings(),
        Address(),
        Revoke(),
        Leave(),
        Challenge(),
        Accept(),
        Decline(),
        Seek(),
        Join(),
        Rematch(),
        Players(),
        Standings(),
        List(),
        Show(),
        MatchNumber(),
        Preview(),
        Queue(),
        Facts(),
        Clear(),
        Undo(),
        Draw(),
        Resign(),
        Confirm(),
        Say(),
        Tell(),
        Note(),
        Nudge(),
        Vacation(),
        Vote(),
        TakeOver(),
        Limit(),
        Block(),
        Unblock(),
        History(),
        Dice(),
        Observe(),
        Unobserve(),
        Export(),
        Fork(),
        Import(),
    )
}


def run(command: CommandSpec, visit: Visit, arguments: str) -> str:
    """Run a command; returns what its writer is told. Raises `Refused`."""
    if command.names_game:
        arguments = visit.desk.games.joined(arguments)
    return HANDLERS[command.name].run(visit, arguments.split(), arguments)


__all__ = ["HANDLERS", "run"]
