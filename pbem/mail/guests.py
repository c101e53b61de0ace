"""Who may connect: how many clients of one address at once, how often, and a ban for a while after misbehaving.

All this is for SMTP from outside: a mail server in front speaks LMTP, and programs on this machine use a loopback
address. An IPv6 client counts by its /64, since it owns all of that. For each address two numbers are remembered, and
the number of addresses is limited.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable

from pbem.mail.limits import Limits

REMEMBERED = 10_000  # addresses


class Rate:
    """Rate limit: at most `most` times (or units) within `seconds`, counted from the first; 0 means no limit."""

    def __init__(self, most: float, seconds: float, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._counted: dict[str, tuple[float, float]] = {}  # since when, and how often; oldest first

    def count(self, name: str, times: float = 1) -> None:
        """Count one more event."""
        if not self._most:
            return
        since, before = self._now(name)
        if before == 0 and len(self._counted) >= REMEMBERED:
            del self._counted[next(iter(self._counted))]
        self._counted[name] = (since, before + times)

    def used_up(self, name: str) -> bool:
        """Is the limit reached for now?"""
        return 0 < self._most <= self._now(name)[1]

    def opens_in(self, name: str) -> float:
        """For how many seconds the limit stays reached."""
        return self._now(name)[0] + self._seconds - self._clock() if self.used_up(name) else 0.0

    def _now(self, name: str) -> tuple[float, float]:
        now = self._clock()
        since, times = self._counted.get(name, (now, 0.0))
        if now - since >= self._seconds:
            self._counted.pop(name, None)
            return now, 0.0
        return since, times


class Guests:
    """The connected clients, and what is remembered of earlier ones. `clock` tells seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._known: dict[str, None] = {}  # networks, least recently seen first
        self._here: Counter[str] = Counter()
        self._visits = Rate(limits.connections_per_minute, 60, clock)
        self._offences = Rate(limits.bad_sessions_per_hour, 3600, clock)

    def admit(self, peer: str) -> str:
        """Admit a client and return ""; or return why not. An admitted client must `leave` again."""
        name = _household(peer)
        if 0 < self._limits.connections_per_address <= self._here[name]:
            return "too many connections from your address"
        if _is_outside(peer):
            if self._offences.used_up(name):
                return "too many bad sessions from your address"
            if self._visits.used_up(name):
                return "too many connections from your address"
            self._visits.count(name)
        self._here[name] += 1
        return ""

    def leave(self, peer: str) -> None:
        """An admitted client has gone."""
        name = _household(peer)
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]

    def welcome(self, peer: str) -> None:
        """A client has brought a letter to a player's reply address."""
        network = _network(peer)
        self._known.pop(network, None)
        if len(self._known) >= REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[network] = None

    def is_known(self, peer: str) -> bool:
        """Have letters of players come from a client's network, or is it a program on this machine?"""
        return not _is_outside(peer) or _network(peer) in self._known

    def misbehaved(self, peer: str) -> None:
        """The session of a client had to be ended."""
        self._offences.count(_household(peer))


def _household(peer: str) -> str:
    """All addresses that belong to one client: the /64 of an IPv6 address, else the address; "" for a local socket."""
    if ":" not in peer:
        return peer
    address = ipaddress.IPv6Address(peer.partition("%")[0])
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def _network(peer: str) -> str:
    """The network of a client, as large as a provider's mail servers may share: an IPv4 /24, an IPv6 /48."""
    if not peer:
        return ""
    address = ipaddress.ip_address(peer.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))


def _is_outside(peer: str) -> bool:
    """Is a client on another machine?"""
    if not peer:
        return False
    address = ipaddress.ip_address(peer.partition("%")[0])
    return not (getattr(address, "ipv4_mapped", None) or address).is_loopback
