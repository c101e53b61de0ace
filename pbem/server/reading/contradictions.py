"""Orders of a letter that cannot both be meant."""

import itertools
from collections.abc import Sequence

from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.finder import Position, names_in
from pbem.server.reading.judge import phrases
from pbem.server.reading.pieces import Order, Piece, Unread
from pbem.server.reading.reasons import TWO_ANSWERS
from pbem.server.reading.sentences import Sentence


def contradicts(position: Position, sentence: Sentence, above: Sequence[Piece]) -> bool:
    """Whether a sentence that is no order gives another choice, or tells something else of a figure with an order:
    `S1 move b3` and below it `S1 stays on b4`."""
    lines = [piece.order for piece in above if isinstance(piece, Order)]
    named = [name for _, name in names_in(position, sentence)] if lines and not sentence.asks else []
    if not named:
        return False
    if phrases("alternates").begins(sentence.words):
        return True
    figure = position.names.figure(named[0])
    said = {word.lower() for line in lines for word in line.split()}
    first = sentence.tokens[0][0] == named[0] and any(line.split()[0] == figure for line in lines)
    return bool(figure) and first and not said.issuperset(name.lower() for name in named)


def hold_rivals(letter: LetterContext, pieces: Sequence[Piece]) -> list[Piece]:
    """Hold a second answer to a question that is answered with one word: `catch`, and `dodge` beside it."""
    found = list(pieces)
    answers = [at for at, piece in enumerate(found) if isinstance(piece, Order) and " " not in piece.order]
    for first, at in itertools.pairwise(answers):
        one, other = found[first], found[at]
        if isinstance(one, Order) and isinstance(other, Order) and _are_rivals(letter, one, other):
            found[at] = Unread(text=other.text, paragraph=other.paragraph, why=TWO_ANSWERS)
    return found


def _are_rivals(letter: LetterContext, one: Order, other: Order) -> bool:
    loaded = letter.find_match_if_any(other.match or letter.current)
    if loaded is None or one.match != other.match or one.order.lower() == other.order.lower():
        return False
    position = Position(loaded.game, loaded, letter.seat(loaded).seat)
    orders = (position.read(one.order), position.read(other.order))
    return position.asks_one_word and all(
        order is not None and position.may_answer(order) for order in orders
    )
