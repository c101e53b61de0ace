"""Typical questions of a game: what people ask in their own words, and the passage that answers it."""

from importlib import resources

import msgspec
from msgspec import Struct


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Ways to ask for one thing. `by` names the passage that answers: a clause of the rulebook (`37`), `word dodge` of
    the glossary, `option stall`, or `command resign`. `answer` is put before the passage where that is long, or says it
    only between the lines; a question for yes or no begins with it."""

    by: str
    questions: tuple[str, ...]
    answer: str = ""


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    asked: tuple[Asked, ...]


def read_asked(package: str) -> tuple[Asked, ...]:
    """The questions in the file `asked.toml` of a package."""
    text = resources.files(package).joinpath("asked.toml").read_bytes()
    return msgspec.toml.decode(text, type=_Table).asked
