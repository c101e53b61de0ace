"""The orders: their classes, and how a line is read.

A line is read without knowing the position: squares and words stay as written until they are checked, so that
also one which is no square (`step up`) is answered with those that would do. Where
a word of the grammar could be a word of the game as well (`word RED`), its place decides: the first after `word`
or `or` is always the word to form.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.tiles import COLUMNS, RED
from pbem.play.orders import Unreadable, nearest
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
"""Rows have no end: each run lays some on top."""
_SPOKEN = {"go": "step", "move": "step", "walk": "step", "play": "word", "form": "word", "spell": "word"}
"""Other verbs that people use."""
_BEHIND_WORDS = ("to", "highest", "or", "red")
_FILLERS = ("i", "at", "the", "on", "in", "please")

CHOOSE_COLUMN = f"Choose a column {COLUMNS[0]} to {COLUMNS[-1]} of the bottom tile"
NO_PASSING = "You may not pass: form a word or step one space level or backwards"

START_FORM = "start COLUMN"
WORD_FORM = "word WORD [to SQUARE | highest] [or WORD ...] [red WAY ...]"
STEP_FORM = "step left | right | back | backleft | backright | SQUARE"
SHIFT_FORM = "shift left | right | straight ..."
STANDING_FORMS = (
    "always start COLUMN",
    "always shift left | right | straight",
    "always ask shift",
    "always list rows",
    "never list rows",
)
FORMS = (START_FORM, WORD_FORM, STEP_FORM, SHIFT_FORM, *STANDING_FORMS)


class Start(Order, frozen=True):
    """Where the token goes on the bottom tile."""

    unasked: ClassVar[str] = "Tokens are placed once, before the first turn"

    column: str

    def __str__(self) -> str:
        return f"start {self.column}"


class Move(Order, frozen=True):
    """What a player does in his turn: one lane for words and steps."""


class Branch(Struct, frozen=True):
    """One alternative of a word order. `end` is a square, `highest`, or empty where the word has one end only."""

    word: str
    end: str = ""

    def __str__(self) -> str:
        where = f" {self.end}" if self.end == "highest" else f" to {self.end}" if self.end else ""
        return f"{self.word}{where}"


class Word(Move, frozen=True):
    """Form a word: the first of the branches that is legal. `red` says how red tiles are laid, the lowest first."""

    branches: tuple[Branch, ...]
    red: tuple[Way, ...] = ()

    def __str__(self) -> str:
        red = " ".join(("", "red", *self.red)) if self.red else ""
        return f"word {' or '.join(map(str, self.branches))}{red}"


class Step(Move, frozen=True):
    """Step one space level or backwards: a direction or a square."""

    to: str

    def __str__(self) -> str:
        return f"step {self.to}"


class Shift(Order, frozen=True):
    """How red tiles are laid, the lowest first."""

    unasked: ClassVar[str] = "There is no red tile to lay"

    ways: tuple[Way, ...]

    def __str__(self) -> str:
        return f"shift {' '.join(self.ways)}"


class AlwaysStart(Order, frozen=True):
    """A standing order for the start."""

    column: str

    def __str__(self) -> str:
        return f"always start {self.column}"


class AlwaysShift(Order, frozen=True):
    """A standing order for red tiles; empty: ask."""

    way: Way | Literal[""]

    def __str__(self) -> str:
        return f"always shift {self.way}" if self.way else "always ask shift"


class ListRows(Order, frozen=True):
    """Whether the rows are spelled out below the board."""

    on: bool

    def __str__(self) -> str:
        return "always list rows" if self.on else "never list rows"


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`."""
    first, *words = text.lower().replace(",", " ").split() or [text]
    reader = _READERS.get(first)
    if reader is None:
        raise Unreadable(
            f'"{first}" is no order of this game', "word, step, start or shift", _meant(first, words)
        )
    return reader(words)


def _meant(first: str, words: list[str]) -> str:
    """A legible line near these words, or empty: for a slip of the pen, another verb, or a word or square alone."""
    first, *rest = [word for word in (first, *words) if word not in _FILLERS] or [first]
    if rest and SQUARE.fullmatch(rest[-1]) and first.upper() in lexicon("standard", 3):
        guesses = [["word", first, *rest]]
    elif verb := _SPOKEN.get(first) or nearest(first, _READERS):
        guesses = [[verb, *rest]]
    elif not rest and first in tuple(COLUMNS):
        guesses = [["start", first]]
    else:
        guesses = [["step", first, *rest], ["word", first, *rest]]
    for guess in guesses:
        if guess[0] == "word" and len(guess) > 2 and SQUARE.fullmatch(guess[2]):
            guess.insert(2, "to")
        with contextlib.suppress(Unreadable):
            order = _READERS[guess[0]](guess[1:])
            if _is_known(order):
                return str(order)
    return ""


def _is_known(order: Order) -> bool:
    """Whether a guessed step leads to a square or in a direction, and a guessed word is one."""
    match order:
        case Step(to=to):
            return to in DIRECTIONS.values() or bool(SQUARE.fullmatch(to))
        case Word(branches=branches):
            return all(branch.word in lexicon("standard", 3) for branch in branches)
    return True


def _start(words: list[str]) -> Order:
    return Start(_column(words))


def _column(words: list[str]) -> str:
    if len(words) != 1 or words[0] not in tuple(COLUMNS):
        named = [word for word in words if word in tuple(COLUMNS)]
        raise Unreadable(CHOOSE_COLUMN, START_FORM, f"start {named[0]}" if len(named) == 1 else "")
    return words[0]


def _word(words: list[str]) -> Order:
    """Branches up to the end of the line or to `red`."""
    branches, rest = [], words
    while True:
        branch, rest = _branch(rest)
        branches.append(branch)
        if rest[:1] != ["or"]:
            break
        rest = rest[1:]
        if rest[:1] == ["word"] and rest[1:] and rest[1] not in _BEHIND_WORDS:
            meant = f"word {' or '.join(map(str, branches))} or {' '.join(rest[1:])}"
            raise Unreadable('"word" stands once, at the head of the line', WORD_FORM, _spelt(meant))
    if not rest:
        return Word(tuple(branches))
    if rest[0] != "red":
        to = " to" if SQUARE.fullmatch(rest[0]) and not branches[-1].end else ""
        meant = f"word {' or '.join(map(str, branches))}{to} {rest[0]}" if to else ""
        raise Unreadable(f'"{rest[0]}" is not understood after {branches[-1]}', WORD_FORM, meant)
    return Word(tuple(branches), _ways(rest[1:], WORD_FORM))


def _spelt(line: str) -> str:
    """A line as it is read, or empty where it cannot be."""
    with contextlib.suppress(Unreadable):
        return str(read(line))
    return ""


def _branch(words: list[str]) -> tuple[Branch, list[str]]:
    if not words:
        raise Unreadable("Which word?", WORD_FORM)
    word, *rest = words
    if not (word.isascii() and word.isalpha()):
        raise Unreadable(f'"{word}" is no word: words have the letters A to Z only', WORD_FORM)
    if rest[:1] == ["highest"]:
        return Branch(word.upper(), "highest"), rest[1:]
    if rest[:1] == ["to"]:
        if not rest[1:]:
            raise Unreadable(f"{word.upper()} is to end where?", "to SQUARE, for example: to c4")
        return Branch(word.upper(), rest[1]), rest[2:]
    return Branch(word.upper()), rest


def _step(words: list[str]) -> Order:
    where = "".join(word for word in words if word != "to")  # "back left" is backleft
    if not where:
        raise Unreadable("Step where?", STEP_FORM)
    return Step(DIRECTIONS.get(where, where))


def _shift(words: list[str]) -> Order:
    return Shift(_ways(words, SHIFT_FORM))


def _ways(words: list[str], form: str) -> tuple[Way, ...]:
    if not 1 <= len(words) <= len(RED) or not all(word in WAYS for word in words):
        raise Unreadable(
            f"Red tiles are laid left, right or straight: one to {len(RED)} of these words", form
        )
    return tuple(WAYS[word] for word in words)


def _always(words: list[str]) -> Order:
    if words == ["ask", "shift"]:
        return AlwaysShift("")
    if words == ["list", "rows"]:
        return ListRows(True)
    if words[:1] == ["start"]:
        return AlwaysStart(_column(words[1:]))
    if words[:1] == ["shift"] and len(words) == 2:
        return AlwaysShift(*_ways(words[1:], STANDING_FORMS[1]))
    raise Unreadable(f"Standing orders are: {', '.join(STANDING_FORMS)}")


def _never(words: list[str]) -> Order:
    if words == ["list", "rows"]:
        return ListRows(False)
    raise Unreadable(f"Standing orders are: {', '.join(STANDING_FORMS)}")


def _pass(words: list[str]) -> Order:
    raise Unreadable(NO_PASSING, "word or step")


_READERS: dict[str, Callable[[list[str]], Order]] = {
    "start": _start,
    "word": _word,
    "w": _word,
    "step": _step,
    "s": _step,
    "shift": _shift,
    "sh": _shift,
    "always": _always,
    "never": _never,
    "pass": _pass,
    "done": _pass,
}
