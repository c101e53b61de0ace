"""Writing: an `Outgoing` becomes the bytes of a letter.

A skeleton is filled in; the standard library's composer costs three hundred times as much, and the tests
parse the result with its strictest policy. Every value is cleaned before it goes into a header, so that no player's
name or subject can add a field (M15, B29). A letter has a complete text part, and the same in HTML (see `html_part`),
because many mail programs show text in a proportional font; pictures of boards are parts beside the HTML.

Text comes as one string in which each board stands between a line BOARD_OPEN and a line BOARD_CLOSE; behind its lines
there may be, after BOARD_DATA, what the HTML part draws it from. Words may carry marks (`colours`). A line that ends
in a blank continues in the next one, as `prose.fill` breaks them: the HTML part joins such lines again, so that they
fit any screen. In the text part board lines are indented by two spaces (Outlook joins others), no line ends in blanks,
and nothing is declared format=flowed: any of these would break up a board. The letter is formatted in blocks, a board
or what stands between two blank lines, and a block that several letters share only once.
"""

import base64
import hashlib
import re
from binascii import b2a_qp
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from functools import lru_cache
from operator import attrgetter
from typing import Literal

import msgspec

from pbem.mail import html_part, taps
from pbem.mail.colours import MARKED, NONE, Paint
from pbem.mail.text import PLAIN, clean, clean_body
from pbem.marks import plain

NO_PICTURES: Mapping[str, bytes] = {}

BOARD_OPEN = "\x02"
BOARD_DATA = "\x04"
BOARD_CLOSE = "\x03"

_COLUMNS = 78  # lines of the text part up to here may go as they are
_HTML_COLUMNS = 700  # the address of a button cannot be broken, and is a little longer when it is filled in
_MAX_REFERENCES = 10
_MAX_REFERENCES_CHARS = 900
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_ADDRESS = re.compile(r"[!-~]{1,320}")
_FROM = re.compile(r"^From ", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n(?: *\n)+")
_KEPT = MARKED + taps.OPEN + taps.OR + taps.CLOSE
_MARKS = re.compile(f"([{_KEPT}])")
_CLEAN = PLAIN + _KEPT.encode()
_LEADING = re.compile(r"(?: *\n)*")
_ID = re.compile(r"[!-~]{0,250}")
_INVISIBLE = re.compile(r"[^!-~]")

# Fields in the order in which a reader of the source wants them. Line ends are LF until the very end.
_HEAD = """\
From: {sender}
To: {to}
Reply-To: {reply_to}
Subject: {subject}
Date: {date}
Message-ID: {message_id}
{thread}Auto-Submitted: auto-{automatic}
X-Auto-Response-Suppress: All
X-Loop: {loop}
{list}MIME-Version: 1.0
"""

_ALTERNATIVES = """\
Content-Type: multipart/alternative; boundary="{boundary}"

--{boundary}
{text}
--{boundary}
{html}
--{boundary}--
"""

_RELATED = """\
Content-Type: multipart/related; type="text/html"; boundary="{boundary}"

--{boundary}
{html}
{pictures}
--{boundary}--
"""

_PICTURE = """\
--{boundary}
Content-Type: image/png; name="{name}.png"
Content-Disposition: inline; filename="{name}.png"
Content-ID: <{name}>
Content-Transfer-Encoding: base64

{lines}"""

_MIXED = """\
Content-Type: multipart/mixed; boundary="{boundary}"

--{boundary}
{body}
--{boundary}
Content-Type: application/json; name="{name}"
Content-Disposition: attachment; filename="{name}"
Content-Transfer-Encoding: base64

{lines}
--{boundary}--
"""

_PART = """\
Content-Type: text/{subtype}; charset={charset}
Content-Transfer-Encoding: {encoding}

{body}"""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A letter to one person, before it is bytes. Header values are cleaned and cut when it is composed."""

    to: str
    to_name: str = ""
    sender: str  # the address of From, always one of ours
    sender_name: str = ""  # "Dodgeball 12"
    reply_to: str
    subject: str
    text: str = ""  # lines divided by LF, boards between BOARD_OPEN and BOARD_CLOSE
    message_id: str  # "<...>", ours, and the same at every try
    in_reply_to: str = ""
    references: tuple[str, ...] = ()  # oldest first: the root of the match's thread, then the latest
    automatic: Literal["replied", "generated"]  # an answer, or sent of our own accord (RFC 3834)
    list_id: str = ""  # "match-12.example.com"
    list_unsubscribe: str = ""  # an address; a GET must never act, so no link
    loop: str  # our plain address; by it we know our own letters when they come back
    date: datetime  # with a time zone
    text_only: bool = False  # no HTML part, for players who want none
    attached: tuple[str, bytes] | None = None  # a file of JSON, by its ASCII name


def compose(letter: Outgoing, paint: Paint = NONE, pictures: Mapping[str, bytes] = NO_PICTURES) -> bytes:
    """The letter as bytes, CRLF line ends only; `paint` is for the HTML part, `pictures` are those that it shows, as
    PNG, by their names.

    Raises ValueError if one of our own addresses or ids is malformed, or the date has no time zone: errors of the
    program, not of a player.
    """
    if letter.date.tzinfo is None:
        raise ValueError("the date of a letter needs a time zone")
    head = _HEAD.format(
        sender=_mailbox(letter.sender_name, letter.sender),
        to=_mailbox(letter.to_name, letter.to),
        reply_to=_address(letter.reply_to),
        subject=_header("Subject", letter.subject),
        date=_date(letter.date),
        message_id=_address(letter.message_id),
        thread=_thread(letter),
        automatic=letter.automatic,
        loop=_address(letter.loop),
        list=_list(letter),
    )
    blocks = _blocks(letter.text, paint, letter.reply_to != letter.sender)
    lines = "\n\n".join([block.text for block in blocks if block.text]) + "\n"
    text = _part("plain", lines, as_it_is=all(map(_TEXT_FITS, blocks)))
    if letter.text_only:
        return _finished(head + _with_file(letter, text))
    title = html_part.title(clean(letter.subject))
    used = frozenset[str]().union(*map(_CLASSES, blocks))
    page = html_part.page(title, "\n".join([block.html for block in blocks]), used, paint)
    page = taps.filled(page, letter.reply_to, clean(letter.subject))
    html = _part("html", page, as_it_is=_fits(title) and all(map(_HTML_FITS, blocks)))
    # No line of a part can be this: quoted-printable has no "=_", and the rest would be a SHA-256 of itself.
    boundary = "=_" + hashlib.sha256((letter.message_id + text).encode("utf-8")).hexdigest()[:32]
    html = _with_pictures(html, pictures, f"{boundary}p")
    body = _with_file(letter, _ALTERNATIVES.format(boundary=boundary, text=text, html=html))
    return _finished(head + body)


def _finished(letter: str) -> bytes:
    """The final form of a letter. Line ends are replaced last, in bytes: in characters it takes twice as long."""
    return letter.encode("ascii").replace(b"\n", b"\r\n")


def _with_pictures(html: str, pictures: Mapping[str, bytes], boundary: str) -> str:
    """The HTML part, together with its pictures if it has any."""
    if not pictures:
        return html
    parts = [
        _PICTURE.format(
            boundary=boundary, name=name, lines=base64.encodebytes(data).decode("ascii").rstrip("\n")
        )
        for name, data in pictures.items()
    ]
    return _RELATED.format(boundary=boundary, html=html, pictures="\n".join(parts))


def _with_file(letter: Outgoing, body: str) -> str:
    """The body, in one mail with its attached file."""
    if letter.attached is None:
        return body
    name, data = letter.attached
    if not re.fullmatch(r"[\w.-]{1,60}", name, re.ASCII):
        raise ValueError(f"not the name of a file: {name!r}")
    boundary = "=_" + hashlib.sha256((letter.message_id + name).encode("utf-8") + data).hexdigest()[:32]
    lines = base64.encodebytes(data).decode("ascii").rstrip("\n")
    return _MIXED.format(boundary=boundary, body=body.rstrip("\n"), name=name, lines=lines)


# --- headers -------------------------------------------------------------------------------------


_date = lru_cache(maxsize=64)(format_datetime)  # many letters are of the same second


def _address(value: str) -> str:
    """An address or id of the server's own making, checked to be one visible ASCII word."""
    if not _ADDRESS.fullmatch(value):
        raise ValueError(f"not an address or id: {value!r}")
    return value


def _mailbox(name: str, address: str) -> str:
    address = _address(address)
    name = clean(name, 78)
    if not name:
        return address
    return f"{_phrase(name)} <{address}>"


@lru_cache(maxsize=4096)
def _phrase(name: str) -> str:
    """A display name: bare, quoted or encoded, as needed."""
    if not name.isascii() or "=?" in name:
        return _encoded_words(name)
    if _ATOMS.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _header(name: str, value: str) -> str:
    """Free text as the value of field `name`: cleaned, at most 200 characters, encoded if need be, folded."""
    value = clean(value)
    if not value.isascii() or "=?" in value:  # readers would decode the latter
        return _encoded_words(value)
    room = _COLUMNS - len(name) - 2
    if len(value) <= room:
        return value
    lines = [""]
    for word in value.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
            room = _COLUMNS - 1
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return "\n ".join(lines)


def _encoded_words(value: str) -> str:
    """RFC 2047, in base64: each word at most 75 characters and of whole letters."""
    words: list[str] = []
    piece = b""
    for letter in value:
        octets = letter.encode("utf-8", "replace")
        if len(piece) + len(octets) > 36:
            words.append(base64.b64encode(piece).decode("ascii"))
            piece = b""
        piece += octets
    words.append(base64.b64encode(piece).decode("ascii"))
    return "\n ".join(f"=?utf-8?b?{word}?=" for word in words)


def _thread(letter: Outgoing) -> str:
    """In-Reply-To and References: the root of the thread and its latest letters (RFC 5322, 3.6.4)."""
    answered = _id(letter.in_reply_to)
    lines = f"In-Reply-To: {answered}\n" if answered else ""
    ids = list(dict.fromkeys(filter(None, map(_id, letter.references))))
    if len(ids) > _MAX_REFERENCES:
        ids = [ids[0], *ids[1 - _MAX_REFERENCES :]]
    while len(ids) > 1 and len(" ".join(ids)) >= _MAX_REFERENCES_CHARS:
        del ids[1]
    if ids:
        lines += "References: " + "\n ".join(ids) + "\n"
    return lines


def _id(value: str) -> str:
    """The id of somebody's letter: opaque, may hold anything, so only its visible ASCII is used."""
    return value if _ID.fullmatch(value) else _INVISIBLE.sub("", value)[:250]


def _list(letter: Outgoing) -> str:
    lines = f"List-Help: <mailto:{_address(letter.sender)}?subject=help>\n"
    if letter.list_id:
        lines += f"List-Id: <{_address(letter.list_id)}>\n"
    if letter.list_unsubscribe:
        lines += f"List-Unsubscribe: <mailto:{_address(letter.list_unsubscribe)}>\n"
    return lines


# --- body ----------------------------------------------------------------------------------------


class _Block(msgspec.Struct, frozen=True):
    """A run of lines, as it stands in the text part and as it stands in the HTML part, whether each part may hold it
    without an encoding, and what classes the HTML uses."""

    text: str
    html: str
    text_fits: bool
    html_fits: bool
    classes: frozenset[str]


_TEXT_FITS, _HTML_FITS, _CLASSES = map(attrgetter, ("text_fits", "html_fits", "classes"))  # of a block


def _blocks(text: str, paint: Paint, by_tap: bool) -> list[_Block]:
    """The blocks of `text`, separated by blank lines and board markers; a board may hold blank lines, an empty one is
    dropped. `by_tap`: the address says what is answered."""
    prose, *others = text.split(BOARD_OPEN)
    blocks = _paragraphs(prose, paint, by_tap)
    for other in others:
        board, _, prose = other.partition(BOARD_CLOSE)
        lines, _, data = board.partition(BOARD_DATA)
        if piece := _tidied(clean_body(plain(lines))):  # there are no buttons in a board
            blocks.append(_board(piece, data.strip(), paint))
        blocks += _paragraphs(prose, paint, by_tap)
    return blocks


def _paragraphs(text: str, paint: Paint, by_tap: bool) -> list[_Block]:
    blocks = [_prose(piece, paint, by_tap) for piece in _BLANK_LINES.split(_tidied(text)) if piece]
    return [block for block in blocks if block.text or block.html]


def _tidied(text: str) -> str:
    """Clean lines, without blank ones above and below."""
    if not text.isascii() or text.encode().translate(None, _CLEAN):
        pieces = _MARKS.split(text)  # a few of them are marks
        text = "".join([each if n % 2 else clean_body(each) for n, each in enumerate(pieces)])
    text = text.rstrip(" \n")
    above = _LEADING.match(text)
    return text[above.end() :] if above else text


# Most blocks of a match's mail come twice, once for each player, and some in every mail.


@lru_cache(maxsize=256)
def _board(piece: str, data: str, paint: Paint) -> _Block:
    lines = [line.rstrip() for line in piece.split("\n")]
    html = paint.draw(data) if data else html_part.drawing(lines)
    return _block("\n".join([f"  {line}" if line else "" for line in lines]), html)


@lru_cache(maxsize=1024)
def _prose(piece: str, paint: Paint, by_tap: bool) -> _Block:
    shown = taps.in_text(piece)
    text = "\n".join([line.rstrip() for line in plain(shown).split("\n")])
    html = taps.buttons(piece) if by_tap else ""
    return _block(text, f"<p>\n{html}\n</p>" if html else html_part.prose(shown, paint))


def _block(text: str, html: str) -> _Block:
    return _Block(text, html, _fits(text), _fits(html, _HTML_COLUMNS), html_part.classes(html))


def _fits(text: str, columns: int = _COLUMNS) -> bool:
    """May text travel as it is? It must be ASCII in lines that are not too long, without a lone dot, which may end a
    letter on its way, or a line that begins with "From ", which an mbox file would quote (B30)."""
    plain = text.isascii() and max(map(len, text.split("\n"))) <= columns
    lines = f"\n{text}\n"
    return plain and "\n.\n" not in lines and "\nFrom " not in lines


def _part(subtype: str, body: str, *, as_it_is: bool) -> str:
    """A part without an encoding, or in quoted-printable."""
    if as_it_is:
        return _PART.format(subtype=subtype, charset="us-ascii", encoding="7bit", body=body)
    encoded = b2a_qp(body.encode("utf-8", "replace"), istext=True).decode("ascii")
    # A soft break hides a "From ". A lone dot b2a_qp hides itself.
    encoded = _FROM.sub("=46=\nrom ", encoded)
    return _PART.format(subtype=subtype, charset="utf-8", encoding="quoted-printable", body=encoded)
