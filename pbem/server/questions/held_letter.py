"""Letters that change something and prove nothing: the player whom From names is asked, at their own address, whether
they wrote it. Only a yes does anything; silence never does.
"""

from collections.abc import Callable, Sequence

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tasks import read_here
from pbem.play.orders import Refused
from pbem.server.core.context import Ignored
from pbem.server.core.letter_tasks import task_of
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import moment
from pbem.server.language.receipts import COLUMNS_TOLD
from pbem.server.letters.answered import without_quoted
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import TERM, Question, Reply, noted, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.people.identity import Identity, Sender
from pbem.server.reading.pieces import Order, Ordered, Piece, changes
from pbem.store.rows import Incoming, Player

SHOWN = 20  # maximum number of lines of a held letter in the question about it
LONG = 24  # a word of at least this many characters with a slash in it may be a link; no order has one


class HeldMail(Mail, frozen=True, kw_only=True):
    """Did you write this letter? `more`: how many of its lines are not shown; `cut`: the reply address was."""

    template = "held"

    lines: list[str]
    more: int
    cut: bool
    until: str


def must_prove(letter: LetterContext, pieces: Sequence[Piece]) -> bool:
    """Whether a letter that does not prove who wrote it would change something for a player."""
    return letter.player is not None and any(map(changes, pieces))


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


class HeldLetter(Question):
    """A yes carries out the letter that is held, a no drops it."""

    kind = "held"
    question = "was this you?"

    _mailer: Mailer
    _limits: RateLimits
    _identity: Identity
    _run: Callable[..., tuple[str, str]]

    def hold(
        self, incoming: Incoming, player: Player, pieces: Sequence[Piece], sender: Sender, dispatch: Dispatch
    ) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note.

        The question shows everything that it would do. A longer letter cannot be released by a yes. Its orders are for
        the turns in which it came.
        """
        shown = describe(pieces)
        more = max(0, len(shown) - SHOWN)
        self._limits.require(self.kind, sender.limit_key)
        self._mailer.plain(
            HeldMail(
                lines=shown[:SHOWN],
                more=more,
                cut=sender.cut,
                until=moment(self._context.now() + TERM, player.zone),
            ),
            player,
            self.question,
            dispatch,
            token=open_question(self._context, self.kind, player=player, about=str(incoming.id)),
        )
        store = self._store
        turns = {
            row.id: store.log.last_turn(row.id) for row in store.matches.of_player(player.id, ("running",))
        }
        store.post.note_turns(
            incoming.id, {match: turn.number for match, turn in turns.items() if turn is not None}
        )
        return ("ignored", "too long for a yes") if more else ("held", player.handle)

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` if the letter is not held anymore."""
        self._held(reply)

    def on_yes(self, reply: Reply) -> Outcome | None:
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
        noted_turns = self._store.post.noted_turns(held.id)
        _, note = self._run(held, letter, sender, reply.letter.matches.renewed, noted=noted_turns)
        return noted(note or f"letter {held.id} is carried out")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Drop the letter for good."""
        held = self._held(reply)
        self._store.post.close(held.id, "ignored", "its sender has said no")
        raise Ignored(f"no to letter {held.id}")

    def on_late(self, reply: Reply) -> Outcome | None:
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
