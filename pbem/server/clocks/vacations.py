"""Booked days, on which a player's clocks stand still: as many each year as the host allows.

Every 24 booked hours use one of them, whenever they begin.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.clocks.calendars import Calendar, Stop, days_of, midnight
from pbem.server.clocks.clocks import reckon
from pbem.server.core.context import Service
from pbem.server.core.times import DAY, moment
from pbem.store.rows import Player, StopRow

MOST = 3  # maximum number of vacations booked at a time


class Vacations(Service):
    """The vacations of all players."""

    def book(self, player: Player, first: date, last: date) -> str:
        """Book whole days, including the last one; a day that has begun counts from now. Raises `Refused`."""
        zone, now = ZoneInfo(player.zone), self._context.now()
        stop = Stop(max(midnight(first, zone), now), midnight(last + timedelta(days=1), zone))
        if last < self.today(player):
            raise Refused("These days are over: book a vacation before it ends")
        if last < first:
            raise Refused(
                f"It would end before it begins: write the first day first, as in {day(first)} {day(last)}"
            )
        if last > self.today(player) + timedelta(days=366):
            raise Refused("A vacation can be booked for the next twelve months")
        return self._book(player, stop)

    def book_from_now(self, player: Player, seconds: int) -> str:
        """Book this many seconds, from now on. Raises `Refused`."""
        now = self._context.now()
        return self._book(player, Stop(now, now + seconds))

    def _book(self, player: Player, stop: Stop) -> str:
        assert stop.end is not None
        open_ones = self.booked(player)
        if len(open_ones) >= MOST:
            raise Refused(f"{MOST} vacations can be booked at a time; see: vacation, and: vacation cancel")
        if any(each.start < stop.end and (each.end or stop.end) > stop.start for each in open_ones):
            raise Refused("You have booked some of these days already; see: vacation")
        self._check_allowance(player, stop)
        self._store.stops.add("vacation", stop.start, stop.end, player=player.id)
        self._reckon(player)
        told = f"your clocks are stopped from {self._span(stop, player)}; {self.allowance_told(player)}"
        running = self._store.matches.of_player(player.id, ("running",))
        others = [f"match {row.id}" for row in running if not row.terms.vacation]
        if others:
            told += (
                f". In {listed(others)} your clock runs on: that is played without vacations (vacation=off)"
            )
        return told

    def cancel(self, player: Player) -> str:
        """Cancel what is booked; a vacation that has begun ends now. Raises `Refused`."""
        booked = self.booked(player)
        if not booked:
            raise Refused("You have booked no vacation")
        now, days = self._context.now(), ", ".join(self._span(stop, player) for stop in booked)
        for stop in booked:
            self._store.stops.shorten(stop.id, max(stop.start, now))
        self._reckon(player)
        again = "; your clocks run again" if any(stop.start <= now for stop in booked) else ""
        return f"canceled: {days}{again}; {self.allowance_told(player)}"

    def take_a_day(self, player: Player, days: Calendar, due: int) -> bool:
        """Book the next 24 hours of a clock, if the player wants that when their time is up, and has days left.

        They begin a second before the deadline, so that it moves; if the clock stands still anyway, none is used.
        """
        if not player.auto_vacation:
            return False
        taken = days.spans(due - 1, DAY)
        try:
            self._check_allowance(player, *taken)
        except Refused:
            return False
        for stop in taken:
            self._store.stops.add("vacation", stop.start, stop.end, player=player.id)
        self._reckon(player)
        return True

    def booked(self, player: Player) -> list[StopRow]:
        """A player's vacations that are not over."""
        now = self._context.now()
        return [
            stop
            for stop in self._store.stops.of_player(player.id, "vacation")
            if stop.end is None or stop.end > now
        ]

    def told(self, player: Player) -> str:
        """A player's vacations and remaining days, in words."""
        spans = [self._span(stop, player) for stop in self.booked(player)]
        booked = f"booked: {', '.join(spans)}" if spans else "no vacation is booked"
        return f"{booked}; {self.allowance_told(player)}"

    def allowance_told(self, player: Player) -> str:
        """The remaining days of this year, in words."""
        year = self.today(player).year
        left = max(0, self._context.config.vacation_days - self._used(player, year))
        return f"{left} of {self._context.config.vacation_days} days of {year} are left"

    def today(self, player: Player) -> date:
        """Today's date in the player's zone."""
        return datetime.fromtimestamp(self._context.now(), UTC).astimezone(ZoneInfo(player.zone)).date()

    def _used(self, player: Player, year: int, *more: Stop) -> int:
        taken = [Stop(stop.start, stop.end) for stop in self._store.stops.of_player(player.id, "vacation")]
        return days_of([*taken, *more], year, player.zone)

    def _check_allowance(self, player: Player, *stops: Stop) -> None:
        allowed = self._context.config.vacation_days
        this_year = self.today(player).year
        for year in (this_year, this_year + 1):
            wanted = self._used(player, year, *stops)
            if wanted > allowed and wanted > self._used(player, year):
                left = max(0, allowed - self._used(player, year))
                raise Refused(f"{allowed} days a year can be booked here; you have {left} left for {year}")

    def _reckon(self, player: Player) -> None:
        reckon(self._store, self._store.matches.running_clocks(player.id), self._context.now())

    def _span(self, stop: Stop | StopRow, player: Player) -> str:
        """The period, with both days if it was booked in whole days, otherwise with both moments."""
        assert stop.end is not None
        zone = ZoneInfo(player.zone)
        first, last = (
            datetime.fromtimestamp(each, UTC).astimezone(zone).date() for each in (stop.start, stop.end - 1)
        )
        if stop.end == midnight(last + timedelta(days=1), zone):
            return f"{day(first)} to {day(last)}"
        return f"{moment(stop.start, player.zone)} to {moment(stop.end, player.zone)}"


def read_day(text: str) -> date:
    """`2026-12-24`. Raises `Refused`."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Refused(f"{text!r} is not a date: write year, month and day, as in 2026-12-24") from error


def day(when: date) -> str:
    """`Thu 24 Dec 2026`."""
    return f"{when:%a} {when.day} {when:%b %Y}"
