"""Finds words, for bots and the test kit. Nothing of it is ever shown to a player (TOXIC-GNOME-20)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.orders import WAYS, Branch, Word
from pbem.games.toxic_gnome.paths import Grid, Spaces, neighbours
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.words import highest
from pbem.play.requests import Pick, Seat

_WALKS = 6  # how often `some_word` starts again


class Finder:
    """Goes over the treadmill and the word list together, letter by letter, from one space."""

    def __init__(self, state: Treadmill, square: str) -> None:
        self.grid = Grid(state)
        self.lexicon = lexicon(state.words, state.shortest)
        self._start = self.grid.at(square)
        self._used = state.used

    def all_words(self, longest: int) -> Iterator[tuple[str, list[str]]]:
        """Every word of up to so many letters that may be formed, with its ends, in the order of the list."""
        yield from self._onward("", self._start, 0, len(self.lexicon), longest)

    def _onward(
        self, prefix: str, reached: Spaces, low: int, high: int, longest: int
    ) -> Iterator[tuple[str, list[str]]]:
        """The words with this beginning, which stand in `low` to `high` of the list."""
        if self._is_word(prefix, low):
            yield prefix, self.grid.squares(reached)
        if len(prefix) < longest:
            for letter, spaces in self._letters(prefix, reached):
                within = self.lexicon.beginning(prefix + letter, low, high)
                if within[0] < within[1]:
                    yield from self._onward(prefix + letter, spaces, *within, longest)

    def walk(self, pick: Pick) -> list[tuple[str, list[str]]]:
        """The words met by adding one random letter after the other for as long as the list has such words."""
        prefix, reached = "", self._start
        low, high = 0, len(self.lexicon)
        met: list[tuple[str, list[str]]] = []
        while True:
            letters = self._letters(prefix, reached)
            while letters:
                letter, spaces = letters.pop(pick.below(len(letters)))
                within = self.lexicon.beginning(prefix + letter, low, high)
                if within[0] < within[1]:
                    break
            else:
                return met
            prefix, reached, (low, high) = prefix + letter, spaces, within
            if self._is_word(prefix, low):
                met.append((prefix, self.grid.squares(reached)))

    def _letters(self, prefix: str, reached: Spaces) -> list[tuple[str, Spaces]]:
        """The letters that can come next, and the spaces reached by each."""
        ahead = neighbours(reached) if prefix else reached
        return [(letter, spaces) for letter, of in self.grid.letters.items() if (spaces := ahead & of)]

    def _is_word(self, prefix: str, low: int) -> bool:
        return self.lexicon.words[low] == prefix and prefix not in self._used


def some_word(state: Treadmill, seat: Seat, pick: Pick) -> Word | None:
    """A random word order, three times out of four one that leads upwards; None where no word was met."""
    finder = Finder(state, state.tokens[seat])
    row = row_of(state.tokens[seat])
    words: list[tuple[str, list[str]]] = []
    climbs: list[tuple[str, list[str]]] = []
    for _ in range(_WALKS):
        if not climbs:
            words += finder.walk(pick)
            climbs = [(word, ends) for word, ends in words if row_of(ends[-1]) > row]
    if not words:
        return None
    if climbs and pick.chance(75):
        word, ends = pick.one(climbs)
        end = highest(ends)
    else:
        word, ends = pick.one(words)
        end = pick.one(ends)
    ways = tuple(WAYS.values())
    red = tuple(pick.one(ways) for _ in range(pick.number(1, 2))) if pick.chance(30) else ()
    return Word((Branch(word, end),), red)
