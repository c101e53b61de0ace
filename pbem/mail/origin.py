"""Where a letter comes from, as far as its sender cannot forge it, and whom it claims to be from.

Both are determined before a letter is accepted, so they are cheap, whatever its bytes are.

The source is the network of the client that handed the letter over, or, if that is a server in front of us, the
network from which it came to our first server: our servers have internal addresses, and prepend their Received
fields. Only if neither gives a network it is the domain of the envelope sender, which anybody can forge.
"""

import ipaddress
import re
from collections.abc import Iterator
from itertools import islice

from pbem.mail import addresses
from pbem.mail.bounds import LetterError, split
from pbem.mail.limits import Limits

_INNER = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
_TOP = 8192  # bytes in which our servers' Received fields stand
_OURS = 5  # maximum number of our servers
_RECEIVED = re.compile(rb"^received:[ \t]*from\b([^\n]*(?:\n[ \t][^\n]*)*)", re.IGNORECASE | re.MULTILINE)
_ADDRESS = rb"\[(?:IPv6:)?([0-9a-f:.]{3,45})\]"
# The name a client gives itself may be an address, too; the address that the server saw follows in brackets.
_SEEN = re.compile(rb"\([^()=]*" + _ADDRESS, re.IGNORECASE)
_ALONE = re.compile(_ADDRESS, re.IGNORECASE)


def source(raw: bytes, peer: str, return_path: str) -> str:
    """The network (`192.0.2.0/24`) or domain (`@example.org`) from which a letter comes. `peer` is the address of the
    client, "" for a local socket."""
    for address in (peer, *_received(raw)):
        if network := _network(address):
            return network
    return f"@{return_path.rpartition('@')[2].lower().removesuffix('.')}"


def claimed(raw: bytes, limits: Limits) -> str:
    """The one mailbox in From, normalised; "" if it is not exactly one."""
    try:
        headers, _ = split(raw[: limits.header_bytes], limits)
    except LetterError:
        return ""
    named = headers.get("from", ())
    return addresses.only(named[0]) if len(named) == 1 else ""


def _received(raw: bytes) -> Iterator[str]:
    """The clients named by the topmost Received fields."""
    head = raw[:_TOP].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    for field in islice(_RECEIVED.finditer(head), _OURS):
        client = re.split(rb"\sby\s", field[1], maxsplit=1)[0]
        found = _SEEN.search(client) or _ALONE.search(client)
        yield found[1].decode("ascii") if found else ""


def _network(address: str) -> str:
    """The network of an address that is not ours: as much as a provider gives to one customer."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if any(ip in network for network in _INNER):
        return ""
    return str(ipaddress.ip_network((ip, 24 if ip.version == 4 else 48), strict=False))
