"""Rejoining lines that a mail program has broken.

Nothing is guessed. Two lines are joined only if the second is neither a command nor an order by itself, and the first
is an unfinished conditional line, or is no order alone and becomes one together with the second. A line that ends in a
comma is unfinished, too: if it forms one order with the line below, they are joined, though both may be orders by
themselves. Paragraphs are never joined.
"""

import re
from collections.abc import Callable, Sequence

from pbem.play.conditions import HEADS
from pbem.play.orders import tidy
from pbem.server.reading.splitter import Splitter

MOST = 6
"""Maximum number of pieces into which one line may have been broken."""

TRIED = 20
"""Maximum number of unreadable lines tried together with the lines below them."""

_LONG = 50
"""A line of at least this many columns may have been broken by a mail program."""

_BRANCH = re.compile(r"(?:then|else)\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_OPEN = re.compile(r"(?:\b(?:if|and|or|is|not|at|least|most|can|then|else)|[,<>=])$", re.IGNORECASE)
_OPTIONS = re.compile(r"\w+=\S+(?:\s+\w+=\S+)*")


def unwrapped(lines: Sequence[str], splitter: Splitter) -> list[str]:
    """The lines of a letter, with broken ones rejoined."""
    found: list[str] = []
    at = failed = 0
    while at < len(lines):
        pieces = _pieces(lines[at : at + MOST], splitter) if failed < TRIED else 1
        failed += not pieces
        found.append(_joined(lines[at : at + pieces]) if pieces > 1 else lines[at])
        at += pieces or 1
    return found


def _pieces(lines: Sequence[str], splitter: Splitter) -> int:
    """How many of these lines form the first one; 0 if it is nothing by itself, nor with those below it."""
    is_command, is_order, goes_on = splitter.command, splitter.reads, splitter.goes_on
    first, *others = lines
    below = next((at for at, line in enumerate(others, start=1) if not line), len(lines))
    conditional = tidy(first).lower().split(" ", 1)[0] in HEADS
    if below < 2:
        return 1
    if is_command(first):

        def goes_with(at: int) -> bool:
            """Is a line part of the command above: its options, or the rest of a long line?"""
            broken = len(lines[at - 1]) >= _LONG and lines[at - 1].rstrip().endswith((",", ";", ":"))
            new = is_command(lines[at]) or is_order(lines[at])
            return _OPTIONS.fullmatch(lines[at].strip()) is not None or (broken and not new)

        return next((at for at in range(1, below) if not goes_with(at)), below)
    pieces = int(is_order(first))
    if pieces and not conditional and not _is_open(first):
        return 1
    for at in range(1, below):
        before, whole, line = _joined(lines[:at]), _joined(lines[: at + 1]), lines[at]
        alone = is_command(line) or is_order(line)
        if conditional and (_BRANCH.match(tidy(line)) or _is_unfinished(before, is_order)):
            joins = not alone or is_order(whole)
        elif alone:
            joins = _is_open(before) and not is_command(line) and goes_on(before, line)
            if not joins:
                break
        else:
            joins = is_order(whole) or (_is_open(before) and goes_on(before, line))
        pieces = at + 1 if joins else pieces
    return pieces


def _is_unfinished(conditional: str, is_order: Callable[[str], bool]) -> bool:
    """Whether a conditional line cannot end here. Some games have an `if` of their own, which is an order by itself."""
    open_end = not _THEN.search(conditional) or _OPEN.search(conditional) is not None
    return open_end and not is_order(conditional)


def _is_open(line: str) -> bool:
    return line.rstrip().endswith(",")


def _joined(lines: Sequence[str]) -> str:
    """Join several lines; a comma before a branch of a conditional line is dropped."""
    whole = ""
    for line in lines:
        whole = whole.rstrip(",") if _BRANCH.match(line.strip()) else whole
        whole = f"{whole} {line.strip()}".lstrip()
    return whole
