"""The first check of a letter: header and body, within bounds, before any library parses anything.

The standard library's parser is quadratic or recursive in several places (M10 to M13, M25, M26), so a
letter is measured first, in one linear pass over its bytes. Header fields are read here, by us: only those
in the table below, each within its size; all others are ignored. A line without a colon is skipped, and without a
blank line there is no body (M3, M5). What is too large, too deep or has too many parts is a `LetterError`, at the
cost of one pass. The host may set the size of the header, the depth of parts and their number (`Limits`); the other
bounds are here.
"""

import re
from email.message import Message

from pbem.mail.limits import MAX_LETTER, Limits
from pbem.mail.text import decode

MAX_PARAMETERS = 2048  # bytes of one Content-Type; the stdlib's parameter reader is quadratic
MAX_SEMICOLONS = 40  # in such a field, for the same reason
MAX_LOOKS = (
    200_000  # lines of a letter, times its parts with parts: the stdlib asks each of them about each line
)
MAX_REPORT_BLOCKS = 2000  # paragraphs in a letter with a delivery report: the stdlib makes an object of each

LIST_FIELDS = (
    "list-id", "list-post", "list-help", "list-subscribe", "list-unsubscribe", "list-owner", "list-archive",
    "mailing-list",
)  # fmt: skip
"""Fields that mailing lists add to a letter; only their presence matters."""

_SHORT, _LONG = 2048, 8192
_FIELDS = {
    b"from": _SHORT,
    b"subject": _SHORT,
    b"content-type": MAX_PARAMETERS,
    b"content-transfer-encoding": _SHORT,
    b"content-disposition": _SHORT,
    b"message-id": _LONG,
    b"in-reply-to": _LONG,
    b"references": 4 * _LONG,
    b"delivered-to": _LONG,
    b"x-delivered-to": _LONG,
    b"x-original-to": _LONG,
    b"envelope-to": _LONG,
    b"x-envelope-to": _LONG,
    b"x-forwarded-to": _LONG,
    b"to": _LONG,
    b"cc": _LONG,
    b"return-path": _LONG,
    b"auto-submitted": _LONG,
    b"precedence": _LONG,
    b"x-autoreply": _LONG,
    b"x-autorespond": _LONG,
    b"x-auto-reply": _LONG,
    b"x-loop": _LONG,
    b"authentication-results": _LONG,
    b"received": MAX_LETTER,
    **{name.encode(): MAX_LETTER for name in LIST_FIELDS},
}
_TRACE = re.compile(rb"^(received|authentication-results)[ \t]*:", re.I | re.M)
_NESTING = re.compile(rb"^content-type:[ \t\n]*((?:multipart|message)/[^\n]*(?:\n[ \t][^\n]*)*)", re.I | re.M)

Headers = dict[str, list[str]]


class LetterError(Exception):
    """The letter was not read: too large, too deep, too many parts. The text is for the log."""


def split(raw: bytes, limits: Limits) -> tuple[Headers, bytes]:
    """The header fields that matter (lower-case name to unfolded values, top first) and the body.

    Line ends become LF. Raises LetterError if the header exceeds its bounds.
    """
    if len(raw) > MAX_LETTER:
        raise LetterError(f"letter of {len(raw)} bytes")
    raw = b"\n".join(raw.split(b"\r\n")).replace(b"\r", b"\n")
    if raw.startswith((b"From ", b">From ")):  # M4: an mbox line left in front
        raw = raw.partition(b"\n")[2]
    block, _, body = (b"", b"", raw[1:]) if raw.startswith(b"\n") else raw.partition(b"\n\n")
    if len(block) > limits.header_bytes:
        raise LetterError(f"header of {len(block)} bytes")
    headers: Headers = {}
    for name, value in _fields(block):
        if len(value) > _FIELDS[name]:
            raise LetterError(f"{name.decode()} of {len(value)} bytes")
        headers.setdefault(name.decode(), []).append(decode(value).strip())
    return headers, body


def _fields(block: bytes) -> list[tuple[bytes, bytes]]:
    found: list[tuple[bytes, list[bytes]]] = []
    lines: list[bytes] | None = None  # of the field being read, while it is one of ours
    for line in block.split(b"\n"):
        if line[:1] in (b" ", b"\t"):
            if lines is not None:
                lines.append(line)
            continue
        name, colon, value = line.partition(b":")
        name = name.rstrip().lower()
        lines = None
        if colon and name in _FIELDS:
            lines = [value]
            found.append((name, lines))
    return [(name, b"".join(lines)) for name, lines in found]


def hops(raw: bytes, limits: Limits) -> int:
    """Number of servers that the letter came through: its Received fields (I24)."""
    header = raw[: limits.header_bytes].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return (b"\n" + header.lower()).count(b"\nreceived:")


def received_above(raw: bytes, limits: Limits) -> tuple[int, ...]:
    """For each Authentication-Results field, top first, the number of Received fields above it."""
    header = raw[: limits.header_bytes].replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")[0]
    names = [name.lower() for name in _TRACE.findall(header)]
    return tuple(
        names[:at].count(b"received") for at, name in enumerate(names) if name == b"authentication-results"
    )


def check_parts(content_type: str, body: bytes, limits: Limits) -> None:
    """Raise LetterError if a multipart letter nests too deep or has too many parts (M25, M26).

    Each level of nesting needs a Content-Type field of its own, and each part a delimiter line, so that
    counting both anywhere in the body bounds what a parser can find in it.
    """
    kinds = [content_type.encode("utf-8"), *(match[1] for match in _NESTING.finditer(body))]
    if len(kinds) > limits.mime_depth:
        raise LetterError(f"{len(kinds)} nested parts")
    if body.count(b"\n") * len(kinds) > MAX_LOOKS:
        raise LetterError(f"{len(kinds)} nested parts of too many lines")
    report = any(kind[:23].lower() == b"message/delivery-status" for kind in kinds)
    if report and body.count(b"\n\n") > MAX_REPORT_BLOCKS:
        raise LetterError("delivery report of too many blocks")
    parts = 0
    for kind in kinds:
        if len(kind) > MAX_PARAMETERS or kind.count(b";") > MAX_SEMICOLONS:
            raise LetterError(f"Content-Type of {len(kind)} bytes")
        boundary = _boundary(kind)
        if boundary:
            parts += body.count(b"\n--" + boundary) + body.startswith(b"--" + boundary)
    if parts > limits.mime_parts:
        raise LetterError(f"{parts} parts")


def _boundary(kind: bytes) -> bytes:
    message = Message()
    message["content-type"] = kind.decode("ascii", "surrogateescape")
    return (message.get_boundary() or "").encode("utf-8", "surrogateescape")
