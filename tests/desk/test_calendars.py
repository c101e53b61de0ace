"""When clocks run: laws of the calendar, weekends in zones, days of a year."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.desk.calendars import Calendar, Stop, days_of, midnight

HOUR, DAY = 3600, 86_400
BERLIN = "Europe/Berlin"
START = 1_793_000_000  # 26 October 2026


def at(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    spans = draw(st.lists(st.tuples(st.integers(-20 * DAY, 60 * DAY), st.integers(1, 10 * DAY)), max_size=5))
    stops = tuple(Stop(START + start, START + start + length) for start, length in spans)
    zone = draw(st.sampled_from(["UTC", BERLIN, "America/New_York", "Pacific/Apia", "Asia/Kathmandu"]))
    return Calendar(zone, draw(st.booleans()), stops)


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


def test_days_of_a_year_are_counted_whole() -> None:
    zone = ZoneInfo(BERLIN)
    new_year = Stop(midnight(date(2026, 12, 30), zone), midnight(date(2027, 1, 3), zone))
    noon = Stop(at("2026-11-20T12:00", BERLIN), at("2026-11-20T13:00", BERLIN))
    assert days_of([new_year, noon], 2026, BERLIN) == 3
    assert days_of([new_year, noon, noon], 2027, BERLIN) == 2


def test_midnight_is_that_of_the_zone() -> None:
    assert datetime.fromtimestamp(midnight(date(2026, 7, 1), ZoneInfo(BERLIN)), UTC).hour == 22
