"""What players may name in a line: the figures, places, sides and balls of a position, and the verbs of its game.

Whoever reads a sentence that a person has written needs to know which of its words belong to the match. The games tell:
`Game.names` for a position, `Game.verbs` for all of them.
"""

import functools
import re
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from pbem.play.requests import Seat

COMPASS = {
    **dict.fromkeys(("up", "north"), (0, 1)),
    **dict.fromkeys(("down", "south"), (0, -1)),
    **dict.fromkeys(("right", "east"), (1, 0)),
    **dict.fromkeys(("left", "west"), (-1, 0)),
}
"""Directions on a board that is drawn with a1 at the bottom left."""

AHEAD, BACK = ("ahead", "forward", "forwards"), ("back", "backward", "backwards")
"""Towards the others, and away from them."""


class Names(Struct, frozen=True, dict=True):
    """The names in a position, as one seat writes them.

    - `figures`: the seat that commands each figure, whether it is in play or not.
    - `is_place`: whether a word in small letters is the name of a square of the board.
    - `sides`: other words for a seat or its figures, such as `South`.
    - `roles`: what a figure is, such as `Troll`.
    - `steps`: words for directions, with the columns and rows that one step goes, where a square is a letter and a
      number: see `COMPASS`.
    - `called`: what players say for a square or a column of the board, `the middle one`, by a pattern for it.
    - `balls`: for each ball, or what else is carried, the square or the figure where it is; empty for nowhere.
    """

    figures: Mapping[str, Seat] = {}
    is_place: Callable[[str], bool] = lambda word: False
    sides: Mapping[str, Seat] = {}
    balls: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    steps: Mapping[str, tuple[int, int]] = {}
    called: Mapping[str, str] = {}

    def figure(self, word: str) -> str:
        """The figure that a word names in any letter case; empty if it names none."""
        return word if word in self.figures else self._in_small_letters.get(word.lower(), "")

    @functools.cached_property
    def _in_small_letters(self) -> dict[str, str]:
        return {figure.lower(): figure for figure in reversed(list(self.figures))}


def places(squares: Iterable[str]) -> Callable[[str], bool]:
    """Whether a word is one of these squares."""
    return frozenset(squares).__contains__


@functools.cache
def inflected(phrase: str) -> tuple[str, ...]:
    """A verb with its third person and its participle: `head for`, `heads for`, `heading for`."""
    verb, _, rest = phrase.partition(" ")
    rest = f" {rest}" if rest else ""
    return (phrase, f"{_third(verb)}{rest}", f"{_participle(verb)}{rest}")


def _third(verb: str) -> str:
    if re.search("(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return re.sub("(?<=[^aeiou])y$", "ie", verb) + "s"


def _participle(verb: str) -> str:
    if re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", verb) and len(verb) > 2:
        return f"{verb}{verb[-1]}ing"
    return re.sub("ie$", "y", re.sub("(?<=[^eoi])e$", "", verb)) + "ing"


def split_phrases(text: str) -> tuple[str, ...]:
    """The phrases of a list with commas."""
    return tuple(filter(None, (each.strip() for each in text.split(","))))


def in_all_forms(verb: str, others: Iterable[str]) -> tuple[str, ...]:
    """A verb and other words for it, in all their forms, the longest phrases first."""
    forms = dict.fromkeys(form for each in (verb, *others) for form in inflected(each))
    return tuple(sorted(forms, key=lambda form: -form.count(" ")))
