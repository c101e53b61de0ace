"""The orders of Toxic Gnome, and how each is written.

A line is read without knowing the position: squares and words stay as written until they are checked, so that even a
word that is not a square (`step up`) is answered with those that are possible. Where a word of the grammar could be a
word of the game as well (`word RED`), its place decides: the first after `word` or `or` is always the word to form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.tiles import COLUMNS, RED
from pbem.play import forms
from pbem.play.forms import FILLERS, Choice, Form, Kind, Line, Many
from pbem.play.grammar import Grammar
from pbem.play.mending import SMALL, Mender
from pbem.play.requests import Order

Way: TypeAlias = Literal["left", "right", "straight"]
Direction: TypeAlias = Literal["left", "right", "back", "backleft", "backright"]

WAYS: dict[str, Way] = {"left": "left", "right": "right", "straight": "straight"}
DIRECTIONS: dict[str, Direction] = {
    "left": "left",
    "l": "left",
    "right": "right",
    "r": "right",
    "back": "back",
    "b": "back",
    "backleft": "backleft",
    "bl": "backleft",
    "backright": "backright",
    "br": "backright",
}

SQUARE = re.compile(r"[a-e][1-9][0-9]{0,2}", re.ASCII)
"""Rows have no upper limit: each run lays some on top."""
STEP_FORM = "step left | right | back | backleft | backright | SQUARE"


class _Word(forms.Word[str]):
    """A word to form; `word` before it says nothing (`word TAFFY or word YOUR`), unless it is the word itself."""

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        later = line.low[at + 1 : at + 2]
        again = line.low[at : at + 1] == ["word"] and later and later[0] not in ("to", "highest", "or", "red")
        return super().take(line, at + 1 if again else at)


class _End(Kind[str]):
    """Where a word ends: `highest`, or `to` and what should be a square."""

    label = "to SQUARE | highest"
    wants = "an end"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        match line.low[at : at + 2]:
            case ["highest", *_]:
                return "highest", at + 1
            case ["to", square] if square not in FILLERS:
                return square, at + 2
            case ["to", _] if line.low[at + 2 :]:  # `to the c4`
                return line.low[at + 2], at + 3
            case ["to", *_]:
                line.miss(at + 1, "a square")
        line.miss(at, "to", fixed=True)
        line.miss(at, "highest")
        return None

    def write(self, value: str) -> str:
        return value if value == "highest" else f"to {value}"


class _Where(Kind[str]):
    """Whatever else the line says, run together: `back left` is backleft."""

    label = STEP_FORM.removeprefix("step ")
    wants = "a direction or a square"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        where = "".join(word for word in line.low[at:] if word not in FILLERS)
        if not where:
            line.miss(len(line.low), self.wants)
            return None
        return DIRECTIONS.get(where, where), len(line.low)


_COLUMN = forms.Word(
    "COLUMN", f"[{COLUMNS[0]}-{COLUMNS[-1]}]", str.lower, wants="a column of the bottom tile", named=True
)
_WORD = _Word("WORD", "[a-z]+", str.upper, wants="a word: words have the letters A to Z only", named=True)


class Start(Order, frozen=True):
    """Where the token goes on the bottom tile."""

    unasked: ClassVar[str] = "Tokens are placed once, before the first turn"
    form: ClassVar = Form(
        "start {column}",
        column=_COLUMN,
        says={"start c": "put your token on the space c1"},
        said="begin, start out, put my token, place my token, put me, place me, set me, put my gnome, place my gnome",
    )

    column: str


class Move(Order, frozen=True):
    """What a player does in their turn: one lane for words and steps."""


class Branch(Struct, frozen=True):
    """One alternative of a word order. `end` is a square, `highest`, or empty where the word has one end only."""

    form: ClassVar[Form[Branch]] = Form("{word} [{end}]", word=_WORD, end=_End())

    word: str
    end: str = ""

    def __str__(self) -> str:
        return self.form.write(self)


class Word(Move, frozen=True):
    """Form a word: the first of the branches that is legal. `red` says how red tiles are laid, the lowest first."""

    form: ClassVar = Form(
        "word/w {branches} [red {red}]",
        branches=Many(Branch.form, "or"),
        red=Many(Choice(WAYS, "WAY"), most=len(RED)),
        says={
            "word TAFFY": "form a word from the space you are on",
            "word TAFFY to c4": "the same, ending on the space c4",
            "word TAFFY highest": "the same, ending as high as it can",
            "word TAFFY or TREAD": "form the first of these that is legal",
            "word TAFFY red left": "and lay a red tile one to the left",
        },
        said="play, form, spell, trace, make, use, form the word, play the word, spell the word, trace the word,"
        " make the word, choose the word, choose, pick, take, use the word, spell out, lay down, put down, go with,"
        " go for, try, trace out, write, find, found, have found, get, got, build, lay",
    )

    branches: tuple[Branch, ...]
    red: tuple[Way, ...] = ()


class Step(Move, frozen=True):
    """Step one space level or backwards: a direction or a square."""

    form: ClassVar = Form(
        "step/s {to}",
        to=_Where(),
        says={
            "step left": "go one space to the side; or right",
            "step back": "go down a row; or backleft, backright",
            "step b4": "go to that space beside or below you",
        },
        said="go, move, walk, step over, move over, take a step, hop",
    )

    to: str


class Shift(Order, frozen=True):
    """How to lay red tiles, the lowest first."""

    unasked: ClassVar[str] = "There is no red tile to lay"
    form: ClassVar = Form(
        "shift/sh {ways}",
        ways=Many(Choice(WAYS), most=len(RED)),
        says={
            "shift left": "lay the red tile left; or right, straight",
            "shift left straight": "lay two red tiles, the lower one first",
        },
        said="lay, slide, push, lay it, put it",
    )

    ways: tuple[Way, ...]


class AlwaysStart(Order, frozen=True):
    """A standing order for the start."""

    form: ClassVar = Form(
        "always start {column}",
        column=_COLUMN,
        says={"always start c": "begin on column c without being asked"},
    )

    column: str


class AlwaysShift(Order, frozen=True):
    """A standing order for red tiles; empty: ask."""

    form: ClassVar = Form(
        "always shift {way}",
        also=("always ask shift",),
        way=Choice(WAYS),
        says={
            "always shift straight": "lay all red tiles so; or left, right",
            "always ask shift": "be asked about red tiles again",
        },
    )

    way: Way | Literal[""] = ""


class ListRows(Order, frozen=True):
    """Whether to spell out the rows below the board."""

    form: ClassVar = Form(
        "{on} list rows",
        on=Choice({"always": True, "never": False}),
        says={
            "always list rows": "have every space spelled out in words",
            "never list rows": "have only the drawing again",
        },
    )

    on: bool


ORDERS: tuple[type[Order], ...] = (Start, Word, Step, Shift, AlwaysStart, AlwaysShift, ListRows)


def _is_known(order: Order) -> bool:
    """Whether a guessed step leads to a square or in a direction, and a guessed word is one."""
    match order:
        case Step(to=to):
            return to in DIRECTIONS.values() or bool(SQUARE.fullmatch(to))
        case Word(branches=branches):
            ends = ("", "highest", *filter(SQUARE.fullmatch, (branch.end for branch in branches)))
            words = [each.word for each in branches if each.word.lower() not in GRAMMAR.refused]
            known = all(word in lexicon("standard", 3) for word in words)
            return known and len(words) == len(branches) and all(each.end in ends for each in branches)
    return True


_STEPPING = frozenset(("step", "go", "move", "walk", "one", "row", "space", "down"))
_SPELLING = frozenset(
    ("word", "play", "form", "spell", "trace", "make", "with", "as", "possible", "so", "that")
)
_ENDING = frozenset(
    ("end", "ends", "ending", "finish", "finishes", "finishing", "stop", "stopping", "column", "space")
)
_TOP = frozenset(("highest", "high", "top"))


def _guess(words: Sequence[str]) -> Iterator[str]:
    """A column by its space, a direction or a word alone, or a word and where it is to end, in whatever words."""
    low = [plain for word in words if (plain := word.lower().strip("()'.:->")) and plain not in SMALL]
    squares = [word for word in low if SQUARE.fullmatch(word)]
    stepping = [word for word in low if word not in _STEPPING]
    match [word for word in stepping if word in squares or len(word) > 2]:
        case ["start", *_, space] if space in squares and space.endswith("1"):
            yield f"start {space[0]}"
        case [way] if way in DIRECTIONS or (way in squares and len(low) > 1):
            yield f"step {way}"
        case ["back", square] if square in squares:
            yield f"step {square}"
    others = [word for word in low if word not in squares and word not in (*_SPELLING, *_ENDING)]
    to_form = [word for word in others if word not in _TOP] or others[:1]
    match to_form:
        case [word] if word not in (*GRAMMAR.first, *GRAMMAR.refused) and len(squares) <= 1:
            ends = [f" to {square}" for square in squares] or [" highest"] * (len(others) > 1)
            yield f"word {word}{''.join(ends)}"


_NO_COLUMN = f"Choose a column {COLUMNS[0]} to {COLUMNS[-1]} of the bottom tile", "its letter, as in: start c"
_NO_PASSING = "You may not pass: form a word or step one space level or backwards"
_STANDING = [str(rule) for each in (AlwaysStart, AlwaysShift, ListRows) for rule in each.form.rules]
_NO_STANDING = f"Standing orders are: {', '.join(_STANDING)}"
GRAMMAR = Grammar(
    "Toxic Gnome",
    ORDERS,
    tokens=r"""[^\s,|"“”]+""",  # people quote their words
    refused={
        "start": _NO_COLUMN,
        "always start": _NO_COLUMN,
        "shift": (
            f"Red tiles are laid left, right or straight: one to {len(RED)} of these words",
            Shift.form.label,
        ),
        "pass": (_NO_PASSING, "word or step"),
        "done": (_NO_PASSING, "word or step"),
        "always": (_NO_STANDING, ""),
        "never": (_NO_STANDING, ""),
    },
    expected="word, step, start or shift",
    mend=Mender(
        {
            "go": "step", "move": "step", "walk": "step", "play": "word", "form": "word", "spell": "word",
            "trace": "word", "make": "word",
            "with": "", "column": "", "col": "", "space": "", "square": "", "letter": "",
        },
        _is_known,
        _guess,
    ),
)  # fmt: skip
read = GRAMMAR.read

SAYINGS = {
    r",? ?(?:(?:and|which|that|it)? ?(?:end(?:s|ing)?|go(?:es|ing)?|climb(?:s|ing)?) )?(?:up |on |to )*(?:the )?"
    r"(?:as high(?: up)? as (?:possible|it can|it goes|i can|you can)"
    r"|(?:highest|topmost|uppermost)(?: (?:one|end|place|space|letter|row|point))?)": " highest",
}
"""What people say for `highest`."""
