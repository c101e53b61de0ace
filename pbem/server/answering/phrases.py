"""How people say things: the expressions of `phrases.toml`, compiled when they are first wanted."""

import functools
import re
from collections.abc import Mapping, Sequence
from importlib import resources

import msgspec


@functools.cache
def _phrases() -> Mapping[str, Sequence[str]]:
    data = resources.files(__package__).joinpath("phrases.toml").read_bytes()
    read: Mapping[str, Sequence[str]] = msgspec.toml.decode(data, type=dict[str, tuple[str, ...]])
    return read


def wish_words(name: str) -> Sequence[str]:
    """The words of a class in the phrases of wishes."""
    return _phrases()[f"wish_{name}"]


@functools.cache
def said(name: str, around: str = "{}") -> re.Pattern[str]:
    """The expression for any of the phrases of a name, in any letter case; `around` is what stands around them."""
    return re.compile(around.replace("{}", f"(?:{'|'.join(_phrases()[name])})"), re.IGNORECASE)
