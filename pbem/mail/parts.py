"""The parts of a letter: which of them are its text, and how each is decoded.

All inline text is read, in its order: programs put what was typed below a picture into a part of its own. Of
alternatives the plain one counts, unless it is empty. Attached mails, files and everything in them are not read (M29,
M31, M32).
"""

import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.message import Message
from email.policy import compat32
from functools import lru_cache

from pbem.mail.bounds import MAX_PARAMETERS, MAX_SEMICOLONS
from pbem.mail.html import HtmlError
from pbem.mail.text import as_written, clean, clean_body, decode, decode_words

NO_TEXT = "Your mail held no readable text; please send plain text."
PART_UNREAD = "A part of your mail could not be read; please send plain text."

Part = Message

_MAX_NOTES = 4  # attachments named one by one
_MAIN_TYPES = frozenset(
    (
        *(
            "application",
            "audio",
            "chemical",
            "font",
            "haptics",
            "image",
            "message",
            "model",
            "multipart",
            "text",
        ),
        "video",
    )
)
# Parts that belong to a letter's structure and are not attachments.
_TRIMMINGS = (
    "image/",
    "application/pgp-",
    "application/pkcs7-",
    "application/x-pkcs7-",
    "text/calendar",
    "message/delivery",
)
# What programs add to letters by themselves: signatures, visiting cards.
_ADDED = (*_TRIMMINGS[1:], "text/vcard", "text/x-vcard", "text/directory")
_GMAIL_REACTION = "text/vnd.google.email-reaction+json"
# Text that nobody reads as prose; all other text is (RFC 2046, 4.1.4).
_NO_PROSE = frozenset(
    f"text/{kind}"
    for kind in (
        *("calendar", "css", "csv", "directory", "javascript", "rfc822-headers", "vcard", "x-amp-html"),
        *("x-vcard", "x-watch-html", "xml"),
    )
)
_TYPE = re.compile(r"[\"'\s]*([a-z0-9!#$&^_.+-]+)\s*/\s*([a-z0-9!#$&^_.+-]+)", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_ENRICHED = re.compile(r"<param>[^<>]{0,200}</param>|</?[a-z-]{1,60}>", re.IGNORECASE)


class Contents:
    """What is read of a letter: its `text`, and `notes` for its sender about the rest.

    `is_reaction`: it holds nothing but an emoji (RFC 9078, or Gmail's way). `has_attachment`: somebody has attached
    something to it.
    """

    def __init__(self, root: Part, to_text: Callable[[str], str]) -> None:
        self._to_text = to_text
        self._failed = self._reacts = self._has_text = False
        leaves = list(_leaves(root))
        self.has_attachment = any(map(_is_sent_along, _leaves(root, related=False)))
        self.text = self._read(root)
        self.is_reaction = self._reacts and not self.text.strip()
        self.notes = _unread(leaves)
        if self._failed:
            self.notes.append(PART_UNREAD if self.text.strip() else NO_TEXT)
        elif not (self._has_text or self._reacts):
            self.notes.append(NO_TEXT)

    def _read(self, part: Part) -> str:
        """The inline text of a part, and of all parts in it."""
        kind = content_type(part)
        if kind == "multipart/alternative":
            return self._best(_inner(part))
        if kind.startswith("multipart/"):
            texts = [""]
            for inner in _inner(part):
                text = self._read(inner)
                if not _is_in(text, texts[-1]):  # some programs send alternatives as if both were to be read
                    texts.append(text)
            return "\n\n".join(texts[1:])
        if _disposition(part).startswith("reaction"):
            self._reacts = True
            return ""
        if not kind.startswith("text/") or kind in _NO_PROSE or _is_attached(part):
            return ""
        self._has_text = True
        return self._rich(part) if kind == "text/html" else _plain(part, kind)

    def _best(self, alternatives: Sequence[Part]) -> str:
        """The text of one alternative: a plain one, unless that is empty or only refers to another (M27)."""
        leaves = [[content_type(leaf) for leaf in _leaves(each)] for each in alternatives]
        if any(_GMAIL_REACTION in kinds for kinds in leaves):
            self._reacts = True
            return ""
        rich = [each for each, kinds in zip(alternatives, leaves, strict=True) if "text/html" in kinds]
        plain = (self._read(each) for each in alternatives if each not in rich)
        text = next(filter(str.strip, plain), "")
        if not _refers_to_html(text):
            return text
        return next(filter(str.strip, map(self._read, rich)), text)

    def _rich(self, part: Part) -> str:
        try:
            return clean_body(self._to_text(_decoded(part)))
        except HtmlError:
            self._failed = True
            return ""


def type_and_parameters(field: str) -> str:
    """A Content-Type field as it should have been written: what cannot be read means plain text (RFC 2045, 5.2), and a
    forgotten semicolon is put in."""
    kind = _kind(field)
    found = _TYPE.match(field)
    rest = field[found.end() :].lstrip("\"' ,;") if found else field.partition(";")[2]
    return f"{kind}; {rest}" if rest else kind


def content_type(part: Part) -> str:
    """The type of a part, in lower case: `text/plain` if it cannot be read."""
    field = part.get("content-type")
    return part.get_default_type() if field is None else _kind(str(field)[:MAX_PARAMETERS])


@lru_cache(maxsize=256)
def _kind(field: str) -> str:
    found = _TYPE.match(field)
    main, sub = (found[1].lower(), found[2].lower()) if found else ("", "")
    if main not in _MAIN_TYPES and not main.startswith("x-"):
        return "text/plain"
    return f"{main}/{sub}"


def _inner(part: Part) -> list[Part]:
    """The parts of a multipart; of one without a boundary there are none."""
    return [each for each in part.get_payload() if isinstance(each, Message)] if part.is_multipart() else []


def _leaves(part: Part, *, related: bool = True) -> Iterator[Part]:
    """The parts of a letter that have none themselves; a multipart without parts counts as nothing. Without `related`
    ones, what belongs to the picture of a page is left out."""
    if not content_type(part).startswith("multipart/"):
        yield part
    elif related or content_type(part) != "multipart/related":
        for inner in _inner(part):
            yield from _leaves(inner, related=related)


def _disposition(part: Part) -> str:
    return str(part.get("content-disposition", "")).strip().lower()


def _is_attached(part: Part) -> bool:
    return bool(
        _file_name(part)
        or _disposition(part).startswith("attachment")
        or content_type(part) == "message/rfc822"
    )


def _is_sent_along(part: Part) -> bool:
    """Is a part a file or a picture that somebody has sent?"""
    kind = content_type(part)
    return not kind.startswith(_ADDED) and (_is_attached(part) or not kind.startswith("text/"))


def _unread(leaves: Sequence[Part]) -> list[str]:
    """Notes about attachments."""
    unread = [
        f'The attachment "{_file_name(part) or content_type(part)}" was not read.'
        for part in leaves
        if _is_attached(part) and not content_type(part).startswith(_TRIMMINGS)
    ]
    notes = unread[:_MAX_NOTES]
    if len(unread) > _MAX_NOTES:
        notes.append(f"{len(unread) - _MAX_NOTES} more attachments were not read.")
    return notes


def _is_in(text: str, before: str) -> bool:
    """Has a text been read already, perhaps with other blanks? An empty one has."""
    return "".join(text.split()) in "".join(before.split())


def _refers_to_html(text: str) -> bool:
    """Is a text part empty, or does it only refer to an HTML part (M27)?"""
    return not text.strip() or (len(text) < 300 and "html" in text.lower() and "view" in text.lower())


def _file_name(part: Part) -> str:
    if "content-disposition" not in part and "name" not in str(part["content-type"]).lower():
        return ""
    named = _parameters(part, "content-disposition").get("filename") or _parameters(part).get("name", "")
    return clean(decode_words(named), 80)


def _parameters(part: Part, header: str = "content-type") -> Mapping[str, str]:
    """The parameters of a Content- field by lower-case name; none if it cannot be read (M11, M26)."""
    field = str(part.get(header, ""))
    if not 0 < len(field) <= MAX_PARAMETERS or field.count(";") > MAX_SEMICOLONS:
        return {}
    return _parameters_in(type_and_parameters(field) if header == "content-type" else field)


@lru_cache(maxsize=256)  # most letters have one of a few values here
def _parameters_in(field: str) -> Mapping[str, str]:
    part = Message(compat32)
    part["content-type"] = field
    try:
        found = part.get_params([])
    except (ValueError, LookupError, AttributeError, TypeError):
        return {}
    return {name.lower(): _parameter(value) for name, value in found}


def _parameter(value: str | tuple[str | None, str | None, str]) -> str:
    if isinstance(value, str):
        return value
    charset, _, encoded = value  # RFC 2231: the bytes that were percent-encoded, as Latin-1
    return decode(encoded.encode("latin-1", "replace"), charset or "")


# --- decoding ------------------------------------------------------------------------------------


def _decoded(part: Part) -> str:
    charset = _parameters(part).get("charset", "")
    if str(part.get("content-transfer-encoding", "")).strip().lower() == "base64":
        return _from_base64(as_written(part, charset), charset)
    data = part.get_payload(decode=True)
    return decode(data, charset) if isinstance(data, bytes) else ""


def _from_base64(text: str, charset: str) -> str:
    """Base64 decoded up to its end: its padding, a blank line, or a line that is none. What follows, gateways have
    added without an encoding. A text that does not even begin in base64 stays as it is."""
    signs = ""
    for line in map(str.strip, text.split("\n")):
        if not line and not signs:
            continue
        if not line or len(line.split()) > 1 or not _BASE64.search(line):
            break
        data, padding, _ = line.partition("=")
        signs += _NOT_BASE64.sub("", data)
        if padding:
            break
    if not signs:
        return text
    signs = signs[: len(signs) - (len(signs) % 4 == 1)]
    return decode(binascii.a2b_base64(signs + "=" * (-len(signs) % 4)), charset)


def _plain(part: Part, kind: str) -> str:
    parameters = _parameters(part)
    text = clean_body(_decoded(part))
    if kind == "text/enriched":
        text = _ENRICHED.sub("", text).replace("<<", "<")
    if parameters.get("format", "").lower() == "flowed":
        return _unflowed(text, delete_space=parameters.get("delsp", "").lower() == "yes")
    return text


def _unflowed(text: str, *, delete_space: bool) -> str:
    """Undo format=flowed (RFC 3676): join soft-broken lines, remove stuffed blanks (B14).

    Quoted lines keep their marks; a signature line "-- " is never joined to anything.
    """
    if " \n" not in text and "\n " not in text:
        return text
    lines: list[str] = []
    pieces: list[str] = []  # of the paragraph being joined
    depth = 0
    for line in text.split("\n"):
        if not pieces and not line.endswith(" "):
            lines.append(line.removeprefix(" "))
            continue
        bare = line.lstrip(">")
        this_depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        if pieces and (this_depth != depth or bare == "-- "):
            lines.append(">" * depth + "".join(pieces))
            pieces = []
        depth = this_depth
        if bare.endswith(" ") and bare != "-- ":
            pieces.append(bare[:-1] if delete_space else bare)
            continue
        lines.append(">" * depth + "".join(pieces) + bare)
        pieces = []
    if pieces:
        lines.append(">" * depth + "".join(pieces))
    return "\n".join(lines)
