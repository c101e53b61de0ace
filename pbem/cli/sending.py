"""Posting a letter as a player would: send."""

import smtplib
import sys
import time
from email.utils import parseaddr
from pathlib import Path

import click

from pbem.cli.letters import mails_in, read_mail, text_of, write_letter
from pbem.cli.root import Failed, Setting, main, setting
from pbem.cli.terminal import say
from pbem.mail.delivery import Maildir
from pbem.server.core.config import Address

SHOW_SECONDS = 15


@main.command()
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who writes.")
@click.option(
    "--to", "recipient", metavar="ADDRESS", help="The recipient; the server's own address by default."
)
@click.option("--subject", default="", help="The Subject.")
@click.option("--reply", is_flag=True, help="Answer the newest mail in the sender's Maildir, quoting it.")
@click.option("--show", is_flag=True, help="Wait for the answer in the sender's Maildir and show it.")
@click.option("--server", metavar="HOST:PORT", help="Where the server listens; as configured by default.")
@click.argument("lines", nargs=-1)
@setting
def send(
    where: Setting,
    sender: str,
    recipient: str | None,
    subject: str,
    reply: bool,
    show: bool,
    server: str | None,
    lines: tuple[str, ...],
) -> None:
    """Post a letter to the listener as a player would. LINES are its lines; without any, they are read from stdin."""
    config = where.config()
    if reply and recipient:
        raise click.UsageError("--reply sets the recipient; leave --to out")
    if config.relay and (reply or show):
        raise Failed("with a relay, mail leaves this machine: --reply and --show work only with Maildirs")
    maildir = Maildir(config.maildir).folder(parseaddr(sender)[1])
    before = mails_in(maildir)
    if reply and not before:
        raise Failed(f"there is no mail to answer in {maildir}")
    letter = write_letter(
        sender,
        recipient or f"{config.name}@{config.domain}",
        "\n".join(lines) if lines else sys.stdin.read(),
        subject=subject,
        answers=read_mail(before[-1]) if reply else None,
    )
    address = Address.parse(server or config.listen)
    try:
        with smtplib.SMTP(address.host, address.port, timeout=30) as client:
            client.send_message(letter)
    except (OSError, smtplib.SMTPException) as error:
        raise Failed(
            f"the server at {address} did not accept it: {error}. Is it running? pbem serve. If another program"
            f" answers there, {address.another}"
        ) from error
    if not show:
        say(f"accepted by {address}; the answer comes by mail")
        return
    mail = read_mail(_arrived(maildir, len(before)))
    say(f"{mail['Subject']}\n\n{text_of(mail)}")


def _arrived(maildir: Path, before: int) -> Path:
    """The newest mail, once there are more than before."""
    end = time.monotonic() + SHOW_SECONDS
    while time.monotonic() < end:
        found = mails_in(maildir)
        if len(found) > before:
            return found[-1]
        time.sleep(0.05)
    raise Failed(f"no answer in {maildir} within {SHOW_SECONDS} seconds")
