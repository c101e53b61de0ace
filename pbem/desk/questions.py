"""Questions that must be answered with yes.

Most are about letters that prove nothing: their player is asked, at his own address, whether it was he. Only a yes does
anything; silence never does; and what is neither yes nor no is asked once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from pbem.desk.fates import COLUMNS_TOLD
from pbem.desk.identity import Ignored, Sender
from pbem.desk.line import Line, changes
from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY, moment
from pbem.desk.visit import Visit
from pbem.desk.yes_no import read_answer
from pbem.mail.reading import Letter
from pbem.mail.tasks import read_here
from pbem.mail.tokens import Token
from pbem.store.rows import Incoming, Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


SHOWN = 20
"""So many lines of a letter stand in the question whether it is its writer's."""

LONG = 24
"""A word of so many characters with a slash in it may be a link; no order has one."""


def must_prove(visit: Visit, lines: Sequence[Line]) -> bool:
    """Whether a letter would change something for a player and does not show that he wrote it."""
    if visit.player is None or visit.proven:
        return False
    return any(changes(line) for line in lines)


def told(lines: Sequence[Line]) -> list[str]:
    """What a letter would do that does not show who wrote it, line by line, for whom From names.

    Its writer may be somebody else: words that are meant for people, and what looks like a link, are left out.
    """
    shown = []
    for line in lines:
        if line.error:
            continue
        words = line.text.split()
        if line.command is not None and line.command.prose:
            words = [*words[:1], "..."]
        shown.append(
            " ".join("..." if "/" in word and len(word) > LONG else word for word in words)[:COLUMNS_TOLD]
        )
    return shown


TERM = 14 * DAY
"""So long after a letter has come a yes lets it be carried out."""


class Questions:
    """The letters of a desk that are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._post = desk.store.post

    def hold(
        self, incoming: Incoming, visit: Visit, lines: Sequence[Line], sender: Sender
    ) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note.

        All that it would do is shown. A letter with more than that cannot be released by a yes. Its orders are for the
        turns in which it has come, and a yes counts for `TERM`.
        """
        player = visit.sender
        shown = told(lines)
        more = max(0, len(shown) - SHOWN)
        if not self._desk.limits.take("held", sender.counted):
            raise Ignored("too many letters of this address that prove nothing")
        self._desk.mailer.plain(
            "held",
            player.address,
            "was this you?",
            visit.occasion,
            player=player,
            token=Token("held", incoming.id, player.id, player.generation),
            lines=shown[:SHOWN],
            more=more,
            cut=sender.cut,
            until=moment(incoming.received + TERM, player.zone),
        )
        matches = self._desk.store.matches
        turns = {row.id: matches.last_turn(row.id) for row in matches.of_player(player.id, ("running",))}
        self._post.note_turns(
            incoming.id, {match: turn.number for match, turn in turns.items() if turn is not None}
        )
        return ("ignored", "too long for a yes") if more else ("held", player.handle)

    def answered(self, question: Letter, token: Token, renewed: frozenset[int]) -> tuple[str, str]:
        """The answer to such a question: with a yes the letter that was held is done now, with a no it is dropped."""
        held = self._post.incoming(token.a)
        if held is None or held.status != "held":
            return "ignored", "what was held is done already"
        player = self._desk.store.people.player(token.b)
        assert player is not None
        answer = read_answer(question, player.handle)
        if answer == "no":
            self._post.close(held.id, "ignored", "its sender has said no")
            return "ignored", f"no to letter {held.id}"
        if self._desk.now() > held.received + TERM:
            return self._too_late(held, player, question)
        if not answer:
            return self._ask_again(held, player, token, question)
        letter = read_here(self._desk.task(held))  # for the second time: it is known what that costs
        assert isinstance(letter, Letter)
        sender = structs.replace(self._desk.identity.of(letter), proven=True)
        self._post.close(
            held.id, "done", "confirmed", now=self._desk.now(), sender=sender.address, proven=True
        )
        return self._desk.visit(held, letter, sender, renewed, noted=self._post.noted_turns(held.id))

    def _too_late(self, held: Incoming, player: Player, question: Letter) -> tuple[str, str]:
        """Nobody has said yes in time: the letter is dropped, and who does it now is told so."""
        self._post.close(held.id, "ignored", "nobody has said yes in time")
        if question.away:
            raise Ignored(f"a notice of absence about letter {held.id}")
        self._desk.mailer.plain(
            "answer",
            player.address,
            "not done",
            Occasion(f"late-{held.id}", question.message_id),
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
        if question.away or not self._desk.limits.take("unsure", player.id):
            raise Ignored(f"neither yes nor no to letter {held.id}")
        self._desk.mailer.plain(
            "unsure_letter",
            player.address,
            "was this you? Please answer yes or no",
            Occasion(f"unsure-{held.id}", question.message_id),
            player=player,
            token=token,
            kind="unsure",
            until=moment(held.received + TERM, player.zone),
        )
        return "done", f"asked again about letter {held.id}"
