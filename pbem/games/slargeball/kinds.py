"""The parts of Slargeball's lines: figures and groups of them, squares, conditions and the rest."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.field import COMPASS
from pbem.games.slargeball.names import FIGURE, SQUARE, proper, proper_square
from pbem.play.forms import Form, Kind, Line, Many, Word, flag
from pbem.play.orders import Unreadable

LONGEST_NAME = 16
"""Letters in the name of a figure (SLARGEBALL-8)."""


class _Who(Kind[str]):
    """A figure, or a word for several of them (SLARGEBALL-129)."""

    label, wants = "FIGURE", "a figure"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        low = line.low
        if low[at] in ("all", "tremples", "nickelbacks"):
            return low[at], at + 1
        if low[at] == "squad" and len(low) > at + 1 and low[at + 1].isdecimal():
            return f"squad {int(low[at + 1][:3])}", at + 2
        return ONE_FIGURE.take(line, at)


class NameText(Kind[str]):
    """The rest of the line, in letters."""

    label, wants = "NAME", f"a name of at most {LONGEST_NAME} letters"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        text = " ".join(line.words[at:])
        if re.fullmatch(rf"[A-Za-z][A-Za-z' -]{{0,{LONGEST_NAME - 1}}}", text, re.ASCII):
            return text, len(line.low)
        line.miss(at, self.wants)
        return None


class _Fall(Kind[str]):
    """Which way a body falls."""

    label, wants = "DIRECTION", "a direction"

    def take(self, line: Line, at: int) -> tuple[str, int]:
        if at < len(line.low) and line.low[at] in COMPASS:
            return line.low[at], at + 1
        raise Unreadable(f"fall needs one of {' '.join(COMPASS)}.")


def _mark(word: str) -> str:
    """Where a fling goes: a figure, a square or `goal`."""
    return word.lower() if word.lower() == "goal" else proper_square(word) if "," in word else proper(word)


ONE_FIGURE = Word("FIGURE", FIGURE, proper, wants="a figure", named=True)
WHO, WHEN, FALL = _Who(), TESTS.clause, _Fall()
ONE_SQUARE = Word("SQUARE", SQUARE, proper_square, wants="a square such as 18,12", named=True)
FIGURES = Many(ONE_FIGURE, between=(",", "or", "and"))
MARK = Word("MARK", f"goal|(?:{SQUARE})|{FIGURE}", _mark, wants='a figure, a square or "goal"', named=True)
BALL = Word(
    "BALL",
    "ball[123]",
    lambda word: int(word[-1]),
    wants="a ball such as ball2",
    named=True,
    write=lambda ball: f"ball{ball}",
)
REACH = Word("INCHES", "[1-9]|1[0-2]", int, wants="inches from 1 to 12")
TURNS = Word("TURNS", "[1-9]|1[0-9]|2[0-5]", int, wants="a number of turns from 2 to 25")
THROUGH, TOUCH = flag("through"), flag("touch")


def planned(
    template: str, *, also: Sequence[str] = (), says: Mapping[str, str], said: str = "", **kinds: Kind[Any]
) -> Form[Any]:
    """A form of a plan line, with its conditions at the end."""
    first, *others = (f"{each} [{{when}}]" for each in (template, *also))
    return Form(first, None, also=others, says=says, said=said, wants="", who=WHO, when=WHEN, **kinds)


def moving(template: str, *, says: Mapping[str, str], said: str = "", **kinds: Kind[Any]) -> Form[Any]:
    """A form of a line of the move part: how to go about it comes before the conditions."""
    template = f"{template} [{{through}}] [{{touch}}]"
    return planned(template, also=(), says=says, said=said, through=THROUGH, touch=TOUCH, **kinds)
