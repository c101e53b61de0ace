"""Positions out of drawings, and matches that begin with them."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.state import Treadmill
from pbem.games.toxic_gnome.turn import turn_ask
from pbem.play.dice import ScriptedDice
from pbem.play.match import Match
from pbem.play.record import Tail, Turn

NAMES = {"1": "Ann", "2": "Ben", "3": "Cat", "4": "Player 4", "5": "Player 5"}

BOARD_A = """
      a      b      c      d      e
 12   T      O      X      I      C
 11   E      A      T      *      R
 10   T      R      E      A      D
  9   H      O      U      S      E
  8   C      L      O      *      D
  7   V      O      D      K      A
  6   F      L      O      U      R
  5   F      J      O      R      D
  4   Q      U      *      C      K
  3   P      *      I      N      T
  2   L      *      N      E      R
      - - - - - - danger zone below - - - - - -
  1!  I      R3     A      T12    E
      a      b      c      d      e
"""

BOARD_C = """
             a      b      c      d      e
 15          P      L      A      N      T
 14          S      L      I      D      E1       red
 13   G      R      O2     U      P
 12   T      O      X      I      C
 11   E      A      T      *      R
 10   T      R      E      A      D
  9   H      O      U      S      E
  8   C      L      O      *      D
  7   V      O      D      K      A
      - - - - - - danger zone below - - - - - -
  6!  F      L3     O      U      R
  5!  F      J      O      R      D
  4!  Q      U      *      C      K
      a      b      c      d      e
"""


def drawn(picture: str, **fields: Any) -> Treadmill:
    """The position of a drawing as `view` makes it; `fields` say what a drawing does not show."""
    rows: list[str] = []
    tokens: dict[str, str] = {}
    shifted: dict[str, int] = {}
    numbers: list[int] = []
    danger = shift = 0
    for line in reversed(picture.split("\n")):
        found = re.match(r"\s*(\d+)([! ])  ", line)
        if not found:
            continue
        cells = line[found.end() :]
        here = (len(cells) - len(cells.lstrip())) // 7  # characters of a space
        tile = ""
        for column, cell in zip("abcde", cells.split()[:5], strict=True):
            tile += cell[0]
            tokens.update(dict.fromkeys(cell[1:], f"{column}{found[1]}"))
        if rows and here != shift:
            shifted[tile] = here - shift
        shift = here
        danger += found[2] == "!"
        rows.append(tile)
        numbers.append(int(found[1]))
    seats = sorted(tokens)
    state = Treadmill(
        seats=seats,
        names={seat: NAMES[seat] for seat in seats},
        rows=rows,
        lowest=numbers[0],
        shifted=shifted,
        danger=danger,
        tokens={seat: tokens[seat] for seat in seats},
    )
    return msgspec.structs.replace(state, **fields)


def match(state: Treadmill, dice: Iterable[int | str] = ()) -> Match[Treadmill]:
    """A match that begins in this position."""
    found = Match(ToxicGnome(), Tail(Turn(0, 0, 0, 0, 1, msgspec.json.encode(state))), ScriptedDice(dice))
    found.settle()
    return found


def check(state: Treadmill, seat: str, line: str) -> str:
    """The order in full, as the ask of this seat's turn has it; raises `Refused`."""
    order: Any = ToxicGnome().read(line)
    return str(turn_ask(state, seat).check(order))


def told(found: Match[Treadmill], *kinds: type[Any]) -> list[Any]:
    """The events of these kinds."""
    return [event for event in found.events if isinstance(event, kinds)]
