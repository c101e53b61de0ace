"""The lines below a message (`say`, `tell`, `note`): which belong to it, and which may as well be meant for us.

An order that was taken for a message would not be played, and tell the others what its writer has in mind; the end of a
message that was taken for an order would be done. Where it cannot be told apart its writer is asked.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence

from pbem.server.reading.classify import Classifier
from pbem.server.reading.small_talk import SMILEY, is_talk

BELOW_A_MESSAGE = "It stands below a message: if it belongs to that, begin the line with: "

WRAPPED = 50
"""A line of so many columns may have been broken at its end by a mail program."""

_FINISHED = re.compile(r"""[.!?…)\]"'”’»]$""")
_GOES_ON = re.compile(
    r"(?:[,:;-]|\b(?:a|an|the|this|my|your|his|her|our|their|and|or|but|nor|if|that|than|then|as|when|because|so|to|of"
    r"|with|by|for|from|in|on|at|into|is|am|are|was|were|be|been|have|has|had|will|would|shall|should|can|could|may"
    r"|might|must|not|never|simply|just|ever|i|we))$",
    re.IGNORECASE,
)
"""How a sentence ends that is none yet."""


def rest_of_message(
    meanings: Classifier, words: frozenset[str], lines: Sequence[str], most: int
) -> list[str]:
    """The lines below a message that belong to it, up to one that may be meant for us; `most` are looked at.

    A paragraph that holds no such line does, whatever it says; beyond it, what can be nothing else. `words` are those
    of which orders are made.
    """
    lines = list(itertools.takewhile(lambda line: not meanings.ends(line), lines[: max(0, most)]))
    paragraph = list(itertools.takewhile(bool, lines))
    if any(meanings.is_meant(line) for line in paragraph):
        paragraph = []
    below = lines[len(paragraph) :]
    return [
        *paragraph,
        *itertools.takewhile(
            lambda line: not line or (is_talk(line, words) and not meanings.is_meant(line)), below
        ),
    ]


def may_go_on(message: str, below: str, meanings: Classifier) -> bool:
    """Whether a line directly below the last one of a message, which would be done, may be the end of its sentence.

    It may be where that line is no whole sentence and a mail program may have broken it, or it breaks off itself. What
    ends a match, or agrees to something, asks for a whole sentence above it in any case.
    """
    if is_finished(message) or not meanings.changes(below):
        return False
    command = meanings.command(below)
    if command is not None and command.goes_on:
        return False
    last = message.strip()
    return meanings.is_grave(below) or len(last) >= WRAPPED or _GOES_ON.search(last) is not None


def is_finished(line: str) -> bool:
    """Whether a line of a message ends as a sentence does, or with a smiley, or is empty."""
    text = line.strip()
    if not text or _FINISHED.search(text) or unicodedata.category(text[-1]) == "So":
        return True
    return any(found.end() == len(text) for found in SMILEY.finditer(text))


def asked_back(opening: str) -> str:
    """What is told about a line that may be the end of the message above it, which begins like this."""
    return (
        "This may be the end of the message above it. If it is meant for me, leave an empty line above it; if it"
        f" belongs to the message, begin it with: {opening}"
    )
