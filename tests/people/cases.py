"""The letters and what is right for each of them, as the YAML files hold them; README.md tells what the keys mean."""

import zlib
from collections import Counter, defaultdict
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml
from msgspec import Struct, structs

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is ten times as fast
HERE = Path(__file__).parent
OWN = (HERE / "themes", HERE / "voices")
FIGURES = {
    "plain": "recall",
    "danger": "precision",
    "doubtful": "precision",
    "question": "questions",
    "wish": "questions",
}
"""The figure that each kind of letter counts for."""


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What may become of a letter: any of the outcomes that are named."""

    done: str | list[str | list[str]] | None = None
    proposed: str | list[str | list[str]] | None = None
    answered: str | list[str] | None = None
    never: str | list[str] = []
    both: bool = True
    nothing: bool = False


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A letter in a position, with its right outcome."""

    id: str
    game: str
    kind: Literal["plain", "danger", "doubtful", "question", "wish"]
    letter: str
    expect: Expect
    seat: Literal[1, 2] = 1
    before: list[str] = []
    subject: str | None = None
    quote: str | None = None
    told: bool = False
    why: str = ""
    theme: str = ""

    @property
    def figure(self) -> str:
        """What it counts for: recall, precision or questions."""
        return FIGURES[self.kind]


def ways(value: str | list[str | list[str]] | None) -> list[tuple[str, ...]]:
    """Orders as a list of alternatives, each of them all its lines."""
    if not value:
        return []
    if isinstance(value, str):
        return [(value,)]
    alternatives = [each for each in value if not isinstance(each, str)]
    return [tuple(each) for each in alternatives] or [tuple(map(str, value))]


def words(value: str | list[str] | None) -> list[str]:
    """Regular expressions as a list."""
    return [value] if isinstance(value, str) else value or []


def load(*folders: Path) -> list[Case]:
    """All letters of these folders; raises `ValueError` for one that cannot be judged."""
    cases: list[Case] = []
    for file in sorted(file for folder in folders for file in folder.glob("*.yaml")):
        cases += read(yaml.load(file.read_text("utf-8"), LOADER) or [], file.stem)
    if twice := [name for name, times in Counter(case.id for case in cases).items() if times > 1]:
        raise ValueError(f"ids used twice: {' '.join(twice)}")
    return cases


def read(entries: Any, theme: str) -> list[Case]:
    """The letters of one file; raises `ValueError`."""
    try:
        cases = msgspec.convert(entries, list[Case])
    except msgspec.ValidationError as error:
        raise ValueError(f"{theme}: {error}") from error
    for case in cases:
        expect = case.expect
        if not (ways(expect.done) or ways(expect.proposed) or expect.answered is not None or expect.nothing):
            raise ValueError(f"{case.id}: no outcome is right")
    return [structs.replace(case, theme=theme) for case in cases]


def sample(cases: list[Case], size: int) -> list[Case]:
    """About as many letters, always the same ones, of every figure and game in turn."""
    groups: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in sorted(cases, key=lambda case: zlib.crc32(case.id.encode())):
        groups[case.figure, case.game].append(case)
    rounds = zip_longest(*(group for _, group in sorted(groups.items())))
    return [case for each in rounds for case in each if case is not None][:size]
