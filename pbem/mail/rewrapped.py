"""Quoted lines that a mail program has wrapped anew: their ends may stand below, without a mark, as if its user had
written them.

A line directly below a quoted one is the end of that one if both together are a piece of the mail that is answered,
within one of its lines or paragraphs. A quote of another mail of ours is known by our wording, as the templates have
it. `pbem.mail.quoting` finds such lines; only who knows what we write can tell.
"""

import re
from collections.abc import Sequence
from email.parser import BytesParser
from email.policy import compat32

from msgspec import Struct

from pbem.mail.text import TEXT_WIDTH, clean_body, decode

_WORDS = 40  # of a quoted line that are kept, next to the line in question
_WRAPPED = 50  # characters of a line that a program may have wrapped
_FEW = 3  # words that tell a sentence of ours from others
_MOST = 64 * 1024  # characters of a mail of ours that are looked at
_MARKS = re.compile(r"(?:[>|»›＞¦]|&gt;|[A-Z]{1,3}>|\s)+")


class Tail(Struct, frozen=True):
    """A line that may be the end of a quoted one: its number among the lines of its letter, what is quoted above it,
    and what is quoted directly below."""

    line: int
    above: str
    below: str


class Below(str):
    """A line of a letter that stands directly below a quoted one, or below such a line."""

    __slots__ = ("above", "below")
    above: str
    below: str


def below_quote(line: str, quoted: str, after: str) -> Below:
    """`line`, below the `quoted` one; `after` is the quoted one below, if any."""
    found = Below(line)
    found.above = " ".join(_unmarked(quoted).split()[-_WORDS:])
    found.below = " ".join(_unmarked(after).split()[:_WORDS])
    return found


def find_tails(lines: Sequence[str]) -> tuple[Tail, ...]:
    """The lines of a letter that may be ends of quoted ones."""
    return tuple(Tail(at, line.above, line.below) for at, line in enumerate(lines) if isinstance(line, Below))


def without_tails(
    lines: Sequence[str], tails: Sequence[Tail], mail: bytes, wording: str = ""
) -> tuple[str, ...]:
    """The lines of a letter without those that are ends of lines of the `mail` of ours that it answers, or of any other
    in our `wording`: one line, with single blanks."""
    text = _text_of(mail)[:_MOST]
    ours, whole = _in_one_line(text), {" ".join(_unmarked(line).split()) for line in text.split("\n")}
    gone = set()
    for tail in tails:
        line = " ".join(lines[tail.line].split())
        if f" {tail.above} " in ours:
            # Below a whole line of ours nothing was wrapped, unless it is another whole one.
            is_ours = _goes_on(tail, line, ours) and (tail.above not in whole or line in whole)
        else:
            is_ours = len(tail.above) >= _WRAPPED and _goes_on(_shortened(tail), line, wording)
        if is_ours:
            gone.add(tail.line)
    if not gone:
        return tuple(lines)
    kept: list[str] = []
    for at, line in enumerate(lines):
        if at not in gone and (line or (kept and kept[-1])):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _goes_on(tail: Tail, line: str, ours: str) -> bool:
    """Is a line the end of the quoted one above? Not if the quote itself goes on below: then somebody has answered
    between its lines."""
    if f" {tail.above} {line} " not in ours:
        return False
    return not tail.below or f" {tail.above} {tail.below} " not in ours


def _shortened(tail: Tail) -> Tail:
    """With the last words above: names, numbers and orders before them are in no template."""
    return Tail(tail.line, " ".join(tail.above.split(" ")[-_FEW:]), tail.below)


def _text_of(mail: bytes) -> str:
    """The text part of a mail of ours."""
    for part in BytesParser(policy=compat32).parsebytes(mail).walk():
        data = part.get_payload(decode=True)
        if part.get_content_type() == "text/plain" and isinstance(data, bytes):
            return clean_body(decode(data, "utf-8"))
    return ""


def _in_one_line(text: str) -> str:
    """A text, each of its paragraphs in one line between blanks. A line goes on in the next one if the first word of
    that would not have fitted: so prose was filled. Typed lines, as in examples, are shorter."""
    units: list[str] = []
    room = TEXT_WIDTH
    for line in text.split("\n"):
        words = _unmarked(line).split()
        if words and units and room <= len(words[0]):
            units[-1] = f"{units[-1]} {' '.join(words)}"
        else:
            units.append(" ".join(words))
        room = TEXT_WIDTH - len(line) if words else TEXT_WIDTH
    return "".join(f" {unit} \n" for unit in units if unit)


def _unmarked(line: str) -> str:
    """A line without the marks of a quote, and our own before lines of a letter."""
    found = _MARKS.match(line)
    return line[found.end() :] if found else line
