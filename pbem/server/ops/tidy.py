"""Deleting letters that nobody needs anymore, after a time that the host sets.

The following stay: letters that wait or have crashed the server, matches with their whole log, and for at least a month
the marks by which a second copy of a letter is recognized. When a daily mail is deleted, so is the note of what it
has shown: orders in an answer to it are then stale, whatever has happened since.
"""

from pbem.server.core.context import Context
from pbem.server.core.times import DAY
from pbem.store.due import TIDIED

MARKS_DAYS = 30
"""Maximum number of days after which a mail server could still deliver a copy of a letter."""

AT_ONCE = 500
"""Maximum number of letters removed in one transaction, so that nobody waits long for it."""


def tidy(context: Context, *, dry_run: bool = False) -> int:
    """Delete what is older than `keep_days`; returns the number of letters that were deleted (or would be, in a dry
    run)."""
    days, now, post = context.config.keep_days, context.now(), context.store.post
    if not dry_run:
        context.store.tallies.clear(now)
    if not days:
        if not dry_run:
            context.store.set_note(TIDIED, str(now))
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
        context.store.news.clear(before)
        context.store.set_note(TIDIED, str(now))
    return count
