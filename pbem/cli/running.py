"""Commands that run the server: serve, deliver."""

import asyncio
import contextlib
import logging
import sys

import click

from pbem.cli.letter_log import log_letters
from pbem.cli.root import Setting, db_option, main, setting
from pbem.cli.terminal import say
from pbem.server.departures.deliverers import one_of_them
from pbem.server.departures.delivery_worker import DeliveryWorker
from pbem.server.departures.ways import delivery_for
from pbem.server.ops.beside import processes_for
from pbem.server.ops.server import PARTS, Server

log = logging.getLogger("pbem.running")

CHILD = (sys.executable, "-P", "-m", "pbem.cli.delivery")
"""Starts the process that delivers beside a server."""

SITE_CHILD = (sys.executable, "-P", "-m", "pbem.cli.site_writer")
"""Starts the process that writes the site beside a server."""


@main.command()
@db_option
@click.option("--listen", metavar="HOST:PORT", help="Where mail comes in by SMTP; 127.0.0.1:8025 by default.")
@click.option("--lmtp", metavar="HOST:PORT|PATH", help="Where the front mail server hands mail over by LMTP.")
@click.option("--domain", metavar="NAME", help="The mail domain of the server.")
@click.option("--relay", metavar="HOST:PORT", help="The mail server that takes outgoing mail.")
@click.option("--maildir", metavar="DIR", help="Where outgoing mail is put when there is no relay; mail/.")
@click.option(
    "--only", type=click.Choice(PARTS), multiple=True, help="Run only this part; may be given twice."
)
@setting
def serve(
    where: Setting,
    listen: str | None,
    lmtp: str | None,
    domain: str | None,
    relay: str | None,
    maildir: str | None,
    only: tuple[str, ...],
) -> None:
    """Run the server until it is told to stop (Ctrl-C, SIGTERM)."""
    options = {"listen": listen, "lmtp": lmtp, "domain": domain, "relay": relay, "maildir": maildir}
    config = where.config_of_part(**options) if only else where.config(**options)
    if config.open_to_all:
        log.warning(
            "listen = %r: everybody reaches the server, with no mail server in front that knows of TLS and spam; listen"
            " on 127.0.0.1, or see docs/hosts/mail-server.md",
            config.listen,
        )
    log_letters(config.letter_log)
    beside = not only and processes_for(config) > 1
    site = SITE_CHILD if config.site.folder and "desk" in (only or PARTS) else ()
    server = Server(config, parts=only or PARTS, beside=CHILD if beside else (), site=site)

    def ready(running: Server) -> None:
        takes = " and ".join(running.bound) or "nothing"
        gives = f"the relay {config.relay}" if config.relay else f"{config.maildir}/"
        trust = "; on trial, so From is believed" if config.trial else "; From is believed"
        trial = trust if config.trusts_from else ""
        with contextlib.suppress(OSError):  # perhaps nobody reads it, or the log's disk is full
            say(f"pbem is ready: listens on {takes}, keeps {running.store.name}, delivers to {gives}{trial}")

    asyncio.run(server.run(ready))
    with contextlib.suppress(OSError):
        say(f"pbem has stopped{_left(server)}")


def _left(server: Server) -> str:
    """What waits for the next start, for the log."""
    if server.left is None:
        return ""
    letters, mails = server.left
    if not letters and not mails:
        return "; nothing waits"
    return f"; for the next start wait: {letters} in the inbox, {mails} in the outbox"


@main.command()
@db_option
@setting
def deliver(where: Setting) -> None:
    """Deliver all due mails in the outbox, once."""
    app = where.app()
    log_letters(app.config.letter_log)

    async def run() -> int:
        worker = DeliveryWorker(
            app.context, app.departures, app.bounces, app.alarms, delivery_for(app.config)
        )
        with one_of_them(app.context) as others:
            others.free()
            try:
                return await worker.deliver_due()
            finally:
                await worker.close()

    say(f"tried: {asyncio.run(run())}")
