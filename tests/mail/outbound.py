"""What must hold for every mail that leaves the house; asserted on each one that any test composes.

`check` sees the bytes alone, as a receiver does. Its order is that of the mail: header, parts, lines.
"""

import re
from collections.abc import Sequence
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any
from urllib.parse import quote

from pbem.mail.quoting import MARKER
from pbem.server.language.command_table import COMMANDS

# Every field that there may be, and whether there must be one.
FIELDS = {
    "from": True,
    "to": True,
    "reply-to": True,
    "subject": True,
    "date": True,
    "message-id": True,
    "in-reply-to": False,
    "references": False,
    "auto-submitted": True,
    "x-auto-response-suppress": True,
    "x-loop": True,
    "list-help": True,
    "list-id": False,
    "list-unsubscribe": False,
    "mime-version": True,
    "content-type": True,
    "content-transfer-encoding": False,
}
TOKEN = re.compile(r"[+][a-z2-7]{18}|%2b[a-z2-7]{18}", re.IGNORECASE)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Lines that would do something if a mail program quoted our text badly. Headings such as GAMES only ask for something.
DEEDS = {usage.lower() for command in COMMANDS if command.changes for usage in (command.name, *command.usage)}


def check(raw: bytes, recipient: str = "") -> None:
    """Assert all of it; `recipient` is the address of the envelope, if it is known."""
    assert raw.isascii()
    assert b"\0" not in raw
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r"), "line ends are CR LF"
    head, found, body = raw.partition(b"\r\n\r\n")
    assert found
    assert max(map(len, head.split(b"\r\n"))) <= 320, "a line of the header is far too long"
    assert max(map(len, body.split(b"\r\n"))) <= 998
    assert not re.search(rb"^From ", body, re.MULTILINE), "mbox files would quote this line"
    assert not re.search(rb"^\.\r$", body, re.MULTILINE)
    message = message_from_bytes(raw)
    _check_header(message, recipient)
    _check_parts(message)


def _check_header(message: Message, recipient: str) -> None:
    names = [name.lower() for name, _ in message.items()]
    assert len(names) == len(set(names)), "a field stands twice"
    assert set(names) <= set(FIELDS), set(names) - set(FIELDS)
    assert {name for name, needed in FIELDS.items() if needed} <= set(names)
    values = {name.lower(): " ".join(str(value).split()) for name, value in message.items()}

    ((name, sender),) = getaddresses([values["from"]])
    local, _, domain = sender.partition("@")
    assert values["x-loop"] == sender, "From is our own address, never a player's"
    ((_, to),) = getaddresses([values["to"]])
    assert to != sender or "myself" in values["subject"], "we write to ourselves"
    assert not recipient or to == recipient
    ((_, reply_to),) = getaddresses([values["reply-to"]])
    assert reply_to == reply_to.lower()
    ours = re.fullmatch(rf"{re.escape(local)}(\+[a-z2-7]{{18,}})?@{re.escape(domain)}", reply_to)
    assert ours or "for the host: " in values["subject"], "only the host answers somebody else than us"
    assert len(reply_to.partition("@")[0]) <= 64

    subject = str(make_header(decode_header(values["subject"])))
    assert subject.startswith(f"[{local}"), subject
    assert len(subject) <= 200
    assert subject.lower().count("re:") <= 1, subject
    assert not UNSEEN.search(subject)
    assert not TOKEN.search(subject)
    date = parsedate_to_datetime(values["date"])
    assert date.tzinfo is not None
    assert re.fullmatch(rf"<[a-z-]+[0-9a-f]*\.\d+\.[0-9a-f]{{20}}@{re.escape(domain)}>", values["message-id"])
    references = values.get("references", "").split()
    assert len(references) <= 10
    assert len(" ".join(references)) < 900
    assert values.get("in-reply-to", "").count("<") <= 1
    assert values["auto-submitted"] in ("auto-replied", "auto-generated")
    assert values["x-auto-response-suppress"] == "All"

    assert values["list-help"] == f"<mailto:{sender}?subject=help>"
    if "list-id" in values:
        assert re.fullmatch(rf"<match-\d+\.{re.escape(domain)}>", values["list-id"])
        assert "list-unsubscribe" in values
    way_out = values.get("list-unsubscribe", "")
    assert not way_out or re.fullmatch(
        rf"<mailto:{re.escape(local)}\+[a-z2-7]{{18,}}@{re.escape(domain)}>", way_out
    ), "a mail and no link: a link may be followed by machines"
    for name, value in values.items():
        if name not in ("reply-to", "list-unsubscribe"):
            assert not TOKEN.search(value), f"a token in {name}"


def _check_parts(message: Message) -> None:
    whole = message
    if message.get_content_type() == "multipart/mixed":
        parts = message.get_payload()
        assert isinstance(parts, list)
        body, file = parts
        assert isinstance(body, Message)
        assert isinstance(file, Message)
        assert file.get_content_type() == "application/json"
        assert file.get_content_disposition() == "attachment"
        message = body
    if message.is_multipart():
        assert message.get_content_type() == "multipart/alternative"
        parts = message.get_payload()
        assert isinstance(parts, list)
        plain, html = parts
        assert isinstance(plain, Message)
        assert isinstance(html, Message)
        pictures: list[str] = []
        if html.get_content_type() == "multipart/related":
            _, html, *shown = html.walk()
            pictures = [_picture(each) for each in shown]
        assert html.get_content_type() == "text/html"
        _check_html(_text(html), str(whole["reply-to"]), pictures)
    else:
        plain = message
    assert plain.get_content_type() == "text/plain"
    _check_text(_text(plain))


def _picture(part: Any) -> str:
    """The name by which the HTML part shows a picture that comes with it."""
    assert part.get_content_type() == "image/png"
    assert part.get_content_disposition() == "inline"
    assert part.get_payload(decode=True).startswith(b"\x89PNG")
    return str(part["content-id"]).strip("<>")


def _text(part: Message) -> str:
    """The decoded text of a part; plain ASCII goes as it is, the rest as quoted-printable, nothing as base64."""
    encoding, charset = str(part["content-transfer-encoding"]), part.get_content_charset()
    assert part.get_param("format") is None, "flowed text takes boards apart"
    assert (encoding, charset) in (("7bit", "us-ascii"), ("quoted-printable", "utf-8"))
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    text = data.decode("utf-8").replace("\r\n", "\n")
    if encoding == "7bit":  # the addresses of buttons cannot be broken
        longest = 78 if part.get_content_type() == "text/plain" else 900
        assert max(map(len, text.split("\n"))) <= longest
    return text


def _check_html(html: str, reply_to: str, pictures: Sequence[str] = ()) -> None:
    """Pictures come with the mail, and each is shown.

    A link opens a mail to where the letter is answered; the address is a key, and stands nowhere else."""
    ((_, address),) = getaddresses([reply_to])
    for name in pictures:
        assert f'<img src="cid:{name}"' in html
        html = html.replace(f'<img src="cid:{name}"', "")
    html = html.replace(f'href="mailto:{quote(address, safe="@")}?subject=', "")
    for forbidden in ("<img", "<script", "<link", "<iframe", "src=", "href=", "url(", "@import"):
        assert forbidden not in html.lower(), "nothing is fetched, nobody is tracked"
    assert not TOKEN.search(html)
    assert not UNSEEN.search(html)


def _check_text(text: str) -> None:
    assert text.partition("\n")[0].endswith(MARKER), "the first line says where to answer"
    assert not TOKEN.search(text), "a token in the text"
    assert not UNSEEN.search(text)
    assert "\t" not in text
    for line in text.split("\n"):
        assert line == line.rstrip(" "), f"blanks at the end of {line!r}"
        assert not line.startswith(("+--", "|")), f"a board that is not indented: {line!r}"
        assert line.lower() not in DEEDS, f"a command: {line!r}"
