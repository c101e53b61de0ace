"""What the fuzzer begins with: the dialogues, letters and order lines of the tests, and all the words in them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from pbem.desk.command_table import COMMANDS
from pbem.desk.games import Games

_IF = "if S1 is b4 and not turn at least 3 or can done then"
TESTS = Path(__file__).resolve().parent.parent.parent / "tests"


def seeds_of(target: str) -> Iterator[bytes]:
    """Inputs that the target knows, each something to start from."""
    if target == "letters":
        yield from (path.read_bytes() for path in _sorted("letters/*/*.eml"))
    elif target == "documents":
        for raw in seeds_of("letters"):
            if b"text/html" in raw:
                yield raw.partition(b"\n\n")[2]
    elif target == "orders":
        for number, game in enumerate(Games()):
            for lines in _orders(game.name):
                yield bytes([number]) + lines.encode()
                first, *others = lines.strip().split("\n")
                yield bytes([number]) + f"{_IF} {first} else {'; '.join(others) or 'ask'}".encode()
    elif target == "desk":
        yield from (f"a move\n{lines}".encode() for lines in _orders("dodgeball"))
        yield f"a move\n{_IF} S1 throw N2; done else ask".encode()
        yield from ("\n".join(("a question", *command.usage)).encode() for command in COMMANDS)
        yield from (f"{command.example}\n".encode() for command in COMMANDS)
    elif target == "dialogues":
        for path in _sorted("dialogues/*.txt"):
            yield b"\0" + b"".join(_spoken(path.read_text("utf-8")))


@functools.cache
def words_of(target: str) -> list[bytes]:
    """The words of all seeds, for the fuzzer to put together."""
    found = {word for seed in seeds_of(target) for word in re.findall(rb"[!-~]{2,24}", seed)}
    return sorted(found)[:5000]


def findings_of(target: str) -> list[Path]:
    """Inputs that have broken something once."""
    return _sorted(f"findings/{target}/*")


def _sorted(pattern: str) -> list[Path]:
    return sorted(TESTS.glob(pattern))


def _orders(game: str) -> Iterator[str]:
    for path in _sorted(f"scenarios/{game}/*.yaml"):
        for scenario in yaml.safe_load_all(path.read_text("utf-8")):
            for letter in scenario.get("letters", ()):
                yield from (str(lines) for lines in letter.values() if lines)


def _spoken(script: str) -> Iterator[bytes]:
    """What the client says in a dialogue, each line once."""
    for text in re.findall(r"^ *C: (?!\()(.*)$", script, re.MULTILINE):
        if "*" not in text and not text.endswith("\\"):
            yield text.encode("latin-1", "replace").decode("unicode_escape").encode("latin-1") + b"\r\n"
