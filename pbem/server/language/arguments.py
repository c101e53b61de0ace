"""Parsing the text after the word of a command, by its usage.

A form of the usage is a row of parts: a word as it is written (`draw`); NUMBER, #TURN or both as NUMBER#TURN; GAME,
NAME, PART; NEW and OLD for mail addresses; TEXT, REASON, CHAPTER and ORDER for all that follows; an example of a day, a
span or an hour (`10d`); any other word in capitals for one word of the player's; `...` for more of the same; and at the
end options in brackets. If a line fits several forms, the one with the most definite parts counts.
"""

import functools
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct

from pbem.server.core.terms import POLICIES

_MOMENT = re.compile(r"(\d+)?(?:#(-?\d{1,9}))?:?")
"""The number of a match, and of a turn."""

_OF_NUMBERS = ("pace", "bank", "add", "most", "expires", "players", "games")
"""Options of every match whose values begin with a number."""

_SIGN = re.compile(r"(?<=\w)\s*=\s*(?=\w)(?!\w+\s*=)")
_SPAN = re.compile(r"(?<==)(\d+)\s*(minutes?|hours?|days?|weeks?|[mhdw])(?!\w)", re.IGNORECASE)
_POLICY = re.compile(rf"policy=\w+(?:\s*[,+]\s*(?:{'|'.join(POLICIES)})(?![\w=]))+", re.IGNORECASE)


class Arguments(Struct, frozen=True):
    """The parsed arguments of a line: each part of its form in its place.

    `words` are words of the form itself, in small letters, and those that the player has chosen, as they are written.
    """

    number: int | None = None
    turn: int | None = None
    game: str = ""
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    options: dict[str, str] = {}
    text: str = ""

    @property
    def name(self) -> str:
        """The first name; empty where there is none."""
        return self.names[0] if self.names else ""

    @property
    def word(self) -> str:
        """The first word; empty where there is none."""
        return self.words[0] if self.words else ""


def is_number(word: str) -> bool:
    """Whether a word may be the number of a match: `12`, or `12:` before a text."""
    return word.rstrip(":").isdecimal()


class Known(Struct, frozen=True):
    """What words may mean. `find_game` returns the name of the game that a word means (empty: none), `options_of` the
    names of a game's options; `is_name` and `is_match` say whether a word may mean a person or a match."""

    find_game: Callable[[str], str]
    is_name: Callable[[str], bool] = bool
    is_match: Callable[[str], bool] = is_number
    options_of: Callable[[str], Collection[str]] = lambda game: ()


@functools.cache
def forms_of(usage: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The parts of each form after the word of the command, the most definite form first."""
    return tuple(sorted((tuple(form.split()[1:]) for form in usage), key=lambda form: [*map(_rank, form)]))


def _rank(part: str) -> int:
    if part in _REST:
        return 5
    if part.islower():
        return 0
    return {"NUMBER": 1, "GAME": 2, "NAME": 3}.get(part, 1 if "#" in part else 4)


_REST = ("TEXT", "REASON", "CHAPTER", "ORDER", "ORDER;")  # parts that stand for all that follows


def take_apart(forms: Sequence[Sequence[str]], text: str, known: Known) -> Arguments | None:
    """Parse a text that has one of these forms; None if it has none."""
    for form in forms:
        own = next((at for at, part in enumerate(form) if part.startswith("[")), None)
        if own is None:
            found = _fit(form, text, known)
        else:
            plain, options = split_options(text.split(), known)
            if (found := _fit(form[:own], " ".join(plain), known)) is not None:
                found["options"] = options
        if found is not None:
            return Arguments(**found)
    return None


def split_options(words: Sequence[str], known: Known) -> tuple[list[str], dict[str, str]]:
    """The plain words of a line, and its `key=value` ones, including those written with blanks or without the sign:
    `pawns = 4`, `pace 3 days`. A number is nobody's name."""
    game = next(filter(None, map(known.find_game, words)), "")
    names = "|".join((*map(re.escape, known.options_of(game) if game else ()), *_OF_NUMBERS))
    text = re.sub(rf"(?<!\S)({names})\s+(?=\d)", r"\1=", " ".join(words), flags=re.IGNORECASE)
    text = _SIGN.sub("=", text)
    text = _SPAN.sub(lambda found: f"{found[1]}{found[2][0]}", text)
    text = _POLICY.sub(lambda found: "".join(found[0].split()), text)
    parts = [part for word in text.split() for part in [word.strip(",;")] if part]
    plain = [part for part in parts if "=" not in part]
    return plain, dict(part.lower().split("=", 1) for part in parts if "=" in part)


def lacks(form: Sequence[str], text: str, known: Known) -> tuple[int, str, str]:
    """How many words of a text fit a form that it does not have as a whole, the word that does not, and the part of the
    form in its place; either is empty where nothing stands."""
    words, form = text.split(), [part for part in form if part != "..."]
    for at, part in enumerate(form):
        if part.startswith("["):
            break
        if at == len(words) or (part not in _REST and _take(part, words[at], known) is None):
            return at, "".join(words[at : at + 1]), part
    return len(form), "".join(words[len(form) : len(form) + 1]), ""


def _fit(form: Sequence[str], text: str, known: Known) -> dict[str, Any] | None:
    """The fields of `Arguments`, or None if a text does not have this form."""
    words, found = text.split(), dict[str, Any]()
    form = _repeated(form, len(words))
    for at, part in enumerate(form):
        if at == len(words):
            return None
        if part in _REST:
            return {**found, "text": text.split(maxsplit=at)[at].strip()}
        taken = _take(part, words[at], known)
        if taken is None:
            return None
        for field, value in taken.items():
            found[field] = (*found.get(field, ()), *value) if isinstance(value, tuple) else value
    return found if len(words) == len(form) else None


def _repeated(form: Sequence[str], count: int) -> Sequence[str]:
    """The form for this many words, without its `...`; several numbers are words, not matches."""
    if "..." not in form or form[0] in _REST:
        return form
    at = form.index("...")
    if form[at - 1] in _REST:
        return form[:at]
    each = "1" if form[at - 1] == "NUMBER" else form[at - 1]
    return (*form[: at - 1], *[each] * max(1, count - len(form) + 2))


def _take(part: str, word: str, known: Known) -> dict[str, Any] | None:
    bare = word.rstrip(",:")
    match part:
        case "NUMBER":
            return {"number": int(bare)} if bare.isdecimal() and known.is_match(word) else None
        case "GAME":
            game = known.find_game(word)
            return {"game": game} if game else None
        case "NAME" | "PART":
            return {"names": (bare,)} if "=" not in bare and known.is_name(bare) else None
        case "NEW" | "OLD":
            return {"names": (word,)} if "@" in word else None
        case _ if "#" in part:
            found = _MOMENT.fullmatch(word)
            if found is None or not (found[1] or found[2]):
                return None
            return {"number": found[1] and int(found[1]), "turn": found[2] and int(found[2])}
        case _ if part.isupper():
            return {"words": (word,)}
        case _ if any(sign.isdigit() for sign in part):
            return {"words": (word,)} if any(sign.isdigit() for sign in word) else None
        case _:
            return {"words": (part,)} if word.lower() == part else None
