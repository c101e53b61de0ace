"""One letter of the inbox: who wrote it, whether it may be done now, and who deals with it.

bytes -> Letter -> who wrote it -> LetterRunner, or whoever asked the question that it answers
"""

from msgspec import structs

from pbem.mail.origin import source
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tokens import without_tokens
from pbem.server.core import fates
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits, turn_comes
from pbem.server.core.times import DAY, HOUR, moment
from pbem.server.inbox.question_replies import QuestionReplies
from pbem.server.inbox.runner import LetterRunner
from pbem.server.letters.answered import without_quoted
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import Misfit
from pbem.server.people.bounces import Bounces
from pbem.server.people.host_mail import HostMail
from pbem.server.people.identity import NOBODY, Identity, Sender
from pbem.server.questions.proposal import Proposal
from pbem.server.questions.quiet import Unsubscribe
from pbem.server.settling.renewal import Renewal
from pbem.store.rows import Incoming


class ThrottledMail(Mail, frozen=True):
    """Your letters wait."""

    template = "throttled"

    cap: int
    moment: str


class LetterHandler(Service):
    """Deals with one letter at a time."""

    _identity: Identity
    _limits: RateLimits
    _bounces: Bounces
    _mailer: Mailer
    _renewal: Renewal
    _runner: LetterRunner
    _questions: QuestionReplies
    _unsubscribe: Unsubscribe
    _proposals: Proposal
    _host_mail: HostMail

    def handle(self, incoming: Incoming, letter: Letter | LetterError) -> str:
        """Do what a letter says and return what became of it: `done`, `held`, `throttled`, `duplicate`, `ignored`, or
        `failed` where it could not be read.

        All of it happens in one transaction. If a match must be brought under changed rules first, that is done, and
        the letter begins again.
        """
        renewed: frozenset[int] = frozenset()
        while True:
            try:
                with self._store.transaction():
                    return self._handle(incoming, letter, renewed)
            except Misfit as misfit:
                self._renewal.renew(misfit.number)
                renewed |= {misfit.number}

    def _handle(self, incoming: Incoming, letter: Letter | LetterError, renewed: frozenset[int]) -> str:
        sender, now = NOBODY, self._context.now()
        fates.begin(self._store)
        try:
            if isinstance(letter, LetterError):
                status, note = "failed", f"cannot be read: {letter}"
            else:
                sender, status, note = self._letter(incoming, letter, renewed, now)
        except Ignored as ignored:
            status, note = "ignored", str(ignored)
        note = without_tokens(note)
        if not sender.proven and status in ("done", "held"):
            self._limits.count("unproven", sender.limit_key)
        if status != "throttled":
            self._store.post.close(
                incoming.id,
                status,
                note,
                now=now,
                sender=sender.address,
                proven=sender.proven,
            )
        fates.note_incoming(self._store, incoming, status, now)
        return status

    def _letter(
        self, incoming: Incoming, letter: Letter, renewed: frozenset[int], now: int
    ) -> tuple[Sender, str, str]:
        """Who wrote a letter, what became of it, and a note about that."""
        token = self._context.tokens.find(incoming.recipients)
        if token is not None and token.kind == "bounce":
            sent = self._store.post.outgoing(token.a)
            return NOBODY, "ignored", self._bounces.take(letter, sent)
        if letter.failure is not None and (sent := self._bounces.find_returned(letter, letter.failure)):
            return NOBODY, "ignored", self._bounces.take(letter, sent)
        if letter.kind != "human":
            raise Ignored(f"{letter.kind}: {letter.why}")
        sender = self._identity.identify(letter)
        if letter.tails:
            letter = without_quoted(self._context, letter, sender.player)
        if not sender.proven:
            came_from = source(incoming.raw, incoming.peer, incoming.return_path)
            sender = structs.replace(sender, source=came_from)
            self._limits.check("unproven", sender.limit_key)
        elif (due := self._wait_until(incoming.id, sender)) is not None:
            self._store.post.throttle(incoming.id, due, sender.address)
            return sender, "throttled", f"until {moment(due, 'UTC')}"
        if not self._first_time(incoming, letter, now):
            return sender, "duplicate", ""
        if token is None and (to := self._context.tokens.for_host(incoming.recipients)):
            return sender, "done", self._host_mail.take(letter, sender, to, incoming.id)
        return sender, *self._obey(incoming, letter, self._note_sign_of_life(sender), renewed)

    def _wait_until(self, number: int, sender: Sender) -> int | None:
        """When to handle letter `number` of a player who writes too much; None: at once.

        Waiting letters are handled in the order in which they came, up to a number an hour. The player is told once a
        day.
        """
        player, cap = sender.player, self._limits.most("letters")
        if player is None or not cap:
            return None
        ahead = self._store.post.waiting_from(sender.address, number) if sender.throttled else 0
        if not ahead and self._limits.take("letters", sender.address):
            return None
        begun = self._limits.ends("letters", sender.address) - HOUR
        used = self._limits.used("letters", sender.address)
        due = max(self._context.now() + 1, turn_comes(cap, begun, used, ahead))
        if self._limits.take("throttled", player.id):
            self._mailer.plain(
                ThrottledMail(cap, moment(due, player.zone)),
                player,
                "your letters wait",
                Dispatch(f"throttled-{player.id}-{self._context.now()}", auto_submitted=True),
            )
        return due

    def _note_sign_of_life(self, sender: Sender) -> Sender:
        """A letter that proves its writer is a sign of life."""
        player = sender.player
        if player is None or not sender.proven or not (sender.bounced or player.unreachable is not None):
            return sender
        self._bounces.note_sign_of_life(player)
        return structs.replace(sender, player=self._store.people.player(player.id))

    def _obey(
        self, incoming: Incoming, letter: Letter, sender: Sender, renewed: frozenset[int]
    ) -> tuple[str, str]:
        token, player = sender.token, sender.player
        if player is not None and player.disabled:
            raise Ignored("a disabled player")
        if token is not None and token.kind in ("confirm", "invite"):
            question = self._store.confirmations.find(token.a)
            assert question is not None
            note = self._questions.handle_reply(question, incoming, letter, sender, renewed)
            if note:
                return "done", note
            fresh = player is not None and player.generation == token.b
            sender = structs.replace(sender, proven=fresh)
        elif token is not None and token.kind == "leave" and player is not None:
            dispatch = Dispatch(f"inbox-{incoming.id}", letter.message_id)
            return "done", self._unsubscribe.ask(player, dispatch)
        elif sender.proposed and (said := self._proposals.find_offered(letter, sender)) is not None:
            if said.accepted is not None:
                return "done", self._questions.handle_reply(said.accepted, incoming, letter, sender, renewed)
            return self._runner.run(
                incoming,
                letter,
                sender,
                renewed,
                offered=said.lines,
                doubt=said.why,
                beside=said.beside,
            )
        return self._runner.run(incoming, letter, sender, renewed)

    def _first_time(self, incoming: Incoming, letter: Letter, now: int) -> bool:
        """Whether this letter takes effect for the first time. Without a Message-ID it is identified by text, address
        and day."""
        name = letter.message_id or f"{incoming.received // DAY} {' '.join(letter.recipients)}"
        return self._store.post.note_first(f"{letter.sender} {name} {letter.digest}", incoming.id, now)
