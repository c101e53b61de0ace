"""Answers out of the lists below the board, and the terms of the match, by the words of a question."""

import re
from collections.abc import Sequence

from pbem.server.answering.fitting import Fit
from pbem.server.answering.phrases import said
from pbem.server.answering.position import Position, Statement, grouped
from pbem.server.answering.search import above_floor, content_words
from pbem.store.fulltext import FullText, Passage

_OTHER = ("opponent", "opponents", "enemy", "rival", "adversary", "foe")


def from_lists(asked: str, position: Position) -> Fit:
    """What header, lists and tables say of the words of a question about how things are."""
    rules = said("of_rules").match(asked) and not said("of_possession").match(asked)
    if rules or not said("of_state").match(asked):
        return Fit()
    words = content_words(asked)
    if not words:
        return Fit()
    title = position.game.seat_title(position.seat)
    statements = [*position.statements, *position.terms]
    passages = [Passage(_name_of(each), each.text, str(n)) for n, each in enumerate(statements)]
    terms = [str(n) for n in range(len(position.statements), len(statements))]
    called = {
        name.lower(): position.game.seat_title(seat) for seat, name in position.table.loaded.names.items()
    }
    others = [position.game.seat_title(seat) for seat in position.state.seats if seat != position.seat]
    if len(others) == 1:
        called |= dict.fromkeys(_OTHER, others[0])
    of_somebody = said("of_somebody").match(asked) is not None
    found = above_floor(FullText(passages), words, 12, called, floor=1 if of_somebody else 2)
    if not found:
        return Fit()
    named = [*called, *(position.game.seat_title(seat) for seat in position.state.seats)]
    if of_somebody and (theirs := [each for each in found if _names_any(each.passage.body, named)]):
        found = theirs
    best = max(len(each.words) for each in found)
    if all(each.passage.key in terms for each in found) and best < max(2, len(words) - 1):
        return Fit()
    kept = [statements[int(each.passage.key)] for each in found if len(each.words) == best]
    kept = [each for each in kept if each not in position.terms] or kept
    own = re.search(r"\b(?:my|mine|i|our|we)\b", asked.lower())
    if own and (
        mine := [
            each for each in kept if title in each.head or not any(other in each.head for other in others)
        ]
    ):
        kept = mine
    signs = [each.text.split()[0] for each in kept if re.match(r"\W ", each.text)]  # * the copperback
    kept += [each for each in position.statements if not {*signs}.isdisjoint(each.text.split())]
    return Fit(grouped(dict.fromkeys(kept))[:8], best / len(words))


def _names_any(text: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)


def _name_of(statement: Statement) -> str:
    """What a statement is about: the words above it and before its colon; all of it if it is short."""
    name, colon, _ = statement.text.partition(":")
    own = name if colon or len(statement.text.split()) < 5 else ""
    return f"{statement.head} {own}".strip()
