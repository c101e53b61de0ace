"""The same order in another form: in a sentence of its own, or in one that does several things."""

from collections.abc import Sequence

from pbem.server.reading.finder import JOINTS, Position, Span
from pbem.server.reading.forms import BEHIND, Reworded, Word, is_core, parse_words, read_clause
from pbem.server.reading.sentence_shapes import are_legal
from pbem.server.reading.sentences import Sentence
from pbem.server.reading.several import add_action, orders_of_clauses, pay_before, says_more

MENDINGS = 20
"""Maximum number of sentences of a letter that are looked at in this way."""


def other_words(position: Position, sentence: Sentence) -> Reworded | None:
    """The orders of a sentence in another form; None if it holds none."""
    words = _behind_colon(list(parse_words(position, sentence)))
    if position.asks_one_word:  # N1 catches it
        words = [word for word in words if word.text.lower() not in position.answering]
    sure = [at for at, word in enumerate(words) if word.name or word.verbs]
    if sure and words[sure[0]].verbs:  # place my pawns on b, c and d
        sure += [
            at for at, word in enumerate(words) if at > sure[-1] and word.text.lower() in position.listed
        ]
    if not sure:
        return None
    first, last = sure[0], sure[-1] + 1
    first -= words[first].name and first > 0 and words[first - 1].text.lower() in BEHIND
    further = [at for at, word in enumerate(words) if at >= last and is_core(position, word)]
    ends = [*range(last, min(len(words), last + _FURTHER) + 1), *(at + 1 for at in further)]
    longest: Reworded | None = None  # R1: the longest that is legal counts
    illegal: Reworded | None = None
    for end in dict.fromkeys(ends):
        if any(word.text.lower() in JOINTS for word in words[last:end]):
            break
        whole = read_clause(position, words[first:end])
        if whole is not None and " " not in whole.spans[0].line and any(map(says_more, words)):
            continue  # R1a: `The Orc does nothing` is no `pass` of somebody else
        if whole is not None and are_legal(position, whole.spans):
            longest = whole if longest is None or _says_more_than(whole, longest) else longest
        elif end == last:
            illegal = whole
    if longest is not None:
        return pay_before(position, longest, words[:first])
    return orders_of_clauses(position, words) or illegal or _up_to_a_comma(position, words[first:])


def _says_more_than(one: Reworded, other: Reworded) -> bool:
    """Whether more words make an order another one, and are not only left out."""
    return len(one.spans[0].line.split()) > len(other.spans[0].line.split())


def _up_to_a_comma(position: Position, words: Sequence[Word]) -> Reworded | None:
    """The order that stands before a comma: `All of you, fetch the ball, before your tea gets cold!`"""
    for at in reversed([at for at, word in enumerate(words) if word.text == ","][:_FURTHER]):
        whole = read_clause(position, words[:at])
        if whole is not None and " " in whole.spans[0].line and are_legal(position, whole.spans):
            return whole
    return None


def add_to(position: Position, line: str, sentence: Sentence) -> tuple[Span, bool] | None:
    """An order with the action that a sentence adds to it, and whether that is in its own words."""
    return add_action(position, line, _behind_colon(list(parse_words(position, sentence))))


def _behind_colon(words: list[Word]) -> list[Word]:
    """The words without those before a colon, if these name nothing."""
    at = next((at for at, word in enumerate(words) if word.text == ":"), -1)
    return words if any(word.name for word in words[: at + 1]) else words[at + 1 :]


_FURTHER = 3
"""Maximum number of words behind the last name or verb that may belong to an order: `choose the word RICE`."""
