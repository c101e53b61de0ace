"""Sentences that tell of not knowing, as the questions that they ask: `Never heard of a copperback.`

Only what cannot as well be said to the other player is one: it is about a word, or about something that has a name on
the board.
"""

import functools
import re
from collections.abc import Sequence
from importlib import resources

import msgspec
from msgspec import Struct

from pbem.play.orders import tidy


class _Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """A question, and ways to ask it by telling what one does not know."""

    asks: str
    said: tuple[str, ...]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, str]
    asked: tuple[_Asked, ...]


@functools.cache
def _every() -> Sequence[tuple[re.Pattern[str], str]]:
    data = resources.files(__package__).joinpath("unknowing.toml").read_bytes()
    table = msgspec.toml.decode(data, type=_Table)

    def whole(pattern: str) -> str:
        for name, part in table.parts.items():
            pattern = pattern.replace(f"<{name}>", part)
        return pattern

    around = r"^(?:(?:and|but|also|so|sorry|oh|well|btw|hm+)[,:]? )*(?:{})\W*$"
    return [
        (re.compile(around.replace("{}", whole(whole(pattern))), re.IGNORECASE), each.asks)
        for each in table.asked
        for pattern in each.said
    ]


_NO_TOPIC = re.compile(
    r"(?:it|this|that|these|those|them|you|me|us|him|her|all|everything|anything|something|nothing)$"
    r"|.*\b(?:i|you|he|she|we|they|how|why|when|where|who|which|whether|if|to|do|done)\b",
    re.IGNORECASE,
)


@functools.lru_cache(maxsize=512)
def asked_in(sentence: str) -> str:
    """The question that a sentence asks by telling what its writer does not know; "" if it is none.

    >>> asked_in("The * puzzles me.")
    'what is *?'
    """
    text = tidy(sentence)
    for pattern, asks in _every():
        if (found := pattern.match(text)) is not None and not _NO_TOPIC.match(found["x"]):
            return f"{asks.format(**found.groupdict())}?".replace("'", "").replace('"', "")
    return ""
