"""Clearing out letters that nobody needs any more, after a time that the host sets.

What stays: whatever waits or has crashed the server, matches with their whole log, and for a month at least the marks
by which a letter that comes a second time is known. With a mail of the day goes what it has shown: orders in an answer
to it are stale then, whatever has happened since.
"""

from pbem.server.core.context import Context
from pbem.server.core.times import DAY

MARKS_DAYS = 30
"""No mail server tries for so long to deliver a letter that a copy of it could come later."""

AT_ONCE = 500
"""Maximum number of letters removed in one transaction, so that nobody waits long for it."""


def tidy(context: Context, *, dry_run: bool = False) -> int:
    """Clear out what is older than `keep_days`; returns how many letters there were (or are, in a dry run)."""
    days, now, post = context.config.keep_days, context.now(), context.store.post
    if not dry_run:
        context.store.tallies.clear(now)
    if not days:
        return 0
    before = now - days * DAY
    count = post.dispensable(before)
    if dry_run:
        return count
    for _ in range(0, count, AT_ONCE):
        with context.store.transaction():
            post.clear(before, AT_ONCE)
    with context.store.transaction():
        post.clear_marks(now - max(days, MARKS_DAYS) * DAY)
        context.store.confirmations.clear(before, now)
        context.store.people.forget_before(before)
        context.store.daily.clear(before)
        context.store.set_note("tidied", str(now))
    return count


def is_due(context: Context) -> bool:
    """Whether nobody has tidied up for a day."""
    last = context.store.note("tidied")
    return context.now() >= int(last or 0) + DAY
