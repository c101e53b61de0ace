"""What each command costs the loop of a server with very many matches.

Every form of every command is sent by mail, with words for its placeholders, and undone again.
"""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from benchmarks.letters import DOMAIN, Post, address
from benchmarks.stock import take
from pbem.server.language.command_table import COMMANDS
from pbem.server.ops.application import Application

WORDS = {
    "CHAPTER": "throws",
    "CHOICE": "wait",
    "COMMAND": "draw",
    "FIGURE": "S1",
    "GAME": "dodgeball",
    "PART": "Ann5",
    "SEAT": "N",
    "TEXT": "hello",
    "TURN": "2",
    "WORD": "throw",
}
"""What stands for each placeholder; for those that are not here, a word that nothing is called."""

TIMES = 3


class _Undone(Exception):
    pass


def dearest(app: Application, match: int) -> tuple[str, float]:
    """The dearest request of a player of this match, and its milliseconds: the best of `TIMES`, so that nothing is
    counted which is loaded once."""
    costs = {line: min(_ask(app, match, line) for _ in range(TIMES)) for line in _lines(match)}
    return max(costs.items(), key=lambda each: each[1])


def _lines(match: int) -> Iterator[str]:
    words = WORDS | {"NUMBER": str(match), "NAME": f"ben{match + 1}"}
    for spec in COMMANDS:
        for usage in spec.usage:
            plain = re.sub(r"\s*(\[[^]]*\]|\.\.\.)", "", usage)
            yield re.sub(r"\b[A-Z]{2,}\b", lambda found: words.get(found[0], "none"), plain)


_numbers = count(1)


def _ask(app: Application, match: int, line: str) -> float:
    sender = address(match, 0)
    head = f"From: {sender}\r\nTo: pbem@{DOMAIN}\r\nMessage-ID: <request.{next(_numbers)}@client.example>\r\n\r\n"
    post = Post(sender, f"pbem@{DOMAIN}", f"{head}{line}\r\n".encode())
    start = time.perf_counter()
    with suppress(_Undone), app.store.transaction():
        take(app, post)
        raise _Undone
    return (time.perf_counter() - start) * 1000
