"""What the host must know at once: into the log, and by mail if the configuration has an address for it."""

import logging

from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail

log = logging.getLogger("pbem.alarms")

ALARMS = "alarm-"
"""Prefixes of the kinds of such mails; no cap holds them back."""


class AlarmMail(Mail, frozen=True):
    """Something needs the host."""

    template = "alarm"

    text: str


class Alarms(Service):
    """Tells the host what is wrong."""

    _mailer: Mailer
    _limits: RateLimits

    def send(self, kind: str, text: str, error: Exception | None = None) -> None:
        """Log a problem and mail it to the host, at most once a day for each kind.

        `kind` is one word; the traceback of an error is logged.
        """
        log.error("%s", text, exc_info=error)
        address, now = self._context.config.host.lower(), self._context.now()
        if address and self._limits.take("alarm", kind):
            self._mailer.plain(
                AlarmMail(text),
                address,
                f"for the host: {kind}",
                Dispatch(f"{kind}-{now}", auto_submitted=True),
                kind=f"{ALARMS}{kind}",
            )
