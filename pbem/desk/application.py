"""The server put together: every part of it, on one store."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from pbem.desk.about import About
from pbem.desk.addresses import Addresses
from pbem.desk.alarms import Alarms
from pbem.desk.alike import Alike
from pbem.desk.answers import Answers
from pbem.desk.bounces import Bounces
from pbem.desk.circulars import Broadcasts
from pbem.desk.commands import Commands
from pbem.desk.commands.absence import TakeOver, Vacation, Vote
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
from pbem.desk.commands.telling import Games as ListGames
from pbem.desk.commands.telling import Help, List, Rules
from pbem.desk.company import Company
from pbem.desk.config import Config
from pbem.desk.consents import Consents
from pbem.desk.context import Context
from pbem.desk.departures import Departures
from pbem.desk.digests import Digests
from pbem.desk.farewell_replies import FarewellReplies
from pbem.desk.farewells import Farewells
from pbem.desk.forks import Forks
from pbem.desk.games import Games
from pbem.desk.guests import Guests
from pbem.desk.handler import LetterHandler, Replies
from pbem.desk.held_letters import HeldLetters
from pbem.desk.held_replies import HeldReplies
from pbem.desk.identity import Identity
from pbem.desk.invitations import Invitations
from pbem.desk.ladder import Deadlines, Votes
from pbem.desk.mailer import Mailer
from pbem.desk.offers import Offers
from pbem.desk.publishing import Publisher
from pbem.desk.quiet import Quiet
from pbem.desk.rates import RateLimits, limits_of
from pbem.desk.registrations import Registrations
from pbem.desk.renewal import Renewal
from pbem.desk.runner import LetterRunner
from pbem.desk.sheets import Sheets
from pbem.desk.tables import Tables
from pbem.desk.vacations import Vacations
from pbem.desk.watching import Watching
from pbem.mail.prose import Words
from pbem.mail.tokens import Mint
from pbem.store import Store


class Application:
    """The parts of the server. Only what runs them holds this: the server, the timer, and the commands of the host."""

    def __init__(
        self,
        store: Store,
        config: Config,
        *,
        games: Games | None = None,
        now: Callable[[], int] = lambda: int(time.time()),
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        words: Words | None = None,
    ) -> None:
        """`now` tells the time, `seed` makes the secret of a new match, `words` are templates that are loaded already:
        given only by tests."""
        self.games = games or Games()
        self.words = words or Words(self.games.template_folders())
        self.mint = Mint(store.secret("token key"), config.domain, config.name)
        self.store, self.config = store, config
        self.context = context = Context(store, config, self.games, self.words, self.mint, now, seed)
        self.tables = Tables(context)
        self.mailer = Mailer(context, self.tables)
        self.limits = RateLimits(limits_of(config), store.tallies, now)
        self.alike = Alike(self.limits)
        self.alarms = Alarms(context, self.mailer, self.limits)
        self.identity = Identity(context, self.mailer, self.limits)
        self.departures = Departures(self.limits, store.post, now)
        self.broadcasts = Broadcasts(context, self.tables, self.mailer)
        self.bounces = Bounces(context, self.mailer, self.alarms, self.broadcasts)
        self.addresses = Addresses(context, self.mailer, self.limits, self.bounces, self.broadcasts)
        self.registrations = Registrations(context, self.mailer, self.limits)
        self.sheets = Sheets(context)
        self.company = Company(context, self.sheets)
        self.about = About(context, self.tables, self.mailer, self.sheets)
        self.watching = Watching(context, self.tables, self.mailer, self.about, self.limits)
        self.digests = Digests(context, self.tables, self.mailer, self.watching)
        self.publisher = Publisher(context, self.tables, self.mailer, self.watching)
        self.renewal = Renewal(context, self.tables, self.publisher)
        self.guests = Guests(context, self.mailer, self.sheets)
        self.offers = Offers(context, self.tables, self.mailer, self.sheets, self.guests, self.watching)
        self.forks = Forks(context, self.tables, self.mailer, self.offers, self.limits)
        self.consents = Consents(context, self.tables)
        self.deadlines = Deadlines(context, self.mailer, self.publisher)
        self.votes = Votes(context, self.tables, self.mailer, self.sheets, self.deadlines)
        self.vacations = Vacations(context)
        self.quiet = Quiet(context, self.mailer, self.broadcasts, self.limits)
        self.farewells = Farewells(
            context, self.mailer, self.tables, self.limits, self.offers, self.publisher
        )
        self.commands = Commands(
            (
                Register(self.registrations),
                Help(self.about),
                ListGames(self.about),
                Rules(self.about),
                Settings(self.digests, self.broadcasts),
                Address(self.addresses),
                Revoke(),
                Leave(self.farewells),
                Challenge(self.offers),
                Accept(self.offers, self.votes, self.consents),
                Decline(self.offers, self.votes, self.consents),
                Seek(self.offers, self.company),
                Join(self.offers),
                Rematch(self.offers),
                Players(self.company),
                Standings(self.company),
                List(self.about, self.watching),
                Show(self.about, self.watching),
                MatchNumber(),
                Preview(),
                Queue(),
                Facts(),
                Clear(),
                Undo(self.consents),
                Draw(self.consents),
                Resign(),
                Confirm(),
                Say(self.limits),
                Tell(self.watching),
                Note(),
                Nudge(self.watching),
                Vacation(self.vacations),
                Vote(self.votes),
                TakeOver(self.votes),
                Limit(),
                Block(self.watching),
                Unblock(),
                History(self.about, self.watching),
                Dice(self.about),
                Observe(self.watching),
                Unobserve(self.watching),
                Export(self.forks),
                Fork(self.forks),
                Import(self.forks),
            )
        )
        self.answers = Answers(context, self.mailer, self.limits, self.sheets, self.about, self.publisher)
        self.runner = LetterRunner(
            context,
            self.tables,
            commands=self.commands,
            about=self.about,
            alike=self.alike,
            answers=self.answers,
            digests=self.digests,
            forks=self.forks,
            held=HeldLetters(context, self.mailer, self.limits),
        )
        self.handler = LetterHandler(
            context,
            identity=self.identity,
            limits=self.limits,
            bounces=self.bounces,
            mailer=self.mailer,
            renewal=self.renewal,
            runner=self.runner,
            replies=Replies(
                registrations=self.registrations,
                invitations=Invitations(
                    context,
                    self.tables,
                    self.mailer,
                    self.limits,
                    self.offers,
                    self.registrations,
                    self.commands,
                    self.answers,
                ),
                addresses=self.addresses,
                held=HeldReplies(context, self.mailer, self.limits, self.identity, self.runner),
                quiet=self.quiet,
                farewells=FarewellReplies(
                    context, self.tables, self.mailer, self.limits, self.farewells, self.runner
                ),
            ),
        )

    def now(self) -> int:
        """The time in seconds since 1970."""
        return self.context.now()
