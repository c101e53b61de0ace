"""Answers to the question whether somebody wrote a letter (`pbem.server.people.held_letters`)."""

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tasks import read_here
from pbem.play.orders import Refused
from pbem.server.core.context import Ignored
from pbem.server.core.letter_tasks import task_of
from pbem.server.core.times import moment
from pbem.server.inbox.runner import LetterRunner
from pbem.server.letters.answered import without_quoted
from pbem.server.people.confirmations import Flow, Reply
from pbem.server.people.held_letters import KIND, QUESTION
from pbem.server.people.identity import Identity
from pbem.store.rows import Incoming


class HeldReplies(Flow):
    """A yes carries out the letter that is held, a no drops it."""

    kind = KIND
    question = QUESTION

    _identity: Identity
    _runner: LetterRunner

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` if the letter is not held any more."""
        self._held(reply)

    def on_yes(self, reply: Reply) -> str:
        """Carry out the letter now. From the first time it is known what it costs to read."""
        held = self._held(reply)
        letter = read_here(task_of(self._context.config, held))
        assert isinstance(letter, Letter)
        sender = structs.replace(self._identity.identify(letter), proven=True)
        if letter.tails:
            letter = without_quoted(self._context, letter, sender.player)
        self._store.post.close(
            held.id, "done", "confirmed", now=self._context.now(), sender=sender.address, proven=True
        )
        noted = self._store.post.noted_turns(held.id)
        _, note = self._runner.run(held, letter, sender, reply.renewed, noted=noted)
        return note or f"letter {held.id} is carried out"

    def on_no(self, reply: Reply) -> str:
        """Drop the letter for good."""
        held = self._held(reply)
        self._store.post.close(held.id, "ignored", "its sender has said no")
        raise Ignored(f"no to letter {held.id}")

    def on_late(self, reply: Reply) -> str:
        """Drop the letter, and say so."""
        held = self._held(reply)
        self._store.post.close(held.id, "ignored", "nobody has said yes in time")
        raise Refused(
            f"Your letter of {moment(held.received, reply.player.zone)} has not been carried out: a yes counts for two"
            " weeks. If you still want it, write it again."
        )

    def _held(self, reply: Reply) -> Incoming:
        held = self._store.post.incoming(int(reply.question.about))
        if held is None or held.status != "held":
            raise Ignored("what was held is done already")
        return held
