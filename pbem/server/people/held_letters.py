"""Letters that change something and prove nothing: the player whom From names is asked, at their own address, whether
they wrote it. Only a yes does anything; silence never does.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.mail.tokens import Token
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY, moment
from pbem.server.mailing.line_results import COLUMNS_TOLD
from pbem.server.mailing.mailer import Mailer
from pbem.server.people.identity import Ignored, Sender
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.line import Line, changes
from pbem.store.rows import Incoming

SHOWN = 20
"""Maximum number of lines of a held letter shown in the question about it."""

LONG = 24
"""A word of so many characters with a slash in it may be a link; no order has one."""


def must_prove(letter: LetterContext, lines: Sequence[Line]) -> bool:
    """Whether a letter would change something for a player and does not show that they wrote it."""
    if letter.player is None or letter.proven:
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
"""How long after a letter came in a yes still carries it out."""


class HeldLetters:
    """The letters that wait for the yes of whoever From names."""

    def __init__(self, context: Context, mailer: Mailer, limits: RateLimits) -> None:
        self._store = context.store
        self._mailer = mailer
        self._limits = limits

    def hold(
        self, incoming: Incoming, letter: LetterContext, lines: Sequence[Line], sender: Sender
    ) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note.

        All that it would do is shown. A letter with more than that cannot be released by a yes. Its orders are for the
        turns in which it has come, and a yes counts for `TERM`.
        """
        player = letter.sender
        shown = told(lines)
        more = max(0, len(shown) - SHOWN)
        if not self._limits.take("held", sender.counted):
            raise Ignored("too many letters of this address that prove nothing")
        self._mailer.plain(
            "held",
            player.address,
            "was this you?",
            letter.dispatch,
            player=player,
            token=Token("held", incoming.id, player.id, player.generation),
            lines=shown[:SHOWN],
            more=more,
            cut=sender.cut,
            until=moment(incoming.received + TERM, player.zone),
        )
        matches = self._store.matches
        turns = {row.id: matches.last_turn(row.id) for row in matches.of_player(player.id, ("running",))}
        self._store.post.note_turns(
            incoming.id, {match: turn.number for match, turn in turns.items() if turn is not None}
        )
        return ("ignored", "too long for a yes") if more else ("held", player.handle)
