"""Players to try the game against. A bot gets the state as its seat may know it, and writes a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.games.toxic_gnome.finder import Finder
from pbem.games.toxic_gnome.orders import Branch, Start, Step, Word
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.steps import possible_steps
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.games.toxic_gnome.words import highest
from pbem.play.requests import Ask, Pick

Bot: TypeAlias = Callable[[Treadmill, Ask[Any], Pick], str]

LONGEST = 6  # letters of the words that come to the climber's mind


def random(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """Anything that is legal, up or down."""
    return str(ask.sample(pick))


def climber(state: Treadmill, ask: Ask[Any], pick: Pick) -> str:
    """The word that ends highest, of those it thinks of; else a step aside. Red tiles it lays straight."""
    if ask.name == "start":
        return str(Start(_best_column(state)))
    if ask.name != "turn":
        return str(ask.auto())
    square = state.tokens[ask.seat]
    climbs = _climbs(state, square)
    if climbs:
        best = max(row_of(end) for _, end in climbs)
        word, end = pick.one([climb for climb in climbs if row_of(climb[1]) == best])
        return str(Word((Branch(word, end),)))
    steps = possible_steps(state, ask.seat)
    return str(Step(pick.one([steps[way] for way in ("left", "right") if way in steps])))


BOTS: dict[str, Bot] = {"random": random, "climber": climber}


def _climbs(state: Treadmill, square: str) -> list[tuple[str, str]]:
    """Every word it thinks of that ends higher up, with its highest end."""
    words = [(word, highest(ends)) for word, ends in Finder(state, square).all_words(LONGEST)]
    return [(word, end) for word, end in words if row_of(end) > row_of(square)]


def _best_column(state: Treadmill) -> str:
    """The column of the bottom tile from which a word leads highest."""

    def height(column: str) -> int:
        return max((row_of(end) for _, end in _climbs(state, f"{column}{state.lowest}")), default=0)

    return max(COLUMNS, key=height)
