"""What the fuzzer begins with: the dialogues, letters and order lines of the tests, and all the words in them."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from pbem.server.core.games import Games
from pbem.server.language.command_table import COMMANDS
from tools.fuzz.costs import SENDERS, Recipe

_IF = "if S1 is b4 and not turn at least 3 or can done then"
DEAR = [
    *(
        Recipe(sender, "plain", columns, unit.encode())
        for sender in SENDERS
        for columns, unit in (
            (0, "a b c d e f g h "),  # a pattern for every suffix of the words behind the first: 35 seconds
            (80, "qwzxr lkjr tyuop "),
            (80, "x, "),  # six lines, put together and read by every game
            (400, "\u0130 "),
            (400, "and "),
            (1000, "and "),
            (1000, ";"),
            (1000, "1;"),
            (1000, "\ufdfa"),  # one sign, for eighteen
            (1000, "if S1 is b1 then "),
        )
    ),
    *(
        Recipe("answer", form, 0, unit)
        for form, unit in (
            ("plain", b"x:\n"),  # each line may introduce a quote
            ("plain", b"a@b 1:1 2 3 4:\n"),
            ("flowed", b"> a \n"),
            ("subject", b"list "),
            ("header", b"a@b, "),
            ("header", b"("),
            ("html", b"<p a=b "),  # thousands of attributes in one tag
            ("html", b"<body a=1 b=2>"),
            ("html", b"<div>"),
            ("html", b"<dl><dd>"),
            ("nested", b"\n"),
            ("nested", b"a: b\n"),
            ("quoted-printable", b"=41=\n"),
            ("report", b"\n"),
            ("report", b"a: b\n\n"),
        )
    ),
]
"""Letters that have cost seconds, or cost more than most."""

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
    elif target == "server":
        yield from (f"a move\n{lines}".encode() for lines in _orders("dodgeball"))
        yield f"a move\n{_IF} S1 throw N2; done else ask".encode()
        yield from ("\n".join(("a question", *command.usage)).encode() for command in COMMANDS)
        yield from (f"{command.example}\n".encode() for command in COMMANDS)
    elif target == "dialogues":
        for path in _sorted("dialogues/*.txt"):
            yield b"\0" + b"".join(_spoken(path.read_text("utf-8")))
    elif target == "costs":
        yield from (recipe.encode() for recipe in DEAR)


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
