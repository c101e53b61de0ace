"""What conditional lines may refer to: facts by name, each with its possible values.

A fact knows what it can be compared with. So a condition that could never hold is refused while its writer can still
correct it, rather than found false days later.
"""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from msgspec import Struct

from pbem.play.orders import nearest

Sign: TypeAlias = str
"""`is`, `is not`, `<`, `>`, `at least`, `at most`."""

OPPOSITE: Mapping[Sign, Sign] = {
    "is": "is not",
    "is not": "is",
    "<": "at least",
    ">": "at most",
    "at least": "<",
    "at most": ">",
}


class Number(Struct, frozen=True):
    """A whole number, from `low` to `high` for the rest of the match; no `high`: no upper limit."""

    now: int
    low: int = 0
    high: int | None = None

    def holds(self, sign: Sign, value: str) -> bool:
        """Does the comparison with a number in text hold now?"""
        wanted = int(value)
        return {
            "is": self.now == wanted,
            "is not": self.now != wanted,
            "<": self.now < wanted,
            ">": self.now > wanted,
            "at least": self.now >= wanted,
            "at most": self.now <= wanted,
        }[sign]

    def fit(self, name: str, sign: Sign, value: str) -> tuple[str, Sign, str]:
        """What is wrong with a comparison (empty: nothing), and its sign and value in canonical form.

        No other number is proposed: nobody knows which one was meant.
        """
        if not _is_number(value):
            return f"{name} is {self.possible}: it cannot be compared with {value}", sign, value
        wanted = int(value)
        if sign == "is not":
            possible = True
        elif sign in ("<", "at most"):
            possible = self.low < wanted + (sign == "at most")
        elif sign in (">", "at least"):
            possible = self.high is None or self.high > wanted - (sign == "at least")
        else:
            possible = self.low <= wanted and (self.high is None or wanted <= self.high)
        why = "" if possible else f"{name} can never be so: from now on it is {self._range}"
        return why, sign, str(wanted)

    @property
    def possible(self) -> str:
        """Its possible values in words."""
        return f"a number, {self._range}"

    @property
    def _range(self) -> str:
        return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"


class Word(Struct, frozen=True):
    """One of several `words`, such as squares; `told` describes them if they are too many to list."""

    now: str
    words: Collection[str]
    told: str = ""

    def holds(self, sign: Sign, value: str) -> bool:
        """Is the word, or is not, the value now?"""
        return (self.now.lower() == value.lower()) == (sign == "is")

    def fit(self, name: str, sign: Sign, value: str) -> tuple[str, Sign, str]:
        """What is wrong with a comparison (empty: nothing), and the sign and value that would be right. Misspelt words
        are corrected, squares are not."""
        word = next((word for word in (self.now, *self.words) if word.lower() == value.lower()), None)
        if sign not in ("is", "is not"):
            return f"{name} is not a number: write is, or is not, {self.possible}", "is", word or value
        if word is None:
            spelt = [each for each in self.words if each.isalpha()] if value.isalpha() else []
            meant = nearest(value, spelt, cutoff=0.7) or value
            return f"{name} can never be {value}: it is {self.possible}", sign, meant
        return "", sign, word

    @property
    def possible(self) -> str:
        """Its possible values in words."""
        return self.told or " or ".join(self.words)


Fact: TypeAlias = Number | Word
Facts: TypeAlias = Mapping[str, Fact]
"""What conditions may refer to, by name, with current values."""


def listed(facts: Facts) -> list[str]:
    """All facts as they are now, one per line, grouped by possible values."""
    groups: dict[str, list[str]] = {}
    for name, fact in facts.items():
        groups.setdefault(fact.possible, []).append(f"  {name} is {fact.now}")
    return ["\n".join([f"{what[0].upper()}{what[1:]}:", *lines]) for what, lines in groups.items()]


def spoken_of(facts: Facts, text: str) -> list[str]:
    """The possible values of the facts that a text mentions, the first of each sort: `S1 is a square (b4)`."""
    words = set(text.lower().split())
    found: dict[str, str] = {}
    for name, fact in facts.items():
        if name.lower().split()[0] in words:
            found.setdefault(fact.possible, f"{name} is {fact.possible}")
    return list(found.values())


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
