"""Authentication-Results (RFC 8601): what the mail server in front of us has found out about a From.

Only the topmost field counts, and only if it has the name of the host's own server: all others may have come with
the letter (I4). Quoted strings and comments, which can hold words of the sender's choosing, are ignored.
"""

import re
from collections.abc import Sequence
from typing import Literal

from pbem.mail.addresses import without_quotes_and_comments

_RESULT = re.compile(r"\s*dmarc\s*(?:/\s*\d+\s*)?=\s*([\w-]+)(?=\s|$)", re.IGNORECASE)
_DOMAIN = re.compile(r"(?<=\s)header\.from\s*=\s*([^\s;]+)", re.IGNORECASE)
# OpenDMARC and rspamd report the published policy in a comment, others as a property.
_STRICT = re.compile(r"\b(?:p|policy[\w.-]*)\s*=\s*(?:quarantine|reject)\b", re.IGNORECASE)

Verdict = Literal["true", "false", ""]


def verdict_on_from(fields: Sequence[str], server: str, sender: str) -> Verdict:
    """Is `sender`, the address of From, genuine? "true" if DMARC passes, "false" if it fails and the domain wants such
    mail rejected or quarantined (I3), "" if our server reports neither.

    `fields` are the letter's Authentication-Results, top first; `server` is the authserv-id of the host's own mail
    server, "" when there is none.
    """
    plain = without_quotes_and_comments(fields[0]) if fields and server else None
    if plain is None:  # no result, or an ambiguous one
        return ""
    name, *results = plain.split(";")
    if name.lower().split()[:1] != [server.lower()]:
        return ""
    found: set[str] = set()
    for result in results:
        matched = _RESULT.match(result)
        named = _DOMAIN.search(result)
        if matched and (named is None or named[1].lower() == sender.rpartition("@")[2]):
            found.add(matched[1].lower())
    if found == {"pass"}:
        return "true"
    return "false" if "fail" in found and _STRICT.search(fields[0]) else ""
