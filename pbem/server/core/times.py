"""Reading and writing spans and moments, as players see them."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86_400, 604_800
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY, "w": WEEK}


def read_span(text: str) -> int:
    """`3d`, `12h`, `1w`, `30m` in seconds; `3` alone means days. Raises `ValueError` with a text for people."""
    word = text.strip().lower()
    number, unit = (word[:-1], word[-1:]) if word[-1:] in _UNITS else (word, "d")
    if not number.isdecimal() or not 0 < int(number) * _UNITS[unit] <= 366 * DAY:
        raise ValueError(f"{text!r} is not a length of time: write for example 3d, 12h or 1w")
    return int(number) * _UNITS[unit]


def span(seconds: int) -> str:
    """A span in its largest suitable units: `3 days`, `1 day and 6 hours`, `20 minutes`."""
    if seconds >= 3 * DAY - HOUR:
        return _count((seconds + DAY // 2) // DAY, "day")
    days, rest = divmod(max(seconds, 0), DAY)
    hours, rest = divmod(rest, HOUR)
    if days and not hours:
        return _count(days, "day")
    if days:
        return f"{_count(days, 'day')} and {_count(hours, 'hour')}"
    if hours:
        return _count(hours, "hour")
    return _count(max(1, rest // MINUTE), "minute")


@lru_cache(maxsize=1024)  # under load many deadlines are of the same second
def moment(seconds: int, zone: str) -> str:
    """A moment in a player's own zone: `Tue 24 Nov 2026, 18:05 (Europe/Berlin)`."""
    local = datetime.fromtimestamp(seconds, UTC).astimezone(ZoneInfo(zone))
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} ({zone_name(zone)})"


def zone_name(zone: str) -> str:
    """The name of a zone for people: those of IANA that keep a distance from Greenwich count westwards.

    >>> zone_name("Etc/GMT-2")
    'UTC+2'
    """
    distance = zone.removeprefix("Etc/GMT")
    if zone == distance or not distance:
        return zone
    return f"UTC{'+' if distance[0] == '-' else '-'}{distance[1:]}" if distance[0] in "+-" else zone


def next_hour(now: int, zone: str, hour: int) -> int:
    """The next moment at which a zone's clocks strike an hour (0 to 23), once for each of its days.

    If summer time skips the hour, it is the moment an hour later; if the hour comes twice, the first.
    """
    place = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, place).date()
    strikes = (
        int(datetime.combine(today + timedelta(days=days), time(hour), place).timestamp())
        for days in range(3)
    )
    return next(moment for moment in strikes if moment > now)


def year_of(year: int, zone: str) -> tuple[int, int]:
    """The first moment of a year in a zone, and that of the next one."""
    begin, end = (
        datetime(min(max(each, 1970), 9999), 1, 1, tzinfo=ZoneInfo(zone)) for each in (year, year + 1)
    )
    return int(begin.timestamp()), int(end.timestamp())


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
