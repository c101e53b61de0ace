"""Answers to the questions of `pbem.server.people.confirmations`: yes, no, or neither."""

from collections.abc import Mapping

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.language.yes_no import answer_of
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.letter_matches import LetterMatches
from pbem.server.mailing.mailer import Mailer
from pbem.server.matches.repository import MatchRepository
from pbem.server.people.confirmations import Flow, Reply
from pbem.server.people.identity import Sender
from pbem.server.reading.lines import read_lines, text_of
from pbem.store.addresses import mailbox
from pbem.store.rows import Incoming


class ConfirmationReplies(Service):
    """Reads the answers, and hands them to the flow of their question."""

    _repository: MatchRepository
    _mailer: Mailer
    _limits: RateLimits
    _flows: Mapping[str, Flow]

    def handle_reply(
        self, incoming: Incoming, letter: Letter, sender: Sender, renewed: frozenset[int]
    ) -> str:
        """Handle the answer to a question; returns a note for the inbox, "" if it is no answer but a letter like any
        other."""
        assert sender.token is not None
        question = self._store.confirmations.find(sender.token.a)
        assert question is not None
        flow = self._flows[question.kind]
        owner = self._store.people.player(question.player) if question.player is not None else None
        reply = Reply(question, owner, flow.read(question, letter, owner), incoming, letter, renewed)
        flow.check(reply)
        if flow.keeps_lines and reply.says != "yes" and (letter.away or self._holds_line(reply)):
            return ""
        if letter.away:
            raise Ignored(f"a notice of absence: {letter.subject}")
        try:
            if reply.says == "no":
                return flow.on_no(reply)
            if question.has_expired(self._context.now()):
                return flow.on_late(reply)
            if reply.says == "yes":
                return flow.on_yes(reply)
        except Refused as refused:
            self._mailer.not_done(reply.player, str(refused), reply.dispatch)
            return str(refused)
        return self._ask_again(reply, flow.question) if flow.asks_again else ""

    def _ask_again(self, reply: Reply, form: str) -> str:
        question, owner = reply.question, reply.owner
        self._limits.require("unsure", f"{mailbox(reply.letter.sender)} {question.kind}")
        asked = form.format(about=question.about, handle=owner.handle if owner is not None else "")
        zone = "UTC" if question.address else reply.player.zone
        self._mailer.plain(
            "unsure",
            question.address or reply.player,
            f"{asked} Please answer yes or no",
            reply.dispatch,
            token=Token("confirm", question.id, owner.generation if owner is not None else 0),
            question=asked,
            until=moment(question.expires, zone) if question.expires is not None else "",
        )
        return f"asked again about question {question.id}"

    def _holds_line(self, reply: Reply) -> bool:
        """Whether a letter contains a line for the server, beside a no."""
        rest = tuple(line for line in reply.letter.lines if answer_of(line) != "no")
        matches = LetterMatches(self._context, self._repository)
        letter = LetterContext(
            self._context, matches, reply.incoming.id, reply.letter, reply.owner, proven=True
        )
        lines = read_lines(letter, text_of(letter, structs.replace(reply.letter, lines=rest)))
        return any(not line.error for line in lines)
