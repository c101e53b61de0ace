"""Text from bytes: charsets, encoded-words, and characters that must never be passed on.

Everything here is total: any bytes give some text, nothing raises. Two rules hold throughout:

* A charset is looked up in our own table, never in the codec registry: `unicode_escape`, `utf-7` and
  the like turn harmless bytes into other text (M17, M18). Charsets not in the table are read as UTF-8, else as
  Windows-1252, else as Latin-1.
* Only CR, LF and CRLF end a line (B21). `str.splitlines` knows seven more and is not used in this room.
"""

import re
from binascii import Error as Base64Error
from copy import copy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

# The left column is what letters declare, the right how it is read: a superset where mail programs are known to
# declare it wrongly (Latin-1 is Windows-1252, GB2312 is GB18030).
_CODECS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "utf-16": "utf-16",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
    **{f"iso-8859-{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)},
    "iso-8859-8-i": "iso8859-8",
    **{f"windows-{n}": f"cp{n}" for n in (874, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    "macintosh": "mac-roman",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp_2",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-2022-kr": "iso2022_kr",
}

TEXT_WIDTH = 74
"""Prose is filled to this width: a reply that quotes it twice still fits into 78 columns."""

_CONTROLS = [c for c in (*range(0x20), *range(0x7F, 0xA0)) if c != 0x0A]
# Bidi marks, embeddings and isolates: they make a line look like another one (I6, and "Trojan Source").
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_BLANKS = [0x09, 0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x1F, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
_BLANKS += [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
_NOTHING = [0x00AD, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF]

_BODY = dict.fromkeys([*_CONTROLS, *_BIDI, *_NOTHING]) | dict.fromkeys(_BLANKS, " ")
_VALUE = _BODY | {0x0A: " "}
PLAIN = bytes([0x0A, *range(0x20, 0x7F)])
"""What a text may hold that needs no cleaning."""
_WORDS = re.compile(r"[!-~]+(?: [!-~]+)*")


def decode(data: bytes, charset: str = "") -> str:
    """The text of `data`, whatever `charset` it claims to be in; never raises (M17 to M20)."""
    codec = _CODECS.get(charset.strip(" \"'").lower())
    if codec is not None:
        return data.decode(codec, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def as_written(part: Message, charset: str = "") -> str:
    """The body of a part before its transfer encoding is undone; empty for one that has parts. Never raises, which the
    library does for a charset that Python refuses to look up."""
    bare = copy(part)
    for name in ("content-type", "content-transfer-encoding"):
        del bare[name]
    data = bare.get_payload(decode=True)
    return decode(data, "" if data.isascii() else charset) if isinstance(data, bytes) else ""


def clean(text: str, limit: int = 200) -> str:
    """`text` made fit for a header value or a name: one line, no control or bidi characters, single blanks, at most
    `limit` characters (M15: an encoded CR LF must not start a header of its own)."""
    if len(text) <= limit and _WORDS.fullmatch(text):
        return text
    return " ".join(text[: 4 * limit].translate(_VALUE).split())[:limit].strip()


def clean_body(text: str) -> str:
    """`text` with LF line ends only, every sort of blank a plain blank, and nothing invisible (B15, B21).

    Letters, quotes and dashes stay as typed, for chat; order readers normalise what they compare.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and not text.encode().translate(None, PLAIN):
        return text
    return text.translate(_BODY)


def decode_words(value: str) -> str:
    """A header value with its encoded-words (RFC 2047) decoded; broken ones stay as they are (M14)."""
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
    except (HeaderParseError, Base64Error, ValueError):
        return value
    return "".join(p if isinstance(p, str) else decode(p, charset or "") for p, charset in pieces)


_REPLY_WORDS = (
    "re|aw|antw|antwort|sv|vs|vl|odp|tr|rv|wg|fwd?|fs|vb|r|i|rif|res|enc|ref|ynt|ilt|ynth|atb|bls|trs|"
    "doorst|pd|továbbítás|vá|回复|回覆|答复|答覆|转发|轉寄|返信|転送|회신|전달"
)
_PREFIX = re.compile(
    rf"(?:(?:{_REPLY_WORDS})(?:\[\d{{1,3}}\]|\(\d{{1,3}}\)|\^\d{{1,3}})? ?[:：]"
    r"|\[(?:ext|extern|external|external email|spam|bulk|suspected spam)\]:?"
    r"|\*{1,5}(?:spam|extern|external|suspected spam)\*{1,5}:?"
    r"|\{(?:spam|disarmed)\??\}) ?",
    re.IGNORECASE,
)


def peel(subject: str) -> str:
    """`subject` without reply, forward and gateway prefixes, in any order and number (B23).

    Tags in square brackets that are not a gateway's, such as our own "[pbem 12]", stay.
    """
    at = 0
    while match := _PREFIX.match(subject, at):
        at = match.end()
    return subject[at:].strip()
