"""Reports of mail servers about our letters: what they say against an address, and how much.

Most have the form of RFC 3464 and are read here, others in `reports_in_words`. Anybody could have written any of them:
a report counts only if it has come to the bounce address of one letter (the server sees to that), never by its text
(I21, I22).

A permanent failure weighs 1, a temporary one 0.5 (I18, I19). Refusals because of a letter's contents or its
origin (5.7.x: spam, policy, block lists) say nothing about the address; neither do those of a letter that is too big,
or goes in circles. But each that is final says that this letter has not arrived.
"""

import re
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from email.policy import compat32
from itertools import islice

import msgspec

from pbem.mail.addresses import normalise
from pbem.mail.text import as_written

_MAX_IDS = 10  # letters that may have come back in one report
_MAX_BLOCKS = 100  # groups of fields of one report
_MAX_WORDS = 8 * 1024  # characters of a report without standard form
_MAX_HEADER = 256 * 1024  # bytes of a header that has come back
HARD, SOFT, NONE = 1.0, 0.5, 0.0

_STATUS = ("message/delivery-status", "message/global-delivery-status")
_CODE = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")  # RFC 3463
_REPLY = re.compile(r"\b([45]\d\d)\b")
_MESSAGE_ID = re.compile(
    r"^(?:x-microsoft-original-)?message-id:\s*(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE
)
_SAID = re.compile(r"(?<![\w.])[45]\d\d[ -]+#?[45]\.\d{1,3}\.\d{1,3}\b")
"""The code of a reply followed by the one of RFC 3463: no date or other number looks like that."""
_RETURNED = re.compile(r"(?:message-id|return-path|received):", re.IGNORECASE)
_ADDRESS = re.compile(r"<?[^\s<>]+@[^\s<>:]+>?")
"""No word of an address says anything: somebody may be called `antispam`."""
_UNKNOWN = re.compile(
    r"\b(?:unknown|no such|invalid) (?:local )?(?:user|recipient|mailbox|account|address)"
    r"|\b(?:user|recipient|mailbox|account|address)\b[^.\n]{0,40}? (?:unknown|(?:not|n't) (?:exist|found))"
    r"|\bno (?:such )?(?:mailbox|user|person|recipient)\b[^.\n]{0,20}? here\b|\buser doesn't have an? "
    r"|\bunroute?able address",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"\b(?:mailbox|account|user|recipient|address)\b[^\n]{0,30}?"
    r"\b(?:unavailable|disabled|inactive|suspended|closed|deactivated|deleted|expired|no longer)\b"
    r"|\bnot our customer\b",
    re.IGNORECASE,
)
_FULL = re.compile(
    r"\b(?:over|exceed\w*|out of) (?:\w+ ){0,3}(?:quota|storage)|quota exceeded|mailbox (?:is )?full", re.I
)
_OPINION = re.compile(
    r"spam|junk|phish|malware|virus|unsolicited|suspicious|block(?:ed|ing)|(?:block|black|deny)[ -]?list"
    r"|\blisted (?:in|on|at|by)\b|reputation|rbl|dnsbl|policy|policies|violat|prohibit|dmarc|\bspf\b|dkim|authenticat"
    r"|content\W+(?:reject|restrict|filter|scan)|message (?:content|(?:was |has been )?(?:reject|refus|den))"
    r"|(?:message|letter|mail) (?:size|(?:is )?too (?:big|large|long))|attachment"
    r"|sender[\w' ]* (?:reject|refus|denied|must|invalid)|verif\w+ [\w ]{0,30}sender"
    r"|sender[\w' -]* (?:verif|callout|callback)|(?:invalid|revers\w*|missing|no) (?:dns|ptr|rdns)|\b(?:helo|ehlo)\b"
    r"|client host|your (?:ip|host|server|network|domain)\b|(?:messages|mail|connections?) from \[?\d+\.\d+\.\d+"
    r"|relay\w* (?:access )?(?:denied|not|prohibited)|unable to relay|do not relay"
    r"|\bhops?\b|\bloops?\b|grey-?list|gray-?list|too (?:many|quickly)|rate limit|throttl",
    re.IGNORECASE,
)
"""What a server thinks of our letters, of us, or of how often we come; and loops. None of it is the address's fault."""

_WEIGHTS = {
    "2.2": SOFT,  # the mailbox is full
    "2.3": NONE,  # the letter is too big for the mailbox
    "3.4": NONE,  # or for the system
    "1.7": NONE,  # our address is refused
    "1.8": NONE,
    "4.2": SOFT,  # the connection broke, their directory is away, too much traffic, or too long ago
    "4.3": SOFT,
    "4.5": SOFT,
    "4.7": SOFT,
    "4.6": NONE,  # the letter goes in circles
    "4.12": NONE,
    "4.14": NONE,
}


class Failure(msgspec.Struct, frozen=True):
    """Something that speaks against an address: its weight, and one line that gives the reason.

    `final`: whatever it says of the address, this letter will not arrive; a notice of delay is not final.
    """

    weight: float
    note: str
    recipient: str = ""  # the address concerned, if the report names it
    final: bool = True


def reported(part: Message) -> Iterator[tuple[str, Failure | None]]:
    """What a letter in the form of RFC 3464 reports of each recipient: the action (`failed`, `delayed`, `delivered`,
    ...; "" if it names none), and the failure if it is one."""
    for inner in part.walk():
        if inner.get_content_type() not in _STATUS:
            continue
        for block in _blocks(inner):
            if not ("action" in block or "status" in block):
                continue  # the first block is about the letter as a whole
            action = str(block.get("action", "")).partition("(")[0].strip().lower()
            yield action, _failure(action, block)


def _blocks(part: Message) -> Iterator[Message]:
    """The groups of fields of a status, including an encoded one or one in UTF-8 (RFC 6533), which the library does not
    parse."""
    whole = Message(compat32)
    whole["content-transfer-encoding"] = str(part.get("content-transfer-encoding", ""))
    inner = (each for each in part.walk() if each is not part and not each.is_multipart())
    whole.set_payload("\n\n".join(_text(each) for each in islice(inner, _MAX_BLOCKS)))
    data = whole.get_payload(decode=True)
    assert isinstance(data, bytes)
    for text in re.split(r"\n[ \t\r]*\n", data.decode("utf-8", "replace"), maxsplit=_MAX_BLOCKS):
        yield message_from_string(text.lstrip(), policy=compat32)


def _text(part: Message) -> str:
    """A part as it was written."""
    return "\n".join([*(f"{name}: {value}" for name, value in part.items()), "", as_written(part)])


def _failure(action: str, block: Message) -> Failure | None:
    """The report about one recipient, unless it is good news. Servers have more words for bad news than the
    standard."""
    status, diagnostic, recipient = (
        str(block.get(name, "")) for name in ("status", "diagnostic-code", "final-recipient")
    )
    if action in ("delivered", "relayed", "expanded") or status.strip().startswith("2."):
        return None
    note = " ".join(f"{action or 'failed'} {status} {diagnostic}".split())[:200]
    delayed = action == "delayed"
    weight = SOFT if delayed else _weight(status, diagnostic)
    return Failure(weight, note, normalise(recipient.partition(";")[2].strip(" <>")), final=not delayed)


def returned(part: Message) -> tuple[str, ...]:
    """The Message-IDs of the returned letters in a report: each whole, or its header alone."""
    names = (
        "message-id",
        "x-microsoft-original-message-id",
    )  # Outlook.com replaces the one, and keeps it in the other
    text = "".join(f"message-id: {inner.get(name)}\n" for inner in part.walk() for name in names)
    for inner in part.walk():
        data = inner.get_payload(decode=True)
        if inner.get_content_type() == "text/rfc822-headers" and isinstance(data, bytes):
            text += data[:_MAX_HEADER].decode("ascii", "replace")
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(text)[:_MAX_IDS]))


def told_in_words(text: str) -> Failure | None:
    """Read a report of no known form, if it quotes a mail server's reply, or says that an address has no such user. The
    report ends where the returned letter begins."""
    for line in text[:_MAX_WORDS].splitlines():
        if _RETURNED.match(line):
            break
        if line.startswith(">"):
            continue
        if _SAID.search(line) or ("@" in line and _UNKNOWN.search(line)):
            weight = _weight(line, line) if (reply := _REPLY.search(line)) else HARD
            note = f"{' '.join(line.split())[:150]}, in a report of no standard form"
            return Failure(weight, note, final=reply is None or reply[1].startswith("5"))
    return None


def refused(reply: str, *, recipient: bool) -> Failure:
    """What a mail server's final reply to one of our letters says about the address.

    `recipient`: it was the reply to RCPT. A refusal of the letter itself counts only if its code names the mailbox.
    """
    code = _CODE.search(reply)
    if not recipient and (code is None or code[2] not in ("1", "2")):
        return Failure(NONE, reply[:200])
    return Failure(_weight(reply, reply), reply[:200])


def _weight(status: str, diagnostic: str) -> float:
    """By the enhanced code if it is specific, otherwise by the three digits of the reply."""
    code = _CODE.search(status)
    said = _CODE.search(diagnostic)
    if said is not None and (code is None or (code[2], code[3]) == ("0", "0")):
        code = said
    reply = _REPLY.search(diagnostic)
    diagnostic = _ADDRESS.sub("", diagnostic)
    final = code[1] == "5" if code is not None else reply is not None and reply[1].startswith("5")
    if final and _UNKNOWN.search(diagnostic) and "sender" not in diagnostic.lower():
        return HARD  # many servers use another code for this
    if (code is not None and code[2] in ("6", "7")) or _OPINION.search(diagnostic):
        return NONE
    if final and _FULL.search(diagnostic):
        return SOFT
    if final and _CLOSED.search(diagnostic):
        return HARD
    if code is not None and code[1] == "5":
        return _WEIGHTS.get(f"{code[2]}.{code[3]}", SOFT if code[2] in ("3", "5") else HARD)
    if code is None and reply is not None and reply[1] in ("550", "551", "553"):
        return HARD
    return SOFT
