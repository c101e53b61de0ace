"""`pbem setup`: four questions that turn an ordinary mailbox into the address of a server."""

import shlex
import shutil
import sys
from pathlib import Path

import click
from msgspec import Struct, structs
from rich.text import Text

from pbem.cli.demo import called_as
from pbem.cli.root import Failed, Setting, db_option, main, setting
from pbem.cli.tables import out
from pbem.cli.terminal import say
from pbem.cli.tools import COLOURS
from pbem.mail.addresses import normalise
from pbem.server.core.config import Address, ConfigError, Given
from pbem.server.core.findings import Finding
from pbem.server.core.mailbox_settings import BoxTls, Mailbox
from pbem.server.departures.ways import delivery_for
from pbem.server.mailbox.probe import NO_TAGS
from pbem.server.mailbox.providers import provider_of
from pbem.server.mailbox.setting_up import PASSWORD_FILE, write_configuration, write_privately
from pbem.server.mailbox.trying import try_mailbox
from pbem.server.ops.application import Application
from pbem.store import Store

SECONDS = 90.0
"""How long the letters of the probe may take."""

NEXT = """
Next, in {folder}:
  {pbem} serve        fetches letters and sends mails, for as long as it runs
  {pbem} doctor       checks that everything is in place

Cron sends reminders and applies deadlines. Run crontab -e and add:
  */5 * * * * cd {folder} && {program} remind >/dev/null

Then write "help" to {address} from another address: the answer says how to begin.
docs/hosts/mailbox.md (in share/doc/pbem beside the program) explains starting at boot, backups and upgrades."""


class Answers(Struct, frozen=True):
    """The answers so far, which are offered when the questions are asked again."""

    address: str
    password: str
    imap: str
    smtp: str
    host: str


@main.command()
@db_option
@click.option(
    "--ca-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A certificate authority to trust in addition to those of the system.",
)
@setting
def setup(where: Setting, ca_file: Path | None) -> None:
    """Ask for a mailbox, try it out, and write pbem.toml."""
    path, database = where.path, where.database
    secret = path.with_name(PASSWORD_FILE)
    if path.exists():
        click.confirm(f"{path} exists. Replace it?", abort=True)
    if secret.exists():
        click.confirm(f"{secret} exists. Replace it?", abort=True)
    say(
        "pbem fetches letters from an ordinary mailbox and sends mails through it. Use an account for this alone:"
    )
    say("anyone who can read it can play for everybody. Mail already in it is left alone.\n")
    answers = _ask(None)
    while (settings := _try_out(database, answers, secret, ca_file)) is None:
        say("\nThe mailbox cannot be used in this way, so pbem.toml is not written.")
        click.confirm("Answer again? Press Enter to keep an answer.", default=True, abort=True)
        answers = _ask(answers)
    write_configuration(path, settings, answers.host)
    say(f"\n{path} is written, and {secret} with the password: only you can read them.")
    called = called_as(sys.argv[0], Path.cwd())
    folder = shlex.quote(str(path.absolute().parent))
    say(NEXT.format(address=answers.address, folder=folder, pbem=called, program=_from_anywhere(called)))


def _from_anywhere(called: str) -> str:
    """The same call for cron, which runs in another folder and without our PATH."""
    program, *more = shlex.split(called)
    return shlex.join([str(Path(shutil.which(program) or program).absolute()), *more])


def _ask(before: Answers | None) -> Answers:
    """The four questions; impossible answers are asked for again at once."""
    address = click.prompt(
        "1. Address of the account", value_proc=_address, default=before.address if before else None
    )
    provider = provider_of(address)
    if provider.refused:
        raise Failed(provider.refused)
    if provider.advice:
        say(f"   {provider.advice}")
    known = before if before and before.address == address else None
    return Answers(
        address,
        click.prompt(
            "2. Its password (an app password, if the provider has such)",
            hide_input=True,
            default=known.password if known else None,
            show_default=False,
        ),
        click.prompt(
            "3. Its servers: IMAP", value_proc=_server, default=known.imap if known else provider.imap
        ),
        click.prompt(
            "   and for sending (SMTP)", value_proc=_server, default=known.smtp if known else provider.smtp
        ),
        click.prompt(
            "4. Your own address, for alarms (may be empty)",
            value_proc=_address_or_none,
            default=before.host if before else "",
            show_default=bool(before and before.host),
        ),
    )


def _address(text: str) -> str:
    found = normalise(text)
    if not found or "+" in found:
        raise click.BadParameter(f"{text!r} is not a plain address, such as our.games@provider.example")
    return found


def _address_or_none(text: str) -> str:
    return _address(text) if text.strip() else ""


def _server(text: str) -> str:
    try:
        return str(Address.parse(text.strip()))
    except ConfigError:
        raise click.BadParameter(f"{text!r} is not HOST:PORT, such as imap.provider.example:993") from None


def _usual_tls(server: str) -> BoxTls:
    return "starttls" if server.endswith((":587", ":25")) else "tls"


def _try_out(database: str, answers: Answers, secret: Path, ca_file: Path | None) -> Mailbox | None:
    """The settings if they work, without account+token if the provider loses the token. Otherwise None, and the
    password is not kept."""
    provider = provider_of(answers.address)
    settings = Mailbox(
        address=answers.address,
        imap=answers.imap,
        imap_tls="starttls" if answers.imap.endswith(":143") else "tls",
        smtp=answers.smtp,
        smtp_tls=provider.smtp_tls if answers.smtp == provider.smtp else _usual_tls(answers.smtp),
        password_file=str(secret.absolute()),
        ca_file=str(ca_file.absolute()) if ca_file else "",
        plus=provider.plus,
        mails_a_day=provider.mails_a_day,
    )
    write_privately(secret, f"{answers.password}\n")
    works = False
    try:
        say("\nSending letters from the account to itself. This may take a minute.")
        found = _probe(database, settings)
        if any(finding.text == NO_TAGS for finding in found):
            say("\nTrying again without addresses of the form account+token.")
            settings = structs.replace(settings, plus=False)
            found = _probe(database, settings)
        works = all(finding.level != "bad" for finding in found)
        return settings if works else None
    finally:
        if not works:
            secret.unlink()


def _probe(database: str, settings: Mailbox) -> list[Finding]:
    config = Given({"db": database, "mailbox": structs.asdict(settings)}, {}).config()
    store = Store(config.db)
    try:
        found = []
        context = Application(store, config).context
        for finding in try_mailbox(context, lambda: delivery_for(config), SECONDS):
            _show(finding)
            found.append(finding)
        return found
    finally:
        store.close()


def _show(finding: Finding) -> None:
    out.print(Text(f"{finding.level:4}", COLOURS[finding.level]), finding.text)
