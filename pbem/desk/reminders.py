"""What cron sets off: reminders, deadlines, challenges that lapse.

Each step is stored together with the mails it makes, so it happens once, however often and in whatever company this
runs. After a long silence of cron a seat gets the last reminder that has come due, not all of them.
"""

from __future__ import annotations

import logging

from msgspec import Struct

from pbem.desk.clocks import next_moment
from pbem.desk.desk import Desk
from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.offers import OFFER_DAYS
from pbem.desk.tables import DAY, Table
from pbem.desk.times import moment, span
from pbem.store.rows import SeatRow

log = logging.getLogger("pbem.reminders")


class Step(Struct, frozen=True):
    """Something that is done, or would be. `what` is `remind`, `nag`, `skip`, `forfeit`, `lapse`, `failed`, or `rules`
    where they have changed and the turn begins anew."""

    match: int
    seat: str
    handle: str
    what: str
    text: str


def run_reminders(desk: Desk, *, dry_run: bool = False) -> list[Step]:
    """Remind, apply deadlines, let challenges lapse; returns the steps. A dry run changes nothing."""
    steps: list[Step] = []
    now = desk.now()
    for seat in desk.store.matches.due(now):
        try:
            with desk.store.transaction():
                steps += _settle(desk, seat, now, dry_run=dry_run)
        except Exception as error:
            # One damaged match must not stop the clocks of all others.
            log.exception("match %d cannot be reminded", seat.match)
            steps.append(
                Step(seat.match, seat.seat, seat.handle, "failed", f"{type(error).__name__}: {error}")
            )
    lapsing = desk.store.matches.offered_before(now - OFFER_DAYS * DAY) if dry_run else []
    steps += [Step(row.id, "", "", "lapse", "the challenge has not been answered in time") for row in lapsing]
    if not dry_run:
        with desk.store.transaction():
            lapsed = desk.offers.expire()
        steps += [
            Step(number, "", "", "lapse", "the challenge has not been answered in time") for number in lapsed
        ]
    return steps


def _settle(desk: Desk, seat: SeatRow, now: int, *, dry_run: bool) -> list[Step]:
    """What is due for one seat, if nobody else has settled it meanwhile."""
    row = desk.store.matches.match(seat.match)
    current = desk.store.matches.seats(seat.match)[seat.index]
    if row is None or current.next_reminder is None or current.next_reminder > now:
        return []
    assert current.due is not None
    what = row.policy if now >= current.due else "remind"
    if not dry_run:
        table = desk.table(seat.match)
        assert table is not None
        if table.gone_back:
            return [Step(row.id, seat.seat, seat.handle, "rules", "they have changed; the turn begins anew")]
        _carry_out(desk, table, current, what, now)
    return [Step(row.id, seat.seat, seat.handle, what, _tell(current, what, now))]


def _tell(seat: SeatRow, what: str, now: int) -> str:
    assert seat.due is not None
    until = moment(seat.due, "UTC")
    if what == "remind":
        return f"{span(seat.due - now)} left, until {until}"
    return f"time was up on {until}; policy {what}"


def _carry_out(desk: Desk, table: Table, seat: SeatRow, what: str, now: int) -> None:
    occasion = Occasion(f"{what}-{table.number}-{seat.seat}-{seat.since}-{seat.reminded}", automatic=True)
    assert seat.since is not None
    assert seat.due is not None
    if what == "remind":
        following = next_moment(seat.since, seat.due, now)
        desk.store.matches.set_clock(
            table.number, seat.index, seat.since, seat.due, following, seat.reminded + 1
        )
        headline = f"A reminder: you have {span(seat.due - now)} left."
        desk.mailer.about_match(table, seat, occasion, MatchNews(headline=headline))
    elif what == "nag":
        desk.store.matches.set_clock(table.number, seat.index, seat.since, seat.due, None, seat.reminded + 1)
        headline = (
            "Your time is up. Nothing happens by itself in this match, but the others are waiting for you."
        )
        desk.mailer.about_match(table, seat, occasion, MatchNews(headline=headline))
        for other in table.others(seat):
            news = MatchNews(
                headline=f"The time of {table.title(seat.seat)} is up; a last reminder has gone out."
            )
            desk.mailer.about_match(table, other, occasion, news)
    else:
        who = table.title(seat.seat)
        if what == "skip":
            headline = f"The time of {who} was up: the server has answered instead."
            table.match.answer_automatically(seat.seat)
        else:
            headline = f"The time of {who} was up: out of the match now."
            table.match.leave(seat.seat, "deadline")
        desk.conclude(
            table,
            by=None,
            inbox=None,
            answer=None,
            news=lambda mine: MatchNews(headline=headline),
            everybody=True,
        )
