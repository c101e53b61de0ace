"""The server put together: every part of it, on one store."""

import secrets
import time
from collections.abc import Callable

from pbem.mail.prose import Templates
from pbem.mail.tokens import TokenSigner
from pbem.server.absence.deadlines import Deadlines
from pbem.server.clocks.vacations import Vacations
from pbem.server.commands import all_commands
from pbem.server.competitions.challenges import LadderChallenge
from pbem.server.competitions.closing import Closing
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.directing import Directing
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.entries import Entries, TeamEntry
from pbem.server.competitions.handover import HandOver
from pbem.server.competitions.leaving import Withdrawal
from pbem.server.competitions.news import News
from pbem.server.competitions.playing import Playing
from pbem.server.competitions.rounds import Rounds
from pbem.server.core.config import Config
from pbem.server.core.context import Context
from pbem.server.core.games import Games
from pbem.server.core.limits import limits_of
from pbem.server.core.rates import RateLimits
from pbem.server.departures.limits import Departures
from pbem.server.inbox.answers import Answers
from pbem.server.inbox.handler import LetterHandler
from pbem.server.inbox.question_replies import QuestionReplies
from pbem.server.inbox.runner import LetterRunner
from pbem.server.leagues.results import TeamResults
from pbem.server.leagues.teams import TeamService
from pbem.server.lobby.forks import Forks
from pbem.server.lobby.guests import Guests
from pbem.server.lobby.offers import Offers
from pbem.server.lobby.starting import MatchStarter
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.broadcasts import Broadcasts
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.match_bodies import MatchBodies
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.standing import Standing
from pbem.server.matches.bots import Bots
from pbem.server.matches.repository import MatchRepository
from pbem.server.matches.skills import Skills
from pbem.server.people.addresses import Addresses
from pbem.server.people.bounces import Bounces
from pbem.server.people.host_mail import HostMail
from pbem.server.people.identity import Identity
from pbem.server.questions.challenge import Challenge
from pbem.server.questions.draw import Draw
from pbem.server.questions.extension import Extension
from pbem.server.questions.farewell import AccountDeletion
from pbem.server.questions.guest import Guest
from pbem.server.questions.held_letter import HeldLetter
from pbem.server.questions.new_address import NewAddress
from pbem.server.questions.proposal import Proposal
from pbem.server.questions.quiet import Unsubscribe
from pbem.server.questions.registration import Registrations
from pbem.server.questions.router import Router
from pbem.server.questions.substitute import Substitute
from pbem.server.questions.takeback import Takeback
from pbem.server.questions.vote import Votes
from pbem.server.questions.way_back import WayBack
from pbem.server.settling.renewal import Renewal
from pbem.server.settling.settling import Settling
from pbem.server.views.digests import Digests
from pbem.server.views.help import HelpPages
from pbem.server.views.lists import Lists
from pbem.server.views.observers import Observers
from pbem.server.views.records import Records
from pbem.server.views.replays import Replays
from pbem.server.views.words import WordPages
from pbem.store import Store


class Application:
    """The parts of the server. Only what runs them has this: the server, the timer, and the commands of the host."""

    def __init__(
        self,
        store: Store,
        config: Config,
        *,
        games: Games | None = None,
        now: Callable[[], int] = lambda: int(time.time()),
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        words: Templates | None = None,
    ) -> None:
        """`now` returns the time, `seed` makes the secret of a new match, `words` are templates loaded already: only
        tests give them."""
        self.games = games or Games()
        self.words = words or Templates(self.games.template_folders())
        self.signer = TokenSigner(store.secret("token key"), config.domain, config.name)
        self.store, self.config = store, config
        self.context = context = Context(store, config, self.games, self.words, self.signer, now, seed)
        self.repository = MatchRepository(context)
        self.mailer = Mailer(context, MatchBodies(context, self.repository, Standing(context)))
        self.limits = RateLimits(limits_of(config), store.tallies, self.now)
        self.alarms = Alarms(context, self.mailer, self.limits)
        self.identity = Identity(context, self.mailer, self.limits)
        self.host_mail = HostMail(context, self.mailer, self.limits)
        self.departures = Departures(self.limits, store.post, self.now)
        self.broadcasts = Broadcasts(context, self.repository, self.mailer)
        self.bounces = Bounces(context, self.mailer, self.alarms, self.broadcasts)
        self.addresses = Addresses(context, self.mailer, self.limits, self.bounces)
        self.registrations = Registrations(
            context,
            self.mailer,
            self.limits,
            self.identity,
            lambda *letter: self.runner.run(
                *letter
            ),  # which answers letters, and so asks whether to register
        )
        self.summaries = MatchSummaries(context)
        self.lists = Lists(context, self.repository, self.mailer, self.summaries)
        self.replays = Replays(context, self.repository)
        words_of = WordPages(context)
        self.about = HelpPages(context, self.repository, self.mailer, self.lists, words_of, self.replays)
        self.observers = Observers(context, self.repository, self.mailer, self.about, self.limits)
        self.digests = Digests(context, self.repository, self.mailer, self.observers)
        self.bots = Bots(self.store)
        self.skills = Skills(context)
        self.teams = TeamService(context)
        results = TeamResults(context, self.teams, self.mailer)
        self.draws = Draw(context, self.limits)
        self.takebacks = Takeback(context, self.limits)
        self.extensions = Extension(context, self.limits, self.mailer)
        self.substitutes = Substitute(context, self.repository, self.mailer, self.summaries)
        of_matches = (self.substitutes, self.draws, self.takebacks, self.extensions)
        by_kind = {each.kind: each for each in of_matches}
        self.settling = Settling(
            context, self.repository, self.mailer, self.observers, self.bots, results, by_kind
        )
        self.starter = MatchStarter(context, self.repository, self.observers, self.settling)
        self.renewal = Renewal(context, self.repository, self.settling)
        self.guests = Guests(context, self.mailer, self.summaries, self.limits)
        self.offers = Offers(
            context, self.repository, self.mailer, self.summaries, self.guests, self.observers
        )
        self.forks = Forks(context, self.repository, self.mailer, self.offers, self.limits)
        self.deadlines = Deadlines(context, self.mailer, self.settling)
        self.votes = Votes(context, self.substitutes)
        self.vacations = Vacations(context)
        self.unsubscribe = Unsubscribe(context, self.mailer, self.limits, self.broadcasts)
        self.deletion = AccountDeletion(
            context,
            self.mailer,
            self.repository,
            self.limits,
            self.offers,
            self.settling,
        )
        self.records = Records(context, self.lists)
        self.competitions = Competitions(context, self.limits, self.teams)
        playing = Playing(
            context, self.repository, self.settling, self.starter, self.teams, self.competitions, self.skills
        )
        news = News(context, self.mailer, self.alarms)
        self.ladder = LadderChallenge(context, self.competitions, playing, news, self.mailer)
        self.rounds = Rounds(context, self.competitions, playing, news, self.ladder, self.alarms)
        self.entries = Entries(context, self.competitions, self.teams, self.mailer)
        self.desk = Desk(
            context,
            self.competitions,
            self.entries,
            self.rounds,
            playing,
            news,
            self.repository,
            self.skills,
            self.substitutes,
            self.limits,
        )
        self.handover = HandOver(context, self.competitions, self.desk, news, self.mailer)
        self.directing = Directing(context, self.competitions, self.desk, news, self.mailer)
        self.closing = Closing(context, self.competitions, self.desk, self.mailer)
        self.withdrawal = Withdrawal(context, self.competitions, self.desk, self.entries, self.mailer)
        by_lines = (Challenge(context, self.offers), self.ladder, self.handover, *of_matches)
        self.router = Router(context, {each.kind: each for each in by_lines})
        self.commands = all_commands(self)
        self.proposals = Proposal(
            context,
            self.identity,
            lambda *letter, **more: self.runner.run(
                *letter, **more
            ),  # which answers letters, and so proposes
        )
        self.answers = Answers(
            context,
            self.mailer,
            self.limits,
            self.summaries,
            self.about,
            self.settling,
            self.proposals,
            self.registrations,
        )
        held = HeldLetter(
            context,
            self.mailer,
            self.limits,
            self.identity,
            lambda *letter, **noted: self.runner.run(*letter, **noted),  # which holds letters in its turn
        )
        self.runner = LetterRunner(
            context,
            self.repository,
            self.limits,
            self.commands,
            self.about,
            self.answers,
            held,
        )
        kinds = (
            self.registrations,
            NewAddress(context, self.mailer, self.addresses, self.broadcasts),
            WayBack(context, self.mailer, self.addresses, self.broadcasts),
            held,
            self.proposals,
            self.unsubscribe,
            self.deletion,
            *of_matches,
            self.ladder,
            self.handover,
            self.directing,
            self.withdrawal,
            self.closing,
            TeamEntry(context, self.competitions, self.entries),
            Guest(context, self.mailer, self.limits, self.offers, self.registrations, self.commands.run),
        )
        questions = QuestionReplies(
            context,
            self.repository,
            self.mailer,
            self.limits,
            self.answers,
            {each.kind: each for each in kinds},
            self.identity,
            self.runner.run,
        )
        self.handler = LetterHandler(
            context,
            self.identity,
            self.limits,
            self.bounces,
            self.mailer,
            self.renewal,
            self.runner,
            questions,
            self.unsubscribe,
            self.proposals,
            self.host_mail,
        )

    def now(self) -> int:
        """The time in seconds since 1970."""
        return self.context.now()
