"""The heart of a running server beats once a minute.

Each beat notes that the server is alive. The first one after an outage gives all clocks their time back. Each beat also
sends daily mails and, on trial, where no cron runs, does all that cron would start.
"""

import asyncio
import time
from collections.abc import Callable

from pbem.server.clocks.outages import BEAT_SECONDS, beat, give_back, has_clocks_to_set, put_right, set_clocks
from pbem.server.ops.application import Application
from pbem.server.ops.missing_games import stop_and_go_on
from pbem.server.ops.reminders import run_reminders
from pbem.store import SqlError

BEGINNING_SECONDS = 0.5
"""Maximum time for setting clocks before the server begins, after an outage: enough for several thousand matches. Those
of further matches are set while it runs."""
SHARE_SECONDS = 0.02
"""Maximum time for setting clocks before others have their turn."""


class Heartbeat:
    """Notes that the server is alive, and does what is due every minute."""

    def __init__(self, app: Application, alarm: Callable[[Exception], None]) -> None:
        """`alarm` is told when something cannot be stored; it is tried again at the next beat."""
        self._app = app
        self._store = app.store
        self._alarm = alarm

    def begin(self) -> None:
        """The first beat, before the server takes letters."""
        self._beat()
        try:
            stop_and_go_on(self._app)
        except SqlError as error:  # such matches are left alone all the same
            self._alarm(error)
        self._set_clocks(BEGINNING_SECONDS)

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            if not self._set_clocks(SHARE_SECONDS):
                await asyncio.sleep(SHARE_SECONDS)  # others have their turn
                continue
            await asyncio.sleep(BEAT_SECONDS)
            self._beat()
            self._send_daily()

    def _beat(self) -> None:
        try:
            with self._store.transaction():
                put_right(self._store, self._app.now())
                give_back(self._store, self._app.now())
                beat(self._store, self._app.now())
        except SqlError as error:  # a silence is an outage
            self._alarm(error)

    def _set_clocks(self, seconds: float) -> bool:
        """Continue setting clocks after an outage for this long. False if some are left."""
        end = time.monotonic() + seconds
        try:
            while has_clocks_to_set(self._store):
                if time.monotonic() > end:
                    return False
                with self._store.transaction():
                    set_clocks(self._store, self._app.now())
        except SqlError as error:
            self._alarm(error)
        return True

    def _send_daily(self) -> None:
        try:
            if self._app.config.trial:
                run_reminders(self._app)
            else:
                self._app.digests.send_due()
        except SqlError as error:
            self._alarm(error)
