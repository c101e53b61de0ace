"""Printing, for people and for scripts: all output of commands goes through here, tables through `tables`.

Letters and the replies of mail servers are foreign text. Nothing in it may control the terminal.
"""

import atexit
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

PAGE = 100
"""How many rows of a list are shown unless all are wanted."""

Row = TypeVar("Row")

_STEERING = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tab and line feed: escape sequences begin with one
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # other line ends, and bidirectional controls
    "\ud800-\udfff]"  # halves of characters, which cannot be written at all
)


def safe(text: str) -> str:
    r"""Text in which each character that would steer a terminal is shown as its escape, such as `\x1b`."""
    plain = text.replace("\r\n", "\n")
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), plain)


def safe_json(text: str) -> str:
    """JSON with these characters escaped as JSON does, so that its meaning stays the same."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str) -> None:
    """Print lines, with terminal control characters escaped."""
    click.echo(safe(text))  # noqa: TID251  # this is the place for it


def say_json(value: Any, *, indent: int = 2) -> None:
    """Print a value as JSON, bytes and structs included."""
    import msgspec  # most commands print no JSON

    text = msgspec.json.format(msgspec.json.encode(value), indent=indent).decode()
    click.echo(safe_json(text))  # noqa: TID251  # likewise


def say_pages(
    rows: Iterator[Row],
    show: Callable[[Sequence[Row]], None],
    facts: Callable[[Row], Any],
    *,
    whole: bool,
    as_json: bool,
) -> None:
    """Print the first rows, or the `whole` of them page by page: their `facts` as JSON, or as `show` prints a page."""
    page = list(itertools.islice(rows, PAGE))
    more = next(rows, None)
    rest = itertools.chain(() if more is None else (more,), rows) if whole else iter(())
    if as_json:
        click.echo("[", nl=False)  # noqa: TID251  # no text of others
        for n, row in enumerate(itertools.chain(page, rest)):
            click.echo(",\n" if n else "\n", nl=False)  # noqa: TID251  # likewise
            say_json(facts(row))
        click.echo("]")  # noqa: TID251  # likewise
        return
    while page:
        show(page)
        page = list(itertools.islice(rest, PAGE))
    if more is not None and not whole:
        say(f"These are the first {PAGE}; --all shows all.")


@atexit.register
def drop_unwritten() -> None:
    """Drop buffered output that a standard stream cannot write.

    Python would try once more on exit, and turn the exit code of any command into 120.
    """
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            try:
                stream.flush()
            except OSError:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
