"""First words of lines for older mail servers, and what to write here instead."""

from collections.abc import Collection
from importlib import resources

import msgspec

from pbem.server.language.command_table import command_named

INSTEAD: dict[str, str] = msgspec.toml.decode(
    resources.files(__package__).joinpath("legacy_words.toml").read_bytes(), type=dict[str, str]
)
"""What to write instead of a word, to be read after `Here:`."""

NEEDLESS = ("userid", "password", "login")
"""First words of lines that say who writes: here their address says so, and the lines below are what they want."""


def pointer(line: str, games: Collection[str]) -> str:
    """A sentence that helps people who write to us as to another server; "" if nothing is known of such a line.

    There a line begins with the game, and a command of ours may follow it.
    """
    words = [word.rstrip(":,") for word in line.lower().split()]
    if words and words[0] in games:
        if len(words) == 1:
            return f"Here: help {words[0]} tells how it is played, challenge {words[0]} house begins a match of it."
        if command_named(words[1]):
            return f"Here the command comes first; see: help {words[1]}."
        words = words[1:]
    told = INSTEAD.get(words[0]) if words else None
    return f"Here: {told}." if told else ""
