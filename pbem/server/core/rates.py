"""The only way to count how often things have happened, against the table in `pbem.server.core.limits`.

A limit is counted by key. Its window begins with the first event under a key, and when it has ended the next event
begins a new one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

from pbem.play.orders import Refused
from pbem.server.core.context import Ignored
from pbem.server.core.limits import ANY, Limit
from pbem.server.core.times import HOUR
from pbem.store.tallies import Tallies

REMEMBERED = 10_000  # maximum number of keys of one limit that are kept in memory


def fits(most: int, count: int, amount: int = 1) -> bool:
    """Whether this many more are within a limit."""
    return not most or count + amount <= most


def fits_share(most: int, taken: int, own: int, amount: int = 1) -> bool:
    """Whether this many more are within a limit that many share: each may have had as much as is still left for all, so
    that whoever takes most is turned away first."""
    return not most or (own < most - taken and amount <= most - taken)


def turn_comes(most: int, begun: int, count: int, ahead: int) -> int:
    """When a waiting event may happen: there may be `most` in each hour since one that has begun, `count` have
    happened, and `ahead` wait before it."""
    return begun + (count + ahead) // most * HOUR


class Memory:
    """Counts that end with the process; beyond a maximum number of keys the least recently used are forgotten."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)

    def take(self, name: str, key: str, amount: int, *, most: int, now: int, until: int) -> int:
        """As `Tallies` does."""
        counts = self._counts[name]
        count, end = self.read(name, key, now=now, until=until)
        if count and not fits(most, count, amount):
            return 0
        counts.pop(key, None)
        if len(counts) >= REMEMBERED:
            del counts[next(iter(counts))]
        counts[key] = (count + amount, end or until)
        return count + amount

    def add(self, amounts: Iterable[tuple[str, str, int, int]], now: int) -> None:
        """As `Tallies` does."""
        for name, key, amount, until in amounts:
            self.take(name, key, amount, most=ANY, now=now, until=until)

    def read_each(self, ends: Mapping[tuple[str, str], int], now: int) -> dict[tuple[str, str], int]:
        """As `Tallies` does."""
        return {
            (name, key): self.read(name, key, now=now, until=until)[0] for (name, key), until in ends.items()
        }

    def read(self, name: str, key: str, *, now: int, until: int) -> tuple[int, int]:
        """As `Tallies` does."""
        count, end = self._counts[name].get(key, (0, 0))
        return (count, end) if now < end <= until else (0, 0)


class RateLimits:
    """Counts events against a table of limits."""

    def __init__(self, limits: Mapping[str, Limit], counts: Tallies | Memory, now: Callable[[], int]) -> None:
        self._limits = limits
        self._counts = counts
        self._now = now

    def most(self, name: str) -> int:
        """What a limit allows; 0 for any number."""
        return self._limits[name].most

    def window(self, name: str) -> int:
        """Length of a window in seconds."""
        return self._limits[name].window

    def take(self, name: str, key: str | int, amount: int = 1) -> int:
        """Count an event within a limit; returns the new count, or 0 if it is beyond the limit.

        Without a limit nothing is counted, and the result is always 1.
        """
        return self._add(name, key, amount, self.most(name)) if self.most(name) else 1

    def require(self, name: str, key: str | int) -> int:
        """Count one more as `take` does; raises `Refused` or `Ignored`, as the table says, if that is beyond the
        limit."""
        count = self.take(name, key)
        if not count:
            self._turn_away(name)
        return count

    def check(self, name: str, key: str | int, more: int = 1) -> None:
        """Raise as `require` does if this many more would be beyond the limit; nothing is counted."""
        if not fits(self.most(name), self.used(name, key), more):
            self._turn_away(name)

    def _turn_away(self, name: str) -> NoReturn:
        limit = self._limits[name]
        raise Refused(limit.refused.format(most=limit.most)) if limit.refused else Ignored(limit.ignored)

    def count(self, name: str, key: str | int, amount: int = 1) -> None:
        """Count an event, within the limit or not."""
        if self.most(name):
            self._add(name, key, amount, ANY)

    def count_each(self, amounts: Mapping[tuple[str, str], int]) -> None:
        """Count events under several names and keys, within their limits or not."""
        now = self._now()
        rows = [
            (name, key, amount, now + self.window(name))
            for (name, key), amount in sorted(amounts.items())  # two servers must not wait for each other
            if self.most(name)
        ]
        if rows:
            self._counts.add(rows, now)

    def used_each(self, keys: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], int]:
        """The counts of several open windows, by name and key; those of none are left out."""
        now = self._now()
        ends = {(name, key): now + self.window(name) for name, key in keys if self.most(name)}
        return self._counts.read_each(ends, now) if ends else {}

    def reached(self, name: str, key: str | int = "") -> bool:
        """Whether one more would be beyond the limit."""
        return not fits(self.most(name), self.used(name, key))

    def used(self, name: str, key: str | int = "") -> int:
        """The count of the open window."""
        return self._open(name, key)[0]

    def ends(self, name: str, key: str | int = "") -> int:
        """When the open window ends, or one opened now would."""
        return self._open(name, key)[1] or self._now() + self.window(name)

    def _open(self, name: str, key: str | int) -> tuple[int, int]:
        if not self.most(name):
            return 0, 0
        now = self._now()
        return self._counts.read(name, str(key), now=now, until=now + self.window(name))

    def _add(self, name: str, key: str | int, amount: int, most: int) -> int:
        now = self._now()
        return self._counts.take(name, str(key), amount, most=most, now=now, until=now + self.window(name))
