"""All commands: one for each entry of `pbem.server.language.command_table`, with the services that it needs; and the
one that a line names is run."""

from collections.abc import Iterable
from typing import Protocol

from pbem.server.clocks.vacations import Vacations
from pbem.server.commands.absence import Extend, TakeOver, Vacation, Vote
from pbem.server.commands.agreements import Accept, Decline, Draw, Undo
from pbem.server.commands.asking import Clock, Last, Near, Row
from pbem.server.commands.base import Command
from pbem.server.commands.competitions import Cup, Enter, Ladder, Tournament, Withdraw
from pbem.server.commands.finding import Block, Challenge, Fork, Join, Limit, Rematch, Seek, Unblock
from pbem.server.commands.following import Observe, Unobserve
from pbem.server.commands.leagues import League, Team
from pbem.server.commands.membership import Address, Leave, Register, Revoke
from pbem.server.commands.messages import Note, Nudge, Say, Tell
from pbem.server.commands.playing import (
    Clear,
    Confirm,
    Dice,
    Facts,
    Legend,
    Match,
    Preview,
    Queue,
    Reach,
    Resign,
    Show,
)
from pbem.server.commands.settings import Settings
from pbem.server.commands.telling import (
    Export,
    Games,
    Help,
    History,
    List,
    Players,
    Record,
    Rules,
    Standings,
)
from pbem.server.competitions.challenges import LadderChallenge
from pbem.server.competitions.closing import Closing
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.directing import Directing
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.entries import Entries
from pbem.server.competitions.handover import HandOver
from pbem.server.competitions.leaving import Withdrawal
from pbem.server.core.rates import RateLimits
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS
from pbem.server.leagues.teams import TeamService
from pbem.server.letters.letter_context import LetterContext, players_only
from pbem.server.letters.outcome import Outcome
from pbem.server.lobby.forks import Forks
from pbem.server.lobby.offers import Offers
from pbem.server.people.addresses import Addresses
from pbem.server.people.host_mail import HostMail
from pbem.server.questions.draw import Draw as DrawQuestion
from pbem.server.questions.extension import Extension
from pbem.server.questions.farewell import AccountDeletion
from pbem.server.questions.registration import Registrations
from pbem.server.questions.router import Router
from pbem.server.questions.takeback import Takeback
from pbem.server.questions.vote import Votes
from pbem.server.views.digests import Digests
from pbem.server.views.help import HelpPages
from pbem.server.views.lists import Lists
from pbem.server.views.observers import Observers
from pbem.server.views.records import Records


class Services(Protocol):
    """What commands need of the server, under the names that it has there."""

    about: HelpPages
    competitions: Competitions
    desk: Desk
    records: Records
    addresses: Addresses
    deletion: AccountDeletion
    directing: Directing
    digests: Digests
    draws: DrawQuestion
    extensions: Extension
    forks: Forks
    entries: Entries
    handover: HandOver
    host_mail: HostMail
    ladder: LadderChallenge
    limits: RateLimits
    lists: Lists
    observers: Observers
    offers: Offers
    registrations: Registrations
    router: Router
    takebacks: Takeback
    teams: TeamService
    vacations: Vacations
    votes: Votes
    withdrawal: Withdrawal
    closing: Closing


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
            raise players_only(letter.context)
        if spec.names_game:
            text = letter.context.games.joined(text)
        command = self._by_name[spec.name]
        return command.run(letter, command.understand(letter, text))


def all_commands(server: Services) -> Commands:
    """Every command, in the order of the modules of this room."""
    return Commands(
        (
            Vacation(server.vacations),
            Extend(server.extensions),
            Vote(server.votes),
            TakeOver(server.router),
            Undo(server.takebacks),
            Draw(server.draws),
            Accept(server.router),
            Decline(server.router),
            Challenge(server.offers),
            Seek(server.offers, server.lists),
            Join(server.offers),
            Rematch(server.offers),
            Fork(server.forks),
            Limit(),
            Block(server.observers),
            Unblock(),
            Observe(server.lists, server.observers),
            Unobserve(server.observers),
            Team(server.teams),
            League(
                server.competitions,
                server.entries,
                server.desk,
                server.withdrawal,
                server.closing,
                server.teams,
            ),
            Register(server.registrations),
            Revoke(),
            Address(server.addresses),
            Leave(server.deletion),
            Say(server.limits),
            Tell(server.observers, server.host_mail),
            Note(),
            Nudge(server.observers),
            Show(server.about, server.observers),
            Match(),
            Queue(),
            Facts(),
            Legend(),
            Reach(),
            Near(),
            Row(),
            Last(),
            Clock(),
            Clear(),
            Dice(server.about),
            Resign(),
            Confirm(),
            Preview(),
            Settings(server.digests),
            Help(server.about),
            Games(),
            Rules(server.about),
            List(server.lists),
            Players(server.lists),
            Standings(server.lists, server.competitions),
            History(server.lists, server.about, server.observers),
            Record(server.records),
            Export(server.forks),
            Tournament(server.competitions, server.desk, server.handover, server.directing, server.closing),
            Cup(server.competitions),
            Enter(server.competitions, server.entries, server.teams),
            Withdraw(server.competitions, server.desk, server.withdrawal, server.teams),
            Ladder(server.competitions, server.ladder),
        )
    )
