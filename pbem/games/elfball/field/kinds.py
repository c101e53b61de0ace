"""What stands in the lines of Elfball: players, hexes, directions, Momentum.

Reading knows nothing of the position, but it knows the field: a hex that does not exist is refused here. Letters of
players become capitals, hexes and words small.
"""

from typing import Any, Literal, TypeAlias

from pbem.games.elfball.field.hexes import why_no_hex
from pbem.games.elfball.field.players import FORMATIONS
from pbem.games.elfball.field.state import KINDS, SEAT_OF, TRACK, Policy
from pbem.play.forms import Choice, Form, Line, Many, Word, one_of
from pbem.play.hexgrid import DIRECTION_NAMES, DIRECTIONS
from pbem.play.orders import Unreadable

FaceOffWord: TypeAlias = Literal["pickup", "tackle", "shove", "nothing", "ball"]

FACED = ("ball", "goal", "north", "south")
"""What a player can look at by its name."""

_WAYS = {str(way): str(way) for way in DIRECTIONS} | {name: str(way) for way, name in DIRECTION_NAMES.items()}
_WAYS |= {
    f"{one}{dash}{other}": _WAYS[one[0] + other[0]]
    for one in ("north", "south")
    for dash in ("", "-")
    for other in ("east", "west")
}
_A_LETTER, _A_HEX, _A_WAY = "[a-z]", "[a-z][0-9]{1,2}", "|".join(_WAYS)


def _read_letter(word: str) -> str:
    if word.upper() not in SEAT_OF:
        raise Unreadable(f"{word.lower()}: there is no such player (North has A to L, South M to X)")
    return word.upper()


def _read_hex(word: str) -> str:
    if why := why_no_hex(word.lower()):
        raise Unreadable(why)
    return word.lower()


def _read_target(word: str) -> str:
    return _read_letter(word) if len(word) == 1 else _read_hex(word)


def _read_way(word: str) -> str:
    return _WAYS[word.lower()]


def _read_looks(word: str) -> str:
    low = word.lower()
    return low if low in FACED else _WAYS[low] if low in _WAYS else _read_target(low)


LETTER = Word("PLAYER", _A_LETTER, _read_letter, wants="a player", named=True, example="q")
LETTERS = Many(LETTER, between=(",", "and"))
HEX = Word("HEX", _A_HEX, _read_hex, wants="a hex", named=True, example="k20")
HEXES = Many(HEX)
TARGET = Word("TARGET", f"{_A_LETTER}|{_A_HEX}", _read_target, wants="a player or a hex", named=True)
WAY = Word("DIRECTION", _A_WAY, _read_way, wants="a direction", named=True)
LOOKS = Word(
    "DIRECTION",
    "|".join((*FACED, _A_WAY, _A_LETTER, _A_HEX)),
    _read_looks,
    wants="a direction, a hex, a player, ball or goal",
    named=True,
)
COUNTERS = Word("N", f"[0-{TRACK}]", int, wants=f"a number from 0 to {TRACK}")
SOME_COUNTERS = Word("N", f"[1-{TRACK}]", int, wants=f"a number from 1 to {TRACK}")
KIND = one_of(*KINDS)


class _Riders(Form[Policy]):
    """How Momentum is used: at least one word about it."""

    def take(self, line: Line, at: int) -> tuple[Policy, int] | None:
        got = super().take(line, at)
        end = at if got is None else got[1]
        if line.low[end : end + 1] in (["aim"], ["reserve"]):
            raise Unreadable(f"{line.low[end]} needs a number, 0 to {TRACK}", f"{line.low[end]} 1")
        return got if end > at else None


_SPENDING = "[{how}] [aim {aim}] [reserve {reserve}]"
_KINDS: dict[str, Any] = {
    "how": one_of("keep", "needed", "all"), "aim": COUNTERS, "reserve": COUNTERS, "save": Choice({"save no": "no"}),
}  # fmt: skip
SPENDING = _Riders(_SPENDING, Policy, **_KINDS)
"""How Momentum is spent (ELFBALL-178)."""
POLICY = _Riders(f"{_SPENDING} [{{save}}]", Policy, **_KINDS)
"""The same, and whether an ability die is used (ELFBALL-180)."""


FORMATION = Choice(
    {name: name for name in FORMATIONS}, "FORMATION", wants=f"a formation ({', '.join(FORMATIONS)})"
)
SIX = Many(LETTER, between=("and",), most=len(next(iter(FORMATIONS.values()))))
