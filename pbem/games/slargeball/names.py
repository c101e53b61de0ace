"""How players write figures and squares (SLARGEBALL-5), and what a name means in a position.

Reading knows nothing of the position: `proper` only puts a name into its usual letter case. Whether there is such a
figure, whose it is, and where it may go is found here too, or refused.
"""

import re
from collections.abc import Sequence

from pbem.games.slargeball.field import (
    BUNKER,
    BUNKERS,
    FIELD,
    HEIGHT,
    OTHER,
    SIDES,
    TITLES,
    WIDTH,
    ZONE,
    ZONE_NAMES,
    ZONE_WORDS,
    ZONES,
    Point,
    Side,
    Square,
    at,
    columns_behind_line,
)
from pbem.games.slargeball.state import Pitch, lineup_squares
from pbem.games.slargeball.teams import SINGLES, FigureId, kind_of, own_name, seat_side, side_of
from pbem.play.orders import Refused
from pbem.play.requests import Seat

FIGURE = "(?:(r|b)|(red|blue)-)?([0-9]?)([dtngcrh])([0-9]?)"
SQUARE = "[0-9]{1,3},[0-9]{1,3}"
_FIGURE = re.compile(FIGURE, re.ASCII | re.IGNORECASE)
_SQUARE = re.compile(SQUARE, re.ASCII)


def is_figure(word: str) -> bool:
    """Whether a word looks like a figure."""
    return _FIGURE.fullmatch(word) is not None


def is_square(word: str) -> bool:
    """Whether a word looks like a square."""
    return _SQUARE.fullmatch(word) is not None


def proper(word: str) -> str:
    """A figure as it is written properly: `b2T1`, `T1`, `rG`."""
    found = _FIGURE.fullmatch(word)
    assert found is not None
    letter, title, squad, kind, number = found.groups(default="")
    return f"{(letter or title[:1]).lower()}{squad}{kind.upper()}{number}"


def proper_square(word: str) -> Square:
    """A square without needless noughts."""
    x, y = word.split(",")
    return f"{int(x)},{int(y)}"


# Figures.


def own_figure(state: Pitch, seat: Seat, word: str) -> FigureId:
    """The figure a seat gives an order to; raises `Refused`."""
    side = seat_side(seat)
    if _named_side(word, side) != side:
        found = any_figure(state, seat, word)
        raise Refused(f"{found} plays for {TITLES[OTHER[side]]}.")
    return _find(state, seat, word, own=True)


def any_figure(state: Pitch, seat: Seat, word: str) -> FigureId:
    """A figure that a line speaks of, of either side; raises `Refused`."""
    return _find(state, seat, word, own=False)


def _named_side(word: str, side: Side) -> Side:
    """The side given in a proper name, or else one's own."""
    return next((each for each in SIDES if word[0] == each.lower()), side)


def _find(state: Pitch, seat: Seat, word: str, *, own: bool) -> FigureId:
    side = _named_side(word, seat_side(seat))
    bare = word.lstrip("rb")
    if state.squads == 1 and bare[:1] == "1":
        bare = bare[1:]
    if state.squads > 1 and bare[0] in "TNDR":
        bare = _with_squad(state, seat, side, word)
    figure = f"{side.lower()}{bare}"
    if not state.exists(figure):
        _no_such(state, word)
    if own and state.commander(figure) != seat:
        raise Refused(
            f"{bare} is commanded by {state.names[state.commander(figure)]}; you command {_command(state, seat)}."
        )
    return figure


def _with_squad(state: Pitch, seat: Seat, side: Side, word: str) -> str:
    """The bare name with the squad that a word leaves out, which must be the only one of the seat."""
    bare = word.lstrip("rb")
    prefix = word.removesuffix(bare)
    own = side == seat_side(seat)
    squads = state.squads_of(seat) if own else range(1, state.squads + 1)
    if len(squads) == 1:
        return f"{squads[0]}{bare}"
    named = listed([f"{prefix}{squad}{bare}" for squad in squads])
    raise Refused(f"Which {word}? {'You command' if own else 'There are'} {named}.")


def _no_such(state: Pitch, word: str) -> None:
    letter = word.lstrip("rb").strip("0123456789")
    if letter == "H" and state.squads < SINGLES["H"]:
        raise Refused("There is no Coach with fewer than three squads a side.")
    if letter == "C" and state.squads == 1:
        raise Refused("There is no Captain with fewer than two squads a side.")
    counts = ("one squad", "two squads", "three squads", "four squads", "five squads")
    first, last = ("D", "R") if state.squads == 1 else ("1D", f"{state.squads}R")
    singles = ("G", "C", "H")[: min(state.squads, 3)]
    raise Refused(
        f"There is no figure {word} in this game ({counts[state.squads - 1]} a side:"
        f" {first} to {last}, {', '.join(singles)})."
    )


def _command(state: Pitch, seat: Seat) -> str:
    """What a seat commands, in words: `squads 1 and 3 and the Goalie`."""
    squads = state.squads_of(seat)
    words = [f"squad{'s' if len(squads) > 1 else ''} {listed(list(map(str, squads)))}"]
    titles = {"G": "the Goalie", "C": "the Captain", "H": "the Coach"}
    words += [titles[kind] for figure in state.commanded(seat) if (kind := kind_of(figure)) in titles]
    return listed(words)


def listed(words: Sequence[str]) -> str:
    """Words with commas, and `and` before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# Squares.


def may_go(figure: FigureId, point: Point) -> None:
    """Refuse a square on which a figure may never stand: zones, bunkers, and what is off the field."""
    called = own_name(figure)
    for side in SIDES:
        if point in BUNKER[side] and kind_of(figure) == "G":
            front = 3 if side == "R" else 62
            raise Refused(
                f'{front},15-18 is as far as one can walk; G enters the bunker with "score" when carrying a ball.'
            )
        if point in (*ZONE[side], *BUNKER[side]) and kind_of(figure) != "G":
            raise Refused(
                f"Only a Goalie may enter a Goal Zone ({ZONE_NAMES[side]}); {called} cannot go to"
                f" {point[0]},{point[1]}."
            )
    if point not in FIELD:
        raise Refused(f"{point[0]},{point[1]} is off the field.")


def exit_square(point: Point) -> Point | None:
    """The square beside a point one step off the field (SLARGEBALL-59), or None for any other point off it."""
    x, y = point
    inside = min(max(x, 1), WIDTH), min(max(y, 1), HEIGHT)
    return inside if abs(x - inside[0]) + abs(y - inside[1]) == 1 else None


def lineup_square(state: Pitch, figure: FigureId, square: Square) -> None:
    """Refuse a square on which a figure may not be lined up (SLARGEBALL-32)."""
    point, side = at(square), side_of(figure)
    if point in lineup_squares(state, figure):
        return
    within = "in a Goal Bunker" if point in BUNKERS else "in a Goal Zone" if point in ZONES else ""
    if kind_of(figure) == "G":
        raise Refused(
            f"{TITLES[side]}'s Goalie lines up in the opposing Goal Zone, {ZONE_WORDS[OTHER[side]]};"
            f" {square} is {within if point in BUNKER[OTHER[side]] else 'not in it'}."
        )
    raise Refused(
        f"{TITLES[side]} lines up on columns {columns_behind_line(side, state.line)} outside the Goal Zone;"
        f" {square} is {within or 'not behind the slargeline'}."
    )
