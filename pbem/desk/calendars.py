"""When a clock runs: not at weekends, not on booked days, not while the server was down.

A calendar is a set of stops; between them time runs. All arithmetic is on seconds since 1970, so that no change to or
from summer time can lengthen a clock or shorten it: only where a weekend begins is a matter of the player's zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

SATURDAY = 5
HORIZON = 3 * 366 * 86_400
"""Nobody's clock runs longer than this many seconds: a calendar without an end of its stops gives up there."""


class Stop(Struct, frozen=True, order=True):
    """No time runs from `start` on and before `end` (seconds since 1970); without an end, none is known yet."""

    start: int
    end: int | None = None


class Calendar(Struct, frozen=True):
    """The stops of one seat's clock. `weekends`: Saturdays and Sundays of the zone stop it too."""

    zone: str = "UTC"
    weekends: bool = False
    stops: tuple[Stop, ...] = ()

    def after(self, start: int, seconds: int) -> int | None:
        """The moment at which `seconds` of running time have passed since `start`; None where a stop has no end."""
        now, left = start, seconds
        for stop in self._stops(start):
            if stop.start > now:
                if stop.start - now >= left:
                    break
                left -= stop.start - now
            if stop.end is None:
                return None
            now = max(now, stop.end)
        return now + left

    def elapsed(self, start: int, end: int) -> int:
        """How many seconds of running time lie between two moments."""
        now, ran = start, 0
        for stop in self._stops(start):
            if stop.start >= end:
                break
            ran += max(0, stop.start - now)
            now = end if stop.end is None else max(now, stop.end)
        return ran + max(0, end - now)

    def stopped(self, moment: int) -> bool:
        """Whether no time runs at a moment."""
        return self.elapsed(moment, moment + 1) == 0

    def _stops(self, start: int) -> Iterator[Stop]:
        """All stops that end after a moment, by their beginning. They may overlap."""
        given = iter(sorted(self.stops, key=lambda stop: stop.start))
        stop = next(given, None)
        for weekend in self._weekends(start):
            while stop is not None and stop.start <= weekend.start:
                yield stop
                stop = next(given, None)
            yield weekend
        while stop is not None:
            yield stop
            stop = next(given, None)

    def _weekends(self, start: int) -> Iterator[Stop]:
        if not self.weekends:
            return
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(start, UTC).astimezone(zone).date()
        saturday = day + timedelta(days=(SATURDAY - day.weekday()) % 7 if day.weekday() <= SATURDAY else -1)
        while (first := midnight(saturday, zone)) < start + HORIZON:
            yield Stop(first, midnight(saturday + timedelta(days=2), zone))
            saturday += timedelta(days=7)


def midnight(day: date, zone: ZoneInfo) -> int:
    """The moment at which a day begins in a zone."""
    return int(datetime.combine(day, time(), zone).timestamp())


def days_of(stops: Sequence[Stop], year: int, zone: str) -> int:
    """How many days of a year in a zone the stops take, begun days counted as whole ones. Stops must have ends."""
    place = ZoneInfo(zone)
    days: set[date] = set()
    for stop in stops:
        assert stop.end is not None
        day = datetime.fromtimestamp(stop.start, UTC).astimezone(place).date()
        while midnight(day, place) < stop.end:
            days.add(day)
            day += timedelta(days=1)
    return sum(1 for day in days if day.year == year)
