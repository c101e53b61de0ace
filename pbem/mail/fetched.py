"""The envelope of a letter that was fetched from a mailbox: it has none of its own, so its header tells.

Anybody may write a header. That is no harm: a reply address is signed, wherever it stands.
"""

import re
from collections.abc import Callable

from pbem.mail import addresses
from pbem.mail.bounds import LetterError, split
from pbem.mail.hooks import Envelope
from pbem.mail.limits import Limits
from pbem.mail.reading import find_recipients

_HEADER_END = re.compile(rb"\r?\n\r?\n")


def envelope_of(raw: bytes, limits: Limits, is_reply_address: Callable[[str], bool]) -> Envelope:
    """The envelope that a letter probably had: the recipients are only those that are reply addresses of ours."""
    end = _HEADER_END.search(raw)
    try:
        headers, _ = split(raw[: end.end() if end else len(raw)], limits)
    except LetterError:
        headers = {}
    written = addresses.only(headers["from"][0]) if len(headers.get("from", ())) == 1 else ""
    path = headers["return-path"][0].strip().strip("<>") if "return-path" in headers else written
    recipients = tuple(each for each in find_recipients((), headers) if is_reply_address(each))
    return Envelope(raw, path, recipients, "", "imap")
