"""The names in lines: characters, squares, homes, directions, and free words."""

import re

from pbem.games.gnomeball.squares import CORNER_NAMES, CORNERS, DIRECTIONS
from pbem.play.forms import FILLERS, Choice, Kind, Line, Word

ANY = "any"
"""In place of an id, in plan lines: see GNOMEBALL-128."""

REFERENCE = re.compile(r"[A-D][1-9][0-9]?")
ID = Word("ID", "[a-d][1-9][0-9]?", str.upper, wants="a character", named=True, example="A1")
SQUARE = Word("SQUARE", "[a-j](?:10|[1-9])", str.lower, wants="a square of the field (a1 to j10)", named=True)
DIRECTION = Choice(
    {direction: direction for direction in DIRECTIONS},
    "DIRECTION",
    wants=f"a direction ({' '.join(DIRECTIONS)})",
)


def characters(label: str, *others: str) -> Word[str]:
    """A character, or one of some other things."""
    return Word(
        label,
        "|".join((ID.pattern, *others)),
        lambda word: word.lower() if word.lower() in others else word.upper(),
        wants=" or ".join(("a character", *others)),
        named=True,
        example=others[0] if others else "A1",
    )


ENEMY = characters("ID2")
"""What a verb aims at with this, or with `QUARRY`, never serves the same player: such a line is refused."""
TARGET = characters("ID2|gnome", "gnome")
QUARRY = characters("ID2|holder|gnome", "holder", "gnome")


class _Home(Kind[str]):
    """A corner, or a seat by its capital letter (small ones are short forms of verbs)."""

    label, wants = "HOME", "a home"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        while at < len(line.low) and line.low[at] in FILLERS and line.words[at] != "A":
            at += 1
        if at < len(line.words) and re.fullmatch("[A-D]", line.words[at]):
            return line.words[at], at + 1
        corner = CORNER_NAMES.get(line.low[at], line.low[at]) if at < len(line.low) else ""
        if corner in CORNERS:
            return corner, at + 1
        line.miss(at, self.wants)
        return None


class _Aim(Kind[str]):
    """`at` and words in plain letters up to a comma or one of `ends`."""

    label, wants = "at X", "at"

    def __init__(self) -> None:
        self.ends: frozenset[str] = frozenset()

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        if line.low[at : at + 1] != ["at"]:
            line.miss(at, self.wants, fixed=True, spelt=(self.wants,))
            return None
        end = start = at + 1
        while end < len(line.low) and line.words[end] != ",":
            if end > start and line.low[end] in self.ends:
                break
            if not re.fullmatch("[A-Za-z0-9'-]{1,30}", line.words[end]):
                break
            end += 1
        if end > start:
            return " ".join(("at", *line.words[start:end])), end
        line.miss(end, "a name in plain letters")
        return None


HOME = _Home()
AIM = _Aim()
