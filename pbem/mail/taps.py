"""Answers that need one tap: in the HTML part they are buttons, links that open a mail that is ready to be sent.

A template says `{{ "accept" | tap("decline") }}`: the text part shows the first answer as it stands, the HTML part
a button for each. The marks are control characters, so that no player's text can make a button. A mail that such
a link opens answers nothing in the eyes of a mail program, so the address alone has to say what it is about; where
ours cannot, there are no buttons.

What differs from letter to letter, the address and the subject, is filled in last: all else is the same for many.
"""

import re
from html import escape
from urllib.parse import quote

OPEN, OR, CLOSE = "\x05", "\x06", "\x07"
_TAP = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*{OR}[^{OPEN}{CLOSE}]*){CLOSE}")
_MARK = re.compile(f"[{OPEN}{OR}{CLOSE}]")
_ADDRESS, _SUBJECT = "\x01", "\x1a"
_LONGEST = 40  # characters of the subject of an answer
_COLORS = ("#00609a", "#fff")
_SAFE = ",:;*()"  # may stand in such an address as they are (RFC 6068), unlike a plus, which some take for a blank

_BUTTON = (
    '<a\nhref="mailto:{address}?subject={subject}&amp;body={body}"\n'
    'style="display:inline-block;padding:{padding};margin:3px 8px 3px 0;border-radius:8px;\n'
    'background:{fill};color:{ink};text-decoration:none{more}"><b>{label}</b></a>'
)


def tap(answer: str, *others: str, caption: str = "") -> str:
    """An answer as templates write it, which may have several lines. `others` and the caption are shown in the HTML
    part only."""
    return OPEN + OR.join([answer, caption, *others]) + CLOSE


def only_tap(*answers: str) -> str:
    """Answers that are shown in the HTML part only, since the text beside them says what to write."""
    return OPEN + OR.join(["", "", *answers]) + CLOSE


def in_text(text: str) -> str:
    """A text in which each of these is its first answer."""
    return _MARK.sub("", _TAP.sub(_first, text))


def _first(found: re.Match[str]) -> str:
    return found[1].partition(OR)[0]


def buttons(text: str) -> str:
    """All answers of a text as buttons, the first of each in color, behind their caption; "" if it has none."""
    lines, captions = [], []
    for found in _TAP.finditer(text):
        first, caption, *others = found[1].split(OR)
        captions.append(caption)
        lines += [_button(each, main=n == 0) for n, each in enumerate(filter(None, [first, *others]))]
    above = next(filter(None, captions), "")
    return "\n".join([f"{escape(above)}&nbsp;", *lines] if above else lines)


def _button(answer: str, *, main: bool) -> str:
    lines = [line.strip() for line in answer.split("\n")]
    color, white = _COLORS
    return _BUTTON.format(
        address=_ADDRESS,
        subject=_SUBJECT,
        body="%0D%0A".join(quote(line, safe=_SAFE) for line in [*lines, ""]),
        padding="13px 20px" if main else "11px 18px",
        fill=color if main else white,
        ink=white if main else color,
        more="" if main else f";border:2px solid {color}",
        label=escape(lines[-1]),
    )


def filled(html: str, address: str, subject: str) -> str:
    """HTML with the address and the subject of answers in its links: what it is about, without what is new."""
    subject = subject.partition(" - ")[0]
    answer = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    short = answer if len(answer) <= _LONGEST else answer[:_LONGEST].rpartition(" ")[0]
    return html.replace(_ADDRESS, quote(address, safe="@")).replace(_SUBJECT, quote(short, safe=_SAFE))
