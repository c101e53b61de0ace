"""Typical questions of a game: what people ask in their own words, and what answers it: a passage, or the position."""

from importlib import resources

import msgspec
from msgspec import Struct


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Ways to ask for one thing. `by` names the passage that answers: a clause of the rulebook (`37`), `word dodge` of
    the glossary, `option stall`, or `command resign`. `answer` is put before the passage where that is long, or says it
    only between the lines; a question for yes or no begins with it.

    Instead of `by`, `ask` is a plain question that the position answers. What is named stands in it and in `questions`
    as FIG, and FIG2 for another one, SQ and SQ2 for squares, BALL for a ball; the other player is the opponent."""

    questions: tuple[str, ...]
    by: str = ""
    ask: str = ""
    answer: str = ""

    def __post_init__(self) -> None:
        if bool(self.by) == bool(self.ask):
            raise ValueError(f"needs either by or ask: {self.questions[0]}")


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    asked: tuple[Asked, ...]


def read_asked(package: str) -> tuple[Asked, ...]:
    """The questions in the file `asked.toml` of a package."""
    text = resources.files(package).joinpath("asked.toml").read_bytes()
    return msgspec.toml.decode(text, type=_Table).asked
