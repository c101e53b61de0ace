"""Letters that answer the mail of a question: yes, no, or neither."""

from collections.abc import Callable, Mapping

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.fates import LineResult
from pbem.play.orders import Refused
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.inbox.answers import Answers
from pbem.server.inbox.results import Results
from pbem.server.language.yes_no import answer_of
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.letter_matches import LetterMatches
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import MatchRepository
from pbem.server.people.alike import kind_of
from pbem.server.people.identity import Identity, Sender
from pbem.server.reading.pieces import Talk, is_carried_out
from pbem.server.reading.reader import read_letter, text_of
from pbem.store.addresses import mailbox
from pbem.store.rows import Confirmation, Incoming


class UnsureMail(Mail, frozen=True):
    """An answer is neither a yes nor a no."""

    template = "unsure"

    question: str
    until: str


class QuestionReplies(Service):
    """Reads the answers, and hands them to the kind of their question."""

    _repository: MatchRepository
    _mailer: Mailer
    _limits: RateLimits
    _answers: Answers
    _kinds: Mapping[str, Question]
    _identity: Identity
    _run: Callable[..., tuple[str, str]]

    def handle_reply(
        self,
        question: Confirmation,
        incoming: Incoming,
        mail: Letter,
        sender: Sender,
        renewed: frozenset[int],
    ) -> str:
        """Handle the answer to a question; returns a note for the inbox, "" if it is no answer but a letter like any
        other."""
        kind = self._kinds[question.kind]
        owner = kind.reader(question, mail)
        matches = LetterMatches(self._context, self._repository, renewed)
        match = question.match
        letter = LetterContext(
            self._context,
            matches,
            incoming.id,
            mail,
            owner,
            token=sender.token,
            addressed=match,
            current=match,
            proven=True,
        )
        reply = Reply(question, letter, kind.read(question, mail, owner))
        kind.check(reply)
        if kind.keeps_lines and reply.says != "yes" and (mail.away or _holds_line(letter)):
            return ""
        if mail.away:
            raise Ignored(f"a notice of absence: {mail.subject}")
        try:
            outcome = self._answer(kind, reply)
        except Refused as refused:
            self._mailer.not_done(reply.player, str(refused), reply.dispatch)
            return str(refused)
        rest = kind.behind_yes(question, mail) if reply.says == "yes" else None
        more = structs.replace(mail, lines=rest, subject="") if rest else None
        if outcome is None or outcome.mailed:
            if outcome is not None and more is not None:
                self._go_on(incoming, more, letter)
            return outcome.text if outcome is not None else ""
        letter = structs.replace(letter, player=kind.reader(question, mail))  # who may be one since
        told = [LineResult(reply.says, "done", outcome.text)] if outcome.text else []
        self._answers.close(Results.begin(letter).add(*told, outcome=outcome))
        if more is not None:
            self._go_on(incoming, more, letter)
        return f"said {reply.says} to a question: {question.kind}"

    def _answer(self, kind: Question, reply: Reply) -> Outcome | None:
        if reply.says == "no":
            return kind.on_no(reply)
        if reply.question.has_expired(self._context.now()):
            return kind.on_late(reply)
        if reply.says == "yes":
            return kind.on_yes(reply)
        unclear = kind.on_unclear(reply)
        if unclear is None and kind.asks_again:
            return self._ask_again(reply.question, reply.letter, kind.question)
        return unclear

    def _go_on(self, incoming: Incoming, more: Letter, letter: LetterContext) -> None:
        """Handle what stands behind a yes as a letter of its own, unless it is nothing but talk."""
        sender = self._identity.identify(more)
        own = structs.replace(letter, mail=more, player=sender.player)
        if not all(isinstance(piece, Talk) for piece in read_letter(own, more.lines)):
            self._run(incoming, more, sender, letter.matches.renewed)

    def _ask_again(self, question: Confirmation, letter: LetterContext, form: str) -> Outcome:
        address = mailbox(letter.mail.sender)
        said = kind_of(structs.replace(letter.mail, subject=""))
        self._limits.require("unsure", f"{address} {question.id} {said}")
        self._limits.require("stranger", address)
        owner = letter.player
        asked = form.format(
            about=question.about.partition("\n")[0], handle=owner.handle if owner is not None else ""
        )
        zone = "UTC" if question.address else letter.sender.zone
        self._mailer.plain(
            UnsureMail(asked, moment(question.expires, zone) if question.expires is not None else ""),
            question.address or letter.sender,
            f"{asked} Please answer yes or no",
            letter.dispatch,
            token=Token("confirm", question.id, owner.generation if owner is not None else 0),
        )
        return noted(f"asked again about question {question.id}")


def _holds_line(letter: LetterContext) -> bool:
    """Whether a letter contains a line for the server, beside a no. One that says yes and no is doubtful."""
    if {"yes", "no"} <= {answer_of(line) for line in letter.mail.lines}:
        return False
    rest = tuple(line for line in letter.mail.lines if answer_of(line) != "no")
    text = text_of(letter, rest, letter.mail.subject, answers=bool(letter.mail.references))
    return any(is_carried_out(piece) for piece in read_letter(letter, text))
