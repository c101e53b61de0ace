"""The legal line nearest to one that is not.

Nothing here is a rule: every line is put before the check of the ask, and only what passes is shown. What a refusal
proposes is for the same character, and aims at what was named or at what lies close to it.
"""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem.games.gnomeball.orders import Activate, read
from pbem.games.gnomeball.squares import distance, within
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.toss import toss_range
from pbem.games.gnomeball.ways import ways
from pbem.play.grid import Square
from pbem.play.orders import OrderError, first_passing
from pbem.play.requests import Ask

NEAR = 2
"""Maximum distance of a proposal from what was named."""


def near(state: Field, ask: Ask[Any], line: str) -> str | None:
    """A legal line near to one for a character, or empty; None if something else is asked."""
    if ask.name not in ("activation", "rest"):
        return None
    with contextlib.suppress(OrderError):
        order = read(line)
        if isinstance(order, Activate) and order.who in state.characters:
            return str(first_passing(_variants(state, order), ask.check) or "")
    return ""


def _variants(state: Field, line: Activate) -> Iterator[Activate]:
    """The line with one of its parts corrected, the first that can be; then without the parts after it."""
    for at, part in enumerate(line.parts):
        for mended in _mended(state, line.who, part):
            yield msgspec.structs.replace(line, parts=(*line.parts[:at], mended, *line.parts[at + 1 :]))
            yield msgspec.structs.replace(line, parts=(*line.parts[:at], mended))


def _mended(state: Field, who: Id, part: Part) -> Iterator[Part]:
    here = state.characters[who].at
    if part.verb == "attack":
        yield Part("hunt", part.what)  # goes there first
    elif part.verb == "pick up":
        yield Part("fetch")
    elif part.verb == "move" and here:
        yield from _by_distance("move", part.what, ways(state, who))
    elif part.verb == "toss" and here:
        yield from _by_distance("toss", part.what, within(here, toss_range(state, who)))


def _by_distance(verb: str, aim: Square, squares: Iterable[Square]) -> Iterator[Part]:
    close = [square for square in squares if distance(square, aim) <= NEAR]
    yield from (Part(verb, square) for square in sorted(close, key=lambda each: (distance(each, aim), each)))
