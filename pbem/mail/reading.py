"""Reading: raw bytes from anybody become a `Letter` that is safe to handle.

The order is fixed: bounds first (`bounds`), then header fields, then the kind of sender, then the parts that are read
(`parts`), then the lines the person wrote (`quoting`). Only MIME structure goes through the standard library, with
`policy.compat32`; HTML is read only where there is no text. Nothing here decides what a letter may do: identity and
orders are the server's.

A short letter of plain text is cheaper to read than to hand to another process. All others are read in a process that
may die: see `reader`.
"""

import hashlib
import itertools
import re
import unicodedata
from collections.abc import Callable, Sequence
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from typing import Literal

import msgspec

from pbem.mail import addresses, html
from pbem.mail.bounds import (
    LIST_FIELDS,
    Headers,
    LetterError,
    check_parts,
    received_above,
    split,
)
from pbem.mail.footers import is_reaction
from pbem.mail.limits import Limits
from pbem.mail.parts import NO_TEXT, Contents, Part, type_and_parameters
from pbem.mail.phrases import AWAY
from pbem.mail.quoting import MAX_LINES, cut_text
from pbem.mail.reports import Failure, reported, returned
from pbem.mail.rewrapped import Tail, find_tails
from pbem.mail.text import clean, decode_words, peel

__all__ = ["MAX_COLUMNS", "MAX_LINES", "NO_TEXT", "Letter", "LetterError", "read"]

MAX_COLUMNS = 1000
MAX_CHARACTERS = 16_000  # of all lines together: the size of 200 lines in a mail program
MAX_RECIPIENTS = 50

Kind = Literal["human", "automatic", "bounce", "list", "own"]
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
    digest: str  # hex SHA-256 of the subject and the decoded text, to recognize a duplicate (M7, I26)
    failure: Failure | None  # the worst in a delivery report (RFC 3464); otherwise None
    auth: tuple[str, ...]  # Authentication-Results, top first, not evaluated (I4)
    auth_hops: tuple[int, ...] = ()  # the number of Received fields above each of them
    tails: tuple[Tail, ...] = ()  # lines that may be the ends of quoted ones, see `pbem.mail.rewrapped`
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
    content_type = type_and_parameters(_first(headers, "content-type"))
    part = _mime(content_type, _first(headers, "content-transfer-encoding"), body, limits)
    if (
        _first(headers, "content-disposition").lower().startswith("reaction")
    ):  # other ones mean nothing up here
        part["content-disposition"] = "reaction"
    sender = addresses.only(headers["from"][0]) if len(headers.get("from", ())) == 1 else ""
    if return_path is None and "return-path" in headers:
        return_path = headers["return-path"][0]
    subject = clean(decode_words(_first(headers, "subject")))
    own = f"{local}@{domain}".lower() if domain else ""
    kind, why = _kind(headers, sender, return_path, own)
    failure = None
    if kind != "own" and (report := _report(part, kind)):
        kind, why, failure = report
    contents = Contents(part, to_text)
    lines, notes = _own_lines(contents.text, own)
    if kind == "human" and (contents.is_reaction or is_reaction(lines)):
        kind, why = "automatic", "an emoji reaction"
    if contents.has_attachment and not lines:  # programs write a Subject above files that somebody sends
        subject = ""
    return Letter(
        kind=kind,
        why=clean(why),
        sender=sender,
        away=subject.lower().startswith(AWAY),
        subject=peel(subject),
        message_id=clean(_first(headers, "message-id"), 250),
        references=returned(part) if failure else _references(headers),
        recipients=find_recipients(recipients, headers),
        lines=tuple(map(str, lines)),
        notes=(*contents.notes, *notes),
        digest=hashlib.sha256(f"{subject}\n{contents.text}".encode("utf-8", "replace")).hexdigest(),
        failure=failure,
        auth=tuple(clean(value, 2000) for value in headers.get("authentication-results", ())),
        auth_hops=received_above(raw, limits),
        tails=find_tails(lines),
        writer=clean(decode_words(_first(headers, "from").rpartition("<")[0]), 80).strip(),
    )


def _first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def _mime(content_type: str, encoding: str, body: bytes, limits: Limits) -> Part:
    """The body as a message of the standard library; a tree if it has several parts."""
    if not content_type.startswith(("multipart/", "message/")):
        part: Part = Message(compat32)
        part["content-type"] = content_type
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


def _own_lines(text: str, own: str) -> tuple[list[str], list[str]]:
    """The lines the sender wrote, within bounds, and notes about lines beyond them (B20)."""
    notes: list[str] = []
    lines = [line for line in cut_text(text, own) if not _is_garbage(line)]
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


def _is_garbage(line: str) -> bool:
    """Is a line no text in any encoding, but what a gateway has added to an encoded one?"""
    return line.count("\ufffd") >= max(3, len(line) / 4)


def _size(line: str) -> int:
    """The characters of a line as readers see it: some signs stand for up to eighteen."""
    return len(line if line.isascii() else unicodedata.normalize("NFKC", line))
