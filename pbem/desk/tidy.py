"""Clearing out letters that nobody needs any more, after a time that the host sets.

What stays: whatever waits or has crashed the desk, matches with their whole log, and for a month at least the marks by
which a letter that comes a second time is known. With a mail of the day goes what it has shown: orders in an answer to
it are stale then, whatever has happened since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.times import DAY

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

MARKS_DAYS = 30
"""No mail server tries for so long to deliver a letter that a copy of it could come later."""

AT_ONCE = 500
"""So many letters are cleared out in one transaction, so that nobody has to wait long for it."""


def tidy(desk: Desk, *, dry_run: bool = False) -> int:
    """Clear out what is older than `keep_days`; returns how many letters there were (or are, in a dry run)."""
    days, now, post = desk.config.keep_days, desk.now(), desk.store.post
    if not dry_run:
        desk.store.tallies.clear(now)
    if not days:
        return 0
    before = now - days * DAY
    count = post.dispensable(before)
    if dry_run:
        return count
    for _ in range(0, count, AT_ONCE):
        with desk.store.transaction():
            post.clear(before, AT_ONCE)
    with desk.store.transaction():
        month_ago = now - max(days, MARKS_DAYS) * DAY
        post.clear_marks(month_ago)
        desk.store.people.forget_changes(month_ago)
        desk.store.people.forget_before(before)
        desk.store.daily.clear(before)
        desk.store.set_note("tidied", str(now))
    return count


def is_due(desk: Desk) -> bool:
    """Whether nobody has tidied up for a day."""
    last = desk.store.note("tidied")
    return desk.now() >= int(last or 0) + DAY
