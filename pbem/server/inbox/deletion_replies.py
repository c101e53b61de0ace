"""Answers to the question whether a player wants to leave the server for good."""

from __future__ import annotations

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.server.absence.account_deletion import AccountDeletion
from pbem.server.core.address_changes import GRACE, is_settled
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.inbox.runner import LetterRunner
from pbem.server.language.yes_no import answer_of, read_answer
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.matches.repository import MatchRepository
from pbem.server.people.identity import Ignored, Sender
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.letter_matches import LetterMatches
from pbem.server.reading.lines import read_lines, text_of
from pbem.server.reading.waiting import LEAVE_QUESTION
from pbem.store.rows import Incoming, Player


class DeletionReplies:
    """Does what the answer to that question says."""

    def __init__(
        self,
        context: Context,
        repository: MatchRepository,
        mailer: Mailer,
        limits: RateLimits,
        deletion: AccountDeletion,
        runner: LetterRunner,
    ) -> None:
        self._context = context
        self._repository = repository
        self._mailer = mailer
        self._limits = limits
        self._deletion = deletion
        self._runner = runner

    def handle_reply(self, incoming: Incoming, letter: Letter, sender: Sender) -> str:
        """The answer to that question; returns a note, "" for what is meant for somebody else.

        A yes that comes too late, or after the player's mail has moved, is no more than a wish to be asked again.
        """
        assert sender.player is not None
        assert sender.token is not None
        if not sender.proven:
            return ""
        dispatch = Dispatch(f"inbox-{incoming.id}", letter.message_id)
        fresh = sender.token.c + GRACE > self._context.now() and is_settled(self._context, sender.player)
        answer = read_answer(letter, sender.player.handle, strict=True)
        if answer != "yes":
            if not fresh or letter.away or self._does_something(incoming, letter, sender.player):
                return ""
            return self._stays(sender.player, sender.token.c, dispatch, no=answer == "no")
        if not fresh:
            self._runner.run(incoming, structs.replace(letter, lines=("leave server",)), sender)
            return "said yes to a question that counts no more"
        self._deletion.leave(sender.player, dispatch)
        return f"{sender.player.handle} has left for good"

    def _does_something(self, incoming: Incoming, mail: Letter, player: Player) -> bool:
        """Whether a letter holds a line for the server beside a no, which then deals with it as with any other."""
        rest = tuple(line for line in mail.lines if answer_of(line) != "no")
        matches = LetterMatches(self._context, self._repository)
        letter = LetterContext(self._context, matches, incoming.id, mail, player, proven=True)
        lines = read_lines(letter, text_of(letter, structs.replace(mail, lines=rest)))
        return any(not line.error for line in lines)

    def _stays(self, player: Player, asked: int, dispatch: Dispatch, *, no: bool) -> str:
        """Nobody leaves who has not said so: they are told, or first asked once more where they have not said no,
        either."""
        take = self._limits.take
        if not no and take("farewell again", player.id) and take("farewell", player.id):
            self._deletion.mail_question(player, dispatch, again=True)
            return "said neither yes nor no, and is asked again whether to leave"
        if not take("stays" if no else "stays so far", player.id):
            raise Ignored("no yes to the question whether to leave, which has been answered today")
        self._mailer.plain(
            "stays",
            player.address,
            "you stay",
            dispatch,
            player=player,
            no=no,
            question=LEAVE_QUESTION,
            until=moment(asked + GRACE, player.zone),
        )
        return "said no to leaving" if no else "has not said whether to leave"
