"""Which time zone somebody means: its name, a distance from Greenwich, or a country.

Countries and their zones are those of the IANA database, as the package tzdata has them (`zone.tab`, `iso3166.tab`).
"""

import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

from pbem.play.orders import Refused, nearest
from pbem.server.core.times import zone_name

SHORTENED = 4  # a zone name of at most this many letters is an abbreviation
NAMED = 8  # maximum number of zones from which a player is asked to choose

_OFFSET = re.compile(r"(?:utc|gmt|z)?\s*([+\u2212-])\s*(\d\d?)(?::?([0-5]\d))?(?:\s*h)?", re.IGNORECASE)
_COUNTRY = re.compile(r"([^(]+?)(?: \((.*)\))?$")
_SAID_OTHERWISE = {"USA": "US", "UK": "GB", "England": "GB", "Scotland": "GB", "Wales": "GB", "Holland": "NL"}


def find_zone(name: str, now: int) -> str:
    """The zone that somebody means at a moment. Raises `Refused`."""
    zone = {zone.lower(): zone for zone in available_timezones()}.get(name.lower())
    if zone is not None:
        return zone
    if found := _OFFSET.fullmatch(name):
        return _by_offset(name, found, now)
    if code := _countries().get(name.lower()):
        return _of_country(name, code, now)
    near = _near(name) or "Zones are called after cities, like Europe/Berlin or America/New_York"
    raise Refused(f"There is no time zone {name}. {near}")


def tell_time(zone: str, now: int) -> str:
    """What time it is in a zone, and how far from UTC that is."""
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    return f"{zone_name(zone)}, where it is now {local:%H:%M} ({_distance(local.utcoffset() or timedelta())})"


def _distance(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"


def _by_offset(name: str, found: re.Match[str], now: int) -> str:
    """A zone that keeps a distance from Greenwich all year. Etc/GMT-2 is 2 hours ahead of it, as POSIX counts."""
    ahead, hours, minutes = found[1] == "+", int(found[2]), int(found[3] or 0)
    sign = "-" if ahead else "+"
    zone = f"Etc/GMT{sign}{hours}" if hours else "UTC"
    if not minutes and zone in available_timezones():
        return zone
    offset = timedelta(hours=hours, minutes=minutes) * (1 if ahead else -1)
    there = [each for _, each in _table() if _offset(each, now) == offset]
    raise Refused(_choice(f"There is no time zone {name}.", there))


def _of_country(name: str, code: str, now: int) -> str:
    """The zone of a country that has the same time everywhere, in summer and in winter."""
    half_a_year = 182 * 86_400
    times: dict[tuple[timedelta, timedelta], str] = {}
    for country, zone in _table():
        if country == code:
            times.setdefault((_offset(zone, now), _offset(zone, now + half_a_year)), zone)
    if len(times) == 1:
        return next(iter(times.values()))
    raise Refused(_choice(f"There are {len(times)} times in {name}.", list(times.values())))


def _choice(why: str, zones: Sequence[str]) -> str:
    lines = " or ".join(f"settings zone {zone}" for zone in zones[:NAMED])
    return f"{why} Write {lines}" if lines else f"{why} Zones are called after cities, like Europe/Berlin"


def _offset(zone: str, at: int) -> timedelta:
    return datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(zone)).utcoffset() or timedelta()


def _near(name: str) -> str:
    """The zone of a city, or of a city or country with a similar name: no abbreviation, and no distance from Greenwich,
    which may look like another one and be hours away."""
    zones = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    cities = {zone.rpartition("/")[2]: zone for zone in sorted(zones)}
    wanted = name.replace(" ", "_")
    meant = {
        country.replace(" ", "_"): country.title() for country in _countries() if len(country) > SHORTENED
    }
    meant |= cities
    near = wanted if wanted in cities else nearest(wanted, meant) if len(wanted) > SHORTENED else ""
    found = meant[near] if near else nearest(wanted, zones)
    return f'Did you mean "{found}"?' if found else ""


@functools.cache
def _table() -> Sequence[tuple[str, str]]:
    """Country and zone, the most populous zones of a country mostly first."""
    rows = (row.split("\t") for row in _lines("zone.tab"))
    return [(row[0], row[2]) for row in rows]


@functools.cache
def _countries() -> Mapping[str, str]:
    """The codes of countries by their names and codes, in lower case: `Korea (South)` is South Korea as well, but Korea
    alone names two."""
    rows = [
        (code, *_COUNTRY.findall(name)[0])
        for code, name in (row.split("\t") for row in _lines("iso3166.tab"))
    ]
    plain = Counter(name for _, name, _ in rows)
    found = dict(_SAID_OTHERWISE)
    for code, name, which in rows:
        found[code] = found[f"{which} {name}".strip()] = code
        if plain[name] == 1:
            found[name] = code
    return {name.lower(): code for name, code in found.items()}


def _lines(name: str) -> Sequence[str]:
    text = resources.files("tzdata.zoneinfo").joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
