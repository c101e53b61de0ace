"""From lines to orders: how a line of text is tidied, and how it can fail.

There are three steps, each with its own error. `game.read` asks whether the line is an order of the game
(`Unreadable`); `ask.takes` whether it answers what is open (no error: the line waits); `ask.check` whether it
is legal here (`Refused`, or `Ambiguous` if it may mean several things; `Skipped` and `Halted` for lines
with conditions). The text of an error is for the player: it says what is wrong and what would be right.
"""

import difflib
import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar


class OrderError(Exception):
    """Something is wrong with a player's line. The text is shown to the player as it is."""


class Wrong(NamedTuple):
    """What is wrong with a line. `expected` describes an order in a few words; `nearest` is a readable line, or empty;
    `certain`: it is the only one that a slip of the pen makes of the line."""

    text: str
    expected: str = ""
    nearest: str = ""
    certain: bool = False


class Unreadable(OrderError):
    """The line is not an order of this game.

    Most lines need no more than that: a function may supply what is wrong, and is called when that is wanted.
    `final`: no other line than its `nearest` may be proposed.
    """

    final = False

    def __init__(self, text: str | Callable[[], Wrong], expected: str = "", nearest: str = "") -> None:
        super().__init__(text)
        self._tell = text if callable(text) else lambda: Wrong(text, expected, nearest)

    def __str__(self) -> str:
        return self._told.text

    @property
    def expected(self) -> str:
        return self._told.expected

    @property
    def nearest(self) -> str:
        return self._told.nearest

    @property
    def certain(self) -> bool:
        return self._told.certain

    @functools.cached_property
    def _told(self) -> Wrong:
        return self._tell()


class Refused(OrderError):
    """The line can be read but is not legal here."""


class Ambiguous(Refused):
    """The line may mean several things; `choices` are the lines that say which."""

    def __init__(self, text: str, choices: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.choices = tuple(choices)


class Skipped(OrderError):
    """The condition of a line does not hold: the line is skipped, later lines stand."""


class Halted(OrderError):
    """The player wants to be asked here: the later queued lines are dropped."""


_LOOKALIKES = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-",
        "\u2212": "-",
        "\u2190": "<-", "\u2192": "->", "\u00d7": "x",
        "\u2022": "* ", "\u2023": "* ", "\u25e6": "* ", "\u25aa": "* ", "\u25cf": "* ", "\u2219": "* ",
        "\u00ad": None, "\u200b": None, "\u200c": None, "\u200d": None, "\u2060": None, "\ufeff": None,
    }
)  # fmt: skip


@functools.lru_cache(maxsize=1024)  # each step tidies the line again
def tidy(text: str) -> str:
    """One line as the readers see it: look-alike characters made ASCII, single blanks, no list marks and no full stop
    at the end. Letter case is kept.

    >>> tidy("  * S1\u00a0 Move \u201cb4\u201d.")
    'S1 Move "b4"'
    """
    line, before = _plain(text), None
    while line != before:  # marks may stand inside marks: `* *S1 move b4*.`
        line, before = _unmarked(line), line
    return line


def _plain(text: str) -> str:
    """Make look-alike characters ASCII, also those that only their normal form shows."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES)


def _unmarked(line: str) -> str:
    words = line.split()
    while words and (words[0] in ("-", "*", "+") or (len(words) > 1 and _is_number_mark(words[0]))):
        del words[0]
    line = " ".join(words)
    if line.startswith("*") and line.endswith("*"):  # *bold* in plain text mail
        line = line.strip("*").strip()
    return line.rstrip(".! ")


def _is_number_mark(word: str) -> bool:
    """`2.` or `2)`, as before the second item of a list."""
    return word[:-1].isdigit() and word[-1] in ".)"


def split_lines(lines: Iterable[str]) -> list[str]:
    """Split lines into orders: `;` separates like a line end, `#` begins a comment (except in `#7`, the seventh turn),
    empty orders are dropped. Quotation marks around an order are removed, and a colon after its first word.

    >>> split_lines(["'S1: move b4'; done  # enough"])
    ['S1 move b4', 'done']
    """
    return [
        order
        for line in lines
        for part in _SEPARATOR.split(_unquoted(_COMMENT.split(_plain(line), 1)[0]))
        if part and (order := _LABEL.sub(r"\1 ", _unquoted(part)))
    ]


_COMMENT = re.compile(r"#(?!-?\d+(?:[\s;]|$))")
_SEPARATOR = re.compile(r";(?!\s*support:)", re.IGNORECASE)  # `; support:` goes on with the players of a team
_LABEL = re.compile(r"^(\w+): ")


def _unquoted(text: str) -> str:
    """The tidied text without quotation marks around it."""
    line = tidy(text)
    mark = line[:1]
    if mark in _QUOTES and len(line) > 1 and line.endswith(mark) and line.count(mark) == 2:
        return tidy(line[1:-1])
    return line


_QUOTES = ('"', "'", "`")


def nearest(word: str, words: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The word most similar to this one, or empty. Letter case does not count."""
    found = all_near(word, words, cutoff=cutoff)
    return found[0] if found else ""


def all_near(word: str, words: Iterable[str], *, cutoff: float = 0.6) -> Sequence[str]:
    """The words similar to this one, the most similar first, three at most. Letter case does not count."""
    return _all_near(word.lower(), tuple(words), cutoff)


@functools.lru_cache(maxsize=1024)  # letters say the same words again and again
def _all_near(word: str, words: tuple[str, ...], cutoff: float) -> Sequence[str]:
    from rapidfuzz import process  # longer to import than a command of the host takes to run
    from rapidfuzz.distance import Indel

    known = {each.lower(): each for each in words}
    # rapidfuzz accepts whatever difflib finds similar, and rules out nearly all words in a tenth of the time.
    near = process.extract(
        word, list(known), scorer=Indel.normalized_similarity, score_cutoff=0.99 * cutoff, limit=None
    )
    found = difflib.get_close_matches(word, [each for each, *_ in near], n=3, cutoff=cutoff)
    return [known[each] for each in found]


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A question to add to a refusal (`Did you mean move?`), or empty if nothing is similar.

    >>> did_you_mean("mvoe", ["move", "pass", "throw"])
    'Did you mean "move"?'
    """
    found = nearest(word, words)
    return f'Did you mean "{found}"?' if found else ""


Branch = TypeVar("Branch")
Answer = TypeVar("Answer")


def first_legal(branches: Sequence[Branch], check: Callable[[Branch], Answer]) -> Answer:
    """The first of several alternatives that passes `check`; if none does, the reasons of all."""
    reasons: list[str] = []
    for branch in branches:
        try:
            return check(branch)
        except Refused as error:
            reasons.append(str(error))
    raise Refused(" / ".join(dict.fromkeys(reasons)))


def passes(check: Callable[[Branch], object], order: Branch) -> bool:
    """Does an order pass a check?"""
    try:
        check(order)
    except OrderError:
        return False
    return True


def first_passing(orders: Iterable[Branch], check: Callable[[Branch], object]) -> Branch | None:
    """The first of several orders that passes a check, as it is written, or None."""
    return next((order for order in orders if passes(check, order)), None)
