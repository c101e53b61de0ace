"""Commands for checks and maintenance: scenario, verify, check, backup, doctor, tidy, dkim."""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from pbem.cli.proofs import proof_of
from pbem.cli.root import Failed, Setting, db_option, json_option, main, setting
from pbem.cli.tables import out
from pbem.cli.terminal import say, say_json
from pbem.play.checking import replay
from pbem.play.record import Record, ReplayError, verify_dice
from pbem.play.scenario import ScenarioError, read_scenarios, run_scenario
from pbem.server.admin import host, restoring
from pbem.server.admin.doctor import (
    come_back,
    findings,
    judge_own_mail,
    send_to_self,
)
from pbem.server.core.config import ConfigError
from pbem.server.core.findings import Finding
from pbem.server.core.games import Games
from pbem.server.departures.ways import delivery_for, signer_for
from pbem.server.mailbox.probe import SECONDS
from pbem.server.mailbox.trying import try_mailbox
from pbem.server.ops.application import Application
from pbem.server.ops.tidy import tidy as clear_out
from pbem.store import SqlError, StoreError
from pbem.store.copying import copy_all

MAIL_SECONDS = 60
COLOURS = {"ok": "green", "note": "yellow", "bad": "red"}


@main.command()
@db_option
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def scenario(paths: tuple[Path, ...]) -> None:
    """Run scenario files or folders of them; print the first difference of each that fails."""
    games = Games()
    run = failed = 0
    for path in _scenario_files(paths):
        try:
            for each in read_scenarios(path.read_text(encoding="utf-8")):
                run += 1
                difference = run_scenario(games.named(each.game), each)
                if difference:
                    failed += 1
                    out.print(Text("failed", "red"), f"{path}: {each.title}")
                    say(f"  {difference}")
        except ScenarioError as error:
            run, failed = run + 1, failed + 1
            out.print(Text("unreadable", "red"), str(path))
            say(f"  not a valid scenario: {error}")
    say(f"{run - failed} passed, {failed} failed")
    if failed or not run:
        raise SystemExit(1)


def _scenario_files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


@main.command()
@db_option
@click.argument("path", type=click.Path(exists=True, path_type=Path, dir_okay=False))
def verify(path: Path) -> None:
    """Recompute what a record says: every die of a finished match, every pairing and table of a competition, or all
    ratings of a game."""
    other = proof_of(path.read_bytes())
    if other is not None:
        problems, told = other
        if problems:
            raise Failed("\n".join(problems))
        say(told)
        return
    try:
        record = Record.from_json(path.read_bytes())
        if not record.seed:
            raise Failed("the match is not over, so its seed is still secret")
        count = verify_dice(record)
        match = replay(Games().named(record.game), record)
    except (ValueError, ReplayError) as error:
        raise Failed(f"{path}: {error}") from error
    result = match.state.result
    if result is None:
        raise Failed(f"{path}: all {count} dice come from the seed, but the match is not over")
    say(f"all {count} dice come from the seed; the record leads to: {result} ({result.reason})")


@main.command()
@db_option
@json_option
@setting
def check(where: Setting, as_json: bool) -> None:
    """Check a database: its pages, and that every match replays to its stored state."""
    store = where.store()
    app = Application(store, where.config())
    problems = host.check(app)
    if as_json:
        say_json(problems)
    else:
        for problem in problems:
            say(problem)
        matches = store.matches.begun()
        say(f"{matches} matches checked, {len(problems)} problems")
    if problems:
        raise SystemExit(1)


@main.command()
@db_option
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@setting
def backup(where: Setting, path: Path) -> None:
    """Copy the database while the server runs."""
    db = where.file("write: pg_dump --format=custom --file=games.dump '{url}'")
    restoring.backup(where.store(), db, path)
    say(f"{path} is a complete copy")


@main.command()
@db_option
@click.argument("path", metavar="[BACKUP]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--yes", is_flag=True, help="Do not ask.")
@setting
def restore(where: Setting, path: Path | None, yes: bool) -> None:
    """Put a backup in the place of the database, by default the newest good one. The old file is kept beside it."""
    db = where.file(
        "put a backup in its place with pg_restore --clean --if-exists --dbname='{url}', while no server runs"
    )
    found = restoring.newest_good(db)
    if path is None and found is None:
        raise Failed(f"no good backup of {db} is known; name one: pbem restore FILE")
    chosen = path or found[0] if found else path
    assert chosen is not None
    for line in restoring.readable(Path(db)) if Path(db).exists() else []:
        say(line)
    if not yes:
        click.confirm(f"Put {chosen} in the place of {db}?", abort=True)
    copy, aside = restoring.restore(db, chosen)
    say(f"{db} is restored from {chosen}: {restoring.told(chosen, copy)}")
    if aside is not None:
        say(f"the old file is kept as {aside}")
    say(
        "Letters that came in after the backup are lost, and their senders do not know. See: pbem check, pbem broadcast"
    )


@main.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything from one database to a new one, each of them a file or a postgresql:// URL.

    No server may run meanwhile. Every row is compared; if any differs, nothing is copied.
    """

    def tell(table: str, count: int) -> None:
        if count:
            say(f"{table}: {count}")

    total = copy_all(source, target, tell)
    say(
        f"{total} rows have been copied and compared; now name the new database as db in pbem.toml, and"
        " for cron or timers (PBEM_DB); move the old one away, so that nothing uses it anymore"
    )


@main.command()
@db_option
@click.option("--mail", is_flag=True, help="Also send a mail to the server itself, which must be running.")
@click.option(
    "--mailbox", is_flag=True, help="Only try out the mailbox of [mailbox], for five minutes at most."
)
@click.option(
    "--outside",
    is_flag=True,
    help="With --mailbox: also wait for a letter that you send from another address.",
)
@json_option
@setting
def doctor(where: Setting, mail: bool, mailbox: bool, outside: bool, as_json: bool) -> None:
    """Check that everything is in place: configuration, database, ports, relay, DNS, disk."""
    found = []
    try:
        app = where.app(create=mailbox)
        if mailbox and not app.config.mailbox.address:
            raise Failed("there is no [mailbox] in the configuration; pbem setup makes one")
        if mailbox:
            looked = try_mailbox(app.context, lambda: delivery_for(app.config), SECONDS, outside=outside)
        else:
            looked = findings(app)
        for finding in itertools.chain(looked, _whole_circle(app) if mail else ()):
            found.append(finding)
            if not as_json:  # at once: some take their time
                out.print(Text(f"{finding.level:4}", COLOURS[finding.level]), finding.text)
    except (ConfigError, SqlError, StoreError) as error:
        if not as_json:
            raise
        found.append(Finding("bad", where.explain(error)))  # for a script it is a finding like others
    if as_json:
        say_json(found)
    if any(finding.level == "bad" for finding in found):
        raise SystemExit(1)


def _whole_circle(app: Application) -> Iterator[Finding]:
    """Send a mail from the server to itself and wait for it."""
    message_id = send_to_self(app)
    end = time.monotonic() + MAIL_SECONDS
    while time.monotonic() < end:
        incoming = come_back(app, message_id)
        if incoming is not None:
            yield judge_own_mail(app, incoming)
            return
        time.sleep(1)
    yield Finding(
        "bad", f"a mail to {app.context.own_address} has not come back within {MAIL_SECONDS} seconds"
    )


@main.command()
@db_option
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
@setting
def tidy(where: Setting, dry_run: bool) -> None:
    """Delete finished letters older than keep_days. `pbem remind` does so once a day."""
    app = where.app()
    if not app.config.keep_days:
        raise Failed("keep_days is 0: letters are kept forever")
    count = clear_out(app.context, dry_run=dry_run)
    say(f"{count} letters {'would be ' if dry_run else ''}deleted")


@main.command()
@setting
def dkim(where: Setting) -> None:
    """Print the DNS record for the key in [dkim] that signs outgoing mail."""
    signer = signer_for(where.config())
    if signer is None:
        raise Failed("no key_file in [dkim]; to make one: openssl genrsa -out /etc/pbem-dkim.pem 2048")
    say(signer.zone_line)
