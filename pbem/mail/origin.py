"""Where a letter comes from, and whom it claims to be from: looked at before it is read, so at little cost."""

from pbem.mail import addresses
from pbem.mail.bounds import LetterError, split
from pbem.mail.limits import Limits


def source(raw: bytes, peer: str, return_path: str) -> str:
    """The domain (`@example.org`) from which a letter comes. `peer` is the address of the client, "" for a local
    socket."""
    return f"@{return_path.rpartition('@')[2].lower().removesuffix('.')}"


def claimed(raw: bytes, limits: Limits) -> str:
    """The one mailbox in From, normalised; "" where it is not exactly one."""
    try:
        headers, _ = split(raw[: limits.header_bytes], limits)
    except LetterError:
        return ""
    named = headers.get("from", ())
    return addresses.only(named[0]) if len(named) == 1 else ""
