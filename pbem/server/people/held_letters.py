"""Letters that change something and prove nothing: the player whom From names is asked, at their own address, whether
they wrote it. Only a yes does anything; silence never does.
"""

from collections.abc import Sequence

from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.language.receipts import COLUMNS_TOLD
from pbem.server.letters.letter_context import LetterContext
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.people.confirmations import TERM, open_question
from pbem.server.people.identity import Sender
from pbem.server.reading.pieces import Order, Ordered, Piece, changes
from pbem.store.rows import Incoming, Player

KIND = "held"

QUESTION = "was this you?"

SHOWN = 20  # maximum number of lines of a held letter in the question about it
LONG = 24  # a word of at least this many characters with a slash in it may be a link; no order has one


def must_prove(letter: LetterContext, pieces: Sequence[Piece]) -> bool:
    """Whether a letter would change something for a player without proving that they wrote it."""
    return letter.player is not None and not letter.proven and any(map(changes, pieces))


def describe(pieces: Sequence[Piece]) -> list[str]:
    """Describe, line by line, to the person whom From names what a letter would do that does not prove who wrote it.

    Its writer may be somebody else: words meant for people, and anything like a link, are left out.
    """
    shown = []
    for piece in pieces:
        if not isinstance(piece, Order | Ordered):
            continue
        words = (piece.order if isinstance(piece, Order) else piece.text).split()
        if isinstance(piece, Ordered) and piece.command.prose:
            words = [*words[:1], "..."]
        shown.append(
            " ".join("..." if "/" in word and len(word) > LONG else word for word in words)[:COLUMNS_TOLD]
        )
    return shown


class HeldLetters(Service):
    """Asks the person whom From names about a letter, which waits for their yes."""

    _mailer: Mailer
    _limits: RateLimits

    def hold(
        self, incoming: Incoming, player: Player, pieces: Sequence[Piece], sender: Sender, dispatch: Dispatch
    ) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note.

        The question shows everything that it would do. A longer letter cannot be released by a yes. Its orders are for
        the turns in which it came.
        """
        shown = describe(pieces)
        more = max(0, len(shown) - SHOWN)
        self._limits.require(KIND, sender.limit_key)
        self._mailer.plain(
            "held",
            player,
            QUESTION,
            dispatch,
            token=open_question(self._context, KIND, player=player, about=str(incoming.id)),
            lines=shown[:SHOWN],
            more=more,
            cut=sender.cut,
            until=moment(self._context.now() + TERM, player.zone),
        )
        store = self._store
        turns = {
            row.id: store.log.last_turn(row.id) for row in store.matches.of_player(player.id, ("running",))
        }
        store.post.note_turns(
            incoming.id, {match: turn.number for match, turn in turns.items() if turn is not None}
        )
        return ("ignored", "too long for a yes") if more else ("held", player.handle)
