"""Reading: raw bytes from anybody become a `Letter` that is safe to handle.

The order is fixed: bounds first (`bounds`), then header fields, then the kind of sender, then the one part that is
read, then the lines the person wrote (`quoting`). Only MIME structure goes through the standard library, with
`policy.compat32`; HTML is read only if there is no text. Nothing here decides what a letter may do: identity and
orders are the server's.

A short letter of plain text is cheaper to read than to hand to another process. All others are read in a process that
may die: see `reader`.
"""

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import lru_cache
from typing import Literal

import msgspec

from pbem.mail import addresses, html
from pbem.mail.bounds import (
    LIST_FIELDS,
    MAX_PARAMETERS,
    MAX_SEMICOLONS,
    Headers,
    LetterError,
    check_parts,
    received_above,
    split,
)
from pbem.mail.limits import Limits
from pbem.mail.phrases import AWAY
from pbem.mail.quoting import MAX_LINES, cut_text
from pbem.mail.reports import Failure, reported, returned
from pbem.mail.text import clean, clean_body, decode, decode_words, peel

__all__ = ["MAX_COLUMNS", "MAX_LINES", "NO_TEXT", "Letter", "LetterError", "read"]

MAX_COLUMNS = 1000
MAX_CHARACTERS = 16_000  # of all lines together: the size of 200 lines in a mail program
MAX_RECIPIENTS = 50
NO_TEXT = "Your mail held no readable text; please send plain text."

Kind = Literal["human", "automatic", "bounce", "list", "own"]
Part = Message

_MAX_NOTES = 4  # attachments named one by one
_ID = re.compile(r"<[^<>]{1,250}>")
_FOR = re.compile(r"\bfor\s+<?([^\s<>;]{3,320})>?", re.IGNORECASE)
# Local parts under which only machines write (RFC 5230, 4.6). A person may be `cyberdaemon`, or `kirby.bounce`, and one
# reads and writes as `abuse`, `hostmaster`, `webmaster`, `info` (RFC 2142).
_MACHINES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("bounce", re.compile(r"(?:.*[-_.+=])?(?:mail(?:er)?[-_.]?daemon|post[-_.]?master)\d*(?:[-_.+=].*)?")),
    ("bounce", re.compile(r"(?:.*[-_+=])?bounces?(?:[-_+=].*)?|(?:.+[-_.])?m?daemon|nobody")),
    ("automatic", re.compile(r"(?:.*[-_.+=])?(?:(?:do[-_.]?)?not?|don'?t)[-_.]?(?:reply|respon[ds]e?).*")),
    ("automatic", re.compile(r"auto[-_.]?(?:reply|respon[ds]er?|answer)(?:[-_.+=].*)?")),
    ("automatic", re.compile(r"(?:root|cron|alerts?|notifications?)(?:[+=].*)?")),
    ("list", re.compile(r"owner-.+|.+-request|listserv|majordomo")),
)
_RECIPIENT_FIELDS = (
    "delivered-to",
    "x-delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "to",
    "cc",
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


class Letter(msgspec.Struct, frozen=True):
    """The contents of a letter from a person (or machine), safe to handle: no control characters, nothing unbounded."""

    kind: Kind  # only a human letter is answered or obeyed
    why: str  # why it is not human ("auto-submitted: auto-replied"), "" for human; for the log only
    sender: str  # the one mailbox of From, normalised; "" when it is not exactly one (I5, I6, M2, M6)
    away: bool  # its Subject is that of an automatic notice; if nothing in it can be obeyed, it is one (I17, I33)
    subject: str  # decoded, cleaned, prefixes removed (B23), at most 200 characters
    message_id: str  # opaque (M8), at most 250 characters; "" when missing (M7)
    # In-Reply-To, then the first and last ten of References (I10); of a report the returned letter.
    references: tuple[str, ...]
    recipients: tuple[str, ...]  # who may be meant: envelope, Delivered-To, ..., To, Cc; each once (I8)
    # The sender's own text: at most 200 lines of 1000 characters (B20), with an empty line between paragraphs.
    lines: tuple[str, ...]
    notes: tuple[str, ...]  # sentences for the sender about parts that were not read
    digest: str  # hex SHA-256 of the subject and the decoded text, to recognise a duplicate (M7, I26)
    failure: Failure | None  # the worst in a delivery report (RFC 3464); otherwise None
    auth: tuple[str, ...]  # Authentication-Results, top first, not evaluated (I4)
    auth_hops: tuple[int, ...] = ()  # the number of Received fields above each of them
    writer: str = (
        ""  # the name in From, at most 80 characters: how its writer signs, and never who they are (M16)
    )


def read(
    raw: bytes,
    *,
    recipients: Sequence[str] = (),
    return_path: str | None = None,
    domain: str = "",
    local: str = "pbem",
    limits: Limits = Limits(),  # noqa: B008  # frozen
    to_text: Callable[[str], str] = html.to_text,
) -> Letter:
    """Read the letter in `raw`, which may be any bytes. Raises LetterError, and nothing else, if it is out of bounds.

    `recipients` and `return_path` are the envelope's (`""` or `"<>"` is the null sender; None if unknown,
    then the Return-Path field counts). `domain` and the `local` part are those of our own addresses. `to_text` turns
    HTML into text, if necessary, or raises HtmlError; any other exception of it is passed on.
    """
    headers, body = split(raw, limits)
    content_type = _first(headers, "content-type")
    part = _mime(content_type, _first(headers, "content-transfer-encoding"), body, limits)
    sender = addresses.only(headers["from"][0]) if len(headers.get("from", ())) == 1 else ""
    if return_path is None and "return-path" in headers:
        return_path = headers["return-path"][0]
    subject = clean(decode_words(_first(headers, "subject")))
    own = f"{local}@{domain}".lower() if domain else ""
    kind, why = _kind(headers, sender, return_path, own)
    failure = None
    if kind != "own" and (report := _report(part, kind)):
        kind, why, failure = report
    leaves = list(_leaves(part))
    text, notes = _text(leaves, to_text)
    lines, more_notes = _own_lines(text, own)
    return Letter(
        kind=kind,
        why=clean(why),
        sender=sender,
        away=subject.lower().startswith(AWAY),
        subject=peel(subject),
        message_id=clean(_first(headers, "message-id"), 250),
        references=returned(part) if failure else _references(headers),
        recipients=find_recipients(recipients, headers),
        lines=tuple(lines),
        notes=(*notes, *more_notes),
        digest=hashlib.sha256(f"{subject}\n{text}".encode("utf-8", "replace")).hexdigest(),
        failure=failure,
        auth=tuple(clean(value, 2000) for value in headers.get("authentication-results", ())),
        auth_hops=received_above(raw, limits),
        writer=clean(decode_words(_first(headers, "from").rpartition("<")[0]), 80).strip(),
    )


def _first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def _mime(content_type: str, encoding: str, body: bytes, limits: Limits) -> Part:
    """The body as a message of the standard library; a tree if it has several parts."""
    if content_type[:10].lower() != "multipart/" and content_type[:8].lower() != "message/":
        part: Part = Message(compat32)
        part["content-type"] = content_type or "text/plain"
        part["content-transfer-encoding"] = encoding
        part.set_payload(body.decode("ascii", "surrogateescape"))
        return part
    check_parts(content_type, body, limits)
    head = f"content-type: {content_type}\ncontent-transfer-encoding: {encoding}\n\n"
    try:
        return BytesParser(policy=compat32).parsebytes(head.encode("utf-8", "replace") + body)
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        # It has raised each of these on crafted letters, in one release or another (M11, M12, M25).
        raise LetterError(f"MIME structure: {type(error).__name__}") from error


# --- who sent it ---------------------------------------------------------------------------------


def _kind(headers: Headers, sender: str, return_path: str | None, own: str) -> tuple[Kind, str]:
    """The kind of sender, and the sign that shows it if it is not human.

    Signs that nobody can be answered come first: bounces say all sorts of things about themselves.
    """
    own_local, _, own_domain = own.partition("@")
    local, _, domain = sender.replace("%2b", "+").partition("@")
    if domain == own_domain != "" and local.partition("+")[0] in (own_local, f"{own_local}-b"):
        return "own", f"from: {sender}"  # I16
    if any(own in value.lower() for value in headers.get("x-loop", ()) if own_domain):
        return "own", f"x-loop: {own}"
    if return_path is not None:
        path = return_path.strip().strip("<>").lower()
        if not path or path.partition("@")[0] in ("mailer-daemon", "postmaster"):
            return "bounce", f"envelope sender: {path}" if path else "the null sender"  # S24
    for kind, machine in _MACHINES:
        if machine.fullmatch(local):
            return kind, f"from: {sender}"
    for name in ("auto-submitted", "x-autoreply", "x-autorespond", "x-auto-reply"):
        value = _first(headers, name)
        word = value.partition(";")[0].partition("(")[0].strip().lower()
        if value and word != "no":  # I13; X-Auto-Response-Suppress alone is no sign (I15)
            return "automatic", f"{name}: {value}"
    precedence = _first(headers, "precedence").strip().lower()
    if precedence in ("bulk", "junk", "auto_reply"):
        return "automatic", f"precedence: {precedence}"
    if precedence == "list":
        return "list", "precedence: list"
    for name in LIST_FIELDS:
        if name in headers:
            return "list", f"{name}: {_first(headers, name)}"
    return "human", ""


def _report(part: Part, kind: Kind) -> tuple[Kind, str, Failure | None] | None:
    """A report of another mail server: a failure is a bounce, a delay or a receipt is noise (I18 to I20).

    A report without a result in the standard form may be a bounce in words, unless its sender is someone (`kind`).
    """
    if part.get_content_type() != "multipart/report":
        return None
    found = list(reported(part))
    if not found:
        return "bounce" if kind == "bounce" else "automatic", "a report that is no delivery status", None
    worst = max((failure for _, failure in found if failure), key=lambda each: each.weight, default=None)
    if any(failure and action != "delayed" for action, failure in found):
        return "bounce", "delivery status: failed", worst
    return "automatic", f"delivery status: {found[0][0]}", worst


def _references(headers: Headers) -> tuple[str, ...]:
    answered = _ID.findall(_first(headers, "in-reply-to"))[:10]
    thread = _ID.findall(_first(headers, "references"))
    if len(thread) > 20:
        thread = thread[:10] + thread[-10:]
    return tuple(dict.fromkeys(clean(i, 250) for i in answered + thread))


def find_recipients(envelope: Sequence[str], headers: Headers) -> tuple[str, ...]:
    """For whom a letter may be: the addresses of its envelope, and those that its header names, each once. Some mail
    systems keep the one with the token only in a Received field."""
    found = dict.fromkeys(a for r in envelope if (a := addresses.normalise(r)))
    for name in _RECIPIENT_FIELDS:
        for value in headers.get(name, ()):
            found.update(dict.fromkeys(addresses.candidates(value)))
    for value in headers.get("received", ()):
        found.update(dict.fromkeys(a for to in _FOR.findall(value) if (a := addresses.normalise(to))))
    return tuple(found)[:MAX_RECIPIENTS]


# --- what it says --------------------------------------------------------------------------------


def _text(leaves: Sequence[Part], to_text: Callable[[str], str]) -> tuple[str, list[str]]:
    """The text that counts, and notes about the rest: the first non-empty text/plain part, else HTML.

    Attached mails, files and everything in them are not read (M29, M31, M32).
    """
    plain: list[Part] = []
    rich: list[Part] = []
    unread: list[str] = []
    for part in leaves:
        content_type = part.get_content_type()
        name = _file_name(part)
        disposition = str(part.get("content-disposition", "")).strip().lower()
        if name or disposition.startswith("attachment") or content_type == "message/rfc822":
            if not content_type.startswith(_TRIMMINGS):
                unread.append(f'The attachment "{name or content_type}" was not read.')
        elif content_type == "text/plain":
            plain.append(part)
        elif content_type == "text/html":
            rich.append(part)
    text = next((t for p in plain if (t := _plain_text(p)).strip()), "")
    notes = unread[:_MAX_NOTES]
    if len(unread) > _MAX_NOTES:
        notes.append(f"{len(unread) - _MAX_NOTES} more attachments were not read.")
    if rich and _refers_to_html(text):
        try:
            text = next((t for p in rich if (t := _rich_text(p, to_text)).strip()), text)
        except html.HtmlError:
            notes.append(NO_TEXT)
    elif not plain:
        notes.append(NO_TEXT)
    return text, notes


def _leaves(part: Part) -> Iterator[Part]:
    """The parts of a letter; a multipart without parts counts as nothing."""
    if part.get_content_maintype() != "multipart":
        yield part
    elif part.is_multipart():
        for inner in part.get_payload():
            if isinstance(inner, Message):
                yield from _leaves(inner)


def _refers_to_html(text: str) -> bool:
    """Is the text part empty, or does it only refer to an HTML part (M27)?"""
    return not text.strip() or (len(text) < 300 and "html" in text.lower() and "view" in text.lower())


def _file_name(part: Part) -> str:
    if "content-disposition" not in part and "name" not in str(part["content-type"]).lower():
        return ""
    named = _parameters(part, "content-disposition").get("filename") or _parameters(part).get("name", "")
    return clean(decode_words(named), 80)


def _parameters(part: Part, header: str = "content-type") -> Mapping[str, str]:
    """The parameters of a Content- field by lower-case name; none if it cannot be read (M11, M26)."""
    field = str(part.get(header, ""))
    short = 0 < len(field) <= MAX_PARAMETERS and field.count(";") <= MAX_SEMICOLONS
    return _parameters_in(field) if short else {}


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


def _decoded(part: Part, parameters: Mapping[str, str]) -> str:
    data = part.get_payload(decode=True)
    return decode(data, parameters.get("charset", "")) if isinstance(data, bytes) else ""


def _plain_text(part: Part) -> str:
    parameters = _parameters(part)
    text = clean_body(_decoded(part, parameters))
    if parameters.get("format", "").lower() == "flowed":
        return _unflowed(text, delete_space=parameters.get("delsp", "").lower() == "yes")
    return text


def _rich_text(part: Part, to_text: Callable[[str], str]) -> str:
    return clean_body(to_text(_decoded(part, _parameters(part))))


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


def _own_lines(text: str, own: str) -> tuple[list[str], list[str]]:
    """The lines the sender wrote, within bounds, and notes about lines beyond them (B20)."""
    notes: list[str] = []
    lines = cut_text(text, own)
    written = [at for at, line in enumerate(lines) if line]
    if len(written) > MAX_LINES:
        lines = lines[: written[MAX_LINES - 1] + 1]
        notes.append(f"Only the first {MAX_LINES} lines were read.")
    if any(len(line) > MAX_COLUMNS for line in lines):
        lines = [line[:MAX_COLUMNS].rstrip() for line in lines]
        notes.append(f"Only the first {MAX_COLUMNS} characters of each line were read.")
    sizes = itertools.accumulate(map(_size, lines))
    whole = sum(1 for _ in itertools.takewhile(lambda size: size <= MAX_CHARACTERS, sizes))
    if whole < len(lines):
        lines = lines[:whole]
        notes.append(f"Only the first {MAX_CHARACTERS} characters were read, as far as whole lines go.")
    return lines, notes


def _size(line: str) -> int:
    """The characters of a line as readers see it: some signs stand for up to eighteen."""
    return len(line if line.isascii() else unicodedata.normalize("NFKC", line))
