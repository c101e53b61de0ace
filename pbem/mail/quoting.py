"""What a person wrote himself: quotes, introductions to quotes, signatures and footers cut away.

One pass over the lines, each looked at a bounded number of times, no pattern that can backtrack: libraries
for this hang on 10 KB of crafted text. The rules, in the order in which a line meets them:

* a quoted line (`>`, `|`, ...) goes, and with it the introduction just above ("On ... wrote:");
* our own marker, the header block or the rule with which a mail program introduces an unquoted original,
  and an introduction that no quoted line follows, end the letter: all below is somebody else's;
* a signature (`-- `) ends the letter too, so that nothing in it can be an order (B10). What stands below
  both a signature and a quote is lost; the sender is told that no command was found, which is the
  better of the two mistakes;
* footers of phones and virus scanners go, line by line or to the end of their paragraph;
* everything else stays: above, below and between the quotes (B1 to B3).

Boards that a player drew are text: `+---+`, `-----`, `====` and `| a | b |` are no quotes and no
signatures (B12).
"""

import re
from collections.abc import Sequence

from pbem.mail.phrases import FOOTERS, FORWARDS, LABELS, NOTICES, OPENERS, ORIGINALS, WROTE

MARKER = "==== write your answer above this line ===="

_QUOTES = (">", "»»", "» ", "› ", "＞", "&gt;", "¦ ")
_INTRO_LINES = 4  # lines over which a mail program wraps an introduction
_INTRO_COLUMNS = 600  # characters of an introduction, its lines joined
_BLOCK_LINES = 10  # lines in which a header block has shown itself
_FOOTER_COLUMNS = 200  # a footer's first line is no longer than this
_DIGITS = re.compile(r"\d+")
_LOOKED_AT = 3000  # lines, those of long quotes not counted: whoever writes below so many is not heard
_LONG_QUOTE = re.compile(rf"((?:^>.*+\n){{{_BLOCK_LINES}}})(?:>.*+\n)++", re.MULTILINE)


def cut_text(text: str, domain: str = "") -> list[str]:
    """What `cut` leaves of the lines of a text. Of a long quote only as much is looked at as can matter."""
    return cut(_LONG_QUOTE.sub(r"\1", text).split("\n", _LOOKED_AT)[:_LOOKED_AT], domain)


def cut(lines: Sequence[str], domain: str = "") -> list[str]:
    """The lines that the sender wrote himself, in order, with one empty line between paragraphs.

    What stands on both sides of a quote is two paragraphs. `lines` are decoded and have plain blanks; `domain` is
    ours: an introduction that names an address there needs no date to be one. Cost is linear in the number of lines
    and in their length.
    """
    kept: list[str] = []
    notice = False  # within a paragraph to be dropped
    quoting = False  # the line before was quoted
    judged = 0  # lines up to here have been looked at as part of a block
    for at, line in enumerate(lines):
        if at < judged or (quoting and line[:1] == ">"):
            continue
        text = line.strip()
        if not text:
            _end_paragraph(kept)
            notice = False
            continue
        if _is_quoted(text):
            if not quoting:
                _drop_introduction(kept, domain, followed=True)
                _end_paragraph(kept)
            quoting = True
            continue
        if text[0] == "|":
            judged, drawn = _bars(lines, at)
            quoting = not drawn
            if drawn:
                kept.extend(row.rstrip() for row in lines[at:judged])
            else:
                _drop_introduction(kept, domain, followed=True)
                _end_paragraph(kept)
            continue
        quoting = False
        if notice:
            continue
        if text in ("--", "—") or _ends_letter(lines, at, text):
            break
        if len(text) <= _FOOTER_COLUMNS:
            lower = text.lower()
            notice = lower.startswith(NOTICES)
            if notice or lower.startswith(FOOTERS):
                continue
        kept.append(line.rstrip())
        introduces = text[-1] in ":：" and not _is_quoted(_next_text(lines, at))
        if introduces and _drop_introduction(kept, domain, followed=False):
            break
    while kept and (not kept[-1] or _is_rule(kept[-1])):
        kept.pop()
    return kept


def _end_paragraph(kept: list[str]) -> None:
    """Put an empty line behind the last one, unless there is one."""
    if kept and kept[-1]:
        kept.append("")


def _is_quoted(text: str) -> bool:
    """`text` begins as mail programs mark quotes: `>`, `»`, `&gt;`, or initials as in `JD>` (B8)."""
    if text.startswith(_QUOTES):
        return True
    initials = text[:4].partition(">")
    return bool(initials[1]) and initials[0].isalpha() and initials[0].isupper()


def _bars(lines: Sequence[str], at: int) -> tuple[int, bool]:
    """Where the block of lines beginning with `|` at `at` ends, and whether it is a drawing: all rows of
    a drawn board also end with a bar, those of a quote do not."""
    drawn = True
    while at < len(lines) and (text := lines[at].strip())[:1] == "|":
        drawn = drawn and text[-1] == "|" and len(text) > 1
        at += 1
    return at, drawn


def _next_text(lines: Sequence[str], at: int) -> str:
    """The next line that is not blank, looking a few lines ahead, stripped; "" at the end."""
    return next((text for line in lines[at + 1 : at + 6] if (text := line.strip())), "")


def _is_rule(line: str) -> bool:
    """A row of 20 or more underscores: the line that Outlook draws above an original."""
    return len(line) >= 20 and not line.strip().strip("_")


def _ends_letter(lines: Sequence[str], at: int, text: str) -> bool:
    """Whether from this line on everything is an original that the mail program put below."""
    if _is_marker(text) or (text.startswith("--") and text.strip("- ").lower() in ORIGINALS):
        return True
    if ":" not in text and "：" not in text:
        return False
    return text.lower().startswith(FORWARDS) or _is_header_block(lines, at)


def _is_marker(text: str) -> bool:
    """Our own marker line, also where a program changed its rules or blanks or wrapped its end (B9)."""
    if "above" not in text.lower():
        return False
    return "writeyouransweraboveth" in "".join(c for c in text[:200].lower() if c.isalpha())


def _label(text: str) -> str:
    """The kind of header ("from", "sent", ...) that a line as in Outlook's blocks stands for, else ""."""
    name, colon, _ = text[:40].replace("：", ":").partition(":")
    return LABELS.get(name.strip(" *_").lower(), "") if colon else ""


def _is_header_block(lines: Sequence[str], at: int) -> bool:
    """A From line and at least two other sorts of header line close below it (B5)."""
    if _label(lines[at].strip()) != "from":
        return False
    found = {_label(line.strip()) for line in lines[at : at + _BLOCK_LINES]}
    return len(found - {""}) >= 3


def _drop_introduction(kept: list[str], domain: str, *, followed: bool) -> bool:
    """Take the introduction of a quote ("On ... wrote:") from the end of `kept`; True if there was one.

    It is found without knowing its language, after Gerrit's rule: an address and at least four groups of at
    most four digits, over at most four lines (B7); longer ones do not count, such as the number of a match in
    our name. Ours adds that a year or a time of day is among them, or four orders with coordinates would
    look like a date. `followed`: a quoted line comes next, so that a verb of writing or, on one line, half a
    date will do.
    """
    end = len(kept)
    if end and not kept[-1]:  # never two blank lines in a row
        end -= 1
    joined = ""
    start = end
    while start and kept[start - 1] and end - start < _INTRO_LINES:
        start -= 1
        joined = f"{kept[start].strip()} {joined}".strip()
        if len(joined) > _INTRO_COLUMNS:
            break
        if _introduces(joined, domain, followed=followed, one_line=start == end - 1):
            if not joined.lower().startswith(OPENERS):
                start = _opening(kept, start, end)
            del kept[start:]
            return True
    return False


def _opening(kept: list[str], start: int, end: int) -> int:
    """Where an introduction begins whose first words were wrapped off, as in "On Sat, Nov"; else `start`."""
    for above in range(start - 1, max(end - _INTRO_LINES, 0) - 1, -1):
        if not kept[above]:
            break
        if kept[above].lower().startswith(OPENERS):
            return above
    return start


def _introduces(text: str, domain: str, *, followed: bool, one_line: bool) -> bool:
    colon = text[-1] in ":："
    if (not colon and not followed) or (">" in text and "<" not in text):  # the rest is a line above
        return False
    words = text.lower().split()
    groups = 0
    addressed = ours = dated = False
    for word in words:
        if "@" in word.strip("<>():;,\"'"):
            addressed = True
            ours = ours or (domain != "" and domain in word)
            continue
        dated = dated or _is_time(word)
        for group in _DIGITS.findall(word):
            dated = dated or (len(group) == 4 and 1990 <= int(group) < 2100)
            groups += len(group) <= 4
    if addressed and dated and groups >= 4:
        return True
    wrote = colon and any(word.rstrip(":：") in WROTE for word in words)
    if ours or followed:
        return wrote or (colon and dated and groups >= 3 and one_line)
    return wrote and dated and (addressed or groups >= 3)


def _is_time(word: str) -> bool:
    """A time of day, as in `10:00` or `10h00`."""
    hour, found, minute = word.strip("(),;").replace("h", ":").partition(":")
    return bool(found) and hour.isdecimal() and minute[:2].isdecimal()
