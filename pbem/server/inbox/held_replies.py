"""Answers to the question whether somebody wrote a letter (`pbem.server.people.held_letters`).

A yes does the letter that is held, a no drops it; what is neither is asked once more.
"""

from __future__ import annotations

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tasks import read_here
from pbem.mail.tokens import Token
from pbem.server.core.context import Context
from pbem.server.core.letter_tasks import task_of
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.inbox.runner import LetterRunner
from pbem.server.language.yes_no import read_answer
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.people.held_letters import TERM
from pbem.server.people.identity import Identity, Ignored
from pbem.store.rows import Incoming, Player


class HeldReplies:
    """Does what those answers say."""

    def __init__(
        self, context: Context, mailer: Mailer, limits: RateLimits, identity: Identity, runner: LetterRunner
    ) -> None:
        self._context = context
        self._store = context.store
        self._mailer = mailer
        self._limits = limits
        self._identity = identity
        self._runner = runner

    def handle_reply(self, question: Letter, token: Token, renewed: frozenset[int]) -> tuple[str, str]:
        """The answer to such a question: with a yes the letter that was held is done now, with a no it is dropped."""
        held = self._store.post.incoming(token.a)
        if held is None or held.status != "held":
            return "ignored", "what was held is done already"
        player = self._store.people.player(token.b)
        assert player is not None
        answer = read_answer(question, player.handle)
        if answer == "no":
            self._store.post.close(held.id, "ignored", "its sender has said no")
            return "ignored", f"no to letter {held.id}"
        if self._context.now() > held.received + TERM:
            return self._too_late(held, player, question)
        if not answer:
            return self._ask_again(held, player, token, question)
        letter = read_here(
            task_of(self._context.config, held)
        )  # for the second time: it is known what that costs
        assert isinstance(letter, Letter)
        sender = structs.replace(self._identity.of(letter), proven=True)
        self._store.post.close(
            held.id, "done", "confirmed", now=self._context.now(), sender=sender.address, proven=True
        )
        return self._runner.run(held, letter, sender, renewed, noted=self._store.post.noted_turns(held.id))

    def _too_late(self, held: Incoming, player: Player, question: Letter) -> tuple[str, str]:
        """Nobody has said yes in time: the letter is dropped, and who does it now is told so."""
        self._store.post.close(held.id, "ignored", "nobody has said yes in time")
        if question.away:
            raise Ignored(f"a notice of absence about letter {held.id}")
        self._mailer.plain(
            "answer",
            player.address,
            "not done",
            Dispatch(f"late-{held.id}", question.message_id),
            player=player,
            refused=(
                f"Your letter of {moment(held.received, player.zone)} has not been carried out: a yes counts for two"
                " weeks. If you still want it, write it again."
            ),
            transcript=[],
            sections=[],
            match=None,
        )
        return "done", f"a yes to letter {held.id} came too late"

    def _ask_again(self, held: Incoming, player: Player, token: Token, question: Letter) -> tuple[str, str]:
        """Ask once more, today, where the answer was neither yes nor no; the letter is still held."""
        if question.away or not self._limits.take("unsure", player.id):
            raise Ignored(f"neither yes nor no to letter {held.id}")
        self._mailer.plain(
            "unsure_letter",
            player.address,
            "was this you? Please answer yes or no",
            Dispatch(f"unsure-{held.id}", question.message_id),
            player=player,
            token=token,
            kind="unsure",
            until=moment(held.received + TERM, player.zone),
        )
        return "done", f"asked again about letter {held.id}"
