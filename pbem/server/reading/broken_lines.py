"""Lines that a mail program has broken, put together again.

Nothing is guessed. Two lines are one only if the second is neither a command nor an order by itself, and the first is
an unfinished conditional line, or is not an order alone and becomes one together with the second. The same holds where
the first ends in a comma and the two form one order, though both may be orders by themselves. Paragraphs are never
joined.
"""

import re
from collections.abc import Sequence

from pbem.play.conditional import lines_of
from pbem.play.conditions import HEADS
from pbem.play.orders import Unreadable, tidy
from pbem.server.language.yes_no import is_courtesy
from pbem.server.reading.finder import LONGEST_ORDER
from pbem.server.reading.surroundings import Surroundings
from pbem.server.reading.whole_lines import WholeLines

PIECES = 6
"""Maximum number of lines into which a mail program may have broken one."""

_LONG = 50
"""A line of at least this many columns may have been broken by a mail program."""

_BRANCH = re.compile(r"(?:then|else)\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_OPEN = re.compile(r"(?:\b(?:if|and|or|is|not|at|least|most|can|then|else)|[,<>=])$", re.IGNORECASE)
_OPTIONS = re.compile(r"\w+=\S+(?:\s+\w+=\S+)*")


class BrokenLines:
    """Finds out how many of the lines below a line belong to it."""

    def __init__(self, here: Surroundings, whole: WholeLines) -> None:
        self._here, self._whole = here, whole

    def options_below(self, line: str, below: Sequence[str]) -> int:
        """How many lines below a command are part of it: its options, or the rest of a long line."""
        count = 0
        for each in below:
            before = line if not count else below[count - 1]
            broken = len(before) >= _LONG and before.rstrip().endswith((",", ";", ":"))
            new = self._whole.command(each) or self._whole.orders_of(each)
            if not each.strip() or not (_OPTIONS.fullmatch(each.strip()) or (broken and not new)):
                break
            count += 1
        return count

    def half(self, line: str, below: str) -> bool:
        """Whether an order goes on below though neither line says all, so it is not known what is meant."""
        if not below.strip() or self._whole.orders_of(below) or self._whole.begins(below) is not None:
            return False
        more = self._says_more(f"{line.strip()} {below.strip()}", line.strip())
        return more and not is_courtesy(below, self._here.letter.names)

    def _says_more(self, whole: str, first: str) -> bool:
        """Whether two lines are one order that says more than the first alone."""
        if len(whole) > LONGEST_ORDER:
            return False
        for position in self._here.positions:
            try:
                more, less = (
                    [str(position.game.read_line(piece)) for piece in lines_of(text)]
                    for text in (whole, first)
                )
            except Unreadable:
                continue
            if less and len(more) == len(less) and re.match(rf"{re.escape(less[-1])}\b.", more[-1]):
                return True
        return False

    def behind_comma(self, line: str, below: Sequence[str]) -> int:
        """How many lines below one that ends in a comma are one order with it."""
        whole, last, position = line, 0, self._here.position
        for more, each in enumerate(below, start=1):
            names = [next(iter(tidy(text).split()), "").rstrip(":,") for text in (line, each)]
            figures = position is not None and all(position.is_figure(name, "to") for name in names)
            if not each.strip() or figures or self._whole.begins(each) is not None:
                break
            if not self._says_more(f"{whole} {each.strip()}", whole):
                break
            whole, last = f"{whole} {each.strip()}", more
            if not is_open(whole):
                break
        return last

    @staticmethod
    def has_branch(line: str, below: Sequence[str]) -> bool:
        """Whether a branch of a conditional line stands on the line below."""
        conditional = tidy(line).lower().split(" ", 1)[0] in HEADS
        return conditional and bool(below) and _BRANCH.match(tidy(below[0])) is not None

    def unfinished(self, line: str, below: Sequence[str]) -> int:
        """How many lines below one that is nothing alone are one or more orders together with it."""
        conditional = tidy(line).lower().split(" ", 1)[0] in HEADS
        if self._whole.begins(line) is not None or not (conditional or self._looks_begun(line)):
            return 0
        whole, last = line, 0
        for more, each in enumerate(below, start=1):
            if not each.strip() or self._whole.begins(each) is not None:
                break
            alone = bool(self._whole.orders_of(each))
            branch = conditional and bool(_BRANCH.match(tidy(each)) or self._is_unfinished(whole))
            if alone and not branch:
                break
            whole = joined([whole, each])
            if self._whole.orders_of(whole):
                last = more
                if not conditional:
                    break
        return last

    def _looks_begun(self, line: str) -> bool:
        """Whether a line may be the beginning of an order: a name or a verb, and no sentence."""
        position, last = self._here.position, tidy(line).rpartition(";")[2].split()
        if position is None or not 0 < len(last) <= _BEGUN or line.rstrip().endswith((".", "!", "?", ":")):
            return False
        first = last[0].rstrip(":,")
        after = last[1].lower() if len(last) > 1 else "to"
        return position.is_figure(first, after) or first.lower() in position.first_words

    def _is_unfinished(self, conditional: str) -> bool:
        """Whether a conditional line cannot end here. Some games have an `if` of their own, which is an order by
        itself."""
        open_end = not _THEN.search(conditional) or _OPEN.search(conditional) is not None
        return open_end and not self._whole.orders_of(conditional)


_BEGUN = 6
"""Maximum number of words of a line that may be the beginning of an order."""


def is_open(line: str) -> bool:
    """Whether a line ends in a comma."""
    return line.rstrip().endswith(",")


def joined(lines: Sequence[str]) -> str:
    """Several lines as one; a comma before a branch of a conditional line is dropped."""
    whole = ""
    for line in lines:
        whole = whole.rstrip(",") if _BRANCH.match(line.strip()) else whole
        whole = f"{whole} {line.strip()}".lstrip()
    return whole
