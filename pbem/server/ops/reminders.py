"""What cron starts: reminders, deadlines, expired challenges, daily mails.

Each step is stored together with the mails it makes, so it happens once, however often and beside whatever else this
runs. After a long silence of cron a seat gets the last reminder that has come due, not all of them. No deadline is
applied while the server is down or has only just come back, nor while letters wait that were written in time.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from msgspec import Struct

from pbem.server.absence import deadlines
from pbem.server.clocks.clocks import calendar
from pbem.server.clocks.outages import down_since, has_clocks_to_set, over_at
from pbem.server.core.times import moment
from pbem.server.mailing.mailer import Dispatch, MatchNews
from pbem.server.matches import ballots
from pbem.server.ops.application import Application
from pbem.server.ops.tidy import tidy
from pbem.store import passing
from pbem.store.rows import MatchRow, SeatRow

log = logging.getLogger("pbem.reminders")


class Step(Struct, frozen=True):
    """A step that is done, or would be.

    `what` is `remind`, a word of the policy, `day off`, `unreachable`, `lapse`, `rules` (they have changed, and the
    turn is restarted), `wait` (not yet; the text says why) or `failed`; `digest` (a player's daily mail), `probe`,
    `return` and `tidy` belong to no match (0).
    """

    match: int
    seat: str
    handle: str
    what: str
    text: str


def run_reminders(app: Application, *, dry_run: bool = False) -> list[Step]:
    """Remind, apply deadlines, let challenges lapse, send daily mails; returns the steps.

    Nothing is looked at unless `pbem.store.due` says that there may be something: `pbem remind` asks only that.
    A dry run changes nothing: steps of a match are done to see the result, and undone.
    """
    steps: list[Step] = []
    now = app.now()
    if not app.store.anything_due(now, app.config.bounces.probe_seconds):
        with _tried(app, dry_run):
            app.store.note_run(now)
        return steps
    reason = _why_wait(app, now)
    due: dict[int, list[SeatRow]] = {}
    for seat in app.store.matches.due(now):
        due.setdefault(seat.match, []).append(seat)
    for number, seats in due.items():
        try:
            with _tried(app, dry_run):
                steps += _settle(app, seats, now, reason)
        except Exception as error:
            if passing(error):
                raise
            # One damaged match must not stop the clocks of all others.
            log.exception("match %d cannot be reminded", number)
            steps += [
                Step(number, seat.seat, seat.handle, "failed", f"{type(error).__name__}: {error}")
                for seat in seats
            ]
    with _tried(app, dry_run):
        app.skills.catch_up()
    with _tried(app, dry_run):
        lapsed = app.offers.expire()
    steps += [
        Step(number, "", "", "lapse", "the challenge has not been answered in time") for number in lapsed
    ]
    if not dry_run:
        app.rounds.run()
    digests = app.digests.due() if dry_run else app.digests.send_due()
    steps += [Step(0, "", each.handle, "digest", each.about) for each in digests]
    steps += _look_after_the_lost(app, dry_run=dry_run) + _tidy(app, dry_run=dry_run)
    with _tried(app, dry_run):  # last: a run that was killed, or failed, has not been one
        app.store.note_run(now)
    return steps


class _Undone(Exception):
    """What was done for a dry run is not to be stored."""


@contextmanager
def _tried(app: Application, dry_run: bool) -> Iterator[None]:
    """Do all of a step, or in a dry run nothing of it."""
    with suppress(_Undone), app.store.transaction():
        yield
        if dry_run:
            raise _Undone


def _look_after_the_lost(app: Application, *, dry_run: bool) -> list[Step]:
    """Test whether players whom no mail reached can be reached again."""
    steps = []
    for player in app.store.people.unreachable():
        what = "" if player.disabled or player.quiet else app.bounces.look_after(player)
        if what == "probe":
            steps.append(Step(0, "", player.handle, what, "one mail, to see whether it comes back"))
        elif what == "return":
            steps.append(Step(0, "", player.handle, what, "the last mail has not come back"))
        if not dry_run and what:
            with app.store.transaction():
                (app.bounces.probe if what == "probe" else app.bounces.note_sign_of_life)(player)
    return steps


def _tidy(app: Application, *, dry_run: bool) -> list[Step]:
    count = tidy(app.context, dry_run=dry_run) if app.store.tidying_due(app.now()) else 0
    return [Step(0, "", "", "tidy", f"{count} letters deleted, as keep_days says")] if count else []


def seats_at_risk(app: Application) -> list[tuple[SeatRow, str]]:
    """The seats that have been reminded of an ask, or are late, with what happens at their deadline."""
    clocks = app.store.matches.reminded_clocks()
    return [
        (seat, ballots.step(app.repository.load(seat.match), seat))
        for seat in clocks
        if not seat.gone and app.repository.is_playable(app.store.matches.match(seat.match))
    ]


def _why_wait(app: Application, now: int) -> str:
    """Why no deadline may be applied now; empty when it may."""
    down = down_since(app.store, now)
    if down is not None:
        return f"the server has not run since {moment(down, 'UTC')}, so nobody is late"
    back = over_at(app.store, now)
    if back is not None:
        return f"the server was down, so answers may still be on their way until {moment(back, 'UTC')}"
    if has_clocks_to_set(app.store):
        return "the clocks of all matches are being set after an outage"
    return "letters wait to be read" if app.store.post.waiting(1) else ""


def has_looked_since(app: Application, moment: int) -> bool:
    """Whether a look into the mailbox has begun at or after a moment and ended well: then all that was there is here.
    Always true if letters do not come from a mailbox."""
    account = app.config.mailbox.address.lower()
    if not account:
        return True
    synced = app.store.mailboxes.status(account).synced
    return synced is not None and synced >= moment


def _settle(app: Application, seats: list[SeatRow], now: int, reason: str) -> list[Step]:
    """Do what is due for the seats of one match; late seats are announced together in one mail."""
    steps: list[Step] = []
    late: list[int] = []
    if not app.repository.is_playable(app.store.matches.match(seats[0].match)):
        why = "the game is not installed, so nobody can answer"
        return [Step(seat.match, seat.seat, seat.handle, "wait", why) for seat in seats]
    for seat in seats:
        row = app.store.matches.match(seat.match)
        current = app.store.matches.seats(seat.match)[seat.index]
        if current.next_reminder is None or current.next_reminder > now:
            continue  # somebody else has settled it meanwhile
        due = _Due(app, row, current, now, reason)
        what, text = next(found for case in _CASES if (found := case(due)) is not None)
        if what in deadlines.WAITS:
            late.append(seat.index)
        steps += [Step(row.id, seat.seat, seat.handle, what, text)] if what else []
    loaded = app.repository.load(seats[0].match) if late else None
    if loaded is not None and not loaded.match.over:
        app.deadlines.tell(loaded, late, Dispatch(f"late-{loaded.number}-{now}", auto_submitted=True))
    return steps


class _Due(Struct, frozen=True):
    """A seat for which something is due. `reason` says why no deadline may be applied now, if none may."""

    app: Application
    row: MatchRow
    seat: SeatRow
    now: int
    reason: str

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        assert self.seat.due is not None
        return self.now >= self.seat.due

    def dispatch(self, what: str) -> Dispatch:
        """For the mail about it."""
        seat = self.seat
        key = f"{what}-{self.row.id}-{seat.seat}-{seat.since}-{seat.due}-{seat.reminded}"
        return Dispatch(key, auto_submitted=True)


_Found: TypeAlias = tuple[str, str] | None
"""What has been done, and in words; nothing at all for an empty word; None: the next case."""


def _must_wait(due: _Due) -> _Found:
    """No deadline is applied while its answer may be on its way."""
    app, seat = due.app, due.seat
    if not due.late:
        # Its clock gets this time back, so the deadline in a mail would be wrong.
        return ("", "") if down_since(app.store, due.now) is not None else None
    assert seat.due is not None
    reason = due.reason
    if app.store.post.waiting_from(seat.address):
        reason = "letters of this player wait, since there were too many of them"
    if not has_looked_since(app, seat.due):
        reason = "the mailbox has not been read since, so the answer may lie there"
    return ("wait", reason) if reason else None


def _rules_changed(due: _Due) -> _Found:
    renewed = due.app.renewal.renew(due.row.id)
    return ("rules", "they have changed; the turn begins anew") if renewed else None


def _remind(due: _Due) -> _Found:
    if due.late:
        return None
    loaded = due.app.repository.load(due.row.id)
    sent = due.app.deadlines.remind(loaded, due.seat, due.dispatch("remind"))
    return ("remind", deadlines.told(due.row, due.seat, "remind", due.now)) if sent else ("", "")


def _unreachable(due: _Due) -> _Found:
    if not due.app.bounces.not_late(due.seat):
        return None
    return "unreachable", "mail to them comes back; their clock stands still"


def _take_a_day_off(due: _Due) -> _Found:
    """Take a vacation day rather than let a player be late; they are told."""
    app, row, seat = due.app, due.row, due.seat
    player = app.store.people.player(seat.player)
    assert seat.due is not None
    if not row.terms.vacation or not app.vacations.take_a_day(
        player, calendar(app.store, row, seat), seat.due
    ):
        return None
    loaded = app.repository.load(seat.match)
    left = app.vacations.allowance_told(player)
    headline = f"Your time was up, so a day of your vacation has been taken: {left}."
    what = ballots.step(loaded, seat)
    app.mailer.about_match(loaded, loaded.seats[seat.index], due.dispatch(what), MatchNews(headline=headline))
    return "day off", "a day of vacation is taken"


def _apply_the_policy(due: _Due) -> _Found:
    loaded = due.app.repository.load(due.row.id)
    what = ballots.step(loaded, due.seat)
    told = deadlines.told(due.row, due.seat, what, due.now)
    due.app.deadlines.time_is_up(loaded, due.seat)
    return what, told


_CASES: tuple[Callable[[_Due], _Found], ...] = (
    _must_wait,
    _rules_changed,
    _remind,
    _unreachable,
    _take_a_day_off,
    _apply_the_policy,
)
"""What may be due for a seat; the first case that applies is all that happens."""
