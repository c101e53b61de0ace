"""Authentication-Results (RFC 8601): what the mail server in front of us has found out about a From.

Of the host's own server only the topmost field counts, and only if it has its name: all others may have come with the
letter (I4). A provider's mailbox may have several fields of the provider's: those above a certain Received field count,
and a fail beats a pass. Quoted strings and comments, which can hold words of the sender's choosing, are ignored.
"""

import re
from collections.abc import Callable, Sequence
from typing import Literal

from pbem.mail.addresses import without_quotes_and_comments

_RESULT = re.compile(r"\s*(dmarc|dkim)\s*(?:/\s*\d+\s*)?=\s*([\w-]+)(?=\s|$)", re.IGNORECASE)
_DOMAIN = re.compile(r"(?<=\s)header\.from\s*=\s*([^\s;]+)", re.IGNORECASE)
_SIGNER = re.compile(r"(?<=\s)header\.(?:d|i)\s*=\s*(?:[^\s;@]*@)?([^\s;@]+)", re.IGNORECASE)
# OpenDMARC and rspamd report the published policy in a comment, others as a property.
_STRICT = re.compile(r"\b(?:p|policy[\w.-]*)\s*=\s*(?:quarantine|reject)\b", re.IGNORECASE)

Verdict = Literal["true", "false", ""]


def verdict_on_from(fields: Sequence[str], server: str, sender: str) -> Verdict:
    """Is `sender`, the address of From, genuine? "true" if DMARC passes, "false" if it fails and the domain wants such
    mail rejected or quarantined (I3), "" if our server reports neither.

    `fields` are the letter's Authentication-Results, top first; `server` is the authserv-id of the host's own mail
    server, "" when there is none.
    """
    name, results = _taken_apart(fields[0]) if fields and server else ("", [])
    if name != server.lower():
        return ""
    found = _dmarc(results, sender)
    if found == {"pass"}:
        return "true"
    return "false" if "fail" in found and _STRICT.search(fields[0]) else ""


def verdict_of_provider(
    fields: Sequence[str], above: Sequence[int], vouches: Callable[[str], bool], received: int, sender: str
) -> Verdict:
    """The verdict of a mailbox's provider, likewise.

    Its fields are those whose name it `vouches` with, and which stand above the `received`-th Received field: `above`
    has the number of Received fields over each. A signature (DKIM) of the sender's own domain is as good as a pass of
    DMARC, which is what some providers leave out. If any of the fields says fail, nothing is believed.
    """
    results: list[str] = []
    strict = False
    for field, hops in zip(fields, above, strict=False):
        name, found = _taken_apart(field)
        if name and hops < received and vouches(name):
            results += found
            strict = strict or bool(_STRICT.search(field))
    dmarc = _dmarc(results, sender)
    if "fail" in dmarc:
        return "false" if strict else ""
    if dmarc:
        return "true" if dmarc == {"pass"} else ""
    return "true" if _dkim(results, sender) == {"pass"} else ""


def _taken_apart(field: str) -> tuple[str, list[str]]:
    """The name of the server in a field, in lower case, and its results; ("", []) if the field is ambiguous."""
    plain = without_quotes_and_comments(field)
    if plain is None:
        return "", []
    name, *results = plain.split(";")
    return "".join(name.lower().split()[:1]), results


def _dmarc(results: Sequence[str], sender: str) -> set[str]:
    """What is said of From by DMARC."""
    found: set[str] = set()
    for result in results:
        matched = _RESULT.match(result)
        named = _DOMAIN.search(result)
        if (
            matched
            and matched[1].lower() == "dmarc"
            and (named is None or named[1].lower() == sender.rpartition("@")[2])
        ):
            found.add(matched[2].lower())
    return found


def _dkim(results: Sequence[str], sender: str) -> set[str]:
    """What is said of signatures by the domain of From, or by one that it is part of."""
    domain = sender.rpartition("@")[2]
    found: set[str] = set()
    for result in results:
        matched = _RESULT.match(result)
        signers = {name.lower().rstrip(".") for name in _SIGNER.findall(result)}
        if matched and matched[1].lower() == "dkim" and len(signers) == 1:
            (signer,) = signers
            if domain == signer or ("." in signer and domain.endswith(f".{signer}")):
                found.add(matched[2].lower())
    return found
