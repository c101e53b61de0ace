"""Who may come in: how many clients of one address at once, how often, and not again for a while who has misbehaved.

All this is for SMTP from outside: a mail server in front speaks LMTP, and programs of this machine come from a loopback
address. An IPv6 client counts by its /64, since all of that is his. What is remembered of an address
is two numbers, and only so many addresses are remembered.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable

from pbem.mail.limits import Limits

REMEMBERED = 10_000  # addresses


class Rate:
    """At most so many times (or so much) within so many seconds, counted from the first; 0 is any number of times."""

    def __init__(self, most: float, seconds: float, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._counted: dict[str, tuple[float, float]] = {}  # since when, and how often; oldest first

    def count(self, name: str, times: float = 1) -> None:
        """It has happened once more."""
        if not self._most:
            return
        since, before = self._now(name)
        if before == 0 and len(self._counted) >= REMEMBERED:
            del self._counted[next(iter(self._counted))]
        self._counted[name] = (since, before + times)

    def used_up(self, name: str) -> bool:
        """Whether it may not happen again for now."""
        return 0 < self._most <= self._now(name)[1]

    def opens_in(self, name: str) -> float:
        """For how many seconds it may not happen again."""
        return self._now(name)[0] + self._seconds - self._clock() if self.used_up(name) else 0.0

    def _now(self, name: str) -> tuple[float, float]:
        now = self._clock()
        since, times = self._counted.get(name, (now, 0.0))
        if now - since >= self._seconds:
            self._counted.pop(name, None)
            return now, 0.0
        return since, times


class Guests:
    """The clients that are here, and what is remembered of those that were. `clock` tells seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._known: dict[
            str, None
        ] = {}  # networks, the one first that has not been heard of for the longest
        self._here: Counter[str] = Counter()
        self._visits = Rate(limits.connections_per_minute, 60, clock)
        self._offences = Rate(limits.bad_sessions_per_hour, 3600, clock)

    def admit(self, peer: str) -> str:
        """Let a client in, and return ""; or why not. Whoever is let in must `leave` again."""
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
        """A client that was let in has gone."""
        name = _household(peer)
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]

    def welcome(self, peer: str) -> None:
        """A client has brought a letter to an address that was given to a player."""
        network = _network(peer)
        self._known.pop(network, None)
        if len(self._known) >= REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[network] = None

    def is_known(self, peer: str) -> bool:
        """Whether letters of players have come from a client's network, or it is a program of this machine."""
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
    """Whether a client is on another machine."""
    if not peer:
        return False
    address = ipaddress.ip_address(peer.partition("%")[0])
    return not (getattr(address, "ipv4_mapped", None) or address).is_loopback
