"""What the host has to know at once: into the log, and by mail if the configuration says whereto."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pbem.desk.mailer import Occasion

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

log = logging.getLogger("pbem.alarms")

ALARMS = "alarm-"
"""How the kinds of such mails begin; no cap holds them back."""


def alarm(desk: Desk, kind: str, text: str, error: Exception | None = None) -> None:
    """Tell the host, by mail once a day of a kind. `kind` is one word; the traceback of an error is logged."""
    log.error("%s", text, exc_info=error)
    address = desk.config.host.lower()
    if address and desk.limits.take("alarm", kind):
        occasion = Occasion(f"{kind}-{desk.now()}", automatic=True)
        desk.mailer.plain(
            "alarm", address, f"for the host: {kind}", occasion, kind=f"{ALARMS}{kind}", text=text
        )
