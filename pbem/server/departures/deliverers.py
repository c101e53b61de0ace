"""The processes that deliver from one database: letters in the hands of a dead one are freed by one that finds itself
alone."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.server.core.context import Context
from pbem.store import SqlError, busy
from pbem.store.connection import IfAlone

log = logging.getLogger("pbem.delivery")


class Deliverers:
    """One of these processes, while it delivers."""

    def __init__(self, context: Context, if_alone: IfAlone) -> None:
        self._context = context
        self._if_alone = if_alone
        self._freed = False
        self._trouble = ""

    def free(self) -> bool:
        """Free the letters of dead processes, as soon as there is no other; returns whether that has been done, and
        does nothing after that. Called while this process has no letters in hand."""
        if not self._freed:
            try:
                self._freed = self._if_alone(self._release)
            except SqlError as error:
                if str(error) != self._trouble:  # logged once, as it is tried again all the time
                    self._trouble = str(error)
                    level = logging.INFO if busy(error) else logging.WARNING
                    log.log(level, "what was in hand cannot be freed yet: %s", error)
        return self._freed

    def wait(self) -> bool:
        """Are there letters in other hands, which may be those of dead processes?"""
        if self.free():
            return False
        try:
            return self._context.store.post.any_in_hand(self._context.now())
        except SqlError:  # logged above
            return True

    def _release(self) -> None:
        with self._context.store.transaction():
            self._context.store.post.release(self._context.now())


@contextmanager
def one_of_them(context: Context) -> Iterator[Deliverers]:
    """Register as one of the processes that deliver; the database tells the others."""
    with context.store.presence("delivery") as if_alone:
        yield Deliverers(context, if_alone)
