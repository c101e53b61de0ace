"""The lines a person wrote themselves: quotes, their introductions, signatures and footers are cut away.

One pass over the lines, each examined a bounded number of times, without backtracking patterns: libraries for this
hang on 10 KB of crafted text. The rules, in the order in which they apply to a line:

* a quoted line (`>`, `|`, ...) goes, and with it what stands just above to introduce it (`headings`);
* our own marker, a header block, and an introduction that no quoted line follows, end the letter: everything below
  was written by others;
* a signature (`-- `) ends the letter too, so that nothing in it can be an order (B10), but for a line that begins with
  P.S.; text below both a signature and a quote is lost, and the sender is told that no command was found, which is the
  better of the two mistakes;
* footers of phones and programs are dropped at the end of the sender's own lines; notices of virus scanners, lawyers
  and mail gateways anywhere, to the end of their sentence or paragraph;
* everything else stays: above, below and between the quotes (B1 to B3).

Boards that a player drew are text: `+---+`, `-----`, `====` and `| a | b |` are neither quotes nor signatures
(B12).
"""

import re
from collections.abc import Sequence

from pbem.mail.footers import drop_footers, goes_on, is_leftover, is_notice, is_warning, opens_list_footer
from pbem.mail.headings import (
    MARKER,
    drop_heading,
    drop_introduction,
    find_header_block,
    is_marker,
    is_quoted,
    opens_original,
)
from pbem.mail.phrases import FORWARDS
from pbem.mail.rewrapped import Below, below_quote

__all__ = ["MARKER", "MAX_LINES", "cut", "cut_text"]

MAX_LINES = 200
"""Maximum number of the sender's own lines that are read."""

_MOST = 2 * MAX_LINES + 50  # lines that are kept, with empty ones, and some that may still be dropped
_QUOTE_LINES = 10  # lines of a long quote that are examined
_LONG_QUOTE = re.compile(rf"((?:^>.*+\n){{{_QUOTE_LINES}}})(?:(>.*+\n))++", re.MULTILINE)
_MBOX_MARK = ">From "
_POSTSCRIPT = re.compile(r"\s*(?:p\.?\s?)+s\b[.:,\s]", re.IGNORECASE)
_SIGNED = 6  # lines of a signature below which nothing is looked for
_LOOKED_AT = 3000  # lines that are examined, those of long quotes not counted; any text below is ignored


def cut_text(text: str, own: str = "") -> list[str]:
    """Apply `cut` to the lines of a text. Of a long quote only as much is examined as can matter."""
    return cut(_LONG_QUOTE.sub(r"\1\2", text).split("\n", _LOOKED_AT)[:_LOOKED_AT], own)


def cut(lines: Sequence[str], own: str = "") -> list[str]:
    """The lines that the sender wrote, in order, with one empty line between paragraphs.

    Text before and after a quote makes two paragraphs. `lines` are decoded and have plain blanks; `own` is our
    plain address: what names one in its domain needs fewer signs to be an introduction. Cost is linear in the number
    of lines and in their length.
    """
    kept: list[str] = []
    notice = False  # within a paragraph to be dropped
    warning = ""  # the line of a warning that may go on
    quoting = False  # the line before was quoted
    drawn_to = 0  # lines up to here have been looked at as part of a drawing
    plain_to = 0  # no header block begins in the lines up to here
    for at, line in enumerate(lines):
        if len(kept) > _MOST:
            break
        if line.startswith(_MBOX_MARK) and _stands_alone(lines, at):
            line = line[1:]
        if at < drawn_to or (quoting and line[:1] == ">"):
            continue
        text = line.strip()
        if not text:
            _end_paragraph(kept)
            notice, warning = False, ""
            continue
        if is_quoted(text):
            if not quoting:
                _end_passage(kept, own)
            quoting = True
            continue
        if text[0] == "|":
            drawn_to, drawn = _bars(lines, at)
            quoting = not drawn
            if drawn:
                kept.extend(row.rstrip() for row in lines[at:drawn_to])
            else:
                _end_passage(kept, own)
            continue
        quoting = False
        if notice:
            continue
        if text in ("--", "—") or opens_list_footer(lines, at):
            kept += _postscripts(lines[at + 1 : at + 1 + _SIGNED])
            break
        if ":" in text or "：" in text:
            found = at >= plain_to
            if found:
                found, plain_to = find_header_block(lines, at, own)
            if found or text.lower().startswith(FORWARDS):
                drop_heading(kept, own, block=True)
                break
        if is_marker(text) or opens_original(lines, at, own):
            drop_heading(kept, own)
            break
        notice = is_notice(text)
        if notice or is_leftover(text):
            continue
        if is_warning(text) or (warning and goes_on(warning, text)):
            warning = text
            continue
        warning = ""
        kept.append(_marked(lines, at, line.rstrip(), kept))
        introduces = text[-1] in ":：" and not is_quoted(_next_text(lines, at))
        if introduces and drop_introduction(kept, own, followed=False):
            break
    drop_footers(kept)
    return kept


def _postscripts(lines: Sequence[str]) -> list[str]:
    """What the writer has added below a signature: it may take back what stands above it."""
    return [part for line in lines if _POSTSCRIPT.match(line) for part in ("", line.strip())]


def _end_passage(kept: list[str], own: str) -> None:
    """The sender's own lines end here, above a quote."""
    drop_heading(kept, own)
    drop_footers(kept)
    _end_paragraph(kept)


def _end_paragraph(kept: list[str]) -> None:
    """Put an empty line behind the last one, unless there is one."""
    if kept and kept[-1]:
        kept.append("")


def _bars(lines: Sequence[str], at: int) -> tuple[int, bool]:
    """Where the block of lines beginning with `|` at `at` ends, and whether it is a drawing: the rows of a drawn board
    also end with a bar, those of a quote do not."""
    drawn = True
    while at < len(lines) and (text := lines[at].strip())[:1] == "|":
        drawn = drawn and text[-1] == "|" and len(text) > 1
        at += 1
    return at, drawn


def _marked(lines: Sequence[str], at: int, line: str, kept: Sequence[str]) -> str:
    """A line that is kept; marked, if it stands directly below a quoted one, or below a line that does."""
    above = lines[at - 1].strip() if at else ""
    if not above:
        return line
    before = kept[-1] if kept else ""
    if isinstance(before, Below) and not is_quoted(above):
        above = f"{before.above} {before}"
    elif not is_quoted(above):
        return line
    after = _next_text(lines, at)
    return below_quote(line, above, after if is_quoted(after) else "")


def _stands_alone(lines: Sequence[str], at: int) -> bool:
    """Is neither the line above nor the one below quoted? Then a mark before "From " is that of a mail system (M4)."""
    return not any(is_quoted(line.strip()) for line in (*lines[at - 1 : at], *lines[at + 1 : at + 2]))


def _next_text(lines: Sequence[str], at: int) -> str:
    """The next line that is not blank, looking a few lines ahead, stripped; "" at the end."""
    return next((text for line in lines[at + 1 : at + 6] if (text := line.strip())), "")
