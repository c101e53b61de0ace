"""The lines that mail programs write above the quoted letter: introductions, header blocks, frames.

They are recognized by their form, in any language:

* a header block is a few lines `Word: value`, one below the other, one of them with a mailbox or a date;
* an introduction is one to four lines with a date and an address, or with a colon at the end, above the quote;
* a frame is a line of dashes, perhaps with words between them.

A player's own lines must never be taken for one of these. It helps that the quoted letter is usually one of ours, which
names our address in its header, and begins with our marker.
"""

import re
from collections.abc import Sequence

from pbem.mail.phrases import OPENERS, ORIGINALS, SENDERS, WROTE

MARKER = "(reply above this line)"
"""Stands at the end of the first line of our mails, or alone on it. Everything below is not the reader's."""

_QUOTES = (">", "»»", "» ", "› ", "＞", "&gt;", "¦ ")
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015_=~"
_SIGNS = _DASHES + " *"
_INTRO_LINES = 4  # lines over which a mail program wraps an introduction
_BROKEN = 30  # characters of a line of an introduction that continues below
_INTRO_COLUMNS = 600  # characters of an introduction, its lines joined
_FIELDS = 12  # fields of a header block that are examined
_FIELD, _LABEL = 200, 24  # characters of a field that are examined, and of the longest label
_WRAPPED = 40  # characters of a field that a mail program may have wrapped
_BLOCK_SIGNS = 5
_NAME = 4  # words of a sender's name in lower case
_AHEAD = 12  # lines below a frame that are examined
_DIGITS = re.compile(r"\d+")
_MAILBOX = re.compile(r"(?:<|^)\s?[^<>\s@]+@[^<>\s@]+>|\[mailto:[^\s@]+@|^\s*[^\s@]+@[^\s@]+$")


def is_quoted(text: str) -> bool:
    """`text` begins as mail programs mark quotes: `>`, `»`, `&gt;`, or initials as in `JD>` (B8)."""
    if text.startswith(_QUOTES):
        return True
    initials = text[:4].partition(">")
    return bool(initials[1]) and initials[0].isalpha() and initials[0].isupper()


def is_marker(text: str) -> bool:
    """A line with our marker, even if a program changed its signs or blanks or wrapped its end (B9)."""
    if "above" not in text.lower():
        return False
    letters = "".join(c for c in text[:200].lower() if c.isalpha())
    return "replyaboveth" in letters or "writeyouransweraboveth" in letters  # the old form


# --- frames --------------------------------------------------------------------------------------


def is_frame(text: str) -> bool:
    """A row of dashes or the like, or words between two: `-----Original Message-----`, `---- On ... wrote ---`."""
    text = text.strip("* ")
    bare = text.strip(_SIGNS)
    if not bare:
        return len(text) > 2
    before, _, behind = text.partition(bare)
    sides = sorted(sum(c in _DASHES for c in side) for side in (before, behind))
    return sides[0] > 2 and (sides[1] > 3 or " " in bare)


def opens_original(lines: Sequence[str], at: int, own: str) -> bool:
    """Does a line of dashes with words stand above an original, which runs to the end of the letter (B6)?

    It does if the line below names our address as a header does, if it does so itself, or if its words are known. If
    quoted lines follow these, they are the better sign.
    """
    text = lines[at].strip("* ")
    words = text.strip(_SIGNS).lower()
    if not words or len(text) - len(text.lstrip(_DASHES)) < 2:
        return False
    below = [found for line in lines[at + 1 : at + _AHEAD] if (found := line.strip())]
    if is_frame(text) and below and _names(own, below[0]) and below[0][-1] not in ":：":
        return True
    if words not in ORIGINALS and not _names(own, text):
        return False
    marked = next((n for n, line in enumerate(below) if is_marker(line)), _AHEAD)
    return not any(map(is_quoted, below[: marked + 1]))


def _names(own: str, text: str) -> bool:
    """Does a text contain an address of our domain? `own` is one."""
    return own != "" and own[own.index("@") :] in text.lower()


# --- header blocks -------------------------------------------------------------------------------


def find_header_block(lines: Sequence[str], at: int, own: str) -> tuple[bool, int]:
    """Does a header block begin at a line (B5)? If not, up to which line does none begin?

    Its first field is a mailbox, a date or a Subject in brackets, or names the sender. Each field is a sign, and so are
    a mailbox and a date; our own address is two. A few signs must come together, within one paragraph or each in one of
    its own, with one date only: a player's own line above (`Note: on 26 Oct 2026 ...`) does not belong to it.
    """
    first = _field(lines[at])
    if first is None:
        return False, at + 1
    label, value = first
    telling = _MAILBOX.search(value) or _is_date(value) or "[" in value[:8]
    if not telling and not (label in SENDERS and _is_name(value)):
        return False, at + 1
    found: list[int] = []  # the indices of its fields
    spaced = False  # blank lines separate them
    addressed = dated = ours = wrapped = blank = False
    below = at
    while below < len(lines) and len(found) < _FIELDS:
        text = lines[below].strip()
        if not text:
            if blank:
                break
            blank = True
        elif (field := _field(text)) is not None:
            if len(found) == 1:
                spaced = blank
            if found and blank != spaced:
                break
            if dated and _is_date(field[1]):
                return False, max(found[1:2], default=below)
            text = field[1]
            dated = dated or _is_date(text)
            found.append(below)
            wrapped = blank = False
        elif wrapped or blank or not (len(lines[below - 1]) >= _WRAPPED or _MAILBOX.search(text)):
            break
        else:
            wrapped = True
        if text and _MAILBOX.search(text):
            addressed = True
            ours = ours or _names(own, text)
        below += 1
    if spaced and (len(found) == 2 or not telling):
        return False, found[1]
    signs = len(found) + addressed + dated + 2 * ours
    return (addressed or dated) and signs >= _BLOCK_SIGNS, below


def _field(line: str) -> tuple[str, str] | None:
    """The label, in lower case, and the value of a line like `From: Ann`; not of a command like `say: hello`."""
    name, colon, value = line[:_FIELD].replace("：", ":").partition(":")
    name = name.strip(" *_")
    if not colon or not 0 < len(name) <= _LABEL or name[0].islower() or name.count(" ") > 2:
        return None
    if any(c.isdecimal() or c in '<>@/()[]"#;,!?=+' for c in name):
        return None
    return name.lower(), value.strip(" *_")


def _is_name(value: str) -> bool:
    """May a text be a sender's name, and not the rest of a sentence, as in `From: time to time I forget`?"""
    return not value[:1].islower() or len(value.split()) <= _NAME


def _is_date(value: str) -> bool:
    """Does a text contain a date: a year or a time of day, and three numbers in all?"""
    words = value.split()
    groups = [group for word in words[:20] for group in _DIGITS.findall(word)]
    return len(groups) >= 3 and (any(map(_is_year, groups)) or any(map(_is_time, words[:20])))


def _is_year(group: str) -> bool:
    return len(group) == 4 and 1990 <= int(group) < 2100


def _is_time(word: str) -> bool:
    """A time of day, as in `10:00` or `10h00`."""
    hour, found, minute = word.strip("(),;").replace("h", ":").partition(":")
    return bool(found) and hour.isdecimal() and minute[:2].isdecimal()


# --- introductions -------------------------------------------------------------------------------


def drop_heading(kept: list[str], own: str, *, block: bool = False) -> None:
    """Remove from the end of `kept` the heading of an original: an introduction, and frames with words above that or
    above a header `block`. Any other words between dashes may be chat."""
    _drop_frames(kept, with_words=block)
    if drop_introduction(kept, own, followed=True):
        _drop_frames(kept, with_words=True)


def _drop_frames(kept: list[str], *, with_words: bool) -> None:
    while kept and (not kept[-1] or (is_frame(kept[-1]) and (with_words or not kept[-1].strip(_SIGNS)))):
        kept.pop()


def drop_introduction(kept: list[str], own: str, *, followed: bool) -> bool:
    """Remove the introduction of a quote ("On ... wrote:") from the end of `kept`; True if there was one.

    It is found in any language, by Gerrit's rule: an address and at least four groups of at most four digits, over at
    most four lines (B7); longer groups, such as the number of a match in our name, do not count. Our addition: one of
    them is a year or a time of day, or four orders with coordinates would look like a date. `followed`: a quoted line
    or our marker comes next, so that a verb of writing, our own address or, on one line, half a date is enough.
    """
    end = len(kept)
    if end and not kept[-1]:  # never two blank lines in a row
        end -= 1
    joined = ""
    start = end
    while start and kept[start - 1] and end - start < _INTRO_LINES:
        start -= 1
        if joined and not _may_be_wrapped(kept[start]):
            break
        joined = f"{kept[start].strip()} {joined}".strip()
        if len(joined) > _INTRO_COLUMNS:
            break
        if _introduces(joined, own, followed=followed, one_line=start == end - 1):
            if not joined.lower().startswith(OPENERS):
                start = _opening(kept, start, end, own)
            del kept[start:]
            return True
    return False


def _may_be_wrapped(line: str) -> bool:
    """May a line be the beginning of an introduction that continues below, and not an order?"""
    return len(line) >= _BROKEN or "@" in line or line.strip().lower().startswith(OPENERS)


def _opening(kept: list[str], start: int, end: int, own: str) -> int:
    """Where an introduction begins whose first words were wrapped, as in "On Sat, Nov"; else `start`."""
    for above in range(start - 1, max(end - _INTRO_LINES, 0) - 1, -1):
        line = kept[above].strip()
        if not line or _begins_like_a_command(line, own):
            break
        if line.lower().startswith(OPENERS) or _MAILBOX.search(line):
            return above
    return start


def _introduces(text: str, own: str, *, followed: bool, one_line: bool) -> bool:
    colon = text[-1] in ":："
    words = text.lower().split()
    if _begins_like_a_command(text, own):
        return False
    if (not colon and not followed) or (">" in text and "<" not in text):  # the rest is a line above
        return False
    groups = 0
    addressed = ours = dated = False
    for word in words:
        if "@" in word.strip("<>():;,\"'"):
            addressed = True
            ours = ours or _names(own, word)
            continue
        dated = dated or _is_time(word)
        for group in _DIGITS.findall(word):
            dated = dated or _is_year(group)
            groups += len(group) <= 4
    named = addressed and (colon or "<" in text)
    if dated and groups >= (3 if followed and text[-1] == ">" else 4) and (named or is_frame(text)):
        return True
    if followed and ours and colon:
        return True
    wrote = colon and any(word.rstrip(":：") in WROTE for word in words)
    if ours or followed:
        return wrote or (colon and dated and groups >= 3 and one_line)
    return wrote and dated and addressed


def _begins_like_a_command(text: str, own: str) -> bool:
    """Does a text begin with a word in lower case, as in `vacation 2026-11-21 ...`?

    So do our own name, and the short names of days: `pon., 26 paź`, `po 26. 10.`.
    """
    first, _, rest = text.lstrip().partition(" ")
    if not first[:1].islower() or not first.isalpha() or first == own.partition("@")[0]:
        return False
    return rest != "" and not (len(first) == 2 and rest[0].isdecimal())
