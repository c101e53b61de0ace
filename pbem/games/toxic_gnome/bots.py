"""A player of the house with some words in mind, which he uses to get up."""

from __future__ import annotations

from typing import Any

from pbem.games.toxic_gnome.finder import Finder
from pbem.games.toxic_gnome.orders import Branch, Start, Step, Word
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.steps import possible_steps
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.games.toxic_gnome.words import highest
from pbem.play.requests import Ask, Pick

TRIES = 20  # how often he starts anew to think of a word


def climber(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """The word that ends highest, of those he thinks of; else a step aside. Red tiles he lays straight."""
    if ask.name == "start":
        bottom = {column: f"{column}{state.lowest}" for column in COLUMNS}
        return str(Start(max(COLUMNS, key=lambda column: _best(state, bottom[column], pick)[0])))
    if ask.name != "turn":
        return str(ask.auto())
    square = state.tokens[ask.seat]
    row, word, end = _best(state, square, pick)
    if row > row_of(square):
        return str(Word((Branch(word, end),)))
    steps = possible_steps(state, ask.seat)
    return str(Step(pick.one([steps[way] for way in ("left", "right") if way in steps])))


def _best(state: Treadmill, square: str, pick: Pick) -> tuple[int, str, str]:
    """The row that he can reach from here, the word, and its end; row 0 if he knows no word."""
    finder = Finder(state, square)
    words = [found for _ in range(TRIES) for found in finder.walk(pick)]
    ends = [(word, highest(ends)) for word, ends in words]
    return max(((row_of(end), word, end) for word, end in ends), default=(0, "", ""))
