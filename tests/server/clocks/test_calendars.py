"""When clocks run: laws of the calendar, weekends in zones, days of a year."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.server.clocks.calendars import Calendar, FormerZone, Stop, days_of, last_friday, midnight

HOUR, DAY, WEEK = 3600, 86_400, 604_800
BERLIN = "Europe/Berlin"
START = 1_793_000_000  # 26 October 2026
FRIDAY = last_friday(START)
ZONES = [
    "UTC",
    BERLIN,
    "America/New_York",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
]


def at(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    spans = draw(st.lists(st.tuples(st.integers(-20 * DAY, 60 * DAY), st.integers(1, 10 * DAY)), max_size=5))
    stops = tuple(Stop(START + start, START + start + length) for start, length in spans)
    moves = sorted(draw(st.lists(st.integers(-3, 9), unique=True, max_size=4)))
    former = tuple(FormerZone(FRIDAY + week * WEEK, draw(st.sampled_from(ZONES))) for week in moves)
    return Calendar(draw(st.sampled_from(ZONES)), draw(st.booleans()), stops, former)


def moved(days: Calendar, moment: int, zone: str) -> Calendar:
    """The calendar of a player who leaves their zone at a moment, and has left none since."""
    friday = last_friday(moment)
    before = tuple(each for each in days.former if each.friday < friday)
    left = next((each.zone for each in days.former if each.friday >= friday), days.zone)
    return replace(days, zone=zone, former=(*before, FormerZone(friday, left)))


@given(calendars(), st.integers(0, 30 * DAY), st.integers(0, 60 * DAY))
def test_what_has_run_since_the_start_is_what_was_given(days: Calendar, later: int, seconds: int) -> None:
    start = START + later
    end = days.after(start, seconds)
    assert end is not None
    assert days.elapsed(start, end) == seconds
    assert end >= start + seconds


@given(calendars(), st.integers(0, 30 * DAY), st.integers(0, 30 * DAY))
def test_time_adds_up(days: Calendar, one: int, two: int) -> None:
    middle, end = START + one, START + one + two
    assert days.elapsed(START, middle) + days.elapsed(middle, end) == days.elapsed(START, end)


@given(calendars(), st.integers(0, 30 * DAY), st.integers(0, 30 * DAY), st.sampled_from(ZONES))
def test_what_has_run_has_run_whoever_moves(days: Calendar, start: int, ran: int, zone: str) -> None:
    now = START + start + ran
    assert moved(days, now, zone).elapsed(START + start, now) == days.elapsed(START + start, now)


@given(calendars(), st.integers(0, 30 * DAY), st.integers(0, 30 * DAY), st.sampled_from(ZONES))
def test_no_move_puts_a_deadline_behind_now(days: Calendar, seconds: int, ran: int, zone: str) -> None:
    due, now = days.after(START, seconds), START + ran
    assert due is not None
    then = moved(days, now, zone).after(START, seconds)
    assert then is not None
    assert then == due or min(then, due) > now


@given(calendars(), st.integers(0, 40 * DAY), st.lists(st.sampled_from(ZONES), max_size=4))
def test_to_and_fro_within_a_week_is_as_if_nobody_had_moved(
    days: Calendar, later: int, zones: list[str]
) -> None:
    now, home = START + later, days.zone
    there = days = moved(days, now, home)
    for zone in [*zones, home]:
        there = moved(there, now, zone)
    assert there == days


@given(calendars(), st.integers(-2, 9))
def test_nobody_has_more_or_less_than_a_weekend_in_a_week(days: Calendar, week: int) -> None:
    """From Friday to Friday (UTC) 48 hours stand still, however often one moves; 47 or 49 where the hour changes."""
    friday = FRIDAY + week * WEEK
    rest = WEEK - replace(days, weekends=True, stops=()).elapsed(friday, friday + WEEK)
    assert abs(rest - 2 * DAY) <= HOUR


@given(st.integers(0, 4 * 10**9))
def test_no_weekend_of_a_friday_has_begun_anywhere_nor_lasts_until_the_next(moment: int) -> None:
    friday = last_friday(moment)
    day = datetime.fromtimestamp(friday, UTC)
    assert (day.weekday(), day.time().isoformat()) == (4, "00:00:00")
    assert friday <= moment < friday + WEEK
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        first = midnight(day.date() + timedelta(days=1), ZoneInfo(zone))
        assert friday < first < first + 2 * DAY < friday + WEEK


@given(calendars(), st.integers(0, 60 * DAY))
def test_a_stopped_second_does_not_run(days: Calendar, later: int) -> None:
    moment = START + later
    assert days.stopped(moment) == (days.elapsed(moment, moment + 1) == 0)


def test_without_stops_time_is_time() -> None:
    assert Calendar().after(START, 7 * DAY) == START + 7 * DAY
    assert Calendar().elapsed(START, START + DAY) == DAY


def test_a_stop_without_an_end_has_no_moment_after_it() -> None:
    days = Calendar(stops=(Stop(START + DAY),))
    assert days.after(START, HOUR) == START + HOUR
    assert days.after(START, 2 * DAY) is None
    assert days.elapsed(START, START + 100 * DAY) == DAY


def test_weekends_are_those_of_the_zone() -> None:
    """Friday 18:00 in Berlin and two days: Monday and the first 18 hours of Tuesday."""
    friday = at("2026-11-20T18:00", BERLIN)
    assert Calendar(BERLIN, True).after(friday, 2 * DAY) == at("2026-11-24T18:00", BERLIN)
    assert Calendar("America/New_York", True).after(friday, 2 * DAY) == friday + 4 * DAY


def test_from_within_a_weekend_time_begins_on_monday() -> None:
    for moment in ("2026-11-21T00:00", "2026-11-21T12:00", "2026-11-22T23:59"):
        assert Calendar(BERLIN, True).after(at(moment, BERLIN), HOUR) == at("2026-11-23T01:00", BERLIN)
    assert Calendar(BERLIN, True).after(at("2026-11-20T23:00", BERLIN), HOUR) == at(
        "2026-11-21T00:00", BERLIN
    )


@pytest.mark.parametrize(("friday", "hours"), [("2026-10-23T23:00", 49), ("2026-03-27T23:00", 47)])
def test_a_weekend_in_which_the_hour_changes_is_left_out_whole(friday: str, hours: int) -> None:
    """Saturday and Sunday are 49 hours in October and 47 in March; no clock gains or loses by it."""
    start = at(friday, BERLIN)
    assert Calendar(BERLIN, True).after(start, 2 * HOUR) == start + (hours + 2) * HOUR
    assert Calendar(BERLIN, False).after(start, 7 * DAY) == start + 7 * DAY


@given(calendars(), st.integers(0, 20 * DAY), st.integers(1, 20 * DAY), st.integers(1, 40 * DAY))
def test_stops_that_take_a_span_of_running_time_put_the_end_off_by_it(
    days: Calendar, later: int, seconds: int, more: int
) -> None:
    """What a day of vacation takes where the clock would run gives that clock a day, whatever stands still besides."""
    start = START + later
    end = days.after(start, seconds)
    assert end is not None
    spans = days.spans(end - 1, more)
    assert sum((span.end or 0) - span.start for span in spans) == more
    put_off = replace(days, stops=(*days.stops, *spans)).after(start, seconds)
    assert put_off is not None
    assert days.elapsed(end, put_off) == more


@given(st.integers(0, 400), st.integers(1, 60), st.sampled_from(ZONES))
def test_whole_days_are_as_many_as_they_are(later: int, length: int, zone: str) -> None:
    """Also where summer time begins or ends on one, and where they lie in two years."""
    first = date(2026, 1, 1) + timedelta(days=later)
    place = ZoneInfo(zone)
    stop = Stop(midnight(first, place), midnight(first + timedelta(days=length), place))
    assert sum(days_of([stop], year, zone) for year in (2026, 2027)) == length


def test_days_of_a_year_are_counted_together() -> None:
    zone = ZoneInfo(BERLIN)
    new_year = Stop(midnight(date(2026, 12, 30), zone), midnight(date(2027, 1, 3), zone))
    noon = Stop(at("2026-11-20T12:00", BERLIN), at("2026-11-20T13:00", BERLIN))
    assert days_of([new_year, noon], 2026, BERLIN) == 2
    assert days_of([new_year, noon, noon], 2026, BERLIN) == 3
    assert days_of([new_year, noon, noon], 2027, BERLIN) == 2


def test_midnight_is_that_of_the_zone() -> None:
    assert datetime.fromtimestamp(midnight(date(2026, 7, 1), ZoneInfo(BERLIN)), UTC).hour == 22
