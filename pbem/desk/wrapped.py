"""Lines that a mail program has broken, made whole again.

Nothing is guessed. Two lines are one only where the second is neither a command nor an order by itself, and where the
first is an unfinished conditional line, or is no order alone and becomes one by what follows it. Paragraphs are never
joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.play.orders import tidy

MOST = 6
"""Into so many pieces may one line have been broken."""

TRIED = 20
"""So many lines of a letter that are nothing by themselves are tried with what stands below them."""

_BRANCH = re.compile(r"(?:then|else)\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_OPEN = re.compile(r"(?:\b(?:if|and|or|is|not|at|least|most|can|then|else)|[,<>=])$", re.IGNORECASE)
_OPTIONS = re.compile(r"\w+=\S+(?:\s+\w+=\S+)*")


def unwrapped(
    lines: Sequence[str], is_command: Callable[[str], bool], is_order: Callable[[str], bool]
) -> list[str]:
    """The lines of a letter, those that were broken in one."""
    found: list[str] = []
    at = failed = 0
    while at < len(lines):
        pieces = _pieces(lines[at : at + MOST], is_command, is_order) if failed < TRIED else 1
        failed += not pieces
        found.append(_joined(lines[at : at + pieces]) if pieces > 1 else lines[at])
        at += pieces or 1
    return found


def _pieces(lines: Sequence[str], is_command: Callable[[str], bool], is_order: Callable[[str], bool]) -> int:
    """How many of these lines are the first one; 0 where it is nothing by itself, nor with those below it."""
    first, *others = lines
    below = next((at for at, line in enumerate(others, start=1) if not line), len(lines))
    conditional = tidy(first).lower().startswith("if ")
    if below < 2:
        return 1
    if is_command(first):
        return next((at for at in range(1, below) if not _OPTIONS.fullmatch(lines[at].strip())), below)
    if not conditional and is_order(first):
        return 1
    pieces = 0
    for at in range(1, below):
        before, whole = _joined(lines[:at]), _joined(lines[: at + 1])
        # Some games have an `if` of their own, which is an order by itself.
        unfinished = conditional and _is_unfinished(before) and not is_order(before)
        if conditional and (_BRANCH.match(tidy(lines[at])) or unfinished):
            pieces = at + 1
        elif is_command(lines[at]) or is_order(lines[at]):
            break
        elif is_order(whole):
            pieces = at + 1
    return pieces


def _is_unfinished(conditional: str) -> bool:
    """Whether a conditional line cannot end here."""
    return not _THEN.search(conditional) or _OPEN.search(conditional) is not None


def _joined(lines: Sequence[str]) -> str:
    """Several lines as one; a comma before a branch of a conditional line is no part of it."""
    whole = ""
    for line in lines:
        whole = whole.rstrip(",") if _BRANCH.match(line.strip()) else whole
        whole = f"{whole} {line.strip()}".lstrip()
    return whole
