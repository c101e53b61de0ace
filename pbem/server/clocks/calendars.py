"""When a clock runs: not at weekends, not on booked days, not while the server was down.

A calendar is a set of stops; between them time runs. All arithmetic is on seconds since 1970, so that no change to or
from summer time can lengthen a clock or shorten it: only the beginning of a weekend depends on the player's zone.

Each weekend is that of the zone which its player has when Friday begins (UTC), before it is Saturday anywhere. So
moving to another zone never changes time that has already run, and nobody lengthens a weekend by moving.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

HOUR, DAY, WEEK = 3600, 86_400, 604_800
HORIZON = 3 * 366 * 86_400
"""Maximum number of seconds for which a clock runs: the search gives up there if the stops do not end."""


class Stop(Struct, frozen=True, order=True):
    """No time runs from `start` on and before `end` (seconds since 1970); without an end, none is known yet."""

    start: int
    end: int | None = None


class FormerZone(Struct, frozen=True, order=True):
    """Weekends up to that of this Friday (seconds since 1970) were those of this zone."""

    friday: int
    zone: str


class Calendar(Struct, frozen=True):
    """The stops of one seat's clock. `weekends`: Saturdays and Sundays of the zone stop it too; those of the past, of
    the `former` zones, by their Fridays."""

    zone: str = "UTC"
    weekends: bool = False
    stops: tuple[Stop, ...] = ()
    former: tuple[FormerZone, ...] = ()

    def after(self, start: int, seconds: int) -> int | None:
        """The moment at which `seconds` of running time have passed since `start`; None if a stop has no end."""
        if not (self.stops or self.weekends):
            return start + seconds
        spans = self.spans(start, seconds)
        return spans[-1].end if spans else None

    def spans(self, start: int, seconds: int) -> list[Stop]:
        """The periods in which the next `seconds` of running time lie, as stops that would take exactly these. Empty if
        a stop has no end.
        """
        spans, left = [], seconds
        for first, last in self._runs(start):
            end = first + left if last is None else min(last, first + left)
            spans.append(Stop(first, end))
            left -= end - first
            if not left:
                return spans
        return []

    def elapsed(self, start: int, end: int) -> int:
        """How many seconds of running time lie between two moments."""
        ran = 0
        for first, last in self._runs(start):
            if first >= end:
                break
            ran += (end if last is None else min(last, end)) - first
        return ran

    def stopped(self, moment: int) -> bool:
        """Whether no time runs at a moment."""
        return self.elapsed(moment, moment + 1) == 0

    def _runs(self, start: int) -> Iterator[tuple[int, int | None]]:
        """The periods from a moment on in which the clock runs; the last one has no end unless a stop has none."""
        now = start
        for stop in self._stops(start):
            if stop.start > now:
                yield now, stop.start
            if stop.end is None:
                return
            now = max(now, stop.end)
        yield now, None

    def _stops(self, start: int) -> Iterable[Stop]:
        """All stops that end after a moment, by their beginning. They may overlap."""
        given = sorted(self.stops, key=lambda stop: stop.start)
        return heapq.merge(given, self._weekends(start), key=lambda stop: stop.start)

    def _weekends(self, start: int) -> Iterator[Stop]:
        if not self.weekends:
            return
        for friday in range(last_friday(start), start + HORIZON, WEEK):
            zone = ZoneInfo(next((each.zone for each in self.former if friday <= each.friday), self.zone))
            saturday = datetime.fromtimestamp(friday, UTC).date() + timedelta(days=1)
            yield Stop(midnight(saturday, zone), midnight(saturday + timedelta(days=2), zone))


def last_friday(moment: int) -> int:
    """When the last Friday began in UTC: by then it is decided in which zone the following weekend is."""
    return moment - (moment - DAY) % WEEK  # 2 January 1970 was a Friday


def midnight(day: date, zone: ZoneInfo) -> int:
    """The moment at which a day begins in a zone."""
    return int(datetime.combine(day, time(), zone).timestamp())


def days_of(stops: Sequence[Stop], year: int, zone: str) -> int:
    """Number of days of 24 hours, in one year of a zone, that the stops take together, rounded up. Stops must have
    ends.

    One extra hour is not counted, since the day on which summer time ends is longer by that.
    """
    first, last = (midnight(date(each, 1, 1), ZoneInfo(zone)) for each in (year, year + 1))
    taken = 0
    for stop in stops:
        assert stop.end is not None
        taken += max(0, min(stop.end, last) - max(stop.start, first))
    return -(-max(0, taken - HOUR) // DAY)
