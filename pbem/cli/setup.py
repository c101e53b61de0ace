"""`pbem setup`: four questions, and an ordinary mailbox is the door of a server."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import structs
from rich.text import Text

from pbem.cli.root import Failed, Setting, db_option, main, setting
from pbem.cli.terminal import out, say
from pbem.cli.tools import COLOURS
from pbem.mail.addresses import normalise
from pbem.server.admin.doctor import Finding, probe_mailbox
from pbem.server.core.config import Given
from pbem.server.core.mailbox_settings import BoxTls, Mailbox
from pbem.server.mailbox.providers import provider_of
from pbem.server.mailbox.setting_up import PASSWORD_FILE, write_configuration, write_privately
from pbem.server.ops.application import Application
from pbem.store import Store

SECONDS = 90.0
"""How long the letters of the probe may take."""

NEXT = """
Next:
  pbem serve        fetches letters and sends mails, for as long as it runs
  pbem remind       sends reminders and applies deadlines: let cron run it every few minutes
  pbem doctor       looks whether everything is in place

Write "help" to {address} from another address: the answer says how to begin.
docs/hosts.md has units for systemd, backups, and what to know about providers."""


@main.command()
@db_option
@click.option(
    "--ca-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An authority to trust besides those of the system: for a mail server of your own.",
)
@setting
def setup(where: Setting, ca_file: Path | None) -> None:
    """Ask for a mailbox, try it out, and write pbem.toml: ten minutes to a server of your own."""
    path, database = where.path, where.database
    secret = path.with_name(PASSWORD_FILE)
    if path.exists():
        click.confirm(f"{path} exists. Replace it?", abort=True)
    if secret.exists():
        click.confirm(f"{secret} exists. Replace it?", abort=True)
    say(
        "pbem fetches letters out of an ordinary mailbox, and sends mails through it. Take an account of its own:"
    )
    say("who can read it can play for everybody. What lies in it stays there, unread.\n")
    address = click.prompt("1. Address of the account", value_proc=_address)
    provider = provider_of(address)
    if provider.refused:
        raise Failed(provider.refused)
    if provider.advice:
        say(f"   {provider.advice}")
    password = click.prompt("2. Its password (an app password, if the provider has such)", hide_input=True)
    imap = click.prompt("3. Its servers: IMAP", default=provider.imap)
    smtp = click.prompt("   and for sending (SMTP)", default=provider.smtp)
    host = click.prompt("4. Your own address, for alarms (may be empty)", default="", show_default=False)
    if host:
        host = _address(host)
    write_privately(secret, f"{password}\n")
    settings = Mailbox(
        address=address,
        imap=imap,
        imap_tls="starttls" if imap.endswith(":143") else "tls",
        smtp=smtp,
        smtp_tls=provider.smtp_tls if smtp == provider.smtp else _usual_tls(smtp),
        password_file=str(secret.absolute()),
        ca_file=str(ca_file.absolute()) if ca_file else "",
        plus=provider.plus,
        mails_a_day=provider.mails_a_day,
    )
    settings = _try_out(database, settings)
    write_configuration(path, settings, host)
    say(f"\n{path} is written, and {secret} with the password: only you can read them.")
    say(NEXT.format(address=address))


def _address(text: str) -> str:
    found = normalise(text)
    if not found or "+" in found:
        raise click.BadParameter(f"{text!r} is no plain address, such as our.games@provider.example")
    return found


def _usual_tls(server: str) -> BoxTls:
    return "starttls" if server.endswith((":587", ":25")) else "tls"


def _try_out(database: str, settings: Mailbox) -> Mailbox:
    """The settings as they work; without account+token, where the provider loses the token."""
    say("\nNow two letters go from the account to itself; that may take a minute.")
    if _probe(database, settings):
        return settings
    if settings.plus:
        say("\nOnce more, without addresses of the form account+token.")
        settings = structs.replace(settings, plus=False)
        if _probe(database, settings):
            return settings
    raise Failed(
        "the mailbox cannot be used so; nothing is written but the password file. Try again: pbem setup"
    )


def _probe(database: str, settings: Mailbox) -> bool:
    config = Given({"db": database, "mailbox": structs.asdict(settings)}, {}).config()
    store = Store(config.db)
    try:
        good = True
        for finding in probe_mailbox(Application(store, config), SECONDS):
            _show(finding)
            good = good and finding.level != "bad"
        return good
    finally:
        store.close()


def _show(finding: Finding) -> None:
    out.print(Text(f"{finding.level:4}", COLOURS[finding.level]), finding.text)
