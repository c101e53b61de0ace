"""What sentences with words that nobody knows can mean, and why what they say is not legal."""

from collections.abc import Sequence

from msgspec import structs

from pbem.server.answering.trying import meant_by
from pbem.server.reading.finder import Position, Span, names_in
from pbem.server.reading.guessing import Guess, only_order
from pbem.server.reading.judge import is_doubtful
from pbem.server.reading.other_words import MENDINGS
from pbem.server.reading.pieces import Piece, Unread
from pbem.server.reading.respelling import respelled
from pbem.server.reading.sentence_shapes import orders_above
from pbem.server.reading.sentences import SENTENCE, Sentence, bare
from pbem.server.reading.surroundings import Surroundings
from pbem.server.reading.unread import why_illegal


class Meanings:
    """What the sentences of one letter can mean; not more of them are looked at than a letter of a person has."""

    def __init__(self, here: Surroundings) -> None:
        self._here = here
        self._guessed = 0

    def guess(self, position: Position | None, sentence: Sentence) -> Guess | None:
        """The order that a sentence with words that nobody knows can only mean."""
        if position is None or self._guessed >= MENDINGS or len(sentence.tokens) > SENTENCE:
            return None
        if is_doubtful(sentence.plain, self._here.letter.names):
            return None
        self._guessed += 1
        texts = dict.fromkeys((sentence.plain, respelled(position, sentence.plain)))
        guesses = (only_order(position, structs.replace(sentence, plain=text)) for text in texts)
        first = next((at for at, _ in names_in(position, sentence)), 0)
        numbers = {
            token[0] for token in sentence.tokens[first:] if token[0].isdecimal()
        }  # R4: nothing is left out
        kept = (each for each in guesses if each is not None and numbers <= set(each.line.split()))
        return next(kept, None)

    def illegal(
        self, position: Position, sentence: Sentence, line: str, above: Sequence[Piece]
    ) -> Unread | None:
        """A sentence that says an order which is not legal; None if it is."""
        if position.loaded is None:
            return None
        orders = orders_above(above, self._here.turned)
        told = why_illegal(self._here.letter, position.loaded, line, orders)
        if told is None:
            return None
        instead = (told.instead,) if told.instead else ()
        return Unread(text=sentence.text, why=told.why, instead=instead, match=self._here.turned)

    def with_more(self, position: Position, sentence: Sentence, span: Span) -> Unread | None:
        """A sentence in which an order goes on with the words behind it, and is not legal then: `with 5`."""
        longer = f"{span.line} {bare(sentence.plain[sentence.tokens[span.end - 1].end() :])}"
        return self.illegal(position, sentence, longer, ()) if position.read(longer) is not None else None


def is_kin(position: Position, said: str, other: str) -> bool:
    """Whether the verb of an order is said for that of another one, or both mean to go somewhere."""
    kin = meant_by(position.game, said.split()[1:2])
    if not kin.isdisjoint(position.movements):
        kin.update(position.movements)
    return not kin.isdisjoint(other.split()[1:2])
