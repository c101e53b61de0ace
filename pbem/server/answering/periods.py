"""Spans of days in sentences: `from 1 to 10 December`, `until Friday`, `for two weeks`.

The days themselves are read by dateutil, which is imported when the first one is read.
"""

import calendar
import datetime
import re

_MONTHS = "|".join(f"{name}|{name[:3]}" for name in calendar.month_name[1:]).lower() + "|sept"
_DAYS = "|".join(f"{name}|{name[:3]}" for name in calendar.day_name).lower() + "|tues|thurs"
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})\b|(?:{_MONTHS})\b(?: the)? \d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?:,? 20\d\d)?"
)
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./](?:\d{4}|\d\d)|\.)?"
    rf"|(?:(?:next |this |coming )?(?:{_DAYS})\b[.,]? )?(?:the )?(?:{_DATE}|\d{{1,2}}(?:st|nd|rd|th))"
    r"|(?:the )?\d{1,2}(?! (?:day|week|month|hour|mail))"
    rf"|(?:next |this |coming )?(?:{_DAYS})\b|today|tomorrow)"
)
_FROM_TO = re.compile(
    rf"\b({_DAY}) ?(?:to|until|till|til|through|thru|and|-) ?(?:including |and including )?({_DAY})"
)
_UNTIL = re.compile(rf"\b(until|till|til|through|thru|up to|before|back on|back by|back) (?:on )?({_DAY})")
_ON = re.compile(rf"\b(?:on |from |starting |since )?({_DAY})")
_STARTING = re.compile(rf"\b(?:from|starting|beginning|on)(?: on)? ({_DAY})")
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "ten": 10,
}
_COUNTS |= {"couple of": 2, "a couple of": 2, "few": 3, "a few": 3}
_FOR = re.compile(
    rf"(?<!in )(?<!\d)\b(\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
    r" (days?|weeks?|fortnights?|months?)\b(?! ago)"
)
_HOURS = re.compile(rf"\b(\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))}) (hours?)\b")
_WEEK = re.compile(r"\b(next|this|the|over the|all) (week|weekend)\b(?! of)")
_UNIT = {"d": 1, "w": 7, "f": 14, "m": 30}
_IN_MONTH = re.compile(rf"\b(?:in|all|whole|during) (?:of )?({_MONTHS})\b")


def period_in(text: str, today: datetime.date) -> str:
    """The first span of days in a text, as `vacation` is written with it: two days, or `10d`; "" if there is none."""
    try:
        return _period(text, today)
    except (ValueError, OverflowError):  # the 31st of February
        return ""


def length_in(text: str) -> str:
    """The days or hours that a text counts: `2d`, `12h`; "" if it counts none."""
    line = re.sub(r"\b(?:more|extra|additional|further|full|whole) ", "", " ".join(text.lower().split()))
    found = _FOR.search(line) or _HOURS.search(line)
    if found is None:
        return ""
    count = _COUNTS.get(found[1]) or int(found[1])
    return f"{count}h" if found[2].startswith("hour") else f"{count * _UNIT[found[2][0]]}d"


def contradiction_in(text: str, today: datetime.date) -> tuple[str, str] | None:
    """Days and an end that do not agree, as `vacation` is written with each: `10d, that is until Friday`."""
    line = re.sub(r"\b(\d{1,3})d\b", r"\1 days", " ".join(text.lower().split()))
    counted, until = _FOR.search(line), _UNTIL.search(line)
    if counted is None or until is None:
        return None
    days, dates = period_in(counted[0], today), period_in(until[0], today)
    if not dates:
        return None
    last = datetime.date.fromisoformat(dates.split()[1])
    agrees = (last - today).days in (int(days[:-1]) - 1, int(days[:-1]))
    return None if agrees else (days, dates)


def without_periods(text: str) -> str:
    """A text with the word DAYS in the place of each span of days."""
    for pattern in (_FROM_TO, _UNTIL, _FOR, _WEEK, _IN_MONTH, _ON):
        text = re.sub(
            rf"(?:\b(?:from|between|for|the|on|starting) )*{pattern.pattern}",
            "DAYS",
            text,
            flags=re.IGNORECASE,
        )
    return re.sub(r"DAYS(?:,? (?:to|and)? ?DAYS)+", "DAYS", text)


def _period(text: str, today: datetime.date) -> str:
    line = " ".join(text.lower().replace(",", " ").replace("\u2013", "-").split())
    if found := _FROM_TO.search(line):
        return _written(*_both(found[1], found[2], today))
    week = _week(line, today)
    if found := _UNTIL.search(line):
        first = week[0] if week else today
        out = found[1] == "before" or found[1].startswith("back")  # they are here again on that day
        return _written(first, _day(found[2], first) - datetime.timedelta(days=out))
    if found := _FOR.search(line):
        days = (_COUNTS.get(found[1]) or int(found[1])) * _UNIT[found[2][0]]
        if start := _STARTING.search(line):
            first = _day(start[1], today)
            return _written(first, first + datetime.timedelta(days=days - 1))
        return f"{days}d"
    if week:
        return _written(*week)
    if found := _IN_MONTH.search(line):
        first = max(today, _day(f"1 {found[1]}", today.replace(day=1)))
        return _written(first, first.replace(day=calendar.monthrange(first.year, first.month)[1]))
    if found := _ON.search(line):
        day = _day(found[1], today)
        return _written(day, day)
    return ""


def _written(first: datetime.date, last: datetime.date) -> str:
    return f"{first.isoformat()} {last.isoformat()}" if first <= last else ""


def _week(line: str, today: datetime.date) -> tuple[datetime.date, datetime.date] | None:
    """The week or weekend that is spoken of."""
    found = _WEEK.search(line)
    if found is None:
        return None
    monday = today - datetime.timedelta(days=today.weekday())
    monday += datetime.timedelta(days=7 if found[1] == "next" else 0)
    sunday = monday + datetime.timedelta(days=6)
    if found[2] == "weekend":
        return max(today, sunday - datetime.timedelta(days=1)), sunday
    return max(today, monday), sunday


def _both(first: str, last: str, today: datetime.date) -> tuple[datetime.date, datetime.date]:
    """The days of `24 to 31 December`: what the first one does not say, the last one does."""
    end = _day(last, today)
    if re.fullmatch(r"(?:the )?\d{1,2}(?:st|nd|rd|th)?", first):
        number = int(re.sub(r"\D", "", first))
        if 0 < number <= end.day:
            return end.replace(day=number), end
    begin = _day(first, today)
    return begin, _day(last, begin)


def _day(text: str, earliest: datetime.date) -> datetime.date:
    """The first day with this name from a day on. Raises `ValueError` where there is no such day."""
    from dateutil import parser  # it takes a while, and few letters need it
    from dateutil.relativedelta import relativedelta

    word = re.sub(r"\b(?:the|of|this|coming|next)\b", " ", text).strip(" .")
    if re.search(r"\d", word):  # a weekday beside a date says nothing more
        word = re.sub(rf"\b(?:{_DAYS})\b\.?", " ", word).strip(" .")
    if word in ("today", "tomorrow"):
        return earliest + datetime.timedelta(days=word == "tomorrow")
    if "next" in text and word[:3] == earliest.strftime("%a").lower():  # not today
        return earliest + datetime.timedelta(days=7)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", word):
        word = "/".join(reversed(word.split("-")))
    word = re.sub(r"(?<=\d)\.(?=\d)", "/", word)
    start = datetime.datetime.combine(earliest, datetime.time())
    found: datetime.date = parser.parse(word, default=start, dayfirst=True).date()
    if found < earliest and not re.search(r"\d{4}", word):
        of_a_month = re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", word)
        found += relativedelta(months=1) if of_a_month else relativedelta(years=1)
    return found
