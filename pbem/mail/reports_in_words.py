"""Reports of mail servers in no standard form, written for people in a hundred ways: flufl.bounce knows them.

It runs in a process that may die (see `reader`), and takes half a second to import.
"""

from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from flufl.bounce import all_failures

from pbem.mail.reports import HARD, SOFT, Failure, told_in_words

MAX_REPORT = 64 * 1024  # bytes and lines that are read: each line is compared with a hundred patterns
MAX_LINES = 2000


def examine(raw: bytes) -> Failure | None:
    """Read a report; None if it says nothing. Its words stand at the top, above the returned letter."""
    lines = raw[:MAX_REPORT].split(b"\n", MAX_LINES)[:MAX_LINES]
    message = message_from_bytes(b"\n".join(lines), policy=compat32)
    if "from" not in message:
        message["From"] = "unknown"  # flufl.bounce 6.0 raises IndexError without one
    temporary, permanent = all_failures(message)
    if not (permanent or temporary):
        return told_in_words(_text(message))
    weight, word = (HARD, "permanent") if permanent else (SOFT, "temporary")
    return Failure(weight, f"{word} failure, in a report of no standard form", final=bool(permanent))


def _text(message: Message) -> str:
    """The first part of a message that is text, decoded."""
    part = next((each for each in message.walk() if each.get_content_maintype() == "text"), message)
    data = part.get_payload(decode=True)
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
