"""Mailboxes: the address that a header or an envelope names, in one spelling.

An address is an identity here, so reading is strict where it decides who the sender is (`only`), and lenient where a
signature will decide anyway (`candidates`). Display names never count (M16); addresses with quoted local parts,
address literals or routes may travel in an envelope but name nobody (S25).
"""

import re
from collections.abc import Iterator

_LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_DOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*")


def normalise(address: str) -> str:
    """`address` in the spelling under which addresses are compared, or "" if it is not a mailbox.

    Lower case (also the local part: no provider in use tells them apart), the domain in ASCII (IDNA) and
    without its final dot. A local part beyond ASCII is refused: look-alikes would pass as each other, and
    without SMTPUTF8 it could not be answered (I6).
    """
    local, at, domain = address.strip().rpartition("@")
    if not at or len(address) > 320:
        return ""
    domain = domain.removesuffix(".")
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    local, domain = local.lower(), domain.lower()
    if len(local) > 64 or not _LOCAL.fullmatch(local) or not _DOMAIN.fullmatch(domain):
        return ""
    return f"{local}@{domain}"


def only(value: str) -> str:
    """The one mailbox of a From header, normalised, or "" if it is not exactly one (I5).

    Accepted are `addr` and `any name <addr>`, with comments; a list, a group, or anything behind the
    closing bracket is not one mailbox.
    """
    plain = without_quotes_and_comments(value)
    if plain is None:
        return ""
    before, opened, rest = plain.partition("<")
    if not opened:
        return normalise(plain)
    address, closed, after = rest.partition(">")
    if not closed or after.strip() or any(c in before for c in ",;:>"):
        return ""
    return normalise(address)


def candidates(value: str) -> Iterator[str]:
    """Every address that a To-like header may name, normalised; malformed ones are skipped."""
    plain = without_quotes_and_comments(value) or value
    for piece in plain.replace(";", ",").split(","):
        _, opened, rest = piece.rpartition("<")
        address = normalise(rest.partition(">")[0] if opened else piece.rpartition(":")[2])
        if address:
            yield address


def without_quotes_and_comments(value: str) -> str | None:
    """A structured header value without "quoted strings" and (comments, which (nest)), which may contain anything
    (RFC 5322, 3.2.2); None if one is left open or a parenthesis closes nothing: such a value is ambiguous."""
    if '"' not in value and "(" not in value and ")" not in value:
        return value
    out: list[str] = []
    depth = 0
    quoted = False
    escaped = False
    for c in value:
        if escaped:
            escaped = False
        elif c == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = c != '"'
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth < 0:
                return None
        elif depth:
            continue
        elif c == '"':
            quoted = True
        else:
            out.append(c)
    return None if quoted or depth else "".join(out)
