"""`pbem remind`, which cron starts often: the application is loaded only when something is due."""

import time
from typing import TYPE_CHECKING

import click

from pbem.cli.later import Later
from pbem.cli.root import Setting, db_option, json_option, main, setting
from pbem.cli.terminal import say, say_json
from pbem.store.glance import note_if_nothing_is_due

if TYPE_CHECKING:
    from pbem.server.core import times
    from pbem.server.ops import reminders
else:
    times = Later("pbem.server.core.times")
    reminders = Later("pbem.server.ops.reminders")


@main.command()
@db_option
@click.option("--dry-run", is_flag=True, help="Only show what would be done, and who is late.")
@json_option
@setting
def remind(where: Setting, dry_run: bool, as_json: bool) -> None:
    """Send due reminders and daily mails, apply deadlines, tidy up once a day. For cron, as often as you like."""
    if not dry_run and note_if_nothing_is_due(
        where.config().db, int(time.time()), lambda note: where.as_served(note).bounces.probe_seconds
    ):
        say("[]" if as_json else "0 done")
        return
    app = where.app()
    steps = reminders.run_reminders(app, dry_run=dry_run)
    if as_json:
        say_json(steps)
        return
    for step in steps:
        where_ = f" match {step.match}" if step.match else ""
        who = f" {step.handle} ({step.seat})" if step.seat else f" {step.handle}".rstrip()
        say(f"{'would ' if dry_run else ''}{step.what}:{where_}{who}: {step.text}")
    say(f"{len(steps)} {'to do' if dry_run else 'done'}")
    for seat, what in reminders.seats_at_risk(app) if dry_run else []:
        due = "never" if seat.due is None else times.moment(seat.due, "UTC")
        say(
            f"match {seat.match} {seat.handle} ({seat.seat}): reminders {seat.reminded}, deadlines missed"
            f" {seat.missed}; time is up {due}, then {what}"
        )
    if any(step.what == "failed" for step in steps):
        raise SystemExit(1)
