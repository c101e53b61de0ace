"""What random matches have met: to demand that everything is met once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct, field

from pbem.play.game import Game


class Tally(Struct):
    """What one or more playouts have met: to demand that everything is met once."""

    orders: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    asks: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    letters: int = 0
    turns: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    matches: int = 0

    def add(self, other: Tally) -> None:
        """Add what another playout has met."""
        for mine, theirs in zip(
            (self.orders, self.events, self.asks, self.endings),
            (other.orders, other.events, other.asks, other.endings),
            strict=True,
        ):
            mine.update(theirs)
        self.answers += other.answers
        self.letters += other.letters
        self.turns += other.turns
        self.matches += other.matches

    def unmet(self, game: Game[Any]) -> list[str]:
        """Kinds of order and event that no playout has met."""
        orders = [kind.__name__ for kind in game.orders if not self.orders[kind.__name__]]
        return orders + [kind.__name__ for kind in game.events if not self.events[kind.__name__]]
