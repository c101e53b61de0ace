"""The other side: mail servers that come again until a letter is taken."""

import smtplib
import socket
import time
from collections.abc import Callable

from pbem.server.core.config import Config

PATIENCE = 100.0
"""Seconds without any progress after which a test gives up; far beyond what a machine under load needs."""


def post_until_taken(
    port: int | Callable[[], int],
    raw: bytes,
    sender: str,
    to: str = "pbem@localhost",
    *,
    meanwhile: Callable[[], None] | None = None,
) -> int:
    """As a mail server does: the same bytes again until somebody says 250. Returns how often it was tried.

    `meanwhile` is called after each try that has failed.
    """
    end = time.monotonic() + PATIENCE
    tries = 0
    while True:
        tries += 1
        try:
            with smtplib.SMTP("127.0.0.1", port() if callable(port) else port, timeout=PATIENCE) as client:
                client.sendmail(sender, [to], raw)
        except smtplib.SMTPResponseException as refused:
            if refused.smtp_code >= 500:
                raise
        except smtplib.SMTPRecipientsRefused as refused:
            if any(code >= 500 for code, _ in refused.recipients.values()):
                raise
        except OSError:  # nobody there, or not anymore
            pass
        else:
            return tries
        assert time.monotonic() < end, "the letter is not taken"
        if meanwhile is not None:
            meanwhile()
        time.sleep(0.005)


def port_of(config: Config) -> int:
    """Where a server listens."""
    return int(config.listen.rpartition(":")[2])


def listening(port: int) -> bool:
    """Whether somebody takes connections."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except OSError:
        return False
    return True


def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something has come about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.01)
