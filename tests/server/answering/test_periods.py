"""Spans of days in sentences."""

import datetime

import pytest

from pbem.server.answering.periods import contradiction_in, period_in

TODAY = datetime.date(2026, 11, 26)  # a Thursday


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("I'm away from 1 to 10 December", "2026-12-01 2026-12-10"),
        ("away next week, until the 8th of December", "2026-11-30 2026-12-08"),
        ("gone until Friday", "2026-11-26 2026-11-27"),
        ("back on Monday", "2026-11-26 2026-11-29"),
        ("on holiday for two weeks", "14d"),
        ("for 10 days", "10d"),
        ("2026-12-24 - 2027-01-02", "2026-12-24 2027-01-02"),
        ("24.12. to 2.1.", "2026-12-24 2027-01-02"),
        ("Dec 24 to Jan 2", "2026-12-24 2027-01-02"),
        ("from the 24th to the 2nd", "2026-12-24 2027-01-02"),
        ("between 3 and 9 December", "2026-12-03 2026-12-09"),
        ("this weekend", "2026-11-28 2026-11-29"),
        ("all of December", "2026-12-01 2026-12-31"),
        ("tomorrow", "2026-11-27 2026-11-27"),
        ("on 5 December", "2026-12-05 2026-12-05"),
        ("away until Sunday the 6th of December, visiting", "2026-11-26 2026-12-06"),
        ("until Sunday, December 6", "2026-11-26 2026-12-06"),
        ("until Wed Dec 9th", "2026-11-26 2026-12-09"),
        ("from Monday 30 November to Sunday the 6th of December", "2026-11-30 2026-12-06"),
        ("for 3 days from Monday the 30th", "2026-11-30 2026-12-02"),
        ("two weeks ago", ""),
        ("on 31 February", ""),
        ("gone fishing", ""),
    ],
)
def test_a_period_is_found(text: str, period: str) -> None:
    assert period_in(text, TODAY) == period


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("5d please, that is until the 6th of December", ("5d", "2026-11-26 2026-12-06")),
        ("for 11 days, until the 6th of December", None),
        ("for two weeks", None),
    ],
)
def test_days_that_contradict_their_end_are_told(text: str, both: tuple[str, str] | None) -> None:
    assert contradiction_in(text, TODAY) == both
