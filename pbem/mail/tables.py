"""Tables in text: lines whose words stand below each other, with two blanks or more between the columns.

Games and lists type their tables so, with or without a line of column names. What is found here becomes a real table in
the HTML part, so that a phone can narrow its columns and a screen reader can say which one it is in.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

GAP = re.compile(r"  (?<=\S  ) *(?=\S)")
"""Two blanks or more between words."""

_ROWS = 3  # lines in columns that make a table without column names
_MOST = 0.75  # of these lines have a blank where a column begins
_COLUMN = re.compile(r"(?<=  )\S")
_WORD = re.compile(r"\S+")
_BLANK = frozenset(("", " "))


class Table(Struct, frozen=True):
    """The lines of a table, without the line of column names, and where its columns begin.

    `names` are those of the columns; empty: they have none.
    """

    names: tuple[str, ...]
    lines: list[str]
    columns: tuple[int, ...]


def find_tables(lines: list[str]) -> Iterator[Table | list[str]]:
    """The tables among some lines, and in between the lines that belong to none."""
    if sum(map(bool, map(_starts, lines))) < 2:
        yield lines
        return
    others: list[str] = []
    at = 0
    while at < len(lines):
        end = _end(lines, at)
        table = _read(lines[at:end])
        if table is not None:
            if others:
                yield others
            yield table
            others = []
        else:
            others += lines[at:end]
        at = end
    if others:
        yield others


def split_cells(line: str, columns: tuple[int, ...]) -> list[tuple[str, int]]:
    """The cells of a line: their texts, and over how many columns each goes.

    Words that go on where a column begins take that one, too; a line in which some do has gaps of two blanks between
    all its cells. One without any gap is a cell right across.
    """
    if not GAP.search(line):
        return [(" ".join(line.split()), len(columns))]
    wide = any(line[at - 1 : at] not in _BLANK for at in columns[1:])
    begun = [at for at in columns if not line[max(at - 1 - wide, 0) : at].strip()]
    cells: list[tuple[str, int]] = []
    for start, end in zip(begun, [*begun[1:], None], strict=True):
        span = sum(start <= at and (end is None or at < end) for at in columns)
        cells.append((line[start:end].strip(), span))
    return cells


def _end(lines: list[str], start: int) -> int:
    """Where the lines in columns that begin at `start` end, at least one line on. What stands deeper between two of
    them belongs to the upper one."""
    end = at = start
    depth = 0
    while at < len(lines):
        indent = _indent(lines[at])
        if indent and _starts(lines[at]):
            depth = min(depth or indent, indent)
            end = at + 1
        elif end == start or indent <= depth:
            break
        at += 1
    return max(end, start + 1)


def _read(lines: list[str]) -> Table | None:
    """The table that these lines are, if they are one."""
    if len(lines) < 2:
        return None
    typed = [line for line in lines if _starts(line)]
    named = _named(typed)
    if len(typed) < (2 if named else _ROWS):
        return None
    columns = _columns(typed, named)
    rows = typed[1:] if named else typed
    if len(columns) < 2 or not all(line[columns[1] :].strip() for line in rows):
        return None
    if not named:
        return Table((), lines, columns)
    names = tuple(text for text, _ in split_cells(lines[0], columns))
    return Table(names, [line for line in lines[1:] if line.strip(" -")], columns)


def _columns(lines: list[str], named: str) -> tuple[int, ...]:
    """Where the columns begin: where words stand behind a gap, or below the name of a column, and all lines but a few
    have a blank before."""
    starts = {start for line in lines for start in _starts(line)}
    starts |= {found.start() for found in _WORD.finditer(named)}
    columns = [0]
    for start in sorted(starts):
        before = [line for line in lines if line[start - 1 : start] in _BLANK]
        if len(before) >= _MOST * len(lines) and any(line[columns[-1] : start].strip() for line in before):
            columns.append(start)
    return tuple(columns)


def _named(lines: list[str]) -> str:
    """What tells the columns by name: the line below the first one, if that is underlined; the first one, if it begins
    deeper than all others and has no numbers; else nothing."""
    first, *others = lines
    if others and not others[0].strip(" -"):
        return others[0]
    is_named = others and not re.search(r"\d", first) and _indent(first) > max(map(_indent, others))
    return first if is_named else ""


# Most lines of a table are the same in the next mail.


@lru_cache(maxsize=4096)
def _starts(line: str) -> tuple[int, ...]:
    """Where words stand behind a gap; none: the line has no columns."""
    return (
        tuple(found.start() for found in _COLUMN.finditer(line, _indent(line) + 1))
        if GAP.search(line)
        else ()
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
