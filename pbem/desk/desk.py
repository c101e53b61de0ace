"""The desk: takes one letter at a time and does what it says.

    bytes -> Letter -> who wrote it -> Visit (lines, commands, orders) -> letters to everybody concerned -> store

`Desk.handle` is called inside a transaction that holds nothing but the letter's own effects: the caller rolls it back
when the letter crashes the desk, and sets the letter aside.
"""

from __future__ import annotations

import functools
import logging
import secrets
import time
from collections.abc import Callable, Mapping

from msgspec import structs

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
from pbem.desk.execution import Execution, Void
from pbem.desk.farewell_replies import FarewellReplies
from pbem.desk.farewells import Farewells
from pbem.desk.forks import Forks
from pbem.desk.games import Games
from pbem.desk.guests import Guests
from pbem.desk.identity import NOBODY, Identity, Ignored, Sender
from pbem.desk.invitations import Invitations
from pbem.desk.ladder import Deadlines, Votes
from pbem.desk.line import changes
from pbem.desk.lines import read_lines, text_of
from pbem.desk.mailer import Mailer, MatchNews, Occasion
from pbem.desk.meanings import is_order
from pbem.desk.offers import Offers
from pbem.desk.passwords import Known, as_text, without_passwords
from pbem.desk.publishing import Publisher
from pbem.desk.questions import Questions, must_prove
from pbem.desk.quiet import Quiet
from pbem.desk.rates import RateLimits, limits_of
from pbem.desk.registrations import Registrations
from pbem.desk.renewal import Renewal
from pbem.desk.sheets import Sheets
from pbem.desk.tables import Misfit, Tables
from pbem.desk.times import DAY, HOUR, moment
from pbem.desk.vacations import Vacations
from pbem.desk.visit import Visit
from pbem.desk.watching import Watching
from pbem.mail.origin import source
from pbem.mail.prose import Words
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_here
from pbem.mail.tokens import Mint, Token, without_tokens
from pbem.play.match import Fate
from pbem.store import Store
from pbem.store.rows import Incoming

log = logging.getLogger("pbem.desk")

NOTHING_READ = "Your letter held no line that I could read. Write above the quoted text, one line an order."


NOTHING_TO_DO = "Thank you for your letter. I have found nothing in it that I could do."


class Desk:
    """Everything the server does with letters, on one store."""

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
        self.limits = RateLimits(limits_of(config), store.tallies, self.now)
        self.alike = Alike(self.limits)
        self.alarms = Alarms(context, self.mailer, self.limits)
        self.identity = Identity(context, self.mailer, self.limits)
        self.departures = Departures(self.limits, store.post, self.now)
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
        self.answers = Answers(self)
        self.invitations = Invitations(self)
        self.questions = Questions(self)
        self.farewell_replies = FarewellReplies(self, self.farewells)

    def now(self) -> int:
        """The time in seconds since 1970."""
        return self.context.now()

    # One letter.

    def handle(self, incoming: Incoming, letter: Letter | LetterError) -> str:
        """Do what a letter says and return what became of it: `done`, `held`, `throttled`, `duplicate`, `ignored`, or
        `failed` where it could not be read.

        All of it happens in one transaction. Where a match has to be brought under changed rules first, that is done,
        and the letter begins again.
        """
        renewed: frozenset[int] = frozenset()
        while True:
            try:
                with self.store.transaction():
                    return self._handle(incoming, letter, renewed)
            except Misfit as misfit:
                self.renewal.renew(misfit.number)
                renewed |= {misfit.number}

    def _handle(self, incoming: Incoming, letter: Letter | LetterError, renewed: frozenset[int]) -> str:
        sender = NOBODY
        try:
            if isinstance(letter, LetterError):
                status, note = "failed", f"cannot be read: {letter}"
            else:
                letter = self._without_passwords(incoming, letter)
                sender, status, note = self._letter(incoming, letter, renewed)
        except Ignored as ignored:
            status, note = "ignored", str(ignored)
        note = without_tokens(note)
        if not sender.proven and status in ("done", "held"):
            self.limits.count("unproven", sender.counted)
        if status != "throttled":
            self.store.post.close(
                incoming.id,
                status,
                note,
                now=self.now(),
                sender=sender.address,
                proven=sender.proven,
            )
        log.info("letter %d: %s %s", incoming.id, status, note)
        return status

    def task(self, incoming: Incoming) -> Task:
        """What is to be read of a letter, as `pbem.mail.tasks` wants to know it."""
        bounces = f"{self.config.name}-b+"
        return Task(
            incoming.raw,
            recipients=incoming.recipients,
            return_path=incoming.return_path,
            domain=self.config.domain,
            local=self.config.name,
            limits=self.config.limits,
            vouched=incoming.front,
            bounced=any(to.startswith(bounces) for to in incoming.recipients),
        )

    def _without_passwords(self, incoming: Incoming, letter: Letter) -> Letter:
        """The letter; where it holds a password it is kept, and read again, without it."""
        if letter.kind != "human":
            return letter
        people = self.store.people
        known = Known(
            games=self.games.names,
            is_order=lambda line: any(is_order(game, line) for game in self.games),
            is_player=lambda name: people.named(name) is not None,
            is_writer=lambda name: (
                (player := people.named(name)) is not None and letter.sender in people.addresses(player.id)
            ),
        )
        clean = without_passwords(letter, known)
        if clean == letter:
            return letter
        raw = as_text(clean)
        self.store.post.replace_raw(incoming.id, raw)
        again = read_here(self.task(structs.replace(incoming, raw=raw)))
        assert isinstance(again, Letter)
        return again

    def _letter(self, incoming: Incoming, letter: Letter, renewed: frozenset[int]) -> tuple[Sender, str, str]:
        """Who wrote a letter, what became of it, and a note about that."""
        token = self.mint.find(incoming.recipients)
        if token is not None and token.kind == "bounce":
            sent = self.store.post.outgoing(token.a)
            return NOBODY, "ignored", self.bounces.take(letter, sent)
        if sent := self.bounces.returned(letter):
            return NOBODY, "ignored", self.bounces.take(letter, sent)
        if letter.kind != "human":
            raise Ignored(f"{letter.kind}: {letter.why}")
        sender = self.identity.of(letter)
        if not sender.proven:
            came_from = source(incoming.raw, incoming.peer, incoming.return_path)
            sender = structs.replace(sender, source=came_from)
            if self.limits.reached("unproven", sender.counted):
                raise Ignored("enough letters of this address today that prove nothing, from the same source")
        elif (due := self._wait_until(incoming.id, sender)) is not None:
            self.store.post.throttle(incoming.id, due, sender.address)
            return sender, "throttled", f"until {moment(due, 'UTC')}"
        if not self._first_time(incoming, letter):
            return sender, "duplicate", ""
        return sender, *self._obey(incoming, letter, self._found(sender), renewed)

    def _wait_until(self, number: int, sender: Sender) -> int | None:
        """When letter `number` of a player who writes too much is done; None: at once.

        Those that wait are done in the order in which they came, so many an hour. The player is told, once a day.
        """
        player, cap = sender.player, self.limits.most("letters")
        if player is None or not cap:
            return None
        ahead = self.store.post.waiting_from(sender.address, number)
        if not ahead and self.limits.take("letters", sender.address):
            return None
        begun = self.limits.ends("letters", sender.address) - HOUR
        rounds = (self.limits.used("letters", sender.address) + ahead) // cap
        due = max(self.now() + 1, begun + rounds * HOUR)
        if self.limits.take("throttled", player.id):
            self.mailer.plain(
                "throttled",
                player.address,
                "your letters wait",
                Occasion(f"throttled-{player.id}-{self.now()}", automatic=True),
                player=player,
                cap=cap,
                moment=moment(due, player.zone),
            )
        return due

    def _found(self, sender: Sender) -> Sender:
        """A letter that proves its writer is a sign of life."""
        if sender.player is None or not sender.proven:
            return sender
        self.bounces.alive(sender.player)
        if sender.player.unreachable is None:
            return sender
        return structs.replace(sender, player=self.store.people.player(sender.player.id))

    def _obey(
        self, incoming: Incoming, letter: Letter, sender: Sender, renewed: frozenset[int]
    ) -> tuple[str, str]:
        match sender.token:
            case Token("confirm", number):
                return self._confirmed(incoming, letter, number)
            case Token("invite") as token:
                return "done", self.invitations.answered(incoming.id, letter, token)
            case Token("address") as token:
                return "done", self.addresses.answered(incoming, letter, token)
            case Token("moved") as token:
                note = self.addresses.heard(incoming, letter, sender)
                if note:
                    return "done", note
                fresh = sender.player is not None and sender.player.generation == token.b
                sender = structs.replace(sender, proven=fresh)
        if sender.player is not None and sender.player.disabled:
            raise Ignored("a disabled player")
        note = ""
        match sender.token:
            case Token("held") as token:
                return self.questions.answered(letter, token, renewed)
            case Token("leave" | "quiet"):
                note = self.quiet.heard(incoming, letter, sender)
            case Token("farewell"):
                note = self.farewell_replies.heard(incoming, letter, sender)
        return ("done", note) if note else self.visit(incoming, letter, sender, renewed)

    def _first_time(self, incoming: Incoming, letter: Letter) -> bool:
        """Whether this letter has not had its effect yet. Without a Message-ID its text, address and day count."""
        name = letter.message_id or f"{incoming.received // DAY} {' '.join(letter.recipients)}"
        return self.store.post.hear(f"{letter.sender} {name} {letter.digest}", incoming.id, self.now())

    def _first_today(self, what: str, incoming: Incoming) -> bool:
        """Whether this happens for the first time today."""
        return self.store.post.hear(f"{what} {incoming.received // DAY}", incoming.id, self.now())

    def _confirmed(self, incoming: Incoming, letter: Letter, number: int) -> tuple[str, str]:
        """The answer to the question whether somebody wants to be a player."""
        registration = self.store.people.registration(number)
        assert registration is not None
        return self.registrations.answered(
            registration, letter, Occasion(f"inbox-{incoming.id}", letter.message_id)
        )

    def visit(
        self,
        incoming: Incoming,
        letter: Letter,
        sender: Sender,
        renewed: frozenset[int] = frozenset(),
        *,
        noted: Mapping[int, int] | None = None,
    ) -> tuple[str, str]:
        """Carry out the lines of a letter and answer it; returns what became of it, and a note.

        `renewed` are matches that have been brought under new rules for it; `noted` are the turns of matches in which a
        letter has come that was held since.
        """
        match, turns = self.digests.answered(sender.token)
        if noted and turns is not None:
            turns = {**noted, **turns}
        visit = Visit(
            self.context,
            self.tables,
            incoming.id,
            letter,
            sender.player,
            match=match,
            turns=turns,
            proven=sender.proven,
            renewed=renewed,
        )
        visit.waited = noted is not None
        lines = read_lines(visit, text_of(visit, letter))
        if letter.away and all(line.error for line in lines):
            raise Ignored(f"a notice of absence: {letter.subject}")
        if visit.player is not None and not any(changes(each) for each in lines):
            verdict = self.alike.judge(sender, letter, misread=all(line.strange for line in lines))
            visit.note = verdict.note
            if verdict.brief:
                self._answer_briefly(visit, sender, verdict.brief)
                return "done", visit.note
            if verdict.remark:
                visit.remark(verdict.remark)
        try:
            with self.store.transaction():
                if not lines:
                    kind = bool(letter.lines) and visit.player is not None and visit.current is None
                    visit.transcript.append(Fate("", "noted", NOTHING_TO_DO if kind else NOTHING_READ))
                    if visit.player is not None and visit.concerns_match():
                        visit.shown.add(visit.current or 0)
                    elif visit.player is not None:
                        visit.sections.append(self.about.start(visit.player))
                if must_prove(visit, lines):
                    return self.questions.hold(incoming, visit, lines, sender)
                Execution(visit, self.commands, self.about).obey(lines)
                self.close(visit)
        except Void as void:
            if visit.too_late and not self._first_today(
                f"too late {visit.current} {letter.sender}", incoming
            ):
                raise Ignored("orders for a match that is over, refused once today") from None
            about = next(iter(visit.tables), None)
            visit.forget()
            commands = all(line.meant for line in lines if id(line) in void.errors)
            if visit.player is not None and visit.concerns_match(about) and not commands:
                visit.shown.add(visit.current or 0)
            self.close(visit)
        self.forks.count(visit)
        return "done", visit.note

    def _answer_briefly(self, visit: Visit, sender: Sender, text: str) -> None:
        """One sentence and no board; an answer to it counts as one to the mail that was answered."""
        self.mailer.plain(
            "answer",
            visit.sender.address,
            "nothing done",
            visit.occasion,
            player=visit.sender,
            token=sender.token,
            refused=text,
            transcript=[],
            sections=[],
            match=None,
        )

    # The end of a visit.

    def close(self, visit: Visit) -> None:
        """Write to everybody concerned and store what has changed."""
        answered = False
        for number in dict.fromkeys([*visit.failed, *visit.shown, *visit.tables, *visit.said]):
            table = visit.tables.get(number) or visit.table(number)
            visit.tables[number] = table
            answer = number in (*visit.failed, *visit.shown) or bool(table.match.fresh)
            self.publisher.publish(
                table,
                by=table.seat_of(visit.sender),
                inbox=visit.inbox,
                answer=visit.occasion if answer else None,
                news=functools.partial(self._news, visit, number, not answered),
                everybody=number in visit.everybody or bool(visit.said.get(number)),
            )
            answered = answered or answer
        if not answered and (not visit.mailed or visit.mailed < len(visit.transcript)):
            self.answers.write(visit)

    @staticmethod
    def _news(visit: Visit, number: int, first: bool, mine: bool) -> MatchNews:
        return visit.news(number, mine=mine, first=first)
