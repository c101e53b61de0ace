"""Finds words, for bots and the test kit. None of its words is ever shown to a player (TOXIC-GNOME-20): hints tell only
how far the best one leads."""

from collections.abc import Iterator
from typing import TypeAlias

from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.orders import WAYS, Branch, Word
from pbem.games.toxic_gnome.paths import Grid, Spaces, neighbours
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.words import highest
from pbem.play.requests import Pick, Seat

Found: TypeAlias = tuple[str, list[str]]
"""A word that may be formed, and the squares on which it may end, in order."""

Beginning: TypeAlias = tuple[str, Spaces, int, int]
"""Of words: its letters, the spaces on which it can end, and where its words stand in the list."""

_WALKS = 6  # how often `some_word` starts again


class Finder:
    """Goes over the treadmill and the word list together, letter by letter, from one space."""

    def __init__(self, state: Treadmill, square: str) -> None:
        self._grid = Grid(state)
        self._lexicon = lexicon(state.words, state.shortest)
        self._start = self._grid.at(square)
        self._used = state.used

    def walk(self, pick: Pick, longest: int = 99) -> list[Found]:
        """The words met by adding one random letter after the other for as long as the list has words for it."""
        prefix, reached = "", self._start
        low, high = 0, len(self._lexicon)
        met: list[Found] = []
        while len(prefix) < longest:
            letters = self._letters(prefix, reached)
            while letters:
                letter, spaces = letters.pop(pick.below(len(letters)))
                within = self._lexicon.beginning(prefix + letter, low, high)
                if within[0] < within[1]:
                    break
            else:
                return met
            prefix, reached, (low, high) = prefix + letter, spaces, within
            if self._lexicon.words[low] == prefix and prefix not in self._used:
                met.append((prefix, self._grid.squares(reached)))
        return met

    def all(self, pick: Pick, limit: int) -> list[Found]:
        """All words, or those found from this many beginnings of words, which are tried in random order."""
        met: list[Found] = []
        beginnings: list[Beginning] = [("", self._start, 0, len(self._lexicon))]
        while beginnings and limit > 0:
            limit -= 1
            at = pick.below(len(beginnings))
            beginnings[at], beginnings[-1] = beginnings[-1], beginnings[at]
            prefix, reached, low, high = beginnings.pop()
            for longer in self._longer(prefix, reached, low, high):
                beginnings.append(longer)
                word, spaces, first, _ = longer
                if self._lexicon.words[first] == word and word not in self._used:
                    met.append((word, self._grid.squares(spaces)))
        return met

    def highest_row(self) -> int:
        """The number of the highest row on which a word can end; 0 if there is no word."""
        highest, top = 0, self._grid.top_row
        beginnings: list[Beginning] = [("", self._start, 0, len(self._lexicon))]
        while beginnings and highest < top:
            prefix, reached, low, high = beginnings.pop()
            for longer in self._longer(prefix, reached, low, high):
                beginnings.append(longer)
                word, spaces, first, _ = longer
                if self._lexicon.words[first] == word and word not in self._used:
                    highest = max(highest, self._grid.highest_row(spaces))
        return highest

    def _longer(self, prefix: str, reached: Spaces, low: int, high: int) -> Iterator[Beginning]:
        """The list's beginnings that are one letter longer and can be traced.

        It goes by the list: few letters of the treadmill go on to a word.
        """
        words, at = self._lexicon.words, len(prefix)
        ahead = neighbours(reached) if prefix else reached
        low += words[low] == prefix
        while low < high:
            letter = words[low][at]
            last = self._lexicon.end_of(prefix + letter, low, high)
            if spaces := ahead & self._grid.letters[letter]:
                yield prefix + letter, spaces, low, last
            low = last

    def _letters(self, prefix: str, reached: Spaces) -> list[tuple[str, Spaces]]:
        """The letters that can come next, and the spaces reached by each."""
        ahead = neighbours(reached) if prefix else reached
        return [(letter, spaces) for letter, of in self._grid.letters.items() if (spaces := ahead & of)]


def some_word(state: Treadmill, seat: Seat, pick: Pick) -> Word | None:
    """A random word order, three times out of four one that leads upwards; None if no word was found."""
    square = state.tokens[seat]
    finder = Finder(state, square)
    words: list[Found] = []
    climbs: list[Found] = []
    for _ in range(_WALKS):
        if not climbs:
            words += finder.walk(pick)
            climbs = [(word, ends) for word, ends in words if row_of(ends[-1]) > row_of(square)]
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
