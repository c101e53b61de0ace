"""Players of the house: they know more or fewer words, and look more or less far ahead.

A word is worth the row on which it ends, and what can be reached from there; a word that sets the treadmill running
while the others stand in the danger zone wins. `easy` thinks of few words, and short ones; `normal` of more, and takes
the one that ends highest; `hard` goes through the list and keeps in mind what the others can do next.
"""

from typing import Any

from msgspec import Struct

from pbem.games.toxic_gnome.finder import Finder, Found
from pbem.games.toxic_gnome.orders import Branch, Move, Start, Step, Word
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.steps import possible_steps
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.games.toxic_gnome.words import highest
from pbem.play.requests import Ask, Pick, Seat


class Mind(Struct, frozen=True):
    """How a player thinks of words: number of attempts to think of one, and maximum length."""

    tries: int
    longest: int


EASY, NORMAL = Mind(tries=4, longest=5), Mind(tries=20, longest=7)

BEGINNINGS = 1_500
"""Number of beginnings of words that `hard` goes through, from its own space and from those of the others."""

GLANCES, ENDS = 12, 10
"""Number of words that it thinks of for each square, and number of squares on which it may end."""

SAFE, PROMISE, PRESSED = 40.0, 0.6, 2.0
"""Values in rows: to be out of reach of the next run, a row that can be reached later, another player left in
danger."""


def easy(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """A short word that leads up, if it thinks of one; otherwise a step aside."""
    return _answer(state, ask, pick, EASY)


def normal(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """Of several words the one that ends highest; otherwise a step aside."""
    return _answer(state, ask, pick, NORMAL)


def hard(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """The best end that any word of the list leads to."""
    return str(_choice(state, ask.seat, pick)) if ask.name == "turn" else _answer(state, ask, pick, NORMAL)


def _answer(state: Treadmill, ask: Ask[Any], pick: Pick, mind: Mind) -> str:
    """Lay red tiles straight."""
    if ask.name == "start":
        bottom = {column: f"{column}{state.lowest}" for column in COLUMNS}
        return str(Start(max(COLUMNS, key=lambda column: _best(state, bottom[column], pick, mind)[0])))
    if ask.name != "turn":
        return str(ask.auto())
    square = state.tokens[ask.seat]
    row, word, end = _best(state, square, pick, mind)
    return str(Word((Branch(word, end),)) if row > row_of(square) else _aside(state, ask.seat, pick))


def _aside(state: Treadmill, seat: Seat, pick: Pick) -> Step:
    steps = possible_steps(state, seat)
    return Step(pick.one([steps[way] for way in ("left", "right") if way in steps]))


def _best(state: Treadmill, square: str, pick: Pick, mind: Mind) -> tuple[int, str, str]:
    """The row that it can reach from here, the word, and its end; row 0 if it knows no word."""
    finder = Finder(state, square)
    words = [found for _ in range(mind.tries) for found in finder.walk(pick, mind.longest)]
    ends = [(word, highest(ends)) for word, ends in words]
    return max(((row_of(end), word, end) for word, end in ends), default=(0, "", ""))


# The whole list.


def _choice(state: Treadmill, seat: Seat, pick: Pick) -> Move:
    """The word, or the step, with the best end."""
    others = [each for each in state.still_in if each != seat]
    share = BEGINNINGS // max(1, len(others))
    reach = max((_top(Finder(state, state.tokens[each]).all(pick, share)) for each in others), default=0)
    ends: dict[str, Move] = {}
    for word, squares in Finder(state, state.tokens[seat]).all(pick, BEGINNINGS):
        for square in squares:
            ends.setdefault(square, Word((Branch(word, square),)))
    for square in possible_steps(state, seat).values():
        ends.setdefault(square, Step(square))
    likely = sorted(ends, key=lambda square: -_worth(state, others, square, reach))[:ENDS]

    def promise(square: str) -> float:
        ahead = max(row_of(square), _best(state, square, pick, Mind(GLANCES, 12))[0])
        return _worth(state, others, square, reach) + PROMISE * (ahead - row_of(square))

    return ends[max(likely, key=promise)]


def _top(words: list[Found]) -> int:
    return max((row_of(ends[-1]) for _, ends in words), default=0)


def _worth(state: Treadmill, others: list[Seat], square: str, reach: int) -> float:
    """The value of ending on a square, in rows; `reach`: the highest row that another player can reach in a turn."""
    row, rows = row_of(square), {each: row_of(state.tokens[each]) for each in others}
    danger, top = state.danger_end, state.highest
    worth = float(row)
    if row == state.highest:  # the treadmill runs: players in danger fall, and the zone grows by a row
        fallen = [each for each in others if rows[each] <= danger]
        if len(fallen) == len(others):
            return 1_000.0
        worth += SAFE * len(fallen)
        danger, top = danger + state.danger + 1, top + state.danger
    elif row <= danger:
        worth -= SAFE if reach == state.highest else SAFE / 4
    return worth + PRESSED * sum(at <= danger for at in rows.values()) - (row <= danger) * PRESSED
